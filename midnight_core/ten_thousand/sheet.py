"""The score sheet of a match of 10 000: what may be written down, whose turn it is, and who wins.

The referee knows seats and points, no dice. `begin` is the empty sheet and `written` the sheet after one more
turn, so a match is a fold over what its turns wrote down.

What rule texts leave open is decided here:

- The seats play clockwise from the one that begins, turn after turn. Whoever reaches the target has no turn
  any more; in the last round the others have one each, clockwise from there.
- A total that goes past the target in the last round starts no further round.
- Equal totals at the top share the win, or it goes to the first of them to have got there: the one that ended
  the game, and after it the others in the order of the last round.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.sheet import Seats, checked_order
from midnight_core.ten_thousand.house import UNIT, HouseRules

MOST_WRITTEN = 200_000
"""Points of a turn of which only the score is noted."""


def check_floor(house: HouseRules, score: int, points: int) -> None:
    """Raise an `InputError` if somebody with a score may not write down so few points.

    Parameters
    ----------
    house : HouseRules
    score : int
        Before the turn.
    points : int
        The turn's total.
    """
    floor = house.floor(score)
    if points >= floor:
        return
    if not score and floor == house.opening:
        raise InputError(
            "{points} points are too few to open: it takes {opening}.", points=points, opening=floor
        )
    raise InputError(
        "{points} are too few to write down: in this house it takes {least}.", points=points, least=floor
    )


def checked_points(house: HouseRules, score: int, points: int) -> int:
    """Return what a turn wrote down as a plain int; 0 is a turn that was lost.

    Raises
    ------
    InputError
        If no turn of somebody with that score writes down so many.
    """
    if not is_whole(points) or not 0 <= points <= MOST_WRITTEN or points % UNIT:
        raise InputError(
            "A turn writes down a multiple of {unit} from 0 to {most}, not {points}.",
            unit=UNIT,
            most=MOST_WRITTEN,
            points=named(points),
        )
    if points:
        check_floor(house, score, points)
    return int(points)


@dataclass(frozen=True)
class Row:
    """One line of the sheet: the same turn of every seat.

    Attributes
    ----------
    number : int
        Which turn of each seat, from 1.
    points : tuple of int or None
        What each seat wrote down; None where it has not played, or has no such turn.
    totals : tuple of int or None
        What each seat had then.
    """

    number: int
    points: tuple[int | None, ...]
    totals: tuple[int | None, ...]


@dataclass(frozen=True)
class Standing:
    """A match between two turns.

    Attributes
    ----------
    house : HouseRules
    order : tuple of int
        The seats from the one that begins, clockwise.
    totals : tuple of int
        Points of each seat.
    points : tuple of int
        What every turn wrote down, in the order of playing.
    closing : int or None
        How many turns had been played when somebody reached the target; None while nobody has.
    winners : tuple of int
        Who won; nobody yet while the match goes on.
    """

    house: HouseRules
    order: Seats
    totals: tuple[int, ...]
    points: tuple[int, ...] = ()
    closing: int | None = None
    winners: Seats = ()

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return bool(self.winners)

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is; None when the match is over."""
        return None if self.is_over else self._seat(len(self.points))

    @property
    def closer(self) -> int | None:
        """The seat that was the first to reach the target."""
        return None if self.closing is None else self._seat(self.closing - 1)

    @property
    def to_come(self) -> Seats:
        """The seats that still have a turn in the last round, in order; none before it, nor after it."""
        if self.closing is None or self.is_over:
            return ()
        return tuple(map(self._seat, range(len(self.points), self.closing + len(self.order) - 1)))

    @property
    def to_beat(self) -> int | None:
        """The highest total, once somebody has reached the target."""
        return None if self.closing is None else max(self.totals)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The sheet, one line for each turn that some seat has had."""
        seats = range(len(self.order))
        column = {seat: self.points[place :: len(self.order)] for place, seat in enumerate(self.order)}
        before = dict.fromkeys(seats, 0)
        rows = []
        for turn in range(len(column[self.order[0]])):
            points = tuple(column[seat][turn] if turn < len(column[seat]) else None for seat in seats)
            totals: list[int | None] = []
            for seat, more in enumerate(points):
                before[seat] += more or 0
                totals.append(None if more is None else before[seat])
            rows.append(Row(turn + 1, points, tuple(totals)))
        return tuple(rows)

    def turns_of(self, seat: int) -> int:
        """Return how many turns a seat has had."""
        return len(self.points[self.order.index(seat) :: len(self.order)])

    def _seat(self, turn: int) -> int:
        return self.order[turn % len(self.order)]


def begin(house: HouseRules, order: Iterable[int]) -> Standing:
    """Return the sheet before the first turn.

    Parameters
    ----------
    house : HouseRules
    order : iterable of int
        Every seat once, from the one that begins.

    Raises
    ------
    InputError
        If the seats are not 2 to 8, numbered from 0.
    """
    check_kind("house", house, HouseRules)
    seats = checked_order(order)
    return Standing(house, seats, totals=(0,) * len(seats))


def written(standing: Standing, points: int) -> Standing:
    """Return the standing after the mover's turn, and whatever follows from it.

    Raises
    ------
    InputError
        If no turn of the mover writes down so many points, or the match is over.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import HouseRules
    >>> standing = begin(HouseRules(target=2000), order=(0, 1))
    >>> for points in (1000, 0, 1200):
    ...     standing = written(standing, points)
    >>> standing.closer, standing.mover, standing.to_beat
    (0, 1, 2200)
    >>> written(standing, 2300).winners
    (1,)
    """
    check_kind("standing", standing, Standing)
    seat, house = standing.mover, standing.house
    if seat is None:
        raise InputError("The match is over.")
    points = checked_points(house, standing.totals[seat], points)
    total = standing.totals[seat] + points
    totals = (*standing.totals[:seat], total, *standing.totals[seat + 1 :])
    now = replace(standing, totals=totals, points=(*standing.points, points))
    if now.closing is None and total >= house.target:
        now = replace(now, closing=len(now.points))
    is_over = now.closing is not None and (not house.last_round or not now.to_come)
    return replace(now, winners=_winners(now)) if is_over else now


def _winners(now: Standing) -> Seats:
    level = tuple(seat for seat, total in enumerate(now.totals) if total == max(now.totals))
    if now.house.ties == "shared" or now.closer is None:
        return level
    place = now.order.index(now.closer)
    by_turn = (*now.order[place:], *now.order[:place])
    return (min(level, key=by_turn.index),)
