"""What dice score, and what may be set aside of a roll.

A combination lies in one roll. Dice set aside are divided into combinations so that every die is in one and
the points are as many as possible; dice that cannot be divided so are not legal to set aside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from midnight_core.dice import DICE, FACES, Dice, checked_dice, spoken
from midnight_core.errors import InputError, check_kind
from midnight_core.rolls import checked_roll, legal_keeps
from midnight_core.ten_thousand.house import GROWTHS, TRIPLE, HouseRules


@dataclass(frozen=True)
class Part:
    """One combination among the dice set aside.

    Attributes
    ----------
    kind : {"single", "kind", "straight", "pairs"}
    dice : tuple of int
        Sorted.
    points : int
    """

    kind: str
    dice: Dice
    points: int


@dataclass(frozen=True)
class SetAside:
    """Dice that may be set aside of a roll.

    Attributes
    ----------
    dice : tuple of int
        Sorted.
    points : int
    parts : tuple of Part
        The combinations that make the points.
    """

    dice: Dice
    points: int
    parts: tuple[Part, ...]


def score(house: HouseRules, dice: Iterable[int]) -> int:
    """Return the points of dice set aside of one roll; 0 if one of them does not score.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import DEFAULT
    >>> score(DEFAULT, (6, 6, 6)), score(DEFAULT, (1, 1, 5)), score(DEFAULT, (1, 2))
    (600, 250, 0)
    """
    check_kind("house", house, HouseRules)
    best = _divided(house, checked_roll(dice))
    return best.points if best is not None else 0


def set_asides(house: HouseRules, roll: Iterable[int]) -> tuple[SetAside, ...]:
    """Return everything that may be set aside of a roll, most points first; nothing when it is a bust.

    Raises
    ------
    InputError
        If `roll` is not one to six dice.
    """
    check_kind("house", house, HouseRules)
    return _set_asides(house, checked_roll(roll))


def set_aside(house: HouseRules, roll: Iterable[int], dice: Iterable[int]) -> SetAside:
    """Return what setting these dice of a roll aside amounts to.

    Raises
    ------
    InputError
        If nothing is set aside, a die was not thrown, or one of them does not score.
    """
    thrown, wanted = checked_roll(roll), tuple(sorted(checked_dice(dice)))
    if not wanted:
        raise InputError("Set aside at least one die that scores.")
    check_kind("house", house, HouseRules)
    # Not by way of `set_asides`: a history may name another house for every roll.
    if wanted not in legal_keeps(thrown):
        raise InputError(
            "Only dice of the roll can be set aside; {wanted} is not in {roll}.",
            wanted=spoken(wanted),
            roll=spoken(thrown),
        )
    found = _divided(house, wanted)
    if found is None:
        raise InputError(
            "Every die set aside has to score; among {wanted} one does not.", wanted=spoken(wanted)
        )
    return found


def is_bust(house: HouseRules, roll: Iterable[int]) -> bool:
    """Say whether a roll scores nothing.

    Raises
    ------
    InputError
        If `roll` is not one to six dice.
    """
    check_kind("house", house, HouseRules)
    thrown = checked_roll(roll)
    return not _of_six(house, thrown) and not any(
        _of_one_face(house, face, count) for face in set(thrown) for count in range(1, thrown.count(face) + 1)
    )


@lru_cache(maxsize=8192)
def _set_asides(house: HouseRules, roll: Dice) -> tuple[SetAside, ...]:
    found = [best for keep in legal_keeps(roll) if (best := _divided(house, keep)) is not None]
    return tuple(sorted(found, key=lambda choice: (-choice.points, len(choice.dice), choice.dice)))


@lru_cache(maxsize=65536)
def _divided(house: HouseRules, dice: Dice) -> SetAside | None:
    """Return the division of dice into combinations that is worth most; None if there is none."""
    found = [SetAside(dice, whole.points, (whole,)) for whole in _of_six(house, dice)]
    face = dice[0]
    for count in range(1, dice.count(face) + 1):
        part = _of_one_face(house, face, count)
        if part is None:
            continue
        rest = dice[count:]
        if not rest:
            found.append(SetAside(dice, part.points, (part,)))
        elif (others := _divided(house, rest)) is not None:
            found.append(SetAside(dice, part.points + others.points, (part, *others.parts)))
    return max(found, key=lambda choice: (choice.points, -len(choice.parts)), default=None)


def _of_six(house: HouseRules, dice: Dice) -> list[Part]:
    if len(dice) != DICE:
        return []
    pattern = sorted(dice.count(face) for face in set(dice))
    found = []
    if len(pattern) == FACES and house.straight:
        found.append(Part("straight", dice, house.straight))
    is_pairs = pattern == [2, 2, 2] or (house.four_plus_two and pattern in ([2, 4], [6]))
    if is_pairs and house.three_pairs:
        found.append(Part("pairs", dice, house.three_pairs))
    return found


def _of_one_face(house: HouseRules, face: int, count: int) -> Part | None:
    """Return so many dice of one face as one combination, or as singles; None if they score nothing."""
    dice = (face,) * count
    if count >= TRIPLE:
        points = house.triples[face - 1] * GROWTHS[house.growth][count - TRIPLE]
        kind = "kind"
    else:
        points = {1: house.one, 5: house.five}.get(face, 0) * count
        kind = "single"
    return Part(kind, dice, points) if points else None
