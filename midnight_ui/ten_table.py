"""10 000 on the table, a turn or a match, ``?ten=`` in the address, and every move that can be made there."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from midnight_core.gamecode import mask_of, new_seed, picked
from midnight_core.match import PERSON
from midnight_core.ten_thousand import BANK, DEFAULT, ROLL, UNIT, HouseRules, Option, TurnSolution, house_code
from midnight_core.ten_thousand.bots import is_bots_turn, is_unsolved, play_on, step
from midnight_core.ten_thousand.gamecode import TEN_FORMAT, TenGame, read_ten
from midnight_core.ten_thousand.match import Match, Setup, read_ten_match
from midnight_ui import address, ten_house, ten_races
from midnight_ui.match_table import ONCE, pace
from midnight_ui.shown import Keeper, moved, new_version
from midnight_ui.table import AnyTable, Dealer, mask_at_end
from midnight_ui.ten_view import option_of
from midnight_ui.tutor import Tutored

TenPlay = TenGame | Match

TRAY = "ten_tray"

TURN, MATCH = "turn", "match"
"""What is played, or agreed on, at the table."""

_KIND = "table"


@dataclass(frozen=True, kw_only=True)
class TenTable(Tutored[TenPlay]):
    """A table for 10 000.

    Attributes
    ----------
    opened : TenGame or None
        The last turn that came from the address when it was over already.
    """

    opened: TenGame | None = None

    @property
    def is_first_way(self) -> bool:
        """Whether nobody here knew the dice: a turn that came by a link may be somebody else's."""
        play, opened = self.play, self.opened
        is_seen = isinstance(opened, TenGame) and isinstance(play, TenGame) and _is_same(play, opened)
        return not is_seen

    @property
    def hand(self) -> TenGame | None:
        """The turn that is played; none when a match is over."""
        return self.play if isinstance(self.play, TenGame) else self.play.game

    def kept_since(self, before: TenPlay) -> int:
        """Return what was set aside of the roll at which an earlier state lies open."""
        if isinstance(before, TenGame):
            later = self.hand
            return mask_at_end(before, later) if later else 0
        assert isinstance(self.play, Match)
        turns = self.play.turns[len(before.turns) :]
        later = turns[0].game if turns else self.play.game
        return mask_at_end(before.game, later) if before.game and later else 0

    def loss_of(self, mask: int, act: str) -> float | None:
        """Return what an option loses for the tutor's goal."""
        hand = self.hand
        assert hand is not None
        option = option_of(self._options, picked(hand.roll, mask), act or ROLL)
        return None if option is None else option.loss

    def best_mask(self) -> int:
        """Return the dice that are best to set aside for the tutor's goal."""
        hand = self.hand
        assert hand is not None
        return mask_of(hand.roll, self._options[0].dice)

    @property
    def _options(self) -> tuple[Option, ...]:
        hand = self.hand
        assert hand is not None
        assert self.tutor is not None
        assert isinstance(self.tutor.goal, TurnSolution)
        return self.tutor.goal.options(hand.total, len(hand.roll), hand.roll)


def fresh_turn(house: HouseRules, score: int | None = None) -> TenGame:
    """Return a turn with other dice; unless said otherwise, of somebody who has just opened."""
    if score is None:
        score = min(house.opening, house.target - UNIT)
    return TenGame(house, new_seed(), score)


def _read(table: TenTable, code: str) -> TenTable:
    play: TenPlay = read_ten(code) if code.startswith(TEN_FORMAT) else read_ten_match(code)
    is_finished = isinstance(play, TenGame) and play.is_over
    return moved(table, play=play, typed="", opened=play if is_finished else table.opened)


def _is_same(one: TenGame, other: TenGame) -> bool:
    """Say whether two turns meet the same dice by the same house rules."""
    return (one.house, one.seed) == (other.house, other.seed)


def _fresh_table() -> TenTable:
    """Return a first turn, by the house rules in force.

    By others it would have to begin anew, and what is wrong with a link would be lost. Rules that cannot be
    read stay in the address, for the page to say so.
    """
    house = DEFAULT if ten_house.problem_of_link() else ten_house.in_force()
    return TenTable(play=fresh_turn(house), version=new_version())


KEEPER: Keeper[TenTable] = Keeper(
    "ten",
    fresh=_fresh_table,
    read=_read,
)


def _follow(play: TenPlay) -> TenPlay:
    return _bots_done(play) if pace() == ONCE else play


def _bots_done(play: TenPlay) -> TenPlay:
    if not isinstance(play, Match) or bots_wait(play):
        return play
    return play_on(play, ten_races.known(play.setup.house))


def _next(play: TenPlay) -> TenPlay:
    return play if isinstance(play, Match) else fresh_turn(play.house, play.score)


class _TenDealer(Dealer[TenPlay]):
    """Dice are set aside to roll on or to write down; whoever presses while a bot plays wants to get on."""

    def acted(self, table: AnyTable, mask: int, act: str = "") -> AnyTable:
        if is_bots(table.play):
            return moved(table, play=_bots_done(table.play), typed="")
        if act != BANK:
            return super().acted(table, mask, act)
        play = table.play
        if table.hand is not None and table.hand.roll:
            if (halted := table.halted(mask, act)) is not None:
                return halted
            play = play.keep(mask)
        return self.laid(table, play.bank())

    def bank(self, seen: str) -> None:
        """Set aside what is chosen and write down; `seen` is the table on which the button stood."""

        def banked(table: TenTable) -> TenTable:
            # The second press of two has come too late.
            return self.acted(table, table.mask(self.tray), BANK) if table.table == seen else table

        self.keeper.move(banked)


