"""One turn of 10 000: published values, the naive twin in fractions, the proved end, and bad input."""

import math
from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from midnight_core import ten_thousand as tt
from midnight_core.errors import named
from midnight_core.ten_thousand.turn import horizon
from tests.core.ten_houses import HOUSES, core
from tests.core.test_bad_input import HUGE, refused
from tests.core.test_ten_rules import NO_DICE, NO_HOUSE
from tests.reference import naive, naive_ten
from tests.reference.naive_zilch import Zilch

DICE = range(1, 7)
CLOSE = 1e-12
FIFTEEN = tt.HouseRules(three_pairs=1500, opening=0)
TURN = tt.solve_turn(FIFTEEN)
every_house = pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES.keys())


# -------------------------------------------------------------------------------------------------- published


@pytest.mark.parametrize(
    ("what", "value", "computed"),
    [
        ("best mean turn, straight 1500, three pairs 1500", 582.317214, lambda: TURN.mean_turn),
        (
            *("the same, four and two are three pairs", 590.660837),
            lambda: tt.solve_turn(tt.HouseRules(three_pairs=1500, four_plus_two=True)).mean_turn,
        ),
        ("rolling 1 die with 300", 300.385620, lambda: TURN.roll_value(300, 1)),
        ("rolling 4 dice with 1000", 1003.519489, lambda: TURN.roll_value(1000, 4)),
        ("rolling 6 dice with 850", 1328.217940, lambda: TURN.roll_value(850, 6)),
    ],
)
def test_published_value_is_reproduced(what, value, computed):
    assert abs(computed() - value) <= 5e-7, what


@pytest.mark.parametrize(("dice", "total"), [(1, 300), (2, 200), (3, 400), (4, 1000), (5, 3050), (6, 17_700)])
def test_published_total_up_to_which_to_roll_again(dice, total):
    assert TURN.threshold(dice) == total
    assert TURN.roll_value(total, dice) > total
    assert all(TURN.roll_value(above, dice) < above for above in range(total + 50, total + 5000, 50))


def test_published_mean_turn_of_zilch():
    """The core does not offer Zilch; the twin alone plays it."""
    assert round(Zilch().mean_turn(), 3) == 620.855
    assert Zilch(12_000).mean_turn() == pytest.approx(Zilch(8000).mean_turn(), abs=1e-9)


def test_six_fresh_dice_are_rolled_even_with_1500_on_the_table():
    turn = tt.solve_turn(tt.DEFAULT)
    assert turn.threshold(6) >= 1500
    assert turn.options(0, 6, (1, 2, 3, 4, 5, 6))[0].action == "roll"


# ------------------------------------------------------------------------------ beside the twin, in fractions


