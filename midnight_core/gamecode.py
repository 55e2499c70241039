"""A turn as a short text: its link, its save file, its undo stack and its branch point in one.

``m1.14.2417.~Q41632C~`` reads: format 1 of Midnight; required faces 1 and 4; seed 2417; then the moves:
the seed threw, the fifth die was kept; somebody typed 4 1 6 3 2, the second die was kept; the seed threw.
Roll and keep take turns, so every character has one meaning by its place:

- a roll is ``~`` when the seed throws the dice, or the faces themselves when somebody typed real dice;
- a keep is one character of the URL-safe base 64 alphabet, read as a bit mask over the dice of the roll in
  the order in which they fell (bit 0 the first die); 0, keeping nothing, is no legal keep.

The seed's dice come from a counter-based generator keyed by (seed, player, turn, roll): the same code always
shows the same dice, on any machine, and a move that is sent twice cannot throw twice.

A position of "what if" is a text as well: ``p1.14.46.1235.CE`` is the required faces, the dice kept, the
roll, and the keeps pinned for comparison, as masks over the sorted roll.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from midnight_core.dice import DICE, FACES, Dice, checked_dice, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.rolls import checked_roll
from midnight_core.rules import MIDNIGHT, Rules
from midnight_core.turns import Turn

TURN_FORMAT = "m1"
POSITION_FORMAT = "p1"

MASKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Character of each bit mask, the base 64 alphabet for URLs."""

THROW = "~"

MAX_SEED = 10**12 - 1
MAX_NUMBER = 2**32 - 1
"""Of a roll, a turn and a player, when they key the dice."""

MAX_CODE = 64
"""Longer than any code that this module writes."""

MAX_PINS = 3


def new_seed() -> int:
    """Return a fresh seed of at most nine digits, short enough to read aloud."""
    return 1 + secrets.randbelow(10**9 - 1)


def checked_seed(seed: int) -> int:
    """Return `seed` as a plain int.

    Raises
    ------
    InputError
        If it is not a whole number from 1 to MAX_SEED.
    """
    if not is_whole(seed) or not 1 <= seed <= MAX_SEED:
        raise InputError(
            "A seed is a whole number from 1 to {most}, not {seed}.", most=MAX_SEED, seed=named(seed)
        )
    return int(seed)


# Typed: True and 1.0 are no 1, whose dice may be at hand.
@lru_cache(maxsize=4096, typed=True)
def thrown_dice(seed: int, roll: int, dice: int, turn: int = 0, player: int = 0) -> Dice:
    """Return the dice of one roll, in the order in which they fall.

    Throwing fewer dice gives the first ones of the same row, so two ways of playing on meet the same luck.

    Parameters
    ----------
    seed, roll, turn, player : int
        What the dice are keyed by; `roll` counts from 0 within the turn.
    dice : int
        How many dice, 1 to 6.

    Raises
    ------
    InputError
        If one of them is out of range.
    """
    if not is_whole(dice) or not 1 <= dice <= DICE:
        raise InputError("A roll has 1 to {dice} dice, not {count}.", dice=DICE, count=named(dice))
    generator = keyed_numbers(seed, *map(checked_number, (roll, turn, player)))
    return tuple(fair_number(generator, FACES) + 1 for _ in range(dice))


def keyed_numbers(seed: int, *place: int) -> np.random.Philox:
    """Return the generator of the numbers that belong to one place, three numbers below 2**64, under a seed.

    Its third number is below 2**32 for the dice of turns; other uses keep clear of these.
    """
    return np.random.Philox(key=checked_seed(seed), counter=[0, *place])


def fair_number(generator: np.random.Philox, bound: int) -> int:
    """Return the next number from 0 to `bound` - 1, all equally likely, for bounds up to 2**64."""
    # Raw numbers are the same in every numpy version; the samplers built on them are not promised to be.
    # Those from here on would favour low results.
    unfair = 2**64 - 2**64 % bound
    while (raw := int(generator.random_raw())) >= unfair:
        pass
    return raw % bound


def checked_number(number: int) -> int:
    """Return the number of a roll, a turn or a player as a plain int.

    Raises
    ------
    InputError
        If it is not one that can key dice.
    """
    if not is_whole(number) or not 0 <= number <= MAX_NUMBER:
        raise InputError(
            "Rolls, turns and players are numbered from 0 to {most}, not {number}.",
            most=MAX_NUMBER,
            number=named(number),
        )
    return int(number)


