"""A drill that is asked, of either game, and everything that a reader can do in it.

The reader's own mistakes are not in the address, which says only that they are practised: they come from the
device's history, and every answer is in there as soon as it is given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Self, TypeVar

from midnight_core.dice import Dice
from midnight_core.history import Event
from midnight_core.mistakes import Mistake
from midnight_core.series import Series
from midnight_ui.shown import Keeper, Shown, moved

_FEWEST_DIGITS = 10**4

MINE = "mine"
"""The set of the reader's own mistakes, beside those of the core."""

MOST_PRACTISED = 100

DrillT = TypeVar("DrillT", bound=Any)
Mistakes = Sequence[Mistake[Any, Any]]


@dataclass(frozen=True, kw_only=True)
class Desk(Shown, Generic[DrillT]):
    """Questions, and what was answered.

    Attributes
    ----------
    drill : Drill
    practice : Series or None
        The reader's own mistakes, when they are asked instead of the drill's questions; without questions as
        long as none are due.
    noted : Event or None
        The last answer given here, for the device's history.
    """

    drill: DrillT
    practice: Series[Any, Any, Any] | None = None
    noted: Event | None = None

    @property
    def series(self) -> Series[Any, Any, Any]:
        """What is asked."""
        series: Series[Any, Any, Any] = self.drill if self.practice is None else self.practice
        return series

    @property
    def name(self) -> str:
        """The set that is asked."""
        return str(self.drill.name) if self.practice is None else MINE

    @property
    def code(self) -> str:
        """The drill's code, or that the reader's mistakes are asked."""
        return str(self.drill.code) if self.practice is None else MINE

    @property
    def table(self) -> str:
        """The code with, of mistakes, the question and how far the answers have come."""
        if self.practice is None or self.practice.question is None:
            return self.code
        return f"{MINE}.{self.practice.progress}.{self.code_of(self.practice.question)}"

    def code_of(self, question: Any) -> str:
        """Return a question as text."""
        raise NotImplementedError

    def questions_of(self, mistakes: Mistakes) -> Series[Any, Any, Any]:
        """Return the questions that some mistakes are asked by."""
        raise NotImplementedError

    @property
    def dice(self) -> Dice:
        """The roll of the question that lies open or is looked at."""
        question = self.series.question
        return question.roll if question is not None else ()

    def mask_of(self, answer: Any) -> int:
        """Return the dice that an answer chooses."""
        raise NotImplementedError

    def answered(self, mask: int, act: str) -> Self:
        """Return the desk after the open question is answered."""
        raise NotImplementedError

    def laid(self, **changes: Any) -> Self:
        """Return the desk with something else asked; the dice of an answer that is looked at are chosen."""
        after = moved(self, **changes)
        if not after.series.is_looking:
            return after
        return replace(after, chosen=after.mask_of(after.series.answers[-1]))

    def with_series(self, series: Any) -> Self:
        """Return the desk with the drill or the mistakes gone on."""
        return self.laid(drill=series) if self.practice is None else self.laid(practice=series)

    def practising(self, mistakes: Mistakes = ()) -> Self:
        """Return the desk with mistakes asked, in the order given."""
        return self.laid(practice=self.questions_of(mistakes[:MOST_PRACTISED]))

    def acted(self, mask: int, act: str) -> Self:
        """Return the desk after the answer chosen, or the next question when one is looked at."""
        if self.series.question is None:
            return self
        if self.series.is_looking:
            return self.with_series(self.series.go_on())
        return self.answered(mask, act)


@dataclass(frozen=True)
class Examiner:
    """The moves at one kind of desk.

    Attributes
    ----------
    keeper : Keeper of Desk
    tray : str
        Streamlit key of the dice tray.
    """

    keeper: Keeper[Any]
    tray: str

    def act(self, table: str, act: str = "") -> None:
        """Do what a button says: check what is chosen, or go on.

        Parameters
        ----------
        table : str
            The table that the button was drawn for: a second click on it is not meant for the next.
        act : str
            What is to be done with the dice, where there is a choice.
        """
        self.keeper.move(lambda desk: desk.acted(desk.mask(self.tray), act) if desk.table == table else desk)

    def act_in_tray(self) -> None:
        """Do the same for a key pressed in the tray."""

        def acted(desk: Desk[Any]) -> Desk[Any]:
            pressed = desk.pressed(self.tray)
            return desk if pressed is None else desk.acted(pressed.mask, pressed.act)

        self.keeper.move(acted)

    def choose(self, mask: int) -> None:
        """Choose dice by other controls than the tray."""
        self.keeper.move(lambda desk: replace(desk, chosen=mask, error=None))

    def start_again(self) -> None:
        """Ask the same questions once more."""
        self.keeper.move(lambda desk: desk.with_series(desk.series.restarted()))

    def other_questions(self) -> None:
        """Ask other questions of the same set."""
        self.ask(seed=new_seed())

    def pick_set(self, name: str) -> None:
        """Ask another set; a drill that was left for the mistakes goes on where it was."""

        def picked(desk: Desk[Any]) -> Desk[Any]:
            if name == MINE:
                return desk.practising()
            return desk.laid(drill=changed(desk.drill, name=name), practice=None)

        self.keeper.move(picked)

    def practise(self, mistakes: Mistakes) -> None:
        """Ask the reader's mistakes, in the order given."""
        self.keeper.move(lambda desk: desk.practising(mistakes))

    def take_due(self, due: Callable[[], Mistakes]) -> None:
        """Ask the mistakes that are due, unless some are asked already or were."""

        def taken(desk: Desk[Any]) -> Desk[Any]:
            if desk.practice is None or desk.practice.questions or not (ripe := due()):
                return desk
            return desk.practising(ripe)

        self.keeper.move(taken)

    def ask(self, **changes: Any) -> None:
        """Ask a drill that differs so from the one asked, from its first question."""
        self.keeper.move(lambda desk: desk.laid(drill=changed(desk.drill, **changes)))


def changed(drill: DrillT, **changes: Any) -> DrillT:
    """Return a drill changed and not begun; the same, as far as it is answered, if nothing is changed."""
    if all(getattr(drill, name) == value for name, value in changes.items()):
        return drill
    return replace(drill, answers=(), is_looking=False, **changes)


def new_seed() -> int:
    """Return a seed that a teacher can read aloud."""
    return 1 + secrets.randbelow(_FEWEST_DIGITS - 1)
