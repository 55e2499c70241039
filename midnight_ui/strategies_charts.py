"""Strategies side by side: their scores in one chart, every one against every other, a table for others."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from io import StringIO
from typing import Any

from midnight_core import MAX_SCORE, MIN_SCORE, Rules
from midnight_core.analysis import FloatArray, Summary, summary
from midnight_ui.charts import PALETTE, layout
from midnight_ui.strategy_list import Listed
from midnight_ui.text import decimal, tr

SCORES = (0, *range(MIN_SCORE, MAX_SCORE + 1))
"""Every score that a turn can end with."""


@dataclass(frozen=True, eq=False)
class Compared:
    """A strategy with what its turns score by some rules.

    Attributes
    ----------
    listed : Listed
    chances : float64 array, shape (25,)
        The exact distribution of the final score.
    facts : Summary
    """

    listed: Listed
    chances: FloatArray
    facts: Summary

    @property
    def label(self) -> str:
        """The strategy's name in the reader's language."""
        return self.listed.label


def compared(listed: Listed, rules: Rules) -> Compared:
    """Return a strategy evaluated exactly."""
    chances = listed.chances(rules)
    return Compared(listed, chances, summary(chances))


def overlay(shown: Sequence[Compared]) -> dict[str, Any]:
    """Return the figure of several distributions, each strategy in the looks that it always has."""
    figure = layout(tr("Final score (0: not qualified)"), tr("Chance"), height=380)
    ticks = [str(score) for score in (0, *range(MIN_SCORE, MAX_SCORE + 1, 4))]
    figure["xaxis"] |= {"type": "category", "tickangle": 0, "tickvals": ticks}
    figure["yaxis"] |= {"tickformat": ".0%"}
    figure["showlegend"] = True
    return {"data": [_line(one) for one in shown], "layout": figure}


def _line(one: Compared) -> dict[str, Any]:
    look = one.listed.look
    miss, *scored = one.chances[list(SCORES)].tolist()
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "name": one.label,
        # No line leads from a miss to the scores: there is nothing between.
        "x": ["0", " ", *map(str, SCORES[1:])],
        "y": [miss, None, *scored],
        "marker": {"symbol": look.marker, "size": 9, "color": look.colour},
        "line": {"dash": look.dash, "color": look.colour, "width": 2},
        "hovertemplate": "%{y:.2%}",
    }


def losses_by_lines(losses: Mapping[int, Fraction]) -> dict[str, Any]:
    """Return the figure of what the best card of each number of lines loses, in points per turn."""
    figure = layout(tr("Lines on the card"), tr("Points lost per turn"), height=260)
    figure["hovermode"] = False
    figure["xaxis"] |= {"type": "category"}
    bars = {
        "type": "bar",
        "x": [str(lines) for lines in losses],
        "y": [float(loss) for loss in losses.values()],
        "text": [decimal(float(loss), 4) for loss in losses.values()],
        "textposition": "outside",
        "cliponaxis": False,
        "marker": {"color": PALETTE[4]},
        "width": 0.5,
    }
    return {"data": [bars], "layout": figure}


def matrix(labels: Sequence[str], wins: FloatArray, ties: FloatArray, pair: tuple[int, int]) -> str:
    """Return how often each strategy beats each other one, as an HTML table.

    Parameters
    ----------
    labels : sequence of str
        k names.
    wins, ties : float64 array, shape (k, k) each
        Chances that the row beats the column, and that they tie.
    pair : tuple of int
        Row and column of the cell that is marked.
    """
    heads = "".join(
        f'<th scope="col"><abbr title="{escape(label)}">{number}</abbr></th>'
        for number, label in enumerate(labels, start=1)
    )
    rows = "".join(
        f'<tr><th scope="row"><b>{row + 1}</b> {escape(label)}</th>'
        + "".join(
            _cell(wins[row, column], ties[row, column], wins[column, row], is_marked=pair == (row, column))
            for column in range(len(labels))
        )
        + "</tr>"
        for row, label in enumerate(labels)
    )
    name = escape(tr("Every strategy against every other"))
    return (
        f"<style>{_MATRIX_STYLE}</style>"
        f'<div class="duels" role="region" tabindex="0" aria-label="{name}">'
        f"<table><thead><tr><td></td>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(win: float, tie: float, loss: float, *, is_marked: bool) -> str:
    """Return a cell whose colour is the stronger the further the two are apart."""
    colour = "217, 123, 18" if win > loss else "31, 112, 200"
    strength = 0.55 * min(3 * abs(win - loss), 1)
    mark = ' class="marked"' if is_marked else ""
    return (
        f'<td{mark} style="background: rgba({colour}, {strength:.3f})">{decimal(100 * win, 1)}'
        f"<small>= {decimal(100 * tie, 1)}</small></td>"
    )


_MATRIX_STYLE = """
.duels { overflow-x: auto; font-variant-numeric: tabular-nums }
.duels table { border-collapse: collapse; font-size: .875rem }
.duels th, .duels td { padding: .3rem .45rem; text-align: center; line-height: 1.25 }
.duels tbody td { border: 1px solid #8884 }
.duels tbody th { text-align: left; font-weight: 400; min-width: 9.5rem; position: sticky; left: 0;
  backdrop-filter: blur(12px); background: light-dark(#fffcf6d0, #0b1226d0) }
.duels abbr { text-decoration: none; font-weight: 700 }
.duels small { display: block; font-size: .75rem; white-space: nowrap }
.duels .marked { outline: 3px solid currentColor; outline-offset: -2px; font-weight: 700 }
@media (max-width: 640px) {
  .duels tbody th { min-width: 6.5rem; max-width: 6.5rem; font-size: .8125rem }
  .duels th, .duels td { padding: .3rem .3rem }
}
"""


def strategies_csv(rows: Sequence[Compared], target: int) -> str:
    """Return one line for each strategy; numbers in full precision with a decimal point.

    The columns ``p_0`` and ``p_4`` to ``p_24`` are the chances of each final score.
    """
    text = StringIO()
    # Some readers of CSV refuse two columns of one name.
    least = tuple(dict.fromkeys((target, MAX_SCORE)))
    table = csv.writer(text, lineterminator="\n")
    table.writerow(
        [
            *("strategy", "name", "p_qualify", "mean_score", "mean_if_qualified", "standard_deviation"),
            *(f"p_at_least_{score}" for score in least),
            *(f"p_{score}" for score in SCORES),
        ]
    )
    for one in rows:
        facts = one.facts
        numbers = (facts.p_qualify, facts.mean, facts.mean_if_qualified, facts.deviation)
        chances = (*map(facts.p_at_least, least), *one.chances[list(SCORES)].tolist())
        table.writerow([one.listed.key, one.label, *numbers, *chances])
    return text.getvalue()
