"""What may come a moment after the dice: a part of the page that is drawn anew once the tray stands still.

A chart takes the browser longer to draw than all the rest together. In a fragment of its own, ended by a
`follower`, it holds up neither a roll nor a click; and since the browser asks for it, comparing what is
chosen with what was drawn, it cannot stay behind.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_ui.parts import boxed, part
from midnight_ui.tray import Choice

_FOLLOWER = st.components.v2.component(
    "midnight_follower", html=part("follower.html"), js=part("follower.js")
)


def follower(code: str, mask: int, key: str, on_behind: Callable[[Choice], None]) -> None:
    """Have the fragment that this is called in drawn again whenever the tray shows something else.

    Parameters
    ----------
    code : str
        The ``code`` of the tray that the fragment has drawn.
    mask : int
        The dice chosen in it, as the fragment has drawn it.
    key : str
        Streamlit key.
    on_behind : callable
        Runs first then, with what the tray shows.
    """

    def behind() -> None:
        state = st.session_state.get(key)
        shown = Choice.parse(state.get("behind")) if state else None
        if shown is not None:
            on_behind(shown)

    _FOLLOWER(key=key, data=boxed({"code": code, "mask": mask}), on_behind_change=behind, height=1)
