"""A turn looked back on: every decision beside the best one, and the score as luck and losses.

A roll's luck is the value after it under the best keep, minus the value before it; a keep's loss is the value
of the best keep minus its own. Going from roll to roll everything in between cancels, so::

    payoff of the score - value at the start = sum of luck - sum of losses

exactly, whatever is kept; all of it is counted in fractions. Luck averages zero in every position, since the
value before a roll is the mean of the values after it; what is left of a player is the losses.

Payoffs that are too fine to be counted, as those of a match are, are solved in floats. The sum holds exactly
then as well, of values that are right to about 12 digits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from midnight_core.dice import Dice, checked_dice
from midnight_core.errors import check_kind
from midnight_core.gamecode import TurnGame
from midnight_core.goals import Goal
from midnight_core.rules import Rules
from midnight_core.solver import Option, Solution, solve
from midnight_core.turns import Turn


class Band(Enum):
    """How much a keep loses, as a word; `BOUNDS` says where one ends."""

    BEST = "best"
    FINE = "fine"
    DOUBTFUL = "doubtful"
    BAD = "bad"
    BLUNDER = "blunder"


_POINTS = ("0.1", "0.4", "1", "2.5")
_CHANCES = ("0.005", "0.02", "0.05", "0.125")


def bounds(goal: Goal) -> tuple[Fraction, ...]:
    """Return the largest loss that still is best, fine, doubtful and bad, in the goal's own unit.

    The first is the epsilon within which keeps count as equally good. Points and chances have bounds of their
    own.
    """
    return tuple(map(Fraction, _CHANCES if goal.is_chance else _POINTS))


def band(loss: float | Fraction, goal: Goal) -> Band:
    """Return how bad a loss is."""
    check_kind("goal", goal, Goal)
    passed = sum(loss > bound for bound in bounds(goal))
    return list(Band)[passed]


@dataclass(frozen=True)
class Decision:
    """One keep of a turn, and the best keep of the same roll.

    Attributes
    ----------
    turn : Turn
        The position before the roll.
    roll : tuple of int
        The dice as they fell.
    kept, best : Option
        What was kept, and the best keep for the goal.
    luck : Fraction
        The value after the roll under the best keep, minus the value before it.
    loss : Fraction
        The value of the best keep minus the value of this one, >= 0.
    band : Band
    is_forced : bool
        Whether there was nothing to decide: one keep only, or all worth the same.
    """

    turn: Turn
    roll: Dice
    kept: Option
    best: Option
    luck: Fraction
    loss: Fraction
    band: Band
    is_forced: bool


@dataclass(frozen=True)
class Review:
    """A turn, finished or not, as it is judged by a goal.

    Attributes
    ----------
    rules : Rules
    goal : Goal
    decisions : tuple of Decision
    start, end : Fraction
        The value before the first roll, and of the position reached: the payoff of the score, once the turn
        is over. ``end - start == luck - loss``, exactly.
    """

    rules: Rules
    goal: Goal
    decisions: tuple[Decision, ...]
    start: Fraction
    end: Fraction

    @property
    def luck(self) -> Fraction:
        """The luck of all rolls that were decided on."""
        return sum((decision.luck for decision in self.decisions), Fraction())

    @property
    def loss(self) -> Fraction:
        """What all keeps gave away."""
        return sum((decision.loss for decision in self.decisions), Fraction())

    @property
    def unforced(self) -> tuple[Decision, ...]:
        """The decisions in which something could be lost."""
        return tuple(decision for decision in self.decisions if not decision.is_forced)

    @property
    def error_rate(self) -> float | None:
        """Mean loss of an unforced decision; None when there was none."""
        free = len(self.unforced)
        return float(self.loss / free) if free else None


def review(game: TurnGame, goal: Goal) -> Review:
    """Return every keep made in a turn so far, judged by `goal`.

    Examples
    --------
    >>> from midnight_core import goals
    >>> from midnight_core.gamecode import read_turn
    >>> seen = review(read_turn("m1.14.1.123456J6652P"), goals.mean_score())
    >>> [decision.band.value for decision in seen.decisions]
    ['doubtful', 'bad']
    >>> float(seen.end), seen.end - seen.start == seen.luck - seen.loss
    (19.0, True)
    """
    check_kind("game", game, TurnGame)
    solution = solve(game.rules, goal)
    judged = []
    start = turn = Turn(game.rules)
    for step in game.steps:
        if not step.mask:
            break
        judged.append(judge(solution, turn, step.roll, step.kept))
        turn = turn.keep(step.kept)
    return Review(game.rules, goal, tuple(judged), solution.fraction(start), solution.fraction(turn))


def judge(solution: Solution, turn: Turn, roll: Iterable[int], keep: Iterable[int]) -> Decision:
    """Return one keep beside the best one.

    Raises
    ------
    InputError
        If `roll` is not a roll of the dice left, or `keep` is not one of its keeps.
    """
    check_kind("solution", solution, Solution)
    check_kind("turn", turn, Turn)
    dice, wanted = checked_dice(roll), tuple(sorted(checked_dice(keep)))
    after = turn.keep(wanted, dice)
    options = solution.options(turn, dice)
    kept = next(option for option in options if option.keep == wanted)
    best = options[0]
    value = solution.fraction(after)
    loss = solution.fraction(turn.keep(best.keep)) - value if kept.loss else Fraction()
    return Decision(
        turn,
        dice,
        kept,
        best,
        luck=value + loss - solution.fraction(turn),
        loss=loss,
        band=band(loss, solution.goal),
        is_forced=not options[-1].loss,
    )


def luck_of(solution: Solution, turn: Turn, roll: Iterable[int]) -> Fraction:
    """Return the luck of a roll: how much better than before it the turn stands under the best keep.

    Raises
    ------
    InputError
        If `roll` is not a roll of the dice left.
    """
    check_kind("solution", solution, Solution)
    check_kind("turn", turn, Turn)
    return solution.fraction(turn.keep(solution.best_keep(turn, roll))) - solution.fraction(turn)
