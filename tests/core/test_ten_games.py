"""Whole games of 10 000: the fewest turns and the race of two, published, beside the twin, and bad input."""

import io
import math
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from midnight_core import ten_thousand as tt
from midnight_core.errors import named
from midnight_core.ten_thousand.games import known_race, known_solitaire, last_turns
from tests.core.ten_houses import HOUSES, core
from tests.core.test_bad_input import HUGE, refused
from tests.core.test_ten_rules import NO_HOUSE
from tests.reference import naive, naive_ten
from tests.reference.naive_ten import House

CLOSE = 1e-9
SMALL = 20
"""Scores in a game to 1000."""

GAMES = {
    "opening 500": House(target=1000, opening=500),
    "no opening": House(target=1000, opening=0, three_pairs=1500),
    "350, first wins ties": House(target=1000, opening=350, ties="first", growth="add"),
    "at least 300": House(target=1000, opening=500, least=300, four_plus_two=True),
    "at least 300, at once": House(target=1000, opening=350, least=300, last_round=False),
    "opening is the target": House(target=1000, last_round=False, straight=0),
    "hot dice rolled": House(target=1000, opening=500, must_roll_hot=True, last_round=False),
    "strict": House(target=1000, opening=350, ties="first", least=300, must_roll_hot=True, three_pairs=0),
}
every_game = pytest.mark.parametrize("house", GAMES.values(), ids=GAMES.keys())
AT_ONCE = {name: house for name, house in GAMES.items() if not house.last_round}
LAST_ROUND = {name: house for name, house in GAMES.items() if house.last_round}


@cache
def race(house):
    return tt.solve_race(core(house))


@cache
def twin(house):
    """Return the twin's race; whoever must roll hot dice may stop only where nobody catches up."""
    return naive_ten.Race(house, lead=25_000 if house.must_roll_hot else 7000)


def every_pair(count=SMALL):
    return [(mine, theirs) for mine in range(count) for theirs in range(count)]


def residual(best, win, pairs):
    """Return how far a chance is at most from what the twin's best turn makes of the others."""
    chances = win.tolist()
    return max(abs(best.turn(chances, *pair) - win[pair]) for pair in pairs)


# ----------------------------------------------------------------------------------------------- fewest turns


def test_published_fewest_turns():
    house = tt.HouseRules(three_pairs=1500)
    assert round(tt.solve_solitaire(house).expected_turns, 6) == 18.571700


@every_game
def test_fewest_turns_are_those_of_plain_value_iteration(house):
    expected = naive_ten.fewest_turns(house)
    assert np.abs(tt.solve_solitaire(core(house)).turns - expected).max() <= CLOSE * max(expected)


def test_fewest_turns_to_2000_are_those_of_plain_value_iteration():
    house = House(target=2000, opening=1000)
    expected = naive_ten.fewest_turns(house)
    assert tt.solve_solitaire(core(house)).turns == pytest.approx(expected, rel=CLOSE)


@every_game
def test_the_best_turn_of_a_game_alone_gives_its_turns_back(house):
    solitaire = tt.solve_solitaire(core(house))
    for level, turns in enumerate(solitaire.turns.tolist()):
        turn = solitaire.turn(level * 50)
        assert turn.start == pytest.approx(1 - turns, abs=CLOSE)
        assert turn.stakes.bust == -turns


@every_game
def test_more_points_need_fewer_turns(house):
    assert (np.diff(tt.solve_solitaire(core(house)).turns) <= 1e-12).all()


@pytest.mark.parametrize("rule", [{"opening": 2000}, {"opening": 0, "least": 2000}])
def test_a_game_that_one_turn_has_to_win_takes_one_over_its_chance(rule):
    """Even where that is once in thousands of millions: forty 5s, of dice of which nothing else scores."""
    house = core(HOUSES["hardly anything"]._replace(target=2000, **rule))
    solitaire = tt.solve_solitaire(house)
    winning = np.zeros(41)
    winning[40] = 1
    chance = tt.TurnSolution(house, tt.Stakes(winning, 0.0, 1)).start
    assert chance < 1e-9
    assert solitaire.expected_turns == pytest.approx(1 / chance, rel=1e-9)


# -------------------------------------------------------------------------------------------- beside the twin


@pytest.mark.parametrize("house", AT_ONCE.values(), ids=AT_ONCE.keys())
def test_a_race_is_that_of_plain_value_iteration(house):
    assert np.abs(race(house).win - twin(house).solved()).max() <= CLOSE


def test_the_end_of_a_race_with_a_last_round_is_that_of_plain_value_iteration():
    house, lowest = GAMES["opening 500"], 12
    found = race(house).win - twin(house).solved(lowest)
    assert np.abs(found[lowest:, lowest:]).max() <= CLOSE


