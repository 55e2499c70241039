"""Races beside their naive twin, their tables beside the exact solver, cell by cell."""

import random
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import race as race_module
from midnight_core.race import DEFAULT_TARGET, FINISHES, SHIPPED
from tests.reference.naive_race import NaiveRace

CLOSE = 1e-12
POSSIBLE = (0, *range(4, 25))
NAMED = mc.strategies.NAMED
GREEDY, SIXES = NAMED["greedy"], NAMED["qualifiers-then-sixes"]
SHIPPED_RACES = [
    pytest.param(rules, finish, id=f"{rules.required[0]}{rules.required[1]}-{finish}")
    for rules in (mc.MIDNIGHT, mc.TWO_FOUR_24)
    for finish in FINISHES
]
START = {rules: mc.Turn(rules) for rules in (mc.MIDNIGHT, mc.TWO_FOUR_24)}


# ------------------------------------------------------------------------------------------ beside the twin


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("target", [8, 16])
def test_every_pair_of_totals_is_worth_what_plain_recursion_says(target, finish):
    agrees_with_the_twin(mc.solve_race(mc.MIDNIGHT, target, finish))


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize(("required", "target"), [((2, 4), 8), ((3, 6), 5), ((1, 4), 4)])
def test_so_it_is_with_other_required_faces_and_the_shortest_race(required, target, finish):
    agrees_with_the_twin(mc.solve_race(mc.Rules(required), target, finish))


def agrees_with_the_twin(race):
    twin = NaiveRace(race.rules.required, race.target, race.finish)
    beyond = 24 if race.finish == "round" else 0
    for second in range(race.target):
        for first in range(race.target):
            assert abs(race.win[first, second] - twin.first_plays(first, second)) <= CLOSE, (first, second)
            assert race.chance((first, second), 0) == race.win[first, second]
        for first in range(race.target + beyond):
            chance = race.chance((first, second), 1)
            assert abs(chance - twin.second_plays(first, second)) <= CLOSE, (first, second)


# -------------------------------------------------------------------------------- the tables that are shipped


def value(rules, payoff):
    return mc.solve(rules, mc.Goal("win", tuple(payoff))).value(START[rules])


def by_score(worth):
    return [worth(score) if score in POSSIBLE else 0 for score in range(25)]


@cache
def level(rules):
    """Return the first seat's chance in extra turns: a round of two played again until one is ahead."""
    chance = mc.solve_round(rules, 2, "replay").equity[0]
    again = value(
        rules, by_score(lambda first: 1 - value(rules, by_score(lambda own: answer(own, first, chance))))
    )
    assert abs(again - chance) <= CLOSE
    return chance


def answer(own, first, chance):
    """Return the second's share of a finished round, from the first's chance when they are level."""
    return 1 - chance if own == first else float(own > first)


def one_more_round(rules, win, target, finish, first, second):
    """Return what a cell is worth by the table itself: one turn of the first, or one of each."""

    def second_plays(first, second):
        if finish == "immediate":
            return 1.0 if first >= target else 1 - win[second, first]
        return 1 - value(rules, by_score(lambda own: 1 - after_round(first, second + own)))

    def after_round(first, second):
        if max(first, second) < target:
            return win[first, second]
        return level(rules) if first == second else float(first > second)

    return value(rules, by_score(lambda own: second_plays(first + own, second)))


@pytest.mark.parametrize(("rules", "finish"), SHIPPED_RACES)
def test_a_cell_of_a_shipped_table_is_what_one_more_round_makes_of_the_table(rules, finish):
    """At cells drawn anew for each table, by the exact solver, which solves one payoff at a time."""
    win = mc.solve_race(rules, finish=finish).win
    draw = random.Random(f"{rules.required} {finish}")
    cells = [(0, 0), (99, 99), (99, 0), (0, 99)]
    cells += [(draw.randrange(100), draw.randrange(100)) for _ in range(8 if finish == "round" else 80)]
    for first, second in cells:
        again = one_more_round(rules, win, 100, finish, first, second)
        assert abs(again - win[first, second]) <= CLOSE, (first, second)


