"""Questions asked one after another, and how those of a seed are drawn; of either game."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from midnight_core.errors import InputError, check_kind, named
from midnight_core.gamecode import fair_number, keyed_numbers
from midnight_core.review import Band
from midnight_core.rolls import IntArray, frozen

MOST_QUESTIONS = 100

LOOKING = "!"
"""Ends the text of a series while the last answer is looked at."""


class Judged(Protocol):
    """An answer beside the best one."""

    @property
    def loss(self) -> Fraction | float:
        """What it gives away, >= 0."""

    @property
    def band(self) -> Band:
        """How bad that is."""


QuestionT = TypeVar("QuestionT")
AnswerT = TypeVar("AnswerT")
JudgedT = TypeVar("JudgedT", bound=Judged)


@dataclass(frozen=True, kw_only=True)
class Series(Generic[QuestionT, AnswerT, JudgedT]):
    """Questions asked one after another, and the answers given so far. Every step returns a new one.

    Parameters
    ----------
    answers : tuple
    is_looking : bool
        Whether the last answer is still looked at.

    Raises
    ------
    InputError
        If the answers do not fit the questions.
    """

    answers: tuple[AnswerT, ...] = ()
    is_looking: bool = False

    def __post_init__(self) -> None:
        check_kind("answers", self.answers, Iterable)
        object.__setattr__(self, "answers", tuple(self.answers))
        if len(self.answers) > len(self.questions):
            raise InputError(
                "There are {count} questions and {answers} answers.",
                count=len(self.questions),
                answers=len(self.answers),
            )
        for number, answer in enumerate(self.answers):
            self._check(number, answer)
        if self.is_looking and not self.answers:
            raise InputError("There is no answer to look at.")

    @property
    def questions(self) -> tuple[QuestionT, ...]:
        """All questions in their order."""
        raise NotImplementedError

    def _check(self, number: int, answer: AnswerT) -> None:
        """Raise InputError if an answer does not fit its question, counted from 0."""
        raise NotImplementedError

    def _judge(self, question: QuestionT, answer: AnswerT) -> JudgedT:
        """Return an answer beside the best one."""
        raise NotImplementedError

    def _written(self, answer: AnswerT) -> str:
        """Return an answer as text."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """The number of the question that lies open or is looked at, counted from 0."""
        return len(self.answers) - self.is_looking

    @property
    def question(self) -> QuestionT | None:
        """The question that lies open or is looked at; None when all are answered."""
        return None if self.is_over else self.questions[self.number]

    @property
    def is_over(self) -> bool:
        """Whether all questions are answered and looked at."""
        return self.number == len(self.questions)

    @property
    def progress(self) -> str:
        """The answers as text."""
        return "".join(map(self._written, self.answers)) + LOOKING * self.is_looking

    @property
    def judged(self) -> tuple[JudgedT, ...]:
        """Every answer beside the best one."""
        return tuple(map(self._judge, self.questions, self.answers))

    @property
    def mean_losses(self) -> tuple[Fraction | float, ...]:
        """The mean loss after each answer. Nothing in a drill is forced, so every answer counts."""
        totals = accumulate(judged.loss for judged in self.judged)
        return tuple(total / count for count, total in enumerate(totals, start=1))

    @property
    def best(self) -> int:
        """How many answers count as best."""
        return sum(judged.band is Band.BEST for judged in self.judged)

    def asked(self, number: int) -> QuestionT:
        """Return one of the questions, counted from 0.

        Raises
        ------
        InputError
            If there is no such question.
        """
        if isinstance(number, bool) or number not in range(len(self.questions)):
            raise InputError(
                "There are {count} questions, numbered from 0; there is no number {number}.",
                count=len(self.questions),
                number=named(number),
            )
        return self.questions[number]

    def answer(self, answer: AnswerT) -> Self:
        """Return the series after the open question is answered, the answer to be looked at.

        Raises
        ------
        InputError
            If no question lies open, or the answer does not fit it.
        """
        self._check_open()
        return replace(self, answers=(*self.answers, answer), is_looking=True)

    def go_on(self) -> Self:
        """Return the series with the next question open.

        Raises
        ------
        InputError
            If no answer is looked at.
        """
        if not self.is_looking:
            raise InputError("This question is not answered yet.")
        return replace(self, is_looking=False)

    def restarted(self) -> Self:
        """Return the same questions before the first answer."""
        return replace(self, answers=(), is_looking=False)

    def _check_open(self) -> None:
        if self.is_looking or self.is_over:
            raise InputError("No question is open.")


@dataclass(frozen=True)
class Given(Series[QuestionT, AnswerT, JudgedT]):
    """Questions that come with the series, where a drill draws its own from a seed.

    Parameters
    ----------
    asks : tuple of Question
    answers, is_looking
        As for every `Series`.
    """

    asks: tuple[QuestionT, ...]

    @property
    def questions(self) -> tuple[QuestionT, ...]:
        """The questions given."""
        return self.asks


# ---------------------------------------------------------------------------------------- how they are drawn


AnyT = TypeVar("AnyT")
GoalT = TypeVar("GoalT")


@dataclass(frozen=True, eq=False)
class Heap(Generic[GoalT]):
    """Some questions of a set, all for one goal.

    Attributes
    ----------
    goal : object
    share : int
        How often the heap is drawn from, beside the others of its set.
    weights : int64 array
        How often each question is drawn.
    """

    goal: GoalT
    share: int
    weights: IntArray

    @cached_property
    def sums(self) -> IntArray:
        """The sum of the weights up to each question."""
        return frozen(np.cumsum(self.weights))


def drawn(generator: np.random.Philox, heaps: Sequence[Heap[GoalT]]) -> tuple[GoalT, int]:
    """Return the goal and the number of a question: first a heap by its share, then by weight."""
    shares = list(accumulate(heap.share for heap in heaps))
    heap = heaps[bisect_right(shares, fair_number(generator, shares[-1]))]
    asked = np.searchsorted(heap.sums, fair_number(generator, int(heap.sums[-1])), side="right")
    return heap.goal, int(asked)


_MOST_TRIES = 1000
"""So often something else than before is looked for; a set that has so little to ask ends there."""


def distinct(seed: int, place: Iterable[int], draw: Callable[[np.random.Philox], AnyT]) -> list[AnyT]:
    """Return what a seed draws, MOST_QUESTIONS times: nothing comes twice.

    Parameters
    ----------
    seed : int
    place : iterable of int
        Two numbers that tell these questions from others of the same seed, as for `keyed_numbers`.
    draw : callable
        Draws a question.
    """
    found: dict[AnyT, None] = {}
    for number in range(MOST_QUESTIONS):
        generator = keyed_numbers(seed, number, *place)
        for _ in range(_MOST_TRIES):
            found[draw(generator)] = None
            if len(found) > number:
                break
        else:
            break
    return list(found)
