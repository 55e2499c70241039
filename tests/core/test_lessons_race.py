"""The facts of the lesson on the race beside the solver, a naive walk through a race, and played games."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import lessons_race
from midnight_core.batch import POSSIBLE
from midnight_core.field import Field
from midnight_core.lessons_race import (
    AVERAGE,
    Board,
    board,
    costliest_roll,
    even,
    gain,
    gains,
    weighing,
    winning,
)
from midnight_core.race import FINISHES, solve_race
from midnight_core.rolls import all_rolls

VARIANTS = (mc.MIDNIGHT, mc.TWO_FOUR_24)
SCORES = np.arange(25)
TURN = mc.Turn(mc.MIDNIGHT)


def averages(rules: mc.Rules) -> np.ndarray:
    return mc.evaluate(rules, AVERAGE)


@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("mover", [0, 1])
def test_a_board_is_what_the_race_says_seen_by_the_one_who_plays(finish: str, mover: int) -> None:
    race = solve_race(mc.MIDNIGHT, 30, finish)
    found = board(race, mover)
    won = winning(race, mover)
    assert found.given_up.shape == won.shape == (30, 54 if mover and finish == "round" else 30)
    best = averages(mc.MIDNIGHT)
    rng = np.random.default_rng(1)
    for _ in range(40):
        mine, theirs = (int(rng.integers(0, size)) for size in won.shape)
        totals = (theirs, mine) if mover else (mine, theirs)
        first = race.chance(totals, mover)
        assert won[mine, theirs] == pytest.approx(1 - first if mover else first, abs=1e-12)
        turn = mc.solve(mc.MIDNIGHT, race.goal(totals, mover)).distribution(TURN)
        assert found.given_up[mine, theirs] == pytest.approx((best - turn) @ SCORES, abs=1e-9)
        assert found.risked[mine, theirs] == pytest.approx(turn[0] - best[0], abs=1e-9)
        gives_up = (best - turn) @ SCORES > 0.1
        risks = turn[0] - best[0] > 1e-9
        assert found.gambles[mine, theirs] == (gives_up and risks)
        assert found.aims[mine, theirs] == (gives_up and not risks)


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("finish", FINISHES)
def test_no_turn_qualifies_more_often_than_the_best_average(rules: mc.Rules, finish: str) -> None:
    for mover in (0, 1):
        found = board(solve_race(rules, 25, finish), mover)
        assert found.risked.min() >= -1e-12
        assert found.given_up.min() >= -1e-9


def small_board() -> Board:
    given_up = np.array([[0.05, 1.5, 2.0], [0.3, 0.0, 1.2]])
    risked = np.array([[0.0, 0.1, 0.1], [0.0, 0.0, 0.1]])
    return Board(given_up, risked)


def test_a_board_in_a_few_numbers() -> None:
    found = small_board()
    assert found.gambles.tolist() == [[False, True, True], [False, False, True]]
    assert found.aims.tolist() == [[False, False, False], [True, False, False]]
    assert found.behind.tolist() == [[0, 1, 2], [-1, 0, 1]]
    assert found.least_behind == 1
    assert found.share(found.behind > 0) == 1
    assert found.share(found.behind <= 0) == 0
    assert found.worst(found.gambles) == (0, 2)
    assert found.worst(found.aims) == (1, 0)
    assert found.stretches(2, 1.0) == ((0, 1),)
    assert found.stretches(2, 1.5) == ((0, 0),)
    assert found.stretches(0, 0.1) == ()


def test_an_even_chance_is_found_along_each_row() -> None:
    won = np.array([[0.6, 0.4, 0.1], [0.9, 0.5, 0.2], [0.4, 0.3, 0.2]])
    assert even(won).tolist() == [0, 1, -1]


def test_the_work_done_for_a_board_and_a_weighing_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_BOARDS", "_WEIGHINGS"):
        monkeypatch.setattr(lessons_race, name, {})
    monkeypatch.setattr(lessons_race, "_AT_ONCE", 50)
    for find in (
        lambda progress: board(solve_race(mc.MIDNIGHT, 12), 1, progress),
        lambda progress: weighing(mc.MIDNIGHT, 12, "round", 0, progress),
    ):
        told: list[float] = []
        first = find(told.append)
        assert len(told) > 1
        assert told == sorted(set(told))
        assert (told[0], told[-1] < 1) == (0, True)
        # At hand: nothing to tell.
        assert find(lambda _: pytest.fail("told again")) is first


def test_the_oldest_boards_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: dict[object, Board] = {}
    monkeypatch.setattr(lessons_race, "_BOARDS", boards)
    monkeypatch.setattr(lessons_race, "_MOST_KEPT", 2)
    for target in (4, 5, 6):
        board(solve_race(mc.MIDNIGHT, target, "immediate"), 0)
    assert [race.target for race, _ in boards] == [5, 6]  # type: ignore[misc, attr-defined]


def test_the_costliest_roll_is_found_among_all_rolls() -> None:
    goal = solve_race(mc.MIDNIGHT, 100, "immediate").goal((72, 90), 0)
    solution = mc.solve(mc.MIDNIGHT, goal)
    costs = {}
    for roll in all_rolls(6):
        kept = AVERAGE.keep(TURN, roll)
        costs[roll] = next(one.loss for one in solution.options(TURN, roll) if one.keep == kept)
    roll, cost = costliest_roll(mc.MIDNIGHT, goal)
    assert cost == pytest.approx(max(costs.values()), abs=1e-12)
    assert costs[roll] == pytest.approx(cost, abs=1e-12)


@pytest.mark.parametrize("rules", VARIANTS)
def test_no_roll_costs_more_than_the_one_that_the_search_found(rules: mc.Rules) -> None:
    """The search through all totals takes half a minute; here it looks near its find, and anywhere."""
    race = solve_race(rules)
    roll, most = costliest_roll(rules, race.goal((80, 80), 0))
    assert roll == tuple(sorted((*rules.required, 4, 5, 5, 5)))
    near = set(product(range(78, 83), repeat=2)) - {(80, 80)}
    rng = np.random.default_rng(7)
    anywhere = {(int(a), int(b)) for a, b in rng.integers(0, 100, (100, 2))} - {(80, 80)}
    late = {(int(a), int(b)) for a, b in rng.integers(60, 100, (100, 2))} - {(80, 80)}
    for totals in near | anywhere | late:
        assert costliest_roll(rules, race.goal(totals, 0))[1] < most


@pytest.mark.parametrize("finish", FINISHES)
def test_with_two_players_a_field_is_a_race_of_averages(finish: str) -> None:
    both = solve_race(mc.MIDNIGHT, 45, finish, strategies=(AVERAGE, AVERAGE))
    field = Field(45, finish, (averages(mc.MIDNIGHT),) * 2)
    for totals in ((0, 0), (20, 31), (44, 3), (27, 27), (10, 44)):
        for mover in (0, 1):
            exact = np.array(both.goal(totals, mover).payoff)[POSSIBLE]
            assert np.array(field.goal(totals, mover).payoff)[POSSIBLE] == pytest.approx(exact, abs=1e-11)


def walked(target: int, finish: str, seat: int) -> float:
    """Return the chance of a seat that weighs, walking through the race until it settles."""
    average = averages(mc.MIDNIGHT)
    field = Field(target, finish, (average, average))
    level = mc.solve_round(mc.MIDNIGHT, 2, "replay", strategies=lessons_race.alone(seat)).equity[0]

    def turn(totals: tuple[int, int], mover: int) -> np.ndarray:
        if mover != seat:
            return average
        return mc.solve(mc.MIDNIGHT, field.goal(totals, mover)).distribution(TURN)

    rounds = list(product(range(target), repeat=2))
    replies = [*rounds]
    if finish == "round":
        replies += product(range(target, target + 24), range(target))
    turns = {
        (pair, mover): turn(pair, mover) for mover, pairs in ((0, rounds), (1, replies)) for pair in pairs
    }
    value: dict[tuple[tuple[int, int], int], float] = dict.fromkeys(turns, 0.0)

    def first(pair: tuple[int, int], mover: int) -> float:
        if (pair, mover) in value:
            return value[pair, mover]
        if finish == "immediate":
            return float(pair[0] >= target)
        return level if pair[0] == pair[1] else float(pair[0] > pair[1])

    while True:
        moved = 0.0
        for ((a, b), mover), chances in turns.items():
            after = [(a, b + s) if mover else (a + s, b) for s in POSSIBLE.tolist()]
            now = sum(chances[s] * first(at, 1 - mover) for s, at in zip(POSSIBLE, after, strict=True))
            moved = max(moved, abs(now - value[(a, b), mover]))
            value[(a, b), mover] = float(now)
        if moved < 1e-13:
            chance = value[(0, 0), 0]
            return 1 - chance if seat else chance


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("finish", FINISHES)
def test_weighing_is_what_a_naive_walk_finds(finish: str, seat: int) -> None:
    assert weighing(mc.MIDNIGHT, 9, finish, seat).weighed == pytest.approx(walked(9, finish, seat), abs=1e-10)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("finish", FINISHES)
@pytest.mark.parametrize("rules", VARIANTS)
def test_weighing_gains_but_not_more_than_can_be_gained(rules: mc.Rules, finish: str, seat: int) -> None:
    found = weighing(rules, 30, finish, seat)
    assert found.average < found.weighed <= found.best
    assert found.share == pytest.approx((found.weighed - found.average) / (found.best - found.average))
    assert 0.9 < found.share <= 1


def test_the_mean_of_the_gains_is_the_gain() -> None:
    exact = np.mean(
        [
            one.weighed - one.average
            for one in (weighing(mc.MIDNIGHT, 30, "immediate", seat) for seat in (0, 1))
        ]
    )
    found = gain(mc.MIDNIGHT, 30, "immediate", 2, seed=3, games=800)
    assert abs(found.mean - exact) < 4 * found.error
    assert found.error < exact / 5


@pytest.mark.parametrize("finish", FINISHES)
def test_gains_are_never_negative_and_follow_from_the_seed(finish: str) -> None:
    one = gains(mc.MIDNIGHT, 25, finish, 4, 5, 0)
    assert one.shape == (lessons_race.BLOCK,)
    assert one.min() >= -1e-12
    assert one.mean() > 0
    gains.cache_clear()
    assert (gains(mc.MIDNIGHT, 25, finish, 4, 5, 0) == one).all()
    assert (gains(mc.MIDNIGHT, 25, finish, 4, 5, 1) != one).any()
    assert (gains(mc.MIDNIGHT, 25, finish, 4, 6, 0) != one).any()


def test_a_gain_sums_up_its_blocks() -> None:
    blocks = np.concatenate([gains(mc.TWO_FOUR_24, 25, "round", 3, 8, block) for block in range(3)])
    found = gain(mc.TWO_FOUR_24, 25, "round", 3, 8, 150)
    assert (found.games, found.mean) == (150, pytest.approx(blocks.mean()))
    assert found.error == pytest.approx(blocks.std(ddof=1) / 150**0.5)
    chance = 1 / 3 + found.mean
    assert found.worth == pytest.approx(chance * (1 - chance) / blocks.var(ddof=1))
    assert found.worth > 20


@pytest.mark.parametrize("games", [0, 49, 75, -50, 1.5, "100"])
def test_games_come_in_blocks(games: object) -> None:
    with pytest.raises(mc.InputError, match="Games come in blocks of 50"):
        gain(mc.MIDNIGHT, 25, "round", 3, 1, games)  # type: ignore[arg-type]


def test_bad_numbers_of_games_are_refused() -> None:
    with pytest.raises(mc.InputError, match="counted from 0"):
        gains(mc.MIDNIGHT, 25, "round", 3, 1, -1)
    with pytest.raises(mc.InputError, match="2 to 8 players"):
        gains(mc.MIDNIGHT, 25, "round", 9, 1, 0)
    with pytest.raises(mc.InputError, match="seed"):
        gains(mc.MIDNIGHT, 25, "round", 3, 0, 0)
