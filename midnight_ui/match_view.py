"""A match on the screen: who stands where, the score sheet, and everybody's chances over the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Any

import streamlit as st

from midnight_core import Turn
from midnight_core.dice import Dice
from midnight_core.gamecode import Position, mask_of
from midnight_core.match import PERSON, Match
from midnight_core.outlook import FloatArray
from midnight_core.sheet import Race, Row
from midnight_ui.charts import INK, PALETTE, layout
from midnight_ui.match_table import kind_name
from midnight_ui.match_words import Names, beating, outcome
from midnight_ui.text import decimal, percent, tr

_COLOURS = (*PALETTE, *PALETTE)
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "dot", "solid")
_FEW_TURNS = 13
"""So many turns can be named below the chart."""

_MARKERS = ("circle", "square", "diamond", "cross", "x", "triangle-up", "star", "pentagon")


def standings(match: Match, names: Names, equity: FloatArray | None, meaning: str) -> None:
    """Draw the seats in the order of playing, with what each has and may expect.

    Parameters
    ----------
    match : Match
    names : tuple of str
        As typed.
    equity : float64 array, shape (seats,), optional
        Left out when the numbers are hidden.
    meaning : str
        What equity is a share of.
    """
    is_race = isinstance(match.setup.form, Race)
    has_chips = match.setup.ante > 0
    heads = [
        tr("Player"),
        *([] if match.is_over else [tr("This round")]),
        tr("Points") if is_race else tr("Rounds won"),
        *([tr("Chips")] if has_chips else []),
        *([] if equity is None else [meaning]),
    ]
    rows = ""
    for seat in _by_result(match) if match.is_over else match.order:
        cells = [] if match.is_over else [_score(match, seat)]
        cells.append(str(match.totals[seat] if is_race else match.rounds_won[seat]))
        if has_chips:
            cells.append(_signed(match.chips[seat]))
        rows += _seat_row(match, seat, names[seat], cells, None if equity is None else float(equity[seat]))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    caption = tr("Where everybody stands")
    st.html(
        f"<style>{STYLE}</style><table class='standings'><caption>{caption}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _by_result(match: Match) -> list[int]:
    """Return the seats of a match that is over, the winners first."""
    net = match.standing.net
    return sorted(
        match.order, key=lambda seat: (seat in match.winners, net[seat], match.totals[seat]), reverse=True
    )


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "\N{MINUS SIGN}") if number else "0"


def _seat_row(match: Match, seat: int, name: str, cells: Sequence[str], equity: float | None) -> str:
    kind = match.setup.seats[seat]
    about = "" if kind == PERSON else f"<small>{escape(kind_name(kind))}</small>"
    is_next = seat == match.mover
    mark = "<b aria-hidden='true'>▸ </b>" if is_next else ""
    shown = "".join(f"<td>{cell}</td>" for cell in cells)
    if equity is not None:
        shown += (
            f"<td><span data-equity='{seat}' data-value='{equity!r}'>{percent(equity)}</span>"
            f"<i style='--share:{equity:.4f}' aria-hidden='true'></i></td>"
        )
    current = " aria-current='true'" if is_next else ""
    return f"<tr{current}><th scope='row'>{mark}{escape(name)}{about}</th>{shown}</tr>"


def _score(match: Match, seat: int) -> str:
    if seat not in match.playing:
        return "–"
    place = match.playing.index(seat)
    return str(match.scores[place]) if place < len(match.scores) else ""


def sheet(match: Match, names: Names) -> None:
    """Draw the score sheet, a line for each time that the table was played round, and the sums."""
    is_race = isinstance(match.setup.form, Race)
    has_chips = match.setup.ante > 0
    heads = [tr("Round"), *names, *([tr("Pot")] if has_chips else []), tr("Outcome")]
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    body = "".join(_sheet_row(row, names, has_chips) for row in match.sheet)
    sums = [(tr("Points"), list(map(str, match.totals)))]
    if not is_race:
        sums = [(tr("Rounds won"), list(map(str, match.rounds_won)))]
    if has_chips:
        sums.append((tr("Chips"), list(map(_signed, match.chips))))
    spare = "<td></td>" * (1 + has_chips)
    foot = "".join(
        f"<tr><th scope='row'>{name}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}{spare}</tr>"
        for name, cells in sums
    )
    caption = tr("Score sheet")
    st.html(
        f"<style>{STYLE}</style><div class='sheet' role='region' tabindex='0' aria-label='{caption}'>"
        f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        f"<tfoot>{foot}</tfoot></table></div>"
    )


def _sheet_row(row: Row, names: Names, has_chips: bool) -> str:
    label = {
        "round": str(row.round),
        "again": tr("{number} again", number=row.round),
        "extra": tr("{number}, extra", number=row.round),
    }[row.sitting]
    cells = "".join(
        f"<td{' class=won' if row.outcome == 'won' and seat in row.leaders else ''}>"
        f"{'' if score is None else score}</td>"
        for seat, score in enumerate(row.scores)
    )
    pot = f"<td>{row.pot}</td>" if has_chips else ""
    return (
        f"<tr><th scope='row'>{label}</th>{cells}{pot}<td class='say'>{escape(outcome(row, names))}</td></tr>"
    )


STYLE = """
.standings, .sheet table { border-collapse: collapse }
.standings { width: 100% }
.standings caption, .sheet caption { text-align: left; font-weight: 600; padding: .25rem 0 }
.standings th, .standings td, .sheet th, .sheet td { text-align: right; padding: .3rem .5rem;
  border-bottom: 1px solid #8884; font-variant-numeric: tabular-nums }
.standings thead th, .sheet thead th { font-size: .85em; vertical-align: bottom }
.standings th:first-child { width: 34%; overflow-wrap: anywhere }
.sheet table { min-width: 100%; width: max-content }
.standings th:first-child, .sheet th:first-child, .sheet .say,
.sheet thead th:last-child { text-align: left }
.standings small { display: block; font-weight: 400 }
.standings [aria-current] { background: #8882 }
.standings td i { display: block; height: 4px; width: calc(100% * var(--share)); min-width: 1px;
  margin-left: auto; background: currentColor; opacity: .6 }
.sheet { overflow-x: auto }
.sheet .won { font-weight: 700; text-decoration: underline }
.sheet tfoot th, .sheet tfoot td { font-weight: 600 }
"""


def what_if(match: Match, turn: Turn, roll: Dice, keep: Dice) -> dict[str, str]:
    """Return the address at which What if shows a roll of a match, with what is kept of it pinned."""
    position = Position(turn.rules, turn.kept, roll)
    if mask := mask_of(position.roll, keep):
        position = replace(position, pins=(mask,))
    return {"position": position.code, **beating(match)}


def prospects(match: Match, names: Names, lines: FloatArray, meaning: str) -> tuple[dict[str, Any], str]:
    """Return the chart of what everybody could expect after each turn, and its finding in words.

    Parameters
    ----------
    match : Match
    names : tuple of str
        As typed.
    lines : float64 array, shape (turns + 1, seats)
        Shares, or chips.
    meaning : str
        What they are; `in_chips` for chips.
    """
    is_share = meaning != in_chips()
    turns = list(range(len(lines)))
    figure = layout(tr("Turns played"), meaning, height=320)
    if is_share:
        figure["yaxis"] |= {"tickformat": ".0%", "range": [0, 1.05 * float(lines.max())]}
    figure["xaxis"] |= {"range": [-0.2, max(len(turns) - 0.6, 1)], "tickformat": "d"}
    if len(turns) <= _FEW_TURNS:
        played = [f"{escape(names[turn.seat])}: {turn.score}" for turn in match.turns]
        figure["xaxis"] |= {"tickvals": turns, "ticktext": ["", *played]}
    data = [
        {
            "type": "scatter",
            "mode": "lines+markers",
            "name": escape(names[seat]),
            "x": turns,
            "y": lines[:, seat].tolist(),
            "line": {"color": _COLOURS[seat], "dash": _DASHES[seat]},
            "marker": {"color": _COLOURS[seat], "symbol": _MARKERS[seat], "size": 7},
            "hovertemplate": "%{y:.1%}" if is_share else "%{y:+.1f}",
        }
        for seat in match.order
    ]
    figure["shapes"] = [
        {
            "type": "line",
            "x0": end,
            "x1": end,
            "yref": "paper",
            "y0": 0,
            "y1": 1,
            "line": {"width": 1, "dash": "dot", "color": INK},
        }
        for end in _ends(match)
    ]
    last = lines[-1].tolist()
    now = [
        f"{names[seat]} {percent(last[seat]) if is_share else decimal(last[seat], 1)}" for seat in match.order
    ]
    return {"data": data, "layout": figure}, f"{meaning}. " + ", ".join(now) + "."


def in_chips() -> str:
    """Return what the chart of a match over rounds shows, as a heading."""
    return tr("Chips in the end")


def _ends(match: Match) -> list[int]:
    """Return after how many turns a round or another sitting ended."""
    return [
        number
        for number, turn in enumerate(match.turns, start=1)
        if not turn.standing.scores and number < len(match.turns)
    ]
