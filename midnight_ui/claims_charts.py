"""The chart of the rule book, checked: every claim as a mark, by the text that says it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from midnight_core.claims import Claim, Source, Verdict
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.claims_words import LOOKS, Words, source_name, verdict_name

A_LINE = 10
"""Marks beside each other; a text with more claims goes on in another line."""


def verdicts_figure(claims: Iterable[Claim], told: Mapping[str, Words]) -> dict[str, Any]:
    """Return a mark for every claim of every text, the best verdicts first, its words where it is pointed at.

    Parameters
    ----------
    claims : iterable of Claim
        One of two texts is drawn with both.
    told : mapping
        A claim's key -> its words.
    """
    marks: dict[Verdict, list[tuple[int, int, str]]] = {verdict: [] for verdict in Verdict}
    ticks, line = [], 0
    in_order = sorted(claims, key=lambda claim: list(Verdict).index(claim.verdict))
    for source in Source:
        said = [claim for claim in in_order if source in claim.sources]
        for place, claim in enumerate(said):
            marks[claim.verdict].append((place % A_LINE, line + place // A_LINE, told[claim.key].says))
        lines = -(-len(said) // A_LINE)
        ticks.append(line + (lines - 1) / 2)
        line += lines + 1
    figure = layout("", "", height=360)
    figure["hovermode"] = "closest"
    figure["legend"] |= {"traceorder": "normal", "itemclick": False, "itemdoubleclick": False}
    figure["xaxis"] |= {"visible": False, "range": [-0.7, A_LINE - 0.3]}
    figure["yaxis"] |= {
        "range": [line - 1.3, -0.7],
        "rangemode": "normal",
        "showgrid": False,
        "zeroline": False,
    }
    figure["yaxis"] |= {"tickvals": ticks, "ticktext": [source_name(source) for source in Source]}
    figure["yaxis"]["tickfont"] = {"size": 14, "color": INK}
    return {
        "data": [_marks(verdict, places) for verdict, places in marks.items() if places],
        "layout": figure,
    }


def _marks(verdict: Verdict, marks: list[tuple[int, int, str]]) -> dict[str, Any]:
    across, down, words = zip(*marks, strict=True)
    return {
        "type": "scatter",
        "mode": "markers",
        "name": verdict_name(verdict),
        "x": list(across),
        "y": list(down),
        "text": list(words),
        "marker": {
            "symbol": LOOKS[verdict].marker,
            "color": PALETTE[list(Verdict).index(verdict)],
            "size": 13,
            "line": {"width": 3, "color": PALETTE[list(Verdict).index(verdict)]},
        },
        "hovertemplate": f"{verdict_name(verdict)}<br>%{{text}}<extra></extra>",
    }
