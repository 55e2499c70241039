"""How good a keep was, as a word and a sign, and where one word ends and the next begins."""

from __future__ import annotations

from midnight_core import Goal
from midnight_core.review import Band, bounds
from midnight_ui.text import decimal, tr

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
    """Return what every word stands for, in the goal's unit."""
    best, fine, doubtful, bad = (_short(float(bound), goal) for bound in bounds(goal))
    words = {band.value: marked(band) for band in Band}
    if goal.is_chance:
        return tr(
            "A keep that loses up to {best_bound} percentage points counts as {best}; up to {fine_bound} it "
            "is {fine}, up to {doubtful_bound} {doubtful}, up to {bad_bound} {bad}, and beyond {blunder}.",
            best_bound=best,
            fine_bound=fine,
            doubtful_bound=doubtful,
            bad_bound=bad,
            **words,
        )
    return tr(
        "A keep that loses up to {best_bound} points counts as {best}; up to {fine_bound} it is {fine}, up "
        "to {doubtful_bound} {doubtful}, up to {bad_bound} {bad}, and beyond {blunder}.",
        best_bound=best,
        fine_bound=fine,
        doubtful_bound=doubtful,
        bad_bound=bad,
        **words,
    )


def _short(bound: float, goal: Goal) -> str:
    return decimal(100 * bound if goal.is_chance else bound, 1)
