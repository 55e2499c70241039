"""Other ways in which the turn on the table was played, ``?lines=`` in the address.

Whoever takes a decision back, or starts the same dice again, sees in the end what became of each way.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from midnight_core import InputError
from midnight_core.gamecode import TurnGame, read_turn
from midnight_ui import address

MOST = 4

_NAME, _BETWEEN = "lines", ","


def of(game: TurnGame) -> tuple[TurnGame, ...]:
    """Return the finished lines that are kept of the turn on the table, the oldest first."""
    said = address.remembered(_NAME, lambda text: bool(_read(text)), "")
    lines = _read(said)
    if lines and not _is_same(lines[0], game):
        address.forget(_NAME, "")
        return ()
    return lines


def with_this(game: TurnGame) -> tuple[TurnGame, ...]:
    """Return the lines with a finished turn among them, and keep it."""
    lines = of(game)
    if game not in lines:
        lines = (*lines, game)[-MOST:]
        address.remember(_NAME, _BETWEEN.join(line.code for line in lines))
    return lines


def link(game: TurnGame) -> str:
    """Return the address of one of the lines: the same page, with the others beside it."""
    return f"?{urlencode({**st.query_params.to_dict(), 'turn': game.code})}"


def _read(text: str) -> tuple[TurnGame, ...]:
    """Return the turns of a text; none at all unless all are finished, of the same dice, and different."""
    try:
        lines = tuple(read_turn(code) for code in text.split(_BETWEEN)[: MOST + 1])
    except InputError:
        return ()
    is_good = len(set(lines)) == len(lines) <= MOST and all(
        line.is_over and _is_same(line, lines[0]) for line in lines
    )
    return lines if is_good else ()


def _is_same(one: TurnGame, other: TurnGame) -> bool:
    return (one.rules, one.seed) == (other.rules, other.seed)
