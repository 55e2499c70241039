"""A turn of 10 000 as a short text: its link, its save file, its undo stack and its branch point in one.

``t1.d.2417.0.~_152346D!`` reads: format 1 of a turn of 10 000; the default's house rules; seed 2417; 0 points
before the turn; then the moves: the seed threw, and all six dice were set aside; somebody typed 1 5 2 3 4 6,
and set the first two aside; the total was written down.

- A roll is ``~`` when the seed throws the dice, or as many faces as are rolled when somebody typed real dice.
- After it comes one character of the alphabet of masks for the dice set aside, as in a turn of Midnight; a
  roll that scores nothing ends the turn, and nothing follows it.
- After that comes the next roll, or ``!`` when the turn's total is written down.

Hot dice go on without limit at a table; here a turn has at most 100 rolls and a total of at most a million
points. No turn that anybody plays comes near either, and both keep a code short.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from midnight_core.dice import DICE, Dice, checked_dice, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.gamecode import (
    MASKS,
    THROW,
    Step,
    as_digits,
    checked_number,
    checked_seed,
    fields_of,
    read_mask,
    read_roll,
    read_seed,
    thrown_dice,
)
from midnight_core.ten_thousand.games import checked_score
from midnight_core.ten_thousand.house import UNIT, HouseRules, house_code, read_house
from midnight_core.ten_thousand.scoring import SetAside, is_bust, set_aside
from midnight_core.ten_thousand.sheet import check_floor
from midnight_core.ten_thousand.turn import MOST_TOTAL

TEN_FORMAT = "t1"

EXAMPLE = "t1.d.2417.0"

WRITTEN = "!"

MOST_ROLLS = 100

MAX_TEN_CODE = 840
"""Characters: room for the longest house rules and the most rolls, all of six typed dice."""


@dataclass(frozen=True)
class TenGame:
    """A turn of 10 000 as played so far. Every move returns a new one; `code` is all of it as text.

    A decision is a roll that scores: what to set aside, and whether to roll on or to write down then. Between
    the two halves a turn may stand still, its dice set aside and the next move open.

    Parameters
    ----------
    house : HouseRules
    seed : int
    score : int
        Points written down before the turn; 0 is before the opening.
    steps : tuple of Step
        The rolls; `mask` of a step picks what was set aside, 0 while that is open or when nothing scores.
    is_banked : bool
        Whether the total is written down.
    number, player : int
        Which turn of which player this is in a match: they key the dice beside the seed. The code leaves them
        out, so it gives back a turn that stands alone, number 0 of player 0.

    Raises
    ------
    InputError
        If a number is out of range, or the steps do not make up a turn.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import DEFAULT
    >>> game = TenGame(DEFAULT, seed=2417).enter((1, 1, 2, 4, 5, 6)).keep(0b010011)
    >>> game.total, game.dice_left, game.may_bank
    (250, 3, False)
    >>> game = game.enter((6, 6, 6)).keep(0b111)
    >>> game.total, game.is_hot, game.code
    (850, True, 't1.d.2417.0.112456T666H')
    """

    house: HouseRules
    seed: int
    score: int = 0
    steps: tuple[Step, ...] = ()
    is_banked: bool = False
    number: int = 0
    player: int = 0

    def __post_init__(self) -> None:
        check_kind("house", self.house, HouseRules)
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "score", checked_score(self.house, self.score) * UNIT)
        object.__setattr__(self, "number", checked_number(self.number))
        object.__setattr__(self, "player", checked_number(self.player))
        check_kind("steps", self.steps, Iterable)
        object.__setattr__(self, "steps", tuple(self.steps))
        check_kind("is_banked", self.is_banked, bool)
        if self.total > MOST_TOTAL:
            raise InputError(
                "A turn's total is a multiple of {unit} from 0 to {most}, not {total}.",
                unit=UNIT,
                most=MOST_TOTAL,
                total=self.total,
            )
        if self.is_banked:
            self._check_bank()

    # ---------------------------------------------------------------------------------------- as text

    @property
    def moves(self) -> str:
        """The turn as text: the code without its head."""
        steps = "".join(
            (as_digits(step.roll) if step.typed else THROW) + (MASKS[step.mask] if step.mask else "")
            for step in self.steps
        )
        return steps + WRITTEN if self.is_banked else steps

    @property
    def code(self) -> str:
        """The turn as text."""
        head = f"{TEN_FORMAT}.{house_code(self.house)}.{self.seed}.{self.score}"
        return f"{head}.{self.moves}" if self.steps else head

    # -------------------------------------------------------------------------------------- its state

    @cached_property
    def set_aside(self) -> tuple[SetAside, ...]:
        """What was set aside in the whole turn, one for each roll that has been decided."""
        found: list[SetAside] = []
        if len(self.steps) > MOST_ROLLS:
            raise InputError("A turn has at most {most} rolls.", most=MOST_ROLLS)
        for number, step in enumerate(self.steps, start=1):
            check_kind("steps", step, Step)
            left = _dice_left(found)
            if len(step.roll) != left:
                raise InputError(
                    "The next roll has {expected} dice, not {count}.", expected=left, count=len(step.roll)
                )
            if step.mask or number < len(self.steps):
                found.append(set_aside(self.house, step.roll, step.kept))
        return tuple(found)

    @property
    def beside(self) -> tuple[SetAside, ...]:
        """What lies beside the dice that are rolled: of the current six, and all six while they are hot."""
        count = DICE - self.dice_left or (DICE if self.is_hot else 0)
        found: list[SetAside] = []
        for choice in reversed(self.set_aside):
            if not count:
                break
            found.append(choice)
            count -= len(choice.dice)
        return tuple(reversed(found))

    @property
    def total(self) -> int:
        """Points set aside in the turn: at stake, written down, or lost."""
        return sum(choice.points for choice in self.set_aside)

    @property
    def points(self) -> int:
        """Points that the turn wrote down; 0 as long as it has not."""
        return self.total if self.is_banked else 0

    @property
    def roll(self) -> Dice:
        """The dice on the table to set aside from; empty when a roll is due or all is over."""
        return self.steps[-1].roll if self._is_thrown and not self.is_bust else ()

    @property
    def dice_left(self) -> int:
        """The dice of the roll on the table, or of the next one; six when all have scored."""
        return _dice_left(self.set_aside)

    @property
    def is_hot(self) -> bool:
        """Whether all six dice have scored, and none of them is rolled again yet."""
        return bool(self.set_aside) and self.dice_left == DICE and not self._is_thrown

    @property
    def is_bust(self) -> bool:
        """Whether the last roll scored nothing, and all is lost."""
        return self._is_thrown and is_bust(self.house, self.steps[-1].roll)

    @property
    def is_over(self) -> bool:
        """Whether the turn is written down or lost."""
        return self.is_banked or self.is_bust

    @property
    def floor(self) -> int:
        """The fewest points that this turn may write down."""
        return self.house.floor(self.score)

    @property
    def may_bank(self) -> bool:
        """Whether the total may be written down now."""
        must_roll = self.is_hot and self.house.must_roll_hot
        is_due = bool(self.steps) and not self._is_thrown and not self.is_banked
        return is_due and not must_roll and self.total >= self.floor

    @property
    def is_touched(self) -> bool:
        """Whether anything was decided or typed: more than a first roll of the seed's dice."""
        return any(step.mask or step.typed for step in self.steps)

    @property
    def _is_thrown(self) -> bool:
        """Whether the last roll still lies there as it fell."""
        return bool(self.steps) and not self.steps[-1].mask

    # -------------------------------------------------------------------------------------- its moves

    def throw(self) -> TenGame:
        """Return the game after the seed throws the dice that are left.

        Raises
        ------
        InputError
            If no roll is due.
        """
        self._check_roll_due()
        dice = thrown_dice(self.seed, len(self.steps), self.dice_left, self.number, self.player)
        return self._with(Step(dice, typed=False))

    def enter(self, roll: Iterable[int]) -> TenGame:
        """Return the game after somebody entered what real dice show.

        Raises
        ------
        InputError
            If no roll is due, or `roll` is not one of the dice left.
        """
        self._check_roll_due()
        return self._with(Step(checked_dice(roll), typed=True))

    def keep(self, mask: int) -> TenGame:
        """Return the game after setting aside the dice that a bit mask picks.

        Raises
        ------
        InputError
            If there is no roll, or the mask picks nothing, or a die that is not there or does not score.
        """
        if not self.roll:
            raise InputError("There is no roll to set dice aside from.")
        step = replace(self.steps[-1], mask=mask)
        set_aside(self.house, step.roll, step.kept)
        return replace(self, steps=(*self.steps[:-1], step))

    def bank(self) -> TenGame:
        """Return the game after its total is written down.

        Raises
        ------
        InputError
            If nothing is set aside of the last roll, the total is too low, or the turn is over.
        """
        self._check_goes_on()
        return replace(self, is_banked=True)

    def undo(self) -> TenGame:
        """Return the game at its last decision, or before the first roll when none was made.

        What to set aside and what to do then are one decision: both are open again.
        """
        decided = len(self.set_aside)
        return self.reopened(decided - 1) if decided else self.restarted()

    def reopened(self, decision: int) -> TenGame:
        """Return the game at one of its decisions, counted from 0, before anything of the roll was set aside.

        Raises
        ------
        InputError
            If the turn has no such decision.
        """
        count = len(self.steps) - self.is_bust
        if not is_whole(decision) or not 0 <= decision < count:
            raise InputError(
                "This turn has {count} decisions, numbered from 0; there is no number {number}.",
                count=count,
                number=named(decision),
            )
        steps = (*self.steps[:decision], replace(self.steps[decision], mask=0))
        return replace(self, steps=steps, is_banked=False)

    def restarted(self) -> TenGame:
        """Return the turn before its first roll; the same seed, so the same dice."""
        return replace(self, steps=(), is_banked=False)

    def _check_goes_on(self) -> None:
        if self.is_banked:
            raise InputError("The turn is over: its total is written down.")
        if self.is_bust:
            raise InputError("The turn is over: its last roll scores nothing.")

    def _check_roll_due(self) -> None:
        self._check_goes_on()
        if self.roll:
            raise InputError("Set aside at least one die that scores.")

    def _check_bank(self) -> None:
        if not self.steps:
            raise InputError("There is nothing to write down before the first roll.")
        if self._is_thrown:
            raise InputError("Set aside at least one die that scores.")
        if self.is_hot and self.house.must_roll_hot:
            raise InputError("All six dice have scored; in this house they have to be rolled again.")
        check_floor(self.house, self.score, self.total)

    def _with(self, step: Step) -> TenGame:
        return replace(self, steps=(*self.steps, step))


