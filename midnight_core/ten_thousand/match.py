"""A match of 10 000 around the table as a short text, as a turn is one.

``k1.o350-t5000.PdP.2417.~.!AP~`` reads: format 1 of a match of 10 000; the house rules, as in the code of a
turn; a person, a bot and a person; seed 2417, which also threw for who begins; then the moves of all turns
run together. Here 750 were noted for the first turn, and the seed threw for the second.

- Who begins is ``~``, or a seat counted from 1 when a real table has settled it.
- A turn is written as in its own code, and over when it is lost or written down. ``!`` in place of a first
  roll and two characters of the alphabet of masks stand for a turn with real dice of which only the score was
  noted: its points in units of 50, to base 64.

The seed's dice are keyed by the seat and by which of its turns it is, those noted counted too; turn 0 is the
throw for who begins. So nobody's choices change the dice of another turn.

A code has at most 8000 characters, which browsers and servers take for an address: 16 for each of 60 turns of
8 players, where a turn takes about 5 with the seed's dice and 15 with real ones, typed. Where that is not
enough, turns can be noted in three.

How points become a winner is decided in `midnight_core.ten_thousand.sheet`. This module does not decide what
a bot does: it knows which seats are bots, and their moves come in as anybody's do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property

from midnight_core.errors import InputError, check_kind
from midnight_core.gamecode import MASKS, THROW, checked_seed, fields_of, read_seed
from midnight_core.match import PERSON, Throw, checked_first, checked_seats, thrown_for_first
from midnight_core.sheet import MOST_SEATS, Seats
from midnight_core.ten_thousand.gamecode import WRITTEN, TenGame, read_ten_moves
from midnight_core.ten_thousand.house import DEFAULT, UNIT, HouseRules, house_code, read_house
from midnight_core.ten_thousand.sheet import Row, Standing, begin, checked_points, written
from midnight_core.turn_taking import TurnTaking

TEN_MATCH_FORMAT = "k1"

EXAMPLE = "k1.d.PPb.2417.~"

MAX_MATCH_CODE = 8000

WINNER = "winner"
"""The bot that plays for the chance to win."""

BOTS = {
    "perfect": "b",
    "fewest-turns": "f",
    WINNER: "w",
    "by-dice-left": "l",
    "cautious": "c",
    "bold": "d",
}
"""Bot -> its letter in a code."""

NOTED = WRITTEN
"""In place of a first roll, where nothing can be written down yet."""

_LETTERS = {PERSON: "P"} | BOTS
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}


@dataclass(frozen=True)
class Setup:
    """What is agreed before a match.

    Parameters
    ----------
    seed : int
    seats : tuple of str
        2 to 8 seats, clockwise: each "person" or one of BOTS.
    house : HouseRules
    first : int, optional
        The seat that begins; when left out, the seed throws for it.

    Raises
    ------
    InputError
        If one of them is something else.
    """

    seed: int
    seats: tuple[str, ...] = (PERSON, PERSON)
    house: HouseRules = DEFAULT
    first: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "seats", checked_seats(self.seats, _LETTERS))
        check_kind("house", self.house, HouseRules)
        object.__setattr__(self, "first", checked_first(self.first, len(self.seats)))

    @property
    def code(self) -> str:
        """The set-up as text: the code of its match before the first move."""
        fields = [
            TEN_MATCH_FORMAT,
            house_code(self.house),
            "".join(_LETTERS[kind] for kind in self.seats),
            str(self.seed),
            THROW if self.first is None else str(self.first + 1),
        ]
        return ".".join(fields)


def who_begins(setup: Setup) -> tuple[tuple[Throw, ...], int]:
    """Return the throws for who begins, and the seat that does.

    Every seat throws one die; those tied for the highest throw again. There are no throws when the set-up
    says who begins.
    """
    check_kind("setup", setup, Setup)
    return ((), setup.first) if setup.first is not None else thrown_for_first(setup.seed, len(setup.seats))


def _start(setup: Setup) -> Standing:
    _, beginner = who_begins(setup)
    seats = range(len(setup.seats))
    return begin(setup.house, (*seats[beginner:], *seats[:beginner]))


@dataclass(frozen=True)
class PlayedTurn:
    """A finished turn of a match.

    Attributes
    ----------
    seat : int
    points : int
        What it wrote down; 0 when it was lost.
    game : TenGame or None
        None when only the score was noted.
    standing : Standing
        The sheet after it.
    """

    seat: int
    points: int
    game: TenGame | None
    standing: Standing = field(repr=False, compare=False)

    @cached_property
    def moves(self) -> str:
        """The turn in the code of a match."""
        if self.game is not None:
            return self.game.moves
        high, low = divmod(self.points // UNIT, len(MASKS))
        return NOTED + MASKS[high] + MASKS[low]


@dataclass(frozen=True)
class Match(TurnTaking):
    """A match of 10 000 as played so far. Every move returns a new one; `code` is all of it as text.

    ``Match(setup)`` is the start. The other fields are what the moves have made.

    Parameters
    ----------
    setup : Setup
    turns : tuple of PlayedTurn
        The finished turns, in order.
    game : TenGame or None
        The mover's turn, before its first roll at the least; None when the match is over.

    Examples
    --------
    >>> match = Match(Setup(seed=2417, seats=("person", "bold"), first=0))
    >>> match.throw().game.roll
    (6, 1, 2, 5, 5, 1)
    >>> match.note(1000).note(0).totals
    (1000, 0)
    >>> match.note(1000).note(0).code
    'k1.d.Pd.2417.1.!AU!AA'
    """

    setup: Setup
    turns: tuple[PlayedTurn, ...] = ()
    game: TenGame | None = None

    longest = MAX_MATCH_CODE

    def __post_init__(self) -> None:
        check_kind("setup", self.setup, Setup)
        if self.game is None:
            object.__setattr__(self, "game", _fresh_game(self.setup, self.standing))

    # -------------------------------------------------------------------------------------- its state

    @cached_property
    def standing(self) -> Standing:
        """The sheet after the finished turns."""
        return self.turns[-1].standing if self.turns else _start(self.setup)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat."""
        return self.standing.totals

    @property
    def closer(self) -> int | None:
        """The seat that was the first to reach the target; None while nobody has."""
        return self.standing.closer

    @property
    def is_last_round(self) -> bool:
        """Whether every turn to come is somebody's last."""
        return bool(self.standing.to_come)

    @property
    def to_come(self) -> Seats:
        """The seats that still have their last turn, the mover first; none before the last round."""
        return self.standing.to_come

    @property
    def to_beat(self) -> int | None:
        """The highest total, once somebody has reached the target."""
        return self.standing.to_beat

    @property
    def rows(self) -> tuple[Row, ...]:
        """The score sheet: one line for the same turn of every seat."""
        return self.standing.rows

    # -------------------------------------------------------------------------------------- its moves

    def bank(self) -> Match:
        """Return the match after the mover wrote down the turn's total.

        Raises
        ------
        InputError
            If nothing is set aside of the last roll, the total is too low, or the match is over or too long.
        """
        return self._with(self._open_game().bank())

    def undo(self) -> Match:
        """Return the match at the last decision of a person, or at the start when there was none.

        Decisions are what a person set aside and did then, and every noted score, a bot's too. A first roll
        that was typed counts as well: it may have been typed wrong. What bots did since goes with it.
        """
        if self.kind == PERSON and self.game and self.game.is_touched:
            return replace(self, game=self.game.undo())
        for number in reversed(range(len(self.turns))):
            turn = self.turns[number]
            if turn.game is None:
                return self.after(number)
            if self.setup.seats[turn.seat] == PERSON and turn.game.is_touched:
                return Match(self.setup, self.turns[:number], turn.game.undo())
        return self.restarted()

    def _finished(self, game: TenGame) -> PlayedTurn:
        return _finished(self.standing, game)

    def _noted(self, score: int) -> PlayedTurn:
        return _noted(self.standing, self._open_game(), score)


