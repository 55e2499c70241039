"""Going through something step by step, ``?step=`` in the address."""

from __future__ import annotations

import streamlit as st

from midnight_ui import address
from midnight_ui.text import tr

_STEP = "step"


def chosen(most: int) -> int:
    """Return the step that the address names, from 0 to `most`."""
    return int(address.choice(_STEP, [str(number) for number in range(most + 1)], "0"))


def go(step: int) -> None:
    """Go to a step."""
    address.remember(_STEP, str(step))


def buttons(step: int, last: int, where: str) -> None:
    """Draw the way back and on, and `where` one is.

    Each button names its target, so that a click sent twice goes one step only.
    """
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            tr("Back"),
            key="walk_back",
            icon=":material/arrow_back:",
            disabled=not step,
            on_click=go,
            args=(step - 1,),
        )
        is_end = step == last
        st.button(
            tr("Start again") if is_end else tr("Next"),
            key="walk_next",
            type="primary",
            icon=":material/replay:" if is_end else ":material/arrow_forward:",
            icon_position="left" if is_end else "right",
            on_click=go,
            args=(0 if is_end else step + 1,),
        )
        st.markdown(where, width="content")
