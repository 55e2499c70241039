"""Midnight by plain enumeration: the naive twin of `midnight_core`.

Written from the rule texts, with lists, dictionaries, fractions and whole numbers only, and sharing nothing
with the core. Dice are tuples of faces; `kept` and `roll` are sorted. A payoff is a list of 25 numbers, index
= final score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import lcm
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


@cache
def with_more(kept: Dice, keep: Dice) -> Dice:
    return tuple(sorted(kept + keep))


@cache
def keeps_and_after(kept: Dice, roll: Dice) -> list[tuple[Dice, Dice]]:
    """Return every keep of a roll with the dice kept then: fewer dice first, of as many the higher ones."""
    in_order = sorted(keeps(roll), key=lambda keep: (-len(keep), keep[::-1]), reverse=True)
    return [(keep, with_more(kept, keep)) for keep in in_order]


class Worth(NamedTuple):
    """What a position is worth under best play: compared in this order when keeps are ranked."""

    value: Fraction
    mean_score: Fraction
    p_qualify: Fraction


PARTS = 6**21
"""No more than 21 dice are thrown in a turn: every chance is a whole number of these parts."""


class Naive:
    """Best play for a payoff: expected payoff first, ties as stated in `ranked`.

    Counted in whole numbers, which compare faster than fractions: parts of PARTS, and of the payoffs' common
    denominator.
    """

    def __init__(self, required: Dice, payoff: Sequence[float]) -> None:
        self.required = required
        fractions = [Fraction(value) for value in payoff]
        self._scale = lcm(*(value.denominator for value in fractions))
        self._payoff = [int(value * self._scale) for value in fractions]
        self._counts: dict[Dice, tuple[int, int, int]] = {}
        self._worths: dict[Dice, Worth] = {}
        self._rankings: dict[tuple[Dice, Dice], list[Dice]] = {}
        self._followings: dict[Dice, Counter[Dice]] = {}
        self._chances: dict[Dice, list[int]] = {}

    def worth(self, kept: Dice) -> Worth:
        """Return what a position is worth before its roll, or at its end when six dice are kept."""
        if kept not in self._worths:
            value, mean_score, p_qualify = (Fraction(count, PARTS) for count in self._counted(kept))
            self._worths[kept] = Worth(value / self._scale, mean_score, p_qualify)
        return self._worths[kept]

    def _counted(self, kept: Dice) -> tuple[int, int, int]:
        """Return the three parts of `worth` in whole numbers."""
        if kept not in self._counts:
            self._counts[kept] = self._at_the_end(kept) if len(kept) == 6 else self._before_a_roll(kept)
        return self._counts[kept]

    def _at_the_end(self, kept: Dice) -> tuple[int, int, int]:
        points = score(self.required, kept)
        return self._payoff[points] * PARTS, points * PARTS, int(points > 0) * PARTS

    def _before_a_roll(self, kept: Dice) -> tuple[int, int, int]:
        value = mean_score = p_qualify = 0
        for after, ways in self._followed(kept).items():
            part = self._counted(after)
            value, mean_score = value + ways * part[0], mean_score + ways * part[1]
            p_qualify += ways * part[2]
        all_ways = 6 ** (6 - len(kept))
        return value // all_ways, mean_score // all_ways, p_qualify // all_ways

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
        if (kept, roll) not in self._rankings:
            # Sorting leaves those that are worth the same in the order in which they come.
            found = sorted(
                keeps_and_after(kept, roll), key=lambda found: self._counted(found[1]), reverse=True
            )
            self._rankings[kept, roll] = [keep for keep, _ in found]
        return self._rankings[kept, roll]

    def distribution(self, kept: Dice) -> list[Fraction]:
        """Return the chance of each final score when the first of `ranked` is always kept."""
        return [Fraction(count, PARTS) for count in self._played_on(kept)]

    def _played_on(self, kept: Dice) -> list[int]:
        if kept not in self._chances:
            chances = [0] * 25
            if len(kept) == 6:
                chances[score(self.required, kept)] = PARTS
            else:
                for after, ways in self._followed(kept).items():
                    for points, chance in enumerate(self._played_on(after)):
                        chances[points] += ways * chance
                chances = [chance // 6 ** (6 - len(kept)) for chance in chances]
            self._chances[kept] = chances
        return self._chances[kept]


def forward(rule: Rule, rolls_made: int = 6) -> dict[Dice, Fraction]:
    """Return the chance of each position after so many rolls of a turn played by `rule`."""
    reached = Counter({(): PARTS})
    for _ in range(rolls_made):
        following: Counter[Dice] = Counter()
        for kept, parts in reached.items():
            dice = 6 - len(kept)
            for roll, ways in rolls(dice).items():
                after = with_more(kept, rule(kept, roll)) if roll else kept
                following[after] += parts * ways // 6**dice
        reached = following
    return {kept: Fraction(parts, PARTS) for kept, parts in reached.items()}


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
