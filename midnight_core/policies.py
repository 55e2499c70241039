"""A strategy written out as tables, and its exact evaluation: no sampling, whole numbers throughout."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, Dice
from midnight_core.errors import InputError, check_kind
from midnight_core.positions import (
    POSITIONS,
    denominator,
    final_scores,
    growth,
    position_number,
    successors,
    with_dice_left,
)
from midnight_core.rolls import (
    IntArray,
    all_rolls,
    frozen,
    keep_table,
    legal_keeps,
    multiplicities,
)
from midnight_core.rules import SCORES, Rules
from midnight_core.strategies import Strategy
from midnight_core.turns import Turn

UNREACHED = -1
"""Entry of a policy's table for a position that the strategy never gets into."""


def policy(rules: Rules, strategy: Strategy) -> tuple[IntArray, ...]:
    """Return which keep a strategy makes, for every position that it can get into.

    Returns
    -------
    tuple of int64 array, shape (positions, rolls) each
        One array for 0 to 6 dice left; entries are pairs of ``keep_table(dice)``, or UNREACHED.

    Raises
    ------
    InputError
        If the strategy makes a keep that is not legal.
    """
    check_kind("rules", rules, Rules)
    check_kind("strategy", strategy, Strategy)
    return _policy(rules, strategy)


@lru_cache(maxsize=64)
def _policy(rules: Rules, strategy: Strategy) -> tuple[IntArray, ...]:
    reached = np.zeros(POSITIONS, dtype=bool)
    reached[0] = True
    tables = []
    for dice in range(DICE, 0, -1):
        here = with_dice_left(dice)
        table = np.full((here.stop - here.start, len(all_rolls(dice))), UNREACHED, dtype=np.int64)
        for row in np.flatnonzero(reached[here]):
            table[row] = keeps_made(rules, strategy, dice, int(row))
            reached[successors(dice)[row, table[row]]] = True
        tables.append(frozen(table))
    return (np.empty((0, 0), dtype=np.int64), *reversed(tables))


def keeps_made(rules: Rules, strategy: Strategy, dice: int, row: int) -> list[int]:
    """Return the pair that the strategy chooses for each roll of one position."""
    turn = Turn(rules, all_rolls(DICE - dice)[row])
    starts = keep_table(dice).starts.tolist()
    pairs = []
    for start, roll in zip(starts, all_rolls(dice), strict=True):
        keep = strategy.unchecked_keep(turn, roll)
        keeps = legal_keeps(roll)
        if keep not in keeps:
            # Not an expected case: this says which rule of the game the strategy breaks.
            turn.keep(keep, roll)
            raise InputError("{name} made a keep that is not legal.", name=strategy.name)
        pairs.append(start + keeps.index(keep))
    return pairs


def evaluate_counts(rules: Rules, strategy: Strategy) -> IntArray:
    """Return the exact distribution of the final score in whole parts of 6**21.

    Returns
    -------
    int64 array, shape (25,)
        Index = final score; the entries sum to 6**21.
    """
    return counts_of(rules, ways_to(policy(rules, strategy)))


def ways_to(tables: tuple[IntArray, ...], kept: Dice = ()) -> IntArray:
    """Return in how many equally likely histories a policy reaches each position.

    Parameters
    ----------
    tables : tuple of int64 array
        The policy, as `policy` returns it.
    kept : tuple of int
        The dice kept where the histories begin.

    Returns
    -------
    int64 array, shape (924,)
        By position number, out of ``denominator(dice left at the beginning) / denominator(dice left)``.
    """
    ways = np.zeros(POSITIONS, dtype=np.int64)
    ways[position_number(kept)] = 1
    for dice in range(DICE - len(kept), 0, -1):
        here = ways[with_dice_left(dice)]
        rows = np.flatnonzero(here)
        pairs = tables[dice][rows]
        gained = here[rows, None] * multiplicities(dice) * growth(dice)[pairs]
        # Flat, since numpy adds along one axis much faster.
        np.add.at(ways, successors(dice)[rows[:, None], pairs].ravel(), gained.ravel())
    return ways


def counts_of(rules: Rules, ways: IntArray) -> IntArray:
    """Return how many of the histories that `ways_to` counted end with each score, shape (25,)."""
    counts = np.zeros(SCORES, dtype=np.int64)
    np.add.at(counts, final_scores(rules), ways[with_dice_left(0)])
    return counts


def evaluate(rules: Rules, strategy: Strategy) -> NDArray[np.float64]:
    """Return the exact distribution of the final score under a strategy; nothing is sampled.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy

    Returns
    -------
    float64 array, shape (25,)
        Chance of each final score, index = score; index 0 is not qualifying.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, strategies
    >>> chances = evaluate(MIDNIGHT, strategies.NAMED["qualifiers-then-sixes"])
    >>> float(round(sum(score * p for score, p in enumerate(chances)), 6))
    18.334602
    """
    return evaluate_counts(rules, strategy) / denominator(DICE)
