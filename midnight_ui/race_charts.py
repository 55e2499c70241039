"""Figures of the lesson on the race: maps over both totals, keeps of a roll, what the totals are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from midnight_core import Option
from midnight_core.analysis import FloatArray
from midnight_core.lessons_race import NOTICED, Board, Gain, even
from midnight_ui.charts import CLEAR, INK, PALETTE, layout
from midnight_ui.lab import WIDTH
from midnight_ui.strategy_list import PERFECT, Look, listed
from midnight_ui.text import decimal, faces, ntr, tr

DIVERGING = tuple(f"#0000{number}" for number in range(21, 31))
"""Stand-ins that Streamlit replaces by the theme's ten colours from one end to the other."""

TOTALS = Look(PALETTE[1], "diamond-tall", "solid")
"""How best play for winning is drawn, which knows the totals."""

WEIGHED = Look(PALETTE[2], "triangle-down", "dashdot")
"""How the play is drawn that weighs each turn by itself."""

BANDS = (NOTICED, 1.0, 3.0)
"""Points given up from which a colour changes."""

# The colours of the dice everywhere else; they are the same in light and dark.
_BRIGHT, _RIM = "#f6ead2", "#2b2118"

_GAMBLE, _AIM = (DIVERGING[3], DIVERGING[2], DIVERGING[0]), (DIVERGING[6], DIVERGING[8])


def win_figure(won: FloatArray, mine: int, theirs: int) -> dict[str, Any]:
    """Return the chance to win from every pair of totals, the line of even chances, and one pair marked."""
    steps = len(DIVERGING)
    scale = [[edge / steps, colour] for place, colour in enumerate(DIVERGING) for edge in (place, place + 1)]
    tiles = {
        "type": "heatmap",
        "z": won.T.round(4).tolist(),
        "zmin": 0,
        "zmax": 1,
        "colorscale": scale,
        "colorbar": {
            "orientation": "h",
            "y": 1.01,
            "yanchor": "bottom",
            "thickness": 14,
            "tickformat": ".0%",
            "tickvals": [0, 0.25, 0.5, 0.75, 1],
            "tickfont": {"color": INK, "size": 12},
            "ticklabeloverflow": "allow",
            "outlinewidth": 0,
        },
        "hovertemplate": _totals("%{x}", "%{y}") + "<br>%{z:.1%}<extra>" + tr("chance to win") + "</extra>",
    }
    level = {
        "type": "scatter",
        "mode": "lines",
        "x": list(range(len(won))),
        "y": (even(won) + 0.5).tolist(),
        "line": {"color": INK, "width": 3, "shape": "hvh"},
        "hoverinfo": "skip",
    }
    figure = _map(won.shape, [tiles, level, _here(mine, theirs)])
    figure["layout"]["showlegend"] = False
    return figure


def gamble_figure(board: Board, mine: int, theirs: int) -> dict[str, Any]:
    """Return where best play gives up average score, how much and why, and one pair of totals marked."""
    bands = np.searchsorted(BANDS, board.given_up, side="left")
    kinds = np.where(board.gambles, bands, 0) - np.where(board.aims, np.minimum(bands, len(_AIM)), 0)
    least, most = -len(_AIM), len(_GAMBLE)
    colours = (*reversed(_AIM), CLEAR, *_GAMBLE)
    scale = [
        [edge / len(colours), colour] for place, colour in enumerate(colours) for edge in (place, place + 1)
    ]
    tiles = {
        "type": "heatmap",
        "z": kinds.T.tolist(),
        "zmin": least - 0.5,
        "zmax": most + 0.5,
        "colorscale": scale,
        "showscale": False,
        "showlegend": False,
        "customdata": board.given_up.T.round(2).tolist(),
        "hovertemplate": _totals("%{x}", "%{y}")
        + "<br>%{customdata:.2f}<extra>"
        + tr("points given up")
        + "</extra>",
    }
    found = set(np.unique(kinds).tolist())
    keys = [
        _key(_band_name(kind), colours[kind - least])
        for kind in (*range(1, most + 1), *range(-1, least - 1, -1))
        if kind in found
    ]
    edges = [
        _edge(board.gambles.T, "solid", tr("gambles")),
        _edge(board.aims.T, "dot", tr("aims")),
    ]
    return _map(board.given_up.shape, [tiles, *edges, *keys, _here(mine, theirs)])


def _totals(mine: str, theirs: str) -> str:
    return tr("you {mine}, they {theirs}", mine=mine, theirs=theirs)


def _band_name(kind: int) -> str:
    least = points(BANDS[abs(kind) - 1])
    if kind < 0:
        return tr("aims: more than {points}", points=least)
    return tr("gambles: more than {points}", points=least)


def points(number: float) -> str:
    """Return a few points in words, with a decimal only if there is one."""
    if number.is_integer():
        return ntr("{count} point", "{count} points", int(number))
    return tr("{number} points", number=decimal(number, 1))


