"""The figure of the lesson on safe and greedy: average score against a chance, for ways of playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from midnight_core.frontier import Frontier, Point
from midnight_ui.charts import INK, PALETTE, distributions, layout
from midnight_ui.strategy_list import Listed, Look
from midnight_ui.text import tr

YOURS = Look(PALETTE[5], "circle-open", "dash")
"""How the point is drawn that the reader has chosen."""


@dataclass(frozen=True)
class Placed:
    """A strategy and where it stands.

    Attributes
    ----------
    listed : Listed
    mean : float
        Average score in points.
    chance : float
        Chance of the target or more.
    """

    listed: Listed
    mean: float
    chance: float


def limits_figure(best: Placed, others: Sequence[Placed], mean: float, chance: float) -> dict[str, Any]:
    """Return strategies by average score and chance to qualify, with the best there is of either as a line.

    Parameters
    ----------
    best : Placed
        Where the best average stands, which is named in the picture.
    others : sequence of Placed
    mean, chance : float
        The best possible average score, and the best possible chance to qualify.
    """
    figure = _figure([_end(best, "top left"), *map(_marker, others)], tr("Chance to qualify"))
    figure["layout"]["shapes"] = [
        {"type": "line", "x0": mean, "x1": mean, "yref": "paper", "y0": 0, "y1": 1, "line": _LIMIT},
        {"type": "line", "y0": chance, "y1": chance, "xref": "paper", "x0": 0, "x1": 1, "line": _LIMIT},
    ]
    return figure


_LIMIT = {"color": INK, "width": 1.5, "dash": "dot"}


def frontier_figure(
    frontier: Frontier, ends: tuple[Placed, Placed], others: Sequence[Placed], chosen: Point
) -> dict[str, Any]:
    """Return a frontier with its ends and one chosen point, and other strategies below it.

    Parameters
    ----------
    frontier : Frontier
    ends : tuple of Placed
        The best average and the best chance, which are named in the picture.
    others : sequence of Placed
    chosen : Point
    """
    best_mean, best_chance = ends
    curve = {
        **_trace(tr("Nobody gets beyond this line"), frontier.points),
        "mode": "lines+markers",
        "line": {"color": INK, "width": 2},
        "marker": {"color": INK, "size": 4},
    }
    ring = {
        **_trace(tr("Your point"), [chosen]),
        "mode": "markers",
        "marker": {"color": YOURS.colour, "symbol": YOURS.marker, "size": 26, "line": {"width": 4}},
    }
    named = [_end(best_mean, "bottom left"), _end(best_chance, "top right")]
    traces = [curve, *named, *map(_marker, others), ring]
    return _figure(traces, tr("Chance of {target} or more", target=frontier.target))


def _figure(traces: list[dict[str, Any]], y_title: str) -> dict[str, Any]:
    shown = layout(tr("Average score"), y_title, height=580, showlegend=True)
    shown["hovermode"] = "closest"
    # Below, where its many entries do not push the picture down on a phone.
    shown["legend"] = {"orientation": "h", "y": -0.2, "yanchor": "top", "x": 0, "xanchor": "left"}
    xs, ys = ([number for trace in traces for number in trace[axis]] for axis in "xy")
    shown["xaxis"] |= {"range": _wider(xs, 0.2, 0.05)}
    shown["yaxis"] |= {"range": _wider(ys, 0.05, 0.12), "tickformat": ".0%", "rangemode": "normal"}
    return {"data": traces, "layout": shown}


def _wider(numbers: Sequence[float], below: float, above: float) -> list[float]:
    """Return the range of numbers with room around them, in parts of it, for the names in the picture."""
    least, most = min(numbers), max(numbers)
    return [least - below * (most - least), most + above * (most - least)]


def _marker(place: Placed) -> dict[str, Any]:
    look = place.listed.look
    return {
        **_trace(place.listed.label, [place]),
        "mode": "markers",
        "marker": {"color": look.colour, "symbol": look.marker, "size": 11},
    }


def _end(place: Placed, position: str) -> dict[str, Any]:
    """Return a strategy with its name beside it; large, so that a close second does not hide it."""
    trace = _marker(place) | {
        "mode": "markers+text",
        "text": [place.listed.label],
        "textposition": position,
        "textfont": {"color": INK, "size": 14},
    }
    trace["marker"] |= {"size": 20}
    return trace


def _trace(name: str, places: Sequence[Placed | Point]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": [float(place.mean) for place in places],
        "y": [float(place.chance) for place in places],
        "hovertemplate": "%{x:.2f}; %{y:.2%}",
    }


def scores_figure(best: Listed, point: Point, chosen: Point) -> dict[str, Any]:
    """Return the final scores of the best average and, where it is another one, of the chosen point."""
    named = [(best.label, point.distribution)]
    if chosen != point:
        named.append((tr("Your point"), chosen.distribution))
    figure = distributions(named)
    for trace in figure["data"][1:]:
        trace["line"] = {"dash": YOURS.dash, "color": YOURS.colour}
        trace["marker"] = {"symbol": YOURS.marker, "color": YOURS.colour, "size": 8}
    return figure
