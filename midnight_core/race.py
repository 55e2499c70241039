"""A race of two players to a number of points, solved exactly: the chance to win from every pair of totals.

The seat that plays and the two totals are all that matters. With ``finish="round"`` a round is completed and
the higher total wins; equal totals go to extra turns, one each, until one is ahead. With
``finish="immediate"`` the first to reach the target wins at once. A turn without points leaves the totals as
they are, so a pair of totals can come again: its value is the fixed point of what one more round makes of it.

Totals only grow: pairs with the same sum do not depend on each other, except when they come again, and are
solved together, from the highest sum down.

``python -m midnight_core.race`` computes the tables that are shipped with the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from midnight_core.batch import solve_many, turn_values
from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.goals import Goal
from midnight_core.policies import evaluate
from midnight_core.rolls import IntArray, frozen
from midnight_core.rounds import solve_round
from midnight_core.rules import MAX_SCORE, MIDNIGHT, SCORES, TWO_FOUR_24, Rules
from midnight_core.strategies import NAMED, Strategy

FloatArray = NDArray[np.float64]
Progress = Callable[[float], None]
Pair = tuple[Strategy | None, Strategy | None]

FINISHES = ("round", "immediate")
DEFAULT_TARGET = 100
LEAST_TARGET, MOST_TARGET = 4, 300

SHIPPED = "races.npz"
SHIPPED_PAIRS: tuple[Pair, ...] = ((None, None), (None, NAMED["perfect"]), (NAMED["perfect"], None))
"""Who plays in the races that are shipped: best play with itself, and with the best average."""

_ENOUGH = 1e-14
_MOST_PASSES = 200
_SCORES = np.arange(SCORES)


@dataclass(frozen=True, eq=False)
class Race:
    """A solved race; made by `solve_race`.

    Attributes
    ----------
    rules : Rules
    target : int
    finish : {"round", "immediate"}
    strategies : tuple of Strategy or None, length 2
        What each seat follows; None is its best play.
    win : float64 array, shape (target, target)
        ``win[i, j]`` is the first seat's chance when it is to play, with i points against j. With
        ``finish="immediate"`` and both at their best that is the chance of any mover.
    """

    rules: Rules
    target: int
    finish: str
    strategies: Pair
    win: FloatArray

    def chance(self, totals: Iterable[int], mover: int) -> float:
        """Return the first seat's chance to win when seat `mover` is to play.

        Parameters
        ----------
        totals : iterable of int
            Points of the first and of the second seat. With ``finish="round"`` the second may find the first
            at the target or beyond.
        mover : {0, 1}

        Raises
        ------
        InputError
            If the race is over at these totals, or they are no totals.
        """
        first, second = self._checked(totals, mover)
        tables = self._tables
        return float((tables.second_plays if mover else tables.first_plays)[first, second])

    def goal(self, totals: Iterable[int], mover: int) -> Goal:
        """Return the goal of seat `mover`: its chance to win by its own score of this turn.

        Parameters and errors as in `chance`.
        """
        first, second = self._checked(totals, mover)
        payoff = self._payoffs(np.array([first]), np.array([second]), mover)[0]
        return Goal("win the race", tuple(payoff.tolist()))

    def distributions(self, mover: int) -> FloatArray:
        """Return how the scores of a seat's next turn are distributed when it plays as solved.

        Parameters
        ----------
        mover : {0, 1}

        Returns
        -------
        float64 array, shape (target, target, 25)
            By the first's total, the second's total, and the score.

        Raises
        ------
        InputError
            If `mover` is no seat.
        """
        self._checked((0, 0), mover)
        strategy = self.strategies[mover]
        if strategy is not None:
            return np.broadcast_to(evaluate(self.rules, strategy), (*self.win.shape, SCORES))
        first, second = np.indices(self.win.shape).reshape(2, -1)
        payoffs = self._payoffs(first, second, mover)
        return solve_many(self.rules, payoffs).distributions.reshape(*self.win.shape, SCORES)

    @cached_property
    def residual(self) -> float:
        """The largest difference between a cell of `win` and what one more round makes of the table."""
        first, second = np.indices(self.win.shape).reshape(2, -1)
        again = _worth(self.rules, self.strategies[0], self._payoffs(first, second, 0))
        return float(np.abs(again - self.win.ravel()).max())

    def _payoffs(self, first: IntArray, second: IntArray, mover: int) -> FloatArray:
        tables = self._tables
        return (tables.payoffs_second if mover else tables.payoffs_first)(first, second)

    @cached_property
    def _tables(self) -> _Tables:
        """What follows from `win` alone."""
        tables = _Tables.ends(self.rules, self.target, self.finish, self.strategies)
        tables.first_plays[: self.target, : self.target] = self.win
        first, second = np.indices(self.win.shape).reshape(2, -1)
        tables.solve_second(self.rules, self.strategies[1], first, second)
        return tables

    def _checked(self, totals: Iterable[int], mover: int) -> tuple[int, int]:
        check_kind("totals", totals, Iterable)
        pair = tuple(totals)
        is_seat = is_whole(mover) and mover in (0, 1)
        if len(pair) != 2 or not is_seat or not all(is_whole(one) and one >= 0 for one in pair):
            raise InputError("A race has two totals, and seat 0 or 1 is to play.")
        first, second = int(pair[0]), int(pair[1])
        beyond = MAX_SCORE if mover == 1 and self.finish == "round" else 0
        if first >= self.target + beyond or second >= self.target:
            raise InputError(
                "The race is over at {first} to {second}.", first=named(first), second=named(second)
            )
        return first, second


@dataclass(frozen=True, eq=False)
class _Tables:
    """The first seat's chance before each seat's turn, also where the last turn has passed the target.

    Attributes
    ----------
    first_plays, second_plays : float64 array, shape (target + 24, target + 24)
        By the first's total, then the second's.
    """

    first_plays: FloatArray
    second_plays: FloatArray

    @classmethod
    def ends(cls, rules: Rules, target: int, finish: str, strategies: Pair) -> _Tables:
        """Return the tables where somebody has reached the target; the rest is still to be solved."""
        totals = np.arange(target + MAX_SCORE)
        first, second = totals[:, None], totals
        if finish == "immediate":
            ended = np.where(first < target, 0.0, 1.0) + 0.0 * second
            return cls(ended, ended.copy())
        level = solve_round(rules, 2, "replay", strategies=strategies).equity[0]
        tables = cls(np.where(first == second, level, first > second), np.zeros((len(totals), len(totals))))
        behind = np.indices((MAX_SCORE, target)).reshape(2, -1) + np.array([[target], [0]])
        tables.solve_second(rules, strategies[1], *behind)
        return tables

    def payoffs_first(self, first: IntArray, second: IntArray) -> FloatArray:
        """Return the first seat's chance by its score at pairs of totals, shape (pairs, 25)."""
        chances: FloatArray = self.second_plays[first[:, None] + _SCORES, second[:, None]]
        return chances

    def payoffs_second(self, first: IntArray, second: IntArray) -> FloatArray:
        """Return the second seat's chance by its score at pairs of totals, shape (pairs, 25)."""
        chances: FloatArray = 1 - self.first_plays[first[:, None], second[:, None] + _SCORES]
        return chances

    def solve_first(self, rules: Rules, strategies: Pair, first: IntArray, second: IntArray) -> FloatArray:
        """Solve the first seat's turn at pairs of totals, and return how much its chances moved."""
        before = self.first_plays[first, second]
        moved = _worth(rules, strategies[0], self.payoffs_first(first, second)) - before
        # One pass leaves this share of what was wrong: next to nothing, unless neither ever scores.
        left = _p_nothing(rules, strategies)
        self.first_plays[first, second] = before + moved / (1 - left)
        return np.abs(moved)

    def solve_second(
        self, rules: Rules, strategy: Strategy | None, first: IntArray, second: IntArray
    ) -> None:
        """Solve the second seat's turn at pairs of totals."""
        worth = _worth(rules, strategy, self.payoffs_second(first, second))
        self.second_plays[first, second] = 1 - worth


