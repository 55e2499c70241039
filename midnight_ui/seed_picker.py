"""The choice of the dice that are thrown: a seed, and a button for other dice."""

from __future__ import annotations

import streamlit as st

from midnight_ui import address
from midnight_ui.text import tr

_MOST = 9999
_FIRST = 24


def pick() -> int:
    """Draw the seed's controls, to stand in a row, and return the seed."""
    seed = address.number("seed", tr("Seed"), 1, _MOST, _FIRST)
    st.button(
        tr("Other dice"),
        key="other_seed",
        icon=":material/casino:",
        on_click=lambda: address.remember("seed", str(seed % _MOST + 1)),
    )
    return seed
