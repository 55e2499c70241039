"""The exact solver: the best keep for every position and roll, for any goal, in whole numbers.

Backward induction over the dice left. With n dice left a value is counted in parts of 6**(n(n + 1)/2), the
number of ways in which the most dice that can still be thrown may fall, so all arithmetic is on integers and
the one division comes last. Payoffs 0 to 24 stay below 5.3e17 and fit int64; larger whole payoffs are solved
with Python's integers, payoffs that are not whole numbers with floats.

Ties between keeps go to the higher mean score, then the higher chance to qualify, then fewer dice kept, then
the higher dice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES, Dice
from midnight_core.errors import InputError, check_kind
from midnight_core.goals import Goal, check_target
from midnight_core.positions import (
    POSITIONS,
    denominator,
    denominators,
    final_scores,
    growth,
    position_number,
    successors,
    with_dice_left,
)
from midnight_core.rolls import (
    IntArray,
    frozen,
    keep_table,
    legal_keeps,
    multiplicities,
    pairs_of,
    roll_numbers,
)
from midnight_core.rules import SCORES, Rules
from midnight_core.turns import Turn

FloatArray = NDArray[np.float64]

TIE = 1e-12
"""Floats closer than this, relative to the largest payoff, are the same value. Integers need no such rule."""


@dataclass(frozen=True)
class Option:
    """What one keep is worth when the goal's optimal policy plays on.

    Attributes
    ----------
    keep : tuple of int
        The dice set aside, sorted.
    value : float
        Expected payoff.
    loss : float
        Value of the best keep minus this one's, >= 0.
    p_qualify : float
        Chance to end with both qualifiers.
    mean_score : float
        Expected score in points, a turn that does not qualify counting 0.
    distribution : float64 array, shape (25,)
        Chance of each final score, index = score; index 0 is not qualifying.
    """

    keep: Dice
    value: float
    loss: float
    p_qualify: float
    mean_score: float
    distribution: FloatArray

    def p_at_least(self, target: int) -> float:
        """Return the chance of a final score of `target` or more, for a target from 1 to 24.

        Raises
        ------
        InputError
            If `target` is out of range.
        """
        check_target(target, least=1)
        return float(self.distribution[target:].sum())


@dataclass(frozen=True)
class _Arrays:
    """A solved payoff. Arrays of shape (924,) go by position number.

    Attributes
    ----------
    values : array, shape (924,)
        Whole numbers (int64, or Python's as objects) in parts of ``scale * denominator(dice left)``, or the
        values themselves as float64.
    means, chances : int64 array, shape (924,)
        Mean score and chance to qualify of the optimal policy, in parts of ``denominator(dice left)``.
    chosen : tuple of int64 array, shape (positions, rolls) each
        For 0 to 6 dice left, the pair of the keep table that the policy chooses.
    scale : int
        What whole-number payoffs were multiplied by to make them whole.
    """

    values: NDArray[Any]
    means: IntArray
    chances: IntArray
    chosen: tuple[IntArray, ...]
    scale: int


class Solution:
    """The optimal policy of a goal, with its values; made by `solve`.

    Attributes
    ----------
    rules : Rules
    goal : Goal
    """

    def __init__(self, rules: Rules, goal: Goal, arrays: _Arrays) -> None:
        self.rules = rules
        self.goal = goal
        self._arrays = arrays

    def value(self, turn: Turn) -> float:
        """Return the expected payoff of `turn` under best play, before its next roll."""
        return float(self._values[self._number(turn)])

    def exact(self, turn: Turn) -> Fraction:
        """Return the value of `turn` as a fraction.

        Raises
        ------
        InputError
            If the goal's payoffs are not all whole numbers.

        Examples
        --------
        >>> from midnight_core import MIDNIGHT, Turn, goals, solve
        >>> solve(MIDNIGHT, goals.mean_score()).exact(Turn(MIDNIGHT, (1, 4, 6, 6, 6)))
        Fraction(43, 2)
        """
        if not all(isinstance(value, int) for value in self.goal.payoff):
            raise InputError("Exact values need a goal whose payoffs are all whole numbers.")
        return self.counted(turn)

    def counted(self, turn: Turn) -> Fraction:
        """Return the value of `turn` as a fraction, for every payoff that is counted: also with halves.

        Raises
        ------
        InputError
            If the payoffs are so odd that they are solved with floats.
        """
        if self._is_float:
            raise InputError("This goal's payoffs are too fine to be counted exactly.")
        return Fraction(int(self._arrays.values[self._number(turn)]), self._parts(turn.dice_left))

    def fraction(self, turn: Turn) -> Fraction:
        """Return the value of `turn` as a fraction: counted where possible, else the float that it is."""
        return Fraction(self.value(turn)) if self._is_float else self.counted(turn)

    def best_keep(self, turn: Turn, roll: Iterable[int]) -> Dice:
        """Return the dice to set aside, sorted; ties as the module says.

        Raises
        ------
        InputError
            If `roll` is not a roll of the dice left.
        """
        row = self._number(turn) - with_dice_left(turn.dice_left).start
        faces = turn.checked_roll(roll)
        dice = turn.dice_left
        number = roll_numbers(dice)[faces]
        return legal_keeps(faces)[self._arrays.chosen[dice][row, number] - keep_table(dice).starts[number]]

    def options(self, turn: Turn, roll: Iterable[int]) -> tuple[Option, ...]:
        """Return every distinct keep of `roll`, best first.

        Raises
        ------
        InputError
            If `roll` is not a roll of the dice left.
        """
        row = self._number(turn) - with_dice_left(turn.dice_left).start
        faces = turn.checked_roll(roll)
        dice = turn.dice_left
        number = roll_numbers(dice)[faces]
        after = successors(dice)[row, pairs_of(dice, number)]
        losses = self._losses(turn, number, after)
        distributions = frozen(self._distributions[after])
        means, chances = self._means[after], self._chances[after]
        keeps = legal_keeps(faces)
        order = np.lexsort((-chances, -means, losses))
        columns = (self._values[after].tolist(), losses.tolist(), chances.tolist(), means.tolist())
        rows = list(zip(keeps, *columns, distributions, strict=True))
        return tuple(Option(*rows[i]) for i in order.tolist())

    def distribution(self, turn: Turn) -> FloatArray:
        """Return the chance of each final score when this policy plays on, shape (25,), before a roll."""
        chances: FloatArray = self._distributions[self._number(turn)]
        return chances

    def _number(self, turn: Turn) -> int:
        check_kind("turn", turn, Turn)
        if turn.rules != self.rules:
            raise InputError("The turn and the solution have different rules.")
        return position_number(turn.kept)

    def _parts(self, dice_left: int) -> int:
        return 1 if self._is_float else self._arrays.scale * denominator(dice_left)

    @property
    def _is_float(self) -> bool:
        return self._arrays.values.dtype == np.float64

    def _losses(self, turn: Turn, number: int, after: IntArray) -> FloatArray:
        """Return the best value minus each value after the keeps of a roll, exactly 0 for every best keep."""
        values = self._arrays.values[after]
        if self._is_float:
            lost: FloatArray = values.max() - values
            lost[lost <= _tolerance(self.goal.payoff)] = 0
            return lost
        counted = values * growth(turn.dice_left)[pairs_of(turn.dice_left, number)]
        parts = self._parts(turn.dice_left - 1)
        return np.asarray((counted.max() - counted) / parts, dtype=np.float64)

    @cached_property
    def _values(self) -> FloatArray:
        values = self._arrays.values
        if self._is_float:
            return values
        parts = self._arrays.scale * denominators().astype(values.dtype)
        return frozen(np.divide(values, parts).astype(np.float64))

    @cached_property
    def _means(self) -> FloatArray:
        return frozen(np.divide(self._arrays.means, denominators()))

    @cached_property
    def _chances(self) -> FloatArray:
        return frozen(np.divide(self._arrays.chances, denominators()))

    @cached_property
    def _distributions(self) -> FloatArray:
        """The distribution of the policy from every position, shape (924, 25)."""
        counts = np.zeros((POSITIONS, SCORES), dtype=np.int64)
        scores = final_scores(self.rules)
        counts[with_dice_left(0)] = scores[:, None] == np.arange(SCORES)
        for dice in range(1, DICE + 1):
            pairs = self._arrays.chosen[dice]
            after = np.take_along_axis(successors(dice), pairs, axis=1)
            weights = multiplicities(dice) * growth(dice)[pairs]
            counts[with_dice_left(dice)] = np.einsum("pr,prs->ps", weights, counts[after])
        probabilities = counts / denominators()[:, None]
        return frozen(probabilities)


def solve(rules: Rules, goal: Goal) -> Solution:
    """Return the optimal policy of `goal`; solved once for each rules and payoff, then cached.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, Turn, goals
    >>> round(solve(MIDNIGHT, goals.mean_score()).value(Turn(MIDNIGHT)), 4)
    18.6763
    """
    check_kind("rules", rules, Rules)
    check_kind("goal", goal, Goal)
    return _solution(rules, goal)


@lru_cache(maxsize=512)
def _solution(rules: Rules, goal: Goal) -> Solution:
    return Solution(rules, goal, solve_payoff(rules, goal.payoff))


def solve_payoff(rules: Rules, payoff: tuple[float, ...]) -> _Arrays:
    """Solve one payoff with the tables of the dice at hand; `solve` is the cached way in."""
    payoffs, scale = _as_counts(payoff)
    scores = final_scores(rules)
    values = np.zeros(POSITIONS, dtype=payoffs.dtype)
    means, chances = np.zeros((2, POSITIONS), dtype=np.int64)
    finished = with_dice_left(0)
    values[finished], means[finished], chances[finished] = payoffs[scores], scores, scores > 0
    tolerance = _tolerance(payoff) if payoffs.dtype == np.float64 else 0
    chosen: list[IntArray] = [np.empty((0, 0), dtype=np.int64)]
    for dice in range(1, DICE + 1):
        pairs = _best_pairs(dice, (values, means, chances), tolerance)
        chosen.append(frozen(pairs))
        after = np.take_along_axis(successors(dice), pairs, axis=1)
        for counted in (values, means, chances):
            counted[with_dice_left(dice)] = _expected(dice, counted[after], growth(dice)[pairs])
    for array in (values, means, chances):
        frozen(array)
    return _Arrays(values, means, chances, tuple(chosen), scale)


def _expected(dice: int, after: NDArray[Any], grown: IntArray) -> NDArray[Any]:
    """Return the value before each position's roll, from the values after the chosen keep of each roll."""
    ways = multiplicities(dice)
    is_float = after.dtype == np.float64
    expected: NDArray[Any] = after @ (ways / FACES**dice) if is_float else (after * grown) @ ways
    return expected


def _best_pairs(dice: int, criteria: tuple[NDArray[Any], ...], tolerance: float) -> IntArray:
    """Return the best keep pair, shape (positions, rolls): best by the criteria in turn, then the first."""
    table, after = keep_table(dice), successors(dice)
    contenders = np.ones(after.shape, dtype=bool)
    for criterion in criteria:
        worth = criterion[after]
        if worth.dtype != np.float64:
            worth = worth * growth(dice)
        contest = np.where(contenders, worth, worth.min() - 1)
        best = np.maximum.reduceat(contest, table.starts, axis=1)
        contenders &= contest >= best[:, table.rolls] - tolerance
        tolerance = 0
    pairs = np.arange(len(table.rolls))
    first: IntArray = np.minimum.reduceat(np.where(contenders, pairs, len(pairs)), table.starts, axis=1)
    return first


def _as_counts(payoff: tuple[float, ...]) -> tuple[NDArray[Any], int]:
    """Return the payoffs times a common scale as whole numbers, or as floats where that would not be exact.

    int64 when all sums fit, Python's integers when whole payoffs are larger than that.
    """
    fractions = [Fraction(value) for value in payoff]
    scale = lcm(*(value.denominator for value in fractions))
    whole = [int(value * scale) for value in fractions]
    if max(map(abs, whole)) * denominator(DICE) < 2**62:
        return np.array(whole, dtype=np.int64), scale
    if scale == 1:
        return np.array(whole, dtype=object), 1
    return np.array(payoff, dtype=np.float64), 1


def _tolerance(payoff: tuple[float, ...]) -> float:
    return TIE * max(map(abs, payoff))
