"""Many turns solved side by side: the values alone, for stakes that differ from column to column."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from midnight_core.dice import DICE
from midnight_core.rolls import IntArray, frozen
from midnight_core.ten_thousand.house import HouseRules
from midnight_core.ten_thousand.tables import FloatArray, choices, hot_end


@dataclass(frozen=True)
class _Plan:
    """The choices of all classes, laid out to compare many turns at once.

    Attributes
    ----------
    rounds : tuple of (int64 array, int64 array)
        The first choice of every class, then the second of those that have one, and so on: gains, and dice
        left minus one. Classes with more choices come first, so that a round belongs to the first classes.
    chances : float64 array, shape (6, classes)
    """

    rounds: tuple[tuple[IntArray, IntArray], ...]
    chances: FloatArray


@lru_cache(maxsize=8)
def _plan(house: HouseRules) -> _Plan:
    table = choices(house)
    sizes = np.diff(table.starts, append=len(table.gains))
    order = np.argsort(-sizes, kind="stable")
    starts = table.starts[order]
    rounds = []
    for number in range(int(sizes.max())):
        places = starts[: int((sizes > number).sum())] + number
        rounds.append((frozen(table.gains[places]), frozen(table.left[places] - 1)))
    return _Plan(tuple(rounds), frozen(np.ascontiguousarray(table.chances[:, order])))


_SHRINK = 0.8
"""Columns are laid together anew when so few of them still go on."""


def start_values(
    house: HouseRules, bank: FloatArray, bust: FloatArray, starts: IntArray, floors: IntArray, top: int
) -> FloatArray:
    """Return the worth of every turn before its first roll.

    Levels are scores in units: a turn begins at its player's score, and its total is added to that. Values go
    from the highest level down, so turns that begin lower go on longer.

    Parameters
    ----------
    house : HouseRules
    bank : float64 array, shape (levels, turns)
        Worth of writing down at each level; beyond the last, the last.
    bust : float64 array, shape (turns,)
        Worth of losing the turn.
    starts : int64 array, shape (turns,)
        Where each turn begins, in rising order.
    floors : int64 array, shape (turns,)
        The lowest level at which each turn may be written down.
    top : int
        From this level on every turn is written down, so no floor lies higher, unless hot dice have to be
        rolled.

    Returns
    -------
    float64 array, shape (turns,)
    """
    table = choices(house)
    plan = _plan(house)
    levels, columns = bank.shape
    worth = np.empty(columns)
    # A window of levels, the lowest last to be filled: what a roll can reach from the level below.
    window = np.empty((table.most + 1, DICE, columns))
    depth = len(window)
    for level in range(top, top + depth):
        window[level % depth] = bank[min(level, levels - 1)]
    if house.must_roll_hot:
        kept, _ = hot_end(table)
        window[:, DICE - 1] = kept * window[:, DICE - 1] + (1 - kept) * bust
    for level in range(top - 1, int(starts[0]) - 1, -1):
        going = int(np.searchsorted(starts, level, side="right"))
        if going < _SHRINK * window.shape[2]:
            window = np.ascontiguousarray(window[:, :, :going])
        width = window.shape[2]
        rows = window.reshape(-1, width)
        # Level + gain stands gain places on, round and round.
        here = level % depth
        best = rows.take(_row(plan.rounds[0], here, depth), axis=0)
        for choice in plan.rounds[1:]:
            part = best[: len(choice[0])]
            np.maximum(part, rows.take(_row(choice, here, depth), axis=0), out=part)
        rolled = plan.chances @ best
        rolled += table.p_bust[:, None] * bust[:width]
        written = np.where(level >= floors[:width], bank[min(level, levels - 1), :width], -np.inf)
        np.maximum(rolled, written, out=window[here])
        if house.must_roll_hot:
            window[here, DICE - 1] = rolled[DICE - 1]
        begins = slice(int(np.searchsorted(starts, level, side="left")), going)
        worth[begins] = rolled[DICE - 1, begins]
    return worth


def _row(choice: tuple[IntArray, IntArray], here: int, depth: int) -> IntArray:
    gains, left = choice
    rows: IntArray = (here + gains) % depth * DICE + left
    return rows
