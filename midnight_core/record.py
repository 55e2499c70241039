"""What a history says of a player and of the dice.

A turn's score is what perfect play expects, plus luck, minus what the keeps gave away, exactly (`review`).
Luck averages zero whatever is kept, so leaving it out changes nothing of what is estimated and takes most of
the noise away: the score adjusted for luck is the value at the start minus the losses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

from midnight_core.dice import FACES, Dice
from midnight_core.errors import InputError, check_kind, named
from midnight_core.goals import Goal
from midnight_core.history import Answered, History, Played, choices
from midnight_core.review import Band
from midnight_core.rules import Rules
from midnight_core.solver import solve
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
    total : Fraction
    unforced : int
        Decisions in which something could be lost.
    """

    total: Fraction
    unforced: int


def error_rate(losses: Iterable[Losses]) -> float | None:
    """Return the mean loss of an unforced decision; None when there was none."""
    several = tuple(losses)
    unforced = sum(each.unforced for each in several)
    return float(sum((each.total for each in several), Fraction()) / unforced) if unforced else None


def running(losses: Sequence[Losses], over: int = RECENT) -> tuple[float | None, ...]:
    """Return the error rate of the last `over` turns or answers up to and with each one."""
    return tuple(error_rate(losses[max(0, end - over) : end]) for end in range(1, len(losses) + 1))


@dataclass(frozen=True)
class Record:
    """The turns played by some rules for some goal.

    Attributes
    ----------
    rules : Rules
    goal : Goal
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

    rules: Rules
    goal: Goal
    turns: int
    start: float
    result: Estimate
    adjusted: Estimate
    losses: tuple[Losses, ...]
    bands: Mapping[Band, int]

    @property
    def lost(self) -> float:
        """What the keeps of a turn gave away on average; 0 only if they gave away nothing."""
        return float(sum((each.total for each in self.losses), Fraction()) / self.turns)

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
    losses = tuple(_losses(turn) for turn in turns)
    start = solve(rules, goal).counted(Turn(rules))
    bands = Counter(choice.band for turn in turns for choice in choices(turn) if not choice.is_forced)
    return Record(
        rules,
        goal,
        len(turns),
        float(start),
        result=_estimate([float(goal.payoff[turn.game.turn.score]) for turn in turns]),
        adjusted=_estimate([float(start - each.total) for each in losses]),
        losses=losses,
        bands={band: bands[band] for band in Band},
    )


def _losses(event: Played | Answered) -> Losses:
    made = choices(event)
    total = sum((choice.loss for choice in made), Fraction())
    return Losses(total, sum(not choice.is_forced for choice in made))


def drilled(history: History, is_chance: bool) -> tuple[Losses, ...]:
    """Return the losses of the drill's answers, by time, for goals that are chances, or those in points."""
    check_kind("history", history, History)
    return tuple(_losses(answer) for answer in history.answers if answer.goal.is_chance == is_chance)


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
    """Return the faces of the dice that the app threw.

    The same seed throws the same dice whatever the rules, so they count once.
    """
    check_kind("history", history, History)
    longest: dict[tuple[int, int], Dice] = {}
    for turn in history.turns:
        for number, step in enumerate(turn.game.steps):
            key = turn.game.seed, number
            if not step.typed and len(step.roll) > len(longest.get(key, ())):
                longest[key] = step.roll
    return _faces(longest.values())


def typed_faces(history: History) -> Faces:
    """Return the faces of the dice that people threw and entered."""
    check_kind("history", history, History)
    return _faces(step.roll for turn in history.turns for step in turn.game.steps if step.typed)


def _faces(rolls: Iterable[Dice]) -> Faces:
    counts = Counter(face for roll in rolls for face in roll)
    return Faces(tuple(counts[face] for face in range(1, FACES + 1)))
