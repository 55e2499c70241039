"""Rounds by plain recursion over the scores on the sheet: the naive twin of `midnight_core.rounds`.

Written from the rule texts with fractions only. What a seat may expect is a function of all the scores so
far, seat by seat; nothing is merged but equal goals. The dice come from `naive`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import lcm

from tests.reference import naive
from tests.reference.naive import PARTS

SCORES = (0, *range(4, 25))
NUMBERS = {kept: number for number, kept in enumerate(naive.positions(most=6))}

Shares = tuple[Fraction, ...]


@cache
def choices(dice: int) -> list[tuple[int, list[tuple[int, list[int]]]]]:
    """Return for each position its rolls: how many ordered ones, and where keeps lead, fewest dice first."""
    return [
        (
            NUMBERS[kept],
            [
                (ways, [NUMBERS[naive.with_more(kept, keep)] for keep in sorted(naive.keeps(roll), key=len)])
                for roll, ways in naive.rolls(dice).items()
            ],
        )
        for kept in naive.positions(6 - dice, 6 - dice)
    ]


def fractions(numbers: Sequence[float]) -> Shares:
    """Return numbers as the fractions that they are."""
    return tuple(Fraction(number) for number in numbers)


@cache
def best_turn(required: naive.Dice, payoff: Shares) -> Shares:
    """Return the chance of each final score, 25 of them, of the best turn for a payoff.

    Ties go to the higher mean score, then to fewer dice kept. Counted in whole numbers, of which each says
    both: values are so far apart that the mean score, added, decides only where they are equal.
    """
    scale = lcm(*(worth.denominator for worth in payoff))
    far = 25 * PARTS
    worths = [0] * len(NUMBERS)
    finished = {NUMBERS[kept]: naive.score(required, kept) for kept in naive.positions(6, 6)}
    for number, score in finished.items():
        worths[number] = int(payoff[score] * scale) * PARTS * far + score * PARTS
    chosen: dict[int, list[tuple[int, int]]] = {}
    for dice in range(1, 7):
        for number, rolls in choices(dice):
            chosen[number] = []
            for ways, after in rolls:
                found = [worths[keep] for keep in after]
                most = max(found)
                chosen[number].append((ways, after[found.index(most)]))
                worths[number] += ways * most
            worths[number] //= 6**dice
    reached = [0] * len(NUMBERS)
    reached[NUMBERS[()]] = PARTS
    for dice in range(6, 0, -1):
        for number, _ in choices(dice):
            if reached[number]:
                for ways, keep in chosen[number]:
                    reached[keep] += reached[number] * ways // 6**dice
    counts = [0] * 25
    for number, score in finished.items():
        counts[score] += reached[number]
    return tuple(Fraction(count, PARTS) for count in counts)


def settled(
    tie: str, scores: Sequence[int], again: Sequence[Fraction], play_offs: dict[int, Sequence[Fraction]]
) -> Shares:
    """Return what each seat gets once all have played, and last whether the pot is still to be won.

    `again` is what another round is worth to each seat, be it for a pot that has rolled over or the same
    round again; ``play_offs[k]`` the chances of k seats in extra turns.
    """
    seats, best = range(len(scores)), max(scores)
    level = [seat for seat in seats if scores[seat] == best]
    not_won = (*again, Fraction(1))
    if tie == "earlier":
        level = level[:1]
    elif tie != "split":
        all_again = tie in ("rollover", "replay") or (tie == "play-off" and len(level) == len(seats))
        if best == 0 or (len(level) > 1 and all_again):
            return not_won
    if tie in ("extra", "play-off") and len(level) > 1:
        shares = play_offs[len(level)]
    else:
        shares = [Fraction(1, len(level))] * len(level)
    got = dict(zip(level, shares, strict=True))
    return (*(got.get(seat, Fraction(0)) for seat in seats), Fraction(0))


class NaiveRound:
    """A round in which every seat plays its best, or by the distribution given for it."""

    def __init__(
        self,
        required: naive.Dice,
        tie: str,
        again: Sequence[float],
        play_offs: dict[int, Sequence[float]] | None = None,
        followed: dict[int, Sequence[float]] | None = None,
    ) -> None:
        self.required, self.tie, self.players = required, tie, len(again)
        self.again = fractions(again)
        self.play_offs = {count: fractions(worths) for count, worths in (play_offs or {}).items()}
        self.followed = {seat: fractions(chances) for seat, chances in (followed or {}).items()}
        self._shares: dict[tuple[int, ...], Shares] = {}
        self._chances: dict[tuple[int, ...], Shares] = {}

    def shares(self, scores: tuple[int, ...] = ()) -> Shares:
        """Return what every seat may expect with these scores played, and the chance that nobody wins."""
        if scores not in self._shares:
            if len(scores) == self.players:
                found = settled(self.tie, scores, self.again, self.play_offs)
            else:
                chances = self.chances(scores)
                found = tuple(
                    sum((chances[own] * self.shares((*scores, own))[seat] for own in SCORES), Fraction(0))
                    for seat in range(self.players + 1)
                )
            self._shares[scores] = found
        return self._shares[scores]

    def chances(self, scores: tuple[int, ...]) -> Shares:
        """Return the chance of each score of the seat that plays next, 25 of them."""
        if scores not in self._chances:
            seat = len(scores)
            self._chances[scores] = self.followed.get(seat) or best_turn(self.required, self.payoff(scores))
        return self._chances[scores]

    def payoff(self, scores: tuple[int, ...]) -> Shares:
        """Return what each own score is worth to the seat that plays next; 1 to 3 cannot occur."""
        worths = [Fraction(0)] * 25
        for own in SCORES:
            worths[own] = self.shares((*scores, own))[len(scores)]
        return tuple(worths)
