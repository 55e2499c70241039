"""Figures of the lesson on when to stop in 10 000."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from midnight_core import DICE
from midnight_core.ten_thousand import UNIT, TurnSolution
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.ten_words import dice_count, turns_named
from midnight_ui.text import percent, tr, whole

COUNTS = range(1, DICE + 1)

_CROSSED = {"shape": "x", "fillmode": "overlay", "size": 8, "solidity": 0.2}
_HATCHED = {"shape": "/", "fillmode": "overlay", "size": 8, "solidity": 0.2}

_LEFT_EDGE = 0.8 * UNIT
"""Where the scale of turn totals begins, which has no zero."""

_RIGHT_EDGE = 40_000
"""Where it ends at least."""

_TICKS = (50, 200, 1000, 5000, 20_000, 100_000, 500_000)


def stops(turn: TurnSolution) -> dict[int, int | None]:
    """Return up to which turn total so many dice are thrown, or None; dice that must be are left out."""
    free = DICE - 1 if turn.house.must_roll_hot else DICE
    return {count: turn.threshold(count) for count in range(1, free + 1)}


def stops_figure(turn: TurnSolution) -> dict[str, Any]:
    """Return, for each number of dice left, up to which total to roll and from which to write down.

    The scale of totals is logarithmic: each step to the right multiplies.
    """
    labels = [dice_count(count) for count in COUNTS]
    floor = turn.stakes.floor * UNIT
    edge = max(_RIGHT_EDGE, 3 * max(end or 0 for end in stops(turn).values()))
    ends = {count: stops(turn).get(count, edge) for count in COUNTS}
    roll = [float(_LEFT_EDGE if end is None else min(_border(end), edge)) for end in ends.values()]
    must = [min(_border(floor - UNIT), end) if floor > UNIT else _LEFT_EDGE for end in roll]
    traces = [
        _span(
            tr("too little to write down: roll"),
            labels,
            [_LEFT_EDGE] * DICE,
            must,
            {"color": PALETTE[3], "pattern": _CROSSED},
        ),
        _span(tr("roll on"), labels, must, roll, {"color": PALETTE[0]}),
        _span(
            tr("write down"),
            labels,
            roll,
            [edge] * DICE,
            {"color": PALETTE[1], "pattern": _HATCHED},
        ),
    ]
    figure = layout(
        tr("Turn total, dice just set aside included"), tr("Dice left"), height=400, barmode="overlay"
    )
    figure["hovermode"] = "closest"
    figure["bargap"] = 0.5
    figure["legend"] |= {"traceorder": "normal"}
    figure["xaxis"] |= {
        "type": "log",
        "range": [log10(_LEFT_EDGE), log10(edge)],
        "tickvals": list(_TICKS),
        "ticktext": list(map(whole, _TICKS)),
        "tickangle": 0,
    }
    figure["yaxis"] |= {"type": "category", "range": [DICE - 0.6, -0.7], "rangemode": "normal"}
    figure["annotations"] = [
        _end_label(count - 1, end, is_far=_border(end) ** 2 > _LEFT_EDGE * edge)
        for count, end in stops(turn).items()
        if end is not None
    ]
    return {"data": traces if floor > UNIT else traces[1:], "layout": figure}


def _border(last: int) -> float:
    """Return where the last total to roll with ends on the scale: halfway to the next."""
    return max(_LEFT_EDGE, last + UNIT / 2)


def _span(
    name: str,
    labels: Sequence[str],
    starts: Sequence[float],
    ends: Sequence[float],
    marker: dict[str, Any],
) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": list(labels),
        "base": list(starts),
        "x": [end - start for start, end in zip(starts, ends, strict=True)],
        "marker": marker,
        "hoverinfo": "name",
    }


def _end_label(row: int, end: int, *, is_far: bool) -> dict[str, Any]:
    """Return the last total to roll with, written above its border.

    Where the border is in the right half of the picture, there is room only to its left on a phone.
    """
    return {
        "x": log10(_border(end)),
        # Rows count downwards from 0; a bar takes half of its row.
        "y": row - 0.4,
        "text": f"<b>{whole(end)}</b>",
        "showarrow": False,
        "xanchor": "right" if is_far else "left",
        "font": {"color": INK, "size": 14},
    }


def busts_figure(chances: Mapping[int, float]) -> dict[str, Any]:
    """Return the chance that a roll scores nothing, by its number of dice."""
    trace = {
        "type": "bar",
        "x": list(chances),
        "y": list(chances.values()),
        "width": 0.6,
        "marker": {"color": PALETTE[1], "pattern": _HATCHED},
        "text": [percent(chance) for chance in chances.values()],
        "textposition": "outside",
        "constraintext": "none",
        "textfont": {"color": INK, "size": 13},
        "hovertemplate": "%{y:.2%}<extra></extra>",
    }
    figure = layout(tr("Dice in the roll"), tr("Chance of a bust"), height=300)
    figure["hovermode"] = "closest"
    figure["xaxis"] |= {"tickvals": list(chances)}
    figure["yaxis"] |= {"tickformat": ".0%", "range": [0, 1.18 * max(chances.values())]}
    return {"data": [trace], "layout": figure}


def values_figure(
    totals: Sequence[int], rolled: Sequence[float], last: int | None, label: str
) -> dict[str, Any]:
    """Return what rolling and writing down are worth over the turn's total, and where they cross.

    Parameters
    ----------
    totals : sequence of int
    rolled : sequence of float
        Worth of rolling with each.
    last : int, optional
        The highest total with which rolling is better.
    label : str
        What is rolled.
    """
    traces = [
        _line(label, totals, rolled, {"color": PALETTE[0], "width": 3}),
        _line(tr("write down"), totals, totals, {"color": PALETTE[1], "width": 3, "dash": "dash"}),
    ]
    if last is not None and last in totals:
        traces.append(_mark(tr("roll up to here"), last, rolled[totals.index(last)]))
    figure = layout(tr("Turn total"), tr("Points on average"), height=340)
    figure["xaxis"] |= {"range": [0, totals[-1]], "tickformat": ",d"}
    figure["yaxis"] |= {"tickformat": ",d"}
    return {"data": traces, "layout": figure}


def _line(
    name: str, x: Sequence[int], y: Sequence[float], line: dict[str, Any], hover: str = "%{y:,.1f}"
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": list(x),
        "y": list(y),
        "line": line,
        "hovertemplate": hover,
    }


def _mark(name: str, x: float, y: float) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [x],
        "y": [y],
        "marker": {"color": INK, "symbol": "circle-open", "size": 16, "line": {"width": 3}},
        "hoverinfo": "skip",
    }


def openings_figure(turns: Mapping[int, float], own: int) -> dict[str, Any]:
    """Return how many turns it takes to open, by what it takes, the reader's own marked."""
    names = [whole(opening) if opening else tr("none") for opening in turns]
    colours = [PALETTE[0] if opening == own else PALETTE[2] for opening in turns]
    trace = {
        "type": "bar",
        "x": names,
        "y": list(turns.values()),
        "width": 0.6,
        "marker": {
            "color": colours,
            "pattern": {"shape": ["" if opening == own else "/" for opening in turns]} | _OVERLAY,
        },
        "text": list(map(turns_named, turns.values())),
        "textposition": "outside",
        "constraintext": "none",
        "textfont": {"color": INK, "size": 13},
        "hovertemplate": "%{y:.2f}<extra></extra>",
    }
    figure = layout(tr("Opening"), tr("Turns until open"), height=300)
    figure["hovermode"] = "closest"
    figure["xaxis"] |= {"type": "category"}
    figure["yaxis"] |= {"range": [0, 1.18 * max(turns.values())]}
    return {"data": [trace], "layout": figure}


_OVERLAY = {"fillmode": "overlay", "size": 8, "solidity": 0.2}


def last_turn_figure(chances: Mapping[int, float], behind: int) -> dict[str, Any]:
    """Return the chance to win with one last turn, by how many points somebody is behind."""
    traces = [
        _line(
            tr("best play"),
            list(chances),
            list(chances.values()),
            {"color": PALETTE[0], "width": 3},
            hover="%{y:.1%}",
        )
        | {"mode": "lines+markers", "marker": {"size": 5, "color": PALETTE[0]}},
        _mark(tr("you"), behind, chances[behind]),
    ]
    figure = layout(tr("Points behind"), tr("Chance to win"), height=340)
    figure["xaxis"] |= {"range": [-50, max(chances) + 50], "tickformat": ",d"}
    figure["yaxis"] |= {"tickformat": ".0%", "range": [0, 1.03]}
    return {"data": traces, "layout": figure}
