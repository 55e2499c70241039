"""A match around the table as a short text, as a turn is one.

``g1.14.r8p.PPb.1.2417.~.~_~_!T`` reads: format 1 of a match; required faces 1 and 4; eight rounds, a pot that
nobody wins rolls over; two persons and a bot; an ante of 1; seed 2417, which also threw for who begins; then
the moves of all turns run together. Here two turns were finished at once, and 19 was noted for the third.

- The form is ``r``, the rounds and ``p``, ``e`` or ``a``, for a pot that rolls over, extra turns, or playing
  again; or ``f``, the target and ``r`` or ``i``, for a race whose round is completed or that ends at once.
- Who begins is ``~``, or a seat counted from 1 when a real table has settled it.
- A turn is written as in the code of a turn, and over when all its dice are kept. ``!`` and one character of
  the alphabet of masks stand for a turn with real dice of which only the score was noted: its index.

The seed's dice are keyed by the seat and by which of its turns it is, those noted counted too; turn 0 is the
throw for who begins. So nobody's keeps change the dice of another turn. Who begins is thrown for again among
those tied for the highest, until one is alone; at a real table the players say who it was.

How scores become rounds, pots and winners is decided in `midnight_core.sheet`. This module does not decide
what a bot keeps: it knows which seats are bots, and a bot's keep comes in as anybody's does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count

from midnight_core.dice import is_series, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.gamecode import (
    MASKS,
    THROW,
    TurnGame,
    as_digits,
    checked_seed,
    fields_of,
    read_moves,
    read_rules,
    read_seed,
    thrown_dice,
)
from midnight_core.rules import MIDNIGHT, Rules
from midnight_core.sheet import (
    FEWEST_SEATS,
    MOST_SEATS,
    Finish,
    Form,
    Race,
    Rounds,
    Row,
    Seats,
    Sitting,
    Standing,
    Tie,
    begin,
    check_form,
    checked_score,
    scored,
)
from midnight_core.turn_taking import TurnTaking

MATCH_FORMAT = "g1"

EXAMPLE = "g1.14.r8p.PPb.1.2417.~"

MAX_MATCH_CODE = 12_000
"""Characters: room for the most rounds of the most people, every die typed and kept one at a time."""

PERSON = "person"

WINNER = "winner"
"""The bot that plays for the chance to win; the others are strategies by name."""

BOTS = {
    "perfect": "b",
    WINNER: "w",
    "throws-21": "t",
    "one-at-a-time": "o",
    "qualifiers-then-sixes": "x",
    "qualifiers-then-fives-and-sixes": "v",
    "greedy": "g",
    "greedy-with-fives": "h",
    "semi-greedy": "s",
}
"""Bot -> its letter in a code."""

NOTED = "!"

MAX_ANTE = 1000

_LETTERS = {PERSON: "P"} | BOTS
_KINDS = {letter: kind for kind, letter in _LETTERS.items()}
_EIGHT_ROUNDS = Rounds()
_TIES: dict[str, Tie] = {"p": "rollover", "e": "extra", "a": "again"}
_FINISHES: dict[str, Finish] = {"r": "round", "i": "immediate"}


@dataclass(frozen=True)
class Setup:
    """What is agreed before a match.

    Parameters
    ----------
    seed : int
    seats : tuple of str
        2 to 8 seats, clockwise: each "person" or one of BOTS.
    form : Rounds or Race
    rules : Rules
    ante : int
        Chips that everyone pays into the pot, 0 to 1000.
    first : int, optional
        The seat that begins; when left out, the seed throws for it.

    Raises
    ------
    InputError
        If one of them is something else.
    """

    seed: int
    seats: tuple[str, ...] = (PERSON, PERSON)
    form: Form = _EIGHT_ROUNDS
    rules: Rules = MIDNIGHT
    ante: int = 1
    first: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "seats", checked_seats(self.seats, _LETTERS))
        check_form(self.form)
        check_kind("rules", self.rules, Rules)
        if not is_whole(self.ante) or not 0 <= self.ante <= MAX_ANTE:
            raise InputError(
                "An ante is 0 to {most} chips, not {ante}.", most=MAX_ANTE, ante=named(self.ante)
            )
        object.__setattr__(self, "ante", int(self.ante))
        object.__setattr__(self, "first", checked_first(self.first, len(self.seats)))

    @property
    def code(self) -> str:
        """The set-up as text: the code of its match before the first move."""
        fields = [
            MATCH_FORMAT,
            as_digits(self.rules.required),
            _form_code(self.form),
            "".join(_LETTERS[kind] for kind in self.seats),
            str(self.ante),
            str(self.seed),
            THROW if self.first is None else str(self.first + 1),
        ]
        return ".".join(fields)


def checked_seats(seats: Iterable[str], known: Collection[str]) -> tuple[str, ...]:
    """Return who sits where as a tuple.

    Parameters
    ----------
    seats : iterable of str
    known : collection of str
        Who may take a seat.

    Raises
    ------
    InputError
        If they are not 2 to 8 of these.
    """
    if not is_series(seats):
        raise InputError(
            "Seats are given as a series, such as (person, perfect), not {seats}.", seats=named(seats)
        )
    kinds = tuple(seats)
    if not FEWEST_SEATS <= len(kinds) <= MOST_SEATS:
        raise InputError(
            "A match has {least} to {most} seats, not {seats}.",
            least=FEWEST_SEATS,
            most=MOST_SEATS,
            seats=len(kinds),
        )
    for kind in kinds:
        check_kind("seats", kind, str)
        if kind not in known:
            raise InputError(
                "A seat is taken by one of {kinds}, not {kind}.", kinds=", ".join(known), kind=named(kind)
            )
    return kinds


def checked_first(first: int | None, seats: int) -> int | None:
    """Return the seat that begins as a plain int, or None when the seed throws for it.

    Raises
    ------
    InputError
        If there is no such seat.
    """
    if first is None:
        return None
    if not is_whole(first) or not 0 <= first < seats:
        raise InputError(
            "The seat that begins is numbered from 0 to {last}, not {seat}.",
            last=seats - 1,
            seat=named(first),
        )
    return int(first)


def _form_code(form: Form) -> str:
    if isinstance(form, Rounds):
        return f"r{form.count}" + next(letter for letter, tie in _TIES.items() if tie == form.tie)
    return f"f{form.target}" + next(letter for letter, end in _FINISHES.items() if end == form.finish)


Throw = tuple[tuple[int, int], ...]
"""One throw for who begins: pairs of a seat and what its die shows."""


def opening(setup: Setup) -> tuple[tuple[Throw, ...], int]:
    """Return the throws for who begins, and the seat that does.

    Every seat throws one die; those tied for the highest throw again. There are no throws when the set-up
    says who begins.
    """
    check_kind("setup", setup, Setup)
    return ((), setup.first) if setup.first is not None else thrown_for_first(setup.seed, len(setup.seats))


def thrown_for_first(seed: int, seats: int) -> tuple[tuple[Throw, ...], int]:
    """Return a seed's throws for who of so many seats begins, and the seat that does."""
    throws: list[Throw] = []
    tied: Seats = tuple(range(seats))
    for number in count():
        throw = tuple((seat, thrown_dice(seed, number, 1, turn=0, player=seat)[0]) for seat in tied)
        throws.append(throw)
        highest = max(face for _, face in throw)
        tied = tuple(seat for seat, face in throw if face == highest)
        if len(tied) == 1:
            break
    return tuple(throws), tied[0]