def picked(roll: Dice, mask: int) -> Dice:
    """Return the dice of `roll` that a bit mask picks, in the order of the roll."""
    return tuple(face for bit, face in enumerate(roll) if mask >> bit & 1)


def mask_of(roll: Dice, keep: Iterable[int]) -> int:
    """Return the mask of the first dice of `roll` that make up `keep`; 0 if they are not all there."""
    mask, wanted = 0, list(keep)
    for bit, face in enumerate(roll):
        if face in wanted:
            wanted.remove(face)
            mask |= 1 << bit
    return 0 if wanted else mask


@dataclass(frozen=True)
class Step:
    """One roll of a turn and what was kept of it.

    Attributes
    ----------
    roll : tuple of int
        Faces in the order in which they fell.
    typed : bool
        Whether somebody entered real dice; otherwise the seed threw them.
    mask : int
        Bit i is set when die i is kept; 0 while the choice is open.

    Raises
    ------
    InputError
        If `roll` is not one to six dice, or `mask` picks dice that are not there.
    """

    roll: Dice
    typed: bool
    mask: int = 0

    def __post_init__(self) -> None:
        roll = checked_dice(self.roll)
        checked_roll(roll)
        object.__setattr__(self, "roll", roll)
        object.__setattr__(self, "mask", _checked_mask(self.mask, len(roll)))

    @property
    def kept(self) -> Dice:
        """The dice kept, in the order of the roll."""
        return picked(self.roll, self.mask)


def _checked_mask(mask: int, dice: int) -> int:
    if not is_whole(mask) or not 0 <= mask < 1 << dice:
        raise InputError(
            "A keep from {count} dice is a mask from 1 to {most}, not {mask}.",
            count=dice,
            most=(1 << dice) - 1,
            mask=named(mask),
        )
    return int(mask)


@dataclass(frozen=True)
class TurnGame:
    """A turn as played so far. Every move returns a new one; `code` is all of it as text.

    Parameters
    ----------
    rules : Rules
    seed : int
    steps : tuple of Step
    number, player : int
        Which turn of which player this is in a match: they key the dice beside the seed. The code leaves them
        out, so it gives back a turn that stands alone, number 0 of player 0.

    Raises
    ------
    InputError
        If the seed or a number is out of range, or the steps do not make up a turn.

    Examples
    --------
    >>> game = TurnGame(MIDNIGHT, seed=2417).throw()
    >>> game.roll
    (2, 2, 2, 2, 1, 2)
    >>> game.keep(0b010000).code
    'm1.14.2417.~Q'
    """

    rules: Rules
    seed: int
    steps: tuple[Step, ...] = ()
    number: int = 0
    player: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "seed", checked_seed(self.seed))
        object.__setattr__(self, "number", checked_number(self.number))
        object.__setattr__(self, "player", checked_number(self.player))
        check_kind("steps", self.steps, Iterable)
        object.__setattr__(self, "steps", tuple(self.steps))
        turn = Turn(self.rules)
        for number, step in enumerate(self.steps, start=1):
            check_kind("steps", step, Step)
            turn.checked_roll(step.roll)
            if step.mask or number < len(self.steps):
                turn = turn.keep(step.kept)

    @property
    def moves(self) -> str:
        """The rolls and keeps as text: the code without its head."""
        return "".join(
            (as_digits(step.roll) if step.typed else THROW) + (MASKS[step.mask] if step.mask else "")
            for step in self.steps
        )

    @property
    def code(self) -> str:
        """The turn as text."""
        head = f"{TURN_FORMAT}.{as_digits(self.rules.required)}.{self.seed}"
        return f"{head}.{self.moves}" if self.steps else head

    @property
    def kept(self) -> Dice:
        """All dice kept, in the order in which they were set aside."""
        return tuple(face for step in self.steps for face in step.kept)

    @property
    def turn(self) -> Turn:
        """The position after the keeps made so far."""
        return Turn(self.rules, self.kept)

    @property
    def roll(self) -> Dice:
        """The dice on the table, in the order in which they fell; empty when a roll is due or all is over."""
        return self.steps[-1].roll if self.steps and not self.steps[-1].mask else ()

    @property
    def dice_left(self) -> int:
        """The dice not kept yet."""
        return self.turn.dice_left

    @property
    def is_over(self) -> bool:
        """Whether all six dice are kept."""
        return self.turn.is_over

    def throw(self) -> TurnGame:
        """Return the game after the seed throws the dice that are left.

        Raises
        ------
        InputError
            If no roll is due.
        """
        left = self._dice_to_roll()
        dice = thrown_dice(self.seed, len(self.steps), left, self.number, self.player)
        return self._with(Step(dice, typed=False))

    def enter(self, roll: Iterable[int]) -> TurnGame:
        """Return the game after somebody entered what real dice show.

        Raises
        ------
        InputError
            If no roll is due, or `roll` is not one of the dice left.
        """
        self._dice_to_roll()
        faces = checked_dice(roll)
        self.turn.checked_roll(faces)
        return self._with(Step(faces, typed=True))

    def keep(self, mask: int) -> TurnGame:
        """Return the game after setting aside the dice that a bit mask picks.

        Raises
        ------
        InputError
            If there is no roll to keep from, or the mask picks nothing or dice that are not there.
        """
        if not self.roll:
            raise InputError("There is no roll to keep dice from.")
        step = replace(self.steps[-1], mask=mask)
        if not step.mask:
            raise InputError("Keep at least one die of every roll.")
        return replace(self, steps=(*self.steps[:-1], step))

    def undo(self) -> TurnGame:
        """Return the game before the last decision, or before the first roll when none was made."""
        decided = len(self.steps) - bool(self.roll)
        return self.reopened(decided - 1) if decided else self.restarted()

    def reopened(self, decision: int) -> TurnGame:
        """Return the game at one of its decisions, counted from 0, before anything of the roll was kept.

        Raises
        ------
        InputError
            If the turn has no such decision.
        """
        if not is_whole(decision) or not 0 <= decision < len(self.steps):
            raise InputError(
                "This turn has {count} decisions, numbered from 0; there is no number {number}.",
                count=len(self.steps),
                number=named(decision),
            )
        return replace(self, steps=(*self.steps[:decision], replace(self.steps[decision], mask=0)))

    def restarted(self) -> TurnGame:
        """Return the turn before its first roll; the same seed, so the same dice."""
        return replace(self, steps=())

    def _dice_to_roll(self) -> int:
        if self.roll:
            raise InputError("Keep at least one die of every roll.")
        if self.is_over:
            raise InputError("The turn is over: all {dice} dice are kept.", dice=DICE)
        return self.turn.dice_left

    def _with(self, step: Step) -> TurnGame:
        return replace(self, steps=(*self.steps, step))


