"""One turn of 10 000 solved exactly: for every total and roll, what to set aside, and whether to roll on.

A turn is played for stakes: what every total is worth when it is written down, and what a turn is worth that
loses everything. Totals only grow, so values follow backwards from a total at which writing down is best
whatever lies there.

That total is proved, not guessed. For points, let G be the mean of the most points that a roll of n dice can
add, and p the chance that it scores nothing. Rolling with a total t beats writing t down by at most
G - p t + (1 - p) M, where M is the most that rolling can ever gain from t or any higher total. From
t >= G / p on, for every n, this makes M <= (1 - p) M, and so M = 0: nothing is gained by rolling any more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np

from midnight_core.dice import DICE, Dice, checked_dice, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.rolls import IntArray, frozen
from midnight_core.ten_thousand.house import UNIT, HouseRules
from midnight_core.ten_thousand.scoring import set_asides
from midnight_core.ten_thousand.tables import Choices, FloatArray, choices, hot_end

MOST_TOTAL = 1_000_000
"""No turn that anybody plays comes near it."""

BANK, ROLL = "bank", "roll"

TIE = 1e-12
"""Values closer than this, relative to the largest, are the same."""


@dataclass(frozen=True)
class Stakes:
    """What a turn is played for.

    Attributes
    ----------
    bank : float64 array, shape (totals,)
        Worth of writing down a total, index in units of 50; from the last one on, see `slope`.
    bust : float
        Worth of losing the turn.
    floor : int
        The fewest units that may be written down; whoever stops below writes down nothing.
    slope : float
        What every further unit adds to the last worth of `bank`.
    """

    bank: FloatArray
    bust: float
    floor: int
    slope: float = 0.0

    def worths(self, totals: IntArray) -> FloatArray:
        """Return the worth of writing down each of some totals, in units."""
        last = len(self.bank) - 1
        worths: FloatArray = self.bank[np.minimum(totals, last)] + self.slope * np.maximum(0, totals - last)
        return worths

    def worth(self, total: int) -> float:
        """Return the worth of writing down so many units."""
        return float(self.worths(np.array(total)))


@dataclass(frozen=True)
class Option:
    """Dice set aside, and then the turn written down or the rest rolled.

    Attributes
    ----------
    dice : tuple of int
        The dice set aside, sorted.
    points : int
        What they score.
    action : {"bank", "roll"}
    total : int
        The turn's total after them.
    dice_left : int
        Dice of the next roll; six when all have scored.
    p_bust : float
        Chance that the next roll scores nothing; 0 when the turn is written down.
    p_lose : float
        Chance that the turn ends with nothing, when the goal's best play goes on.
    mean_turn : float
        Points written down on average, when the goal's best play goes on.
    value : float
        Worth for the goal.
    loss : float
        Value of the best option minus this one's, >= 0.
    """

    dice: Dice
    points: int
    action: str
    total: int
    dice_left: int
    p_bust: float
    p_lose: float
    mean_turn: float
    value: float
    loss: float


class TurnSolution:
    """The best play of one turn for some stakes; made by `solve_turn` and the solvers of games.

    Attributes
    ----------
    house : HouseRules
    stakes : Stakes
    """

    def __init__(self, house: HouseRules, stakes: Stakes) -> None:
        self.house = house
        self.stakes = stakes
        self._choices = choices(house)
        self._values, self._rolls = _solved(house, stakes)

    @property
    def start(self) -> float:
        """The worth of a turn before its first roll."""
        return float(self._rolls[0, 0, DICE - 1])

    @property
    def mean_turn(self) -> float:
        """Points that a turn writes down on average under this solution's play."""
        return float(self._rolls[1, 0, DICE - 1])

    def p_bust(self, dice_left: int) -> float:
        """Return the chance that a roll of so many dice scores nothing."""
        return float(self._choices.p_bust[_checked_dice_left(dice_left) - 1])

    def roll_value(self, total: int, dice_left: int) -> float:
        """Return the worth of rolling `dice_left` dice with `total` points at stake.

        Raises
        ------
        InputError
            If the total is not a multiple of 50, or there are not one to six dice.
        """
        return float(self._rolled(checked_total(total), _checked_dice_left(dice_left))[0])

    def may_bank(self, total: int) -> bool:
        """Say whether a turn's total may be written down."""
        return checked_total(total) >= self.stakes.floor

    def options(self, total: int, dice_left: int, roll: Iterable[int]) -> tuple[Option, ...]:
        """Return everything that can be done with a roll, best first; nothing when it scores nothing.

        Parameters
        ----------
        total : int
            Points of the turn before the roll.
        dice_left : int
            How many dice were rolled.
        roll : iterable of int

        Raises
        ------
        InputError
            If the total or the roll is none.
        """
        before, dice = checked_total(total), _checked_dice_left(dice_left)
        thrown = checked_dice(roll)
        if len(thrown) != dice:
            raise InputError(
                "The next roll has {expected} dice, not {count}.", expected=dice, count=len(thrown)
            )
        found = []
        for choice in set_asides(self.house, thrown):
            after = before + choice.points // UNIT
            left = dice - len(choice.dice) or DICE
            kept = (choice.dice, choice.points)
            value, mean, lose = self._rolled(after, left)
            found.append((kept, ROLL, after, left, float(self._choices.p_bust[left - 1]), lose, mean, value))
            is_hot = left == DICE
            if after >= self.stakes.floor and not (is_hot and self.house.must_roll_hot):
                found.append((kept, BANK, after, left, 0.0, 0.0, after * UNIT, self.stakes.worth(after)))
        if not found:
            return ()
        best = max(value for *_, value in found)
        tolerance = TIE * max(1.0, abs(best))
        options = [
            Option(
                kept[0],
                kept[1],
                action,
                after * UNIT,
                left,
                bust,
                lose,
                mean,
                value,
                0.0 if best - value <= tolerance else best - value,
            )
            for kept, action, after, left, bust, lose, mean, value in found
        ]
        return tuple(sorted(options, key=lambda option: (option.loss, -option.mean_turn, option.dice)))

    def threshold(self, dice_left: int) -> int | None:
        """Return the highest total, in points, with which rolling so many dice is better than writing down.

        None if it never is.
        """
        column = _checked_dice_left(dice_left) - 1
        rolls = self._rolls[0, :, column]
        bank = self.stakes.worths(np.arange(len(rolls)))
        is_better = rolls > bank + TIE * np.maximum(1, np.abs(bank))
        is_better[: self.stakes.floor] = True
        better = np.flatnonzero(is_better)
        return int(better[-1]) * UNIT if better.size else None

    def _rolled(self, total: int, dice: int) -> tuple[float, float, float]:
        """Return worth, mean points and chance of losing all when so many dice are rolled."""
        if total < self._rolls.shape[1]:
            value, mean, lose = self._rolls[:, total, dice - 1]
        else:
            value, mean, lose = _one_roll(self._choices, self.stakes, _tail(self.house, self.stakes, total))[
                :, dice - 1
            ]
        return float(value), float(mean), float(lose)


