"""The turn on the table, ``?turn=`` in the address, and every move that a player can make."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from midnight_core import MIDNIGHT, InputError, Rules
from midnight_core.dice import Dice
from midnight_core.gamecode import TurnGame, new_seed, read_dice, read_turn
from midnight_ui.shown import Keeper, Shown, moved, new_version

TRAY = "tray"
OWN_ROLL = "own_roll"


@dataclass(frozen=True, kw_only=True)
class Table(Shown):
    """A turn, and whether the player enters the rolls of real dice.

    Attributes
    ----------
    game : TurnGame
    own_dice : bool
    typed : str
        What the player has typed of the next roll.
    """

    game: TurnGame
    own_dice: bool = False
    typed: str = ""

    @property
    def code(self) -> str:
        """The game's code."""
        return self.game.code

    @property
    def dice(self) -> Dice:
        """The roll on the table."""
        return self.game.roll


KEEPER = Keeper(
    "turn",
    fresh=lambda: Table(game=TurnGame(MIDNIGHT, new_seed()), version=new_version()),
    read=lambda table, code: _moved(table, read_turn(code)),
)


def use_own_dice(own_dice: bool) -> None:
    """Settle whether the next rolls are thrown by the app or entered by the player."""
    if KEEPER.current().own_dice != own_dice:
        KEEPER.move(lambda table: replace(table, own_dice=own_dice))


def act() -> None:
    """Do what the main button says: roll, or keep what is chosen and roll on."""
    KEEPER.move(lambda table: _acted(table, table.mask(TRAY)))


def act_in_tray() -> None:
    """Do the same for Enter in the tray, and begin another turn when this one is over."""

    def acted(table: Table) -> Table:
        mask = table.pressed_mask(TRAY)
        if mask is None:
            return table
        return _fresh(table) if table.game.is_over else _acted(table, mask)

    KEEPER.move(acted)


def _acted(table: Table, mask: int) -> Table:
    game = table.game
    if game.roll:
        game = game.keep(mask)
    if not game.is_over and not table.own_dice:
        game = game.throw()
    return _moved(table, game)


def choose(mask: int) -> None:
    """Choose dice by other controls than the tray."""
    KEEPER.move(lambda table: replace(table, chosen=mask, error=None))


def undo() -> None:
    """Take back the last decision; its dice are chosen again, ready to be changed."""

    def undone(table: Table) -> Table:
        game = table.game.undo()
        chosen = table.game.steps[len(game.steps) - 1].mask if game.steps else 0
        return _moved(table, game, chosen)

    KEEPER.move(undone)


def restart() -> None:
    """Start the same turn again: the same dice will come."""
    KEEPER.move(lambda table: _moved(table, table.game.restarted()))


def new_turn() -> None:
    """Start another turn by the same rules."""
    KEEPER.move(_fresh)


def _fresh(table: Table) -> Table:
    return _moved(table, TurnGame(table.game.rules, new_seed()))


def play_by(rules: Rules) -> None:
    """Start the same turn again by other rules."""
    KEEPER.move(lambda table: moved(table, game=TurnGame(rules, table.game.seed)))


def field(table: Table) -> str:
    """Return the Streamlit key of the field for a roll, which is made to show what has been typed.

    After each press of the keypad it is another field: a fast second press still brings along what the old
    one showed, and that is not to be taken for something typed.
    """
    key = _field_key(table)
    st.session_state[key] = table.typed
    return key


def _field_key(table: Table) -> str:
    return f"{OWN_ROLL} {table.version}"


def read_field(key: str) -> None:
    """Take what the player typed; it is entered as the next roll unless dice are still to be typed."""

    def read(table: Table) -> Table:
        if key != _field_key(table):
            return table
        return _taken(replace(table, typed=str(st.session_state.get(key, "")), error=None))

    KEEPER.move(read)


def add_own_die(face: int) -> None:
    """Add a die to what the player has typed; the roll is entered when it is complete."""
    KEEPER.move(lambda table: _taken(moved(table, typed=f"{table.typed} {face}".strip())))


def take_back_own_die() -> None:
    """Take the last die that was typed away."""
    KEEPER.move(lambda table: moved(table, typed=table.typed[:-1].rstrip()))


def enter_typed() -> None:
    """Enter what has been typed as the next roll, complete or not."""

    def entered(table: Table) -> Table:
        return _moved(table, table.game.enter(read_dice(table.typed)))

    KEEPER.move(entered)


def _taken(table: Table) -> Table:
    try:
        dice = read_dice(table.typed)
        return table if dice_to_go(table) else _moved(table, table.game.enter(dice))
    except InputError as error:
        return replace(table, error=error)


def dice_to_go(table: Table) -> int:
    """Return how many dice of the next roll are still to be typed."""
    try:
        typed = len(read_dice(table.typed))
    except InputError:
        return 0
    return max(0, table.game.turn.dice_left - typed)


def _moved(table: Table, game: TurnGame, chosen: int = 0) -> Table:
    return moved(table, game=game, chosen=chosen, typed="")
