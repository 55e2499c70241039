"""10 000 by plain enumeration: the naive twin of `midnight_core.ten_thousand`.

Written from the rule text. Rolls come from `naive`: every ordered roll, counted. A turn is solved in
fractions (`Turn`) or, where a game needs hundreds of turns, in floats (`Fast`), where numpy takes the largest
of each roll's choices and the mean over the rolls, and that is all that it does here. Amounts are in points,
where nothing else is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from tests.reference.naive import Dice, keeps, rolls

UNIT = 50
CLOSE = 1e-12
GROW = {"double": lambda more: 2**more, "add": lambda more: 1 + more, "same": lambda _more: 1}


class House(NamedTuple):
    """A house's rules, as the rule text names them."""

    one: int = 100
    five: int = 50
    triples: tuple[int, ...] = (1000, 200, 300, 400, 500, 600)
    growth: str = "double"
    straight: int = 1500
    three_pairs: int = 1000
    four_plus_two: bool = False
    opening: int = 1000
    target: int = 10_000
    last_round: bool = True
    ties: str = "shared"
    least: int = 0
    must_roll_hot: bool = False


# ------------------------------------------------------------------------------------------------ what scores


def combination(house: House, dice: Dice) -> int:
    """Return what dice are worth as one single combination; 0 if they are none."""
    counts = Counter(dice)
    worth = [0]
    if dice in [(1,), (5,)]:
        worth.append(house.one if dice == (1,) else house.five)
    if len(counts) == 1 and len(dice) >= 3:
        worth.append(house.triples[dice[0] - 1] * GROW[house.growth](len(dice) - 3))
    if sorted(dice) == [1, 2, 3, 4, 5, 6]:
        worth.append(house.straight)
    if len(dice) == 6 and set(counts.values()) == {2}:
        worth.append(house.three_pairs)
    if len(dice) == 6 and house.four_plus_two and all(count % 2 == 0 for count in counts.values()):
        worth.append(house.three_pairs)
    return max(worth)


@cache
def points(house: House, dice: Dice) -> int:
    """Return the most that dice, sorted, are worth when each is in one combination; 0 if that cannot be."""
    best = 0
    for size in range(len(dice)):
        for others in combinations(range(1, len(dice)), size):
            worth = combination(house, tuple(dice[place] for place in (0, *others)))
            rest = tuple(die for place, die in enumerate(dice) if place and place not in others)
            if worth and (not rest or points(house, rest)):
                best = max(best, worth + (points(house, rest) if rest else 0))
    return best


@cache
def set_asides(house: House, roll: Dice) -> dict[Dice, int]:
    """Return everything that may be set aside of a sorted roll, with its points."""
    return {keep: points(house, keep) for keep in keeps(roll) if points(house, keep)}


@cache
def p_bust(house: House, dice: int) -> Fraction:
    busts = sum(not set_asides(house, tuple(sorted(roll))) for roll in product(range(1, 7), repeat=dice))
    return Fraction(busts, 6**dice)


Choice = tuple[int, int]
"""Points added and dice left; six when all have scored."""


def choices(house: House, roll: Dice) -> frozenset[Choice]:
    return frozenset((gain, len(roll) - len(keep) or 6) for keep, gain in set_asides(house, roll).items())


@cache
def classes(house: House, dice: int) -> Counter[frozenset[Choice]]:
    """Return every set of choices that a roll can offer, with the number of ordered rolls that do."""
    ways: Counter[frozenset[Choice]] = Counter()
    for roll, count in rolls(dice).items():
        ways[choices(house, roll)] += count
    return ways


def floor(house: House, score: int) -> int:
    """Return the fewest points that somebody with a score may write down."""
    return max(UNIT, house.least, house.opening if score == 0 else 0)


# ---------------------------------------------------------------------------------------- a turn in fractions


