"""A button that opens a file: the browser reads it and tells its text; the server stores no file."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_ui.parts import boxed, part

_OPEN_FILE = st.components.v2.component(
    "midnight_open_file",
    html=part("open_file.html"),
    css=part("copy_link.css"),
    js=part("open_file.js"),
)


def open_file(label: str, most: int, on_text: Callable[[str], None], key: str) -> None:
    """Draw the button.

    Parameters
    ----------
    label : str
        What the button says.
    most : int
        Bytes to read; of a larger file one byte more comes, so that it is seen to be too large.
    on_text : callable
        Called with the text of a file that the reader has opened.
    key : str
        Streamlit key.
    """

    def opened() -> None:
        state = st.session_state.get(key)
        said = state.get("file") if state else None
        if isinstance(said, dict) and isinstance(text := said.get("text"), str):
            on_text(text)

    _OPEN_FILE(key=key, data=boxed({"label": label, "most": most}), on_file_change=opened, width="content")
