"""Zilch, a relative of 10 000 that `midnight_core` does not offer, by its own fixed point.

The scores are those of 10 000 with a straight and three pairs at 1500, four of a kind and a pair among them.
Six dice that score nothing give 500 and are rolled again; 300 is the least to write down; and a third turn in
a row that loses everything costs 500, after which the count begins anew.
"""

from __future__ import annotations

import numpy as np

from tests.reference.naive_ten import UNIT, Fast, House

TABLE = House(straight=1500, three_pairs=1500, four_plus_two=True, opening=0)
LEAST, NOTHING, FINE = 300, 500, -500
CLOSE = 1e-11


class Zilch:
    """The play with the highest mean in the long run.

    Parameters
    ----------
    cap : int
        The total from which everybody writes down who has dice left over.
    """

    def __init__(self, cap: int = 8000) -> None:
        self._fast = Fast(TABLE)
        self._cap = cap // UNIT
        self._never = self._fast.busts[5]
        self._more = self._hot_dice_add()

    def _hot_dice_add(self) -> float:
        """Return what rolling six dice adds on average, if fewer are never rolled: it cannot go wrong."""
        six = self._fast.chances[5]
        gains, is_hot = self._fast.gains * UNIT, self._fast.left == 6
        more, before = 0.0, -1.0
        while more - before > CLOSE:
            best = np.maximum.reduceat(gains + is_hot * more, self._fast.starts)
            before, more = more, float(six @ best) + self._never * (NOTHING + more)
        return more

    def turn(self, lost: float) -> float:
        """Return the mean of the best turn, if losing everything is worth `lost`."""
        totals = np.arange(self._cap + self._fast.most + NOTHING // UNIT + 1) * UNIT
        after = np.repeat(totals[:, None].astype(float), 6, axis=1)
        after[:, 5] += self._more
        for total in range(self._cap - 1, -1, -1):
            best = np.maximum.reduceat(
                after[total + self._fast.gains, self._fast.left - 1], self._fast.starts
            )
            rolled = self._fast.chances @ best + self._fast.busts * lost
            rolled[5] += self._never * (after[total + NOTHING // UNIT, 5] - lost)
            is_written = total * UNIT >= LEAST
            after[total] = np.maximum(rolled, total * UNIT) if is_written else rolled
        return float(after[0, 5])

    def mean_turn(self) -> float:
        """Return the mean of a turn in the long run.

        Compared with the start of a turn after one that was written down, a first lost turn is worth `first`,
        and a second one in a row `second`.
        """
        mean, before, first, after_two = 0.0, 1.0, 0.0, self.turn(FINE)
        while abs(mean - before) > CLOSE:
            second = after_two - mean
            first = self.turn(second) - mean
            before, mean = mean, self.turn(first)
        return mean
