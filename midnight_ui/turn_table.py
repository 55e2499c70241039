"""The turn on the table, ``?turn=`` in the address."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core import MIDNIGHT, Rules
from midnight_core.gamecode import TurnGame, new_seed, read_turn
from midnight_ui.shown import Keeper, moved, new_version
from midnight_ui.table import Dealer, Table, mask_at_end


@dataclass(frozen=True, kw_only=True)
class TurnTable(Table[TurnGame]):
    """A table with a single turn on it."""

    @property
    def hand(self) -> TurnGame:
        """The turn."""
        return self.play

    def kept_since(self, before: TurnGame) -> int:
        """Return what was kept of the roll at which an earlier state of the turn lies open."""
        return mask_at_end(before, self.play)


KEEPER: Keeper[Table[TurnGame]] = Keeper(
    "turn",
    fresh=lambda: TurnTable(play=TurnGame(MIDNIGHT, new_seed()), version=new_version()),
    read=lambda table, code: moved(table, play=read_turn(code), typed=""),
)

DEALER = Dealer(
    KEEPER,
    tray="tray",
    fresh=lambda game: TurnGame(game.rules, new_seed()),
    go_on=lambda game: game,
)


def play_by(rules: Rules) -> None:
    """Start the same turn again by other rules."""
    KEEPER.move(lambda table: moved(table, play=TurnGame(rules, table.play.seed)))
