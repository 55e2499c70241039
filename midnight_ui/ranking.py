"""Every distinct keep of a roll in one table, best first; it follows and sets the choice in the dice tray."""

from typing import Any

import streamlit as st

from midnight_ui.parts import boxed, part

_RANKING = st.components.v2.component(
    "midnight_ranking",
    html=part("ranking.html"),
    css=part("ranking.css"),
    js=part("dice.js") + part("ranking.js"),
)


def ranking(data: dict[str, Any], key: str) -> None:
    """Draw the ranking of keeps.

    The server hears nothing from it: a click on a row becomes a choice in the tray of the same ``code``.

    Parameters
    ----------
    data : dict
        All of JSON:

        ``code`` : str
            The ``code`` of the tray that shows this roll.
        ``rows`` : list of [str, int, float, float, float, float]
            Best first: ``[key, rank, value, loss, p_qualify, mean_score]``, the
            key being the keep's sorted digits.
        ``goal_unit`` : {"points", "probability"}
            What ``value`` and ``loss`` are measured in.
        ``lang`` : {"en", "nb"}
            How numbers are written.
        ``text`` : dict of str
            Translated words: ``caption``; the headings ``rank``, ``keep``, ``value``, ``loss``, ``p_qualify``
            and ``mean_score``; ``choose``, a template with ``{keep}``; and ``percentage_points`` ({n}), which
            may be left out.
    key : str
        Streamlit key of the table.
    """
    _RANKING(key=key, data=boxed(data))
