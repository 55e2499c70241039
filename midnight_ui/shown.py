"""What lies before the reader: one immutable value in the session, mirrored as a code in the address.

A callback may be broken off by a second click at any read or write of the session, so every move is one read,
a pure computation and one assignment. Whatever is random follows from the code, so a move that runs twice
does no harm. Code in the address is read when a page is opened or the reader goes back; the moves in between
are made on the session's value, since a fast click may still carry the address of the move before.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import streamlit as st

from midnight_core import InputError
from midnight_core.dice import Dice
from midnight_ui import address
from midnight_ui.tray import Choice, read_act, read_choice

_SAID_AT_MOST = 50


@dataclass(frozen=True)
class Shown:
    """Something with dice to choose from.

    Attributes
    ----------
    chosen : int
        Mask that is chosen as long as the reader has not chosen anything else.
    version : int
        Counts the times that `chosen` was set from here rather than by the reader.
    error : InputError or None
        What was wrong with the last input, until the next move.
    """

    chosen: int = 0
    version: int = 0
    error: InputError | None = None

    @property
    def code(self) -> str:
        """All of it as text, for the address."""
        raise NotImplementedError

    @property
    def dice(self) -> Dice:
        """The dice to choose from, none to six, in the order shown."""
        raise NotImplementedError

    @property
    def table(self) -> str:
        """What a choice belongs to: the code, as far as it says which dice there are."""
        return self.code

    def mask(self, tray: str) -> int:
        """Return the dice now chosen: the reader's choice if made on this very table, else `chosen`."""
        choice = read_choice(tray)
        mask = self.chosen if choice is None or not self.is_meant_by(choice) else choice.mask
        return mask & (1 << len(self.dice)) - 1

    def is_meant_by(self, choice: Choice) -> bool:
        """Whether a browser's choice was made on this very table and not on an earlier one."""
        return (choice.code, choice.version) == (self.table, self.version)

    def pressed(self, tray: str) -> Choice | None:
        """Return what was chosen when a key was pressed on this very table; None if none was."""
        pressed = read_act(tray)
        return pressed if pressed is not None and self.is_meant_by(pressed) else None

    def pressed_mask(self, tray: str) -> int | None:
        """Return the dice that were chosen when Enter was pressed on this very table; None if it was not."""
        pressed = self.pressed(tray)
        return None if pressed is None else pressed.mask


Any_Shown = TypeVar("Any_Shown", bound=Shown)


@dataclass(frozen=True)
class Keeper(Generic[Any_Shown]):
    """Where one kind of thing shown is kept.

    Attributes
    ----------
    parameter : str
        Its name in the address and in the session.
    fresh : callable
        Makes a first one.
    read : callable
        Returns the one shown now moved to what a code says; raises InputError for a bad code.
    """

    parameter: str
    fresh: Callable[[], Any_Shown]
    read: Callable[[Any_Shown, str], Any_Shown]

    def current(self) -> Any_Shown:
        """Return what this session shows."""
        shown: Any_Shown | None = st.session_state.get(f"shown_{self.parameter}")
        return self.fresh() if shown is None else shown

    def lay(self, shown: Any_Shown) -> None:
        """Show something from now on."""
        st.session_state[f"shown_{self.parameter}"] = shown

    def draw(self, tray: str) -> Any_Shown:
        """Return what is to be drawn now, with what is chosen in `tray`, and remember that it was drawn."""
        shown = self.current()
        st.session_state[f"drawn_{self.parameter}"] = shown, shown.mask(tray)
        return shown

    def lost(self, seen: Choice) -> None:
        """Take note of what the reader sees, so that `is_drawn` is false when it is a table of the past.

        Streamlit throws away what a run has drawn when the next message comes just as that run ends.
        """
        if not self.current().is_meant_by(seen):
            st.session_state[f"drawn_{self.parameter}"] = None

    def lose(self) -> None:
        """Take note that something is gone from the page, so that `is_whole` is false once."""
        st.session_state[f"lost_{self.parameter}"] = True

    def is_whole(self) -> bool:
        """Whether nothing is known to be gone from the page; a whole run draws all of it anew."""
        return not st.session_state.pop(f"lost_{self.parameter}", False)

    def is_drawn(self, tray: str) -> bool:
        """Whether `draw` has drawn the last move and the last choice.

        A browser puts what happens at the same moment in two fragments into one message, which runs only one.
        """
        shown = self.current()
        return bool(st.session_state.get(f"drawn_{self.parameter}") == (shown, shown.mask(tray)))

    def say(self) -> None:
        """Put the code of what is shown into the address.

        For the run that draws, not for `move`: what a callback says of the address is lost when the next
        click overtakes it.
        """
        code = self.current().code
        # Also when it seems to stand there already: what a fast click says of the address may be a move old.
        st.query_params[self.parameter] = code
        if (said := self._said())[-1:] != (code,):
            st.session_state[f"said_{self.parameter}"] = address.visit(), (*said[-_SAID_AT_MOST:], code)

    def _said(self) -> tuple[str, ...]:
        """Return the codes put into the address since the reader came to this page."""
        visit, codes = st.session_state.get(f"said_{self.parameter}", (0, ()))
        return codes if visit == address.visit() else ()

    def open_from_address(self) -> None:
        """Show what the address names, if the reader has changed it, and otherwise what the session shows.

        A code that was said before on this very page is no change unless the reader went back to it: the
        browser says its address with every click, and a fast one overtakes a move or two. A code that cannot
        be read is reported and changes nothing else.
        """
        shown = self.current()
        named = st.query_params.get(self.parameter)
        is_echo = named in self._said() and not address.is_back_or_forward()
        if named not in (None, shown.code) and not is_echo:
            try:
                shown = self.read(shown, named)
            except InputError as error:
                shown = replace(shown, error=error)
        self.lay(shown)

    def move(self, change: Callable[[Any_Shown], Any_Shown]) -> None:
        """Make a move; one that is not legal changes nothing and says why."""
        shown = self.current()
        try:
            self.lay(change(shown))
        except InputError as error:
            self.lay(replace(shown, error=error))

    def forget_error(self) -> None:
        """Take away what was wrong: the reader has gone on."""
        if self.current().error is not None:
            self.move(lambda shown: replace(shown, error=None))


def new_version() -> int:
    """Return a number to count versions from: a browser may still show the table of an earlier session."""
    return secrets.randbelow(10**6)


def moved(shown: Any_Shown, *, chosen: int = 0, **changes: Any) -> Any_Shown:
    """Return `shown` with changes made, dice chosen anew, and so nothing wrong any more."""
    return replace(shown, chosen=chosen, version=shown.version + 1, error=None, **changes)