def _solved(house: HouseRules, stakes: Stakes) -> tuple[FloatArray, FloatArray]:
    """Return the values after setting aside and before a roll.

    Returns
    -------
    float64 arrays, shape (3, totals, 6)
        Worth, mean points and chance of losing all, by total and dice left.
    """
    table = choices(house)
    totals = max(len(stakes.bank), stakes.floor)
    values = np.empty((3, totals + table.most + 1, DICE))
    rolls = np.empty((3, totals, DICE))
    values[:, totals:] = _tail(house, stakes, totals)
    written = _written(stakes, np.arange(totals))[:, :, None]
    for total in range(totals - 1, -1, -1):
        rolls[:, total] = rolled = _one_roll(table, stakes, values[:, total:])
        values[:, total] = rolled if total < stakes.floor else _better(house, written[:, total], rolled)
    return frozen(values), frozen(rolls)


def _written(stakes: Stakes, totals: IntArray) -> FloatArray:
    """Return worth, mean points and chance of losing all when totals are written down."""
    return np.stack([stakes.worths(totals), totals * UNIT, np.zeros(len(totals))])


def _better(house: HouseRules, written: FloatArray, rolled: FloatArray) -> FloatArray:
    """Return the better of rolling and writing down, for each number of dice left."""
    is_better = written[0] >= rolled[0]
    if house.must_roll_hot:
        is_better[DICE - 1] = False
    return np.where(is_better, written, rolled)


