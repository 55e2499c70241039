"""The drill of 10 000 that is asked, ``?ten_drill=`` in the address.

The reader's own mistakes are those by the house rules in force: by others, other things are right.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from midnight_core.history import TenAnswered, now
from midnight_core.ten_thousand import BANK, HouseRules, house_code
from midnight_core.ten_thousand.drill import (
    FIRST,
    Answer,
    Question,
    TenDrill,
    TenPractice,
    read_ten_drill,
    sets_of,
)
from midnight_ui import address, ten_house
from midnight_ui.examiner import MINE, Desk, Examiner, Mistakes, changed, new_seed
from midnight_ui.shown import Keeper, new_version


@dataclass(frozen=True, kw_only=True)
class TenDesk(Desk[TenDrill]):
    """Questions of 10 000, and what was answered."""

    def code_of(self, question: Question) -> str:
        """Return a question as text."""
        return question.written(Answer(0))

    def questions_of(self, mistakes: Mistakes) -> TenPractice:
        """Return the questions that some mistakes are asked by."""
        return TenPractice(tuple(mistake.position for mistake in mistakes))

    def mask_of(self, answer: Answer) -> int:
        """Return the dice that an answer sets aside."""
        return answer.mask

    def answered(self, mask: int, act: str) -> Self:
        """Return the desk after the open question is answered, which is noted."""
        question = self.series.question
        assert question is not None
        answer = Answer(mask, is_written=act == BANK)
        after = self.with_series(self.series.answer(answer))
        return replace(after, noted=TenAnswered(question, answer, now()))

    def by(self, house: HouseRules) -> Self:
        """Return the desk with other house rules; a set that they do not have makes way for first rolls."""
        name = self.drill.name
        drill = changed(self.drill, house=house, name=name if name in sets_of(house) else FIRST)
        after = self.laid(drill=drill)
        return after if self.practice is None else after.practising()


def _read(desk: TenDesk, code: str) -> TenDesk:
    if code == MINE:
        return desk.by(ten_house.in_force()).practising()
    return desk.laid(drill=read_ten_drill(code), practice=None)


KEEPER = Keeper(
    "ten_drill",
    fresh=lambda: TenDesk(drill=TenDrill(ten_house.in_force(), FIRST, new_seed()), version=new_version()),
    read=_read,
)

EXAMINER = Examiner(KEEPER, tray="ten_drill_tray")


def pick_set(name: str) -> None:
    """Ask another set; whose mistakes are asked is said by the house rules in the address."""
    if name == MINE:
        address.remember(ten_house.PARAMETER, house_code(KEEPER.current().drill.house))
    EXAMINER.pick_set(name)


def play_by(house: HouseRules) -> None:
    """Ask by other house rules."""
    address.remember(ten_house.PARAMETER, house_code(house))
    KEEPER.move(lambda desk: desk.by(house))
