"""What is agreed before a match of 10 000, on one screen; all of it stands in the address."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_core.gamecode import new_seed
from midnight_core.match import PERSON
from midnight_core.ten_thousand import HouseRules
from midnight_core.ten_thousand.match import BOTS, WINNER, Setup
from midnight_ui import seating, ten_table
from midnight_ui.match_table import APP
from midnight_ui.seating import Seating
from midnight_ui.ten_match_words import bot_says, kind_name
from midnight_ui.text import tr

SEATING = Seating(
    "players",
    {"P": PERSON, BOTS[WINNER]: WINNER} | {letter: kind for kind, letter in BOTS.items()},
    kind_name,
)


def draw(pick_house: Callable[[], HouseRules], pick_dice: Callable[[], str]) -> None:
    """Draw the agreement; its button begins the match.

    Parameters
    ----------
    pick_house : callable
        Draws the house rules, and returns them.
    pick_dice : callable
        Draws the choice of whose dice are thrown, and returns it.
    """
    kinds, names = SEATING.draw()
    house = pick_house()
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        dice = pick_dice()
        first = seating.first(names, with_dice=dice == APP)
    setup = Setup(new_seed(), kinds, house, first)
    st.button(
        tr("Start the match"),
        key="ten_start",
        type="primary",
        icon=":material/play_arrow:",
        on_click=ten_table.start,
        args=(setup,),
    )
    with st.expander(tr("What the bots do")):
        lines = [
            f"**{kind_name(kind)}**: {bot_says(kind)}" for kind in SEATING.kinds.values() if kind != PERSON
        ]
        st.markdown("\n".join(f"- {line}" for line in lines))
