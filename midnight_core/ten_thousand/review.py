"""A turn of 10 000 looked back on: every decision beside the best one, and its worth as luck and losses.

A decision is what to set aside and whether to roll on. A roll's luck is the worth after it under the best
decision, minus the worth before it, also of a roll that scores nothing; a decision's loss is the worth of the
best one minus its own. Going from roll to roll everything in between cancels, so::

    worth of what was written down, or of a bust - worth at the start = sum of luck - sum of losses

whatever is done. Turns of 10 000 are solved in floats, so this holds to about 12 digits, not exactly as in
Midnight. Luck averages zero in every position.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from midnight_core.dice import Dice, checked_dice
from midnight_core.errors import InputError, check_kind
from midnight_core.review import Band
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.scoring import set_aside
from midnight_core.ten_thousand.turn import BANK, ROLL, Option, TurnSolution


class Measure(Enum):
    """What the values of a solution are: points of the turn, minus turns to come, or a chance to win."""

    POINTS = "points"
    TURNS = "turns"
    CHANCE = "chance"


_BOUNDS = {
    measure: tuple(map(Fraction, limits))
    for measure, limits in {
        Measure.POINTS: ("2", "15", "40", "100"),
        Measure.TURNS: ("0.005", "0.025", "0.075", "0.2"),
        Measure.CHANCE: ("0.005", "0.02", "0.05", "0.125"),
    }.items()
}


def bounds(measure: Measure) -> tuple[Fraction, ...]:
    """Return the largest loss that still is best, fine, doubtful and bad.

    The first is the epsilon within which decisions count as equally good.
    """
    check_kind("measure", measure, Measure)
    return _BOUNDS[measure]


def band(loss: float, measure: Measure) -> Band:
    """Return how bad a loss is."""
    passed = sum(loss > bound for bound in bounds(measure))
    return list(Band)[passed]


@dataclass(frozen=True)
class Decision:
    """One decision of a turn, and the best one with the same roll.

    Attributes
    ----------
    total : int
        The turn's total before the roll.
    roll : tuple of int
        The dice as they fell.
    chosen, best : Option
    luck : float
        The worth after the roll under the best decision, minus the worth before it.
    loss : float
        The worth of the best decision minus that of this one, >= 0.
    band : Band
    is_forced : bool
        Whether there was nothing to decide: one option only, or all worth the same.
    """

    total: int
    roll: Dice
    chosen: Option
    best: Option
    luck: float
    loss: float
    band: Band
    is_forced: bool


@dataclass(frozen=True)
class Bust:
    """The roll that took everything away.

    Attributes
    ----------
    total : int
        What was lost.
    roll : tuple of int
    luck : float
        The worth of a lost turn, minus the worth before the roll.
    """

    total: int
    roll: Dice
    luck: float


@dataclass(frozen=True)
class Review:
    """A turn, finished or not, as it is judged by a solution.

    Attributes
    ----------
    measure : Measure
    decisions : tuple of Decision
        Those made in full: dice set aside, and then the total written down or the next roll thrown.
    bust : Bust or None
    start, end : float
        The worth before the first roll, and of the position after the last decision: of the total written
        down or of a lost turn, once the turn is over. ``end - start`` is ``luck - loss``.
    """

    measure: Measure
    decisions: tuple[Decision, ...]
    bust: Bust | None
    start: float
    end: float

    @property
    def luck(self) -> float:
        """The luck of all rolls that were decided on, and of the one that took everything away."""
        lost = 0.0 if self.bust is None else self.bust.luck
        return sum((decision.luck for decision in self.decisions), lost)

    @property
    def loss(self) -> float:
        """What all decisions gave away."""
        return sum((decision.loss for decision in self.decisions), 0.0)

    @property
    def unforced(self) -> tuple[Decision, ...]:
        """The decisions in which something could be lost."""
        return tuple(decision for decision in self.decisions if not decision.is_forced)

    @property
    def error_rate(self) -> float | None:
        """Mean loss of an unforced decision; None when there was none."""
        return self.loss / len(self.unforced) if self.unforced else None


def review(game: TenGame, solution: TurnSolution, measure: Measure) -> Review:
    """Return every decision made in a turn so far, judged by a solution whose values are a `measure`.

    Raises
    ------
    InputError
        If the solution is of other house rules, or the turn did what it does not allow.

    Examples
    --------
    >>> from midnight_core.ten_thousand import solve_turn
    >>> from midnight_core.ten_thousand.gamecode import read_ten
    >>> game = read_ten("t1.d.2417.1000.112456T666H!")
    >>> seen = review(game, solve_turn(game.house), Measure.POINTS)
    >>> [(decision.band.value, round(decision.loss, 1)) for decision in seen.decisions]
    [('blunder', 107.1), ('blunder', 457.9)]
    >>> seen.end, abs(seen.end - seen.start - seen.luck + seen.loss) < 1e-9
    (850.0, True)
    """
    check_kind("game", game, TenGame)
    check_kind("solution", solution, TurnSolution)
    if solution.house != game.house:
        raise InputError("The turn was played by other house rules than those of the solution.")
    judged: list[Decision] = []
    total = 0
    for number, choice in enumerate(game.set_aside, start=1):
        if number == len(game.steps) and not game.is_banked:
            break
        action = ROLL if number < len(game.steps) else BANK
        judged.append(judge(solution, measure, total, game.steps[number - 1].roll, choice.dice, action))
        total += choice.points
    start, bust = solution.start, None
    end = judged[-1].chosen.value if judged else start
    if game.is_bust:
        bust = Bust(total, game.steps[-1].roll, solution.stakes.bust - end)
        end = solution.stakes.bust
    return Review(measure, tuple(judged), bust, start, end)


def judge(
    solution: TurnSolution,
    measure: Measure,
    total: int,
    roll: Iterable[int],
    dice: Iterable[int],
    action: str,
) -> Decision:
    """Return one decision beside the best one; `total` is the turn's before the roll.

    Raises
    ------
    InputError
        If these dice may not be set aside of the roll, or may not be followed by this action.
    """
    check_kind("solution", solution, TurnSolution)
    thrown = checked_dice(roll)
    wanted = set_aside(solution.house, thrown, dice).dice
    options = solution.options(total, len(thrown), thrown)
    chosen = next((each for each in options if (each.dice, each.action) == (wanted, action)), None)
    if chosen is None:
        raise InputError("These dice may be set aside, but not followed by that.")
    best = options[0]
    return Decision(
        total,
        thrown,
        chosen,
        best,
        luck=best.value - solution.roll_value(total, len(thrown)),
        loss=chosen.loss,
        band=band(chosen.loss, measure),
        is_forced=not options[-1].loss,
    )
