"""What the look back on a match of either game is made of: a line for each seat, and its costly decisions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core.match_review import Costly, SeatLine, SeenTurn, costliest, seat_lines
from midnight_core.review import Band
from midnight_core.turn_taking import TurnTaking
from midnight_ui import address, bands, units
from midnight_ui.match_words import Names
from midnight_ui.review_parts import html_table
from midnight_ui.text import ntr, tr
from midnight_ui.units import Unit

MOST = 8
"""So many of the costliest decisions are shown."""

EVERYBODY = "all"


def place(match: TurnTaking) -> DeltaGenerator | None:
    """Return where the look back goes; None when there is nothing to look back on, or nobody wants to yet.

    It takes a while to work out, so before the match is over it stands behind an expander.
    """
    if all(turn.game is None for turn in match.turns):
        return None
    if match.is_over:
        st.header(tr("Look back"))
        return st.container()
    expander = st.expander(tr("Look back"), icon=":material/history:", key="look_back", on_change="rerun")
    return expander if expander.open else None


def draw(
    turns: Sequence[SeenTurn[Any]],
    names: Names,
    *,
    unit_of: Callable[[str], Unit],
    heading: Callable[[Costly[Any]], str],
    explained: Callable[[Costly[Any]], None],
) -> None:
    """Draw what each seat gave away and what its dice brought, and the decisions that cost most, to open.

    Parameters
    ----------
    turns : sequence of SeenTurn
    names : tuple of str
        As typed.
    unit_of : callable
        From the unit of a turn to how it is written.
    heading : callable
        From a decision to what it says when it is closed.
    explained : callable
        Draws what it says when it is open.
    """
    for unit, lines in seat_lines(turns).items():
        st.html(_table(lines, names, unit_of(unit)))
    st.markdown(tr("**The costliest decisions**"))
    worst = costliest(turns, _pick_seats(turns, names))[:MOST]
    if not worst:
        st.markdown(tr("Nothing was given away."))
    for each in worst:
        with st.expander(heading(each)):
            explained(each)


def _table(lines: Sequence[SeatLine], names: Names, unit: Unit) -> str:
    head = tr("Player"), tr("Turns"), tr("Decisions"), tr("Mistakes"), tr("Given away"), tr("Luck")
    rows = [
        (
            escape(names[line.seat]),
            str(line.turns),
            str(line.decisions),
            str(line.mistakes),
            unit.lost(float(line.loss)),
            unit.change(float(line.luck)),
        )
        for line in lines
    ]
    return html_table("seats", _caption(unit), head, rows)


def _caption(unit: Unit) -> str:
    return {
        units.CHIPS: tr("Played for the pot; given away and luck in chips"),
        units.CHANCE: tr("Played to win; given away and luck in percentage points"),
        units.POINTS: tr("Played for the best average turn; given away and luck in points"),
        units.TURNS: tr("Played for the fewest turns; given away and luck in turns"),
    }[unit.kind]


def _pick_seats(turns: Sequence[SeenTurn[Any]], names: Names) -> tuple[int, ...] | None:
    """Draw the choice of whose decisions are shown and return these seats; None for everybody's."""
    seats = sorted({turn.seat for turn in turns})
    if len(seats) == 1:
        return None
    labels = {EVERYBODY: tr("Everybody")} | {str(seat + 1): names[seat] for seat in seats}
    picked = address.one_of("whose", tr("Whose decisions"), labels, EVERYBODY, width=240)
    return None if picked == EVERYBODY else (int(picked) - 1,)


def notes(match: TurnTaking) -> str:
    """Return what the numbers of the table are, and what is not in them."""
    said = [
        tr(
            "Decisions are those in which something could be lost, mistakes those that are not {best}. "
            "Luck is that of a player's own dice; what the others throw is not in it.",
            best=bands.marked(Band.BEST),
        )
    ]
    if noted := sum(turn.game is None for turn in match.turns):
        said.append(
            ntr(
                "{count} turn of which only the score was noted is left out: nobody knows its dice.",
                "{count} turns of which only the scores were noted are left out: nobody knows their dice.",
                noted,
            )
        )
    return " ".join(said)