def test_the_check_of_cells_sees_a_cell_that_is_off():
    win = mc.solve_race(mc.MIDNIGHT, finish="immediate").win.copy()
    assert abs(one_more_round(mc.MIDNIGHT, win, 100, "immediate", 80, 60) - win[80, 60]) <= CLOSE
    win[60, 79] += 1e-6
    assert abs(one_more_round(mc.MIDNIGHT, win, 100, "immediate", 80, 60) - win[80, 60]) <= CLOSE
    win[60, 80 + 18] += 1e-6
    assert abs(one_more_round(mc.MIDNIGHT, win, 100, "immediate", 80, 60) - win[80, 60]) > 1e-8


@pytest.mark.parametrize(("rules", "finish"), SHIPPED_RACES)
def test_no_cell_of_a_shipped_table_moves(rules, finish):
    assert mc.solve_race(rules, finish=finish).residual <= CLOSE


def test_the_residual_is_the_largest_move_of_any_cell():
    found = mc.solve_race(mc.MIDNIGHT, 12, "immediate")
    win = found.win.copy()
    win[3, 5] += 1e-3
    moved = race_module.Race(found.rules, 12, "immediate", found.strategies, win)
    assert found.residual <= CLOSE
    assert 0.9e-3 < moved.residual <= 1e-3


@pytest.mark.parametrize("ahead", [8, 25])
@pytest.mark.parametrize(("rules", "finish"), SHIPPED_RACES)
def test_the_end_of_a_shipped_race_is_a_shorter_race(rules, finish, ahead):
    """Only the points to go count: the top corner of the table is the whole table of a race that far."""
    shorter = mc.solve_race(rules, ahead, finish).win
    corner = mc.solve_race(rules, finish=finish).win[-ahead:, -ahead:]
    assert shorter.shape == corner.shape
    assert np.abs(shorter - corner).max() <= CLOSE


def test_the_shipped_file_holds_what_the_command_writes(tmp_path, monkeypatch):
    """The command is run for races to 8; names, kinds and order are those of the file that is shipped."""
    with monkeypatch.context() as patched:
        patched.setattr(race_module, "DEFAULT_TARGET", 8)
        race_module.write_shipped(tmp_path / "races.npz")
    with np.load(tmp_path / "races.npz", allow_pickle=False) as tables:
        written = dict(tables)
    for rules in (mc.MIDNIGHT, mc.TWO_FOUR_24):
        for finish in FINISHES:
            name = f"{rules.required[0]}{rules.required[1]}-{finish}"
            assert np.abs(written[name] - mc.solve_race(rules, 8, finish).win).max() <= CLOSE
    with np.load(Path(race_module.__file__).with_name(SHIPPED), allow_pickle=False) as tables:
        shipped = dict(tables)
    assert list(shipped) == list(written)
    for name, table in shipped.items():
        assert table.dtype == written[name].dtype == np.float64
        assert (table.shape, written[name].shape) == ((100, 100), (8, 8))
        assert np.abs(table[-8:, -8:] - written[name]).max() <= CLOSE


def test_a_race_to_100_is_taken_from_the_file(monkeypatch):
    monkeypatch.setattr(race_module, "_RACES", {})
    monkeypatch.setattr(race_module, "_solved", None)
    for rules in (mc.MIDNIGHT, mc.TWO_FOUR_24):
        for finish in FINISHES:
            assert mc.solve_race(rules, finish=finish).win.shape == (DEFAULT_TARGET, DEFAULT_TARGET)
    with pytest.raises(TypeError):
        mc.solve_race(mc.MIDNIGHT, 99)
    with pytest.raises(TypeError):
        mc.solve_race(mc.Rules((3, 6)))
    with pytest.raises(TypeError):
        mc.solve_race(mc.MIDNIGHT, strategies=(GREEDY, None))


