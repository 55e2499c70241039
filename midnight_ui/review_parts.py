"""What every look back is made of, of a turn of either game: its sum in words, its waterfall, its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Protocol

from midnight_core.review import Band
from midnight_ui import bands
from midnight_ui.charts import INK, PALETTE, SIZE, layout
from midnight_ui.text import ntr, tr
from midnight_ui.units import TURNS, Unit


class Seen(Protocol):
    """A turn that is looked back on."""

    @property
    def start(self) -> Any:
        """Its worth at the start."""

    @property
    def end(self) -> Any:
        """Its worth in the end."""

    @property
    def luck(self) -> Any:
        """What the dice gave."""

    @property
    def loss(self) -> Any:
        """What the decisions gave away."""

    @property
    def unforced(self) -> Sized:
        """The decisions in which something could be lost."""

    @property
    def error_rate(self) -> float | None:
        """The mean loss of these."""


def summary(seen: Seen, unit: Unit) -> str:
    """Return a turn as one sum, in words, and its error rate."""
    sum_of_it = f"{luck_or_play(seen, unit)} {_sum_in_words(seen, unit)}"
    if not _adds_up(seen, unit):
        sum_of_it = f"{sum_of_it} " + tr("Each number is rounded; the exact ones add up.")
    if seen.error_rate is None:
        return sum_of_it
    return f"{sum_of_it} " + ntr(
        "Error rate: {rate} in {count} decision.",
        "Error rate: {rate} a decision, over {count} decisions.",
        len(seen.unforced),
        rate=unit.amount(seen.error_rate),
    )


def luck_or_play(seen: Seen, unit: Unit) -> str:
    """Return what luck did to a turn and what its player did, as a sentence."""
    luck, loss = unit.amount(abs(float(seen.luck))), unit.amount(float(seen.loss))
    if seen.luck < 0 < seen.loss:
        return tr("Bad luck cost you {luck}, your own decisions {loss}.", luck=luck, loss=loss)
    if seen.luck < 0:
        return tr("Bad luck cost you {luck}; your decisions gave nothing away.", luck=luck)
    if seen.loss:
        return tr("Good luck brought you {luck}; your own decisions gave away {loss}.", luck=luck, loss=loss)
    return tr("Good luck brought you {luck}; your decisions gave nothing away.", luck=luck)


def _sum_in_words(seen: Seen, unit: Unit) -> str:
    luck, loss = float(seen.luck), float(seen.loss)
    ends = {"start": unit.worth(float(seen.start)), "end": unit.worth(float(seen.end))}
    if unit.kind != TURNS:
        return tr(
            "{start} expected at the start, {luck} luck, {loss} given away: **{end}**.",
            luck=unit.change(luck),
            loss=unit.change(-loss),
            **ends,
        )
    # Of turns to go there are fewer for good luck, and more for what was given away.
    return tr(
        "{start} expected at the start, {luck} by luck, {loss} given away: **{end}**.",
        luck=unit.change(-luck),
        loss=unit.change(loss),
        **ends,
    )


def _adds_up(seen: Seen, unit: Unit) -> bool:
    """Say whether the sum adds up as it is shown, every number rounded by itself."""
    start, end = (round(unit.scale * float(value), unit.worth_digits) for value in (seen.start, seen.end))
    luck, loss = (round(unit.scale * float(value), unit.digits) for value in (seen.luck, seen.loss))
    return abs(start + luck - loss - end) < 10.0 ** -(unit.digits + 2)


def verdict(band: Band, loss: float, unit: Unit, *, is_forced: bool) -> str:
    """Return how good a decision was, in a few words."""
    if is_forced:
        return tr("no choice")
    marked = bands.marked(band)
    if not loss:
        return marked
    return tr("{verdict}, loses {loss}", verdict=marked, loss=unit.amount(loss))


def judgement(band: Band, loss: float, unit: Unit, *, is_forced: bool) -> str:
    """Return the same for a column whose head names the unit."""
    if is_forced:
        return tr("no choice")
    marked = bands.marked(band)
    return f"{unit.lost(loss)} {marked}" if loss else marked


@dataclass(frozen=True)
class Change:
    """One step of a turn: what a roll brought, or what a decision gave away.

    Attributes
    ----------
    name : str
    value : float
        Negative for bad luck and for everything given away.
    is_luck : bool
    """

    name: str
    value: float
    is_luck: bool


def waterfall(
    start: float, changes: Sequence[Change], end: float, unit: Unit, meaning: str
) -> dict[str, Any]:
    """Return how luck and losses lead from the worth at the start to that at the end, from top to bottom.

    Parameters
    ----------
    start, end : float
        The worth of the turn.
    changes : sequence of Change
    unit : Unit
    meaning : str
        What the worth is.
    """
    # Turns to go are drawn as such: the fewer the better.
    sign = -1 if unit.kind == TURNS else 1
    levels = [sign * level for level in accumulate((change.value for change in changes), initial=start)]
    last = len(changes) + 1
    worth = [unit.lost(sign * value) if sign < 0 else unit.worth(value) for value in (start, end)]
    bars = [
        _bars(
            tr("Worth"), PALETTE[0], "", {0: (0.0, sign * start, worth[0]), last: (0.0, sign * end, worth[1])}
        )
    ]
    for name, colour, pattern, is_luck in (
        (tr("Luck"), PALETTE[2], "", True),
        (tr("Given away"), PALETTE[1], "/", False),
    ):
        steps = {
            row: (levels[row - 1], levels[row], unit.change(sign * change.value))
            for row, change in enumerate(changes, start=1)
            if change.is_luck == is_luck
        }
        if steps:
            bars.append(_bars(name, colour, pattern, steps))
    figure = layout(meaning, "", height=130 + 26 * (last + 1))
    figure["yaxis"] |= {
        # From the top down; told apart by their number, since the same dice may come twice.
        "range": [last + 0.5, -0.5],
        "tickvals": list(range(last + 1)),
        "ticktext": [tr("Start"), *(change.name for change in changes), tr("End")],
        "rangemode": "normal",
    }
    figure["xaxis"] |= {
        "range": [0, 1.02 * max(levels)],
        "tickformat": ".0%" if unit.scale == 100 else "",
        "tickangle": 0,
        "nticks": 4,
    }
    # Room for the words, which stand to the right of the bars.
    margin = figure["margin"] | {"r": 64}
    figure |= {"barmode": "overlay", "hovermode": False, "margin": margin, "showlegend": True}
    return {"data": bars, "layout": figure}


def _bars(
    name: str, colour: str, pattern: str, rows: Mapping[int, tuple[float, float, str]]
) -> dict[str, Any]:
    """Return bars of one kind: row -> where it begins, where it ends, and its words."""
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": list(rows),
        "base": [min(begin, end) for begin, end, _ in rows.values()],
        "x": [abs(end - begin) for begin, end, _ in rows.values()],
        "text": [words for *_, words in rows.values()],
        "width": 0.8,
        "textposition": "outside",
        "constraintext": "none",
        "textfont": {"color": INK, "size": SIZE},
        "cliponaxis": False,
        "marker": {"color": colour, "pattern": {"shape": pattern}},
        "hoverinfo": "skip",
    }


def decisions_caption(unit: Unit) -> str:
    """Return what stands over the table of decisions."""
    return tr("Your decisions; luck and losses in {unit}", unit=unit.name)


def html_table(name: str, caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of a look back as HTML; the cells are HTML too."""
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<style>{_STYLE}</style><table class='look-back {name}'><caption>{caption}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


_STYLE = """
.look-back { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
.look-back img { max-width: 100%; height: auto }
.look-back caption { text-align: left; font-weight: 600; padding: .25rem 0 }
.look-back thead th { font-size: .875rem; overflow-wrap: anywhere; hyphens: auto }
.look-back th, .look-back td { text-align: left; padding: .35rem .6rem .35rem 0;
  border-bottom: 1px solid #8884 }
.review { table-layout: fixed }
.review th:first-child { width: 32% }
.wide { table-layout: fixed }
.wide th:first-child { width: 27% }
.wide th:nth-child(4) { width: 20% }
.seats { table-layout: fixed }
.seats th:first-child { width: 26% }
.seats td { overflow-wrap: anywhere }
.lines i { display: inline-block; margin-right: .6rem }
.lines td:not(:first-child), .lines th:not(:first-child),
.seats td:not(:first-child), .seats th:not(:first-child) { text-align: right }
"""
