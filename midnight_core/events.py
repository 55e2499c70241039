"""What a history is made of: turns and answers of either game, and how each is judged.

A turn is given by its rules and its seed; what was done with the same dice again is no other turn. An answer
is given by all that it says, its time included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from midnight_core.dice import Dice
from midnight_core.errors import InputError, check_kind
from midnight_core.gamecode import Position, TurnGame, picked, read_turn
from midnight_core.goals import Goal, from_name
from midnight_core.review import Band, Decision, judge, review
from midnight_core.solver import solve
from midnight_core.ten_thousand import review as ten_review
from midnight_core.ten_thousand.drill import Aim, Answer, Question, aim_of, read_question
from midnight_core.ten_thousand.gamecode import TenGame, read_ten
from midnight_core.ten_thousand.goals import TenGoal, check_goal, solution
from midnight_core.ten_thousand.house import HouseRules

MOST_EVENTS = 10_000
"""Turns and answers in one history."""

MOST_DECISIONS = 25_000
"""Decisions of 10 000 that are judged for one page; more would keep everybody else waiting."""

LONGEST = 300
"""Characters of a turn of 10 000: more than anybody plays, and so few that no history is too large a file."""

FIRST_YEAR, LAST_YEAR = 2000, 2999


def now() -> datetime:
    """Return the time as events are stamped with it: UTC, in whole seconds."""
    return datetime.now(UTC).replace(microsecond=0)


@dataclass(frozen=True)
class Played:
    """A finished turn of Midnight.

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
        _check_finished(self.game, is_read=self.game.is_over and read_turn(self.code) == self.game)
        _check_goal(self.goal)
        object.__setattr__(self, "at", checked_time(self.at))

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
    """An answer to the drill of Midnight.

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
        object.__setattr__(self, "at", checked_time(self.at))

    @cached_property
    def code(self) -> str:
        """The position and the keep as text."""
        return self.position.code

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same answer as another."""
        return self.code, self.goal.name, self.at


@dataclass(frozen=True)
class TenPlayed:
    """A finished turn of 10 000, written down or lost.

    Parameters
    ----------
    game : TenGame
    goal : TenGoal
        One that `ten_thousand.goals.solution` solves by the turn's house rules.
    at : datetime
        When it was finished; UTC, whole seconds.

    Raises
    ------
    InputError
        If the turn is not over, is one of a match, does not follow from its code or is longer than `LONGEST`,
        or the goal or the time cannot be written down.
    """

    game: TenGame
    goal: TenGoal
    at: datetime

    def __post_init__(self) -> None:
        check_kind("game", self.game, TenGame)
        if len(self.code) > LONGEST:
            raise InputError(
                "This turn is too long for a history: it has room for {most} characters.", most=LONGEST
            )
        _check_finished(self.game, is_read=self.game.is_over and read_ten(self.code) == self.game)
        check_goal(self.house, self.goal, self.game.score)
        object.__setattr__(self, "at", checked_time(self.at))

    @cached_property
    def code(self) -> str:
        """The turn as text."""
        return self.game.code

    @property
    def house(self) -> HouseRules:
        """The house rules."""
        return self.game.house

    @property
    def aim(self) -> Aim | None:
        """What was played for, as the drill asks for it; None if it does not."""
        return aim_of(self.house, self.goal, self.game.score)

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same turn as another."""
        return self.house, self.game.seed


@dataclass(frozen=True)
class TenAnswered:
    """An answer to the drill of 10 000.

    Parameters
    ----------
    question : Question
    answer : Answer
    at : datetime
        When it was given; UTC, whole seconds.

    Raises
    ------
    InputError
        If the question is none that the drill asks, the answer is not legal, or the time cannot be written
        down.
    """

    question: Question
    answer: Answer
    at: datetime

    def __post_init__(self) -> None:
        check_kind("question", self.question, Question)
        check_kind("answer", self.answer, Answer)
        question, answer = read_question(self.code, self.goal)
        if question != self.question:
            raise InputError("A history cannot hold this question.")
        # Of equal dice, the first ones stand for all.
        object.__setattr__(self, "answer", answer)
        object.__setattr__(self, "at", checked_time(self.at))

    @cached_property
    def code(self) -> str:
        """The question and the answer as text."""
        return self.question.written(self.answer)

    @property
    def goal(self) -> TenGoal:
        """What is played for."""
        return self.question.goal

    @property
    def house(self) -> HouseRules:
        """The house rules."""
        return self.question.house

    @property
    def aim(self) -> Aim:
        """The same, as the drill asks for it."""
        return self.question.aim

    @property
    def identity(self) -> tuple[object, ...]:
        """What makes it the same answer as another."""
        return self.code, self.goal.name, self.at


Event = Played | Answered | TenPlayed | TenAnswered


def _check_finished(game: TurnGame | TenGame, *, is_read: bool) -> None:
    if not game.is_over:
        raise InputError("This turn is not finished.")
    if not is_read:
        raise InputError("A turn of a match does not stand alone, so a history cannot hold it.")


def _check_goal(goal: Goal) -> None:
    check_kind("goal", goal, Goal)
    if from_name(goal.name) != goal:
        raise InputError("A history has no goals with payoffs of their own, such as {name}.", name=goal.name)


def checked_time(at: datetime) -> datetime:
    """Return a time as it can be written down.

    Raises
    ------
    InputError
        If it is not in UTC and whole seconds, or out of range.
    """
    check_kind("at", at, datetime)
    if at.utcoffset() != timedelta() or at.microsecond or not FIRST_YEAR <= at.year <= LAST_YEAR:
        raise InputError(
            "A time is given in UTC and whole seconds, in the years {first} to {last}.",
            first=FIRST_YEAR,
            last=LAST_YEAR,
        )
    return at.replace(tzinfo=UTC)


# --------------------------------------------------------------------------------------------- the judgement

PositionT = TypeVar("PositionT")


@dataclass(frozen=True)
class Choice(Generic[PositionT]):
    """What was chosen, in a turn or in a drill, as its goal judges it.

    Attributes
    ----------
    position : Position or Question
        With the roll, and no pin; None for what the drill of 10 000 does not ask.
    keep : tuple of int
        The dice, sorted.
    loss : Fraction or float
        The value of the best choice minus the value of this one.
    band : Band
    is_forced : bool
        Whether there was nothing to decide.
    """

    position: PositionT
    keep: Dice
    loss: Fraction | float
    band: Band
    is_forced: bool


@lru_cache(maxsize=2 * MOST_EVENTS)
def choices(event: Played | Answered) -> tuple[Choice[Position], ...]:
    """Return the keeps of a turn of Midnight, or of an answer, in their order; each event is judged once.

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


