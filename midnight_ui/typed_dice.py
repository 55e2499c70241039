"""A field for dice that somebody types; the last ones that could be read stand in the address."""

from __future__ import annotations

import streamlit as st

from midnight_core import DICE, InputError
from midnight_core.dice import Dice
from midnight_core.gamecode import as_digits, is_faces, read_dice
from midnight_ui import address
from midnight_ui.text import faces, sentence, tr


def typed_dice(name: str, label: str, default: Dice) -> Dice:
    """Draw the field and return the dice, sorted; what was typed wrong stays there, to be mended.

    Parameters
    ----------
    name : str
        The dice's name in the address, also part of the widget's key.
    label : str
    default : tuple of int
    """
    said = address.remembered(name, _is_roll, as_digits(default))
    dice = tuple(sorted(map(int, said)))
    field, problem, place = f"typed_{name}", f"typed_{name}_problem", f"typed_{name}_place"
    here = address.visit(), st.query_params.get(name)
    if st.session_state.get(place) != here or address.is_back_or_forward():
        # The reader has come from elsewhere, or gone on: what was wrong there is forgotten.
        st.session_state[problem] = None
    st.session_state[place] = here
    if st.session_state[problem] is None:
        st.session_state[field] = faces(dice)

    def changed() -> None:
        try:
            read = read_dice(str(st.session_state[field]))
            if not _is_roll(as_digits(read)):
                raise InputError("Type 1 to {most} dice.", most=DICE)
        except InputError as error:
            st.session_state[problem] = error
            return
        st.session_state[problem] = None
        address.remember(name, as_digits(tuple(sorted(read))))

    st.text_input(label, key=field, on_change=changed, width=260)
    if st.session_state[problem] is not None:
        showing = tr("Still showing {roll}.", roll=faces(dice))
        st.error(f"{sentence(st.session_state[problem])} {showing}")
    return dice


def _is_roll(text: str) -> bool:
    return 1 <= len(text) <= DICE and is_faces(text)
