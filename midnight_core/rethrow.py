"""Both qualifiers are in and only the sum counts: what dice thrown again are worth, and what to keep.

At most four dice are left then, and which faces the rules ask for makes no difference any more. Whoever
keeps k dice keeps the k highest, so V(n), the mean of what n dice bring, thrown and played on best, is

    V(0) = 0,    V(n) = mean over all rolls of max over k = 1..n of (sum of the k highest dice + V(n - k)).

This is a recursion of its own: it knows nothing of the solver, whose values it must equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from midnight_core.dice import DICE, FACES, Dice, is_whole
from midnight_core.errors import InputError, named
from midnight_core.rolls import all_rolls, checked_roll, legal_keeps, multiplicity
from midnight_core.rules import QUALIFIERS

MOST = DICE - QUALIFIERS
"""The most dice that can be left once both qualifiers are in: 4."""

EXAMPLE: Dice = (2, 5, 6, 6)
"""The worked example of the rule texts: the last four dice, with both qualifiers in."""


def value(dice: int) -> Fraction:
    """Return the mean of the points that so many dice bring, thrown and played on best.

    Parameters
    ----------
    dice : int
        Dice left to throw, 0 to 4.

    Raises
    ------
    InputError
        If there cannot be so many.

    Examples
    --------
    >>> [str(value(dice)) for dice in range(5)]
    ['0', '7/2', '593/72', '13049/972', '989065/52488']
    """
    return _value(_checked_count(dice, least=0))


@cache
def _value(dice: int) -> Fraction:
    total = sum(multiplicity(roll) * _best(roll)[1] for roll in all_rolls(dice)) if dice else 0
    return Fraction(total, FACES**dice)


def _best(roll: Dice) -> tuple[int, Fraction]:
    """Return how many of the highest dice of a sorted roll to keep, and what that is worth."""
    worth = [sum(roll[-kept:]) + _value(len(roll) - kept) for kept in range(1, len(roll) + 1)]
    most = max(worth)
    return worth.index(most) + 1, most


def price(dice: int) -> Fraction:
    """Return what the last of so many dice adds to the throw: ``value(dice) - value(dice - 1)``.

    A single die that shows more than this is better kept than thrown as one of `dice` dice.

    Parameters
    ----------
    dice : int
        Dice thrown together, 1 to 4.

    Raises
    ------
    InputError
        If there cannot be so many.

    Examples
    --------
    >>> [round(float(price(dice)), 3) for dice in (1, 2, 3, 4)]
    [3.5, 4.736, 5.189, 5.419]
    """
    count = _checked_count(dice, least=1)
    return _value(count) - _value(count - 1)


def lowest_kept(dice: int) -> int:
    """Return the lowest face worth keeping when the die would else be one of so many dice thrown.

    This looks at one die alone; `exceptions` are the rolls in which two dice together decide otherwise.

    Parameters
    ----------
    dice : int
        Dice thrown if this one is given back as well, 1 to 4.

    Raises
    ------
    InputError
        If there cannot be so many.

    Examples
    --------
    >>> [lowest_kept(dice) for dice in (1, 2, 3, 4)]
    [4, 5, 6, 6]
    """
    return next(face for face in range(1, FACES + 1) if face > price(dice))


@dataclass(frozen=True)
class Keep:
    """One keep of a roll.

    Attributes
    ----------
    keep, thrown : tuple of int
        The dice set aside and those thrown again, sorted.
    value : Fraction
        Sum of the kept dice plus the value of those thrown again, in points.
    loss : Fraction
        Value of the best keep minus this one's, >= 0.
    """

    keep: Dice
    thrown: Dice
    value: Fraction
    loss: Fraction


def keeps(roll: Iterable[int]) -> tuple[Keep, ...]:
    """Return every distinct keep of a roll, best first.

    Parameters
    ----------
    roll : iterable of int
        One to four dice in any order.

    Raises
    ------
    InputError
        If it is no roll of so many dice.

    Examples
    --------
    >>> [(option.keep, round(float(option.value), 3)) for option in keeps(EXAMPLE) if option.loss < 2]
    [((5, 6, 6), 20.5), ((6, 6), 20.236), ((6,), 19.425), ((5, 6), 19.236), ((2, 5, 6, 6), 19.0)]
    """
    faces = _checked(roll)
    best = _best(faces)[1]
    options = []
    for keep in legal_keeps(faces):
        worth = sum(keep) + _value(len(faces) - len(keep))
        options.append(Keep(keep, _without(faces, keep), worth, best - worth))
    return tuple(sorted(options, key=lambda option: option.loss))


def best_keep(roll: Iterable[int]) -> Dice:
    """Return the dice to set aside, sorted.

    No roll has two best keeps; the tests check that.

    Raises
    ------
    InputError
        If it is no roll of one to four dice.
    """
    faces = _checked(roll)
    return faces[-_best(faces)[0] :]


def one_die_keep(roll: Iterable[int]) -> Dice:
    """Return what the rule for one die keeps: the highest die, then downwards while `lowest_kept` says so.

    Raises
    ------
    InputError
        If it is no roll of one to four dice.

    Examples
    --------
    >>> one_die_keep((6, 5, 5, 3)), best_keep((6, 5, 5, 3))
    ((6,), (5, 5, 6))
    """
    faces = _checked(roll)
    thrown = len(faces) - 1
    while thrown and faces[thrown - 1] >= lowest_kept(thrown):
        thrown -= 1
    return faces[thrown:]


@dataclass(frozen=True)
class Row:
    """What to do with one roll.

    Attributes
    ----------
    roll : tuple of int
        The dice, sorted.
    ways : int
        How many of the 6**n ordered rolls show them.
    keep, thrown : tuple of int
        The dice set aside and those thrown again, sorted.
    value : Fraction
        Points expected in the end, kept dice included.
    margin : Fraction or None
        Points by which the best keep beats the next best one; None if there is only one.
    """

    roll: Dice
    ways: int
    keep: Dice
    thrown: Dice
    value: Fraction
    margin: Fraction | None


def table(dice: int) -> tuple[Row, ...]:
    """Return what to keep of every roll of so many dice, the highest roll first.

    Parameters
    ----------
    dice : int
        Dice thrown, 1 to 4.

    Raises
    ------
    InputError
        If there cannot be so many.
    """
    return _table(_checked_count(dice, least=1))


@cache
def _table(dice: int) -> tuple[Row, ...]:
    return tuple(_row(roll) for roll in sorted(all_rolls(dice), key=_highest_first))


def exceptions(dice: int) -> tuple[Dice, ...]:
    """Return the rolls of so many dice in which the rule for one die is wrong, the highest first.

    Parameters
    ----------
    dice : int
        Dice thrown, 1 to 4.

    Raises
    ------
    InputError
        If there cannot be so many.

    Examples
    --------
    >>> exceptions(3), len(exceptions(4))
    ((), 10)
    """
    return tuple(row.roll for row in table(dice) if one_die_keep(row.roll) != row.keep)


@dataclass(frozen=True)
class Fate:
    """What becomes of one face, the die that must be kept of every roll left out.

    Attributes
    ----------
    kept, thrown : tuple of tuple of int
        The rolls in which every such die is kept, and those in which every such die is thrown again; the
        highest roll first. A roll whose only die of that face is its highest is in neither.
    split : tuple of tuple of int
        Rolls in which some are kept and some are thrown again.
    """

    kept: tuple[Dice, ...]
    thrown: tuple[Dice, ...]
    split: tuple[Dice, ...]


def fate(face: int, dice: int) -> Fate:
    """Return in which rolls of so many dice a face is kept though it need not be.

    Parameters
    ----------
    face : int
        1 to 6.
    dice : int
        Dice thrown, 1 to 4.

    Raises
    ------
    InputError
        If `face` is no face, or there cannot be so many dice.

    Examples
    --------
    >>> fate(4, 3).kept
    ((4, 6, 6), (4, 5, 6), (4, 5, 5))
    """
    (shown,) = checked_roll((face,))
    fates: dict[str, list[Dice]] = {"kept": [], "thrown": [], "split": []}
    for row in table(dice):
        free, again = row.keep[:-1].count(shown), row.thrown.count(shown)
        if free or again:
            fates["split" if free and again else "kept" if free else "thrown"].append(row.roll)
    return Fate(**{name: tuple(rolls) for name, rolls in fates.items()})


def _row(roll: Dice) -> Row:
    best, *others = keeps(roll)
    margin = others[0].loss if others else None
    return Row(roll, multiplicity(roll), best.keep, best.thrown, best.value, margin)


def _highest_first(roll: Dice) -> Dice:
    return tuple(-face for face in reversed(roll))


def _without(roll: Dice, keep: Dice) -> Dice:
    rest = list(roll)
    for face in keep:
        rest.remove(face)
    return tuple(rest)


def _checked(roll: Iterable[int]) -> Dice:
    faces = checked_roll(roll)
    _checked_count(len(faces), least=1)
    return faces


def _checked_count(dice: int, least: int) -> int:
    if not is_whole(dice) or not least <= dice <= MOST:
        raise InputError(
            "Once both qualifiers are in, {least} to {most} dice are thrown, not {count}.",
            least=least,
            most=MOST,
            count=named(dice),
        )
    return int(dice)
