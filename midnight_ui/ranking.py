"""Every distinct keep of a roll in one table, best first; it follows and sets the choice in the dice tray."""

import streamlit as st

from midnight_ui.parts import boxed, part

_RANKING = st.components.v2.component(
    "midnight_ranking",
    html=part("ranking.html"),
    css=part("ranking.css"),
    js=part("dice.js") + part("ranking.js"),
)


def ranking(text: dict[str, str], key: str) -> None:
    """Draw the ranking of keeps.

    Its numbers come from the tray beside it, within the browser, and a click on a row becomes a choice there:
    the server hears nothing from it and sends it nothing but words.

    Parameters
    ----------
    text : dict of str
        Translated words: ``caption``; the headings ``rank``, ``keep``, ``value``, ``loss``, ``p_qualify``
        and ``mean_score``; ``choose``, a template with ``{keep}``; and ``percentage_points`` ({n}), which
        may be left out.
    key : str
        Streamlit key of the table.
    """
    _RANKING(key=key, data=boxed(text))
