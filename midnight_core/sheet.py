"""The score sheet of a match: who plays, for what, and who wins, one score after another.

The referee knows seats and scores, no dice. `begin` is the empty sheet and `scored` the sheet after one more
turn, so a match is a fold over its scores. Stakes are counted in antes, from everyone's nothing: a seat that
has paid and taken nothing stands at less than 0.

What rule texts leave open is decided here:

- The same seat begins every round, and every sitting goes clockwise from there; so do extra turns, among
  those who have one.
- A round that nobody qualified in is, with a pot that rolls over, a round like any other; otherwise the whole
  table plays it again, for the same pot and under the same number.
- Whoever is level at the top in extra turns has another one, until one is ahead. All missing is being level.
- Extra turns only tell who is ahead: they add nothing to anybody's total. A round that is played again takes
  its points back.
- A pot that rolled over in the last round goes back to everyone in equal parts, which is what they paid in.
- A match over rounds is won by whoever took most antes; several may share it. A match without stakes is
  decided by the same count.
- In a race, everybody pays once, at the start, and the winner takes all. Nobody qualifying is a round of 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.rules import MAX_SCORE, MIN_SCORE

Seats = tuple[int, ...]
"""Seats, numbered clockwise from 0."""

Tie = Literal["rollover", "extra", "again"]
Finish = Literal["round", "immediate"]
Sitting = Literal["round", "again", "extra"]
Outcome = Literal["open", "won", "rollover", "shared", "again", "extra", "counts"]

FEWEST_SEATS, MOST_SEATS = 2, 8
MOST_ROUNDS = 50
LEAST_TARGET, MOST_TARGET = 8, 300


@dataclass(frozen=True)
class Rounds:
    """A match over a number of rounds, each for a pot.

    Parameters
    ----------
    count : int
        How many rounds, 1 to 50.
    tie : {"rollover", "extra", "again"}
        What happens when several are level at the top: the pot stays for the next round, they have one extra
        turn each, or the whole table plays the round again.

    Raises
    ------
    InputError
        If one of them is something else.
    """

    count: int = 8
    tie: Tie = "rollover"

    def __post_init__(self) -> None:
        if not is_whole(self.count) or not 1 <= self.count <= MOST_ROUNDS:
            raise InputError(
                "A match has 1 to {most} rounds, not {count}.", most=MOST_ROUNDS, count=named(self.count)
            )
        object.__setattr__(self, "count", int(self.count))
        _check_choice("tie", self.tie, get_args(Tie))


@dataclass(frozen=True)
class Race:
    """A match to a number of points.

    Parameters
    ----------
    target : int
        Points to reach, 8 to 300.
    finish : {"round", "immediate"}
        Whether the round is completed and the highest total wins, or the first to reach the target.

    Raises
    ------
    InputError
        If one of them is something else.
    """

    target: int = 100
    finish: Finish = "round"

    def __post_init__(self) -> None:
        if not is_whole(self.target) or not LEAST_TARGET <= self.target <= MOST_TARGET:
            raise InputError(
                "A race goes to {least} to {most} points, not {target}.",
                least=LEAST_TARGET,
                most=MOST_TARGET,
                target=named(self.target),
            )
        object.__setattr__(self, "target", int(self.target))
        _check_choice("finish", self.finish, get_args(Finish))


Form = Rounds | Race


def check_form(form: Form) -> None:
    """Raise an `InputError` if `form` is neither Rounds nor a Race."""
    if not isinstance(form, Form):
        raise InputError("A match is played over Rounds or as a Race, not {form}.", form=named(form))


def _check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    if not is_choice(value, choices):
        raise InputError(
            "The argument {name} is one of {choices}, not {value}.",
            name=name,
            choices=", ".join(choices),
            value=named(value),
        )


@dataclass(frozen=True)
class Row:
    """One sitting on the sheet: a round, a round played again, or extra turns.

    Attributes
    ----------
    round : int
        Number of the round, from 1; the same for all sittings of a round.
    sitting : {"round", "again", "extra"}
    scores : tuple of int or None
        Score of each seat; None when it did not play, or has not yet.
    outcome : str
        ``open`` while turns are to come; ``won``; ``rollover``, ``again`` or ``extra`` for what follows when
        nobody is alone at the top; ``shared`` for a last pot that goes back to all; ``counts`` for a round of
        a race that did not end it.
    leaders : tuple of int
        The seat that won, or those level at the top, in the order of playing. None of them when nobody
        qualified, unless all missed their extra turns, and none for a round that only counts.
    pot : int
        What lay in the pot during the sitting.
    """

    round: int
    sitting: Sitting
    scores: tuple[int | None, ...]
    outcome: Outcome
    leaders: Seats
    pot: int


@dataclass(frozen=True)
class Standing:
    """A match between two turns.

    Attributes
    ----------
    form : Rounds or Race
    order : tuple of int
        The seats from the one that begins every round, clockwise.
    playing : tuple of int
        The seats of this sitting, in order; none when the match is over.
    net : tuple of int
        Antes that each seat took, less those that it paid.
    pot : int
        Antes in the pot; with `net` they add up to 0.
    totals : tuple of int
        Points of each seat; those of the open round are in.
    rounds_won : tuple of int
        Rounds that each seat won; in a race there are none to win.
    taken : tuple of int
        Turns that each seat has had.
    round : int
        From 1; stays the last one when the match is over.
    sitting : {"round", "again", "extra"}
        Whether the round is played for the first time, again, or settled by extra turns.
    scores : tuple of int
        Scores of this sitting so far, in the order of `playing`.
    carried : int
        Antes of each seat in the pot that came from earlier rounds.
    rows : tuple of Row
        The finished sittings; `sheet` has the open one as well.
    winners : tuple of int
        Who won the match; nobody yet while it goes on.
    """

    form: Form
    order: Seats
    playing: Seats
    net: tuple[int, ...]
    pot: int
    totals: tuple[int, ...]
    rounds_won: tuple[int, ...]
    taken: tuple[int, ...]
    round: int = 1
    sitting: Sitting = "round"
    scores: tuple[int, ...] = ()
    carried: int = 0
    rows: tuple[Row, ...] = ()
    winners: Seats = ()

    @property
    def is_over(self) -> bool:
        """Whether the match is won."""
        return bool(self.winners)

    @property
    def mover(self) -> int | None:
        """The seat whose turn it is."""
        return None if self.is_over else self.playing[len(self.scores)]

    @property
    def sheet(self) -> tuple[Row, ...]:
        """All sittings so far, the open one last."""
        return self.rows if self.is_over else (*self.rows, _row(self, "open", ()))


def begin(form: Form, order: Iterable[int]) -> Standing:
    """Return the sheet before the first turn.

    Parameters
    ----------
    form : Rounds or Race
    order : iterable of int
        Every seat once, from the one that begins.

    Raises
    ------
    InputError
        If the form is no form, or the seats are not 2 to 8, numbered from 0.
    """
    check_form(form)
    seats = checked_order(order)
    nothing = (0,) * len(seats)
    return _all_paid(
        Standing(form, seats, seats, net=nothing, pot=0, totals=nothing, rounds_won=nothing, taken=nothing)
    )


def checked_order(order: Iterable[int]) -> Seats:
    """Return the order in which seats play as a tuple.

    Raises
    ------
    InputError
        If it does not name 2 to 8 seats once, numbered from 0.
    """
    check_kind("order", order, Iterable)
    seats = tuple(order)
    in_range = FEWEST_SEATS <= len(seats) <= MOST_SEATS and all(map(is_whole, seats))
    if not in_range or sorted(seats) != list(range(len(seats))):
        raise InputError(
            "The order names each of {least} to {most} seats once, numbered from 0, not {seats}.",
            least=FEWEST_SEATS,
            most=MOST_SEATS,
            seats=named(seats),
        )
    return seats


def checked_score(points: int) -> int:
    """Return the score of a turn as a plain int.

    Raises
    ------
    InputError
        If no turn scores that.
    """
    if not is_whole(points) or not (points == 0 or MIN_SCORE <= points <= MAX_SCORE):
        raise InputError(
            "A turn scores 0, or {least} to {most}, not {points}.",
            least=MIN_SCORE,
            most=MAX_SCORE,
            points=named(points),
        )
    return int(points)


def scored(standing: Standing, points: int) -> Standing:
    """Return the standing after the mover's turn, and whatever follows from it.

    Raises
    ------
    InputError
        If no turn scores so many points, or the match is over.

    Examples
    --------
    >>> standing = begin(Rounds(count=2, tie="rollover"), order=(0, 1))
    >>> for points in (19, 19, 0, 17):
    ...     standing = scored(standing, points)
    >>> [row.outcome for row in standing.rows], standing.net, standing.winners
    (['rollover', 'won'], (-2, 2), (1,))
    """
    check_kind("standing", standing, Standing)
    seat = standing.mover
    if seat is None:
        raise InputError("The match is over.")
    points = checked_score(points)
    now = replace(standing, scores=(*standing.scores, points), taken=_with(standing.taken, {seat: 1}))
    if now.sitting != "extra":
        now = replace(now, totals=_with(now.totals, {seat: points}))
    outcome, leaders = _verdict(now)
    if outcome == "open":
        return now
    now = replace(now, rows=(*now.rows, _row(now, outcome, leaders)))
    return _sequel(now, outcome, leaders)


def _verdict(now: Standing) -> tuple[Outcome, Seats]:
    """Return how the sitting stands after its last score, and who leads it."""
    if isinstance(now.form, Race) and now.form.finish == "immediate":
        last = now.playing[len(now.scores) - 1]
        if now.totals[last] >= now.form.target:
            return "won", (last,)
    if len(now.scores) < len(now.playing):
        return "open", ()
    level = _highest(now.playing, dict(zip(now.playing, now.scores, strict=True)))
    if isinstance(now.form, Race):
        if now.sitting == "round":
            if max(now.totals) < now.form.target:
                return "counts", ()
            level = _highest(now.order, now.totals)
        return ("won" if len(level) == 1 else "extra"), level
    # When nobody qualifies, all are level: nobody alone has a highest score of 0.
    if len(level) == 1:
        return "won", level
    return _tie(now, now.form, level)


def _tie(now: Standing, form: Rounds, level: Seats) -> tuple[Outcome, Seats]:
    if now.sitting == "extra":
        return "extra", level
    leaders = level if max(now.scores) else ()
    if form.tie == "rollover":
        return ("rollover" if now.round < form.count else "shared"), leaders
    return ("extra" if form.tie == "extra" and leaders else "again"), leaders


def _sequel(now: Standing, outcome: Outcome, leaders: Seats) -> Standing:
    """Return what follows from the outcome of a sitting."""
    match outcome:
        case "extra":
            return replace(now, sitting="extra", playing=leaders, scores=())
        case "again":
            back = {seat: -points for seat, points in zip(now.playing, now.scores, strict=True)}
            return replace(now, sitting="again", scores=(), totals=_with(now.totals, back))
        case "rollover":
            return _next_round(replace(now, carried=now.carried + 1))
        case "counts":
            return _next_round(now)
        case "shared":
            return _next_round(_paid_out(now, now.order))
        case _:
            return _won(_paid_out(now, leaders), leaders)


def _won(now: Standing, leaders: Seats) -> Standing:
    if isinstance(now.form, Race):
        return _over(now, leaders)
    return _next_round(replace(now, rounds_won=_with(now.rounds_won, dict.fromkeys(leaders, 1))))


def _next_round(now: Standing) -> Standing:
    if isinstance(now.form, Rounds) and now.round == now.form.count:
        return _over(now, _highest(range(len(now.order)), now.net))
    now = replace(now, round=now.round + 1, sitting="round", playing=now.order, scores=())
    return _all_paid(now) if isinstance(now.form, Rounds) else now


def _over(now: Standing, winners: Seats) -> Standing:
    return replace(now, playing=(), scores=(), winners=winners)


def _all_paid(now: Standing) -> Standing:
    return replace(now, net=_with(now.net, dict.fromkeys(now.order, -1)), pot=now.pot + len(now.order))


def _paid_out(now: Standing, seats: Seats) -> Standing:
    share = now.pot // len(seats)
    return replace(now, net=_with(now.net, dict.fromkeys(seats, share)), pot=0, carried=0)


def _highest(seats: Iterable[int], numbers: Sequence[int] | Mapping[int, int]) -> Seats:
    """Return those of the seats whose number is the highest, in the order given."""
    seats = tuple(seats)
    best = max(numbers[seat] for seat in seats)
    return tuple(seat for seat in seats if numbers[seat] == best)


def _with(numbers: tuple[int, ...], more: dict[int, int]) -> tuple[int, ...]:
    """Return the number of every seat, with what some of them get on top."""
    return tuple(number + more.get(seat, 0) for seat, number in enumerate(numbers))


def _row(now: Standing, outcome: Outcome, leaders: Seats) -> Row:
    # The last of those who play may be without a score.
    score_of = dict(zip(now.playing, now.scores, strict=False))
    scores = tuple(score_of.get(seat) for seat in range(len(now.order)))
    return Row(now.round, now.sitting, scores, outcome, leaders, now.pot)