def _dice_left(aside: Iterable[SetAside]) -> int:
    return DICE - sum(len(choice.dice) for choice in aside) % DICE


def read_ten(code: str) -> TenGame:
    """Return the turn that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or makes an illegal move.
    """
    _, house, seed, score, *rest = fields_of(code, TEN_FORMAT, 4, 5, EXAMPLE, MAX_TEN_CODE)
    # One way of writing a score: no zeros in front.
    if not re.fullmatch("0|[1-9][0-9]{0,4}", score, re.ASCII):
        raise InputError("The score in this link is not a whole number.")
    start = TenGame(read_house(house), read_seed(seed), int(score))
    game, moves = read_ten_moves(start, "".join(rest))
    if moves:
        raise InputError("This link goes on after its turn is over.")
    return game


def read_ten_moves(game: TenGame, moves: str) -> tuple[TenGame, str]:
    """Return a turn, not begun before, after the moves of a text, and the text that is left over.

    Raises
    ------
    InputError
        If a move is malformed or illegal.
    """
    steps: list[Step] = []
    left, is_banked, is_lost = DICE, False, False
    while moves and not is_banked and not is_lost:
        number = len(steps)
        if steps and moves[0] == WRITTEN:
            is_banked, moves = True, moves[1:]
            continue
        typed = moves[0] != THROW
        if typed:
            roll, moves = read_roll(moves[:left], left, number + 1), moves[left:]
        else:
            roll, moves = thrown_dice(game.seed, number, left, game.number, game.player), moves[1:]
        is_lost = is_bust(game.house, roll)
        mask = read_mask(moves[0], left, number + 1) if moves and not is_lost else 0
        steps.append(Step(roll, typed, mask))
        if mask:
            left, moves = left - mask.bit_count() or DICE, moves[1:]
    return replace(game, steps=tuple(steps), is_banked=is_banked), moves
