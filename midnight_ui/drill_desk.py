"""The drill that is asked, ``?drill=`` in the address."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from midnight_core import MIDNIGHT
from midnight_core.drill import OPENINGS, Drill, Practice, Question, read_drill
from midnight_core.history import Answered, now
from midnight_ui.examiner import MINE, Desk, Examiner, Mistakes, new_seed
from midnight_ui.shown import Keeper, new_version


@dataclass(frozen=True, kw_only=True)
class DrillDesk(Desk[Drill]):
    """Questions, and what was answered."""

    def code_of(self, question: Question) -> str:
        """Return a question as text."""
        return question.position.code

    def questions_of(self, mistakes: Mistakes) -> Practice:
        """Return the questions that some mistakes are asked by."""
        return Practice(tuple(Question(mistake.position, mistake.goal) for mistake in mistakes))

    def mask_of(self, answer: int) -> int:
        """Return the dice that an answer keeps."""
        return answer

    def answered(self, mask: int, act: str) -> Self:  # noqa: ARG002 - there is only one thing to do with dice
        """Return the desk after the open question is answered, which is noted."""
        question = self.series.question
        assert question is not None
        after = self.with_series(self.series.answer(mask))
        answered = Answered(replace(question.position, pins=(mask,)), question.goal, now())
        return replace(after, noted=answered)


def _read(desk: DrillDesk, code: str) -> DrillDesk:
    if code == MINE:
        return desk.practising()
    return desk.laid(drill=read_drill(code), practice=None)


KEEPER = Keeper(
    "drill",
    fresh=lambda: DrillDesk(drill=Drill(MIDNIGHT, OPENINGS, new_seed()), version=new_version()),
    read=_read,
)

EXAMINER = Examiner(KEEPER, tray="drill_tray")
