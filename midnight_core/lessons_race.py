"""Where best play in a race leaves the best average, and how good it is to weigh one turn at a time.

A player who wants to win gives up average score for one of two reasons. A turn that also qualifies less often
is a *gamble*: a miss is risked for a high score. A turn that qualifies as often as the best average, which
nothing can better, *aims*: it gives up points that are not needed and makes surer of those that are.

The approximation is the one of `midnight_core.field`: weigh this turn as if everybody, oneself included,
played on for the best average, and do so again at every turn. With two players its worth is found exactly;
with more it is estimated from games, not from who wins them but from what each weighed turn gains over the
best average. In expectation these gains sum to the gain of the whole policy, and they vary far less.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from midnight_core.batch import solve_many
from midnight_core.dice import DICE, Dice, is_whole
from midnight_core.errors import InputError, named
from midnight_core.field import Field
from midnight_core.gamecode import checked_seed
from midnight_core.goals import Goal
from midnight_core.policies import evaluate, policy
from midnight_core.positions import POSITIONS, successors, with_dice_left
from midnight_core.race import Progress, Race, solve_race
from midnight_core.rolls import IntArray, all_rolls, frozen, keep_table
from midnight_core.rounds import solve_round
from midnight_core.rules import MAX_SCORE, SCORES, Rules
from midnight_core.solver import solve
from midnight_core.strategies import NAMED, Strategy
from midnight_core.turns import Turn

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

AVERAGE = NAMED["perfect"]
"""Plays for the best average score, whatever the totals."""

NOTICED = 0.1
"""Points of average score from which giving them up counts."""

BLOCK = 50
"""Games that are simulated at once."""

Key = TypeVar("Key")
Kept = TypeVar("Kept")

_LEVEL = 1e-9
_SCORES = np.arange(SCORES)
_AT_ONCE = 512
_MOST_KEPT = 64


@lru_cache(maxsize=32)
def winning(race: Race, mover: int) -> FloatArray:
    """Return the chance to win of the seat that is to play, by the own total, then the other's.

    If the other has played in this round already, its total may be at the target or beyond.

    Parameters
    ----------
    race : Race
    mover : {0, 1}
        The seat that begins the round, or the one that has seen the other's turn.
    """
    if not mover:
        return race.win
    cells = np.ndindex(_shape(race, mover))
    won = np.array([1 - race.chance((theirs, mine), mover) for theirs, mine in cells])
    return frozen(won.reshape(_shape(race, mover)).T)


def even(won: FloatArray) -> IntArray:
    """Return for each own total the highest total of the other with a chance of one half; -1 if none.

    Parameters
    ----------
    won : float64 array
        As `winning` returns them.
    """
    return np.asarray((won >= 0.5).sum(axis=1) - 1, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Board:
    """A race as the player sees it who is to play; made by `board`.

    All arrays go by the own total, then the other's. If the other has played in this round already, its
    total may be at the target or beyond.

    Attributes
    ----------
    given_up : float64 array, shape (target, totals)
        Points of average score that the best turn for winning gives up.
    risked : float64 array, shape (target, totals)
        By how much its chance to qualify is below the best one.
    """

    given_up: FloatArray
    risked: FloatArray

    @cached_property
    def gambles(self) -> BoolArray:
        """Where average is given up, and with it a part of the chance to qualify."""
        return frozen((self.given_up > NOTICED) & (self.risked > _LEVEL))

    @cached_property
    def aims(self) -> BoolArray:
        """Where average is given up, but nothing of the chance to qualify."""
        return frozen((self.given_up > NOTICED) & (self.risked <= _LEVEL))

    @cached_property
    def behind(self) -> IntArray:
        """By how many points the player is behind; negative when ahead."""
        mine, theirs = np.indices(self.given_up.shape)
        return frozen(np.asarray(theirs - mine, dtype=np.int64))

    @property
    def least_behind(self) -> int:
        """The least number of points behind, negative for a lead, with which it gambles anywhere."""
        return int(self.behind[self.gambles].min())

    def share(self, where: BoolArray) -> float:
        """Return in which share of some positions it gambles."""
        return float(self.gambles[where].mean())

    def worst(self, where: BoolArray) -> tuple[int, int]:
        """Return the totals, own first, at which most is given up in some positions."""
        mine, theirs = np.unravel_index(np.where(where, self.given_up, -1).argmax(), where.shape)
        return int(mine), int(theirs)

    def stretches(self, theirs: int, least: float) -> tuple[tuple[int, int], ...]:
        """Return from which to which own total more than `least` points are gambled away at one of theirs."""
        gambled = self.gambles[:, theirs] & (self.given_up[:, theirs] > least)
        edges = np.flatnonzero(np.diff(np.concatenate([[False], gambled, [False]]).astype(int)))
        return tuple((int(start), int(end) - 1) for start, end in zip(edges[::2], edges[1::2], strict=True))


def board(race: Race, mover: int, progress: Progress | None = None) -> Board:
    """Return a race as the seat sees it that is to play; kept for the next time.

    Parameters
    ----------
    race : Race
        With both seats at their best.
    mover : {0, 1}
        The seat that begins the round, or the one that has seen the other's turn.
    progress : callable, optional
        Called with the share of the work done, from 0 to 1; not when the board is at hand.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> found = board(solve_race(MIDNIGHT, 25), 0)
    >>> bool(found.gambles[5, 5]), bool(found.gambles[20, 10])
    (True, False)
    """
    return _kept(_BOARDS, (race, mover), lambda: _board(race, mover, progress))


# A function's own cache would take `progress` for a part of the question.
_BOARDS: dict[tuple[Race, int], Board] = {}


def _kept(found: dict[Key, Kept], key: Key, find: Callable[[], Kept]) -> Kept:
    """Return what was found for a key; find it and keep it if it was not, and forget the oldest."""
    value = found.get(key)
    if value is None:
        value = found[key] = find()
        for old in list(found)[:-_MOST_KEPT]:
            found.pop(old, None)
    return value


def _board(race: Race, mover: int, progress: Progress | None) -> Board:
    turns, average = _turns(race, mover, progress), evaluate(race.rules, AVERAGE)
    given_up, risked = (average - turns) @ _SCORES, turns[:, :, 0] - average[0]
    return Board(*(frozen(one.T if mover else one) for one in (given_up, risked)))


def _shape(race: Race, mover: int) -> tuple[int, int]:
    """Return below which totals, first's and second's, a seat may be to play."""
    beyond = MAX_SCORE if mover and race.finish == "round" else 0
    return race.target + beyond, race.target


def _turns(race: Race, mover: int, progress: Progress | None) -> FloatArray:
    """Return how a seat's best turn is distributed at all totals, shape (first, second, 25)."""
    shape = _shape(race, mover)
    payoffs = np.array([race.goal(pair, mover).payoff for pair in np.ndindex(shape)])
    # Once the other is over the line, only the distance counts.
    distinct, numbers = np.unique(payoffs, axis=0, return_inverse=True)
    parts = []
    for start in range(0, len(distinct), _AT_ONCE):
        if progress is not None:
            progress(start / len(distinct))
        parts.append(solve_many(race.rules, distinct[start : start + _AT_ONCE]).distributions)
    turns: FloatArray = np.concatenate(parts)[numbers.reshape(shape)]
    return turns


