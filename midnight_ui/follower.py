"""What may come a moment after the dice: a part of the page that is drawn anew once the tray stands still.

A chart takes the browser longer to draw than all the rest together. In a fragment of its own, ended by a
`follower`, it holds up neither a roll nor a click; and since the browser asks for it, comparing what is
chosen with what was drawn, it cannot stay behind.
"""

from __future__ import annotations

import streamlit as st

from midnight_ui.parts import boxed, part

_FOLLOWER = st.components.v2.component(
    "midnight_follower", html=part("follower.html"), js=part("follower.js")
)


def follower(code: str, mask: int, key: str) -> None:
    """Have the fragment that this is called in drawn again whenever the tray shows something else.

    Parameters
    ----------
    code : str
        The ``code`` of the tray that the fragment has drawn.
    mask : int
        The dice chosen in it, as the fragment has drawn it.
    key : str
        Streamlit key.
    """
    _FOLLOWER(key=key, data=boxed({"code": code, "mask": mask}), on_behind_change=_draw_again, height=1)


def _draw_again() -> None:
    """Nothing to do: that there is a callback makes the browser's word a trigger, which runs the fragment."""
