"""The turn on the table, ``?turn=`` in the address, and the tutor who may stop a keep before it happens."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core import MIDNIGHT, Goal, Rules, Solution, solve
from midnight_core.gamecode import TurnGame, mask_of, new_seed, picked, read_turn
from midnight_ui.shown import Keeper, moved, new_version
from midnight_ui.table import Dealer, mask_at_end
from midnight_ui.turn_view import option_of
from midnight_ui.tutor import Tutored


@dataclass(frozen=True, kw_only=True)
class TurnTable(Tutored[TurnGame]):
    """A table with a single turn on it.

    Attributes
    ----------
    opened : str
        The code that last came from the address, rather than from a move made here.
    """

    opened: str = ""

    @property
    def hand(self) -> TurnGame:
        """The turn."""
        return self.play

    def kept_since(self, before: TurnGame) -> int:
        """Return what was kept of the roll at which an earlier state of the turn lies open."""
        return mask_at_end(before, self.play)

    def loss_of(self, mask: int, _act: str) -> float | None:
        """Return what a keep loses for the tutor's goal."""
        option = option_of(
            self._solution.options(self.play.turn, self.play.roll), picked(self.play.roll, mask)
        )
        return None if option is None else option.loss

    def best_mask(self) -> int:
        """Return the best keep for the tutor's goal."""
        return mask_of(self.play.roll, self._solution.best_keep(self.play.turn, self.play.roll))

    @property
    def _solution(self) -> Solution:
        assert self.tutor is not None
        assert isinstance(self.tutor.goal, Goal)
        return solve(self.play.rules, self.tutor.goal)


def _read(table: TurnTable, code: str) -> TurnTable:
    play = read_turn(code)
    # As we write it: the same turn can be written in other ways.
    return moved(table, play=play, typed="", opened=play.code)


KEEPER: Keeper[TurnTable] = Keeper(
    "turn",
    fresh=lambda: TurnTable(play=TurnGame(MIDNIGHT, new_seed()), version=new_version()),
    read=_read,
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


def take_back(decision: int) -> None:
    """Go back to a decision of the finished turn, counted from 0; its dice are chosen again."""

    def taken_back(table: TurnTable) -> TurnTable:
        if not table.play.is_over:  # by a first click
            return table
        before = table.play.reopened(decision)
        return moved(table, play=before, chosen=table.kept_since(before), typed="")

    KEEPER.move(taken_back)
