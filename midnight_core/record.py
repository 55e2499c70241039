"""What a history says of a player and of the dice.

A turn's score is what perfect play expects, plus luck, minus what the keeps gave away, exactly (`review`).
Luck averages zero whatever is kept, so leaving it out changes nothing of what is estimated and takes most of
the noise away: the score adjusted for luck is the value at the start minus the losses. Turns of 10 000 are
looked at in the same way, by house rules and by what they were played for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from midnight_core.dice import FACES, Dice
from midnight_core.errors import InputError, check_kind, named
from midnight_core.events import (
    Choice,
    TenPlayed,
    choices,
    newest,
    ten_choices,
    ten_judged,
)
from midnight_core.gamecode import TurnGame
from midnight_core.goals import Goal
from midnight_core.history import History
from midnight_core.review import Band
from midnight_core.rules import Rules
from midnight_core.solver import solve
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.goals import TenGoal, solution, standing
from midnight_core.ten_thousand.house import UNIT, HouseRules
from midnight_core.ten_thousand.review import Measure
from midnight_core.turns import Turn

RECENT = 20
"""Turns or answers that a running mean looks back over."""

LEAST_EXPECTED = 5
"""Times that a face is to be expected before a chi-square test means anything, by the usual rule."""

LEVEL = 0.05
"""P-values below this are called a finding."""


@dataclass(frozen=True)
class Estimate:
    """A mean and how far it may be off by chance.

    Attributes
    ----------
    mean : float
    error : float or None
        Standard error of the mean; None for a single value.
    """

    mean: float
    error: float | None


def _estimate(values: Sequence[float]) -> Estimate:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    return Estimate(fmean(values), error)


@dataclass(frozen=True)
class Losses:
    """What was given away in a turn or in an answer.

    Attributes
    ----------
    total : Fraction or float
    unforced : int
        Decisions in which something could be lost.
    """

    total: Fraction | float
    unforced: int


def error_rate(losses: Iterable[Losses]) -> float | None:
    """Return the mean loss of an unforced decision; None when there was none."""
    several = tuple(losses)
    unforced = sum(each.unforced for each in several)
    return float(_total(several) / unforced) if unforced else None


def _total(losses: Iterable[Losses]) -> Fraction | float:
    return sum((each.total for each in losses), Fraction())


def running(losses: Sequence[Losses], over: int = RECENT) -> tuple[float | None, ...]:
    """Return the error rate of the last `over` turns or answers up to and with each one."""
    return tuple(error_rate(losses[max(0, end - over) : end]) for end in range(1, len(losses) + 1))


@dataclass(frozen=True)
class Record:
    """The turns played by some rules for some goal.

    Attributes
    ----------
    turns : int
    start : float
        What perfect play expects of a turn, in the goal's unit.
    result : Estimate
        The mean payoff: points, or a chance.
    adjusted : Estimate
        The mean payoff without its luck.
    losses : tuple of Losses
        Of each turn, by time.
    bands : mapping of Band to int
        Unforced decisions by how much they lost.
    """

    turns: int
    start: float
    result: Estimate
    adjusted: Estimate
    losses: tuple[Losses, ...]
    bands: Mapping[Band, int]

    @property
    def lost(self) -> float:
        """What the keeps of a turn gave away on average; 0 only if they gave away nothing."""
        return float(_total(self.losses) / self.turns)

    @property
    def luck(self) -> float:
        """The mean luck of a turn."""
        return self.result.mean - self.adjusted.mean

    @property
    def steadiness(self) -> float | None:
        """How many times as many turns would tell as much without the adjustment; None if unknown."""
        if not self.result.error or not self.adjusted.error:
            return None
        return (self.result.error / self.adjusted.error) ** 2


def kinds(history: History) -> tuple[tuple[Rules, Goal], ...]:
    """Return the rules and goals that turns were played by, those with the most turns first."""
    check_kind("history", history, History)
    played = Counter((turn.game.rules, turn.goal) for turn in history.turns)
    return tuple(kind for kind, _ in played.most_common())


def record(history: History, rules: Rules, goal: Goal) -> Record | None:
    """Return what the turns by some rules for some goal come to; None when there are none.

    Every turn is reviewed once and then remembered.
    """
    check_kind("history", history, History)
    check_kind("rules", rules, Rules)
    check_kind("goal", goal, Goal)
    turns = [turn for turn in history.turns if (turn.game.rules, turn.goal) == (rules, goal)]
    if not turns:
        return None
    start = solve(rules, goal).counted(Turn(rules))
    results = [float(goal.payoff[turn.game.turn.score]) for turn in turns]
    return Record(**_summed(start, results, [choices(turn) for turn in turns]))


@dataclass(frozen=True)
class TenRecord(Record):
    """The turns of 10 000 played by some house rules for some goal.

    Attributes
    ----------
    points : Estimate
        The mean of the points written down.
    mean_turn : float
        What the goal's best play writes down on average.
    left_out : int
        Older turns, which are not among these: see `events.MOST_DECISIONS`.
    """

    points: Estimate
    mean_turn: float
    left_out: int


def ten_kinds(history: History, house: HouseRules) -> tuple[tuple[TenGoal, int], ...]:
    """Return the goals that turns of 10 000 were played for, each with the score from which.

    The score is that of `standing`; goals with the most turns come first.
    """
    check_kind("history", history, History)
    check_kind("house", house, HouseRules)
    played = Counter(_ten_kind(turn) for turn in history.ten_turns if turn.house == house)
    return tuple(kind for kind, _ in played.most_common())


def _ten_kind(turn: TenPlayed) -> tuple[TenGoal, int]:
    return turn.goal, standing(turn.house, turn.goal, turn.game.score)


def ten_record(history: History, house: HouseRules, goal: TenGoal, score: int) -> TenRecord | None:
    """Return what the turns of 10 000 of one of the `ten_kinds` come to; None when there are none.

    Every turn is reviewed once and then remembered.
    """
    check_kind("history", history, History)
    check_kind("house", house, HouseRules)
    check_kind("goal", goal, TenGoal)
    played = [turn for turn in history.ten_turns if turn.house == house and _ten_kind(turn) == (goal, score)]
    if not played:
        return None
    turns = newest(played)
    solved = solution(house, goal, score)
    stakes = solved.stakes
    games = [turn.game for turn in turns]
    results = [stakes.worth(game.total // UNIT) if game.is_banked else stakes.bust for game in games]
    return TenRecord(
        **_summed(solved.start, results, [ten_choices(turn) for turn in turns]),
        points=_estimate([float(game.points) for game in games]),
        mean_turn=solved.mean_turn,
        left_out=len(played) - len(turns),
    )


def _summed(
    start: Fraction | float, results: Sequence[float], made: Sequence[tuple[Choice[Any], ...]]
) -> dict[str, Any]:
    """Return the parts of a `Record`, from what every turn came to and what was chosen in it."""
    losses = tuple(map(_losses, made))
    bands = Counter(choice.band for turn in made for choice in turn if not choice.is_forced)
    return {
        "turns": len(made),
        "start": float(start),
        "result": _estimate(results),
        "adjusted": _estimate([float(start - each.total) for each in losses]),
        "losses": losses,
        "bands": {band: bands[band] for band in Band},
    }


def _losses(made: Iterable[Choice[Any]]) -> Losses:
    several = tuple(made)
    total = sum((choice.loss for choice in several), Fraction())
    return Losses(total, sum(not choice.is_forced for choice in several))


def drilled(history: History, is_chance: bool) -> tuple[Losses, ...]:
    """Return the losses of the answers to Midnight's drill, by time, for goals that are chances or points."""
    check_kind("history", history, History)
    return tuple(_losses(choices(each)) for each in history.answers if each.goal.is_chance == is_chance)


