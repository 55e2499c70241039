"""Every position of a turn, numbered, and where each keep of each roll leads from it.

A position is the multiset of the dice kept so far: 924 of them, from none to six dice. They are numbered by
size, and within a size as rolls are (see `midnight_core.rolls`). The numbering and the successors do not
depend on the rules; those come in with the final score only. The solver, the evaluation of strategies and
the simulation are loops over these arrays.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from math import comb

import numpy as np

from midnight_core.dice import DICE, FACES, Dice
from midnight_core.rolls import IntArray, counts_code, frozen, keep_table, roll_counts, roll_numbers
from midnight_core.rules import Rules

_SIZES = [comb(kept + FACES - 1, kept) for kept in range(DICE + 1)]
_OFFSETS = [0, *accumulate(_SIZES)]

POSITIONS = _OFFSETS[-1]
"""How many positions there are: 924."""


def denominator(dice_left: int) -> int:
    """Return 6**(n(n + 1)/2): every probability with n dice left is a whole number of these parts.

    n + (n - 1) + ... + 1 is the most dice that can still be thrown.
    """
    return int(FACES ** (dice_left * (dice_left + 1) // 2))


def denominators() -> IntArray:
    """Return the denominator of every position, shape (924,), int64."""
    parts = [denominator(DICE - kept) for kept in range(DICE + 1)]
    return np.repeat(np.array(parts, dtype=np.int64), _SIZES)


def with_dice_left(dice: int) -> slice:
    """Return the positions with so many dice left, as a slice of their numbers."""
    return slice(_OFFSETS[DICE - dice], _OFFSETS[DICE - dice + 1])


def position_number(kept: Dice) -> int:
    """Return the number of the position with these sorted kept dice."""
    return _OFFSETS[len(kept)] + roll_numbers(len(kept))[kept]


@cache
def successors(dice: int) -> IntArray:
    """Return where every keep leads with `dice` dice left.

    Returns
    -------
    int64 array, shape (positions, pairs)
        Rows as in ``with_dice_left(dice)``, columns as in ``keep_table(dice)``; entries are position numbers.
    """
    kept = roll_counts(DICE - dice)
    table = keep_table(dice)
    codes = counts_code(kept[:, None, :] + table.counts)
    # All multisets in the order of their numbers, to look the codes up in.
    known = np.concatenate([counts_code(roll_counts(size)) for size in range(DICE + 1)])
    number_of = np.empty(known.max() + 1, dtype=np.int64)
    number_of[known] = np.arange(POSITIONS)
    reached = number_of[codes]
    return frozen(reached)


@cache
def growth(dice: int) -> IntArray:
    """Return how many of the parts counted before a keep, the roll itself left out, one part after it makes.

    Shape (pairs,), int64, columns as in ``keep_table(dice)``.
    """
    after = np.array([denominator(dice - 1) // denominator(left) for left in range(dice)], dtype=np.int64)
    factors = after[dice - keep_table(dice).sizes]
    return frozen(factors)


@cache
def final_scores(rules: Rules) -> IntArray:
    """Return the score of every finished turn, shape (462,), int64, rows as in ``with_dice_left(0)``."""
    counts = roll_counts(DICE)
    qualified = (counts[:, np.array(rules.required) - 1] > 0).all(axis=1)
    points = counts @ np.arange(1, FACES + 1) - sum(rules.required)
    scores = np.where(qualified, points, 0)
    return frozen(scores)
