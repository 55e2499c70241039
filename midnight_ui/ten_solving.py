"""The offer to solve the race of two by other house rules, which takes minutes, and how far that is."""

from __future__ import annotations

import streamlit as st

from midnight_core.ten_thousand import HouseRules, house_code
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.match import Match
from midnight_ui import ten_aim, ten_races, ten_table
from midnight_ui.text import tr

_ASKED = "ten_race_asked"

_LOOK = 0.5
"""Seconds between two looks at a race that is being solved."""


def offer(play: TenGame | Match, aim: str) -> None:
    """Offer to solve the race that the goal needs, or show how far that is; nothing when it is known."""
    house = ten_table.house_of(play)
    if aim != ten_aim.WIN or ten_races.known(house) is not None:
        return
    if isinstance(play, Match) and (play.is_over or not ten_aim.is_race(play) or play.to_beat is not None):
        return
    if _is_asked(house):
        st.fragment(_solving, run_every=_LOOK)(house)
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            tr("The chances to win by these house rules are not worked out yet. It takes minutes, once.")
        )
        st.button(tr("Solve it"), key="ten_solve", icon=":material/calculate:", on_click=_ask, args=(house,))


def _is_asked(house: HouseRules) -> bool:
    return st.session_state.get(_ASKED) == house_code(house)


def _ask(house: HouseRules) -> None:
    st.session_state[_ASKED] = house_code(house)


def _give_up(house: HouseRules) -> None:
    st.session_state.pop(_ASKED, None)
    ten_races.give_up(house)


def _solving(house: HouseRules) -> None:
    if not _is_asked(house) or ten_races.known(house) is not None:
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(ten_races.share_done(house), tr("Solving this race exactly"))
        st.button(tr("Cancel"), key="ten_cancel", on_click=_give_up, args=(house,))
