"""What is played at a table, a turn or a match of any game, and every move that a player can make there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

import streamlit as st

from midnight_core import InputError
from midnight_core.dice import Dice
from midnight_core.gamecode import Step, read_dice
from midnight_ui.shown import Keeper, Shown, moved

OWN_ROLL = "own_roll"


class Hand(Protocol):
    """One player's turn."""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The rolls so far, with what was kept of each."""

    @property
    def roll(self) -> Dice:
        """The dice on the table, none when a roll is due or all is over."""

    @property
    def dice_left(self) -> int:
        """The dice of the next roll."""

    @property
    def is_over(self) -> bool:
        """Whether the turn is over."""


class Play(Protocol):
    """A turn or a match: immutable, every move returns another."""

    @property
    def code(self) -> str:
        """All of it as text."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""

    def throw(self) -> Self:
        """Throw the dice that are due."""

    def enter(self, roll: Dice, /) -> Self:
        """Take what real dice show."""

    def keep(self, mask: int, /) -> Self:
        """Set dice aside."""

    def undo(self) -> Self:
        """Go back to the last decision."""

    def restarted(self) -> Self:
        """Go back to the start."""


Played = TypeVar("Played", bound=Play)


@dataclass(frozen=True, kw_only=True)
class Table(Shown, Generic[Played]):
    """What is played, and whether the players enter the rolls of real dice.

    Attributes
    ----------
    play : Play
    own_dice : bool
    typed : str
        What a player has typed of the next roll.
    """

    play: Played
    own_dice: bool = False
    typed: str = ""

    @property
    def code(self) -> str:
        """The code of what is played."""
        return self.play.code

    @property
    def hand(self) -> Hand | None:
        """The turn that is played; none when a match is over."""
        raise NotImplementedError

    def kept_since(self, before: Played) -> int:
        """Return the mask that was kept of the roll at which `before`, an earlier state, lies open."""
        raise NotImplementedError

    def halted(self, mask: int, act: str) -> Self | None:  # noqa: ARG002 - for those who stop some moves
        """Return the table as it stands if a move is stopped before it happens; None to let it happen."""
        return None

    @property
    def dice(self) -> Dice:
        """The roll on the table."""
        return self.hand.roll if self.hand is not None else ()


AnyTable = TypeVar("AnyTable", bound=Table[Any])


@dataclass(frozen=True)
class Dealer(Generic[Played]):
    """The moves at one kind of table.

    Attributes
    ----------
    keeper : Keeper of Table
    tray : str
        Streamlit key of the dice tray.
    fresh : callable
        Returns what follows what is over, when a player presses Enter; or the same.
    go_on : callable
        Returns what is played after whatever follows a move by itself, such as the moves of bots.
    """

    keeper: Keeper[Any]
    tray: str
    fresh: Callable[[Played], Played]
    go_on: Callable[[Played], Played]

    def use_own_dice(self, own_dice: bool) -> None:
        """Settle whether the next rolls are thrown by the app or entered by the players."""
        if self.keeper.current().own_dice != own_dice:
            self.keeper.move(lambda table: replace(table, own_dice=own_dice))

    def act(self) -> None:
        """Do what the main button says: roll, or keep what is chosen and roll on."""
        self.keeper.move(lambda table: self.acted(table, table.mask(self.tray)))

    def act_in_tray(self) -> None:
        """Do the same for Enter in the tray, also when all is over."""

        def acted(table: Table[Played]) -> Table[Played]:
            pressed = table.pressed(self.tray)
            if pressed is None:
                return table
            if table.play.is_over:
                return self.laid(table, self.fresh(table.play))
            return self.acted(table, pressed.mask, pressed.act)

        self.keeper.move(acted)

    def acted(self, table: AnyTable, mask: int, act: str = "") -> AnyTable:
        """Return the table after what the main button does with some dice chosen."""
        play, hand = table.play, table.hand
        if hand is not None and hand.roll:
            if (halted := table.halted(mask, act)) is not None:
                return halted
            play = play.keep(mask)
            hand = replace(table, play=play).hand
            # A turn that is over ends the move; the next one begins with a press of its own.
            if hand is None or hand.is_over or not hand.steps:
                return self.laid(table, play)
        return self.laid(table, play if table.own_dice else play.throw())

    def choose(self, mask: int) -> None:
        """Choose dice by other controls than the tray."""
        self.keeper.move(lambda table: replace(table, chosen=mask, error=None))

    def undo(self) -> None:
        """Take back the last decision; its dice are chosen again, ready to be changed."""

        def undone(table: Table[Played]) -> Table[Played]:
            before = table.play.undo()
            return moved(table, play=self.go_on(before), chosen=table.kept_since(before), typed="")

        self.keeper.move(undone)

    def restart(self) -> None:
        """Start the same again: the same dice will come."""
        self._play_instead(lambda play: play.restarted())

    def play_anew(self) -> None:
        """Start what follows."""
        self._play_instead(self.fresh)

    def _play_instead(self, change: Callable[[Played], Played]) -> None:
        self.keeper.move(lambda table: self.laid(table, change(table.play)))

    def laid(self, table: AnyTable, play: Played) -> AnyTable:
        """Return the table with something else played there, and whatever follows from it by itself."""
        return moved(table, play=self.go_on(play), typed="")

    def field(self, table: Table[Played]) -> str:
        """Return the Streamlit key of the field for a roll, which is made to show what has been typed.

        After each press of the keypad it is another field: a fast second press still brings along what the
        old one showed, and that is not to be taken for something typed.
        """
        key = self._field_key(table)
        st.session_state[key] = table.typed
        return key

    def _field_key(self, table: Table[Played]) -> str:
        return f"{OWN_ROLL} {table.version}"

    def read_field(self, key: str) -> None:
        """Take what was typed; it is entered as the next roll unless dice are still to be typed."""

        def read(table: Table[Played]) -> Table[Played]:
            if key != self._field_key(table):
                return table
            return self._taken(replace(table, typed=str(st.session_state.get(key, "")), error=None))

        self.keeper.move(read)

    def add_own_die(self, face: int) -> None:
        """Add a die to what has been typed; the roll is entered when it is complete."""
        self.keeper.move(lambda table: self._taken(moved(table, typed=f"{table.typed} {face}".strip())))

    def take_back_own_die(self) -> None:
        """Take the last die that was typed away."""
        self.keeper.move(lambda table: moved(table, typed=table.typed[:-1].rstrip()))

    def enter_typed(self) -> None:
        """Enter what has been typed as the next roll, complete or not."""

        def entered(table: Table[Played]) -> Table[Played]:
            if not table.typed.strip():
                raise InputError("Enter what your dice show.")
            return self._entered(table, read_dice(table.typed))

        self.keeper.move(entered)

    def _taken(self, table: Table[Played]) -> Table[Played]:
        try:
            dice = read_dice(table.typed)
            return table if dice_to_go(table) else self._entered(table, dice)
        except InputError as error:
            return replace(table, error=error)

    def _entered(self, table: Table[Played], dice: Dice) -> Table[Played]:
        return self.laid(table, table.play.enter(dice))


def dice_to_go(table: Table[Played]) -> int:
    """Return how many dice of the next roll are still to be typed."""
    try:
        typed = len(read_dice(table.typed))
    except InputError:
        return 0
    return 0 if table.hand is None else max(0, table.hand.dice_left - typed)


def mask_at_end(before: Hand, after: Hand) -> int:
    """Return the mask kept of the last roll of a turn in a later state of it; 0 when there is none."""
    step = len(before.steps) - 1
    return after.steps[step].mask if 0 <= step < len(after.steps) else 0