def ten_drilled(history: History, house: HouseRules, measure: Measure) -> tuple[Losses, ...]:
    """Return the losses of the answers to the drill of 10 000, by time, by some house rules in some unit."""
    check_kind("history", history, History)
    check_kind("house", house, HouseRules)
    check_kind("measure", measure, Measure)
    answers = (each for each in history.ten_answers if each.house == house and each.goal.measure is measure)
    return tuple(map(_losses, ten_judged(answers).values()))


@dataclass(frozen=True)
class Faces:
    """How often dice showed each face, beside fair dice.

    Attributes
    ----------
    counts : tuple of int
        Of the faces 1 to 6.
    """

    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often fair dice show each face on average."""
        return self.dice / FACES

    @property
    def is_telling(self) -> bool:
        """Whether there are dice enough for the test to mean anything."""
        return self.expected >= LEAST_EXPECTED

    @property
    def statistic(self) -> float:
        """Pearson's chi-square with five degrees of freedom; 0 without dice."""
        if not self.dice:
            return 0.0
        return sum((count - self.expected) ** 2 for count in self.counts) / self.expected

    @property
    def p_value(self) -> float:
        """The chance that fair dice are at least as uneven."""
        from scipy.special import chdtrc  # noqa: PLC0415  (takes longer to import than all else here)

        return float(chdtrc(FACES - 1, self.statistic))

    def power(self, share: float) -> float:
        """Return about how likely so many dice give away a face that comes up with a chance of `share`.

        By the noncentral chi-square distribution, which is a few percentage points too hopeful for some
        hundreds of dice.

        Parameters
        ----------
        share : float
            Chance of one face, 0 to 1; the other faces share the rest evenly.

        Raises
        ------
        InputError
            If `share` is not a chance.
        """
        check_kind("share", share, float)
        if not 0 <= share <= 1:
            raise InputError("A chance is a number from 0 to 1, not {value}.", value=named(share))
        from scipy.special import chdtri, chndtr  # noqa: PLC0415

        others = (1 - share) / (FACES - 1)
        uneven = FACES * ((share - 1 / FACES) ** 2 + (FACES - 1) * (others - 1 / FACES) ** 2)
        limit = chdtri(FACES - 1, LEVEL)
        return float(1 - chndtr(limit, FACES - 1, self.dice * uneven))


def thrown_faces(history: History) -> Faces:
    """Return the faces of the dice that the app threw, at either game.

    The same seed throws the same dice whatever the rules and the game, so they count once.
    """
    check_kind("history", history, History)
    longest: dict[tuple[int, int], Dice] = {}
    for game in _games(history):
        for number, step in enumerate(game.steps):
            key = game.seed, number
            if not step.typed and len(step.roll) > len(longest.get(key, ())):
                longest[key] = step.roll
    return _faces(longest.values())


def typed_faces(history: History) -> Faces:
    """Return the faces of the dice that people threw and entered, at either game."""
    check_kind("history", history, History)
    return _faces(step.roll for game in _games(history) for step in game.steps if step.typed)


def _games(history: History) -> Iterator[TurnGame | TenGame]:
    yield from (turn.game for turn in history.turns)
    yield from (turn.game for turn in history.ten_turns)


def _faces(rolls: Iterable[Dice]) -> Faces:
    counts = Counter(face for roll in rolls for face in roll)
    return Faces(tuple(counts[face] for face in range(1, FACES + 1)))
