"""Every roll's choices as arrays, for one house's rules: what the solvers loop over.

Rolls of n dice that allow the same choices are one class. A choice is how many units of 50 points it adds and
how many dice it leaves, six when all have scored. Classes of 1 to 6 dice stand one after the other.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES
from midnight_core.rolls import IntArray, all_rolls, frozen, multiplicities
from midnight_core.ten_thousand.house import UNIT, HouseRules
from midnight_core.ten_thousand.scoring import set_asides

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class Choices:
    """All choices of all rolls.

    Attributes
    ----------
    gains : int64 array, shape (choices,)
        Units of 50 points added.
    left : int64 array, shape (choices,)
        Dice left, 1 to 6.
    starts : int64 array, shape (classes,)
        The first choice of each class.
    chances : float64 array, shape (6, classes)
        Chance of each class, row n - 1 for a roll of n dice.
    p_bust : float64 array, shape (6,)
        Chance that a roll of n dice scores nothing, index n - 1.
    busts : tuple of int
        The same in ordered rolls out of 6**n.
    """

    gains: IntArray
    left: IntArray
    starts: IntArray
    chances: FloatArray
    p_bust: FloatArray
    busts: tuple[int, ...]

    @property
    def most(self) -> int:
        """The most units that one roll can add."""
        return int(self.gains.max())


@lru_cache(maxsize=64)
def choices(house: HouseRules) -> Choices:
    """Return the choices of every roll under a house's rules."""
    gains: list[int] = []
    left: list[int] = []
    starts: list[int] = []
    columns: list[tuple[int, float]] = []
    busts = []
    for dice in range(1, DICE + 1):
        classes, bust = _classes(house, dice)
        busts.append(bust)
        for offered, ways in classes.items():
            starts.append(len(gains))
            columns.append((dice - 1, ways / FACES**dice))
            gains += [gain for gain, _ in offered]
            left += [after for _, after in offered]
    chances = np.zeros((DICE, len(starts)))
    for column, (row, chance) in enumerate(columns):
        chances[row, column] = chance
    p_bust = np.array([bust / FACES**dice for dice, bust in enumerate(busts, start=1)])
    return Choices(
        frozen(np.array(gains, dtype=np.int64)),
        frozen(np.array(left, dtype=np.int64)),
        frozen(np.array(starts, dtype=np.int64)),
        frozen(chances),
        frozen(p_bust),
        tuple(busts),
    )


def _classes(house: HouseRules, dice: int) -> tuple[dict[tuple[tuple[int, int], ...], int], int]:
    """Return how many ordered rolls offer each set of choices, and how many offer none."""
    classes: dict[tuple[tuple[int, int], ...], int] = defaultdict(int)
    for roll, ways in zip(all_rolls(dice), multiplicities(dice).tolist(), strict=True):
        offered = {
            (choice.points // UNIT, dice - len(choice.dice) or DICE) for choice in set_asides(house, roll)
        }
        classes[tuple(sorted(offered))] += ways
    return classes, classes.pop((), 0)


def hot_end(table: Choices) -> tuple[float, float]:
    """Return what becomes of six dice that must be rolled, when everything else is written down at once.

    Returns
    -------
    tuple of float
        The chance that the total survives, and how many units are added on average if it does.
    """
    is_hot = table.left == DICE
    cold = np.maximum.reduceat(np.where(is_hot, -1, table.gains), table.starts)
    hot = np.maximum.reduceat(np.where(is_hot, table.gains, -1), table.starts)
    chances = table.chances[DICE - 1]
    again = float(chances[cold < 0].sum())
    kept = float(chances[cold >= 0].sum()) / (1 - again)
    gained = float(chances[cold >= 0] @ cold[cold >= 0]) + kept * float(chances[cold < 0] @ hot[cold < 0])
    return kept, gained / (1 - again) / kept
