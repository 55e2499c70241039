"""Figures of the lesson on the 21 throws: dice as a staircase, turns by what they showed, curves, tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from midnight_core.lessons_throws import LEVEL, RunningShare
from midnight_core.throws import most_throws, p_all, p_never, throws_after
from midnight_ui.charts import layout
from midnight_ui.text import percent, tr, whole


def staircase(rows: Sequence[int], first_keep: int, label: str) -> str:
    """Return the dice of every roll as HTML, one row a roll, the kept ones ringed and ticked.

    Parameters
    ----------
    rows : sequence of int
        How many dice each roll has.
    first_keep : int
        How many dice are kept from the first roll; later rolls keep one.
    label : str
        Text alternative.
    """
    drawn = "".join(_stair(dice, 1 if place else first_keep) for place, dice in enumerate(rows))
    return f"<style>{_STAIRS_STYLE}</style><div class='stairs' role='img' aria-label='{label}'>{drawn}</div>"


def _stair(dice: int, kept: int) -> str:
    squares = "<i></i>" * (dice - kept) + "<i class='kept'>✓</i>" * kept
    return f"<div>{squares}<b>{dice}</b></div>"


# The colours of the dice everywhere else; they are the same in light and dark.
_STAIRS_STYLE = """
.stairs div { display: flex; align-items: center; gap: 6px; margin-bottom: 6px }
.stairs i { width: 28px; height: 28px; box-sizing: border-box; border-radius: 6px; background: #f6ead2;
  border: 1.5px solid #8a7350; color: #2b2118; font: 700 16px/22px sans-serif; text-align: center }
.stairs .kept { border: 3.5px solid #d97b12 }
.stairs b { margin-left: .5rem }
"""


@dataclass(frozen=True)
class _Part:
    """A part of all turns: its name, where it starts on the line from 0 to 1, and how wide it is."""

    name: str
    start: float
    width: float
    colour: str
    pattern: str
    rows: tuple[int, ...]


def _parts(required: Sequence[int], throws: int) -> tuple[_Part, ...]:
    """Return the four parts in an order in which "no a" and "no b" are one piece each, and overlap."""
    a, b = required
    miss, neither = float(p_never(1, throws)), float(p_never(2, throws))
    only, both = miss - neither, float(p_all(2, throws))
    rows = (
        (tr("only the {face}", face=b), 0.0, only, "#000002", "/", (0, 1)),
        (tr("neither"), only, neither, "#000004", "x", (0, 1, 2, 3)),
        (tr("only the {face}", face=a), miss, only, "#000005", "\\", (0, 2)),
        (tr("both"), miss + only, both, "#000003", "", (0, 4)),
    )
    return tuple(_Part(*row) for row in rows)


def parts_figure(required: Sequence[int], throws: int, step: int) -> dict[str, Any]:
    """Return all turns of so many throws as one bar, and below it what each step of the formula counts.

    Parameters
    ----------
    required : sequence of int
        The two required faces.
    throws : int
    step : int
        How many steps are shown, 1 to 4.
    """
    a, b = required
    labels = (
        tr("all turns"),
        tr("− no {face}", face=a),
        tr("− no {face}", face=b),
        tr("+ neither"),
        tr("= both"),
    )
    shown = labels[: step + 1]
    traces = [_bar(part, shown) for part in _parts(required, throws)]
    figure = layout(tr("Share of all turns"), "", height=330, barmode="overlay", bargap=0.35)
    figure["hovermode"] = "closest"
    figure["legend"] |= {"traceorder": "normal"}
    figure["xaxis"] |= {"tickformat": ".0%", "range": [0, 1.03], "tickvals": [0, 0.25, 0.5, 0.75, 1]}
    figure["yaxis"] |= {"categoryarray": labels, "range": [len(labels) - 0.5, -0.5], "rangemode": "normal"}
    figure["yaxis"] |= {
        "type": "category",
        "categoryorder": "array",
        "tickfont": {"size": 14},
        "tickvals": list(shown),
    }
    return {"data": traces, "layout": figure}


def _bar(part: _Part, labels: Sequence[str]) -> dict[str, Any]:
    rows = [labels[row] for row in part.rows if row < len(labels)]
    name = f"{part.name}: {percent(part.width, 2)}"
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": rows,
        "x": [part.width] * len(rows),
        "base": [part.start] * len(rows),
        "marker": {
            "color": part.colour,
            "pattern": {"shape": part.pattern, "fillmode": "overlay", "size": 8, "solidity": 0.2},
        },
        "hovertemplate": f"{name}<extra></extra>",
    }


def curve_figure(chosen: int) -> dict[str, Any]:
    """Return the chance to have both faces after 0 to 21 throws, the ends of rolls and one number marked."""
    ends = [throws_after(rolls) for rolls in range(1, 7)]
    throws = list(range(most_throws(6) + 1))
    traces = [
        _points(tr("after each throw"), throws, {"mode": "lines", "line": {"color": "#000001", "width": 3}}),
        _points(
            tr("after rolls 1 to 6"),
            ends,
            {"mode": "markers", "marker": {"color": "#000001", "symbol": "diamond", "size": 11}},
        ),
        _points(
            tr("your {throws} throws", throws=chosen),
            [chosen],
            {
                "mode": "markers",
                "marker": {"color": "#000002", "symbol": "circle-open", "size": 20, "line": {"width": 4}},
            },
        ),
    ]
    figure = layout(tr("Dice thrown so far"), tr("Chance of both"), height=340)
    figure["hovermode"] = "closest"
    # A label for 20 would run into that for 21 on a phone.
    figure["xaxis"] |= {"tickvals": [0, *ends[:4], ends[-1]], "tickangle": 0, "range": [-0.5, 21.8]}
    figure["yaxis"] |= {"tickformat": ".0%", "range": [0, 1.05]}
    return {"data": traces, "layout": figure}


def _points(name: str, throws: Sequence[int], style: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": list(throws),
        "y": [float(p_all(2, count)) for count in throws],
        "hovertemplate": "%{x}: %{y:.1%}<extra></extra>",
        **style,
    }


def running_figure(run: RunningShare, exact: float) -> dict[str, Any]:
    """Return the share that qualified so far with its band, against the exact chance."""
    turns = run.turns.tolist()
    line = {
        "type": "scatter",
        "mode": "lines",
        "name": tr("exact: {chance}", chance=percent(exact, 2)),
        "x": [turns[0], turns[-1]],
        "y": [exact, exact],
        "line": {"color": "#000001", "width": 3, "dash": "dash"},
        "hoverinfo": "skip",
    }
    figure = layout(tr("Turns played (each step is ten times as many)"), tr("Share qualified"), height=340)
    ticks = [10**power for power in range(1, 6) if 10**power <= turns[-1]]
    figure["xaxis"] |= {"type": "log", "tickvals": ticks, "ticktext": [whole(tick) for tick in ticks]}
    figure["yaxis"] |= {"tickformat": ".0%", "range": [np.floor(20 * run.low.min()) / 20, 1.005]}
    figure["yaxis"] |= {"rangemode": "normal"}
    return {"data": [*_band(run), line], "layout": figure}


def _band(run: RunningShare) -> list[dict[str, Any]]:
    """Return the share so far and, behind it, its band: the space between two lines of no width."""
    shared = {"type": "scatter", "x": run.turns.tolist()}
    edge = shared | {"mode": "lines", "line": {"color": "#000002", "width": 0}, "hoverinfo": "skip"}
    name = tr("{level} band", level=percent(LEVEL, 0))
    return [
        edge | {"y": run.low.tolist(), "showlegend": False},
        edge | {"y": run.high.tolist(), "fill": "tonexty", "name": name},
        shared
        | {
            "mode": "lines+markers",
            "name": tr("share so far"),
            "y": run.share.tolist(),
            "line": {"color": "#000002", "width": 2},
            "marker": {"size": 5},
            "hovertemplate": "%{y:.2%}",
        },
    ]


def table(caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table as HTML; the first cell of each row is the row's heading. Cells may hold HTML."""
    heads = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f"<style>{_TABLE_STYLE}</style><table class='throws'><caption>{caption}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def verdict(is_same: bool) -> str:
    """Return a tick or a cross with its meaning for screen readers."""
    sign, meaning = ("✓", tr("agrees")) if is_same else ("✗", tr("differs"))
    return f'<span role="img" aria-label="{meaning}">{sign}</span>'


_TABLE_STYLE = """
.throws { border-collapse: collapse; width: 100%; max-width: 40rem; font-variant-numeric: tabular-nums }
.throws caption { text-align: left; font-weight: 600; padding: .25rem 0 }
.throws th, .throws td { text-align: right; padding: .35rem 0 .35rem .5rem; border-bottom: 1px solid #8884 }
.throws th:first-child { text-align: left; padding-left: 0 }
.throws thead th { font-weight: 400; vertical-align: bottom }
@media (max-width: 640px) { .throws { font-size: .875rem } }
"""