@lru_cache(maxsize=256)
def costliest_roll(rules: Rules, goal: Goal) -> tuple[Dice, float]:
    """Return the first roll at which the keep for the best average costs most of a goal, and how much.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> roll, cost = costliest_roll(MIDNIGHT, solve_race(MIDNIGHT).goal((80, 80), 0))
    >>> roll, round(cost, 3)
    ((1, 4, 4, 5, 5, 5), 0.162)
    """
    solution = solve(rules, goal)
    values = np.zeros(POSITIONS)
    for dice in range(DICE):
        values[with_dice_left(dice)] = [solution.value(Turn(rules, kept)) for kept in all_rolls(DICE - dice)]
    worth = values[successors(DICE)[0]]
    costs = np.maximum.reduceat(worth, keep_table(DICE).starts) - worth[policy(rules, AVERAGE)[DICE][0]]
    number = int(costs.argmax())
    return all_rolls(DICE)[number], float(costs[number])


@dataclass(frozen=True)
class Weighing:
    """What it is worth to weigh turn by turn against a player of the best average, two players, exact.

    Each is a seat's chance to win from no points, the other seat playing for the best average.

    Attributes
    ----------
    average : float
        If it plays for the best average as well.
    weighed : float
        If it weighs each turn as if both played on for the best average.
    best : float
        If it plays its best.
    """

    average: float
    weighed: float
    best: float

    @property
    def share(self) -> float:
        """Which share of the possible gain weighing finds; all of it if there is nothing to gain."""
        possible = self.best - self.average
        return (self.weighed - self.average) / possible if possible > _LEVEL else 1.0


def weighing(rules: Rules, target: int, finish: str, seat: int, progress: Progress | None = None) -> Weighing:
    """Return what it is worth to a seat, 0 or 1, to weigh turn by turn; kept for the next time.

    Extra turns after a tie are a round of two, which is solved: there the seat that weighs plays its best.

    Parameters
    ----------
    rules : Rules
    target, finish : int, str
        As in `midnight_core.race.solve_race`.
    seat : {0, 1}
    progress : callable, optional
        As for a `board`.
    """
    key = rules, target, finish, seat
    return _kept(_WEIGHINGS, key, lambda: _weighing(*key, progress))


_WEIGHINGS: dict[tuple[Rules, int, str, int], Weighing] = {}


def _weighing(rules: Rules, target: int, finish: str, seat: int, progress: Progress | None) -> Weighing:
    both = solve_race(rules, target, finish, strategies=(AVERAGE, AVERAGE))
    best = solve_race(rules, target, finish, strategies=alone(seat))
    chances = both.win[0, 0], turn_by_turn(both, seat, progress), best.win[0, 0]
    return Weighing(*(float(1 - chance if seat else chance) for chance in chances))


def alone(seat: int) -> tuple[Strategy | None, Strategy | None]:
    """Return the strategies with which one seat plays its best against the best average."""
    return (AVERAGE, None) if seat else (None, AVERAGE)


