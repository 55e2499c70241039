"""The 21 throws checked in other ways than by the formula: printed tables, policy tables, thrown dice.

`midnight_core.throws` has the formula. Nothing here uses it, so that agreement means something.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, is_series, is_whole
from midnight_core.errors import InputError, named
from midnight_core.gamecode import checked_seed
from midnight_core.policies import policy
from midnight_core.positions import POSITIONS, denominator, denominators, growth, successors, with_dice_left
from midnight_core.rolls import IntArray, frozen, multiplicities, roll_counts
from midnight_core.rules import Rules
from midnight_core.simulation import simulate
from midnight_core.strategies import Strategy

# Printed percentages, as printed. Source: the encyclopedia article "Midnight (game)", section "Strategy,
# maximum probability of scoring" (the project's seed text); facts only.
PRINTED_AFTER_ROLL = ("41.8", "74.2", "87.2", "92.6", "94.8", "95.7")
"""Chance to have both qualifiers after roll 1, 2, ... 6 of the 21-throw strategy."""

PRINTED_WITH_DICE_LEFT: dict[int, dict[int, str]] = {
    0: {6: "95.7", 5: "87.2", 4: "69.4", 3: "41.8", 2: "13.9", 1: "0.0"},
    1: {5: "93.5", 4: "83.8", 3: "66.5", 2: "42.1", 1: "16.7"},
}
"""Best chance to qualify: qualifiers held -> dice left -> percentage."""


def agrees(chance: Fraction, printed: str) -> bool:
    """Return whether a chance, rounded to the decimals of a printed percentage, is that percentage.

    Examples
    --------
    >>> agrees(Fraction(30, 216), "13.9"), agrees(Fraction(30, 216), "13.8")
    (True, False)
    """
    decimals = len(printed.partition(".")[2])
    return abs(100 * chance - Fraction(printed)) <= Fraction(1, 2 * 10**decimals)


def qualified_after(rules: Rules, strategy: Strategy) -> tuple[Fraction, ...]:
    """Return the chance that a strategy has both qualifiers after each roll, by walking through its keeps.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy

    Returns
    -------
    tuple of Fraction
        After roll 1, 2, ... 6, exact. A turn that is over keeps what it has.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, strategies
    >>> chances = qualified_after(MIDNIGHT, strategies.NAMED["throws-21"])
    >>> [round(float(chance), 3) for chance in chances]
    [0.418, 0.742, 0.872, 0.926, 0.948, 0.957]
    """
    tables = policy(rules, strategy)
    weights = np.where(_has_qualifiers(rules), denominators(), 0)
    # ways[p]: in how many of the 6**21 / denominator(dice left) equally likely histories p is reached.
    ways = np.zeros(POSITIONS, dtype=np.int64)
    ways[0] = 1
    chances = []
    for _ in range(DICE):
        ways = _roll_once(ways, tables)
        chances.append(Fraction(int(ways @ weights), denominator(DICE)))
    return tuple(chances)


def _roll_once(ways: IntArray, tables: tuple[IntArray, ...]) -> IntArray:
    """Return the ways to be in each position one roll later; finished turns stay."""
    later = np.zeros_like(ways)
    later[with_dice_left(0)] = ways[with_dice_left(0)]
    for dice in range(1, DICE + 1):
        here = ways[with_dice_left(dice)]
        rows = np.flatnonzero(here)
        pairs = tables[dice][rows]
        gained = here[rows, None] * multiplicities(dice) * growth(dice)[pairs]
        np.add.at(later, successors(dice)[rows[:, None], pairs], gained)
    return later


def _has_qualifiers(rules: Rules) -> NDArray[np.bool_]:
    """Return for every position whether both qualifiers are kept, shape (924,)."""
    counts = np.concatenate([roll_counts(kept) for kept in range(DICE + 1)])
    return np.asarray((counts[:, np.array(rules.required) - 1] > 0).all(axis=1), dtype=np.bool_)


@dataclass(frozen=True)
class RunningShare:
    """How the share of turns that qualified settles while a strategy is played with thrown dice.

    Attributes
    ----------
    turns : int64 array, shape (points,)
        Turns played so far, growing.
    qualified : int64 array, shape (points,)
        How many of them qualified.
    low, high : float64 array, shape (points,)
        Wilson's 95 % interval for the chance.
    """

    turns: IntArray
    qualified: IntArray
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    @property
    def share(self) -> NDArray[np.float64]:
        """The share that qualified, shape (points,)."""
        return self.qualified / self.turns


LEVEL = 0.95
"""Confidence of the intervals of `running_share`."""


MILESTONES = (100, 1000, 20_000)
"""Numbers of turns to look at."""

CHECKPOINTS = tuple(sorted({*np.geomspace(10, MILESTONES[-1], 45).round().astype(int).tolist(), *MILESTONES}))
"""Numbers of turns to draw the running share at."""


def running_share(rules: Rules, strategy: Strategy, seed: int, checkpoints: tuple[int, ...]) -> RunningShare:
    """Play turns in growing batches and return the share that qualified at each checkpoint.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    seed : int
        The same seed throws the same dice.
    checkpoints : tuple of int
        Numbers of turns at which to count, strictly growing, the first 1 or more.

    Raises
    ------
    InputError
        If `seed` is no seed, or `checkpoints` are not as above.
    """
    points = tuple(checkpoints) if is_series(checkpoints) else ()
    is_growing = all(is_whole(turns) for turns in points) and all(a < b for a, b in pairwise((0, *points)))
    if not points or not is_growing:
        raise InputError(
            "Checkpoints are numbers of turns, 1 or more and each larger than the one before, not {points}.",
            points=named(checkpoints),
        )
    from scipy.stats import binomtest  # noqa: PLC0415  (takes longer to import than all turns to play)

    rng = np.random.default_rng(checked_seed(seed))
    batches = np.diff(points, prepend=0).tolist()
    qualified = np.cumsum([simulate(rules, strategy, batch, rng)[1:].sum() for batch in batches])
    intervals = [
        binomtest(hits, turns).proportion_ci(LEVEL, method="wilson")
        for hits, turns in zip(qualified.tolist(), map(int, points), strict=True)
    ]
    low, high = np.array(intervals, dtype=np.float64).T
    return RunningShare(
        frozen(np.array(points, dtype=np.int64)), frozen(qualified), frozen(low), frozen(high)
    )