@pytest.mark.parametrize("house", LAST_ROUND.values(), ids=LAST_ROUND.keys())
def test_a_race_with_a_last_round_is_what_the_twins_best_turns_make_of_it(house):
    """There is one such race only: every turn may end the game or raise a score, and scores only rise."""
    assert residual(twin(house), race(house).win, every_pair()[:: 13 if house.must_roll_hot else 3]) <= CLOSE


def test_the_races_that_come_with_the_package_are_what_the_twins_best_turns_make_of_them():
    """The default's, at some pairs of scores; how well all of them agree with each other, the core says."""
    best = naive_ten.Race(House(), lead=12_000)
    chosen = np.random.default_rng(6).integers(0, 200, (40, 2)).tolist()
    pairs = [(0, 0), (0, 199), (199, 0), (199, 199), (1, 0), (0, 1), *map(tuple, chosen)]
    assert residual(best, tt.solve_race(tt.DEFAULT).win, pairs) <= CLOSE


@pytest.mark.parametrize("house", LAST_ROUND.values(), ids=LAST_ROUND.keys())
def test_a_last_turn_wins_as_often_as_the_twin_says(house):
    chances = last_turns(core(house))
    # Whoever has the last turn is behind.
    behind = [*range(1, 30), *range(30, 480, 45)]
    expected = [twin(house).last_turn(units) for units in behind]
    assert chances[behind] == pytest.approx(expected, abs=CLOSE)
    assert (np.diff(chances) <= 1e-15).all()
    assert chances[-1] <= 1e-13


def test_a_last_turn_of_high_scores_goes_on_until_nobody_catches_up():
    house = House(triples=(2000, 1000, 1000, 1000, 1000, 2000), three_pairs=3000)
    chances, best = last_turns(core(house)), naive_ten.Race(house, lead=50_000)
    for units in (600, 1000):
        assert chances[units] == pytest.approx(best.last_turn(units), rel=CLOSE)
    assert chances[-1] < 1e-13 < chances[600]


def test_the_highest_scores_of_all_end_at_the_largest_total():
    wild = tt.HouseRules(10_000, 10_000, (10_000,) * 6, straight=10_000, three_pairs=10_000)
    chances = last_turns(wild)
    assert len(chances) == 20_001
    assert (np.diff(chances) <= 1e-15).all()


# ------------------------------------------------------------------------------------------------ consistency


@every_game
def test_the_chances_of_a_race_agree_with_each_other(house):
    assert race(house).residual() <= 1e-12


@every_game
def test_a_turn_of_a_race_is_worth_the_chance_to_win(house):
    for mine, theirs in every_pair()[::37]:
        turn = race(house).turn(mine * 50, theirs * 50)
        assert turn.start == pytest.approx(race(house).win[mine, theirs], abs=1e-12)
        assert race(house).chance(mine * 50, theirs * 50) == race(house).win[mine, theirs]
        assert turn.stakes.bust == 1 - race(house).win[theirs, mine]


@pytest.mark.parametrize("house", LAST_ROUND.values(), ids=LAST_ROUND.keys())
def test_a_last_turn_is_solved_for_any_score_to_beat(house):
    for mine, theirs in [(0, 1000), (950, 1000), (500, 1350), (0, 9000), (900, 30_000), (0, 1_000_000)]:
        chance = race(house).chance(mine, theirs)
        assert chance == pytest.approx(twin_last(house, theirs - mine), abs=CLOSE)
        if theirs < 100_000:
            assert race(house).turn(mine, theirs).start == pytest.approx(chance, abs=1e-12)