# ------------------------------------------------------------------------------------------------- one turn


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("finish", FINISHES)
def test_a_chance_is_the_value_of_the_goal_and_each_score_of_the_goal_is_a_chance(finish, mover):
    race = mc.solve_race(mc.MIDNIGHT, 30, finish)
    draw = random.Random(f"{finish} {mover}")
    beyond = 24 if finish == "round" and mover == 1 else 0
    for _ in range(25):
        first, second = draw.randrange(30 + beyond), draw.randrange(30)
        goal = race.goal((first, second), mover)
        won = mc.solve(mc.MIDNIGHT, goal).value(START[mc.MIDNIGHT])
        assert abs((won if mover == 0 else 1 - won) - race.chance((first, second), mover)) <= CLOSE
        for score in POSSIBLE:
            assert goal.payoff[score] == pytest.approx(after(race, first, second, mover, score), abs=CLOSE)


def after(race, first, second, mover, score):
    """Return the mover's chance with a score added to its total, by the rules where that ends the race."""
    totals = (first + score, second) if mover == 0 else (first, second + score)
    ends_now = race.finish == "immediate" or mover == 1
    if ends_now and max(totals) >= race.target:
        if race.finish == "immediate":
            return 1.0
        tied = level(race.rules)
        return answer(totals[1], totals[0], tied)
    if race.finish == "round" and totals[1] >= race.target:
        return 0.0
    chance = race.chance(totals, 1 - mover)
    return chance if mover == 0 else 1 - chance


@pytest.mark.parametrize("finish", FINISHES)
def test_with_an_immediate_finish_both_seats_are_in_the_same_place(finish):
    race = mc.solve_race(mc.MIDNIGHT, 30, finish)
    mirrored = np.array([[1 - race.chance((i, j), 1) for i in range(30)] for j in range(30)])
    assert (np.abs(mirrored - race.win).max() <= CLOSE) == (finish == "immediate")


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("rules", START, ids=["14", "24"])
def test_points_never_hurt(rules, finish):
    win = mc.solve_race(rules, finish=finish).win
    assert (np.diff(win, axis=0) >= -CLOSE).all()
    assert (np.diff(win, axis=1) <= CLOSE).all()
    assert win.min() >= 0
    assert win.max() <= 1


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize("finish", FINISHES)
def test_a_seats_turns_are_those_of_its_goal(finish, mover):
    race = mc.solve_race(mc.MIDNIGHT, 12, finish)
    chances = race.distributions(mover)
    assert chances.shape == (12, 12, 25)
    draw = random.Random(f"{finish} {mover}")
    for _ in range(20):
        totals = draw.randrange(12), draw.randrange(12)
        solution = mc.solve(mc.MIDNIGHT, race.goal(totals, mover))
        assert np.abs(chances[totals] - solution.distribution(START[mc.MIDNIGHT])).max() <= CLOSE


# ------------------------------------------------------------------------------------ seats that play by rote


