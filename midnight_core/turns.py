"""A turn between two rolls: what is kept, and all that follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from midnight_core.dice import DICE, Dice, checked_dice, spoken
from midnight_core.errors import InputError, check_kind
from midnight_core.rules import MIDNIGHT, Rules, score


@dataclass(frozen=True)
class Turn:
    """A position of a turn, before the next roll.

    Parameters
    ----------
    rules : Rules
    kept : tuple of int
        The dice kept so far, none to six, in any order; stored sorted.

    Raises
    ------
    InputError
        If a kept die is not a face, or there are more than six.

    Examples
    --------
    >>> turn = Turn(MIDNIGHT).keep((4, 6))
    >>> turn.dice_left, turn.missing, turn.points
    (4, (1,), 6)
    """

    rules: Rules = MIDNIGHT
    kept: Dice = ()

    def __post_init__(self) -> None:
        check_kind("rules", self.rules, Rules)
        kept = tuple(sorted(checked_dice(self.kept)))
        if len(kept) > DICE:
            raise InputError("At most {dice} dice can be kept, not {count}.", dice=DICE, count=len(kept))
        object.__setattr__(self, "kept", kept)

    @property
    def dice_left(self) -> int:
        """How many dice the next roll has."""
        return DICE - len(self.kept)

    @property
    def missing(self) -> Dice:
        """The required faces that are not kept yet."""
        return tuple(face for face in self.rules.required if face not in self.kept)

    @property
    def points(self) -> int:
        """The sum of the kept dice that are not used as qualifiers."""
        return sum(self.kept) - sum(face for face in self.rules.required if face in self.kept)

    @property
    def is_over(self) -> bool:
        """Whether all six dice are kept."""
        return not self.dice_left

    @property
    def score(self) -> int:
        """The score of a finished turn; 0 when it did not qualify.

        Raises
        ------
        InputError
            If the turn is not over.
        """
        if not self.is_over:
            raise InputError(
                "The turn is not over: {count} dice are still to be thrown.", count=self.dice_left
            )
        return score(self.rules, self.kept)

    def checked_roll(self, roll: Iterable[int]) -> Dice:
        """Return `roll` sorted.

        Raises
        ------
        InputError
            If it is not a roll of as many dice as are left.
        """
        if self.is_over:
            raise InputError("The turn is over: all {dice} dice are kept.", dice=DICE)
        faces = tuple(sorted(checked_dice(roll)))
        if len(faces) != self.dice_left:
            raise InputError(
                "The next roll has {expected} dice, not {count}.",
                expected=self.dice_left,
                count=len(faces),
            )
        return faces

    def keep(self, dice: Iterable[int], roll: Iterable[int] | None = None) -> Turn:
        """Return the turn after setting `dice` aside.

        Parameters
        ----------
        dice : iterable of int
            At least one die, at most as many as are left.
        roll : iterable of int, optional
            What was thrown; when given, the kept dice must be among it.

        Raises
        ------
        InputError
            If nothing is kept, too many dice are, or one of them was not thrown.
        """
        faces = checked_dice(dice)
        if not faces:
            raise InputError("Keep at least one die of every roll.")
        if len(faces) > self.dice_left:
            raise InputError(
                "At most {left} dice can still be kept, not {count}.", left=self.dice_left, count=len(faces)
            )
        thrown = faces if roll is None else self.checked_roll(roll)
        if absent := Counter(faces) - Counter(thrown):
            raise InputError(
                "Only dice of the roll can be kept; {absent} is not in {roll}.",
                absent=spoken(sorted(absent.elements())),
                roll=spoken(thrown),
            )
        return Turn(self.rules, self.kept + faces)
