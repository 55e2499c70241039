"""Charts as Plotly figures, written as plain dictionaries: building them costs next to nothing.

Colours are stand-ins for the theme's, so a chart is right in light and in dark. What a colour says is said by
a shape as well: bars, lines or markers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike, NDArray
from plotly.basedatatypes import BaseFigure

from midnight_core import MAX_SCORE, MIN_SCORE
from midnight_ui import projector
from midnight_ui.text import plotly_separators, tr

PALETTE = ("#000001", "#000002", "#000003", "#000004", "#000005", "#000006")
"""Stand-ins that Streamlit replaces by the theme's six chart colours, in the browser."""

INK = "#000007"
"""Stand-in for the colour of axes, words and reference lines."""

SIZE = 13
"""Pixels of type in a chart."""

CLEAR = "rgba(0, 0, 0, 0)"

CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "showAxisDragHandles": False}


class _Checked(BaseFigure):  # type: ignore[misc]
    """A figure that Streamlit takes as it is.

    Given a dictionary, it would build and validate a Plotly figure at every run, which costs more than the
    rest of a click; the tests validate every figure that the app draws instead.
    """

    def __init__(self, figure: Mapping[str, Any]) -> None:
        # Not calling the base class is the point.
        object.__setattr__(self, "_figure", figure)

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as Streamlit asks for it."""
        return dict(self._figure)


def show(figure: Mapping[str, Any], *, key: str, alt: str) -> None:
    """Draw a figure with a text alternative that states its finding."""
    scale = projector.scale()
    st.plotly_chart(
        _Checked(figure if scale == 1 else _scaled(figure, scale)), key=key, config=CONFIG, alt=alt
    )


_IN_PIXELS = {"height", "size", "t"}
"""Height and top margin of a figure, and the size of type and markers, wherever they stand in it."""


def _scaled(part: Any, scale: float) -> Any:
    """Return a figure with all that is measured in pixels drawn larger."""
    if isinstance(part, Mapping):
        return {
            name: value * scale
            if name in _IN_PIXELS and isinstance(value, int | float)
            else _scaled(value, scale)
            for name, value in part.items()
        }
    if isinstance(part, list | tuple) and part and isinstance(part[0], Mapping):
        return [_scaled(each, scale) for each in part]
    return part


def layout(x_title: str, y_title: str, *, height: int = 300, **more: Any) -> dict[str, Any]:
    """Return the layout that all charts share: no zooming by accident on a phone, legend above."""
    return {
        "height": height,
        "margin": {"l": 8, "r": 8, "t": 36, "b": 8},
        "paper_bgcolor": CLEAR,
        "plot_bgcolor": CLEAR,
        "dragmode": False,
        "hovermode": "x unified",
        "separators": plotly_separators(),
        "font": {"color": INK, "size": SIZE},
        "legend": {
            "font": {"size": SIZE - 1},
            "orientation": "h",
            "y": 1.02,
            "yanchor": "bottom",
            "x": 0,
            "xanchor": "left",
        },
        "xaxis": _axis(x_title),
        "yaxis": _axis(y_title) | {"rangemode": "tozero"},
        **more,
    }


def _axis(title: str) -> dict[str, Any]:
    ink = {"color": INK, "size": SIZE}
    return {
        "title": {"text": title, "font": ink},
        "tickfont": ink,
        "fixedrange": True,
        "automargin": True,
    }


_TICKS = (0, *range(MIN_SCORE, MAX_SCORE + 1, 4))


def distributions(named: Sequence[tuple[str, ArrayLike]], *, height: int = 300) -> dict[str, Any]:
    """Return distributions of the final score: the first as bars, the others as lines with markers.

    Parameters
    ----------
    named : sequence of (str, array of shape (25,))
        A label and the chance of each final score, up to five.
    height : int
        Pixels.
    """
    scores = [0, *range(MIN_SCORE, len(np.asarray(named[0][1])))]
    traces = [
        _trace(place, label, np.asarray(chances)[scores], scores)
        for place, (label, chances) in enumerate(named)
    ]
    figure = layout(tr("Final score (0: not qualified)"), tr("Chance"), height=height)
    figure["xaxis"] |= {"type": "category", "tickangle": 0, "tickvals": [str(score) for score in _TICKS]}
    figure["showlegend"] = True
    figure["yaxis"] |= {"tickformat": ".0%"}
    return {"data": traces, "layout": figure}


_MARKERS = ("circle", "circle", "diamond", "x", "square")
_DASHES = ("solid", "solid", "dash", "dot", "dashdot")


def _trace(place: int, label: str, chances: NDArray[np.float64], scores: list[int]) -> dict[str, Any]:
    shared = {
        "name": label,
        "x": [str(score) for score in scores],
        "y": chances.tolist(),
        "hovertemplate": "%{y:.2%}",
    }
    if not place:
        return {"type": "bar", "marker": {"color": PALETTE[0]}, **shared}
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "marker": {"symbol": _MARKERS[place], "size": 8, "color": PALETTE[place]},
        "line": {"dash": _DASHES[place], "color": PALETTE[place]},
        **shared,
    }
