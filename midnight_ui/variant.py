"""The choice between the standard game and its variants."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_core import MAX_SCORE, MIDNIGHT, TWO_FOUR_24, Rules
from midnight_ui import address
from midnight_ui.text import tr


def name(rules: Rules) -> str:
    """Return what a game is called after its required faces and best score, such as 1-4-24."""
    return "-".join(map(str, (*rules.required, MAX_SCORE)))


VARIANTS = {name(rules): rules for rules in (MIDNIGHT, TWO_FOUR_24)}
"""The two known games by their names."""


def variant(now: Rules, on_change: Callable[[Rules], None], key: str) -> None:
    """Draw the choice; rules that came with a link are offered besides the two known games."""
    offered = VARIANTS | {name(now): now}
    st.session_state[key] = name(now)

    def changed() -> None:
        chosen = offered.get(st.session_state[key])
        if chosen is not None:
            on_change(chosen)

    st.pills(
        tr("Variant"),
        tuple(offered),
        key=key,
        on_change=changed,
        required=True,
        wrap=True,
        help=tr("Other rules begin anew."),
    )


def of_lesson() -> Rules:
    """Draw the choice for a lesson, which is by the rules that the address names, and return it."""
    return VARIANTS[address.segments("variant", tr("Variant"), tuple(VARIANTS), str)]