def read_turn(code: str) -> TurnGame:
    """Return the turn that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or makes an illegal move.
    """
    _, faces, seed, *rest = fields_of(code, TURN_FORMAT, 3, 4, "m1.14.2417")
    game, moves = read_moves(TurnGame(read_rules(faces), read_seed(seed)), "".join(rest))
    if moves:
        raise InputError("This link goes on after its turn is over.")
    return game


def read_moves(game: TurnGame, moves: str) -> tuple[TurnGame, str]:
    """Return a turn, not begun before, after the moves of a text, and the text that is left over.

    Raises
    ------
    InputError
        If a move is malformed or illegal.
    """
    steps: list[Step] = []
    left = DICE
    while moves and left:
        number = len(steps)
        typed = moves[0] != THROW
        if typed:
            roll, moves = read_roll(moves[:left], left, number + 1), moves[left:]
        else:
            roll, moves = thrown_dice(game.seed, number, left, game.number, game.player), moves[1:]
        mask = read_mask(moves[0], left, number + 1) if moves else 0
        steps.append(Step(roll, typed, mask))
        left, moves = left - mask.bit_count(), moves[1:]
    return replace(game, steps=tuple(steps)), moves


def read_roll(faces: str, left: int, number: int) -> Dice:
    """Return roll number `number` of a turn, which has `left` dice, from the digits of a code.

    Raises
    ------
    InputError
        If they are not so many faces.
    """
    if not is_faces(faces) or len(faces) < left:
        raise InputError(
            "Roll number {number} in this link is not {count} dice showing 1 to 6.", number=number, count=left
        )
    return tuple(map(int, faces))


def read_mask(character: str, left: int, number: int) -> int:
    """Return keep number `number` of a turn, from `left` dice, from its character in a code.

    Raises
    ------
    InputError
        If it picks nothing, or dice that are not there.
    """
    mask = MASKS.find(character)
    if not 0 < mask < 1 << left:
        raise InputError(
            "Keep number {number} in this link picks dice that are not in its roll.", number=number
        )
    return mask


