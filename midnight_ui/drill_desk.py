"""The drill that is asked, ``?drill=`` in the address, and everything that a reader can do in it.

The reader's own mistakes are not in the address, which says only that they are practised: they come from the
device's history, and every answer is in there as soon as it is given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from midnight_core import MIDNIGHT, InputError, Rules
from midnight_core.dice import Dice
from midnight_core.drill import OPENINGS, SETS, Drill, Practice, Question, read_drill
from midnight_core.history import Answered, History, now
from midnight_core.mistakes import Mistake, due
from midnight_ui.shown import Keeper, Shown, moved, new_version

TRAY = "drill_tray"

MINE = "mine"
"""The set of the reader's own mistakes, beside those of the core."""

MOST_PRACTISED = 100

_FEWEST_DIGITS = 10**4


@dataclass(frozen=True, kw_only=True)
class DrillDesk(Shown):
    """Questions, and what was answered.

    Attributes
    ----------
    drill : Drill
    practice : Practice or None
        The reader's own mistakes, when they are asked instead of the drill's questions; without questions as
        long as none are due.
    noted : Answered or None
        The last answer given here, for the device's history.
    """

    drill: Drill
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

    @property
    def dice(self) -> Dice:
        """The roll of the question that lies open or is looked at."""
        question = self.series.question
        return question.roll if question is not None else ()


def _new_seed() -> int:
    """Return a seed that a teacher can read aloud."""
    return 1 + secrets.randbelow(_FEWEST_DIGITS - 1)


def _read(desk: DrillDesk, code: str) -> DrillDesk:
    if code == MINE:
        return _laid(desk, practice=Practice(()))
    return _laid(desk, drill=read_drill(code), practice=None)


def _laid(desk: DrillDesk, **changes: Any) -> DrillDesk:
    """Return the desk with something else asked, and the dice of an answer chosen while it is looked at."""
    after = moved(desk, **changes)
    return replace(after, chosen=after.series.answers[-1]) if after.series.is_looking else after


KEEPER = Keeper(
    "drill",
    fresh=lambda: DrillDesk(drill=Drill(MIDNIGHT, OPENINGS, _new_seed()), version=new_version()),
    read=_read,
)


def act(table: str) -> None:
    """Do what the main button says: check what is chosen, or go on.

    Parameters
    ----------
    table : str
        The table that the button was drawn for: a second click on it is not meant for the next.
    """
    KEEPER.move(lambda desk: _acted(desk, desk.mask(TRAY)) if desk.table == table else desk)


def act_in_tray() -> None:
    """Do the same for Enter in the tray."""

    def acted(desk: DrillDesk) -> DrillDesk:
        mask = desk.pressed_mask(TRAY)
        return desk if mask is None else _acted(desk, mask)

    KEEPER.move(acted)


def _acted(desk: DrillDesk, mask: int) -> DrillDesk:
    question = desk.series.question
    if question is None:
        return desk
    if desk.series.is_looking:
        return _with_series(desk, lambda series: series.go_on())
    after = _with_series(desk, lambda series: series.answer(mask))
    answered = Answered(replace(question.position, pins=(mask,)), question.goal, now())
    return replace(after, noted=answered)


def _with_series(desk: DrillDesk, change: Callable[[Any], Any]) -> DrillDesk:
    if desk.practice is None:
        return _laid(desk, drill=change(desk.drill))
    return _laid(desk, practice=change(desk.practice))


def choose(mask: int) -> None:
    """Choose dice by other controls than the tray."""
    KEEPER.move(lambda desk: replace(desk, chosen=mask, error=None))


def start_again() -> None:
    """Ask the same questions once more."""
    KEEPER.move(lambda desk: _with_series(desk, lambda series: series.restarted()))


def other_questions() -> None:
    """Ask other questions of the same set."""
    KEEPER.move(lambda desk: _laid(desk, drill=Drill(desk.drill.rules, desk.drill.name, _new_seed())))


def pick_set(name: str) -> None:
    """Ask another set; a drill that was left for the mistakes goes on where it was."""

    def picked(desk: DrillDesk) -> DrillDesk:
        if name == MINE:
            return _laid(desk, practice=Practice(()))
        if name not in SETS:
            raise InputError("There is no such set of questions.")
        drill = desk.drill if name == desk.drill.name else Drill(desk.drill.rules, name, desk.drill.seed)
        return _laid(desk, drill=drill, practice=None)

    KEEPER.move(picked)


def set_seed(seed: int) -> None:
    """Ask the questions of another seed."""
    KEEPER.move(lambda desk: _laid(desk, drill=Drill(desk.drill.rules, desk.drill.name, seed)))


def set_rules(rules: Rules) -> None:
    """Ask by other rules."""
    KEEPER.move(lambda desk: _laid(desk, drill=Drill(rules, desk.drill.name, desk.drill.seed)))


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
    return _laid(desk, practice=Practice(tuple(questions)))
