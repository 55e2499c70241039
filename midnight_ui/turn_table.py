"""The turn on the table, ``?turn=`` in the address, and the tutor who may stop a keep before it happens."""

from __future__ import annotations

from dataclasses import dataclass, replace

from midnight_core import MIDNIGHT, Goal, Rules, solve
from midnight_core.gamecode import TurnGame, mask_of, new_seed, picked, read_turn
from midnight_ui.shown import Keeper, moved, new_version
from midnight_ui.table import Dealer, Table, mask_at_end
from midnight_ui.turn_view import option_of


@dataclass(frozen=True)
class Tutor:
    """What is stopped: keeps that lose more than `threshold` of the goal's value."""

    goal: Goal
    threshold: float


@dataclass(frozen=True)
class Stopped:
    """A keep that the tutor has stopped.

    Attributes
    ----------
    code : str
        The turn before the keep.
    mask : int
    is_shown : bool
        Whether the player has asked to be shown what is better.
    """

    code: str
    mask: int
    is_shown: bool = False


@dataclass(frozen=True, kw_only=True)
class TurnTable(Table[TurnGame]):
    """A table with a single turn on it.

    Attributes
    ----------
    opened : str
        The code that last came from the address, rather than from a move made here.
    tutor : Tutor or None
        None when he is switched off.
    stopped : Stopped or None
        The last keep that he has stopped; of no account at any other roll.
    """

    opened: str = ""
    tutor: Tutor | None = None
    stopped: Stopped | None = None

    @property
    def hand(self) -> TurnGame:
        """The turn."""
        return self.play

    @property
    def stopped_now(self) -> Stopped | None:
        """The keep of this very roll that the tutor has stopped."""
        return self.stopped if self.stopped is not None and self.stopped.code == self.code else None

    def is_waiting(self, tray: str) -> bool:
        """Whether the tutor waits to hear what is to become of the dice chosen."""
        stopped = self.stopped_now
        return stopped is not None and not stopped.is_shown and stopped.mask == self.mask(tray)

    def kept_since(self, before: TurnGame) -> int:
        """Return what was kept of the roll at which an earlier state of the turn lies open."""
        return mask_at_end(before, self.play)

    def halted(self, mask: int) -> TurnTable | None:
        """Return the table with a keep stopped by the tutor; None when he lets it pass."""
        if self.tutor is None:
            return None
        options = solve(self.play.rules, self.tutor.goal).options(self.play.turn, self.play.roll)
        option = option_of(options, picked(self.play.roll, mask))
        if option is None or option.loss <= self.tutor.threshold:
            return None
        # Of a new version, so that the browser notices if it was never drawn.
        return moved(self, chosen=mask, stopped=Stopped(self.code, mask))


KEEPER: Keeper[TurnTable] = Keeper(
    "turn",
    fresh=lambda: TurnTable(play=TurnGame(MIDNIGHT, new_seed()), version=new_version()),
    read=lambda table, code: moved(table, play=read_turn(code), typed="", opened=code),
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
    """Go back to a decision of the turn, counted from 0; its dice are chosen again, ready to be changed."""

    def taken_back(table: TurnTable) -> TurnTable:
        before = table.play.reopened(decision)
        return moved(table, play=before, chosen=table.kept_since(before), typed="")

    KEEPER.move(taken_back)


# ------------------------------------------------------------------------------------------------- the tutor
def use_tutor(tutor: Tutor | None) -> None:
    """Settle whether, and from which loss on, a tutor stops keeps."""
    if KEEPER.current().tutor != tutor:
        KEEPER.move(lambda table: replace(table, tutor=tutor))


def play_anyway() -> None:
    """Make the keep that was stopped."""

    def played(table: TurnTable) -> TurnTable:
        if table.stopped_now is None:
            return table
        unhindered = DEALER.acted(replace(table, tutor=None), table.stopped_now.mask)
        return replace(unhindered, tutor=table.tutor)

    KEEPER.move(played)


def rethink() -> None:
    """Choose again, from no dice at all."""
    KEEPER.move(lambda table: moved(table, stopped=None))


def show() -> None:
    """Choose the best keep in place of the one that was stopped, which is remembered to compare with."""

    def shown(table: TurnTable) -> TurnTable:
        if table.stopped_now is None or table.tutor is None:
            return table
        best = solve(table.play.rules, table.tutor.goal).best_keep(table.play.turn, table.play.roll)
        chosen = mask_of(table.play.roll, best)
        return moved(table, chosen=chosen, stopped=replace(table.stopped_now, is_shown=True))

    KEEPER.move(shown)
