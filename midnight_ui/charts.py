"""Charts as Plotly figures, written as plain dictionaries: building them costs next to nothing.

Colours are stand-ins for the theme's, so a chart is right in light and in dark. What a colour says is said by
a shape as well: bars, lines or markers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import ArrayLike, NDArray
from plotly.basedatatypes import BaseFigure

from midnight_core import MAX_SCORE, MIN_SCORE
from midnight_ui import projector
from midnight_ui.text import language, percent_sign, plotly_separators, tr

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
    scale, sign = projector.scale(), percent_sign()
    config = CONFIG
    if sign != "%":
        figure, config = _changed(figure, _by_locale), CONFIG | _locale(sign)
    if scale != 1:
        figure = _changed(figure, lambda name, value: _scaled(name, value, scale))
    st.plotly_chart(_Checked(figure), key=key, config=config, alt=alt)


def _changed(part: Any, change: Callable[[str, Any], Any]) -> Any:
    """Return a figure with its properties changed, wherever they stand in it."""
    if isinstance(part, Mapping):
        return {name: _changed(change(name, value), change) for name, value in part.items()}
    if isinstance(part, list | tuple) and part and isinstance(part[0], Mapping):
        return [_changed(each, change) for each in part]
    return part


_IN_PIXELS = {"height", "size", "t"}
"""Height and top margin of a figure, and the size of type and markers."""


def _scaled(name: str, value: Any, scale: float) -> Any:
    return value * scale if name in _IN_PIXELS and isinstance(value, int | float) else value


_FORMATS = {"tickformat", "hovertemplate", "texttemplate"}
_PERCENT = re.compile(r"\.\d+~?%")
"""A number format for percentages, by itself or in a template."""


def _by_locale(name: str, value: Any) -> Any:
    """Return a number format with the percent sign that `_locale` says."""
    return _PERCENT.sub(r"$\g<0>", value) if name in _FORMATS and isinstance(value, str) else value


def _locale(sign: str) -> dict[str, Any]:
    """Return what makes Plotly write another sign for percent.

    Of a locale it takes but the sign of a currency, which it writes after a percentage in place of its own.
    """
    return {"locale": language(), "locales": {language(): {"format": {"currency": ["", sign]}}}}


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
        # As everywhere else: Plotly leaves four digits together.
        "separatethousands": True,
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