def turn_by_turn(both: Race, seat: int, progress: Progress | None = None) -> float:
    """Return the first seat's chance from no points when one seat weighs its turns.

    Parameters
    ----------
    both : Race
        With both seats playing for the best average: what a `Field` of these two would say.
    seat : {0, 1}
        The one that weighs.
    progress : callable, optional
        Called with the share of the work done, from 0 to 1.
    """
    target, average = both.target, evaluate(both.rules, AVERAGE)
    first, second = (
        _turns(both, mover, progress)
        if mover == seat
        else np.broadcast_to(average, (*_shape(both, mover), SCORES))
        for mover in (0, 1)
    )
    one, two = np.indices((target + MAX_SCORE,) * 2)
    if both.finish == "round":
        level = solve_round(both.rules, 2, "replay", strategies=alone(seat)).equity[0]
        plays = np.where(one == two, level, one > two)
    else:
        plays = (one >= target).astype(np.float64)
    # The first seat's chance before the second's turn, where that is the last one or there is none.
    replies = plays.copy()
    behind, own = np.indices(second[target:].shape[:2])[:, :, :, None]
    replies[target : target + len(behind), :target] = np.sum(
        second[target:] * plays[target + behind, own + _SCORES], axis=2
    )
    more = _SCORES[1:]
    for total in range(2 * (target - 1), -1, -1):
        i = np.arange(max(0, total - target + 1), min(total, target - 1) + 1)
        j = total - i
        scored = np.sum(first[i, j, 1:] * replies[i[:, None] + more, j[:, None]], axis=1)
        answered = np.sum(second[i, j, 1:] * plays[i[:, None], j[:, None] + more], axis=1)
        missed, unanswered = first[i, j, 0], second[i, j, 0]
        # When both miss, the totals come again.
        plays[i, j] = (scored + missed * answered) / (1 - missed * unanswered)
        replies[i, j] = answered + unanswered * plays[i, j]
    return float(plays[0, 0])


@lru_cache(maxsize=1024)
def gains(rules: Rules, target: int, finish: str, players: int, seed: int, block: int) -> FloatArray:
    """Return what weighing each turn gained in simulated games against players of the best average.

    The seat that weighs is another one in every game, in order. Equal totals at the end count as shared.

    Parameters
    ----------
    rules : Rules
    target, finish, players : int, str, int
        As for a `midnight_core.field.Field`.
    seed : int
        The same seed plays the same games.
    block : int
        Which games of the seed, from 0: block after block they are as many as one likes.

    Returns
    -------
    float64 array, shape (BLOCK,)
        For each game the sum over the weighed turns of what the turn gained, as a chance to win; the mean of
        it is the gain of the policy.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    if not is_whole(block) or block < 0:
        raise InputError("Blocks of games are counted from 0.")
    average = evaluate(rules, AVERAGE)
    field = Field(target, finish, (average,) * players)
    rng = np.random.default_rng((checked_seed(seed), players, block))
    weigher = (block * BLOCK + np.arange(BLOCK)) % players
    totals, gained = np.zeros((BLOCK, players), dtype=np.int64), np.zeros(BLOCK)
    going = np.ones(BLOCK, dtype=bool)
    while going.any():
        for seat in range(players):
            chances = np.tile(average, (BLOCK, 1))
            here = np.flatnonzero(going & (weigher == seat))
            if len(here):
                payoffs = np.array([field.goal(row, seat).payoff for row in totals[here].tolist()])
                solved = solve_many(rules, payoffs)
                gained[here] += solved.values - payoffs @ average
                chances[here] = solved.distributions
            drawn = (rng.random((BLOCK, 1)) >= np.cumsum(chances, axis=1)).sum(axis=1)
            totals[:, seat] += np.where(going, np.minimum(drawn, MAX_SCORE), 0)
            if finish == "immediate":
                going &= totals[:, seat] < target
        going &= totals.max(axis=1) < target
    return frozen(gained)


@dataclass(frozen=True)
class Gain:
    """What weighing each turn gains over the best average, from simulated games.

    Attributes
    ----------
    games : int
    mean : float
        Gain as a chance to win.
    error : float
        Standard error of the mean.
    worth : float
        How many times as many games would have to be played to know it as well from who wins.
    """

    games: int
    mean: float
    error: float
    worth: float


def gain(rules: Rules, target: int, finish: str, players: int, seed: int, games: int) -> Gain:
    """Return what weighing gains in so many games, a whole number of blocks; see `gains`.

    Raises
    ------
    InputError
        If an argument is out of range.
    """
    if not is_whole(games) or games < BLOCK or games % BLOCK:
        raise InputError("Games come in blocks of {block}, not {games}.", block=BLOCK, games=named(games))
    blocks = [gains(rules, target, finish, players, seed, block) for block in range(games // BLOCK)]
    gained = np.concatenate(blocks)
    mean, variance = float(gained.mean()), float(gained.var(ddof=1))
    chance = 1 / players + mean
    return Gain(games, mean, math.sqrt(variance / games), chance * (1 - chance) / variance)
