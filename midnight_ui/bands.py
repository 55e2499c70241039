"""How good a keep was, as a word and a sign, and where one word ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from midnight_core import Goal
from midnight_core.review import Band, bounds
from midnight_core.ten_thousand import review
from midnight_core.ten_thousand.review import Measure
from midnight_ui import units
from midnight_ui.text import decimal, tr
from midnight_ui.units import Unit

SIGNS = {Band.BEST: "✓", Band.FINE: "○", Band.DOUBTFUL: "?!", Band.BAD: "?", Band.BLUNDER: "??"}
"""As in the margin of a game of chess."""


def word(band: Band) -> str:
    """Return a band's name."""
    return {
        Band.BEST: tr("best"),
        Band.FINE: tr("fine"),
        Band.DOUBTFUL: tr("doubtful"),
        Band.BAD: tr("bad"),
        Band.BLUNDER: tr("blunder"),
    }[band]


def marked(band: Band) -> str:
    """Return a band's sign and name."""
    return f"{SIGNS[band]} {word(band)}"


def scale(goal: Goal) -> str:
    """Return what every word stands for, for a goal of Midnight."""
    return _scale(bounds(goal), units.of(goal))


def scale_ten(measure: Measure) -> str:
    """Return what every word stands for, in a turn of 10 000."""
    return _scale(review.bounds(measure), units.of_ten(measure))


def _scale(limits: Iterable[Fraction], unit: Unit) -> str:
    best, fine, doubtful, bad = (_short(unit.scale * limit) for limit in limits)
    return tr(
        "What loses up to {best_bound} {unit} counts as {best}; up to {fine_bound} it is {fine}, up to "
        "{doubtful_bound} {doubtful}, up to {bad_bound} {bad}, and beyond {blunder}.",
        best_bound=best,
        fine_bound=fine,
        doubtful_bound=doubtful,
        bad_bound=bad,
        unit=unit.name,
        **{band.value: marked(band) for band in Band},
    )


def _short(bound: Fraction) -> str:
    """Return a bound with no more decimals than it has."""
    digits = next(digits for digits in range(4) if (bound * 10**digits).denominator == 1)
    return decimal(float(bound), digits)