def _key(name: str, colour: str) -> dict[str, Any]:
    """Return an entry of the legend that stands for a colour."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [None],
        "y": [None],
        "marker": {"symbol": "square", "size": 14, "color": colour, "line": {"color": INK, "width": 1}},
    }


def _edge(where: Any, dash: str, name: str) -> dict[str, Any]:
    return {
        "type": "contour",
        "name": name,
        "z": where.astype(int).tolist(),
        "contours": {"start": 0.5, "end": 0.5, "size": 1, "coloring": "none"},
        "line": {"color": INK, "width": 1.2, "dash": dash, "smoothing": 0},
        "showscale": False,
        "showlegend": False,
        "hoverinfo": "skip",
    }


def _here(mine: int, theirs: int) -> dict[str, Any]:
    """Return a mark at a pair of totals, bright with a dark rim: readable on every colour."""
    return {
        "type": "scatter",
        "mode": "markers",
        "name": tr("your position"),
        "x": [mine],
        "y": [theirs],
        "marker": {"symbol": "circle", "size": 15, "color": _BRIGHT, "line": {"color": _RIM, "width": 4}},
        "hoverinfo": "skip",
    }


def _map(shape: tuple[int, ...], traces: list[dict[str, Any]]) -> dict[str, Any]:
    target, others = shape
    figure = layout(tr("Your points"), tr("Their points"), height=470)
    figure["hovermode"] = "closest"
    step = 5 if target <= 25 else 25
    figure["xaxis"] |= {"range": [-0.5, target - 0.5], "dtick": step, "showgrid": False, "zeroline": False}
    figure["yaxis"] |= {"range": [-0.5, others - 0.5], "dtick": step, "showgrid": False, "zeroline": False}
    if others > target:
        figure["shapes"] = [
            {
                "type": "line",
                "xref": "paper",
                "x0": 0,
                "x1": 1,
                "y0": target - 0.5,
                "y1": target - 0.5,
                "line": {"color": INK, "width": 1, "dash": "dash"},
            }
        ]
    return {"data": traces, "layout": figure}


def keeps_figure(options: Sequence[Option], averages: Mapping[tuple[int, ...], float]) -> dict[str, Any]:
    """Return every keep of a roll by average score and chance to win, the best of either named.

    Parameters
    ----------
    options : sequence of Option
        The best for winning first.
    averages : mapping
        Keep -> the best average score after it.
    """
    best, best_average = options[0].keep, max(averages, key=averages.__getitem__)
    rest = [option for option in options if option.keep not in (best, best_average)]
    look = listed(PERFECT).look
    marked = [(best, tr("Best for winning"), TOTALS), (best_average, tr("Best average"), look)]
    traces = [_keeps(rest, averages, tr("other keeps"), {"symbol": "circle-open", "size": 9, "color": INK})]
    for keep, name, drawn in marked:
        chosen = [option for option in options if option.keep == keep]
        marker = {"symbol": drawn.marker, "size": 17, "color": drawn.colour}
        traces.append(_keeps(chosen, averages, name, marker))
    figure = layout(tr("Average score"), tr("Chance to win"), height=380)
    figure["hovermode"] = "closest"
    figure["yaxis"] |= {"tickformat": ".0%"}
    return {"data": traces, "layout": figure}


def _keeps(
    options: Sequence[Option], averages: Mapping[tuple[int, ...], float], name: str, marker: dict[str, Any]
) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [round(averages[option.keep], 4) for option in options],
        "y": [round(option.value, 6) for option in options],
        "text": [faces(option.keep) for option in options],
        "marker": marker,
        "hovertemplate": "%{text}<br>%{x:.2f}; %{y:.1%}<extra></extra>",
    }


def worth_figure(lines: Sequence[tuple[str, Sequence[int], FloatArray]]) -> dict[str, Any]:
    """Return what knowing the totals is worth as the race goes on, in percentage points.

    Parameters
    ----------
    lines : sequence of (str, sequence of int, float64 array)
        A label, the points of the one who is ahead, and the gain at each as a chance.
    """
    dashes, colours = ("solid", "dash", "dot"), (PALETTE[1], PALETTE[0], PALETTE[2])
    traces = [
        {
            "type": "scatter",
            "mode": "lines",
            "name": label,
            "x": list(ahead),
            "y": (100 * gain).round(3).tolist(),
            "line": {"color": colour, "width": 3, "dash": dash},
            "hovertemplate": "%{y:.2f}",
        }
        for (label, ahead, gain), dash, colour in zip(lines, dashes, colours, strict=True)
    ]
    figure = layout(tr("Points of the one who is ahead"), tr("Gain in percentage points"), height=340)
    return {"data": traces, "layout": figure}


def gains_figure(exact: float, best: float, found: Mapping[int, Gain]) -> dict[str, Any]:
    """Return what weighing each turn gains by the number of players, in percentage points.

    Parameters
    ----------
    exact, best : float
        With two players: the gain of weighing, and the greatest there is.
    found : mapping
        Number of players -> what games showed.
    """
    spread = {"type": "data", "array": [round(100 * WIDTH * one.error, 3) for one in found.values()]}
    traces = [
        _gain(tr("weighed, from games"), list(found), [one.mean for one in found.values()], WEIGHED, 12)
        | {"error_y": spread | {"color": INK, "thickness": 2, "width": 5}},
        _gain(tr("best play, exact"), [2], [best], TOTALS, 17),
        _gain(tr("weighed, exact"), [2], [exact], Look(WEIGHED.colour, "triangle-down-open", "solid"), 13),
    ]
    figure = layout(tr("Players"), tr("Gain in percentage points"), height=340)
    figure["hovermode"] = "closest"
    figure["xaxis"] |= {"dtick": 1, "range": [1.5, max(found) + 0.5]}
    return {"data": traces, "layout": figure}


def _gain(name: str, players: list[int], gain: list[float], look: Look, size: int) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": players,
        "y": [round(100 * one, 3) for one in gain],
        "marker": {"symbol": look.marker, "size": size, "color": look.colour, "line": {"width": 2}},
        "hovertemplate": "%{y:.2f}",
    }
