"""What somebody has played: finished turns and answers to the drill, and the text that they are kept as.

A history is a set of events in the order of time. Scores, luck, mistakes and statistics all follow from it,
so it holds nothing else. Histories of two devices are merged by adding up their events: in any order, and as
often as one likes.

A turn is given by its rules and its seed; what was done with the same dice again is no other turn, and the
one that was finished first counts. An answer is given by all that it says, its time included. The text is
described in ``docs/history.md``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from midnight_core.dice import Dice, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.gamecode import Position, TurnGame, picked, read_position, read_turn
from midnight_core.goals import Goal, from_name
from midnight_core.review import Band, Decision, judge, review
from midnight_core.solver import solve

FORMAT = "midnight-history"
VERSION = 1

MOST_EVENTS = 10_000
"""Turns and answers in one history."""

MOST_BYTES = 4_000_000
"""Twice as long as any text that this module writes."""

FIRST_YEAR, LAST_YEAR = 2000, 2999


def now() -> datetime:
    """Return the time as events are stamped with it: UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True)
class Played:
    """A finished turn.

    Parameters
    ----------
    game : TurnGame
    goal : Goal
        One of those that `goals.from_name` knows.
    at : datetime
        When it was finished; UTC, whole seconds.

    Raises
    ------
    InputError
        If the turn is not over, is one of a match or does not follow from its code, or the goal or the time
        cannot be written down.
    """

    game: TurnGame
    goal: Goal
    at: datetime

    def __post_init__(self) -> None:
        check_kind("game", self.game, TurnGame)
        if not self.game.is_over:
            raise InputError("This turn is not finished.")
        if read_turn(self.code) != self.game:
            raise InputError("A turn of a match does not stand alone, so a history cannot hold it.")
        _check_goal(self.goal)
        object.__setattr__(self, "at", _checked_time(self.at))

    @cached_property
    def code(self) -> str:
        """The turn as text."""
        return self.game.code

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same turn as another."""
        return self.game.rules, self.game.seed


@dataclass(frozen=True)
class Answered:
    """An answer to the drill.

    Parameters
    ----------
    position : Position
        With its roll, and one pin: the keep that was chosen.
    goal : Goal
        One of those that `goals.from_name` knows.
    at : datetime
        When it was given; UTC, whole seconds.

    Raises
    ------
    InputError
        If there is no roll or not exactly one keep, or the goal or the time cannot be written down.
    """

    position: Position
    goal: Goal
    at: datetime

    def __post_init__(self) -> None:
        check_kind("position", self.position, Position)
        if len(self.position.pins) != 1:
            raise InputError("An answer is a roll and the one keep that was chosen.")
        _check_goal(self.goal)
        object.__setattr__(self, "at", _checked_time(self.at))

    @cached_property
    def code(self) -> str:
        """The position and the keep as text."""
        return self.position.code

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same answer as another."""
        return self.code, self.goal.name, self.at


Event = Played | Answered


def _check_goal(goal: Goal) -> None:
    check_kind("goal", goal, Goal)
    if from_name(goal.name) != goal:
        raise InputError("A history has no goals with payoffs of their own, such as {name}.", name=goal.name)


def _checked_time(at: datetime) -> datetime:
    check_kind("at", at, datetime)
    if at.utcoffset() != timedelta() or at.microsecond or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise InputError(
            "A time is given in UTC and whole seconds, in the years {first} to {last}.",
            first=FIRST_YEAR,
            last=LAST_YEAR,
        )
    return at.replace(tzinfo=UTC)


def _order(event: Event) -> tuple[datetime, str, str]:
    return event.at, event.code, event.goal.name


@dataclass(frozen=True)
class History:
    """Events by time, none of them twice.

    Parameters
    ----------
    events : iterable of Played or Answered
        In any order; of the same turn the one finished first is kept.

    Raises
    ------
    InputError
        If there are more than `MOST_EVENTS`.
    """

    events: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        check_kind("events", self.events, Iterable)
        events = tuple(self.events)
        for event in events:
            if not isinstance(event, Event):
                raise InputError("A history holds turns and answers, not {event}.", event=named(event))
        first: dict[tuple[object, ...], Event] = {}
        for event in sorted(events, key=_order):
            first.setdefault(event.identity, event)
        _check_count(len(first))
        object.__setattr__(self, "events", tuple(first.values()))

    @cached_property
    def turns(self) -> tuple[Played, ...]:
        """The finished turns, by time."""
        return tuple(event for event in self.events if isinstance(event, Played))

    @cached_property
    def answers(self) -> tuple[Answered, ...]:
        """The answers to the drill, by time."""
        return tuple(event for event in self.events if isinstance(event, Answered))

    def add(self, event: Event) -> History:
        """Return the history with one more event; the same history when it is there already.

        Raises
        ------
        InputError
            If the history is full.
        """
        return self.merged(History((event,)))

    def merged(self, other: History) -> History:
        """Return the events of both.

        Raises
        ------
        InputError
            If they are too many.
        """
        check_kind("other", other, History)
        both = History((*self.events, *other.events))
        return self if both == self else both

    def to_json(self) -> str:
        """Return the history as text; equal histories give equal texts."""
        turns = _written("code", self.turns)
        answers = _written("position", self.answers)
        return f'{{"format":"{FORMAT}","version":{VERSION},"turns":{turns},"answers":{answers}}}\n'


