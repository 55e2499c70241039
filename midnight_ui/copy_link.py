"""A button that copies the page's address, which holds all that the page shows."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from midnight_ui.parts import boxed, part
from midnight_ui.text import tr

_COPY_LINK = st.components.v2.component(
    "midnight_copy_link",
    html=part("copy_link.html"),
    css=part("copy_link.css"),
    js=part("copy_link.js"),
)


ASKED_BY = 4
"""Fields of a drill's code that say what is asked; the answers follow."""


def title_with_link(title: str, fields: Mapping[str, int] | None = None) -> None:
    """Draw a page's title and, beside it, the button.

    Parameters
    ----------
    title : str
    fields : mapping of str to int, optional
        For codes of the address whose end is the reader's own: how many of the fields, parted by dots, are
        for others too.
    """
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(title, width="content")
        data = {"label": tr("Copy link"), "done": tr("Copied"), "fields": dict(fields or {})}
        _COPY_LINK(key="copy_link", data=boxed(data), width="content")
