"""Turns played with real dice: every die is thrown, none is skipped or drawn as a sum."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.policies import policy
from midnight_core.positions import final_scores, successors, with_dice_left
from midnight_core.rolls import IntArray, counts_code, roll_counts
from midnight_core.rules import SCORES, Rules
from midnight_core.strategies import Strategy

CHUNK = 1 << 16
"""Turns played at once: small enough for the processor's cache, large enough for numpy to be worth it."""


def simulate(rules: Rules, strategy: Strategy, turns: int, rng: np.random.Generator) -> IntArray:
    """Play `turns` turns and count the final scores.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    turns : int
        How many turns, 0 or more.
    rng : numpy.random.Generator
        Where the dice come from.

    Returns
    -------
    int64 array, shape (25,)
        Turns that ended with each score, index = score; they sum to `turns`.

    Raises
    ------
    InputError
        If `turns` is negative or not a whole number.
    """
    if not is_whole(turns) or turns < 0:
        raise InputError("The number of turns is a whole number, 0 or more, not {turns}.", turns=named(turns))
    check_kind("rng", rng, np.random.Generator)
    moves = [landings(rules, strategy, dice) for dice in range(DICE + 1)]
    scores = final_scores(rules)
    counts = np.zeros(SCORES, dtype=np.int64)
    for done in range(0, int(turns), CHUNK):
        finished = _play(moves, min(CHUNK, int(turns) - done), rng)
        ended = np.bincount(finished, minlength=len(scores))
        np.add.at(counts, scores, ended)
    return counts


def _play(moves: list[NDArray[np.int16]], turns: int, rng: np.random.Generator) -> NDArray[np.int16]:
    """Return the finished position of each turn, counted from the first finished one.

    Turns are sorted into waiting lists by the dice they have left; a list is played when all turns that can
    come into it have come, so that every list is thrown once.
    """
    waiting: list[list[NDArray[np.int16]]] = [[] for _ in range(DICE + 1)]
    waiting[DICE].append(np.zeros(turns, dtype=np.int16))
    for dice in range(DICE, 0, -1):
        rows = np.concatenate(waiting[dice]) if waiting[dice] else np.empty(0, dtype=np.int16)
        reached = moves[dice][rows.astype(np.intp) * FACES**dice + _throw(dice, len(rows), rng)]
        for left in range(dice):
            here = with_dice_left(left)
            arrived = reached[(reached >= here.start) & (reached < here.stop)]
            waiting[left].append(arrived - np.int16(here.start))
    return np.concatenate(waiting[0])


def _throw(dice: int, rolls: int, rng: np.random.Generator) -> NDArray[np.uint16]:
    """Throw `dice` dice `rolls` times; return each ordered roll as a number to base 6, first die leading."""
    faces = rng.integers(0, FACES, size=(dice, rolls), dtype=np.uint8)
    code: NDArray[np.uint16] = faces[0].astype(np.uint16)
    for more in faces[1:]:
        code *= FACES
        code += more
    return code


def landings(rules: Rules, strategy: Strategy, dice: int) -> NDArray[np.int16]:
    """Return the position after each ordered roll, flat (positions * 6**dice,), where the policy goes."""
    if not dice:
        return np.empty(0, dtype=np.int16)
    pairs = policy(rules, strategy)[dice]
    after = np.take_along_axis(successors(dice), pairs, axis=1).astype(np.int16)
    return after[:, _roll_of_code(dice)].ravel()


@cache
def _roll_of_code(dice: int) -> IntArray:
    """Return the number of the roll (a multiset) for each ordered roll to base 6, shape (6**dice,)."""
    digits = np.indices((FACES,) * dice).reshape(dice, -1)
    counts = (digits[:, :, None] == np.arange(FACES)).sum(axis=0)
    # Rolls are numbered by falling code.
    known = counts_code(roll_counts(dice))
    order = np.argsort(known)
    return order[np.searchsorted(known, counts_code(counts), sorter=order)]