class Turn:
    """The best play of a turn, exactly, where from `cap` on everybody writes down who may.

    Parameters
    ----------
    house : House
    worth : callable
        From a total to the worth of writing it down.
    lost : number
        Worth of a turn that loses everything.
    floor : int
        The least total that may be written down.
    cap : int
    """

    ENDLESS = 8
    """Rolls in a row after each of which six hot dice have to be rolled again that are as good as never."""

    def __init__(
        self, house: House, worth: Callable[[int], Fraction], lost: Fraction, floor: int, cap: int
    ) -> None:
        self.house, self.worth, self.lost = house, worth, Fraction(lost)
        self.floor, self.cap = floor, cap
        self._rolled: dict[tuple[int, int], Fraction] = {}

    def may_stop(self, total: int, dice: int) -> bool:
        return total >= self.floor and not (dice == 6 and self.house.must_roll_hot)

    def after(self, total: int, dice: int) -> Fraction:
        """Return the worth of a total with so many dice left, before it is decided what to do."""
        if not self.may_stop(total, dice):
            return self._stopping(total, 1) if total >= self.cap else self.rolled(total, dice)
        written = Fraction(self.worth(total))
        return written if total >= self.cap else max(written, self.rolled(total, dice))

    def rolled(self, total: int, dice: int) -> Fraction:
        """Return the worth of rolling so many dice with a total at stake."""
        if (total, dice) not in self._rolled:
            mean = Fraction(0)
            for offered, ways in classes(self.house, dice).items():
                worths = [self.after(total + gain, left) for gain, left in offered]
                mean += ways * max(worths, default=self.lost)
            self._rolled[total, dice] = mean / 6**dice
        return self._rolled[total, dice]

    def _stopping(self, total: int, times: int) -> Fraction:
        """Return the worth of rolling six hot dice for whoever writes down as soon as that is allowed."""
        if times > self.ENDLESS:
            return self.lost
        if (total, -times) not in self._rolled:
            mean = Fraction(0)
            for offered, ways in classes(self.house, 6).items():
                stops = [Fraction(self.worth(total + gain)) for gain, left in offered if left < 6]
                hot = [total + gain for gain, left in offered if left == 6]
                again = self._stopping(max(hot), times + 1) if hot and not stops else self.lost
                mean += ways * max(stops, default=again)
            self._rolled[total, -times] = mean / 6**6
        return self._rolled[total, -times]

    def options(self, total: int, roll: Dice) -> dict[tuple[Dice, str], Fraction]:
        """Return everything that can be done with a sorted roll and what it is worth."""
        found = {}
        for keep, gain in set_asides(self.house, roll).items():
            after, left = total + gain, len(roll) - len(keep) or 6
            found[keep, "roll"] = self.rolled(after, left)
            if self.may_stop(after, left):
                found[keep, "bank"] = Fraction(self.worth(after))
        return found


# ------------------------------------------------------------------------------------------- a turn in floats


