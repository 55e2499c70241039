"""The chance to qualify by counting throws: the 21-throw strategy as a formula.

Keep a required face when it first comes, otherwise one die: then every die thrown is a fresh try, and only
their number matters. With n throws the chance to see both of two faces is, by inclusion and exclusion,

    1 - P(first never comes) - P(second never comes) + P(neither comes) = 1 - 2 (5/6)^n + (4/6)^n.
"""

from __future__ import annotations

from fractions import Fraction

from midnight_core.dice import DICE, FACES, is_whole
from midnight_core.errors import InputError, named
from midnight_core.rules import QUALIFIERS


def most_throws(dice_left: int) -> int:
    """Return how many dice can still be thrown, one kept at a time: n + (n - 1) + ... + 1.

    Examples
    --------
    >>> most_throws(6), most_throws(3)
    (21, 6)
    """
    if not is_whole(dice_left) or not 0 <= dice_left <= DICE:
        raise InputError("There are 0 to {dice} dice left, not {count}.", dice=DICE, count=named(dice_left))
    dice = int(dice_left)
    return dice * (dice + 1) // 2


def dice_per_roll(first_keep: int = 1) -> tuple[int, ...]:
    """Return how many dice each roll of a turn has that keeps so many from the first roll, then one a roll.

    Examples
    --------
    >>> dice_per_roll(), dice_per_roll(3)
    ((6, 5, 4, 3, 2, 1), (6, 3, 2, 1))
    """
    if not is_whole(first_keep) or not 1 <= first_keep <= DICE:
        raise InputError(
            "The first roll lets you keep 1 to {dice} dice, not {count}.", dice=DICE, count=named(first_keep)
        )
    return (DICE, *range(DICE - first_keep, 0, -1))


def throws_after(rolls: int) -> int:
    """Return how many dice have been thrown after so many rolls of a turn that keeps one die a roll."""
    if not is_whole(rolls) or not 0 <= rolls <= DICE:
        raise InputError("A turn has 0 to {dice} rolls, not {count}.", dice=DICE, count=named(rolls))
    return most_throws(DICE) - most_throws(DICE - rolls)


def p_never(faces: int, throws: int) -> Fraction:
    """Return the chance that none of so many given faces comes in so many throws."""
    if not is_whole(faces) or not 0 <= faces <= FACES:
        raise InputError(
            "The number of faces that must not come is 0 to {faces}, not {count}.",
            faces=FACES,
            count=named(faces),
        )
    if not is_whole(throws) or throws < 0:
        raise InputError("The number of throws is 0 or more, not {count}.", count=named(throws))
    # numpy's integers would overflow in the power.
    faces, throws = int(faces), int(throws)
    return Fraction(FACES - faces, FACES) ** throws


def p_all(missing: int, throws: int) -> Fraction:
    """Return the chance that all of 0, 1 or 2 missing faces come in so many throws.

    Examples
    --------
    >>> round(float(p_all(2, 21)), 6)
    0.956727
    """
    if not is_whole(missing) or not 0 <= missing <= QUALIFIERS:
        raise InputError(
            "A turn misses 0 to {most} required faces, not {count}.", most=QUALIFIERS, count=named(missing)
        )
    if missing == 0:
        return p_never(0, throws)
    if missing == 1:
        return 1 - p_never(1, throws)
    return 1 - 2 * p_never(1, throws) + p_never(2, throws)
