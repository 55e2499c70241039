"""Midnight by plain enumeration: the naive twin of `midnight_core`.

Written from the rule texts, with lists, dictionaries and fractions only, and sharing nothing with the core.
Dice are tuples of faces; `kept` and `roll` are sorted. A payoff is a list of 25 numbers, index = final score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

Dice = tuple[int, ...]
Rule = Callable[[Dice, Dice], Dice]
"""From the dice kept and the roll to the dice set aside."""

FACES = range(1, 7)


def score(required: Dice, dice: Dice) -> int:
    """Take one of each required face away and add up the rest; without one of them the turn is worth 0."""
    rest = list(dice)
    for face in required:
        if face not in rest:
            return 0
        rest.remove(face)
    return sum(rest)


@cache
def rolls(dice: int) -> Counter[Dice]:
    """Return every roll as a sorted tuple, with the number of ordered rolls that show it."""
    return Counter(tuple(sorted(roll)) for roll in product(FACES, repeat=dice))


@cache
def keeps(roll: Dice) -> frozenset[Dice]:
    """Return everything that may be set aside: each part of the roll that is not empty."""
    return frozenset(part for size in range(1, len(roll) + 1) for part in combinations(roll, size))


def positions(fewest: int = 0, most: int = 5) -> Iterator[Dice]:
    """Return the dice that may be kept so far, sorted; before a roll there are none to five."""
    for size in range(fewest, most + 1):
        yield from combinations_with_replacement(FACES, size)


def with_more(kept: Dice, keep: Dice) -> Dice:
    return tuple(sorted(kept + keep))


class Worth(NamedTuple):
    """What a position is worth under best play: compared in this order when keeps are ranked."""

    value: Fraction
    mean_score: Fraction
    p_qualify: Fraction


class Naive:
    """Best play for a payoff: expected payoff first, ties as stated in `ranked`."""

    def __init__(self, required: Dice, payoff: Sequence[float]) -> None:
        self.required = required
        self.payoff = [Fraction(value) for value in payoff]
        self._worths: dict[Dice, Worth] = {}
        self._rankings: dict[tuple[Dice, Dice], list[Dice]] = {}
        self._followings: dict[Dice, Counter[Dice]] = {}
        self._distributions: dict[Dice, list[Fraction]] = {}

    def worth(self, kept: Dice) -> Worth:
        """Return what a position is worth before its roll, or at its end when six dice are kept."""
        if kept not in self._worths:
            self._worths[kept] = self._at_the_end(kept) if len(kept) == 6 else self._before_a_roll(kept)
        return self._worths[kept]

    def _at_the_end(self, kept: Dice) -> Worth:
        points = score(self.required, kept)
        return Worth(self.payoff[points], Fraction(points), Fraction(points > 0))

    def _before_a_roll(self, kept: Dice) -> Worth:
        sums = [Fraction(0)] * 3
        for after, ways in self._followed(kept).items():
            sums = [total + ways * part for total, part in zip(sums, self.worth(after), strict=True)]
        return Worth(*(total / 6 ** (6 - len(kept)) for total in sums))

    def _followed(self, kept: Dice) -> Counter[Dice]:
        """Return where the best keeps of all rolls lead, with the number of ordered rolls that lead there."""
        if kept not in self._followings:
            self._followings[kept] = Counter()
            for roll, ways in rolls(6 - len(kept)).items():
                self._followings[kept][with_more(kept, self.ranked(kept, roll)[0])] += ways
        return self._followings[kept]

    def ranked(self, kept: Dice, roll: Dice) -> list[Dice]:
        """Return the keeps of a roll, best first.

        Ties go to the higher mean score, the higher chance to qualify, fewer dice, higher dice, in turn.
        """

        def rank(keep: Dice) -> tuple[Worth, int, Dice]:
            return self.worth(with_more(kept, keep)), -len(keep), keep[::-1]

        if (kept, roll) not in self._rankings:
            self._rankings[kept, roll] = sorted(keeps(roll), key=rank, reverse=True)
        return self._rankings[kept, roll]

    def distribution(self, kept: Dice) -> list[Fraction]:
        """Return the chance of each final score when the first of `ranked` is always kept."""
        if kept not in self._distributions:
            self._distributions[kept] = self._played_on(kept)
        return self._distributions[kept]

    def _played_on(self, kept: Dice) -> list[Fraction]:
        chances = [Fraction(0)] * 25
        if len(kept) == 6:
            chances[score(self.required, kept)] = Fraction(1)
            return chances
        for after, ways in self._followed(kept).items():
            for points, chance in enumerate(self.distribution(after)):
                if chance:
                    chances[points] += ways * chance
        return [chance / 6 ** (6 - len(kept)) for chance in chances]


def forward(rule: Rule, rolls_made: int = 6) -> dict[Dice, Fraction]:
    """Return the chance of each position after so many rolls of a turn played by `rule`."""
    reached = {(): Fraction(1)}
    for _ in range(rolls_made):
        following: dict[Dice, Fraction] = {}
        for kept, chance in reached.items():
            dice = 6 - len(kept)
            for roll, ways in rolls(dice).items():
                after = with_more(kept, rule(kept, roll)) if roll else kept
                following[after] = following.get(after, Fraction(0)) + chance * ways / 6**dice
        reached = following
    return reached


def outcome(required: Dice, rule: Rule) -> list[Fraction]:
    """Return the chance of each final score of a turn played by `rule`."""
    chances = [Fraction(0)] * 25
    for kept, chance in forward(rule).items():
        chances[score(required, kept)] += chance
    return chances


def value_from_scratch(required: Dice, payoff: Sequence[float], kept: Dice = ()) -> Fraction:
    """Solve one goal in the plainest way: every ordered roll, every subset of its dice, nothing merged.

    Takes several seconds from the start of a turn; the measure of what the core's speed is worth.
    """
    known: dict[Dice, Fraction] = {}

    def value(kept: Dice) -> Fraction:
        dice = 6 - len(kept)
        if not dice:
            return Fraction(payoff[score(required, kept)])
        if kept not in known:
            total = Fraction(0)
            for roll in product(FACES, repeat=dice):
                total += max(
                    value(tuple(sorted(kept + part)))
                    for size in range(1, dice + 1)
                    for part in combinations(roll, size)
                )
            known[kept] = total / 6**dice
        return known[kept]

    return value(tuple(sorted(kept)))
