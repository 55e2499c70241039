"""Named strategies: what people play, each in a few lines, and the perfect ones to compare them with.

A rule gets a turn and a sorted roll and returns the dice to set aside. "A qualifier" below is a required face
that is not kept yet; when a roll shows it twice, one of them is the qualifier and the other an ordinary die.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from inspect import getdoc

from midnight_core import goals
from midnight_core.dice import FACES, Dice, checked_dice
from midnight_core.errors import check_kind
from midnight_core.goals import Goal
from midnight_core.solver import solve
from midnight_core.turns import Turn

Rule = Callable[[Turn, Dice], Dice]


@dataclass(frozen=True)
class Strategy:
    """A keep for every position and roll.

    Parameters
    ----------
    name : str
        A short identifier.
    rule : callable
        Maps a turn and a sorted roll to the dice set aside, in any order. Hashable, as functions are: a
        strategy's tables are kept for the next time.

    Raises
    ------
    InputError
        If `rule` cannot be called or has no hash.
    """

    name: str
    rule: Rule

    def __post_init__(self) -> None:
        check_kind("name", self.name, str)
        check_kind("rule", self.rule, Callable)  # type: ignore[arg-type]
        check_kind("rule", self.rule, Hashable)

    @property
    def description(self) -> str:
        """What the strategy does, from its rule's docstring."""
        return getdoc(self.rule) or ""

    def keep(self, turn: Turn, roll: Iterable[int]) -> Dice:
        """Return the dice that the strategy sets aside, sorted.

        Raises
        ------
        InputError
            If `roll` is not a roll of the dice left, or the rule keeps dice that were not thrown.
        """
        check_kind("turn", turn, Turn)
        faces = turn.checked_roll(roll)
        kept = self.unchecked_keep(turn, faces)
        turn.keep(kept, faces)
        return kept

    def unchecked_keep(self, turn: Turn, roll: Dice) -> Dice:
        """Return what the rule keeps, sorted, without asking whether the roll allows it.

        Raises
        ------
        InputError
            If the rule returns anything but dice.
        """
        return tuple(sorted(checked_dice(self.rule(turn, roll))))


def perfect(goal: Goal) -> Strategy:
    """Return the optimal policy of `goal` as a strategy; equal goals give equal strategies."""
    check_kind("goal", goal, Goal)
    return Strategy(f"perfect: {goal.name}", _Perfect(goal))


@dataclass(frozen=True)
class _Perfect:
    """The keep with the highest value for the goal."""

    goal: Goal

    def __call__(self, turn: Turn, roll: Dice) -> Dice:
        return solve(turn.rules, self.goal).best_keep(turn, roll)


def _qualifiers_in(turn: Turn, roll: Dice) -> Dice:
    return tuple(face for face in turn.missing if face in roll)


def _others(turn: Turn, roll: Dice, faces: Iterable[int]) -> Dice:
    """Return the dice of the roll that show one of `faces` and are not needed as qualifiers."""
    rest = list(roll)
    for face in _qualifiers_in(turn, roll):
        rest.remove(face)
    return tuple(face for face in rest if face in faces)


def _highest(roll: Dice) -> Dice:
    return (max(roll),)


def throws_21(turn: Turn, roll: Dice) -> Dice:
    """Only qualifying counts: keep qualifiers when they come, otherwise the single highest die.

    Any die would do as the single one; the highest costs nothing and is worth most.
    """
    return _qualifiers_in(turn, roll) or _highest(roll)


def one_at_a_time(turn: Turn, roll: Dice) -> Dice:
    """Keep exactly one die, always: a qualifier if there is one (the lower of two), else the highest."""
    return _qualifiers_in(turn, roll)[:1] or _highest(roll)


def _qualifiers_then(turn: Turn, roll: Dice, faces: tuple[int, ...]) -> Dice:
    qualifiers = _qualifiers_in(turn, roll)
    extra = _others(turn, roll, faces) if qualifiers == turn.missing else ()
    return qualifiers + extra or _highest(roll)


def qualifiers_then_sixes(turn: Turn, roll: Dice) -> Dice:
    """Keep qualifiers; once both are in, every 6 as well; when nothing fits, the single highest die."""
    return _qualifiers_then(turn, roll, (FACES,))


def qualifiers_then_fives_and_sixes(turn: Turn, roll: Dice) -> Dice:
    """Keep qualifiers; once both are in, every 5 and 6 as well; when nothing fits, the single highest die."""
    return _qualifiers_then(turn, roll, (FACES - 1, FACES))


def greedy(turn: Turn, roll: Dice) -> Dice:
    """Keep qualifiers and every 6 from the start; when nothing fits, the single highest die."""
    return _qualifiers_in(turn, roll) + _others(turn, roll, (FACES,)) or _highest(roll)


def greedy_with_fives(turn: Turn, roll: Dice) -> Dice:
    """Keep qualifiers and every 5 and 6 from the start; when nothing fits, the single highest die."""
    return _qualifiers_in(turn, roll) + _others(turn, roll, (FACES - 1, FACES)) or _highest(roll)


FREE_DICE = 2
"""Dice that the semi-greedy strategy leaves for each missing qualifier."""


def semi_greedy(turn: Turn, roll: Dice) -> Dice:
    """Keep qualifiers, and 6s as long as two free dice stay for each qualifier still missing.

    When nothing fits, the single highest die.
    """
    qualifiers = _qualifiers_in(turn, roll)
    still_missing = len(turn.missing) - len(qualifiers)
    spare = turn.dice_left - len(qualifiers) - FREE_DICE * still_missing
    sixes = _others(turn, roll, (FACES,))[: max(spare, 0)]
    return qualifiers + sixes or _highest(roll)


NAMED: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Strategy("perfect", _Perfect(goals.mean_score())),
        Strategy("throws-21", throws_21),
        Strategy("one-at-a-time", one_at_a_time),
        Strategy("qualifiers-then-sixes", qualifiers_then_sixes),
        Strategy("qualifiers-then-fives-and-sixes", qualifiers_then_fives_and_sixes),
        Strategy("greedy", greedy),
        Strategy("greedy-with-fives", greedy_with_fives),
        Strategy("semi-greedy", semi_greedy),
    )
}
"""Name -> Strategy; "perfect" is perfect for the mean score, `perfect` makes it for any other goal."""
