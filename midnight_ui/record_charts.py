"""Figures of a player's record: results beside perfect play, losses over time, bands, faces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from midnight_core import FACES
from midnight_core.record import RECENT, Estimate, Faces, Losses, Record, error_rate, running
from midnight_core.review import Band
from midnight_ui import bands
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.text import percent, tr
from midnight_ui.units import CHANCE, POINTS, TURNS, Unit

ERRORS = 2
"""Standard errors that a bar reaches to either side."""


def beside_perfect_play(record: Record, unit: Unit) -> dict[str, Any]:
    """Return the mean result and the one without luck beside what perfect play expects, in their unit."""
    rows = (
        (tr("Perfect play"), Estimate(record.start, None), "diamond", INK),
        (tr("Without luck"), record.adjusted, "circle", PALETTE[1]),
        (tr("Your average"), record.result, "square", PALETTE[0]),
    )
    titles = {
        POINTS: tr("Points per turn"),
        TURNS: tr("Turns to go"),
        CHANCE: tr("Chance of your goal"),
    }
    figure = layout(titles[unit.kind], "", height=240, showlegend=False)
    figure["hovermode"] = "closest"
    figure["margin"] |= {"t": 8}
    figure["xaxis"] |= {"tickformat": ".0%" if unit.kind == CHANCE else "", "zeroline": False}
    figure["yaxis"] |= {"rangemode": "normal", "type": "category", "range": [-0.5, len(rows) - 0.5]}
    start = {
        "type": "line",
        "x0": _shown(record.start, unit),
        "x1": _shown(record.start, unit),
        "y0": -0.5,
        "y1": len(rows) - 1,
        "line": {"color": INK, "width": 1, "dash": "dot"},
    }
    figure["shapes"] = [start]
    return {"data": [_point(*row, unit) for row in reversed(rows)], "layout": figure}


def _shown(value: float, unit: Unit) -> float:
    """Return a value as it is drawn: of turns to go there are so many, and not minus so many."""
    return -value if unit.kind == TURNS else value


def _point(name: str, estimate: Estimate, symbol: str, colour: str, unit: Unit) -> dict[str, Any]:
    mean = unit.worth(estimate.mean)
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": name,
        "x": [_shown(estimate.mean, unit)],
        "y": [name],
        "text": [mean],
        "textposition": "top center",
        "cliponaxis": False,
        "marker": {"symbol": symbol, "size": 13, "color": colour},
        "error_x": {
            "type": "data",
            "array": [ERRORS * (estimate.error or 0)],
            "visible": bool(estimate.error),
            "color": colour,
            "thickness": 3,
            "width": 8,
        },
        "hovertemplate": f"{name}: {mean}<extra></extra>",
    }


def losses_over_time(losses: Sequence[Losses], title: str, unit: Unit) -> dict[str, Any]:
    """Return the loss of an unforced decision in each turn or answer, and over the last ones.

    Parameters
    ----------
    losses : sequence of Losses
        By time.
    title : str
        What is counted along the axis.
    unit : Unit
        Of the losses.
    """
    numbers = list(range(1, len(losses) + 1))
    each = {
        "type": "scatter",
        "mode": "markers",
        "name": tr("each one"),
        "x": numbers,
        "y": _scaled([error_rate([one]) for one in losses], unit),
        "marker": {"symbol": "circle-open", "size": 7, "color": PALETTE[1]},
        "hovertemplate": f"%{{y:.{unit.digits}f}}",
    }
    mean = {
        "type": "scatter",
        "mode": "lines",
        "name": tr("average of the last {count}", count=RECENT),
        "x": numbers,
        "y": _scaled(running(losses), unit),
        "line": {"color": PALETTE[0], "width": 3},
        "hovertemplate": f"%{{y:.{unit.digits}f}}",
    }
    figure = layout(title, tr("Loss, {unit}", unit=unit.name), height=320, showlegend=True)
    figure["xaxis"] |= {"range": [0.5, len(losses) + 0.5], "tickformat": "d"}
    if len(losses) < 10:
        figure["xaxis"] |= {"tickvals": numbers}
    return {"data": [each, mean], "layout": figure}


def _scaled(rates: Sequence[float | None], unit: Unit) -> list[float | None]:
    return [None if rate is None else unit.scale * rate for rate in rates]


def decisions(record: Record) -> dict[str, Any]:
    """Return the unforced decisions by how much they lost."""
    all_of_them = sum(record.bands.values())
    names = [bands.marked(band) for band in Band]
    counts = [record.bands[band] for band in Band]
    figure = layout(tr("Decisions"), "", height=270, showlegend=False)
    figure["hovermode"] = False
    figure["margin"] |= {"t": 8, "r": 56}
    figure["xaxis"] |= {"tickformat": "d", "rangemode": "tozero"}
    if max(counts) < 10:
        # Halves would be written as whole numbers, each of them twice.
        figure["xaxis"]["dtick"] = 1
    figure["yaxis"] |= {"type": "category", "autorange": "reversed", "rangemode": "normal"}
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": names,
        "x": counts,
        "text": [f"{count} ({percent(count / all_of_them, 0)})" if count else "0" for count in counts],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {"color": PALETTE[0]},
    }
    return {"data": [bars], "layout": figure}


def faces(named: Sequence[tuple[str, Faces]]) -> dict[str, Any]:
    """Return the share of each face, for one or two kinds of dice, beside fair dice."""
    shown = [str(face) for face in range(1, FACES + 1)]
    looks = ((PALETTE[0], ""), (PALETTE[1], "/"))
    traces: list[dict[str, Any]] = [
        {
            "type": "bar",
            "name": name,
            "x": shown,
            "y": [count / counted.dice for count in counted.counts],
            "customdata": list(counted.counts),
            "marker": {"color": colour, "pattern": {"shape": pattern, "fillmode": "overlay", "size": 8}},
            "hovertemplate": "%{y:.1%} (%{customdata})",
        }
        for (name, counted), (colour, pattern) in zip(named, looks, strict=False)
    ]
    fair = {
        "type": "scatter",
        "mode": "lines",
        "name": tr("fair dice"),
        "x": shown,
        "y": [1 / FACES] * FACES,
        "line": {"color": INK, "width": 2, "dash": "dash"},
        "hovertemplate": "%{y:.1%}",
    }
    figure = layout(tr("Face"), tr("Share of the dice"), height=320, showlegend=True)
    figure["xaxis"] |= {"type": "category"}
    figure["yaxis"] |= {"tickformat": ".0%"}
    return {"data": [*traces, fair], "layout": figure}