DEALER = _TenDealer(KEEPER, tray=TRAY, fresh=_next, go_on=_follow)


def is_bots(play: TenPlay) -> bool:
    """Say whether a bot is to move."""
    return isinstance(play, Match) and is_bots_turn(play)


def bots_wait(play: TenPlay) -> bool:
    """Say whether the fewest turns have to be solved before a bot at the table can play."""
    return isinstance(play, Match) and is_unsolved(play, ten_races.known(play.setup.house))


def house_of(play: TenPlay) -> HouseRules:
    """Return the house rules of a turn or a match."""
    return play.house if isinstance(play, TenGame) else play.setup.house


# --------------------------------------------------------------------------------------- what is played there


def open_from_address() -> None:
    """Show what the address names; its house rules are then those of the page as well."""
    KEEPER.lay(KEEPER.current())
    before = KEEPER.current()
    KEEPER.open_from_address()
    now = KEEPER.current()
    if now.version != before.version:
        address.remember(ten_house.PARAMETER, house_code(house_of(now.play)))
        if isinstance(now.play, TenGame) and kind() == MATCH:
            address.remember(_KIND, TURN)
    if (
        address.is_back_or_forward()
        and KEEPER.parameter not in st.query_params
        and isinstance(now.play, Match)
    ):
        KEEPER.lay(_without_match(now))


def let_bots_go_on() -> None:
    """Have bots that play at once do so, when they had to wait."""
    if pace() == ONCE and is_bots(KEEPER.current().play):
        hurry()


def kind() -> str:
    """Return what is played or agreed on: a turn, or a match."""
    is_match = isinstance(KEEPER.current().play, Match)
    said = address.choice(_KIND, (TURN, MATCH), TURN)
    if is_match and said != MATCH:
        address.remember(_KIND, MATCH)
    return MATCH if is_match else said


def change_kind(chosen: str) -> None:
    """Play a turn, or agree on a match; a match that was on is left."""
    address.remember(_KIND, chosen)
    KEEPER.move(lambda table: _without_match(table) if isinstance(table.play, Match) else table)


def _without_match(table: TenTable) -> TenTable:
    return moved(table, play=fresh_turn(house_of(table.play)), typed="")


def put_away() -> None:
    """Leave the match, for another agreement."""
    change_kind(MATCH)


def play_by(house: HouseRules) -> None:
    """Start anew by other house rules: a turn, or a match of the same players."""

    def by_them(table: TenTable) -> TenTable:
        play = table.play
        if isinstance(play, Match):
            return DEALER.laid(table, Match(replace(play.setup, house=house, seed=new_seed())))
        return moved(table, play=fresh_turn(house), typed="")

    KEEPER.move(by_them)


def set_score(score: int) -> None:
    """Start the same turn again, of somebody with so many points."""

    def scored(table: TenTable) -> TenTable:
        play = table.play
        if isinstance(play, Match):
            return table
        return moved(table, play=TenGame(play.house, play.seed, score), typed="")

    KEEPER.move(scored)


def take_back(decision: int) -> None:
    """Go back to a decision of the turn, counted from 0; its dice are chosen again, ready to be changed."""

    def taken_back(table: TenTable) -> TenTable:
        if isinstance(table.play, Match) or not table.play.is_over:  # by a first click
            return table
        before = table.play.reopened(decision)
        return moved(table, play=before, chosen=table.kept_since(before), typed="")

    KEEPER.move(taken_back)


# ------------------------------------------------------------------------------------------------- a match


def start(setup: Setup) -> None:
    """Begin a match."""
    KEEPER.move(lambda table: DEALER.laid(table, Match(setup)))


def play_again() -> None:
    """Begin another match of the same players by the same rules."""

    def again(table: TenTable) -> TenTable:
        assert isinstance(table.play, Match)
        return DEALER.laid(table, Match(replace(table.play.setup, seed=new_seed())))

    KEEPER.move(again)


def bot_moves() -> None:
    """Make a bot's next move."""

    def made(table: TenTable) -> TenTable:
        play = table.play
        if not isinstance(play, Match) or not is_bots_turn(play) or bots_wait(play):
            return table
        return moved(table, play=step(play, ten_races.known(play.setup.house)))

    KEEPER.move(made)


def hurry() -> None:
    """Have the bots play until a person is to play."""
    KEEPER.move(lambda table: moved(table, play=_bots_done(table.play)))


def note(points: int, turns: int) -> None:
    """Note what the turn after so many scored with real dice, in place of what was entered of it."""

    def noted(table: TenTable) -> TenTable:
        match = table.play
        # The second press of two has come too late.
        if not isinstance(match, Match) or len(match.turns) != turns:
            return table
        return DEALER.laid(table, Match(match.setup, match.turns).note(points))

    KEEPER.move(noted)


def last_of_a_person(match: Match) -> int | None:
    """Return the number of the last finished turn of a person, from 0; None if there is none."""
    numbers = reversed(range(len(match.turns)))
    return next((each for each in numbers if match.setup.seats[match.turns[each].seat] == PERSON), None)


def can_undo(play: TenPlay) -> bool:
    """Say whether there is anything that a person did: bots would only do the same again."""
    if isinstance(play, TenGame):
        return bool(play.steps)
    begun = play.kind == PERSON and play.game is not None and bool(play.game.steps)
    return begun or any(turn.game is None or play.setup.seats[turn.seat] == PERSON for turn in play.turns)