def _one_roll(table: Choices, stakes: Stakes, values: FloatArray) -> FloatArray:
    """Return worth, mean and chance of losing all before a roll, from the values of the totals on."""
    offered = values[:, table.gains, table.left - 1]
    sizes = np.diff(table.starts, append=len(table.gains))
    best = np.maximum.reduceat(offered[0], table.starts)
    # Of choices that are worth the same, the one with the most points; so `options` has them too.
    is_best = offered[0] >= np.repeat(best - TIE * np.maximum(1, np.abs(best)), sizes)
    mean = np.where(is_best, offered[1], -1)
    most = np.maximum.reduceat(mean, table.starts)
    places = np.arange(len(table.gains))
    is_chosen = mean == np.repeat(most, sizes)
    chosen = np.minimum.reduceat(np.where(is_chosen, places, len(places)), table.starts)
    after = np.stack([best, most, offered[2, chosen]])
    lost = np.array([stakes.bust, 0.0, 1.0])[:, None]
    rolled: FloatArray = after @ table.chances.T + lost * table.p_bust
    return rolled


def _tail(house: HouseRules, stakes: Stakes, total: int) -> FloatArray:
    """Return the values of the totals from one on from which writing down is best, shape (3, most + 1, 6)."""
    table = choices(house)
    totals = np.arange(total, total + table.most + 1)
    written = _written(stakes, totals)
    values = np.repeat(written[:, :, None], DICE, axis=2)
    if house.must_roll_hot:
        kept, gained = hot_end(table)
        lost = np.array([stakes.bust, 0.0, 1.0])
        steps = np.array([stakes.slope, UNIT, 0.0])
        values[:, :, DICE - 1] = kept * (written + (steps * gained)[:, None]) + (1 - kept) * lost[:, None]
    return values


def horizon(house: HouseRules) -> int:
    """Return a total, in units, from which writing down points is best whatever lies there.

    The module says why. Where hot dice have to be rolled, it also lies so high that nobody would choose them.
    """
    table = choices(house)
    most = np.maximum.reduceat(table.gains, table.starts)
    bound = float(np.max((table.chances @ most) / table.p_bust))
    if house.must_roll_hot:
        kept, gained = hot_end(table)
        bound = max(bound, (table.most + gained) * kept / (1 - kept))
    return max(ceil(bound), house.floor(0) // UNIT, house.floor(1) // UNIT) + 1


@lru_cache(maxsize=128)
def _solution(house: HouseRules, is_open: bool) -> TurnSolution:
    bank = np.arange(horizon(house), dtype=np.float64) * UNIT
    return TurnSolution(house, Stakes(frozen(bank), 0.0, house.floor(int(is_open)) // UNIT, slope=UNIT))


def solve_turn(house: HouseRules, *, is_open: bool = True) -> TurnSolution:
    """Return the play that writes down the most points a turn on average; solved once, then cached.

    Parameters
    ----------
    house : HouseRules
    is_open : bool
        Whether the player has written down points before; if not, the opening has to be reached.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import HouseRules
    >>> round(solve_turn(HouseRules(three_pairs=1500)).mean_turn, 6)
    582.317214
    """
    check_kind("house", house, HouseRules)
    check_kind("is_open", is_open, bool)
    return _solution(house, is_open)


def p_bust(house: HouseRules, dice: int) -> float:
    """Return the chance that a roll of so many dice scores nothing.

    Raises
    ------
    InputError
        If there are not one to six dice.
    """
    check_kind("house", house, HouseRules)
    return float(choices(house).p_bust[_checked_dice_left(dice) - 1])


def checked_total(total: int) -> int:
    """Return a turn's total, in units.

    Raises
    ------
    InputError
        If it is not a multiple of 50 that a turn may have.
    """
    if not is_whole(total) or not 0 <= total <= MOST_TOTAL or total % UNIT:
        raise InputError(
            "A turn's total is a multiple of {unit} from 0 to {most}, not {total}.",
            unit=UNIT,
            most=MOST_TOTAL,
            total=named(total),
        )
    return int(total) // UNIT


def _checked_dice_left(dice: int) -> int:
    if not is_whole(dice) or not 1 <= dice <= DICE:
        raise InputError("A roll has 1 to {dice} dice, not {count}.", dice=DICE, count=named(dice))
    return int(dice)
