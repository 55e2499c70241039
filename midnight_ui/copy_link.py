"""A button that copies the page's address, which holds all that the page shows."""

from __future__ import annotations

import streamlit as st

from midnight_ui.parts import boxed, part
from midnight_ui.text import tr

_COPY_LINK = st.components.v2.component(
    "midnight_copy_link",
    html=part("copy_link.html"),
    css=part("copy_link.css"),
    js=part("copy_link.js"),
)


def title_with_link(title: str) -> None:
    """Draw a page's title and, beside it, the button."""
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(title, width="content")
        words = {"label": tr("Copy link"), "done": tr("Copied")}
        _COPY_LINK(key="copy_link", data=boxed(words), width="content")
