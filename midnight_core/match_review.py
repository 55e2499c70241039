"""A match looked back on: every finished turn judged by what the coach goes by, and added up for each seat.

A turn is judged for the mover's equity before it (`outlook`): a loss is a share of the pot in rounds, and a
chance to win in a race. Over the match, losses in rounds are counted in chips, since pots differ. For each
turn by itself::

    equity by its score - equity at the start under best play = luck - losses

as in `review`. Luck is that of the mover's dice: what the others do changes a seat's equity too, and is in no
turn of its own. Turns of which only the score was noted are left out, since their dice are not known.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from midnight_core.errors import check_kind
from midnight_core.gamecode import TurnGame
from midnight_core.goals import Goal
from midnight_core.match import Match
from midnight_core.outlook import outlook
from midnight_core.review import Band, Review, bounds, review
from midnight_core.sheet import Rounds

CHIPS, CHANCE = "chips", "chance"
"""What losses are counted in, in rounds and in a race."""


class Judged(Protocol):
    """A turn of either game as it is judged; numbers are fractions or floats."""

    @property
    def decisions(self) -> Sequence[Any]:
        """Every decision, with its loss and its band."""

    @property
    def unforced(self) -> Sequence[Any]:
        """Those in which something could be lost."""

    @property
    def luck(self) -> Any:
        """What the dice gave."""

    @property
    def loss(self) -> Any:
        """What the decisions gave away."""


JudgedT = TypeVar("JudgedT", bound=Judged)


@dataclass(frozen=True)
class SeenTurn(Generic[JudgedT]):
    """A finished turn of a match, judged.

    Attributes
    ----------
    number : int
        Which turn of the match, from 0.
    seat : int
    review : Review
        Of either game.
    unit : str
        What losses are counted in over the match.
    stake : int
        What a loss of 1 in the review is in this unit.
    blunder : Fraction
        Beyond this loss, as in the review, a decision is a blunder.
    """

    number: int
    seat: int
    review: JudgedT
    unit: str
    stake: int
    blunder: Fraction


@dataclass(frozen=True)
class SeatLine:
    """The turns of a seat that are judged in one unit.

    Attributes
    ----------
    seat, turns : int
    decisions : int
        Those in which something could be lost.
    mistakes : int
        Decisions that lost more than what counts as equally good.
    loss, luck : Fraction or float
        Of all turns together.
    """

    seat: int
    turns: int
    decisions: int
    mistakes: int
    loss: Any
    luck: Any


@dataclass(frozen=True)
class Costly(Generic[JudgedT]):
    """A decision that lost more than what counts as equally good.

    Attributes
    ----------
    turn : SeenTurn
    place : int
        Which decision of the turn, from 0.
    """

    turn: SeenTurn[JudgedT]
    place: int

    @property
    def decision(self) -> Any:
        """The decision as it is judged."""
        return self.turn.review.decisions[self.place]

    @property
    def loss(self) -> Any:
        """What it gave away, in the unit of its turn."""
        return self.decision.loss * self.turn.stake

    @property
    def weight(self) -> Any:
        """The same in parts of what makes a blunder, so that several units can be compared."""
        return self.loss / self.turn.blunder


def seat_lines(turns: Iterable[SeenTurn[JudgedT]]) -> dict[str, tuple[SeatLine, ...]]:
    """Return for each unit, in the order in which they come up, a line for every seat with turns in it."""
    found: dict[str, dict[int, list[SeenTurn[JudgedT]]]] = {}
    for turn in turns:
        found.setdefault(turn.unit, {}).setdefault(turn.seat, []).append(turn)
    return {
        unit: tuple(_line(seat, by_seat[seat]) for seat in sorted(by_seat)) for unit, by_seat in found.items()
    }


def _line(seat: int, turns: Sequence[SeenTurn[JudgedT]]) -> SeatLine:
    return SeatLine(
        seat,
        len(turns),
        sum(len(turn.review.unforced) for turn in turns),
        len(costliest(turns)),
        sum(turn.stake * turn.review.loss for turn in turns),
        sum(turn.stake * turn.review.luck for turn in turns),
    )


def costliest(
    turns: Iterable[SeenTurn[JudgedT]], seats: Collection[int] | None = None
) -> tuple[Costly[JudgedT], ...]:
    """Return the decisions that gave something away, the most costly first; of some seats, or of all."""
    found = [
        Costly(turn, place)
        for turn in turns
        if seats is None or turn.seat in seats
        for place, decision in enumerate(turn.review.decisions)
        if decision.band is not Band.BEST
    ]
    return tuple(sorted(found, key=lambda each: -each.weight))


def look_back(match: Match) -> tuple[SeenTurn[Review], ...]:
    """Return the finished turns of a match of Midnight, judged by what wins, in the order of playing.

    Without an ante, chips are counted as if it were 1.

    Examples
    --------
    >>> from midnight_core.match import read_match
    >>> (seen,) = look_back(read_match("g1.14.r1p.PP.1.2417.1.!T123456J6652P"))
    >>> seen.number, seen.seat, seen.stake, [round(float(each.loss), 3) for each in seen.review.decisions]
    (1, 1, 2, [0.123, 0.25])
    """
    check_kind("match", match, Match)
    seen = []
    for number, turn in enumerate(match.turns):
        if turn.game is None:
            continue
        before = match.after(number)
        ahead = outlook(before)
        assert ahead is not None
        is_rounds = isinstance(match.setup.form, Rounds)
        seen.append(
            SeenTurn(
                number,
                turn.seat,
                _reviewed(turn.game, ahead.goal),
                CHIPS if is_rounds else CHANCE,
                before.standing.pot * (match.setup.ante or 1) if is_rounds else 1,
                bounds(ahead.goal)[-1],
            )
        )
    return tuple(seen)


@lru_cache(maxsize=256)
def _reviewed(game: TurnGame, goal: Goal) -> Review:
    return review(game, goal)
