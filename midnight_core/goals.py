"""What a player maximises: a payoff for every final score.

Any payoff is a goal, also one that does not rise with the score (a race may reward an exact total).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

from midnight_core.dice import is_series, is_whole
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.rules import MAX_SCORE, MIN_SCORE, SCORES

MOST_PAYOFF = 1e100


@dataclass(frozen=True)
class Goal:
    """A payoff for each final score.

    Parameters
    ----------
    name : str
        A short name for people; two goals with the same payoff are solved once.
    payoff : tuple of float
        25 numbers, index = final score; index 0 is a turn that did not qualify, 1 to 3 cannot occur.

    Raises
    ------
    InputError
        If there are not 25 payoffs, or one is not a number from -1e100 to 1e100.
    """

    name: str
    payoff: tuple[float, ...]

    def __post_init__(self) -> None:
        check_kind("name", self.name, str)
        payoff = tuple(self.payoff) if is_series(self.payoff) else ()
        if len(payoff) != SCORES:
            raise InputError(
                "A payoff has {scores} numbers, one for each score 0 to {best}, not {count}.",
                scores=SCORES,
                best=MAX_SCORE,
                count=len(payoff) if is_series(self.payoff) else named(self.payoff),
            )
        for score, value in enumerate(payoff):
            # Far from where sums of floats overflow.
            if not _is_between(value, -MOST_PAYOFF, MOST_PAYOFF):
                raise InputError(
                    "Every payoff is a number from -{most} to {most}; the one for score {score} is {value}.",
                    most="1e100",
                    score=score,
                    value=named(value),
                )
        object.__setattr__(self, "payoff", tuple(_plain(value) for value in payoff))

    @property
    def is_chance(self) -> bool:
        """Whether the goal's value is a probability: every payoff lies between 0 and 1."""
        return all(0 <= value <= 1 for value in self.payoff)


def _is_between(value: Any, least: float, most: float) -> bool:
    try:
        return math.isfinite(value) and bool(least <= value <= most)
    except (TypeError, ValueError, OverflowError):
        return False


def _plain(value: float) -> float:
    """Return whole numbers as int, so that equal payoffs are equal keys and exact values can be counted."""
    return int(value) if value == int(value) else float(value)


def mean_score() -> Goal:
    """Return the goal of the highest mean score, a turn that does not qualify counting 0."""
    return Goal("mean score", tuple(range(SCORES)))


def qualify() -> Goal:
    """Return the goal of qualifying at all."""
    return Goal("qualify", (0,) + (1,) * MAX_SCORE)


def at_least(target: int) -> Goal:
    """Return the goal of scoring `target` or more.

    Raises
    ------
    InputError
        If `target` is not a score that a qualifying turn can have, 4 to 24.
    """
    check_target(target)
    return Goal(f"at least {target}", tuple(int(score >= target) for score in range(SCORES)))


def beat(target: int, tie: float = 0.5) -> Goal:
    """Return the goal of beating a score that is already on the table.

    Parameters
    ----------
    target : int
        The score to beat, 0 (nobody qualified yet) or 4 to 24.
    tie : float, default 0.5
        What an equal score is worth, 0 to 1; a turn that does not qualify never ties.

    Raises
    ------
    InputError
        If `target` or `tie` is out of range.
    """
    if not _is_target(target) and not (is_whole(target) and target == 0):
        raise InputError(
            "A score to beat is 0 or a score from {least} to {best}, not {target}.", **_bounds(target)
        )
    if not _is_between(tie, 0, 1):
        raise InputError("A tie is worth between 0 and 1, not {tie}.", tie=named(tie))
    win = tuple(int(score > target) for score in range(SCORES))
    # Level at 0 is not a tie for the win: nobody has qualified.
    payoff = win if not target else (*win[:target], tie, *win[target + 1 :])
    return Goal(f"beat {target}", payoff)


def from_name(name: str) -> Goal:
    """Return the goal that has a name: ``mean score``, ``qualify``, ``at least N`` or ``beat N``, ties half.

    Raises
    ------
    InputError
        If no goal is called so.

    Examples
    --------
    >>> from_name("at least 19") == at_least(19)
    True
    """
    if not is_choice(name, _named()):
        raise InputError(
            "A goal is called mean score, qualify, at least N or beat N, with N a score, not {name}.",
            name=named(name),
        )
    return _named()[name]


@cache
def _named() -> dict[str, Goal]:
    scores = range(MIN_SCORE, MAX_SCORE + 1)
    known = (mean_score(), qualify(), *map(at_least, scores), *map(beat, (0, *scores)))
    return {goal.name: goal for goal in known}


def check_target(target: int, least: int = MIN_SCORE) -> None:
    """Raise an `InputError` unless `target` is a score from `least` to 24."""
    if not is_whole(target) or not least <= target <= MAX_SCORE:
        raise InputError(
            "A target is a score from {least} to {best}, not {target}.",
            least=least,
            best=MAX_SCORE,
            target=named(target),
        )


def _is_target(target: int) -> bool:
    return is_whole(target) and MIN_SCORE <= target <= MAX_SCORE


def _bounds(target: int) -> dict[str, object]:
    return {"least": MIN_SCORE, "best": MAX_SCORE, "target": named(target)}
