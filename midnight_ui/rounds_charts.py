"""Figures of the lesson on playing around a table: seats, where to stop, a pot that goes on, gains."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from midnight_core.lessons_rounds import LastDie, stops_below, stops_from
from midnight_core.rounds import FloatArray
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.strategy_list import Listed
from midnight_ui.text import percent, signed, tr

FINE = 4
"""Decimals of a percentage that show how seldom nobody qualifies, whatever the number of players."""


def seats_figure(named: Sequence[tuple[str, FloatArray]]) -> dict[str, Any]:
    """Return what each seat has above or below an equal share, in percentage points, as bars.

    Parameters
    ----------
    named : sequence of (str, float64 array of shape (players,))
        One or two labels and what each seat has above an equal share, as a share of the pot.
    """
    points = [(label, 100 * shares) for label, shares in named]
    traces = [
        {
            "type": "bar",
            "name": label,
            "x": [str(seat) for seat in range(1, len(shares) + 1)],
            "y": shares.tolist(),
            "marker": {"color": PALETTE[place], "pattern": {"shape": _SHAPES[place], **_OVERLAY}},
            "hovertemplate": "%{y:+.3f}",
            # Eight pairs of bars have no room for numbers on a phone.
            **(_numbers(shares) if len(named) == 1 else {}),
        }
        for place, (label, shares) in enumerate(points)
    ]
    figure = layout(tr("Seat, in the order of play"), tr("Percentage points"), height=320, bargap=0.25)
    numbers = np.concatenate([shares for _, shares in points])
    room = 0.18 * max(float(numbers.max() - numbers.min()), 0.01)
    figure["xaxis"] |= {"type": "category"}
    figure["yaxis"] |= {
        "range": [float(numbers.min()) - room, float(numbers.max()) + room],
        "rangemode": "normal",
        "zeroline": True,
        "zerolinecolor": INK,
        "zerolinewidth": 2,
    }
    figure["showlegend"] = len(named) > 1
    return {"data": traces, "layout": figure}


def _numbers(shares: FloatArray) -> dict[str, Any]:
    return {
        "text": [signed(share) for share in shares],
        "textposition": "outside",
        "textangle": 0,
        "cliponaxis": False,
        "textfont": {"color": INK, "size": 12},
    }


_SHAPES = ("", "/")
_OVERLAY = {"fillmode": "overlay", "size": 8, "solidity": 0.2}


def seats_table(caption: str, equities: Sequence[FloatArray], tie: str, not_won: Sequence[float]) -> str:
    """Return what every seat has above an equal share for several numbers of players, as an HTML table.

    Parameters
    ----------
    caption : str
    equities : sequence of float64 array, shape (players,) each
    tie : str
        What happens when two or more are level at the top.
    not_won : sequence of float
        Chance that nobody takes the pot, for each of them; no such column where `tie` rules it out.
    """
    most = max(map(len, equities))
    # With extra turns a pot is left over only when nobody qualifies, which is rare.
    last, digits = {
        "rollover": (tr("Rolls over"), 1),
        "replay": (tr("Played again"), 1),
        "extra": (tr("Nobody qualifies"), FINE),
    }.get(tie, ("", 0))
    head = [tr("Players"), *map(str, range(1, most + 1))]
    rows = []
    for shares, chance in zip(equities, not_won, strict=True):
        points = 100 * (shares - 1 / len(shares))
        # The colour is the stronger the further the seat is from an equal share.
        cells = [_cell(signed(each, 1), each / _STRONG) for each in points]
        cells += [_cell()] * (most - len(shares))
        if last:
            cells.append(_cell(percent(chance, digits)))
        rows.append((str(len(shares)), cells))
    return _table(caption, [*head, last] if last else head, rows)


_STRONG = 4
"""Percentage points that get the full colour."""


def borders_table(caption: str, rows: Mapping[int, Sequence[Sequence[LastDie]]], *, is_kept: bool) -> str:
    """Return the lowest score to stop on for every seat, by score to beat, as an HTML table.

    Parameters
    ----------
    caption : str
    rows : mapping
        Score to beat, 0 for none -> each seat's choices, none for a seat that cannot be in this situation.
    is_kept : bool
        Whether the best average keeps the lower die; what is done otherwise is coloured.
    """
    seats = max(map(len, rows.values()))
    head = [tr("To beat"), *(tr("Seat {seat}", seat=seat) for seat in range(1, seats + 1))]
    cells = {beat: [_border(choices, is_kept=is_kept) for choices in row] for beat, row in rows.items()}
    body = [(tr("none yet"), cells.pop(0))]
    for same, beats in groupby(cells, cells.__getitem__):
        body.append((in_rows(beats), same))
    return _table(caption, head, body)


def in_rows(scores: Iterable[int]) -> str:
    """Return numbers as text, those in a row by their ends, such as ``4, 6–9``."""
    numbered = enumerate(scores)
    rows = [[score for _, score in row] for _, row in groupby(numbered, lambda pair: pair[1] - pair[0])]
    return ", ".join(f"{row[0]}–{row[-1]}" if len(row) > 1 else str(row[0]) for row in rows)


def _border(choices: Sequence[LastDie], *, is_kept: bool) -> str:
    if not choices:
        return _cell()
    other = -1 if is_kept else 1
    strength = 0.6 * other * any(choice.verdict == other for choice in choices)
    lowest = stops_from(choices)
    said = {None: tr("never"), choices[0].score: tr("any")}.get(lowest, str(lowest))
    return _cell(f"{said}*" if stops_below(choices) else said, strength)


def _table(caption: str, head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    heads = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "".join(f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>' for name, cells in rows)
    return (
        f"<style>{_STYLE}</style>"
        f'<div class="seats" role="region" tabindex="0" aria-label="{caption}"><table>'
        f"<caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _cell(text: str = "", strength: float = 0) -> str:
    """Return a cell in orange, or in blue for a negative strength; 1 is the full colour."""
    if not strength:
        return f"<td>{text}</td>"
    colour = "217, 123, 18" if strength > 0 else "31, 112, 200"
    return f'<td style="background: rgba({colour}, {0.55 * min(abs(strength), 1):.3f})">{text}</td>'


_STYLE = """
.seats { overflow-x: auto; font-variant-numeric: tabular-nums }
.seats table { border-collapse: collapse; font-size: .875rem }
.seats caption { text-align: left; font-weight: 600; padding: .25rem 0 }
.seats th, .seats td { padding: .3rem .5rem; text-align: right }
.seats th { font-weight: 400 }
.seats tbody td { border: 1px solid #8884 }
@media (max-width: 640px) {
  .seats table { font-size: .8125rem }
  .seats th, .seats td { padding: .3rem .2rem }
}
"""


def stops_figure(choices: Mapping[int, Sequence[LastDie]], beat: int) -> dict[str, Any]:
    """Return where to stop and where to throw the lower die again, by score to beat and score held.

    Parameters
    ----------
    choices : mapping
        Score to beat, 0 for none -> the choices, lowest score held first.
    beat : int
        The score to beat that is marked, where there are several.
    """
    looks: tuple[tuple[int, str, dict[str, Any]], ...] = (
        (1, tr("stop"), {"color": PALETTE[0], "symbol": "square", "size": 11}),
        (
            -1,
            tr("throw the lower die again"),
            {"color": PALETTE[1], "symbol": "circle-open", "size": 10, "line": {"width": 2.5}},
        ),
        (0, tr("makes no difference"), {"color": INK, "symbol": "circle", "size": 3}),
    )
    traces = []
    for verdict, name, marker in looks:
        spots = [(beat, one) for beat, row in choices.items() for one in row if one.verdict == verdict]
        traces.append(
            {
                "type": "scatter",
                "mode": "markers",
                "name": name,
                "x": [_to_beat(beat) for beat, _ in spots],
                "y": [one.score for _, one in spots],
                "customdata": [[100 * one.stop, 100 * one.throw] for _, one in spots],
                "marker": marker,
                "hovertemplate": tr(
                    "To beat: {beat}. Yours: {score}. Stopping is worth {stop}%, throwing {throw}%",
                    score="%{y}",
                    beat="%{x}",
                    stop="%{customdata[0]:.2f}",
                    throw="%{customdata[1]:.2f}",
                ),
            }
        )
    held = [one.score for one in next(iter(choices.values()))]
    height = 130 + 21 * len(held)
    figure = layout(
        tr("Score to beat (–: nobody has qualified)"), tr("Your score if you stop"), height=height
    )
    figure["hovermode"] = "closest"
    beats = [_to_beat(beat) for beat in choices]
    figure["xaxis"] |= {
        "type": "category",
        "categoryorder": "array",
        "categoryarray": beats,
        "range": [-0.6, len(beats) - 0.4],
        "tickangle": 0,
        "tickvals": [_to_beat(beat) for beat in choices if beat % 4 == 0],
    }
    figure["yaxis"] |= {"range": [held[0] - 0.7, held[-1] + 0.7], "rangemode": "normal", "dtick": 2}
    if len(beats) > 1:
        figure["shapes"] = [_frame(list(choices).index(beat))]
    return {"data": traces, "layout": figure}


def _frame(place: int) -> dict[str, Any]:
    """Return a frame around one category of the x axis."""
    across = {"x0": place - 0.5, "x1": place + 0.5}
    return {"type": "rect", **across, "yref": "paper", "y0": 0, "y1": 1, "line": {"color": INK, "width": 1}}


def _to_beat(score: int) -> str:
    return str(score) if score else "–"


def gains_figure(named: Sequence[tuple[Listed, FloatArray]]) -> dict[str, Any]:
    """Return what perfect play gains against each strategy: from the worst seat to the best, and on average.

    Parameters
    ----------
    named : sequence of (Listed, float64 array of shape (players,))
        A strategy and, for each seat, what the perfect player has above an equal share.
    """
    traces = []
    for listed, shares in named:
        look, points = listed.look, 100 * shares
        traces += [
            {
                "type": "scatter",
                "mode": "lines",
                "x": [float(points.min()), float(points.max())],
                "y": [listed.label] * 2,
                "line": {"color": look.colour, "width": 4},
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "mode": "markers",
                "x": [float(points.mean())],
                "y": [listed.label],
                "marker": {"color": look.colour, "symbol": look.marker, "size": 13},
                "hovertemplate": "%{x:+.2f}<extra></extra>",
            },
        ]
    height = 110 + 30 * len(named)
    figure = layout(tr("Percentage points gained"), "", height=height, showlegend=False)
    figure["margin"] |= {"t": 12}
    figure["hovermode"] = "closest"
    every = np.concatenate([[0.0], *(100 * shares for _, shares in named)])
    room = 0.04 * float(every.max() - every.min())
    figure["xaxis"] |= {"range": [float(every.min()), float(every.max()) + room]}
    figure["xaxis"] |= {"zeroline": True, "zerolinecolor": INK}
    figure["yaxis"] |= {"type": "category", "autorange": "reversed", "rangemode": "normal"}
    return {"data": traces, "layout": figure}
