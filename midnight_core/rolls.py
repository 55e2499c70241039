"""Rolls as multisets: which there are, how many ordered rolls give each, and what may be kept of them.

A roll of n dice is one of C(n + 5, 5) multisets. Everywhere in the core the rolls of n dice are numbered in
the order of `itertools.combinations_with_replacement`, sorted faces ascending: 111111 first, 666666 last.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES, Dice, checked_dice
from midnight_core.errors import InputError

IntArray = NDArray[np.int64]

Array = TypeVar("Array", bound=NDArray[Any])


def frozen(array: Array) -> Array:
    """Return `array` made read-only: tables are shared by every reader."""
    array.flags.writeable = False
    return array


@cache
def all_rolls(dice: int) -> tuple[Dice, ...]:
    """Return every roll of `dice` dice as sorted tuples, in the core's order."""
    return tuple(combinations_with_replacement(range(1, FACES + 1), dice))


@cache
def roll_numbers(dice: int) -> dict[Dice, int]:
    """Return the number of each sorted roll of `dice` dice in the core's order."""
    return {roll: number for number, roll in enumerate(all_rolls(dice))}


@cache
def roll_counts(dice: int) -> IntArray:
    """Return how often each face is in each roll, shape (rolls, 6), int64; column 0 counts the 1s."""
    rolls = np.array(all_rolls(dice), dtype=np.int64).reshape(len(all_rolls(dice)), dice)
    counts = (rolls[:, :, None] == np.arange(1, FACES + 1)).sum(axis=1)
    return frozen(counts)


def counts_code(counts: IntArray) -> IntArray:
    """Return a number for each multiset given as counts, shape (..., 6) -> (...).

    With at most six dice the counts are digits to base 7; falling codes are the core's order of rolls.
    """
    code: IntArray = counts @ (DICE + 1) ** np.arange(FACES - 1, -1, -1)
    return code


@cache
def multiplicities(dice: int) -> IntArray:
    """Return how many of the 6**dice ordered rolls give each roll, shape (rolls,), int64."""
    factorials = np.array([factorial(count) for count in range(DICE + 1)], dtype=np.int64)
    counts = factorials[dice] // factorials[roll_counts(dice)].prod(axis=1)
    return frozen(counts)


def multiplicity(roll: Iterable[int]) -> int:
    """Return how many ordered rolls show the same dice as `roll`.

    Examples
    --------
    >>> multiplicity((1, 4, 4))
    3
    """
    faces = checked_roll(roll)
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))


def checked_roll(roll: Iterable[int]) -> Dice:
    """Return a roll of one to six dice with its faces sorted.

    Raises
    ------
    InputError
        If a die is not a face, or there are no dice, or more than six.
    """
    faces = tuple(sorted(checked_dice(roll)))
    if not 1 <= len(faces) <= DICE:
        raise InputError("A roll has 1 to {dice} dice, not {count}.", dice=DICE, count=len(faces))
    return faces


def legal_keeps(roll: Iterable[int]) -> tuple[Dice, ...]:
    """Return every keep that `roll` allows: its distinct non-empty parts.

    Parameters
    ----------
    roll : iterable of int
        One to six dice in any order.

    Returns
    -------
    tuple of tuple of int
        Sorted faces each; fewer dice first, and among as many dice the higher ones first.

    Raises
    ------
    InputError
        If `roll` is not a roll.

    Examples
    --------
    >>> legal_keeps((6, 4, 4))
    ((6,), (4,), (4, 6), (4, 4), (4, 4, 6))
    """
    return _keeps(checked_roll(roll))


@cache
def _keeps(roll: Dice) -> tuple[Dice, ...]:
    return tuple(
        keep
        for size in range(1, len(roll) + 1)
        for keep in sorted(set(combinations(roll, size)), key=_highest_first)
    )


def _highest_first(keep: Dice) -> Dice:
    return tuple(-face for face in reversed(keep))


@dataclass(frozen=True)
class KeepTable:
    """Every (roll, keep) pair for one number of dice, grouped by roll.

    Within a roll the keeps stand as in `legal_keeps`, so "the first of the best" is the one with the fewest
    and then the highest dice.

    Attributes
    ----------
    counts : int64 array, shape (pairs, 6)
        How often each face is kept.
    sizes : int64 array, shape (pairs,)
        How many dice are kept.
    starts : int64 array, shape (rolls,)
        The first pair of each roll.
    rolls : int64 array, shape (pairs,)
        The number of the roll that each pair belongs to.
    """

    counts: IntArray
    sizes: IntArray
    starts: IntArray
    rolls: IntArray


@cache
def keep_table(dice: int) -> KeepTable:
    """Return every keep of every roll of `dice` dice.

    Built by joining every keep with every rest that fills it up to a roll, not by looking at subsets.
    """
    kept, rest = [], []
    for size in range(1, dice + 1):
        keeps, rests = roll_counts(size), roll_counts(dice - size)
        kept.append(np.repeat(keeps, len(rests), axis=0))
        rest.append(np.tile(rests, (len(keeps), 1)))
    counts = np.concatenate(kept)
    codes = counts_code(counts + np.concatenate(rest))
    sizes = counts.sum(axis=1)
    # The last key sorts first: by roll, then fewer dice, then higher dice.
    order = np.lexsort((-counts_code(counts[:, ::-1]), sizes, -codes))
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    lengths = np.diff(starts, append=len(order))
    rolls = np.repeat(np.arange(len(starts)), lengths)
    return KeepTable(frozen(counts[order]), frozen(sizes[order]), frozen(starts), frozen(rolls))


def pairs_of(dice: int, number: int) -> slice:
    """Return the pairs of ``keep_table(dice)`` that belong to one roll, in the order of its `legal_keeps`."""
    starts = keep_table(dice).starts
    end = starts[number + 1] if number + 1 < len(starts) else len(keep_table(dice).rolls)
    return slice(int(starts[number]), int(end))