@dataclass(frozen=True)
class Case:
    """Stakes by the points that a total is worth; from the cap on, a total is written down if it may be."""

    name: str
    house: naive_ten.House
    worth: tuple[int, ...]
    slope: int = 0
    lost: int = 0
    floor: int = 50

    def written(self, total):
        units = total // 50
        last = len(self.worth) - 1
        return Fraction(self.worth[min(units, last)] + self.slope * max(0, units - last))

    @cache  # noqa: B019
    def solutions(self):
        bank = np.array(self.worth, dtype=np.float64)
        stakes = tt.Stakes(bank, float(self.lost), self.floor // 50, slope=float(self.slope))
        cap = max(len(self.worth) * 50, self.floor)
        twin = naive_ten.Turn(self.house, self.written, Fraction(self.lost), self.floor, cap)
        return tt.TurnSolution(core(self.house), stakes), twin

    @property
    def totals(self):
        return range(0, len(self.worth) * 50, 50)

    def is_close(self, number, expected):
        scale = max(1.0, *map(abs, map(float, (*self.worth, self.lost))))
        return abs(number - float(expected)) <= CLOSE * scale * 10


def points(name, cap=1000, floor=50):
    return Case(f"points, {name}", HOUSES[name], tuple(range(0, cap, 50)), slope=50, floor=floor)


def any_stakes(name, seed, size=12):
    draw = np.random.default_rng(seed)
    worth = tuple(draw.integers(-1000, 1000, size).tolist())
    return Case(f"any stakes, {name}", HOUSES[name], worth, slope=0, lost=int(draw.integers(-1000, 1000)))


def target(name, need, floor=50):
    worth = (*(0,) * (need // 50), 1)
    return Case(f"{need} or nothing, {name}", HOUSES[name], worth, floor=floor)


CASES = [
    *map(points, HOUSES),
    points("four-plus-two", cap=1000, floor=500),
    points("same", cap=500, floor=300),
    points("no single 5", cap=300, floor=600),
    *(any_stakes(name, seed) for seed, name in enumerate(("table", "no pairs", "odd", "hardly anything"))),
    *(target("add", 700), target("1500", 50, floor=300), target("odd", 450, floor=200)),
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}, from {case.floor}")


@every_case
def test_every_roll_of_every_total_is_worth_what_the_twin_says(case):
    turn, twin = case.solutions()
    wrong = [
        (total, dice, turn.roll_value(total, dice), float(twin.rolled(total, dice)))
        for total in case.totals
        for dice in DICE
        if not case.is_close(turn.roll_value(total, dice), twin.rolled(total, dice))
    ]
    assert wrong == []
    assert turn.start == turn.roll_value(0, 6)
    assert [turn.may_bank(total) for total in case.totals] == [total >= case.floor for total in case.totals]


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: f"{case.name}, from {case.floor}")
def test_every_option_of_every_roll_is_the_twins(case):
    turn, twin = case.solutions()
    wrong = []
    for dice in DICE:
        total = case.totals[dice % len(case.totals)]
        for roll in naive.rolls(dice):
            options, expected = turn.options(total, dice, roll), twin.options(total, roll)
            found = {(option.dice, option.action): option for option in options}
            if found.keys() != expected.keys() or len(found) != len(options):
                wrong.append((total, roll, options))
                continue
            if expected and not all(
                is_right(case, total, roll, option, value, max(expected.values()))
                for option, value in ((found[key], value) for key, value in expected.items())
            ):
                wrong.append((total, roll, options))
    assert wrong == []


def is_right(case, total, roll, option, value, best):
    gain = naive_ten.points(case.house, option.dice)
    left = len(roll) - len(option.dice) or 6
    bust = float(naive_ten.p_bust(case.house, left)) if option.action == "roll" else 0.0
    return (
        case.is_close(option.value, value)
        and case.is_close(option.loss, best - value)
        and (option.points, option.total, option.dice_left) == (gain, total + gain, left)
        and option.p_bust == bust
    )


@every_case
def test_the_best_option_comes_first_and_loses_nothing(case):
    turn, _ = case.solutions()
    for roll in naive.rolls(4):
        losses = [option.loss for option in turn.options(100, 4, roll)]
        assert losses == sorted(losses)
        assert not losses or losses[0] == 0


@pytest.mark.parametrize("cap", [0, 50, 150, 300])
def test_the_twin_agrees_with_itself_rolled_on(cap):
    """A cap lower by one is the same as writing down at it: only what is rolled below differs."""
    twin = naive_ten.Turn(HOUSES["1500"], Fraction, Fraction(0), 50, cap)
    for dice in DICE:
        assert twin.rolled(cap, dice) == by_hand(HOUSES["1500"], cap, dice)


def by_hand(house, total, dice):
    """Return the mean of one roll after which everybody writes down, ordered roll by ordered roll."""
    most = {roll: max(naive_ten.set_asides(house, roll).values(), default=None) for roll in naive.rolls(dice)}
    mean = sum(ways * (total + most[roll]) for roll, ways in naive.rolls(dice).items() if most[roll])
    return Fraction(mean, 6**dice)


# --------------------------------------------------------------------------------------------- the proved end


@every_house
@pytest.mark.parametrize("is_open", [True, False])
def test_nothing_changes_with_a_longer_horizon(house, is_open):
    house = core(house)
    proved, end = tt.solve_turn(house, is_open=is_open), horizon(house)
    floor = house.floor(int(is_open)) // 50
    longer = 2 * end
    bank = np.arange(longer, dtype=np.float64) * 50
    turn = tt.TurnSolution(house, tt.Stakes(bank, 0.0, floor, slope=50.0))
    assert turn.start == pytest.approx(proved.start, rel=1e-12)
    wrong = [
        (total, dice)
        for total in range(0, min(longer * 50, 1_000_000), 50 * (1 + longer // 400))
        for dice in DICE
        if not math.isclose(turn.roll_value(total, dice), proved.roll_value(total, dice), rel_tol=1e-12)
    ]
    assert wrong == []
    assert [turn.threshold(dice) for dice in DICE if not (house.must_roll_hot and dice == 6)] == [
        proved.threshold(dice) for dice in DICE if not (house.must_roll_hot and dice == 6)
    ]


@every_house
def test_beyond_the_horizon_writing_down_is_best(house):
    turn = tt.solve_turn(core(house))
    end = min(horizon(core(house)) * 50, 950_000)
    assert all(turn.roll_value(total, dice) <= total for total in range(end, end + 5000, 50) for dice in DICE)


def test_hot_dice_that_must_be_rolled_are_always_rolled():
    strict = tt.HouseRules(must_roll_hot=True)
    turn = tt.solve_turn(strict)
    for total in (0, 1000, 100_000, 200_000):
        options = turn.options(total, 3, (1, 1, 5))
        assert {option.action for option in options if option.dice_left == 6} == {"roll"}
        assert {option.action for option in options if option.dice_left < 6} == {"roll", "bank"}
    assert turn.mean_turn < tt.solve_turn(tt.DEFAULT).mean_turn


# ----------------------------------------------------------------------------- what best play really leads to


def played(turn):
    """Return where following the first option leads: the chance of each total, and of losing all."""
    waiting = defaultdict(float, {(0, 6): 1.0})
    written, lost = defaultdict(float), 0.0
    while waiting:
        total, dice = min(waiting)
        chance = waiting.pop((total, dice))
        for roll, ways in naive.rolls(dice).items():
            part = chance * ways / 6**dice
            options = turn.options(total, dice, roll) if part > 1e-13 else ()
            if not options:
                lost += part
            elif options[0].action == "bank":
                written[options[0].total] += part
            else:
                waiting[options[0].total, options[0].dice_left] += part
    return written, lost


@cache
def playable():
    little, race = HOUSES["hardly anything"], tt.Race(tt.HouseRules(target=1000), np.full((20, 20), 0.5))
    solitaire = tt.solve_solitaire(tt.HouseRules(target=1000, opening=350))
    strict = tt.solve_solitaire(core(little._replace(target=1000, least=300, must_roll_hot=True)))
    return {
        "points": tt.solve_turn(core(little)),
        "points, unopened": tt.solve_turn(core(little._replace(opening=300)), is_open=False),
        "hot dice rolled": tt.solve_turn(core(little._replace(must_roll_hot=True))),
        "last turn": race.turn(700, 1100),
        "fewest turns": solitaire.turn(500),
        "fewest turns, strict": strict.turn(850),
    }


@pytest.mark.parametrize("name", playable().keys())
def test_chances_and_means_are_those_of_the_first_options(name):
    turn = playable()[name]
    written, lost = played(turn)
    assert lost + sum(written.values()) == pytest.approx(1, abs=1e-12)
    mean = sum(total * chance for total, chance in written.items())
    value = lost * turn.stakes.bust
    value += sum(turn.stakes.worth(total // 50) * chance for total, chance in written.items())
    assert turn.mean_turn == pytest.approx(mean, abs=1e-6)
    assert turn.start == pytest.approx(value, abs=1e-9)
    assert min(written) >= turn.stakes.floor * 50
    assert p_lose_at_start(turn) == pytest.approx(lost, abs=1e-9)


def p_lose_at_start(turn):
    """Return the chance of losing all before the first roll, from what is said of the options after it."""
    lost = 0.0
    for roll, ways in naive.rolls(6).items():
        options = turn.options(0, 6, roll)
        lost += ways / 6**6 * (options[0].p_lose if options else 1)
    return lost


# ------------------------------------------------------------------------------------------------- properties

TOTALS = st.integers(0, 400).map(lambda units: 50 * units)
ROLLS = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(tuple)


@given(st.sampled_from([*HOUSES]), TOTALS, ROLLS, st.booleans())
def test_options_are_consistent(name, total, roll, is_open):
    turn = tt.solve_turn(core(HOUSES[name]), is_open=is_open)
    options = turn.options(total, len(roll), roll)
    assert bool(options) == bool(naive_ten.set_asides(HOUSES[name], tuple(sorted(roll))))
    for option in options:
        assert option.value == pytest.approx(options[0].value - option.loss)
        assert option.loss >= 0
        assert option.value == option.mean_turn
        if option.action == "bank":
            assert (option.value, option.p_bust, option.p_lose) == (option.total, 0, 0)
            assert turn.may_bank(option.total)
        else:
            assert option.value == turn.roll_value(option.total, option.dice_left)
            assert 0 < option.p_bust == turn.p_bust(option.dice_left) <= option.p_lose + 1e-15 <= 1 + 1e-15


@given(st.sampled_from([*HOUSES]), TOTALS, st.sampled_from(DICE), st.booleans())
def test_more_points_at_stake_are_worth_more(name, total, dice, is_open):
    turn = tt.solve_turn(core(HOUSES[name]), is_open=is_open)
    assert 0 <= turn.roll_value(total, dice) < turn.roll_value(total + 50, dice)


@given(st.sampled_from([*HOUSES]), TOTALS, st.sampled_from(DICE))
def test_the_opening_costs_something_until_it_is_reached(name, total, dice):
    house = core(HOUSES[name])
    opened, unopened = (tt.solve_turn(house, is_open=is_open) for is_open in (True, False))
    assert unopened.roll_value(total, dice) <= opened.roll_value(total, dice) * (1 + 1e-15)
    if total >= house.floor(0):
        assert unopened.roll_value(total, dice) == opened.roll_value(total, dice)


@given(st.sampled_from([*HOUSES]), st.sampled_from(DICE))
def test_a_threshold_is_the_last_total_to_roll_with(name, dice):
    house = core(HOUSES[name])
    turn = tt.solve_turn(house)
    threshold = turn.threshold(dice)
    first = 50 * turn.stakes.floor if threshold is None else threshold + 50
    if not (house.must_roll_hot and dice == 6):
        assert turn.roll_value(first, dice) <= first * (1 + 1e-12)
    if threshold is not None and turn.may_bank(threshold):
        assert turn.roll_value(threshold, dice) > threshold


def test_the_same_stakes_by_two_ways_are_the_same_turn():
    shifted = tt.Stakes(TURN.stakes.bank + 1000, 1000.0, TURN.stakes.floor, slope=50.0)
    turn = tt.TurnSolution(FIFTEEN, shifted)
    assert turn.start == pytest.approx(TURN.start + 1000, rel=1e-12)
    assert turn.mean_turn == pytest.approx(TURN.mean_turn, rel=1e-12)


# -------------------------------------------------------------------------------------------------- bad input

NO_TOTAL = [-50, 25, 1_000_050, 50.0, "50", None, True, math.nan, math.inf, HUGE, -HUGE, [50], np.float64(50)]
NO_COUNT = [0, 7, -1, 2.0, "2", None, True, math.nan, HUGE, [2]]


@pytest.mark.parametrize("total", NO_TOTAL, ids=lambda total: str(named(total)))
@pytest.mark.parametrize(
    "ask",
    [lambda total: TURN.roll_value(total, 3), TURN.may_bank, lambda total: TURN.options(total, 2, (1, 5))],
    ids=["roll value", "may bank", "options"],
)
def test_a_total_is_a_multiple_of_50(ask, total):
    refused(lambda: ask(total), "multiple of 50 from 0 to 1000000", str(named(total)))


@pytest.mark.parametrize("dice", NO_COUNT, ids=lambda dice: str(named(dice)))
@pytest.mark.parametrize(
    "ask",
    [
        lambda dice: TURN.roll_value(50, dice),
        TURN.p_bust,
        TURN.threshold,
        lambda dice: TURN.options(0, dice, (1,) * 6),
    ],
    ids=["roll value", "bust", "threshold", "options"],
)
def test_a_roll_has_one_to_six_dice(ask, dice):
    refused(lambda: ask(dice), "1 to 6", str(named(dice)))


@pytest.mark.parametrize("dice", NO_DICE, ids=lambda dice: str(named(dice)))
def test_a_roll_is_made_of_dice(dice):
    refused(lambda: TURN.options(0, 1, dice), "ice" if not isinstance(dice, tuple) else "1 to 6")


@pytest.mark.parametrize("roll", [(), (1,), (1, 1, 1)])
def test_a_roll_has_the_dice_that_are_left(roll):
    refused(lambda: TURN.options(0, 2, roll), "2 dice", str(len(roll)))


@pytest.mark.parametrize("house", NO_HOUSE, ids=lambda house: str(named(house)))
def test_a_turn_is_solved_for_house_rules(house):
    refused(lambda: tt.solve_turn(house), " house ", "HouseRules", str(named(house)))


@pytest.mark.parametrize(
    "value", [1, 0, None, "yes", np.True_, math.nan], ids=lambda value: str(named(value))
)
def test_somebody_is_open_or_not(value):
    refused(lambda: tt.solve_turn(FIFTEEN, is_open=value), "is_open", "bool", str(named(value)))


def test_the_largest_total_and_the_largest_points_are_solved():
    wild = tt.HouseRules(10_000, 10_000, (10_000,) * 6, "double", 10_000, 10_000, True, opening=10_000)
    turn = tt.solve_turn(wild, is_open=False)
    assert turn.roll_value(1_000_000, 6) < 1_000_000
    assert turn.options(1_000_000, 6, (1,) * 6)[0].total == 1_080_000
    assert turn.mean_turn > 10_000
