"""Figures of the simulation lab: an average that settles, counts beside theory, two intervals."""

from __future__ import annotations

from typing import Any

import numpy as np

from midnight_core import MIN_SCORE
from midnight_core.analysis import FloatArray, summary
from midnight_core.laboratory import Difference
from midnight_core.rolls import IntArray
from midnight_core.rules import SCORES
from midnight_ui.charts import INK, layout
from midnight_ui.lab import EXACT_SCORES, FEWEST, LEVEL, TURNS, WIDTH, Mean
from midnight_ui.strategy_list import Look
from midnight_ui.text import decimal, percent, tr, whole

_SHOWN_FROM = 40
"""Turns from which on the band fits into the picture; before that it runs out of it."""

_POWERS = (FEWEST, *TURNS)


def mean_figure(mean: Mean, chances: FloatArray, look: Look, turns: int) -> dict[str, Any]:
    """Return the average score so far with its band, closing in on the exact value.

    Parameters
    ----------
    mean : Mean
    chances : float64 array, shape (25,)
        The exact distribution of the score.
    look : Look
        The strategy's.
    turns : int
        Where the axis ends: the turns asked for.
    """
    exact = summary(chances)
    reach = 1.1 * WIDTH * exact.deviation / _SHOWN_FROM**0.5
    figure = layout(tr("Turns played (each step is ten times as many)"), tr("Average score"), height=360)
    ticks = [power for power in _POWERS if power <= turns]
    figure["xaxis"] |= {
        "type": "log",
        "range": [np.log10(FEWEST), np.log10(turns) + 0.02],
        "tickvals": ticks,
        "ticktext": list(map(_short, ticks)),
        "tickangle": 0,
        "ticklabeloverflow": "allow",
    }
    figure["yaxis"] |= {"range": [exact.mean - reach, exact.mean + reach], "rangemode": "normal"}
    line = {
        "type": "scatter",
        "mode": "lines",
        "name": tr("exact: {value}", value=decimal(exact.mean, 4)),
        "x": [FEWEST, turns],
        "y": [exact.mean] * 2,
        "line": {"color": INK, "width": 2, "dash": "dash"},
        "hoverinfo": "skip",
    }
    return {"data": [*_band(mean, look), line], "layout": figure}


def _short(turns: int) -> str:
    """Return a number of turns for an axis on a phone."""
    return tr("{count} M", count=turns // 1_000_000) if turns >= 1_000_000 else whole(turns)


def _band(mean: Mean, look: Look) -> list[dict[str, Any]]:
    """Return the average so far and, behind it, its band: the space between two lines of no width."""
    shared = {"type": "scatter", "x": list(mean.turns)}
    edge = shared | {"mode": "lines", "line": {"color": look.colour, "width": 0}, "hoverinfo": "skip"}
    return [
        edge | {"y": list(mean.low), "showlegend": False},
        edge
        | {
            "y": list(mean.high),
            "fill": "tonexty",
            "name": tr("{level} band", level=percent(LEVEL, 0)),
        },
        shared
        | {
            "mode": "lines+markers",
            "name": tr("average so far"),
            "y": [each.mean for each in mean.estimates],
            "line": {"color": look.colour, "width": 2},
            "marker": {"symbol": look.marker, "size": 6},
            "hovertemplate": "%{y:.4f}",
        },
    ]


def luck(chances: FloatArray, turns: int) -> FloatArray:
    """Return how far the share of turns with each score strays, at most, in 95 of 100 runs."""
    return WIDTH * np.sqrt(chances * (1 - chances) / turns)


def scores_figure(counts: IntArray, chances: FloatArray, look: Look) -> dict[str, Any]:
    """Return the share of turns with each score as bars, and the exact chances with what luck allows.

    Parameters
    ----------
    counts : int64 array, shape (25,)
    chances : float64 array, shape (25,)
    look : Look
    """
    scores, turns = list(EXACT_SCORES), int(counts.sum())
    reach = luck(chances, turns)[scores]
    shared = {"x": list(map(str, scores)), "hovertemplate": "%{y:.3%}"}
    bars = {
        "type": "bar",
        "name": tr("thrown"),
        "y": (counts / turns)[scores].tolist(),
        "marker": {"color": look.colour},
        **shared,
    }
    exact = {
        "type": "scatter",
        "mode": "markers",
        "name": tr("exact, and how far luck reaches"),
        "y": chances[scores].tolist(),
        "marker": {"symbol": "line-ew", "size": 9, "color": INK, "line": {"width": 2, "color": INK}},
        "error_y": {
            "type": "data",
            "array": reach.tolist(),
            "arrayminus": np.minimum(reach, chances[scores]).tolist(),
            "color": INK,
            "thickness": 1.5,
            "width": 3,
        },
        **shared,
    }
    figure = layout(tr("Final score (0: not qualified)"), tr("Share of all turns"), height=340)
    figure["xaxis"] |= {
        "type": "category",
        "tickangle": 0,
        "tickvals": ["0", *map(str, range(MIN_SCORE, SCORES, 4))],
    }
    figure["yaxis"] |= {"tickformat": ".0%"}
    return {"data": [bars, exact], "layout": figure}


def difference_figure(found: Difference, exact: float, look: Look) -> dict[str, Any]:
    """Return the difference of two averages with its interval on the same and on separate dice.

    Parameters
    ----------
    found : Difference
    exact : float
        The exact difference.
    look : Look
        Of the strategy that the difference is counted from.
    """
    rows = (
        (tr("same dice"), found.error, look.marker),
        (tr("separate dice"), found.error_unpaired, f"{look.marker}-open"),
    )
    traces: list[dict[str, Any]] = [
        {
            "type": "scatter",
            "mode": "markers",
            "name": name,
            "x": [found.mean],
            "y": [row],
            "marker": {"symbol": marker, "size": 12, "color": look.colour},
            "error_x": {
                "type": "data",
                "array": [WIDTH * error],
                "color": look.colour,
                "thickness": 4,
                "width": 10,
            },
            "hovertemplate": f"%{{x:.4f}} ± {decimal(WIDTH * error, 4)}",
            "showlegend": False,
        }
        for row, (name, error, marker) in enumerate(rows)
    ]
    traces.append(
        {
            "type": "scatter",
            "mode": "lines",
            "name": tr("exact: {value}", value=decimal(exact, 4)),
            "x": [exact] * 2,
            "y": [-0.5, 1.5],
            "line": {"color": INK, "width": 2, "dash": "dash"},
            "hoverinfo": "skip",
        }
    )
    figure = layout(tr("How many points better a turn"), "", height=230)
    figure["hovermode"] = "closest"
    figure["xaxis"] |= {"zeroline": True, "zerolinecolor": INK, "zerolinewidth": 1}
    figure["yaxis"] |= {"range": [1.5, -0.5], "rangemode": "normal", "showgrid": False}
    figure["yaxis"] |= {"tickvals": [0, 1], "ticktext": [name for name, *_ in rows]}
    figure["showlegend"] = True
    return {"data": traces, "layout": figure}
