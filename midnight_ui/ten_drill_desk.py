"""The drill of 10 000 that is asked, ``?ten_drill=`` in the address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from midnight_core.ten_thousand import BANK, HouseRules, house_code
from midnight_core.ten_thousand.drill import FIRST, Answer, TenDrill, read_ten_drill, sets_of
from midnight_ui import address, ten_house
from midnight_ui.examiner import Desk, Examiner, new_seed
from midnight_ui.shown import Keeper, new_version


@dataclass(frozen=True, kw_only=True)
class TenDesk(Desk[TenDrill]):
    """Questions of 10 000, and what was answered."""

    @property
    def code(self) -> str:
        """The drill's code."""
        return self.drill.code

    def mask_of(self, answer: Answer) -> int:
        """Return the dice that an answer sets aside."""
        return answer.mask

    def answered(self, mask: int, act: str) -> Self:
        """Return the desk after the open question is answered."""
        return self.with_series(self.drill.answer(Answer(mask, is_written=act == BANK)))


KEEPER = Keeper(
    "ten_drill",
    fresh=lambda: TenDesk(drill=TenDrill(ten_house.in_force(), FIRST, new_seed()), version=new_version()),
    read=lambda desk, code: desk.laid(drill=read_ten_drill(code)),
)

EXAMINER = Examiner(KEEPER, tray="ten_drill_tray")


def play_by(house: HouseRules) -> None:
    """Ask by other house rules; a set that they do not have makes way for first rolls."""
    address.remember(ten_house.PARAMETER, house_code(house))
    name = KEEPER.current().drill.name
    EXAMINER.ask(house=house, name=name if name in sets_of(house) else FIRST)
