"""The goal that values are shown for: its controls, its words, and its place in the address."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core import MAX_SCORE, MIN_SCORE, Goal, goals
from midnight_ui import address
from midnight_ui.text import tr

DEFAULT_TARGET = 19

MEAN, QUALIFY, AT_LEAST, BEAT = "mean", "qualify", "at-least", "beat"

_GOAL, _TARGET = PARAMETERS = "goal", "target"
"""What a goal is called in the address."""


@dataclass(frozen=True)
class Picked:
    """A goal as picked: what to maximise, and the score that the chance "at least" is shown for.

    Attributes
    ----------
    goal : Goal
    target : int
        4 to 24.
    label : str
        The goal in the reader's language.
    meaning : str
        What its value is: a heading.
    """

    goal: Goal
    target: int
    label: str
    meaning: str


def pick() -> Picked:
    """Draw the goal's controls, to stand in a row, and return what is picked."""
    kind = address.segments(_GOAL, tr("Goal"), (MEAN, QUALIFY, AT_LEAST, BEAT), _short)
    target = address.number(_TARGET, tr("Target score N"), MIN_SCORE, MAX_SCORE, DEFAULT_TARGET)
    return Picked(_goal(kind, target), target, label(kind, target), _meaning(kind, target))


def of(goal: Goal) -> Picked:
    """Return one of the goals that `goals.from_name` knows as if it had been picked."""
    words, _, last = goal.name.rpartition(" ")
    kind = {"mean": MEAN, "": QUALIFY, "at least": AT_LEAST, "beat": BEAT}[words]
    target = int(last) if last.isdecimal() else DEFAULT_TARGET
    return Picked(goal, max(target, MIN_SCORE), label(kind, target), _meaning(kind, target))


def _goal(kind: str, target: int) -> Goal:
    return {
        MEAN: goals.mean_score(),
        QUALIFY: goals.qualify(),
        AT_LEAST: goals.at_least(target),
        BEAT: goals.beat(target),
    }[kind]


def _short(kind: str) -> str:
    return {
        MEAN: tr("Highest average"),
        QUALIFY: tr("Just qualify"),
        AT_LEAST: tr("At least N"),
        BEAT: tr("Beat N"),
    }[kind]


def _meaning(kind: str, target: int) -> str:
    return {
        MEAN: tr("Average"),
        QUALIFY: tr("Qualifies"),
        AT_LEAST: tr("At least {target}", target=target),
        BEAT: tr("Beats {target}, tie ½", target=target),
    }[kind]


def label(kind: str, target: int) -> str:
    """Return a goal as words for a heading."""
    return {
        MEAN: tr("highest average score"),
        QUALIFY: tr("just qualify"),
        AT_LEAST: tr("at least {target}", target=target),
        BEAT: tr("beat {target}, a tie counting half", target=target),
    }[kind]
