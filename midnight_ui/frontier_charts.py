"""The figure of the lesson on safe and greedy: average score against a chance, for ways of playing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from midnight_core.frontier import Frontier, Point
from midnight_ui.charts import INK, PALETTE, distributions, layout
from midnight_ui.strategy_list import Listed, Look
from midnight_ui.text import tr, whole

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
    number : int or None
        What it is called in a picture that has no room for its name.
    """

    listed: Listed
    mean: float
    chance: float
    number: int | None = None


def of_bonus(bonus: int) -> str:
    """Return what the play for a bonus is called."""
    return tr("Bonus of {bonus}", bonus=whole(bonus))


def limits_figure(places: Sequence[Placed], mean: float, chance: float) -> dict[str, Any]:
    """Return strategies by average score and chance to qualify, with the best there is of either as a line.

    Parameters
    ----------
    places : sequence of Placed
        The best average, which is named in the picture, and then the others, which are numbered.
    mean, chance : float
        The best possible average score, and the best possible chance to qualify.
    """
    best, *others = places
    name = {"text": [best.listed.label], "textposition": "top left"}
    figure = _figure([_end(best) | name, *map(_numbered, others)], tr("Chance to qualify"))
    figure["layout"]["showlegend"] = False
    figure["layout"]["shapes"] = [
        {"type": "line", "x0": mean, "x1": mean, "yref": "paper", "y0": 0, "y1": 1, "line": _LIMIT},
        {"type": "line", "y0": chance, "y1": chance, "xref": "paper", "x0": 0, "x1": 1, "line": _LIMIT},
    ]
    return figure


_LIMIT = {"color": INK, "width": 1.5, "dash": "dot"}


def frontier_figure(
    frontier: Frontier, ends: Sequence[Placed], others: Sequence[Placed], chosen: Point, label: str
) -> dict[str, Any]:
    """Return a frontier with its ends and one chosen point, and other strategies below it by their numbers.

    Parameters
    ----------
    frontier : Frontier
    ends : sequence of Placed
        The best average and, if it is another point, the best chance.
    others : sequence of Placed
    chosen : Point
    label : str
        What the chosen point is called.
    """
    curve = {
        **_trace(tr("Nobody gets beyond this line"), frontier.points),
        "mode": "lines+markers",
        "line": {"color": INK, "width": 2},
        "marker": {"color": INK, "size": 4},
    }
    ring = {
        **_trace(label, [chosen]),
        "mode": "markers",
        "marker": {"color": YOURS.colour, "symbol": YOURS.marker, "size": 26, "line": {"width": 4}},
    }
    traces = [curve, *map(_end, ends), *map(_numbered, others)]
    if len(ends) > 1:
        traces.append(ring)
    return _figure(traces, tr("Chance of {target} or more", target=frontier.target))


def _figure(traces: list[dict[str, Any]], y_title: str) -> dict[str, Any]:
    shown = layout(tr("Average score"), y_title, height=420)
    shown["hovermode"] = "closest"
    xs, ys = ([number for trace in traces for number in trace[axis]] for axis in "xy")
    shown["xaxis"] |= {"range": _wider(xs)}
    shown["yaxis"] |= {"range": _wider(ys), "tickformat": ".1~%", "rangemode": "normal"}
    return {"data": traces, "layout": shown}


def _wider(numbers: Sequence[float]) -> list[float]:
    """Return the range of numbers with room for markers and what is written beside them."""
    least, most = min(numbers), max(numbers)
    room = 0.12 * max(most - least, _LEAST)
    return [least - room, most + room]


_LEAST = 0.1
"""How far numbers are taken to lie apart, which may be all the same."""


_BESIDE = {
    "card": "bottom right",
    "qualifiers-then-fives-and-sixes": "bottom center",
    "qualifiers-then-sixes": "bottom left",
    "semi-greedy": "top right",
    "greedy": "bottom left",
}
"""Where a number stands that would else stand on another one."""


def _numbered(place: Placed) -> dict[str, Any]:
    position = _BESIDE.get(place.listed.key, "bottom right")
    beside = {"mode": "markers+text", "text": [str(place.number)], "textposition": position}
    return _marker(place, 11) | beside | {"showlegend": False}


def _end(place: Placed) -> dict[str, Any]:
    """Return a strategy with its number, drawn large, so that a close second does not hide it."""
    number = "" if place.number is None else str(place.number)
    return _marker(place, 20) | {"mode": "markers+text", "text": [number], "textposition": "top right"}


def _marker(place: Placed, size: int) -> dict[str, Any]:
    look = place.listed.look
    return {
        **_trace(place.listed.label, [place]),
        "marker": {"color": look.colour, "symbol": look.marker, "size": size},
        "textfont": {"color": INK, "size": 14},
    }


def _trace(name: str, places: Sequence[Placed | Point]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "name": name,
        "x": [float(place.mean) for place in places],
        "y": [float(place.chance) for place in places],
        "hovertemplate": "%{x:.2f}; %{y:.2%}",
    }


def scores_figure(best: Listed, point: Point, chosen: Point, label: str) -> dict[str, Any]:
    """Return the final scores of the best average and, where it is another one, of the chosen point."""
    named = [(best.label, point.distribution)]
    if chosen != point:
        named.append((label, chosen.distribution))
    figure = distributions(named)
    for trace in figure["data"][1:]:
        trace["line"] = {"dash": YOURS.dash, "color": YOURS.colour}
        trace["marker"] = {"symbol": YOURS.marker, "color": YOURS.colour, "size": 8}
    return figure
