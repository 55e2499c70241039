"""The position of "what if", ``?position=`` in the address, and everything that a reader can do to it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

import streamlit as st

from midnight_core import FACES, InputError, Rules
from midnight_core.dice import Dice
from midnight_core.gamecode import Position, mask_of, picked, read_dice, read_position
from midnight_ui.shown import Keeper, Shown, moved, new_version
from midnight_ui.text import faces

TRAY = "desk_tray"
KEPT, ROLL = "desk_kept", "desk_roll"
_JUST_PINNED = "desk_just_pinned"


@dataclass(frozen=True, kw_only=True)
class Desk(Shown):
    """A position to look at."""

    position: Position

    @property
    def code(self) -> str:
        """The position's code."""
        return self.position.code

    @property
    def dice(self) -> Dice:
        """The roll."""
        return self.position.roll

    @property
    def table(self) -> str:
        """The code without the pins: pinning a keep does not change what is chosen."""
        return replace(self.position, pins=()).code


FIRST = Position(roll=(2, 3, 4, 5, 6, 6))
"""What an empty desk shows: the opening roll that the rule texts discuss."""

KEEPER = Keeper(
    "position",
    fresh=lambda: Desk(position=FIRST, version=new_version()),
    read=lambda desk, code: _at(desk, read_position(code)),
)


def _at(desk: Desk, position: Position) -> Desk:
    after = moved(desk, position=position)
    # Going back over a pin is no reason to choose anew.
    return replace(after, chosen=desk.mask(TRAY)) if after.table == desk.table else after


def show_in_fields(desk: Desk) -> None:
    """Make the fields show the position, unless what was typed is wrong and still to be mended."""
    if desk.error is None or KEPT not in st.session_state:
        st.session_state[KEPT] = faces(desk.position.kept) if desk.position.kept else ""
        st.session_state[ROLL] = faces(desk.position.roll) if desk.position.roll else ""


def read_fields() -> None:
    """Take the position from the fields; a roll that no longer fits the dice left is cleared."""

    def typed(desk: Desk) -> Desk:
        kept, roll = (read_dice(str(st.session_state.get(field, ""))) for field in (KEPT, ROLL))
        before = desk.position
        if kept != before.kept and tuple(sorted(roll)) == before.roll:
            fits = len(roll) == Position(before.rules, kept).turn.dice_left
            roll = roll if fits else ()
        return moved(desk, position=Position(before.rules, kept, roll))

    KEEPER.move(typed)


def throw() -> None:
    """Put a random roll on the desk."""

    def thrown(desk: Desk) -> Desk:
        dice = desk.position.turn.dice_left
        roll = tuple(1 + secrets.randbelow(FACES) for _ in range(dice))
        return moved(desk, position=replace(desk.position, roll=roll, pins=()))

    KEEPER.move(thrown)


def choose(mask: int) -> None:
    """Choose dice by other controls than the tray."""
    KEEPER.move(lambda desk: replace(desk, chosen=mask, error=None))


def pin() -> None:
    """Pin the keep that is chosen."""

    def pinned(desk: Desk) -> Desk:
        roll = desk.position.roll
        mask = mask_of(roll, picked(roll, desk.mask(TRAY)))
        if not mask:
            raise InputError("Choose the dice to pin.")
        pins = tuple(dict.fromkeys((*desk.position.pins, mask)))
        return replace(desk, position=replace(desk.position, pins=pins), error=None)

    before = KEEPER.current().position.pins
    KEEPER.move(pinned)
    if new := set(KEEPER.current().position.pins) - set(before):
        st.session_state[_JUST_PINNED] = faces(picked(KEEPER.current().position.roll, new.pop()))


def just_pinned() -> str | None:
    """Return the keep that was pinned since this was last asked, as text."""
    kept: str | None = st.session_state.pop(_JUST_PINNED, None)
    return kept


def unpin(mask: int) -> None:
    """Take a pinned keep away."""

    def unpinned(desk: Desk) -> Desk:
        pins = tuple(kept for kept in desk.position.pins if kept != mask)
        return replace(desk, position=replace(desk.position, pins=pins), error=None)

    KEEPER.move(unpinned)


def go_on(mask: int | None = None) -> None:
    """Make a keep, the chosen one unless said, and go to the next roll, which is still open."""
    KEEPER.move(lambda desk: _kept(desk, desk.mask(TRAY) if mask is None else mask))


def go_on_in_tray() -> None:
    """Do the same for Enter in the tray."""

    def gone_on(desk: Desk) -> Desk:
        mask = desk.pressed_mask(TRAY)
        return desk if mask is None else _kept(desk, mask)

    KEEPER.move(gone_on)


def _kept(desk: Desk, mask: int) -> Desk:
    position = desk.position
    turn = position.turn.keep(picked(position.roll, mask), position.roll)
    return moved(desk, position=Position(position.rules, turn.kept))


def start_over() -> None:
    """Clear the desk: no dice kept, no roll."""
    KEEPER.move(lambda desk: moved(desk, position=Position(desk.position.rules)))


def set_rules(rules: Rules) -> None:
    """Look at the same dice by other rules."""
    KEEPER.move(lambda desk: moved(desk, position=replace(desk.position, rules=rules)))
