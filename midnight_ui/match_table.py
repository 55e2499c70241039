"""The match on the table, ``?match=`` in the address, who sits there, and every move of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from midnight_core.bots import is_bots_turn, play_on, step
from midnight_core.gamecode import TurnGame, new_seed
from midnight_core.match import PERSON, WINNER, Match, Setup, read_match
from midnight_core.outlook import unsolved_race
from midnight_ui import address
from midnight_ui.shown import Keeper, moved, new_version
from midnight_ui.strategy_list import listed
from midnight_ui.table import AnyTable, Dealer, Table, mask_at_end
from midnight_ui.text import tr

APP, OWN, SCORES = "app", "own", "scores"
"""Who throws: the app, the players, or the players who only say what a turn scored."""

STEPS, ONCE = "steps", "once"
"""How bots play: throw by throw, or at once."""


@dataclass(frozen=True, kw_only=True)
class MatchTable(Table[Match]):
    """A table with a match on it.

    Attributes
    ----------
    is_on : bool
        Whether the match is agreed on; before that, `play` is only a stand-in.
    """

    is_on: bool = False

    @property
    def hand(self) -> TurnGame | None:
        """The turn that is played; none when the match is over."""
        return self.play.game

    def kept_since(self, before: Match) -> int:
        """Return what was kept of the roll at which an earlier state of the match lies open."""
        turns = self.play.turns[len(before.turns) :]
        later = turns[0].game if turns else self.play.game
        return mask_at_end(before.game, later) if before.game and later else 0


KEEPER: Keeper[MatchTable] = Keeper(
    "match",
    fresh=lambda: MatchTable(play=Match(Setup(seed=new_seed())), version=new_version()),
    read=lambda table, code: moved(table, play=read_match(code), is_on=True, typed=""),
)


class _MatchDealer(Dealer[Match]):
    """Whoever presses while a bot is to play wants to get on."""

    def acted(self, table: AnyTable, mask: int, act: str = "") -> AnyTable:
        if is_bots_turn(table.play):
            return moved(table, play=play_on(table.play), typed="")
        return super().acted(table, mask, act)


DEALER = _MatchDealer(
    KEEPER,
    tray="match_tray",
    fresh=lambda match: match,
    go_on=lambda match: play_on(match) if pace() == ONCE and unsolved_race(match) is None else match,
)


def pace() -> str:
    """Return how bots play."""
    return address.choice("pace", (STEPS, ONCE), STEPS)


def pick_pace() -> None:
    """Draw the choice of how bots play."""
    labels = {STEPS: tr("Throw by throw"), ONCE: tr("At once")}
    address.segments("pace", tr("Bots play"), tuple(labels), labels.__getitem__)


def is_on() -> bool:
    """Return whether a match is agreed on."""
    return KEEPER.current().is_on


_AT_TOP = "match_at_top"


def to_top() -> bool:
    """Say, once, that another match is to be seen from its top."""
    return bool(st.session_state.pop(_AT_TOP, False))


def start(setup: Setup) -> None:
    """Begin a match."""
    st.session_state[_AT_TOP] = True
    match = DEALER.go_on(Match(setup))
    KEEPER.lay(moved(KEEPER.fresh(), play=match, is_on=True, own_dice=KEEPER.current().own_dice))


def play_again() -> None:
    """Begin another match of the same players by the same agreement."""
    st.session_state[_AT_TOP] = True
    KEEPER.move(lambda table: DEALER.laid(table, Match(replace(table.play.setup, seed=new_seed()))))


def put_away() -> None:
    """Leave the match, for another agreement."""
    KEEPER.lay(moved(KEEPER.fresh(), own_dice=KEEPER.current().own_dice))
    if KEEPER.parameter in st.query_params:
        del st.query_params[KEEPER.parameter]


def bot_moves() -> None:
    """Make a bot's next move."""
    KEEPER.move(lambda table: moved(table, play=step(table.play)) if is_bots_turn(table.play) else table)


def let_bots_go_on() -> None:
    """Have bots that play at once do so, when they had to wait."""
    if pace() == ONCE and is_bots_turn(KEEPER.current().play):
        hurry()


def hurry() -> None:
    """Have the bots play until a person is to play."""
    KEEPER.move(lambda table: moved(table, play=play_on(table.play)))


def note(score: int, turns: int) -> None:
    """Note what the turn after so many scored with real dice, in place of what was entered of it."""

    def noted(table: MatchTable) -> MatchTable:
        match = table.play
        if len(match.turns) != turns:  # the second press of two has come too late
            return table
        return DEALER.laid(table, Match(match.setup, match.turns).note(score))

    KEEPER.move(noted)


def can_undo(match: Match) -> bool:
    """Say whether there is anything that a person did: bots would only do the same again."""
    begun = match.kind == PERSON and match.game is not None and bool(match.game.steps)
    return begun or any(turn.game is None or match.setup.seats[turn.seat] == PERSON for turn in match.turns)


def kind_name(kind: str) -> str:
    """Return who plays a seat, in words."""
    if kind == PERSON:
        return tr("Person")
    return tr("Plays to win") if kind == WINNER else listed(kind).label