class Fast:
    """Turns of one house by floats, from the highest total down."""

    def __init__(self, house: House) -> None:
        self.house = house
        offered = [
            (dice, choice, ways) for dice in range(1, 7) for choice, ways in classes(house, dice).items()
        ]
        self.offered = [(dice, sorted(choice), ways) for dice, choice, ways in offered if choice]
        self.gains = np.array([gain // UNIT for _, choice, _ in self.offered for gain, _ in choice])
        self.left = np.array([left for _, choice, _ in self.offered for _, left in choice])
        sizes = [len(choice) for _, choice, _ in self.offered]
        self.starts = np.cumsum([0, *sizes[:-1]])
        self.chances = np.zeros((6, len(sizes)))
        for number, (dice, _, ways) in enumerate(self.offered):
            self.chances[dice - 1, number] = ways / 6**dice
        self.busts = np.array([float(p_bust(house, dice)) for dice in range(1, 7)])
        self.most = int(self.gains.max())

    def rolled(self, worth: Sequence[float], lost: float, floor: int, cap: int | None = None) -> np.ndarray:
        """Return the worth of rolling, by total in units and dice less one.

        From `cap` units on everybody writes down who may, or from the last worth on if that is the best that
        there is; it stands for all beyond.
        """
        top = max(len(worth) - 1 if cap is None else cap, floor // UNIT)
        written = np.array([*worth, *[worth[-1]] * (top + self.most + 1)][: top + self.most])
        after = np.repeat(written[:, None], 6, axis=1)
        if self.house.must_roll_hot:
            after[:, 5] = self.kept * written + (1 - self.kept) * lost
        rolled = np.empty((top, 6))
        for total in range(top - 1, -1, -1):
            best = np.maximum.reduceat(after[total + self.gains, self.left - 1], self.starts)
            rolled[total] = self.chances @ best + self.busts * lost
            after[total] = rolled[total]
            if total * UNIT >= floor:
                after[total] = np.maximum(rolled[total], written[total])
                if self.house.must_roll_hot:
                    after[total, 5] = rolled[total, 5]
        return rolled

    @cached_property
    def kept(self) -> float:
        """The chance to keep hot dice's points when they must be rolled and nothing else matters."""
        again = sum(
            ways for dice, choice, ways in self.offered if dice == 6 and all(left == 6 for _, left in choice)
        )
        kept = 0.0
        for _ in range(50):
            kept = 1 - float(p_bust(self.house, 6)) - again / 6**6 + again / 6**6 * kept
        return kept

    def start(self, worth: Sequence[float], lost: float, floor: int, cap: int | None = None) -> float:
        return float(self.rolled(worth, lost, floor, cap)[0, 5])


def fewest_turns(house: House) -> list[float]:
    """Return the expected turns still to go, by score in units, by value iteration."""
    fast, count = Fast(house), house.target // UNIT
    turns = [0.0] * (count + 1)
    for level in range(count - 1, -1, -1):
        guess, before = turns[level + 1], -1.0
        while abs(guess - before) > CLOSE * guess:
            worth = [-more for more in turns[level:]]
            before, guess = guess, 1 - fast.start(worth, -guess, floor(house, level))
        turns[level] = guess
    return turns[:-1]


class Race:
    """A race of two: what the best turn is worth, given what every position after it is worth.

    Parameters
    ----------
    house : House
    lead : int
        Points ahead of the other from which everybody writes down who may, at the target: by then the other
        must win less often than a roll of six dice loses.
    """

    FAR = 30_000
    """Points behind that a last turn is solved for at least."""

    def __init__(self, house: House, lead: int) -> None:
        self.house, self.fast, self.count = house, Fast(house), house.target // UNIT
        self.tie = 0.5 if house.ties == "shared" else 0.0
        self._lead = lead // UNIT
        behind = max(2 * self.count + self._lead + self.fast.most, self.FAR // UNIT)
        # A turn that is so far behind goes through every smaller distance.
        table = self.fast.rolled([0.0] * behind + [self.tie, 1.0], 0.0, UNIT)
        self._chances = table[behind::-1, 5]

    @cache  # noqa: B019  (a twin lives as long as its test)
    def last_turn(self, behind: int) -> float:
        """Return the chance of whoever has the last turn and is so many units behind."""
        if behind * UNIT >= self.house.least:
            return float(self._chances[behind])
        return self.fast.start([0.0] * behind + [self.tie, 1.0], 0.0, floor(self.house, self.house.target))

    def turn(self, win: Sequence[Sequence[float]], mine: int, theirs: int) -> float:
        """Return the chance of whoever plays the best turn, with scores in units."""

        def written(level: int) -> float:
            if level < self.count:
                return 1 - win[theirs][level]
            return 1 - self.last_turn(level - theirs) if self.house.last_round else 1.0

        cap = max(self.count, theirs + self._lead) if self.house.last_round else self.count
        worth = [written(level) for level in range(mine, cap + self.fast.most)]
        return self.fast.start(worth, 1 - win[theirs][mine], floor(self.house, mine * UNIT), cap - mine)

    def solved(self, lowest: int = 0) -> list[list[float]]:
        """Return the chance of whoever is to play, by both scores, by value iteration: from `lowest` up."""
        win = [[0.5] * self.count for _ in range(self.count)]
        for total in range(2 * self.count - 2, 2 * lowest - 1, -1):
            for mine in range(max(lowest, total - self.count + 1), total // 2 + 1):
                theirs, before = total - mine, -1.0
                while abs(win[mine][theirs] - before) > CLOSE:
                    before = win[mine][theirs]
                    win[theirs][mine] = self.turn(win, theirs, mine)
                    win[mine][theirs] = self.turn(win, mine, theirs)
        return win