@dataclass(frozen=True)
class Position:
    """A position of "what if": dice kept, a roll that may still be open, and pinned keeps.

    Parameters
    ----------
    rules : Rules
    kept : tuple of int
        Dice kept; stored sorted.
    roll : tuple of int
        As many dice as are left, or none; stored sorted.
    pins : tuple of int
        Up to three different keeps, as masks over the sorted roll.

    Raises
    ------
    InputError
        If the dice do not fit together.
    """

    rules: Rules = MIDNIGHT
    kept: Dice = ()
    roll: Dice = ()
    pins: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "kept", self.turn.kept)
        roll = checked_dice(self.roll)
        object.__setattr__(self, "roll", self.turn.checked_roll(roll) if roll else ())
        check_kind("pins", self.pins, Iterable)
        pins = tuple(self.pins)
        if not all(is_whole(pin) and 0 < pin < 1 << len(self.roll) for pin in pins):
            raise InputError("A pinned keep picks dice that are not in the roll.")
        # The same dice can be picked in several ways; the first ones stand for all.
        pins = tuple(mask_of(self.roll, picked(self.roll, pin)) for pin in pins)
        object.__setattr__(self, "pins", pins)
        if len(self.pins) > MAX_PINS or len(set(self.pins)) < len(self.pins):
            raise InputError("Up to {most} different keeps can be pinned.", most=MAX_PINS)

    @property
    def turn(self) -> Turn:
        """The position before the roll."""
        return Turn(self.rules, self.kept)

    @property
    def code(self) -> str:
        """The position as text."""
        fields = [
            POSITION_FORMAT,
            as_digits(self.rules.required),
            as_digits(self.kept),
            as_digits(self.roll),
            "".join(MASKS[pin] for pin in self.pins),
        ]
        return ".".join(fields).rstrip(".")


def read_position(code: str) -> Position:
    """Return the position that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or its dice do not fit together.
    """
    _, faces, *rest = fields_of(code, POSITION_FORMAT, 2, 5, "p1.14.46.1235")
    kept, roll, pins = (*rest, "", "", "")[:3]
    for dice in (kept, roll):
        if not is_faces(dice):
            raise InputError("The dice in this link are not all faces from 1 to 6.")
    masks = tuple(MASKS.find(pin) for pin in pins)
    return Position(read_rules(faces), tuple(map(int, kept)), tuple(map(int, roll)), masks)


def read_dice(text: str) -> Dice:
    """Return the dice that somebody typed: digits, with spaces, commas or plus signs between them.

    Raises
    ------
    InputError
        If there is anything else.

    Examples
    --------
    >>> read_dice("4, 6 6")
    (4, 6, 6)
    """
    check_kind("text", text, str)
    digits = re.sub(r"[\s,;+-]+", "", text)
    if len(text) > MAX_CODE or not is_faces(digits):
        raise InputError("Type dice as digits from 1 to 6, for example 1 4 6.")
    return tuple(map(int, digits))


def fields_of(
    code: str, form: str, least: int, most: int, example: str, longest: int = MAX_CODE
) -> list[str]:
    """Return the fields of a code of some format, its own name first.

    Raises
    ------
    InputError
        If the code is too long, of another format, or has too few or too many fields.
    """
    check_kind("code", code, str)
    if len(code) > longest:
        raise InputError("This link is too long: a code has at most {most} characters.", most=longest)
    fields = code.split(".")
    if fields[0] != form or not least <= len(fields) <= most:
        raise InputError("This link is not one of ours: a code looks like {example}.", example=example)
    return fields


def read_seed(seed: str) -> int:
    """Return the seed that a field of a code gives.

    Raises
    ------
    InputError
        If it is not one, written in the one way in which codes write it.
    """
    if not re.fullmatch("[1-9][0-9]{0,11}", seed, re.ASCII):
        raise InputError("The seed in this link is not a whole number from 1 to {most}.", most=MAX_SEED)
    return int(seed)


def read_rules(faces: str) -> Rules:
    """Return the rules whose required faces a field of a code gives.

    Raises
    ------
    InputError
        If they are not two different faces.
    """
    if not is_faces(faces):
        raise InputError("The required faces in this link are not faces from 1 to 6.")
    return Rules(tuple(map(int, faces)))


def is_faces(text: str) -> bool:
    """Say whether a text is nothing but faces from 1 to 6."""
    return re.fullmatch("[1-6]*", text, re.ASCII) is not None


def as_digits(dice: Dice) -> str:
    """Return dice as codes write them."""
    return "".join(map(str, dice))