def _fresh_game(setup: Setup, standing: Standing) -> TenGame | None:
    seat = standing.mover
    if seat is None:
        return None
    return TenGame(
        setup.house,
        setup.seed,
        standing.totals[seat],
        number=standing.turns_of(seat) + 1,
        player=seat,
    )


def _finished(standing: Standing, game: TenGame) -> PlayedTurn:
    return PlayedTurn(game.player, game.points, game, written(standing, game.points))


def _noted(standing: Standing, game: TenGame, points: int) -> PlayedTurn:
    if game.steps:
        raise InputError("A score is noted in place of a whole turn, and this one has begun.")
    points = checked_points(game.house, game.score, points)
    return PlayedTurn(game.player, points, None, written(standing, points))


def read_ten_match(code: str) -> Match:
    """Return the match that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or makes an illegal move.
    """
    fields = fields_of(code, TEN_MATCH_FORMAT, 5, 6, EXAMPLE, MAX_MATCH_CODE)
    setup, moves = _read_setup(fields), "".join(fields[5:])
    if setup.code != code.removesuffix(f".{moves}" if moves else ""):
        raise _not_ours()
    standing = _start(setup)
    game = _fresh_game(setup, standing)
    turns: list[PlayedTurn] = []
    while moves:
        if game is None:
            raise InputError("This link goes on after its match is over.")
        try:
            turn, game, moves = _read_turn(standing, game, moves)
        except InputError as error:
            raise InputError(
                "Turn number {number} in this link is not a turn that can be played.", number=len(turns) + 1
            ) from error
        if turn:
            turns.append(turn)
            standing = turn.standing
            game = _fresh_game(setup, standing)
    return Match(setup, tuple(turns), game)


def _read_turn(standing: Standing, game: TenGame, moves: str) -> tuple[PlayedTurn | None, TenGame, str]:
    """Return the first turn of the text if it is finished, its game, and the rest of the text."""
    if moves[0] == NOTED:
        high, low = (MASKS.find(digit) for digit in f"{moves[1:3]:{NOTED}<2}")
        points = (high * len(MASKS) + low) * UNIT if min(high, low) >= 0 else -1
        return _noted(standing, game, points), game, moves[3:]
    game, moves = read_ten_moves(game, moves)
    return (_finished(standing, game) if game.is_over else None), game, moves


def _read_setup(fields: list[str]) -> Setup:
    _, house, seats, seed, first = fields[:5]
    if set(seats) - set(_KINDS) or not re.fullmatch(f"[1-{MOST_SEATS}{THROW}]", first, re.ASCII):
        raise _not_ours()
    return Setup(
        read_seed(seed),
        tuple(_KINDS[letter] for letter in seats),
        read_house(house),
        None if first == THROW else int(first) - 1,
    )


def _not_ours() -> InputError:
    return InputError("This link is not one of ours: a code looks like {example}.", example=EXAMPLE)
