"""A button that copies the page's address, which holds the whole turn."""

from __future__ import annotations

import streamlit as st

from midnight_ui.parts import boxed, part

_COPY_LINK = st.components.v2.component(
    "midnight_copy_link",
    html=part("copy_link.html"),
    css=part("copy_link.css"),
    js=part("copy_link.js"),
)


def copy_link(label: str, done: str, key: str) -> None:
    """Draw the button.

    Parameters
    ----------
    label, done : str
        What it says before and just after copying.
    key : str
        Streamlit key.
    """
    _COPY_LINK(key=key, data=boxed({"label": label, "done": done}), width="content")
