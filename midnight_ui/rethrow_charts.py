"""Figures of the lesson on dice thrown again: what they are worth, which ones stay, every keep of a roll."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from midnight_core import FACES
from midnight_core.dice import Dice
from midnight_core.rethrow import MOST, Keep, lowest_kept, price, value
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.text import decimal, faces, tr

THROWN_AGAIN = MOST - 1
"""The most dice that can be thrown again: one of each roll has to stay."""

_HATCHED = {"shape": "/", "fillmode": "overlay", "size": 8, "solidity": 0.2}


def high_first(dice: Dice) -> str:
    """Return dice as text, the highest first, as the rule texts tell of them."""
    return faces(sorted(dice, reverse=True))


def values_figure() -> dict[str, Any]:
    """Return what one to four dice bring, in two parts: thrown once, and what throwing again adds."""
    counts = list(range(1, MOST + 1))
    once = [count * float(value(1)) for count in counts]
    more = [float(value(count)) - flat for count, flat in zip(counts, once, strict=True)]
    traces = [
        _bars(tr("each die thrown once"), counts, once, {"color": PALETTE[0]}),
        _bars(tr("what throwing again adds"), counts, more, {"color": PALETTE[1], "pattern": _HATCHED})
        | {
            "text": [decimal(float(value(count)), 3) for count in counts],
            "textposition": "outside",
            "textfont": {"color": INK, "size": 14},
        },
    ]
    figure = layout(tr("Dice still to be thrown"), tr("Points on average"), height=340, barmode="stack")
    figure["legend"] |= {"traceorder": "normal"}
    figure["xaxis"] |= {"tickvals": counts}
    figure["yaxis"] |= {"range": [0, float(value(MOST)) + 2]}
    return {"data": traces, "layout": figure}


def _bars(name: str, x: Sequence[int], y: Sequence[float], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "bar",
        "name": name,
        "x": list(x),
        "y": list(y),
        "width": 0.6,
        "marker": marker,
        "hovertemplate": "%{y:.2f}",
    }


def thresholds_figure() -> dict[str, Any]:
    """Return which faces stay and which are thrown, by how many dice would be thrown, and the price."""
    counts = list(range(1, THROWN_AGAIN + 1))
    grid = [(count, face) for count in counts for face in range(1, FACES + 1)]
    kept = [(count, face) for count, face in grid if face >= lowest_kept(count)]
    thrown = [spot for spot in grid if spot not in kept]
    figure = layout(tr("Dice that would be thrown, this one included"), tr("The die shows"), height=360)
    figure["hovermode"] = "closest"
    figure["xaxis"] |= {"tickvals": counts, "range": [0.5, THROWN_AGAIN + 0.6]}
    figure["yaxis"] |= {"tickvals": list(range(1, FACES + 1)), "range": [0.4, FACES + 0.6]}
    figure["yaxis"] |= {"rangemode": "normal"}
    figure["annotations"] = [_price_label(count) for count in counts]
    data = [
        _spots(tr("keep"), kept, {"color": PALETTE[0], "symbol": "square", "size": 20}),
        _spots(
            tr("throw again"),
            thrown,
            {"color": PALETTE[1], "symbol": "circle-open", "size": 18, "line": {"width": 3}},
        ),
        _price_lines(counts),
    ]
    return {"data": data, "layout": figure}


def _price_lines(counts: Sequence[int]) -> dict[str, Any]:
    """Return a short level line at the price for each number of dice."""
    prices = [float(price(count)) for count in counts]
    return {
        "type": "scatter",
        "mode": "lines",
        "name": tr("price"),
        "x": [x for count in counts for x in (count - 0.25, count + 0.25, None)],
        "y": [y for cost in prices for y in (cost, cost, None)],
        "line": {"color": INK, "width": 3},
        "hoverinfo": "skip",
    }


def _price_label(count: int) -> dict[str, Any]:
    cost = float(price(count))
    return {
        "x": count + 0.25,
        "y": cost,
        "text": decimal(cost),
        "showarrow": False,
        "xanchor": "left",
        "xshift": 4,
        "font": {"color": INK, "size": 14},
    }


def _spots(name: str, spots: Sequence[tuple[int, int]], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": [count for count, _ in spots],
        "y": [face for _, face in spots],
        "marker": marker,
        "hovertemplate": "%{y}",
    }


def keeps_figure(options: Sequence[Keep]) -> dict[str, Any]:
    """Return every keep of a roll as a bar, best first: the points kept, and those still to come.

    Parameters
    ----------
    options : sequence of Keep
        As `keeps` returns them.
    """
    labels = [high_first(option.keep) for option in options]
    kept = [sum(option.keep) for option in options]
    to_come = [float(value(len(option.thrown))) for option in options]
    data = [
        _row(tr("kept"), labels, kept, {"color": PALETTE[0]}),
        _row(tr("still to come"), labels, to_come, {"color": PALETTE[1], "pattern": _HATCHED})
        | {
            "text": [decimal(float(option.value)) for option in options],
            "textposition": "outside",
            "textfont": {"color": INK, "size": 13},
        },
    ]
    height = 130 + 27 * len(options)
    figure = layout(tr("Points in the end, on average"), "", height=height, barmode="stack", bargap=0.3)
    figure["hovermode"] = "closest"
    figure["legend"] |= {"traceorder": "normal"}
    figure["xaxis"] |= {"range": [0, 1.15 * float(options[0].value)]}
    # Keeps are names here, also those that are a number.
    figure["yaxis"] |= {"type": "category", "autorange": "reversed", "tickfont": {"size": 14}}
    return {"data": data, "layout": figure}


def _row(name: str, labels: Sequence[str], points: Sequence[float], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "y": list(labels),
        "x": list(points),
        "marker": marker,
        "hovertemplate": "%{x:.2f}",
    }