def _written(code: str, events: Iterable[Event]) -> str:
    """Return entries as a JSON list, one a line."""
    entries = ({code: event.code, "goal": event.goal.name, "at": _time_text(event.at)} for event in events)
    lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
    return f"[\n{lines}\n]" if lines else "[]"


def _time_text(at: datetime) -> str:
    return f"{at.replace(tzinfo=None).isoformat()}Z"


def _check_count(events: int) -> None:
    if events > MOST_EVENTS:
        raise InputError(
            "A history has at most {most} turns and answers, not {count}.", most=MOST_EVENTS, count=events
        )


def read_history(data: str | bytes) -> History:
    """Return the history that a text, or a file in UTF-8, holds.

    Raises
    ------
    InputError
        If it is too long, not JSON, not a history, of a later version, or an entry is not a finished turn or
        an answer; whatever it is, there is no other error.
    """
    loaded = _loaded(data)
    if not isinstance(loaded, dict) or loaded.get("format") != FORMAT:
        raise InputError("This is not a history of Midnight: its format is not {format}.", format=FORMAT)
    _check_version(loaded.get("version"))
    if odd := set(loaded) ^ {"format", "version", *_ENTRIES}:
        raise InputError(
            "A history has the parts format, version, turns and answers; {part} is missing or too much.",
            part=named(min(odd)),
        )
    for part in _ENTRIES:
        if not isinstance(loaded[part], list):
            raise InputError("The part {part} of a history is a list.", part=part)
    _check_count(sum(len(loaded[part]) for part in _ENTRIES))
    return History(
        tuple(
            _read_entry(part, number, entry)
            for part in _ENTRIES
            for number, entry in enumerate(loaded[part], start=1)
        )
    )


def _loaded(data: str | bytes) -> Any:
    if not isinstance(data, str | bytes):
        raise InputError("A history is read from text, not from {value}.", value=named(data))
    if len(data) > MOST_BYTES:
        raise InputError("This file is too large for a history: the limit is {most} bytes.", most=MOST_BYTES)
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except InputError:
        raise
    except json.JSONDecodeError as error:
        raise InputError("This file is damaged, or not JSON: see line {line}.", line=error.lineno) from error
    except (ValueError, RecursionError) as error:
        raise InputError("This file is damaged, or not JSON.") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InputError("This file is damaged: an entry says something twice.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise InputError("This file is damaged: JSON has no {name}.", name=name)


def _check_version(version: object) -> None:
    if not is_whole(version) or not isinstance(version, int) or version < 1:
        raise InputError(
            "The version of a history is a whole number from 1, not {version}.", version=named(version)
        )
    if version > VERSION:
        raise InputError(
            "This history was written by a later app: its version is {version}, and this app reads {known}.",
            version=named(version),
            known=VERSION,
        )


_ENTRIES = {"turns": "code", "answers": "position"}
"""The lists of a history, and what their entries call the code."""


def _read_entry(part: str, number: int, entry: object) -> Event:
    try:
        code, goal, at = _fields(entry, _ENTRIES[part])
        if part == "turns":
            return Played(read_turn(code), from_name(goal), _read_time(at))
        return Answered(read_position(code), from_name(goal), _read_time(at))
    except InputError as problem:
        raise InputError(
            "Entry {number} of {part} in this history cannot be read. {problem}",
            number=number,
            part=part,
            problem=problem,
        ) from problem


def _fields(entry: object, code: str) -> list[str]:
    names = (code, "goal", "at")
    if not isinstance(entry, dict) or set(entry) != set(names):
        raise InputError("An entry has the parts {code}, goal and at, and nothing else.", code=code)
    for name in names:
        if not isinstance(entry[name], str):
            raise InputError("{part} is a text, not {value}.", part=name, value=named(entry[name]))
    return [entry[name] for name in names]


def _read_time(text: str) -> datetime:
    if _TIME.fullmatch(text):
        try:
            return _checked_time(datetime.fromisoformat(text))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
    raise InputError("A time is written like 2026-11-30T15:20:51Z, not {text}.", text=named(text))


_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}Z")


@dataclass(frozen=True)
class Choice:
    """A keep that was made, in a turn or in the drill, as its goal judges it.

    Attributes
    ----------
    position : Position
        With the roll, and no pin.
    keep : tuple of int
        Sorted.
    loss : Fraction
        The value of the best keep minus the value of this one.
    band : Band
    is_forced : bool
        Whether there was nothing to decide.
    """

    position: Position
    keep: Dice
    loss: Fraction
    band: Band
    is_forced: bool


@lru_cache(maxsize=2 * MOST_EVENTS)
def choices(event: Event) -> tuple[Choice, ...]:
    """Return the keeps of a turn, or the one of an answer, in their order; each event is judged once.

    Raises
    ------
    InputError
        If `event` is neither.
    """
    if isinstance(event, Played):
        decisions = review(event.game, event.goal).decisions
    else:
        check_kind("event", event, Answered)
        position = event.position
        keep = picked(position.roll, position.pins[0])
        decisions = (judge(solve(position.rules, event.goal), position.turn, position.roll, keep),)
    return tuple(_choice(decision) for decision in decisions)


def _choice(decision: Decision) -> Choice:
    turn = decision.turn
    position = Position(turn.rules, turn.kept, decision.roll)
    return Choice(position, decision.kept.keep, decision.loss, decision.band, decision.is_forced)