def by_rote(chances, target, finish, tied):
    """Return the first seat's chance in a race of two fixed distributions, by recursion over the totals."""
    one, other = chances

    @cache
    def first_plays(first, second):
        # What does not come back to these totals; the rest is a chance to begin anew.
        stays = one[0] * other[0]
        moves = sum(one[own] * second_plays(first + own, second) for own in POSSIBLE[1:])
        return (moves + one[0] * second_moves(first, second)) / (1 - stays)

    def second_moves(first, second):
        return sum(other[own] * after_round(first, second + own) for own in POSSIBLE[1:])

    @cache
    def second_plays(first, second):
        if finish == "immediate" and first >= target:
            return 1.0
        return other[0] * after_round(first, second) + second_moves(first, second)

    def after_round(first, second):
        if max(first, second) < target:
            return first_plays(first, second)
        if finish == "immediate":
            return 0.0
        return tied if first == second else float(first > second)

    return first_plays, second_plays


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize(
    "seats", [(GREEDY, SIXES), (SIXES, GREEDY), (GREEDY, GREEDY)], ids=["ab", "ba", "aa"]
)
def test_two_who_play_by_rote_move_by_chance(seats, finish):
    chances = [mc.evaluate(mc.MIDNIGHT, strategy) for strategy in seats]
    below = [np.cumsum(one) - one for one in chances]
    won, lost = chances[0] @ below[1], chances[1] @ below[0]
    first_plays, second_plays = by_rote(chances, 20, finish, won / (won + lost))
    race = mc.solve_race(mc.MIDNIGHT, 20, finish, strategies=seats)
    for first in range(20):
        for second in range(20):
            assert abs(race.win[first, second] - first_plays(first, second)) <= CLOSE
            assert abs(race.chance((first, second), 1) - second_plays(first, second)) <= CLOSE
    assert race.residual <= CLOSE


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_play_against_rote_is_best_at_every_turn(seat, finish):
    """No turn of the free seat can be worth more, by the exact solver, at any totals; rote never is."""
    seats = (None, GREEDY) if seat == 0 else (GREEDY, None)
    race = mc.solve_race(mc.MIDNIGHT, 8, finish, strategies=seats)
    rote = mc.solve_race(mc.MIDNIGHT, 8, finish, strategies=(GREEDY, GREEDY))
    both = mc.solve_race(mc.MIDNIGHT, 8, finish)
    chances = mc.evaluate(mc.MIDNIGHT, GREEDY)
    for first in range(8):
        for second in range(8):
            for mover in (0, 1):
                payoff = race.goal((first, second), mover).payoff
                won = value(mc.MIDNIGHT, payoff) if mover == seat else chances @ np.array(payoff)
                chance = race.chance((first, second), mover)
                assert abs((won if mover == 0 else 1 - won) - chance) <= CLOSE
            better = (race.win - rote.win)[first, second] * (1 if seat == 0 else -1)
            assert better > 0
            assert (race.win - both.win)[first, second] * (1 if seat == 0 else -1) > -CLOSE
    assert (race.distributions(1 - seat) == chances).all()


def hopeless(_turn, roll):
    """Keep no qualifier as long as there is anything else to keep."""
    return tuple(face for face in roll if face not in mc.MIDNIGHT.required) or roll[:1]


@pytest.mark.parametrize("finish", FINISHES)
def test_two_who_hardly_ever_score_come_to_an_end_all_the_same(finish):
    strategy = mc.Strategy("hopeless", hopeless)
    chances = mc.evaluate(mc.MIDNIGHT, strategy)
    assert chances[0] > 0.99
    race = mc.solve_race(mc.MIDNIGHT, 12, finish, strategies=(strategy, strategy))
    first_plays, _ = by_rote([chances, chances], 12, finish, 0.5)
    wanted = np.array([[first_plays(first, second) for second in range(12)] for first in range(12)])
    assert np.abs(race.win - wanted).max() <= 1e-10


# ----------------------------------------------------------------------------------------------- the object


def test_a_race_is_solved_once_whatever_whole_number_asks():
    assert mc.solve_race(mc.MIDNIGHT, np.int64(8)) is mc.solve_race(mc.MIDNIGHT, 8, "round")
    assert mc.solve_race(mc.MIDNIGHT, strategies=[None, None]) is mc.solve_race(mc.MIDNIGHT)


def test_the_work_done_is_told_and_grows_to_one(monkeypatch):
    monkeypatch.setattr(race_module, "_RACES", {})
    told = []
    first = mc.solve_race(mc.MIDNIGHT, 8, progress=told.append)
    assert told == sorted(told)
    assert told[0] > 0
    assert told[-1] == 1
    # At hand: nothing to tell.
    assert mc.solve_race(mc.MIDNIGHT, 8, progress=lambda _: pytest.fail("told again")) is first


def test_what_comes_out_is_read_only():
    with pytest.raises(ValueError, match="read-only"):
        mc.solve_race(mc.MIDNIGHT).win[0, 0] = 1


def test_the_table_of_races_forgets_the_oldest(monkeypatch):
    races = {}
    monkeypatch.setattr(race_module, "_RACES", races)
    monkeypatch.setattr(race_module, "_MOST_RACES", 2)
    for target in (4, 5, 6):
        mc.solve_race(mc.MIDNIGHT, target, "immediate")
    assert [key[1] for key in races] == [5, 6]