def twin_last(house, behind):
    return twin(house).last_turn(behind // 50) if behind < 30_000 else 0.0


@pytest.mark.parametrize("name", [name for name in GAMES if not GAMES[name].least])
def test_more_points_win_more_often_and_more_of_the_other_less(name):
    """Not where 300 is the least: 950 and 700 are as far from the target, and 650 has another chance."""
    win = race(GAMES[name]).win
    assert (np.diff(win, axis=0) >= -1e-12).all()
    assert (np.diff(win, axis=1) <= 1e-12).all()
    assert ((win > 0) & (win < 1)).all()


@every_game
def test_it_is_good_to_be_the_one_to_play(house):
    win = race(house).win
    assert (win + win.T >= 1 - 1e-12).all()


@given(
    st.sampled_from([*GAMES]),
    st.integers(0, 19),
    st.integers(0, 30),
    st.lists(st.integers(1, 6), min_size=6, max_size=6),
)
def test_options_of_a_race_are_chances(name, mine, theirs, roll):
    house = GAMES[name]
    theirs = theirs if house.last_round else theirs % SMALL
    turn = race(house).turn(mine * 50, theirs * 50)
    options = turn.options(0, 6, roll)
    assert bool(options) == bool(naive_ten.set_asides(house, tuple(sorted(roll))))
    for option in options:
        assert -1e-15 <= option.value <= options[0].value + 1e-12 <= 1 + 2e-12
        assert option.loss >= 0
        assert option.action == "roll" or option.total >= naive_ten.floor(house, mine)


LATE = tt.solve_race(tt.DEFAULT)


def test_a_safe_600_is_worth_nothing_when_1400_are_needed():
    """The last round of the seed: 8600 to 10 000 needs 1400 to tie and 1450 to win."""
    turn = LATE.turn(8600, 10_000)
    options = turn.options(350, 5, (1, 2, 5, 5, 5))
    worth = {(option.dice, option.action): option.value for option in options}
    assert worth[(1, 5, 5, 5), "bank"] == 0
    assert options[0].action == "roll"
    (tied,) = [o for o in turn.options(800, 3, (6, 6, 6)) if o.action == "bank"]
    (won,) = [o for o in turn.options(850, 3, (6, 6, 6)) if o.action == "bank"]
    assert (tied.total, tied.value, won.total, won.value) == (1400, 0.5, 1450, 1.0)


def test_with_the_last_round_for_whoever_was_first_a_tie_is_lost():
    first = tt.Race(tt.HouseRules(ties="first"), np.full((200, 200), 0.5))
    (tied,) = [o for o in first.turn(8600, 10_000).options(800, 3, (6, 6, 6)) if o.action == "bank"]
    assert (tied.total, tied.value) == (1400, 0.0)


def test_the_opening_binds_in_a_race_until_there_are_points():
    opening = race(GAMES["opening 500"])
    assert [opening.turn(0, 500).may_bank(total) for total in (450, 500)] == [False, True]
    assert [opening.turn(50, 500).may_bank(total) for total in (0, 50)] == [False, True]
    least = race(GAMES["at least 300"])
    assert [least.turn(950, 500).may_bank(total) for total in (250, 300)] == [False, True]


def test_whoever_has_opened_does_not_mind_the_opening():
    with_opening, without = (race(GAMES["opening 500"]._replace(opening=opening)) for opening in (500, 0))
    assert with_opening.win[1:, 1:] == pytest.approx(without.win[1:, 1:], abs=1e-12)
    assert with_opening.win[0, 1] < without.win[0, 1]
    assert with_opening.win[1, 0] > without.win[1, 0]


def test_progress_is_told_up_to_the_end_and_can_end_the_work():
    house = core(AT_ONCE["hot dice rolled"])
    told = []
    tt.solve_race(house, told.append)
    assert told == sorted(told)
    assert 0 < told[0] < told[-1] == 1

    def stop(_part):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        tt.solve_race(house, stop)


def test_fewest_turns_tell_their_progress_and_can_be_ended_and_begun_again():
    house = tt.HouseRules(target=1000, opening=0, straight=1350)
    told = []

    def stop_half_way(part):
        told.append(part)
        if part > 0.5:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        tt.solve_solitaire(house, stop_half_way)
    assert 0 < told[0] < told[-1] < 1
    assert known_solitaire(house) is None
    told = []
    solved = tt.solve_solitaire(house, told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert known_solitaire(house) is solved
    assert tt.solve_solitaire(house, stop_half_way) is solved
    assert len(told) == 1000 // 50, "what is known has nothing more to tell"


# -------------------------------------------------------------------------------------------- published races

STORED = Path(naive.__file__).with_name("ten_race_1500.npz")
SCALE = 2**31
PAIR_OF_1500 = tt.HouseRules(three_pairs=1500, opening=0), tt.HouseRules(three_pairs=1500)
TURNS = 100
"""More than a game has on average."""


@cache
def stored():
    """Return both races with three pairs at 1500: without an opening, and with one of 1000.

    Computed by `solve_race`, rounded to parts of 2**31 and stored as differences; that they are right is what
    the tests show. The races are the same once both have points.
    """
    with np.load(STORED) as tables:
        without = tables["differences"].cumsum(axis=0, dtype=np.int64).cumsum(axis=1)
        opening = without.copy()
        opening[0], opening[:, 0] = tables["unopened"]
    return [tt.Race(house, win / SCALE) for house, win in zip(PAIR_OF_1500, (without, opening), strict=True)]


@pytest.mark.parametrize(("number", "value", "published"), [(0, 0.532385, 0.532386), (1, 0.529419, 0.529420)])
def test_published_chance_of_whoever_begins(number, value, published):
    """The published ones are a millionth higher, as if a last turn from over 7000 behind were never won."""
    chance = stored()[number].win[0, 0]
    assert round(chance, 6) == value
    assert abs(chance - published) <= 1.2e-6


def test_the_stored_races_are_solved():
    """Each chance is what the best turn makes of the others, to well below what would change a digit."""
    without, opening = stored()
    unopened = [pair for level in (1, *range(0, 200, 3), 199) for pair in ((0, level), (level, 0))]
    best = naive_ten.Race(House(three_pairs=1500), lead=12_000)
    assert max(without.residual(), residual(best, opening.win, unopened)) * TURNS < 5e-8
    assert np.array_equal(without.win[1:, 1:], opening.win[1:, 1:])


# -------------------------------------------------------------------------------------------------- bad input

NO_SCORE = [-50, 25, 1000, 1050, 50.0, "50", None, True, math.nan, math.inf, HUGE, -HUGE, [50], np.float64(0)]


@pytest.mark.parametrize("score", NO_SCORE, ids=lambda score: str(named(score)))
@pytest.mark.parametrize(
    "ask",
    [
        lambda score: tt.solve_solitaire(core(AT_ONCE["hot dice rolled"])).turn(score),
        lambda score: race(AT_ONCE["hot dice rolled"]).turn(score, 0),
        lambda score: race(AT_ONCE["hot dice rolled"]).turn(0, score),
        lambda score: race(AT_ONCE["hot dice rolled"]).chance(score, 0),
        lambda score: race(AT_ONCE["hot dice rolled"]).chance(0, score),
        lambda score: race(GAMES["opening 500"]).turn(score, 1000),
    ],
    ids=["alone", "mine", "theirs", "my chance", "their chance", "last turn"],
)
def test_a_score_in_play_is_a_multiple_of_50_below_the_target(ask, score):
    refused(lambda: ask(score), "multiple of 50 from 0 to 950", str(named(score)))


@pytest.mark.parametrize("theirs", [1025, 1_000_050, HUGE], ids=lambda score: str(named(score)))
@pytest.mark.parametrize("ask", ["turn", "chance"])
def test_a_score_to_beat_is_a_multiple_of_50(ask, theirs):
    asked = getattr(race(GAMES["opening 500"]), ask)
    refused(lambda: asked(0, theirs), "multiple of 50 from 0 to 1000000", str(named(theirs)))


@pytest.mark.parametrize("house", [*NO_HOUSE, [], {}], ids=lambda house: str(named(house)))
@pytest.mark.parametrize("solve", [tt.solve_solitaire, tt.solve_race])
def test_games_are_solved_for_house_rules(solve, house):
    refused(lambda: solve(house), " house ", "HouseRules", str(named(house)))


@pytest.mark.parametrize("on_progress", [5, "print", [], True], ids=repr)
@pytest.mark.parametrize("solve", [tt.solve_solitaire, tt.solve_race])
def test_progress_is_told_to_something_that_can_be_called(solve, on_progress):
    house = core(AT_ONCE["hot dice rolled"])
    refused(lambda: solve(house, on_progress), "on_progress", "Callable", str(named(on_progress)))


# ------------------------------------------------------------------------------------- kept for the next time


def test_a_race_is_kept_in_a_folder_and_read_from_it(tmp_path):
    house = core(AT_ONCE["hot dice rolled"])
    folder = tmp_path / "races"
    assert known_race(house, folder) is None
    solved = tt.solve_race(house, folder=folder)
    (file,) = folder.iterdir()
    kept = known_race(house, folder)
    assert (kept.house, kept.win.tolist()) == (house, solved.win.tolist())
    assert known_race(core(AT_ONCE["opening is the target"]), folder) is None
    whole = file.read_bytes()
    torn = whole[:400] + bytes(byte ^ 0x55 for byte in whole[400:500]) + whole[500:]
    other = io.BytesIO()
    np.save(other, np.zeros(3))
    for damaged in (b"", b"PK", whole[:500], torn, b"\0" * 2000, other.getvalue()):
        file.write_bytes(damaged)
        assert known_race(house, folder) is None
    assert tt.solve_race(house, folder=folder).win.tolist() == solved.win.tolist()
    assert known_race(house, folder) is not None


def test_a_race_that_cannot_be_kept_is_solved_all_the_same(tmp_path):
    house = core(AT_ONCE["hot dice rolled"])
    taken = tmp_path / "taken"
    taken.write_text("a file stands where the folder should be")
    assert tt.solve_race(house, folder=taken).win.tolist() == race(AT_ONCE["hot dice rolled"]).win.tolist()
