"""Dice and their faces: the checks that every other module relies on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

from midnight_core.errors import InputError, named

FACES = 6
"""Faces of a die; they show 1 to FACES."""

DICE = 6
"""Dice thrown at the start of a turn."""

Dice = tuple[int, ...]
"""Faces; in ascending order wherever dice are a multiset."""


_PLAIN = frozenset({int})
_FACES = frozenset(range(1, FACES + 1))


def checked_dice(dice: Iterable[int]) -> Dice:
    """Return `dice` as a tuple of plain ints, in the order given.

    Raises
    ------
    InputError
        If they are not a series, or one of them is not a whole number from 1 to 6.
    """
    # Nearly always it is a tuple of plain ints, for which the checks below take most of a solver's look-up.
    if type(dice) is tuple and _PLAIN.issuperset(map(type, dice)) and _FACES.issuperset(dice):
        return dice
    if not is_series(dice):
        raise InputError(
            "Dice are given as a series of faces, such as (1, 4, 6), not {dice}.", dice=named(dice)
        )
    faces = tuple(dice)
    for face in faces:
        if not is_whole(face) or not 1 <= face <= FACES:
            raise InputError("A die shows a whole number from 1 to 6, not {face}.", face=named(face))
    return tuple(int(face) for face in faces)


def is_series(values: Any) -> bool:
    """Return whether `values` can be gone through one by one; mappings are refused, only keys would come."""
    try:
        iter(values)
    except TypeError:
        return False
    return not isinstance(values, Mapping)


def is_whole(value: object) -> bool:
    """Return whether `value` is a whole number; numpy's integers are, booleans and floats are not."""
    # The first question is a short cut: asking an abstract class takes several times as long.
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def spoken(faces: Iterable[int]) -> str:
    """Return faces as text for a sentence, for example ``1 4 6``; a dash when there are none."""
    return " ".join(map(str, faces)) or "–"
