"""What a turn of 10 000 is played for, as text, and the turn solved for it.

A turn alone is played for the most points, for the fewest turns to the target, or to win against somebody
who has so many points. The last is solved at once where the other has reached the target, and by the house
rules whose race comes with the package; other races take a minute, so they have no text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.games import checked_score, known_race, solve_solitaire
from midnight_core.ten_thousand.house import MOST_TARGET, UNIT, HouseRules
from midnight_core.ten_thousand.review import Measure
from midnight_core.ten_thousand.turn import TurnSolution, solve_turn

MOST_BEYOND = 5000
"""Points by which the other may be past the target."""

_NAMES = {Measure.POINTS: "most points", Measure.TURNS: "fewest turns", Measure.CHANCE: "win against"}


@dataclass(frozen=True)
class TenGoal:
    """What a turn of 10 000 is played for.

    Parameters
    ----------
    measure : Measure
        What its values are.
    theirs : int
        Points of the one to win against; 0 where there is nobody.

    Raises
    ------
    InputError
        If these are no points of anybody.
    """

    measure: Measure
    theirs: int = 0

    def __post_init__(self) -> None:
        check_kind("measure", self.measure, Measure)
        most = MOST_TARGET + MOST_BEYOND if self.measure is Measure.CHANCE else 0
        if not is_whole(self.theirs) or not 0 <= self.theirs <= most or self.theirs % UNIT:
            raise InputError(
                "The other's points are a multiple of {unit} from 0 to {most}, not {points}.",
                unit=UNIT,
                most=most,
                points=named(self.theirs),
            )
        object.__setattr__(self, "theirs", int(self.theirs))

    @property
    def name(self) -> str:
        """The goal as text."""
        name = _NAMES[self.measure]
        return f"{name} {self.theirs}" if self.measure is Measure.CHANCE else name


POINTS, TURNS = TenGoal(Measure.POINTS), TenGoal(Measure.TURNS)


def from_name(name: str) -> TenGoal:
    """Return the goal that a name gives.

    Raises
    ------
    InputError
        If there is no such goal.
    """
    if isinstance(name, str):
        for goal in (POINTS, TURNS):
            if name == goal.name:
                return goal
        if found := re.fullmatch("win against (0|[1-9][0-9]{0,4})", name, re.ASCII):
            return TenGoal(Measure.CHANCE, int(found[1]))
    raise InputError(
        "A goal of 10 000 is called most points, fewest turns or win against 4350, not {name}.",
        name=named(name),
    )


def check_goal(house: HouseRules, goal: TenGoal, score: int) -> None:
    """Raise an `InputError` unless `solution` can solve a turn from a score for a goal."""
    check_kind("house", house, HouseRules)
    check_kind("goal", goal, TenGoal)
    checked_score(house, score)
    if goal.measure is not Measure.CHANCE:
        return
    if goal.theirs >= house.target and house.last_round:
        if goal.theirs > house.target + MOST_BEYOND:
            raise InputError(
                "In the last round the other has at most {most} points here, not {points}.",
                most=house.target + MOST_BEYOND,
                points=goal.theirs,
            )
        return
    checked_score(house, goal.theirs)
    if known_race(house) is None:
        raise InputError(
            "Your record keeps turns played to win only by the standard house rules, or in the last round: "
            "other races take too long to solve again."
        )


def standing(house: HouseRules, goal: TenGoal, score: int) -> int:
    """Return a score that stands for all from which a turn is played alike.

    For points that is whether anything was written down before; for other goals, the score itself.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import DEFAULT
    >>> standing(DEFAULT, POINTS, 4350), standing(DEFAULT, POINTS, 0), standing(DEFAULT, TURNS, 4350)
    (1000, 0, 4350)
    """
    if goal.measure is not Measure.POINTS or not score:
        return score
    return min(max(house.opening, UNIT), house.target - UNIT)


def solution(house: HouseRules, goal: TenGoal, score: int) -> TurnSolution:
    """Return the best play of a turn from a score for a goal; solved once, then cached.

    Raises
    ------
    InputError
        If it is a race that is not at hand, or one of the scores is out of range.
    """
    check_goal(house, goal, score)
    return _solution(house, goal, standing(house, goal, score))


@lru_cache(maxsize=256)
def _solution(house: HouseRules, goal: TenGoal, score: int) -> TurnSolution:
    if goal.measure is Measure.POINTS:
        return solve_turn(house, is_open=score > 0)
    if goal.measure is Measure.TURNS:
        return solve_solitaire(house).turn(score)
    if goal.theirs >= house.target:
        return last_turn(house, score, goal.theirs)
    race = known_race(house)
    assert race is not None
    return race.turn(score, goal.theirs)