def _choice(decision: Decision) -> Choice[Position]:
    turn = decision.turn
    position = Position(turn.rules, turn.kept, decision.roll)
    return Choice(position, decision.kept.keep, decision.loss, decision.band, decision.is_forced)


@lru_cache(maxsize=2 * MOST_EVENTS)
def ten_choices(event: TenPlayed | TenAnswered) -> tuple[Choice[Question | None], ...]:
    """Return the decisions of a turn of 10 000, or of an answer, in their order; each event is judged once.

    Raises
    ------
    InputError
        If `event` is neither.
    """
    if isinstance(event, TenPlayed):
        game, goal, aim = event.game, event.goal, event.aim
        solved = solution(game.house, goal, game.score)
        return tuple(
            _ten_choice(
                Question(game.house, aim, made.total, tuple(sorted(made.roll))) if aim else None, made
            )
            for made in ten_review.review(game, solved, goal.measure).decisions
        )
    check_kind("event", event, TenAnswered)
    return (_ten_choice(event.question, event.question.judged(event.answer)),)


TenT = TypeVar("TenT", bound=TenPlayed | TenAnswered)


def newest(events: Sequence[TenT]) -> Sequence[TenT]:
    """Return the last of some events of 10 000, of which no more than `MOST_DECISIONS` are to be judged."""
    decisions = 0
    for place in range(len(events) - 1, -1, -1):
        event = events[place]
        decisions += len(event.game.steps) if isinstance(event, TenPlayed) else 1
        if decisions > MOST_DECISIONS:
            return events[place + 1 :]
    return events


def ten_judged(
    events: Iterable[TenPlayed | TenAnswered],
) -> dict[TenPlayed | TenAnswered, tuple[Choice[Question | None], ...]]:
    """Return the `ten_choices` of some events that the drill asks for, in their order."""
    several = tuple(events)
    # Those for the same aim one after the other: there are more solutions than are remembered.
    by_aim = sorted(several, key=lambda event: event.aim or Aim())
    judged = {event: ten_choices(event) for event in by_aim}
    return {event: judged[event] for event in several}


def _ten_choice(question: Question | None, decision: ten_review.Decision) -> Choice[Question | None]:
    return Choice(question, decision.chosen.dice, decision.loss, decision.band, decision.is_forced)
