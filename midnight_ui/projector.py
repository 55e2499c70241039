"""Projector mode, ``?projector=on``: large type, high contrast and no sidebar, before a class."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_ui import address
from midnight_ui.text import tr

_NAME = "projector"
_OFF, _ON = "off", "on"

_SCALE = 1.4
_SESSION = "projected"


def is_on() -> bool:
    """Return whether the reader is in projector mode, and remember it for `scale`."""
    on = address.choice(_NAME, (_OFF, _ON), _OFF) == _ON
    st.session_state[_SESSION] = on
    return on


def scale() -> float:
    """Return how much larger to draw what has its size in pixels, such as charts."""
    return _SCALE if st.session_state.get(_SESSION) else 1


def switch() -> None:
    """Draw the way in."""
    st.button(tr("Projector mode"), key="projector", icon=":material/present_to_all:", on_click=_enter)


def bar(menu: Callable[[], None]) -> None:
    """Draw what stands above the page instead of the sidebar: a menu that opens, and the way out."""
    with st.container(horizontal=True, key="projector_bar"):
        with st.popover(tr("Pages"), icon=":material/menu:"):
            menu()
        st.button(tr("Leave projector mode"), key="projector", icon=":material/close:", on_click=_leave)
    st.html(f"<style>{_STYLE}</style>")


def _enter() -> None:
    address.remember(_NAME, _ON)


def _leave() -> None:
    address.forget(_NAME, _OFF)


# Streamlit measures in rem, so the size of the root's type scales all. Its colours cannot be changed for one
# reader: paper and ink are laid over them, by the appearance that the app tells the browser.
_STYLE = """
html { font-size: clamp(18px, 1.55vw, 28px) !important; }
[data-testid=stSidebar], [data-testid=stExpandSidebarButton] { display: none !important; }
[data-testid=stHeader] { background: none; }
[data-testid=stHeader], [data-testid=stHeader] :not(button, button *) { pointer-events: none; }
[data-testid=stMainBlockContainer] { padding-top: .6rem; }
.st-key-projector_bar { padding-right: 3rem; }
[data-testid=stVerticalBlock] { gap: .7rem; }
h1 { padding-block: 0 !important; font-size: 2rem !important; }
[data-testid=stElementContainer]:has([data-testid=stNumberInput]) { flex-basis: 9.4rem !important; }
[data-testid=stApp] { background: light-dark(#fff, #000); }
[data-testid=stApp]
  :is(p, li, h1, h2, h3, h4, td, th, label, caption, summary, code):not(button *, a *, .card *),
[data-testid=stCaptionContainer], [data-testid=stCaptionContainer] * {
  color: light-dark(#000, #fff) !important;
}
[data-testid=stCaptionContainer] { opacity: 1; font-size: .9rem; }
[data-testid^=stBidiComponent] { --st-text-color: light-dark(#000, #fff) !important; }
.js-plotly-plot text { fill: light-dark(#000, #fff) !important; }
"""