def _worth(rules: Rules, strategy: Strategy | None, payoffs: FloatArray) -> FloatArray:
    """Return what a turn is worth for each of the payoffs, shape (pairs,)."""
    return turn_values(rules, payoffs) if strategy is None else payoffs @ evaluate(rules, strategy)


def _p_nothing(rules: Rules, strategies: Pair) -> float:
    """Return the chance that two strategies both score nothing; 0 if a seat plays its best instead."""
    one, other = strategies
    if one is None or other is None:
        return 0
    return float(evaluate(rules, one)[0] * evaluate(rules, other)[0])


def solve_race(
    rules: Rules,
    target: int = DEFAULT_TARGET,
    finish: str = "round",
    *,
    strategies: Sequence[Strategy | None] = (None, None),
    progress: Progress | None = None,
) -> Race:
    """Solve a race of two players exactly; kept for the next time, and shipped for `SHIPPED_PAIRS` to 100.

    Parameters
    ----------
    rules : Rules
    target : int
        4 to 300 points.
    finish : {"round", "immediate"}
        Whether the round is completed, or the first to reach the target wins at once.
    strategies : sequence of Strategy or None, optional
        What the first and the second seat follow whatever the totals, or None for their best play.
    progress : callable, optional
        Called with the share of the work done, from 0 to 1; not when the race is at hand.

    Raises
    ------
    InputError
        If one of them is out of range.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> race = solve_race(MIDNIGHT)
    >>> 0.5 < race.win[90, 80] < race.win[95, 80] < 1
    np.True_
    """
    check_kind("rules", rules, Rules)
    check_race(target, finish)
    check_kind("strategies", strategies, Iterable)
    followed = tuple(strategies)
    if len(followed) != 2 or not all(one is None or isinstance(one, Strategy) for one in followed):
        raise InputError("Name one strategy, or none, for each of the two seats.")
    if progress is not None:
        check_kind("progress", progress, Callable)  # type: ignore[arg-type]
    key = (rules, int(target), finish, followed)
    # Several who ask for the same race wait for the first, and different races are solved one by one.
    with _SOLVING:
        race = _RACES.get(key)
        if race is None:
            win = _shipped(*key)
            race = Race(*key, frozen(_solved(*key, progress) if win is None else win))
            _RACES[key] = race
            for old in list(_RACES)[:-_MOST_RACES]:
                del _RACES[old]
    return race


