"""Races of two by plain recursion over the totals: the naive twin of `midnight_core.race`.

Written from the rule texts. Dice come from `naive`, every position and every keep of every roll; numpy takes
the largest of each roll's keeps and the mean over the rolls, and that is all that it does here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from tests.reference import naive

SCORES = (0, *range(4, 25))
CLOSE = 1e-15


class Turn:
    """What a whole turn is worth under best play, by floats."""

    def __init__(self, required: naive.Dice) -> None:
        numbers = {kept: number for number, kept in enumerate(naive.positions(most=6))}
        self._count = len(numbers)
        self._finished = [numbers[kept] for kept in naive.positions(6, 6)]
        self._scores = [naive.score(required, kept) for kept in naive.positions(6, 6)]
        self._levels = []
        for dice in range(1, 7):
            positions = list(naive.positions(6 - dice, 6 - dice))
            after, starts = [], []
            for kept in positions:
                for roll in naive.rolls(dice):
                    starts.append(len(after))
                    after += [numbers[naive.with_more(kept, keep)] for keep in naive.keeps(roll)]
            chances = np.array(list(naive.rolls(dice).values())) / 6**dice
            here = [numbers[kept] for kept in positions]
            self._levels.append((here, np.array(after), np.array(starts), chances))

    def worth(self, payoff: Sequence[float]) -> float:
        """Return the expected payoff; 25 numbers, index = final score."""
        values = np.empty(self._count)
        values[self._finished] = np.array(payoff)[self._scores]
        for here, after, starts, chances in self._levels:
            best = np.maximum.reduceat(values[after], starts)
            values[here] = best.reshape(len(here), -1) @ chances
        return float(values[0])


@cache
def turn(required: naive.Dice) -> Turn:
    """Return the tables of a turn, made once."""
    return Turn(required)


class NaiveRace:
    """The first seat's chance from any totals, before either seat's turn."""

    def __init__(self, required: naive.Dice, target: int, finish: str) -> None:
        self.target, self.is_round = target, finish == "round"
        self._worth = turn(required).worth
        self._pairs: dict[tuple[int, int], tuple[float, float]] = {}
        self._chasing: dict[tuple[int, int], float] = {}
        self.level = self._extra_turns() if self.is_round else float("nan")

    def first_plays(self, first: int, second: int) -> float:
        """Return the first seat's chance when it is to play; the totals may have ended the race."""
        if self.is_round and max(first, second) >= self.target:
            return self.level if first == second else float(first > second)
        if second >= self.target:
            return 0.0
        return self._pair(first, second)[0]

    def second_plays(self, first: int, second: int) -> float:
        """Return the first seat's chance when the second is to play."""
        if first < self.target:
            return self._pair(first, second)[1]
        if not self.is_round:
            return 1.0
        if (first, second) not in self._chasing:
            self._chasing[first, second] = 1 - self._worth(
                row(lambda own: 1 - self.first_plays(first, second + own))
            )
        return self._chasing[first, second]

    def _pair(self, first: int, second: int) -> tuple[float, float]:
        """Return both chances at totals that come again when both turns give nothing."""
        if (first, second) not in self._pairs:
            for_first = row(lambda own: self.second_plays(first + own, second) if own else 0)
            for_second = row(lambda own: 1 - self.first_plays(first, second + own) if own else 0)
            chance = 0.5
            while True:
                for_second[0] = 1 - chance
                for_first[0] = 1 - self._worth(for_second)
                before, chance = chance, self._worth(for_first)
                if abs(chance - before) <= CLOSE:
                    break
            self._pairs[first, second] = chance, for_first[0]
        return self._pairs[first, second]

    def _extra_turns(self) -> float:
        """Return the first seat's chance in extra turns, one each, until one is ahead."""
        chance, before = 0.5, 0.0
        while abs(chance - before) > CLOSE:
            before, chance = chance, self._worth([1 - self._answer(first, 1 - chance) for first in range(25)])
        return chance

    def _answer(self, first: int, level: float) -> float:
        """Return the second's chance against a score: `level` for the same one."""
        return self._worth(row(lambda own: level if own == first else own > first))


def row(worth: Callable[[int], float]) -> list[float]:
    """Return a payoff: 25 numbers, 0 where there is no such score."""
    return [float(worth(score)) if score in SCORES else 0.0 for score in range(25)]
