"""What values and losses are measured in, and how they are written."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core import Goal, match_review
from midnight_core.ten_thousand.review import Measure
from midnight_ui.text import decimal, grouped, percent, signed, tr

POINTS, TURNS, CHANCE, CHIPS = "points", "turns", "chance", "chips"


@dataclass(frozen=True)
class Unit:
    """One unit.

    Attributes
    ----------
    kind : {"points", "turns", "chance", "chips"}
        Turns are counted below nought: a value is minus the turns to come.
    digits : int
        Decimals of a loss.
    worth_digits : int
        Decimals of the worth of a position.
    """

    kind: str
    digits: int
    worth_digits: int

    @property
    def scale(self) -> int:
        """What a value is multiplied with to be shown."""
        return 100 if self.kind == CHANCE else 1

    @property
    def name(self) -> str:
        """What losses are counted in."""
        return {
            POINTS: tr("points"),
            TURNS: tr("turns"),
            CHANCE: tr("percentage points"),
            CHIPS: tr("chips"),
        }[self.kind]

    def amount(self, value: float) -> str:
        """Return a loss, or a difference, with its unit."""
        number = self.lost(value)
        return {
            POINTS: tr("{number} points", number=number),
            TURNS: tr("{number} turns", number=number),
            CHANCE: tr("{number} percentage points", number=number),
            CHIPS: tr("{number} chips", number=number),
        }[self.kind]

    def lost(self, value: float) -> str:
        """Return a loss as a bare number, which does not pretend to be 0 when it is only small."""
        shown, least = self.scale * value, 10.0**-self.digits
        if 0 < shown < least / 2:
            return tr("less than {number}", number=decimal(least, self.digits))
        return grouped(shown, self.digits)

    def change(self, value: float) -> str:
        """Return luck or a loss as a bare number with its sign."""
        return signed(self.scale * value, self.digits)

    def worth(self, value: float) -> str:
        """Return the worth of a position."""
        if self.kind == CHANCE:
            return percent(value, self.worth_digits)
        if self.kind == TURNS:
            return tr("{number} turns to go", number=decimal(-value, self.worth_digits))
        return grouped(value, self.worth_digits)


_CHANCE = Unit(CHANCE, 1, 1)
_MIDNIGHT = Unit(POINTS, 2, 2)
_MATCH = {match_review.CHIPS: Unit(CHIPS, 2, 2), match_review.CHANCE: _CHANCE}
_TEN = {Measure.POINTS: Unit(POINTS, 1, 1), Measure.TURNS: Unit(TURNS, 2, 2), Measure.CHANCE: _CHANCE}


def of(goal: Goal) -> Unit:
    """Return the unit of a goal of Midnight."""
    return _CHANCE if goal.is_chance else _MIDNIGHT


def of_match(unit: str) -> Unit:
    """Return the unit of losses over a match of Midnight."""
    return _MATCH[unit]


def of_ten(measure: Measure) -> Unit:
    """Return the unit of the values of a turn of 10 000."""
    return _TEN[measure]
