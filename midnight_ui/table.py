"""The turn on the table, ``?turn=`` in the address, and every move that a player can make."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from midnight_core import MIDNIGHT, Rules
from midnight_core.dice import Dice
from midnight_core.gamecode import TurnGame, new_seed, read_dice, read_turn
from midnight_ui.shown import Keeper, Shown, moved, new_version

TRAY = "tray"
OWN_ROLL = "own_roll"


@dataclass(frozen=True, kw_only=True)
class Table(Shown):
    """A turn, and whether the player enters the rolls of real dice."""

    game: TurnGame
    own_dice: bool = False

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
    read=lambda table, code: moved(table, game=read_turn(code)),
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
    return moved(table, game=game)


def choose(mask: int) -> None:
    """Choose dice by other controls than the tray."""
    KEEPER.move(lambda table: replace(table, chosen=mask, error=None))


def forget_error() -> None:
    """Take away what was wrong: the player has gone on."""
    if KEEPER.current().error is not None:
        KEEPER.move(lambda table: replace(table, error=None))


def undo() -> None:
    """Take back the last decision; its dice are chosen again, ready to be changed."""

    def undone(table: Table) -> Table:
        game = table.game.undo()
        chosen = table.game.steps[len(game.steps) - 1].mask if game.steps else 0
        return moved(table, game=game, chosen=chosen)

    KEEPER.move(undone)


def restart() -> None:
    """Start the same turn again: the same dice will come."""
    KEEPER.move(lambda table: moved(table, game=table.game.restarted()))


def new_turn() -> None:
    """Start another turn by the same rules."""
    KEEPER.move(_fresh)


def _fresh(table: Table) -> Table:
    return moved(table, game=TurnGame(table.game.rules, new_seed()))


def play_by(rules: Rules) -> None:
    """Start the same turn again by other rules."""
    KEEPER.move(lambda table: moved(table, game=TurnGame(rules, table.game.seed)))


def enter_own_roll() -> None:
    """Put what the player typed on the table as the next roll; the field is emptied if it was one."""
    typed = str(st.session_state.get(OWN_ROLL, ""))
    KEEPER.move(lambda table: moved(table, game=table.game.enter(read_dice(typed))))
    if KEEPER.current().error is None:
        st.session_state[OWN_ROLL] = ""


def add_own_die(face: int) -> None:
    """Add a die to what the player has typed; the roll is entered when it is complete."""
    typed = f"{st.session_state.get(OWN_ROLL, '')}{face}"
    st.session_state[OWN_ROLL] = typed
    if sum(sign.isdigit() for sign in typed) >= KEEPER.current().game.turn.dice_left:
        enter_own_roll()
