"""The drill that is asked, ``?drill=`` in the address, and everything that a reader can do in it.

The reader's own mistakes are not in the address, which says only that they are practised: they come from the
device's history, and every answer is in there as soon as it is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from midnight_core import MIDNIGHT
from midnight_core.drill import OPENINGS, Drill, Practice, Question, read_drill
from midnight_core.history import Answered, History, now
from midnight_core.mistakes import Mistake, due
from midnight_ui.examiner import Desk, Examiner, changed, new_seed
from midnight_ui.shown import Keeper, new_version

MINE = "mine"
"""The set of the reader's own mistakes, beside those of the core."""

MOST_PRACTISED = 100


@dataclass(frozen=True, kw_only=True)
class DrillDesk(Desk[Drill]):
    """Questions, and what was answered.

    Attributes
    ----------
    practice : Practice or None
        The reader's own mistakes, when they are asked instead of the drill's questions; without questions as
        long as none are due.
    noted : Answered or None
        The last answer given here, for the device's history.
    """

    practice: Practice | None = None
    noted: Answered | None = None

    @property
    def series(self) -> Drill | Practice:
        """What is asked."""
        return self.drill if self.practice is None else self.practice

    @property
    def name(self) -> str:
        """The set that is asked."""
        return self.drill.name if self.practice is None else MINE

    @property
    def code(self) -> str:
        """The drill's code, or that the reader's mistakes are asked."""
        return self.drill.code if self.practice is None else MINE

    @property
    def table(self) -> str:
        """The code with, of mistakes, the question and how far the answers have come."""
        if self.practice is None or self.practice.question is None:
            return self.code
        return f"{MINE}.{self.practice.progress}.{self.practice.question.position.code}"

    def mask_of(self, answer: int) -> int:
        """Return the dice that an answer keeps."""
        return answer

    def with_series(self, series: Any) -> Self:
        """Return the desk with the drill or the mistakes gone on."""
        return self.laid(drill=series) if self.practice is None else self.laid(practice=series)

    def answered(self, mask: int, act: str) -> Self:  # noqa: ARG002 - there is only one thing to do with dice
        """Return the desk after the open question is answered, which is noted."""
        question = self.series.question
        assert question is not None
        after = self.with_series(self.series.answer(mask))
        answered = Answered(replace(question.position, pins=(mask,)), question.goal, now())
        return replace(after, noted=answered)


def _read(desk: DrillDesk, code: str) -> DrillDesk:
    if code == MINE:
        return desk.laid(practice=Practice(()))
    return desk.laid(drill=read_drill(code), practice=None)


KEEPER = Keeper(
    "drill",
    fresh=lambda: DrillDesk(drill=Drill(MIDNIGHT, OPENINGS, new_seed()), version=new_version()),
    read=_read,
)

EXAMINER = Examiner(KEEPER, tray="drill_tray")


def pick_set(name: str) -> None:
    """Ask another set; a drill that was left for the mistakes goes on where it was."""

    def picked(desk: DrillDesk) -> DrillDesk:
        if name == MINE:
            return desk.laid(practice=Practice(()))
        return desk.laid(drill=changed(desk.drill, name=name), practice=None)

    KEEPER.move(picked)


def practise(mistakes: tuple[Mistake, ...]) -> None:
    """Ask the reader's mistakes, in the order given."""
    KEEPER.move(lambda desk: _practising(desk, mistakes))


def take_due(history: History) -> None:
    """Ask the mistakes that are due, unless some are asked already or were."""

    def taken(desk: DrillDesk) -> DrillDesk:
        if desk.practice is None or desk.practice.questions or not (ripe := due(history, now())):
            return desk
        return _practising(desk, ripe)

    KEEPER.move(taken)


def _practising(desk: DrillDesk, mistakes: tuple[Mistake, ...]) -> DrillDesk:
    questions = (Question(mistake.position, mistake.goal) for mistake in mistakes[:MOST_PRACTISED])
    return desk.laid(practice=Practice(tuple(questions)))
