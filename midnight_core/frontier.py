"""What a high target costs: the trade-off between the mean score and the chance of reaching a target.

Weigh the two goals: a payoff of ``score + w * [score >= target]`` makes reaching the target worth `w` points
more. Every w has a best policy, and the (mean, chance) points of these policies are the corners of a convex
frontier: nobody gets more of the one without less of the other, not even by tossing a coin between policies.

The corners are found exactly, by a recursion on slopes:

1. the two ends are the best mean (and, among those, the best chance) and the best chance (and the best mean);
2. between two points found, solve for the weight at which they are worth the same;
3. if nothing is worth more than they are, they are neighbours; otherwise the point found is a new corner, as
   the solver gives ties to the higher mean, and both sides are searched on.

Weights are fractions and payoffs are scaled to whole numbers, so "worth more" is never a matter of rounding.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from midnight_core import goals
from midnight_core.analysis import FloatArray
from midnight_core.dice import DICE, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.goals import Goal
from midnight_core.policies import counts_of, ways_to
from midnight_core.positions import denominator, with_dice_left
from midnight_core.rolls import all_rolls, frozen
from midnight_core.rules import SCORES, Rules
from midnight_core.solver import solve_payoff
from midnight_core.turns import Turn


@dataclass(frozen=True)
class Point:
    """A corner of the frontier: one policy.

    Attributes
    ----------
    low : Fraction
        The least weight, in points, for which the policy is among the best; 0 for the best mean.
    high : Fraction or None
        The greatest such weight; None when there is none, for the best chance.
    goal : Goal
        A goal with a simple weight between the two, for which no other point is as good; its optimal policy
        is the one meant here.
    weight : Fraction
        The weight of that goal, in points.
    mean : Fraction
        Mean score in points, a turn that does not qualify counting 0.
    chance : Fraction
        Chance of the target or more.
    counts : tuple of int
        25 exact chances of the final scores, in whole parts of `parts`; index = score.
    parts : int
        What the counts sum to, 6**(n(n + 1)/2) with n dice left.
    """

    low: Fraction
    high: Fraction | None
    goal: Goal
    weight: Fraction
    mean: Fraction
    chance: Fraction
    counts: tuple[int, ...]
    parts: int

    @property
    def distribution(self) -> FloatArray:
        """Chance of each final score, float64, shape (25,)."""
        return frozen(np.array(self.counts, dtype=np.int64) / self.parts)


@dataclass(frozen=True)
class Frontier:
    """All corners of a trade-off; made by `trade_off`.

    Attributes
    ----------
    turn : Turn
        Where it starts.
    target : int
    points : tuple of Point
        From the best mean to the best chance; neighbours share a weight, at which both are best.
    """

    turn: Turn
    target: int
    points: tuple[Point, ...]

    def at(self, weight: Fraction | float) -> Point:
        """Return the best point when reaching the target is worth `weight` points more.

        At a weight where two are best it is the one with the higher mean.

        Raises
        ------
        InputError
            If `weight` is not a number, 0 or more.
        """
        if not _is_weight(weight):
            raise InputError("A weight is a number, 0 or more, not {weight}.", weight=named(weight))
        return next(point for point in self.points if point.high is None or weight <= point.high)


def _is_weight(weight: Any) -> bool:
    # "Not a number" is a number to Python, but not one that is at least 0.
    is_number = is_whole(weight) or isinstance(weight, float | Fraction)
    return is_number and bool(weight >= 0)


def trade_off(turn: Turn, target: int) -> Frontier:
    """Return the frontier between the mean score and the chance of `target` or more, from a position on.

    Parameters
    ----------
    turn : Turn
        A position before a roll; ``Turn(rules)`` is the whole turn.
    target : int
        A score that a qualifying turn can have, 4 to 24.

    Returns
    -------
    Frontier
        Cached; from the start of a turn it takes about a second.

    Raises
    ------
    InputError
        If `turn` is no turn, or `target` is out of range.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> last_two = trade_off(Turn(MIDNIGHT, (1, 4, 6, 6)), 22)
    >>> [(str(point.mean), str(point.chance)) for point in last_two.points]
    [('1457/72', '1/3'), ('485/24', '19/54'), ('727/36', '77/216')]
    """
    check_kind("turn", turn, Turn)
    payoff = goals.at_least(target).payoff
    return _frontier(turn, int(target), tuple(int(reached) for reached in payoff))


@dataclass(frozen=True)
class _Corner:
    """Mean and chance of a policy, in whole parts of one denominator."""

    mean: int
    chance: int
    counts: tuple[int, ...]


@lru_cache(maxsize=64)
def _frontier(turn: Turn, target: int, reached: tuple[int, ...]) -> Frontier:
    # Two means that differ do so by one part of 6**21 or more, which is worth more here than any chance.
    first = _best(turn, reached, 2 * denominator(DICE), 1)
    last = _best(turn, reached, 0, 1)
    corners = [first, *_between(turn, reached, first, last), last] if first != last else [first]
    bounds = [Fraction(0), *(_level(one, other) for one, other in pairwise(corners)), None]
    points = [
        _point(turn, target, corner, low, high)
        for corner, (low, high) in zip(corners, pairwise(bounds), strict=True)
        if low is not None
    ]
    return Frontier(turn, target, tuple(points))


def _between(turn: Turn, reached: tuple[int, ...], one: _Corner, other: _Corner) -> list[_Corner]:
    """Return the corners strictly between two corners, by falling mean."""
    level = _level(one, other)
    scale, bonus = level.denominator, level.numerator
    new = _best(turn, reached, scale, bonus)
    if scale * new.mean + bonus * new.chance == scale * one.mean + bonus * one.chance:
        return []
    return [*_between(turn, reached, one, new), new, *_between(turn, reached, new, other)]


def _level(one: _Corner, other: _Corner) -> Fraction:
    """Return the weight at which two corners are worth the same."""
    return Fraction(one.mean - other.mean, other.chance - one.chance)


def _best(turn: Turn, reached: tuple[int, ...], scale: int, bonus: int) -> _Corner:
    """Return the corner that is best for ``scale * score + bonus * [target reached]``."""
    payoff = tuple(scale * score + bonus * hit for score, hit in enumerate(reached))
    counts = counts_of(turn.rules, ways_to(solve_payoff(turn.rules, payoff).chosen, turn.kept))
    return _Corner(int(counts @ np.arange(SCORES)), int(counts @ np.array(reached)), tuple(counts.tolist()))


def _point(turn: Turn, target: int, corner: _Corner, low: Fraction, high: Fraction | None) -> Point:
    weight, parts = _simplest(low, high), denominator(turn.dice_left)
    payoff = [weight.denominator * score + weight.numerator * (score >= target) for score in range(SCORES)]
    goal = Goal(f"{target} or more worth {weight} points more", tuple(payoff))
    mean, chance = Fraction(corner.mean, parts), Fraction(corner.chance, parts)
    return Point(low, high, goal, weight, mean, chance, corner.counts, parts)


def _simplest(low: Fraction, high: Fraction | None) -> Fraction:
    """Return the simplest fraction strictly between two, 0 <= low < high; None is no bound."""
    whole = floor(low)
    if high is None or whole + 1 < high:
        return Fraction(whole + 1)
    least, most = low - whole, high - whole
    return whole + 1 / _simplest(1 / most, 1 / least if least else None)


@dataclass(frozen=True)
class Check:
    """Whether the best mean costs any chance to qualify; made by `best_mean_qualifies_best`.

    Attributes
    ----------
    positions : int
        Positions compared: all 924, the 462 finished ones included.
    rolls : int
        Rolls before which one of them stands. Where a position's two chances agree, so do those of the keeps
        of each of its rolls, as none of these can be above the best.
    exceptions : tuple of Turn
        Positions from which the policy with the best mean qualifies less often than is possible.
    """

    positions: int
    rolls: int
    exceptions: tuple[Turn, ...]

    @property
    def holds(self) -> bool:
        """Whether there is no exception."""
        return not self.exceptions


def best_mean_qualifies_best(rules: Rules) -> Check:
    """Compare the best-mean policy's chance to qualify with the best possible one, in every position.

    Whole numbers are compared, not floats. Ties for the best mean go to the higher chance.

    Parameters
    ----------
    rules : Rules

    Raises
    ------
    InputError
        If `rules` are no rules.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> best_mean_qualifies_best(MIDNIGHT)
    Check(positions=924, rolls=11914, exceptions=())
    """
    check_kind("rules", rules, Rules)
    chances = solve_payoff(rules, goals.mean_score().payoff).chances
    best = solve_payoff(rules, goals.qualify().payoff).values
    rolls, exceptions = 0, []
    for dice in range(DICE + 1):
        here = with_dice_left(dice)
        kept = all_rolls(DICE - dice)
        rolls += len(kept) * len(all_rolls(dice)) if dice else 0
        exceptions += [Turn(rules, kept[row]) for row in np.flatnonzero(chances[here] != best[here])]
    return Check(len(best), rolls, tuple(exceptions))