def check_race(target: int, finish: str) -> None:
    """Raise an `InputError` if no race goes to such a target or ends like that."""
    if not is_whole(target) or not LEAST_TARGET <= target <= MOST_TARGET:
        raise InputError(
            "A race goes to {least} to {most} points, not {target}.",
            least=LEAST_TARGET,
            most=MOST_TARGET,
            target=named(target),
        )
    if not is_choice(finish, FINISHES):
        raise InputError(
            "A race is finished by one of {finishes}, not {finish}.",
            finishes=", ".join(FINISHES),
            finish=named(finish),
        )


def is_at_hand(rules: Rules, target: int, finish: str, strategies: Pair) -> bool:
    """Say whether `solve_race` answers at once: the race is kept or shipped."""
    key = (rules, target, finish, strategies)
    return key in _RACES or _is_shipped(*key)


# A function's own cache would take `progress` for a part of the question.
_RACES: dict[tuple[Rules, int, str, Pair], Race] = {}
_MOST_RACES = 32
_SOLVING = RLock()


def _solved(
    rules: Rules, target: int, finish: str, strategies: Pair, progress: Progress | None
) -> FloatArray:
    tables = _Tables.ends(rules, target, finish, strategies)
    done = 0
    for total in range(2 * (target - 1), -1, -1):
        first = np.arange(max(0, total - target + 1), min(total, target - 1) + 1)
        second = total - first
        # A first guess: the same gap a little later.
        later = np.minimum(first + 1, target - 1), np.minimum(second + 1, target - 1)
        tables.first_plays[first, second] = tables.first_plays[later]
        for _ in range(_MOST_PASSES):
            tables.solve_second(rules, strategies[1], first, second)
            if tables.solve_first(rules, strategies, first, second).max() <= _ENOUGH:
                break
        done += len(first)
        if progress is not None:
            progress(done / target**2)
    return tables.first_plays[:target, :target].copy()


def _key(rules: Rules, finish: str, strategies: Pair) -> str:
    followed = (f"{one.name}{seat}" for seat, one in enumerate(strategies) if one is not None)
    return "-".join(("".join(map(str, rules.required)), finish, *followed))


def _is_shipped(rules: Rules, target: int, finish: str, strategies: Pair) -> bool:
    is_known = finish in FINISHES and rules in (MIDNIGHT, TWO_FOUR_24)
    return is_known and target == DEFAULT_TARGET and strategies in SHIPPED_PAIRS


def _shipped(rules: Rules, target: int, finish: str, strategies: Pair) -> FloatArray | None:
    """Return the table that comes with the package; None if there is none."""
    if not _is_shipped(rules, target, finish, strategies):
        return None
    with as_file(files("midnight_core") / SHIPPED) as path, np.load(path) as tables:
        win: FloatArray = tables[_key(rules, finish, strategies)]
    return win


def write_shipped(path: Path) -> None:
    """Compute the tables of all races to 100 and write them to a file."""
    tables = {
        _key(rules, finish, strategies): _solved(rules, DEFAULT_TARGET, finish, strategies, None)
        for rules in (MIDNIGHT, TWO_FOUR_24)
        for finish in FINISHES
        for strategies in SHIPPED_PAIRS
    }
    np.savez_compressed(path, allow_pickle=False, **tables)


if __name__ == "__main__":
    write_shipped(Path(__file__).with_name(SHIPPED))
