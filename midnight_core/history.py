"""What somebody has played, at either game: finished turns and answers to the drills, and their text.

A history is a set of events in the order of time. Scores, luck, mistakes and statistics all follow from it,
so it holds nothing else. Histories of two devices are merged by adding up their events: in any order, and as
often as one likes. Of the same turn, the one that was finished first counts.

The text is described in ``docs/history.md``.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, NoReturn

from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.events import (
    MOST_EVENTS,
    Answered,
    Choice,
    Event,
    Played,
    TenAnswered,
    TenPlayed,
    checked_time,
    choices,
    now,
    ten_choices,
)
from midnight_core.gamecode import read_position, read_turn
from midnight_core.goals import from_name
from midnight_core.ten_thousand import goals as ten_goals
from midnight_core.ten_thousand.drill import QUESTION_FORMAT, read_question
from midnight_core.ten_thousand.gamecode import TEN_FORMAT, read_ten
from midnight_core.ten_thousand.house import HouseRules

__all__ = [
    "MOST_BYTES",
    "MOST_EVENTS",
    "Answered",
    "Choice",
    "Event",
    "History",
    "Played",
    "TenAnswered",
    "TenPlayed",
    "choices",
    "now",
    "read_history",
    "ten_choices",
]

FORMAT = "midnight-history"

MIDNIGHT_ONLY, VERSION = 1, 2
"""Versions of the text: the first knows Midnight alone, and is still written where that is enough."""

MOST_BYTES = 4_000_000
"""More than any text that this module writes."""


def _order(event: Event) -> tuple[datetime, str, str]:
    return event.at, event.code, event.goal.name


@dataclass(frozen=True)
class History:
    """Events by time, none of them twice.

    Parameters
    ----------
    events : iterable of Event
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
        """The finished turns of Midnight, by time."""
        return tuple(event for event in self.events if isinstance(event, Played))

    @cached_property
    def answers(self) -> tuple[Answered, ...]:
        """The answers to the drill of Midnight, by time."""
        return tuple(event for event in self.events if isinstance(event, Answered))

    @cached_property
    def ten_turns(self) -> tuple[TenPlayed, ...]:
        """The finished turns of 10 000, by time."""
        return tuple(event for event in self.events if isinstance(event, TenPlayed))

    @cached_property
    def ten_answers(self) -> tuple[TenAnswered, ...]:
        """The answers to the drill of 10 000, by time."""
        return tuple(event for event in self.events if isinstance(event, TenAnswered))

    @cached_property
    def houses(self) -> tuple[HouseRules, ...]:
        """The house rules by which 10 000 was played or drilled, those with the most events first."""
        played = Counter(turn.house for turn in self.ten_turns)
        played.update(answer.house for answer in self.ten_answers)
        return tuple(house for house, _ in played.most_common())

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
        version = VERSION if self.houses else MIDNIGHT_ONLY
        turns = _written("code", (event for event in self.events if isinstance(event, Played | TenPlayed)))
        answers = _written(
            "position", (event for event in self.events if isinstance(event, Answered | TenAnswered))
        )
        return f'{{"format":"{FORMAT}","version":{version},"turns":{turns},"answers":{answers}}}\n'


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
            _read_entry(part, number, entry, loaded["version"])
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


def _read_entry(part: str, number: int, entry: object, version: int) -> Event:
    try:
        event = _event(part, *_fields(entry, _ENTRIES[part]))
        if version == MIDNIGHT_ONLY and not isinstance(event, Played | Answered):
            raise InputError("A history of version {version} has nothing of 10 000.", version=version)
        return event
    except InputError as problem:
        raise InputError(
            "Entry {number} of {part} in this history cannot be read. {problem}",
            number=number,
            part=part,
            problem=problem,
        ) from problem


def _event(part: str, code: str, goal: str, at: str) -> Event:
    is_ten = code.startswith((f"{TEN_FORMAT}.", f"{QUESTION_FORMAT}."))
    if part == "turns":
        if is_ten:
            return TenPlayed(read_ten(code), ten_goals.from_name(goal), _read_time(at))
        return Played(read_turn(code), from_name(goal), _read_time(at))
    if is_ten:
        return TenAnswered(*read_question(code, ten_goals.from_name(goal)), _read_time(at))
    return Answered(read_position(code), from_name(goal), _read_time(at))


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
            return checked_time(datetime.fromisoformat(text))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
    raise InputError("A time is written like 2026-11-30T15:20:51Z, not {text}.", text=named(text))


_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}Z")
