"""A turn looked back on: every decision beside the best one."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core.dice import Dice
from midnight_core.errors import check_kind
from midnight_core.gamecode import TurnGame
from midnight_core.goals import Goal
from midnight_core.solver import Option, solve
from midnight_core.turns import Turn


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
    is_forced : bool
        Whether the roll allowed only one keep.
    """

    turn: Turn
    roll: Dice
    kept: Option
    best: Option
    is_forced: bool


def decisions(game: TurnGame, goal: Goal) -> tuple[Decision, ...]:
    """Return every keep made in a turn so far, judged by `goal`."""
    check_kind("game", game, TurnGame)
    solution = solve(game.rules, goal)
    judged = []
    turn = Turn(game.rules)
    for step in game.steps:
        if not step.mask:
            break
        options = solution.options(turn, step.roll)
        keep = tuple(sorted(step.kept))
        kept = next(option for option in options if option.keep == keep)
        judged.append(Decision(turn, step.roll, kept, options[0], len(options) == 1))
        turn = turn.keep(keep)
    return tuple(judged)
