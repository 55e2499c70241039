"""Midnight (1-4-24), solved exactly: rules, the best keep of every roll for any goal, strategies, game codes.

Examples
--------
>>> import midnight_core as mc
>>> turn = mc.Turn(mc.MIDNIGHT, kept=(4,))
>>> mc.solve(mc.MIDNIGHT, mc.goals.mean_score()).best_keep(turn, (1, 2, 3, 5, 6))
(1, 6)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from midnight_core import goals, strategies, throws
from midnight_core.dice import DICE, FACES
from midnight_core.errors import InputError
from midnight_core.goals import Goal
from midnight_core.policies import evaluate, evaluate_counts
from midnight_core.rolls import legal_keeps, multiplicity
from midnight_core.rules import MAX_SCORE, MIDNIGHT, MIN_SCORE, TWO_FOUR_24, Rules, score
from midnight_core.simulation import simulate
from midnight_core.solver import Option, Solution, solve
from midnight_core.strategies import Strategy
from midnight_core.turns import Turn

if TYPE_CHECKING:
    from midnight_core import (
        analysis,
        drill,
        field,
        frontier,
        history,
        laboratory,
        match,
        match_review,
        mistakes,
        outlook,
        recipes,
        record,
        rethrow,
        review,
        ten_thousand,
    )
    from midnight_core.race import solve_race
    from midnight_core.rounds import solve_round

_MODULES = (
    "analysis",
    "drill",
    "field",
    "frontier",
    "history",
    "laboratory",
    "match",
    "match_review",
    "mistakes",
    "outlook",
    "recipes",
    "record",
    "rethrow",
    "review",
    "ten_thousand",
)
_FUNCTIONS = {"solve_race": "race", "solve_round": "rounds"}
"""What is loaded when first asked for: a turn can be solved without it."""


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return import_module(f"midnight_core.{name}")
    if name in _FUNCTIONS:
        return getattr(import_module(f"midnight_core.{_FUNCTIONS[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "DICE",
    "FACES",
    "MAX_SCORE",
    "MIDNIGHT",
    "MIN_SCORE",
    "TWO_FOUR_24",
    "Goal",
    "InputError",
    "Option",
    "Rules",
    "Solution",
    "Strategy",
    "Turn",
    "analysis",
    "drill",
    "evaluate",
    "evaluate_counts",
    "field",
    "frontier",
    "goals",
    "history",
    "laboratory",
    "legal_keeps",
    "match",
    "match_review",
    "mistakes",
    "multiplicity",
    "outlook",
    "recipes",
    "record",
    "rethrow",
    "review",
    "score",
    "simulate",
    "solve",
    "solve_race",
    "solve_round",
    "strategies",
    "ten_thousand",
    "throws",
]
