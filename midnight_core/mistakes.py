"""Choices that gave something away, at either game, and when they come back until they are mastered.

A position is a mistake once a choice in it, in a turn or in the drill, loses more than the epsilon within
which choices count as equally good. It is due at once. Each right answer to the drill that is given when the
position is due brings it back after a longer interval, and the one after the last interval retires it; an
answer given earlier counts only if it is wrong. A wrong choice begins anew, also in a position that was
mastered. Right choices in turns count for nothing here: the table shows what they are worth while they are
made.

What happened is taken by its time. A mistake that lies ahead, from a device whose clock is wrong, would stand
after all answers still to come, and could never be mastered: `happened` leaves such events out.

Mistakes of 10 000 are those by one house's rules: by others, other things are right.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any, Generic, TypeVar

from midnight_core.errors import check_kind
from midnight_core.events import (
    Answered,
    Choice,
    Event,
    Played,
    TenAnswered,
    TenPlayed,
    choices,
    newest,
    ten_judged,
)
from midnight_core.gamecode import Position
from midnight_core.goals import Goal
from midnight_core.history import History
from midnight_core.review import Band, bounds
from midnight_core.ten_thousand import review as ten_review
from midnight_core.ten_thousand.drill import Question
from midnight_core.ten_thousand.goals import TenGoal
from midnight_core.ten_thousand.house import HouseRules

INTERVALS = (timedelta(minutes=10), timedelta(days=1), timedelta(days=4))
"""How long a position rests after its first, second ... right answer."""


AHEAD = timedelta(days=1)
"""By how much two clocks may differ."""

PositionT = TypeVar("PositionT")
GoalT = TypeVar("GoalT", bound=Goal | TenGoal)


@dataclass(frozen=True)
class Mistake(Generic[PositionT, GoalT]):
    """A position that was got wrong.

    Attributes
    ----------
    position : Position or Question
        With its roll, and no pin.
    goal : Goal or TenGoal
    loss : Fraction or float
        The most that a choice in it gave away, in the goal's unit.
    level : int
        Right answers in a row since the last wrong one, 0 to ``len(INTERVALS) + 1``.
    due : datetime
        When it comes back; of a mastered one, when it was mastered.
    """

    position: PositionT
    goal: GoalT
    loss: Fraction | float
    level: int
    due: datetime

    @property
    def is_mastered(self) -> bool:
        """Whether it does not come back."""
        return self.level > len(INTERVALS)

    @property
    def weight(self) -> Fraction | float:
        """The loss in parts of what makes a blunder, so that points and chances can be compared."""
        goal = self.goal
        limits = bounds(goal) if isinstance(goal, Goal) else ten_review.bounds(goal.measure)
        return self.loss / limits[-1]


def happened(history: History, now: datetime) -> History:
    """Return a history without what lies more than `AHEAD` of now; mostly the same history."""
    check_kind("history", history, History)
    check_kind("now", now, datetime)
    events = tuple(event for event in history.events if event.at <= now + AHEAD)
    return history if len(events) == len(history.events) else History(events)


def mistakes(history: History) -> tuple[Mistake[Position, Goal], ...]:
    """Return every position of Midnight that was got wrong, mastered or not, in the order in which it was."""
    check_kind("history", history, History)
    return _found(
        (event, choice.position, event.goal, choice)
        for event in history.events
        if isinstance(event, Played | Answered)
        for choice in choices(event)
    )


def ten_mistakes(history: History, house: HouseRules) -> tuple[Mistake[Question, TenGoal], ...]:
    """Return the same of 10 000, of what its drill asks by some house rules, as far back as is judged."""
    return _found(
        (event, choice.position, choice.position.goal, choice)
        for event, made in ten_judged(newest(_asked(history, house))).items()
        for choice in made
        if choice.position is not None
    )


def ten_left_out(history: History, house: HouseRules) -> int:
    """Return how many turns and answers are too old for `ten_mistakes`: see `events.MOST_DECISIONS`."""
    asked = _asked(history, house)
    return len(asked) - len(newest(asked))


def _asked(history: History, house: HouseRules) -> tuple[TenPlayed | TenAnswered, ...]:
    check_kind("history", history, History)
    check_kind("house", house, HouseRules)
    return tuple(
        event
        for event in history.events
        # What is not asked is not judged either: a turn for another goal may take seconds to solve.
        if isinstance(event, TenPlayed | TenAnswered) and event.house == house and event.aim is not None
    )


def _found(
    told: Iterable[tuple[Event, PositionT, GoalT, Choice[Any]]],
) -> tuple[Mistake[PositionT, GoalT], ...]:
    """Return what was got wrong among choices by time."""
    found: dict[tuple[PositionT, str], Mistake[PositionT, GoalT]] = {}
    for event, position, goal, choice in told:
        key = position, goal.name
        before = found.get(key)
        if choice.band is not Band.BEST:
            loss = max(choice.loss, before.loss) if before else choice.loss
            found[key] = Mistake(position, goal, loss, level=0, due=event.at)
        elif before and isinstance(event, Answered | TenAnswered) and _counts(before, event.at):
            found[key] = _risen(before, event.at)
    return tuple(found.values())


def _counts(mistake: Mistake[Any, Any], at: datetime) -> bool:
    return not mistake.is_mastered and at >= mistake.due


def _risen(mistake: Mistake[PositionT, GoalT], at: datetime) -> Mistake[PositionT, GoalT]:
    rest = INTERVALS[mistake.level] if mistake.level < len(INTERVALS) else timedelta()
    return replace(mistake, level=mistake.level + 1, due=at + rest)


def due(history: History, now: datetime) -> tuple[Mistake[Position, Goal], ...]:
    """Return the mistakes of Midnight whose time has come, the most costly first."""
    return ripe(mistakes(happened(history, now)), now)


def ripe(found: Iterable[Mistake[PositionT, GoalT]], now: datetime) -> tuple[Mistake[PositionT, GoalT], ...]:
    """Return those of some mistakes whose time has come, the most costly first."""
    check_kind("now", now, datetime)
    waiting = (each for each in found if not each.is_mastered and each.due <= now)
    return tuple(sorted(waiting, key=lambda mistake: -mistake.weight))
