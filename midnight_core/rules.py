"""The rules of Midnight: how many dice, which two faces must be kept, and what a finished turn scores.

Sources: the rule texts agree on six dice, a 1 and a 4 as qualifiers and the four other dice as points;
the variant 2-4-24 asks for a 2 and a 4. Any other pair of faces is a house rule and works as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from midnight_core.dice import DICE, FACES, Dice, checked_dice, spoken
from midnight_core.errors import InputError, check_kind, shortened

QUALIFIERS = 2
"""Dice that must show the required faces and give no points."""

MAX_SCORE = FACES * (DICE - QUALIFIERS)
"""The best score of a turn: 24."""

SCORES = MAX_SCORE + 1
"""Length of an array indexed by the final score: 0 (not qualified) to MAX_SCORE."""

MIN_SCORE = DICE - QUALIFIERS
"""The least score of a turn that qualifies: four 1s. Scores between 0 and this cannot occur."""


@dataclass(frozen=True)
class Rules:
    """What a turn of Midnight asks for.

    Parameters
    ----------
    required : tuple of int
        The two different faces that must be among the kept dice; the order does not matter.

    Raises
    ------
    InputError
        If `required` is not two different faces of a die.
    """

    required: Dice = (1, 4)

    def __post_init__(self) -> None:
        faces = checked_dice(self.required)
        if len(faces) != QUALIFIERS or len(set(faces)) != QUALIFIERS:
            raise InputError(
                "The rules need two different required faces, such as 1 and 4, not {faces}.",
                faces=shortened(spoken(faces)),
            )
        object.__setattr__(self, "required", tuple(sorted(faces)))


MIDNIGHT = Rules((1, 4))
"""The standard game, 1-4-24."""

TWO_FOUR_24 = Rules((2, 4))
"""The variant 2-4-24."""


def score(rules: Rules, dice: Iterable[int]) -> int:
    """Return what six kept dice score: the sum without one of each required face, 0 if one is missing.

    Parameters
    ----------
    rules : Rules
    dice : iterable of int
        The six kept dice in any order.

    Raises
    ------
    InputError
        If there are not six dice, or one is not a face.

    Examples
    --------
    >>> score(MIDNIGHT, (1, 4, 6, 5, 5, 3))
    19
    >>> score(MIDNIGHT, (4, 4, 6, 6, 6, 6))
    0
    """
    check_kind("rules", rules, Rules)
    faces = checked_dice(dice)
    if len(faces) != DICE:
        raise InputError("A finished turn has {dice} dice, not {count}.", dice=DICE, count=len(faces))
    if Counter(rules.required) - Counter(faces):
        return 0
    return sum(faces) - sum(rules.required)
