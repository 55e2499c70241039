"""Who sits at a table: how many play, people and which bots, their names, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

import streamlit as st

from midnight_core.match import PERSON
from midnight_core.sheet import FEWEST_SEATS, MOST_SEATS
from midnight_ui import address
from midnight_ui.text import tr

LONGEST_NAME = 20

_NAMES = "names"
_LONGEST_NAMES = 2000
_HIGHEST = "highest"


@dataclass(frozen=True)
class Seating:
    """A choice of who plays.

    Attributes
    ----------
    parameter : str
        Its name in the address, where each seat is a letter.
    kinds : mapping of str to str
        Letter -> who plays a seat; the first is a person, the second the strongest bot.
    named : callable
        Maps who plays a seat to words.
    """

    parameter: str
    kinds: Mapping[str, str]
    named: Callable[[str], str]

    def draw(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Draw who plays, and return the kinds and the names of the seats."""
        person, strongest = list(self.kinds)[:2]
        said = address.remembered(self.parameter, self._is_seating, person + strongest)
        options = [str(count) for count in range(FEWEST_SEATS, MOST_SEATS + 1)]
        st.session_state["match_players"] = str(len(said))

        def resize() -> None:
            count = int(st.session_state["match_players"])
            address.remember(self.parameter, (said + said[-1] * MOST_SEATS)[:count])

        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            st.pills(tr("Players"), options, key="match_players", on_change=resize, required=True)
            for label, letter, icon in (
                (tr("People only"), person, ":material/groups:"),
                (tr("One person, bots"), strongest, ":material/smart_toy:"),
            ):
                seating = person + letter * (len(said) - 1)
                st.button(
                    label,
                    key=f"match_seating_{letter}",
                    icon=icon,
                    on_click=address.remember,
                    args=(self.parameter, seating),
                    disabled=said == seating,
                )
        kinds = tuple(self.kinds[letter] for letter in said)
        typed = typed_names(len(kinds))
        with st.container(horizontal=True, gap="small"):
            for seat, kind in enumerate(kinds):
                # Two fields side by side, also on a phone.
                with st.container(horizontal=True, vertical_alignment="bottom", gap="small", width=345):
                    _name(seat, kind, typed)
                    self._kind(seat, said)
        return kinds, names(kinds)

    def _is_seating(self, text: str) -> bool:
        return FEWEST_SEATS <= len(text) <= MOST_SEATS and set(text) <= self.kinds.keys()

    def _kind(self, seat: int, said: str) -> None:
        key = f"match_kind_{seat}"
        st.session_state[key] = said[seat]

        def changed() -> None:
            letter = st.session_state[key]
            if letter in self.kinds:
                address.remember(self.parameter, said[:seat] + letter + said[seat + 1 :])

        labels = {letter: self.named(kind) for letter, kind in self.kinds.items()}
        st.selectbox(
            tr("Player {number}: who plays", number=seat + 1),
            list(labels),
            key=key,
            format_func=labels.__getitem__,
            on_change=changed,
            width=178,
        )


def _name(seat: int, kind: str, typed: tuple[str, ...]) -> None:
    key = f"match_name_{seat}"
    st.session_state[key] = typed[seat]

    def renamed() -> None:
        name = clean(str(st.session_state[key]))
        remember_names((*typed[:seat], name, *typed[seat + 1 :]))

    st.text_input(
        tr("Player {number}: name", number=seat + 1),
        key=key,
        max_chars=LONGEST_NAME,
        placeholder=default_name(seat, kind),
        on_change=renamed,
        width=150,
    )


def first(names: tuple[str, ...], *, with_dice: bool) -> int | None:
    """Draw who begins; a table with dice of its own throws for it, and says here who it is."""
    labels = {_HIGHEST: tr("Highest die")} if with_dice else {}
    # Numbered, since a list tells its entries by their words.
    labels |= {str(seat): f"{seat}. {name}" for seat, name in enumerate(names, 1)}
    chosen = address.one_of("first", tr("Who begins"), labels, next(iter(labels)), width=240)
    return None if chosen == _HIGHEST else int(chosen) - 1


def names(kinds: Sequence[str]) -> tuple[str, ...]:
    """Return what the seats are called, as typed: escape it wherever it is shown."""
    typed = typed_names(len(kinds))
    return tuple(typed[seat] or default_name(seat, kind) for seat, kind in enumerate(kinds))


def typed_names(seats: int) -> tuple[str, ...]:
    """Return the names that somebody has typed, empty where nobody has."""
    said = address.remembered(_NAMES, lambda text: len(text) <= _LONGEST_NAMES, "")
    typed = [clean(unquote(name)) for name in said.split(",")] + [""] * seats
    return tuple(typed[:seats])


def remember_names(names: Sequence[str]) -> None:
    """Keep what the seats are called."""
    address.remember(_NAMES, ",".join(quote(name, safe="") for name in names))


def clean(name: str) -> str:
    """Return a name without spaces around it, and not longer than fits."""
    return " ".join(name.split())[:LONGEST_NAME]


def default_name(seat: int, kind: str) -> str:
    """Return what a seat is called that nobody has named."""
    if kind == PERSON:
        return tr("Player {number}", number=seat + 1)
    return tr("Bot {number}", number=seat + 1)
