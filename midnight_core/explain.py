"""Why a keep is good or bad, as facts: exact numbers and the one kind of reason that they amount to.

An interface turns these facts into a sentence; nothing here is words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import isclose

from midnight_core.dice import Dice, checked_dice
from midnight_core.errors import InputError, check_kind
from midnight_core.solver import Option, Solution
from midnight_core.throws import most_throws
from midnight_core.turns import Turn


class Kind(Enum):
    """What decides between a keep and the one that it is compared with.

    The winner of the two is the one with the higher value for the goal. A mean score is the chance to qualify
    times the mean of the turns that qualify, so these two are looked at apart.
    """

    FORCED = "there is only one keep"
    HOPELESS = "no keep of this roll can qualify any more"
    LEVEL = "both have the same value"
    BOTH = "the winner qualifies more often, and for more points"
    CHANCE = "the winner qualifies more often; it has fewer points when it does"
    CHANCE_ALONE = "the winner qualifies more often; the points are the same, or the other cannot qualify"
    POINTS = "the winner has more points when it qualifies; it does so less often"
    POINTS_ALONE = "the winner has more points when it qualifies; the chance is the same"
    GOAL = "neither: the goal rewards how the scores are spread"


@dataclass(frozen=True)
class KeepFacts:
    """What follows from one keep.

    Attributes
    ----------
    option : Option
    dice_left : int
        Dice of the next roll.
    throws_left : int
        The most dice that can still be thrown, one kept at a time.
    missing : tuple of int
        Required faces still missing after the keep.
    points : int
        Points kept so far, this keep included.
    mean_if_qualified : float or None
        Mean score of the turns that qualify; None when none can.
    """

    option: Option
    dice_left: int
    throws_left: int
    missing: Dice
    points: int
    mean_if_qualified: float | None


@dataclass(frozen=True)
class Explanation:
    """A keep beside the keep that it is best compared with.

    Attributes
    ----------
    kind : Kind
    chosen : KeepFacts
    other : KeepFacts or None
        The best keep; when the chosen one is it, the runner-up; None when there is only one keep.
    rank : int
        1 for a keep that no other beats; keeps of equal value share a rank.
    keeps : int
        How many distinct keeps the roll allows.
    """

    kind: Kind
    chosen: KeepFacts
    other: KeepFacts | None
    rank: int
    keeps: int


def explain(solution: Solution, turn: Turn, roll: Iterable[int], keep: Iterable[int]) -> Explanation:
    """Return the facts that say why `keep` is worth what it is.

    Raises
    ------
    InputError
        If `roll` is not a roll of the dice left, or `keep` is not one of its keeps.
    """
    check_kind("solution", solution, Solution)
    check_kind("turn", turn, Turn)
    faces = turn.checked_roll(roll)
    wanted = tuple(sorted(checked_dice(keep)))
    options = solution.options(turn, faces)
    chosen = next((option for option in options if option.keep == wanted), None)
    if chosen is None:
        turn.keep(wanted, faces)
        raise InputError("This keep is not one of the roll's.")
    other = next((option for option in options if option is not chosen), None)
    facts = _facts(turn, chosen)
    beside = None if other is None else _facts(turn, other)
    rank = 1 + sum(option.loss < chosen.loss for option in options)
    return Explanation(_kind(facts, beside, options), facts, beside, rank, len(options))


def _facts(turn: Turn, option: Option) -> KeepFacts:
    after = turn.keep(option.keep)
    return KeepFacts(
        option,
        after.dice_left,
        most_throws(after.dice_left),
        after.missing,
        after.points,
        option.mean_score / option.p_qualify if option.p_qualify else None,
    )


def _kind(chosen: KeepFacts, other: KeepFacts | None, options: tuple[Option, ...]) -> Kind:
    if not any(option.p_qualify for option in options):
        return Kind.HOPELESS
    if other is None:
        return Kind.FORCED
    if chosen.option.loss == other.option.loss:
        return Kind.LEVEL
    winner, loser = sorted((chosen, other), key=lambda facts: facts.option.loss)
    more_often = _compared(winner.option.p_qualify, loser.option.p_qualify)
    more_points = _compared(winner.mean_if_qualified, loser.mean_if_qualified)
    return _KINDS.get((more_often, more_points), Kind.GOAL)


def _compared(winner: float | None, loser: float | None) -> int:
    """Return 1, 0 or -1: whether the winner's number is higher, the same or lower; no number is level."""
    if winner is None or loser is None or isclose(winner, loser, rel_tol=1e-12):
        return 0
    return 1 if winner > loser else -1


_KINDS = {
    (1, 1): Kind.BOTH,
    (1, -1): Kind.CHANCE,
    (1, 0): Kind.CHANCE_ALONE,
    (-1, 1): Kind.POINTS,
    (0, 1): Kind.POINTS_ALONE,
}
