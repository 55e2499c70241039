"""What takes a while to solve by other house rules: an offer to do it, and how far that is."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from midnight_core.ten_thousand import HouseRules, house_code
from midnight_ui import ten_races
from midnight_ui.background import FailedError
from midnight_ui.text import tr

_LOOK = 0.5
"""Seconds between two looks at what is being solved."""


def at_hand(what: str, houses: Sequence[HouseRules], key: str = "ten") -> bool:
    """Say whether something is solved for all these houses; if not, draw the offer, or how far it is.

    What takes minutes begins when a reader asks for it, what takes seconds by itself. The page runs again
    when it is done.

    Parameters
    ----------
    what : {ten_races.RACE, ten_races.TURNS}
    houses : sequence of HouseRules
    key : str
        Streamlit key, of which those of its buttons are made.
    """
    if all(ten_races.is_solved(what, house) for house in houses):
        return True
    if _is_wanted(what, houses):
        st.fragment(_solving, run_every=_LOOK)(what, houses, key)
    else:
        _offer(what, houses, key)
    return False


def _offer(what: str, houses: Sequence[HouseRules], key: str) -> None:
    if st.session_state.pop(_failed(what, houses), False):
        st.error(tr("This could not be worked out."))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            {
                ten_races.RACE: tr(
                    "The chances to win by these house rules are not worked out yet. It takes minutes, once."
                ),
                ten_races.TURNS: tr(
                    "The fewest turns by these house rules are not worked out yet. It takes a while, once."
                ),
            }[what]
        )
        st.button(
            tr("Solve it"),
            key=f"{key}_solve",
            icon=":material/calculate:",
            on_click=_want,
            args=(what, houses, True),
        )


def _solving(what: str, houses: Sequence[HouseRules], key: str) -> None:
    if not _is_wanted(what, houses) or all(ten_races.is_solved(what, house) for house in houses):
        st.rerun()
    said = {
        ten_races.RACE: tr("Solving this race exactly"),
        ten_races.TURNS: tr("Working out the fewest turns"),
    }[what]
    try:
        share = ten_races.share_done(what, houses)
    except FailedError:
        st.session_state[_failed(what, houses)] = True
        _want(what, houses, wanted=False)
        st.rerun()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share, said)
        st.button(tr("Cancel"), key=f"{key}_cancel", on_click=_leave, args=(what, houses))


def _is_wanted(what: str, houses: Sequence[HouseRules]) -> bool:
    return bool(st.session_state.get(_wanted(what, houses), what == ten_races.TURNS))


def _want(what: str, houses: Sequence[HouseRules], wanted: bool) -> None:
    st.session_state[_wanted(what, houses)] = wanted


def _leave(what: str, houses: Sequence[HouseRules]) -> None:
    _want(what, houses, wanted=False)
    ten_races.leave(what, houses)


def _failed(what: str, houses: Sequence[HouseRules]) -> str:
    return f"failed {_wanted(what, houses)}"


def _wanted(what: str, houses: Sequence[HouseRules]) -> str:
    return f"wanted {what} {[house_code(house) for house in houses]}"
