"""Keeps that gave something away, and when they come back until they are mastered.

A position is a mistake once a keep of it, in a turn or in the drill, loses more than the epsilon within which
keeps count as equally good. It is due at once. Each right answer to the drill that is given when the position
is due brings it back after a longer interval, and the one after the last interval retires it; an answer given
earlier counts only if it is wrong. A wrong keep begins anew, also of a position that was mastered. Right
keeps in turns count for nothing here: the table shows what they are worth while they are made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from midnight_core.errors import check_kind
from midnight_core.gamecode import Position
from midnight_core.goals import Goal
from midnight_core.history import Answered, History, choices
from midnight_core.review import Band, bounds

INTERVALS = (timedelta(minutes=10), timedelta(days=1), timedelta(days=4))
"""How long a position rests after its first, second ... right answer."""


@dataclass(frozen=True)
class Mistake:
    """A position that was got wrong.

    Attributes
    ----------
    position : Position
        With its roll, and no pin.
    goal : Goal
    loss : Fraction
        The most that a keep of it gave away, in the goal's unit.
    level : int
        Right answers in a row since the last wrong one, 0 to ``len(INTERVALS) + 1``.
    due : datetime
        When it comes back; of a mastered one, when it was mastered.
    """

    position: Position
    goal: Goal
    loss: Fraction
    level: int
    due: datetime

    @property
    def is_mastered(self) -> bool:
        """Whether it does not come back."""
        return self.level > len(INTERVALS)

    @property
    def weight(self) -> Fraction:
        """The loss in parts of what makes a blunder, so that points and chances can be compared."""
        return self.loss / bounds(self.goal)[-1]


def mistakes(history: History) -> tuple[Mistake, ...]:
    """Return every position that was got wrong, mastered or not, in the order in which it first was."""
    check_kind("history", history, History)
    found: dict[tuple[Position, str], Mistake] = {}
    for event in history.events:
        for choice in choices(event):
            key = choice.position, event.goal.name
            before = found.get(key)
            if choice.band is not Band.BEST:
                loss = max(choice.loss, before.loss) if before else choice.loss
                found[key] = Mistake(choice.position, event.goal, loss, level=0, due=event.at)
            elif before and isinstance(event, Answered) and _counts(before, event.at):
                found[key] = _risen(before, event.at)
    return tuple(found.values())


def _counts(mistake: Mistake, at: datetime) -> bool:
    return not mistake.is_mastered and at >= mistake.due


def _risen(mistake: Mistake, at: datetime) -> Mistake:
    rest = INTERVALS[mistake.level] if mistake.level < len(INTERVALS) else timedelta()
    return replace(mistake, level=mistake.level + 1, due=at + rest)


def due(history: History, now: datetime) -> tuple[Mistake, ...]:
    """Return the mistakes whose time has come, the most costly first."""
    check_kind("now", now, datetime)
    waiting = (each for each in mistakes(history) if not each.is_mastered and each.due <= now)
    return tuple(sorted(waiting, key=lambda mistake: -mistake.weight))
