"""A match of 10 000 on the screen: who stands where, and the score sheet."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import streamlit as st

from midnight_core.match import PERSON
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.sheet import Row
from midnight_ui.match_view import STYLE
from midnight_ui.match_words import Names
from midnight_ui.ten_match_words import kind_name
from midnight_ui.text import percent, tr, whole


def standings(match: Match, names: Names, chances: Sequence[float] | None) -> None:
    """Draw the seats in the order of playing, or the winners first, with what each has and may expect.

    Parameters
    ----------
    match : Match
    names : tuple of str
        As typed.
    chances : sequence of float, optional
        Each seat's chance to win; left out when it is not known, or not to be told.
    """
    heads = [tr("Player"), tr("Points"), *([] if chances is None else [tr("Wins the match")])]
    seats = list(match.order)
    if match.is_over:
        seats.sort(key=lambda seat: (seat in match.winners, match.totals[seat]), reverse=True)
    rows = "".join(_seat(match, seat, names[seat], chances) for seat in seats)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    caption = tr("Where everybody stands")
    st.html(
        f"<style>{STYLE}</style><table class='standings'><caption>{caption}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _seat(match: Match, seat: int, name: str, chances: Sequence[float] | None) -> str:
    kind = match.setup.seats[seat]
    about = "" if kind == PERSON else f"<small>{escape(kind_name(kind))}</small>"
    is_next = seat == match.mover
    mark = "<b aria-hidden='true'>▸ </b>" if is_next else ""
    cells = f"<td>{whole(match.totals[seat])}</td>"
    if chances is not None:
        chance = chances[seat]
        cells += (
            f"<td><span data-equity='{seat}' data-value='{chance!r}'>{percent(chance)}</span>"
            f"<i style='--share:{chance:.4f}' aria-hidden='true'></i></td>"
        )
    current = " aria-current='true'" if is_next else ""
    return f"<tr{current}><th scope='row'>{mark}{escape(name)}{about}</th>{cells}</tr>"


def sheet(match: Match, names: Names) -> None:
    """Draw the score sheet: a line for each turn, with what was written down and what that makes."""
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in (tr("Turn"), *names))
    body = "".join(_row(row) for row in match.rows)
    sums = "".join(
        f"<td{' class=won' if seat in match.winners else ''}>{whole(total)}</td>"
        for seat, total in enumerate(match.totals)
    )
    caption = tr("Score sheet")
    st.html(
        f"<style>{STYLE}{_STYLE}</style>"
        f"<div class='sheet ten' role='region' tabindex='0' aria-label='{caption}'>"
        f"<table><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody>"
        f"<tfoot><tr><th scope='row'>{tr('Points')}</th>{sums}</tr></tfoot></table></div>"
    )


def _row(row: Row) -> str:
    cells = "".join(
        f"<td>{_cell(points, total)}</td>" for points, total in zip(row.points, row.totals, strict=True)
    )
    return f"<tr><th scope='row'>{row.number}</th>{cells}</tr>"


def _cell(points: int | None, total: int | None) -> str:
    if points is None or total is None:
        return ""
    written = f"+{whole(points)}" if points else "–"
    return f"{written}<small>{whole(total)}</small>"


_STYLE = """
.sheet.ten thead th:last-child { text-align: right }
.sheet.ten small { display: inline-block; min-width: 3.6em; margin-left: .4em; opacity: .8 }
"""