def _start(setup: Setup) -> Standing:
    _, beginner = opening(setup)
    seats = range(len(setup.seats))
    return begin(setup.form, (*seats[beginner:], *seats[:beginner]))


@dataclass(frozen=True)
class PlayedTurn:
    """A finished turn of a match.

    Attributes
    ----------
    seat, score : int
    game : TurnGame or None
        None when only the score was noted.
    standing : Standing
        The sheet after it.
    """

    seat: int
    score: int
    game: TurnGame | None
    standing: Standing = field(repr=False, compare=False)

    @cached_property
    def moves(self) -> str:
        """The turn in the code of a match."""
        return NOTED + MASKS[self.score] if self.game is None else self.game.moves


@dataclass(frozen=True)
class Match(TurnTaking):
    """A match as played so far. Every move returns a new one; `code` is all of it as text.

    ``Match(setup)`` is the start. The other fields are what the moves have made.

    Parameters
    ----------
    setup : Setup
    turns : tuple of PlayedTurn
        The finished turns, in order.
    game : TurnGame or None
        The mover's turn, before its first roll at the least; None when the match is over.

    Examples
    --------
    >>> match = Match(Setup(seed=2417, seats=("person", "greedy"), form=Rounds(count=1)))
    >>> match.mover, match.throw().game.roll
    (1, (1, 3, 2, 3, 1, 1))
    >>> match.throw().keep(0b000001).code
    'g1.14.r1p.Pg.1.2417.~.~B'
    >>> match.note(15).note(18).winners
    (0,)
    """

    setup: Setup
    turns: tuple[PlayedTurn, ...] = ()
    game: TurnGame | None = None

    longest = MAX_MATCH_CODE

    def __post_init__(self) -> None:
        check_kind("setup", self.setup, Setup)
        if self.game is None:
            object.__setattr__(self, "game", _fresh_game(self.setup, self.standing))

    # -------------------------------------------------------------------------------------- its state

    @cached_property
    def standing(self) -> Standing:
        """The sheet after the finished turns, its stakes in antes."""
        return self.turns[-1].standing if self.turns else _start(self.setup)

    @property
    def beginner(self) -> int:
        """The seat that begins every round."""
        return self.order[0]

    @property
    def round(self) -> int:
        """Number of the round, from 1; the last one when the match is over."""
        return self.standing.round

    @property
    def sitting(self) -> Sitting:
        """Whether the round is played for the first time ("round"), "again", or settled by "extra" turns."""
        return self.standing.sitting

    @property
    def playing(self) -> Seats:
        """The seats of this sitting, in order; none when the match is over."""
        return self.standing.playing

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of this sitting so far, in the order of `playing`."""
        return self.standing.scores

    @property
    def carried(self) -> int:
        """Antes of each seat in the pot that came from earlier rounds."""
        return self.standing.carried

    @property
    def pot(self) -> int:
        """Chips in the pot."""
        return self.setup.ante * self.standing.pot

    @property
    def chips(self) -> tuple[int, ...]:
        """Chips that each seat took, less those that it paid; with the pot they add up to 0."""
        return tuple(self.setup.ante * net for net in self.standing.net)

    @property
    def totals(self) -> tuple[int, ...]:
        """Points of each seat; those of the open round are in, those of extra turns are not."""
        return self.standing.totals

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """Rounds that each seat won; in a race there are none to win."""
        return self.standing.rounds_won

    @property
    def sheet(self) -> tuple[Row, ...]:
        """One row for every sitting, the open one last."""
        return tuple(replace(row, pot=self.setup.ante * row.pot) for row in self.standing.sheet)

    # -------------------------------------------------------------------------------------- its moves

    def undo(self) -> Match:
        """Return the match before the last decision of a person, or the start when there was none.

        Decisions are a person's keeps and every noted score, a bot's too. What bots did since goes with it.
        """
        if self.kind == PERSON and self.game and any(step.mask for step in self.game.steps):
            return replace(self, game=self.game.undo())
        for number in reversed(range(len(self.turns))):
            turn = self.turns[number]
            if turn.game is None:
                return self.after(number)
            if self.setup.seats[turn.seat] == PERSON:
                return Match(self.setup, self.turns[:number], turn.game.undo())
        return self.restarted()

    def _finished(self, game: TurnGame) -> PlayedTurn:
        return _finished(self.standing, game)

    def _noted(self, score: int) -> PlayedTurn:
        return _noted(self.standing, self._open_game(), score)


def _fresh_game(setup: Setup, standing: Standing) -> TurnGame | None:
    seat = standing.mover
    if seat is None:
        return None
    return TurnGame(setup.rules, setup.seed, number=standing.taken[seat] + 1, player=seat)


def _finished(standing: Standing, game: TurnGame) -> PlayedTurn:
    return PlayedTurn(game.player, game.turn.score, game, scored(standing, game.turn.score))


def _noted(standing: Standing, game: TurnGame, score: int) -> PlayedTurn:
    if game.steps:
        raise InputError("A score is noted in place of a whole turn, and this one has begun.")
    score = checked_score(score)
    return PlayedTurn(game.player, score, None, scored(standing, score))


def read_match(code: str) -> Match:
    """Return the match that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or makes an illegal move.
    """
    fields = fields_of(code, MATCH_FORMAT, 7, 8, EXAMPLE, MAX_MATCH_CODE)
    setup, moves = _read_setup(fields), "".join(fields[7:])
    # One way of writing a set-up: no zeros in front, no faces in another order, no dot before nothing.
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


def _read_turn(standing: Standing, game: TurnGame, moves: str) -> tuple[PlayedTurn | None, TurnGame, str]:
    """Return the first turn of the text if it is finished, its game, and the rest of the text."""
    if moves[0] == NOTED:
        return _noted(standing, game, MASKS.find(moves[1:2] or NOTED)), game, moves[2:]
    game, moves = read_moves(game, moves)
    return (_finished(standing, game) if game.is_over else None), game, moves


def _read_setup(fields: list[str]) -> Setup:
    _, faces, form, seats, ante, seed, first = fields[:7]
    parts = re.fullmatch("([rf])([0-9]{1,3})([a-z])", form, re.ASCII)
    known = not set(seats) - set(_KINDS) and re.fullmatch("[0-9]{1,4}", ante, re.ASCII)
    if not parts or not known or not re.fullmatch(f"[1-{MOST_SEATS}{THROW}]", first, re.ASCII):
        raise _not_ours()
    return Setup(
        read_seed(seed),
        tuple(_KINDS[letter] for letter in seats),
        _read_form(parts[1], int(parts[2]), parts[3]),
        read_rules(faces),
        int(ante),
        None if first == THROW else int(first) - 1,
    )


def _read_form(form: str, number: int, ending: str) -> Form:
    if form == "r" and ending in _TIES:
        return Rounds(number, _TIES[ending])
    if form == "f" and ending in _FINISHES:
        return Race(number, _FINISHES[ending])
    raise _not_ours()


def _not_ours() -> InputError:
    return InputError("This link is not one of ours: a code looks like {example}.", example=EXAMPLE)
