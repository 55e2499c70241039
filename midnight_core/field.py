"""A race of two to eight players, approximated: the chances if everybody plays on by a fixed strategy.

Such a race is not solved: with three totals and more there are too many positions, and no single best play.
But when every seat follows a strategy of its own whatever the totals, its turns are independent of the
others', and the chances to win follow exactly from the distributions of a turn. A player who weighs one turn
by these chances, and then goes on as everybody does, improves on the fixed strategy at every turn.

Equal totals at the end of a finished round count as shared equally, which is what extra turns come to when
those who are level play alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from midnight_core.analysis import checked_distribution
from midnight_core.batch import POSSIBLE
from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.goals import Goal
from midnight_core.race import check_race
from midnight_core.rolls import frozen
from midnight_core.rounds import MOST_PLAYERS, check_players
from midnight_core.rules import MAX_SCORE, SCORES

FloatArray = NDArray[np.float64]

_FORGOTTEN = 1e-13
"""Chance that a race goes on beyond the turns that are looked at."""

_MOST_RUNS = 512

_MOST_TURNS = 2000

_NODES, _PARTS = np.polynomial.legendre.leggauss(MOST_PLAYERS // 2)
_SHARES = (_NODES + 1) / 2, _PARTS / 2
"""To integrate over u in 0..1 what is a polynomial in it: the mean of u**k is the share among 1 + k."""


@dataclass(frozen=True, eq=False)
class Field:
    """Players in a race, each with a fixed distribution of the score of a turn.

    Parameters
    ----------
    target : int
        4 to 300 points.
    finish : {"round", "immediate"}
        As in `midnight_core.race`.
    distributions : sequence of array_like of float, shape (25,) each
        One for each of 2 to 8 seats, first seat first; index = final score.

    Raises
    ------
    InputError
        If one of them is out of range, or all seats score so seldom that the race hardly ever ends.
    """

    target: int
    finish: str
    distributions: Sequence[ArrayLike]

    def __post_init__(self) -> None:
        check_race(self.target, self.finish)
        check_kind("distributions", self.distributions, Iterable)
        chances = tuple(checked_distribution(one) for one in self.distributions)
        check_players(len(chances))
        object.__setattr__(self, "distributions", chances)
        if self._turns > _MOST_TURNS:
            raise InputError("With turns that score so seldom the race hardly ever ends.")

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.distributions)

    def chances(self, totals: Iterable[int], played: int = 0) -> FloatArray:
        """Return every seat's chance to win, shape (players,).

        Parameters
        ----------
        totals : iterable of int
            Points of each seat.
        played : int
            How many seats have played in this round; all of them at its end.

        Raises
        ------
        InputError
            If they do not fit the seats.
        """
        points = self._checked(totals, played)
        chances = np.empty(self.players)
        for seat in range(self.players):
            weights = self._weights(seat, points, played, has_moved=False)
            chances[seat] = np.sum(self._run(seat, points[seat]).reached * weights)
        return frozen(chances)

    def goal(self, totals: Iterable[int], played: int) -> Goal:
        """Return the goal of the seat to play: its chance to win by its own score of this turn.

        Parameters and errors as in `chances`; somebody must be left to play.
        """
        return Goal("win the race", tuple(self._payoff(self._checked(totals, played), played).tolist()))

    def _payoff(self, points: tuple[int, ...], seat: int) -> FloatArray:
        if seat == self.players:
            raise InputError("All {count} seats have played this round.", count=self.players)
        weights = self._weights(seat, points, seat, has_moved=True)
        payoff = np.zeros(SCORES)
        for score in POSSIBLE:
            payoff[score] = np.sum(self._run(seat, points[seat] + int(score)).reached * weights)
        return payoff

    def _checked(self, totals: Iterable[int], played: int) -> tuple[int, ...]:
        check_kind("totals", totals, Iterable)
        points = tuple(totals)
        if len(points) != self.players or not all(is_whole(one) and one >= 0 for one in points):
            raise InputError("A race of {count} has {count} totals.", count=self.players)
        if not is_whole(played) or not 0 <= played <= self.players:
            raise InputError(
                "Of {count} seats, {played} cannot have played.", count=self.players, played=named(played)
            )
        for seat, total in enumerate(points):
            # Who has just passed the target may be asked about: the race is won.
            may_pass = seat < played if self.finish == "round" else seat == played - 1
            if total >= self.target + (MAX_SCORE if may_pass else 0):
                raise InputError("The race is over with {total} points.", total=named(total))
        return tuple(map(int, points))

    def _weights(self, seat: int, points: tuple[int, ...], played: int, *, has_moved: bool) -> FloatArray:
        """Return how much it is worth to reach each total, shape (turns, 24): the others have less by then.

        Turn 0 is before any further turn of this seat; `has_moved` says that it has just had one.
        """
        others = [other for other in range(self.players) if other != seat]
        if self.finish == "immediate":
            worth = np.ones((self._turns, 1))
            for other in others:
                alive = self._run(other, points[other]).alive
                place, own = (other - played) % self.players, (seat - played) % self.players
                behind = 0 if has_moved or place < own else 1
                worth[behind:] *= alive[: self._turns - behind, None]
            # Before its first further turn nobody has reached the target.
            worth[0] = 1 if points[seat] >= self.target else worth[0]
            return worth
        worth = np.zeros((self._turns, MAX_SCORE))
        levels, parts = _SHARES
        product = np.ones((len(levels), self._turns, MAX_SCORE))
        for other in others:
            run, ahead = self._run(other, points[other]), int(other >= played)
            below = run.up_to - (1 - levels)[:, None, None] * run.reached
            product[:, : self._turns - ahead] *= below[:, ahead:]
            product[:, self._turns - ahead :] = 0
        by_round = np.tensordot(parts, product, axes=1)
        ahead = 0 if has_moved or seat < played else 1
        worth[ahead:] = by_round[: self._turns - ahead]
        return worth

    def _run(self, seat: int, total: int) -> _Run:
        """Return how a seat with a total goes on; the last ones made are kept."""
        run = self._runs.get((seat, total))
        if run is None:
            run = self._made(seat, total)
            if len(self._runs) >= _MOST_RUNS:
                self._runs.clear()
            self._runs[seat, total] = run
        return run

    def _made(self, seat: int, total: int) -> _Run:
        alive, reached = np.zeros(self._turns), np.zeros((self._turns, MAX_SCORE))
        if total >= self.target:
            reached[0, total - self.target] = 1
            return _Run(alive, reached)
        to_go = self.target - total
        sums = self._sums[seat][:, :to_go]
        gain = to_go + np.arange(MAX_SCORE) - np.arange(to_go)[:, None]
        chances = np.where(gain <= MAX_SCORE, self._chances[seat][np.minimum(gain, MAX_SCORE)], 0)
        reached[1:] = sums[:-1] @ chances
        return _Run(sums.sum(axis=1), reached)

    @cached_property
    def _runs(self) -> dict[tuple[int, int], _Run]:
        return {}

    @cached_property
    def _chances(self) -> FloatArray:
        return np.array(self.distributions, dtype=np.float64)

    @cached_property
    def _sums(self) -> list[FloatArray]:
        """For each seat the distribution of the points of 0, 1, 2.. turns, as far as below the target."""
        sums = [[np.eye(1, self.target)[0]] for _ in range(self.players)]
        # The race is over when the fastest seat is there; one turn too many tells that it never is.
        while min(one[-1].sum() for one in sums) > _FORGOTTEN and len(sums[0]) <= _MOST_TURNS:
            for one, chances in zip(sums, self._chances, strict=True):
                one.append(np.convolve(one[-1], chances)[: self.target])
        return [np.array(one) for one in sums]

    @cached_property
    def _turns(self) -> int:
        return len(self._sums[0])


@dataclass(frozen=True, eq=False)
class _Run:
    """A seat's further turns, index = how many of them.

    Attributes
    ----------
    alive : float64 array, shape (turns,)
        Chance to be below the target still.
    reached : float64 array, shape (turns, 24)
        Chance to have just reached it, by the points beyond.
    """

    alive: FloatArray
    reached: FloatArray

    @cached_property
    def up_to(self) -> FloatArray:
        """Chance to be below the target, or to have just reached it with so many points beyond at most."""
        chances: FloatArray = self.alive[:, None] + np.cumsum(self.reached, axis=1)
        return chances
