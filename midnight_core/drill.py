"""Questions to practise on: which there are in each set, how often each comes, and a drill as a short text.

A question is a position, a roll and a goal: what to keep? They come as often as in turns that are played
perfectly for their goal, leaving out those in which nothing can be lost. Of the hard ones three in four are
rolls in which an obvious keep is wrong; these come as often as they happen, times how much that keep loses.
In the fourth the obvious keep is right, but another is close behind.

The obvious keeps are those of the two strategies in `OBVIOUS`, whose faults are opposite ones: "greedy" takes
6s too early, "qualifiers-then-sixes" leaves good dice lying once it has qualified. So neither "keep less" nor
"keep more" is the answer to them all.

All weights are whole numbers and all chances are counted, so the questions of a seed are the same on every
machine. ``d1.14.hard.2417.QAB!`` reads: format 1 of a drill; required faces 1 and 4; the set; the seed; one
character for each answer, as in `midnight_core.gamecode`, over the sorted roll; and ``!`` while the last
answer is looked at, before the next question.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Self

import numpy as np
from numpy.typing import NDArray

from midnight_core import goals
from midnight_core.dice import DICE, Dice
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.gamecode import (
    MASKS,
    Position,
    as_digits,
    checked_seed,
    fields_of,
    picked,
    read_rules,
    read_seed,
)
from midnight_core.goals import Goal
from midnight_core.policies import counts_of, keeps_made, ways_to
from midnight_core.positions import denominator, growth, successors, with_dice_left
from midnight_core.review import Decision, bounds, judge
from midnight_core.rolls import IntArray, all_rolls, frozen, keep_table, multiplicities, roll_counts
from midnight_core.rules import QUALIFIERS, Rules
from midnight_core.series import LOOKING, Given, Heap, Series, distinct, drawn
from midnight_core.solver import solve, solve_payoff
from midnight_core.strategies import NAMED
from midnight_core.turns import Turn

FORMAT = "d1"

OPENINGS, MISSING, QUALIFIED, LAST, TARGET, HARD = SETS = (
    "openings",
    "missing",
    "qualified",
    "last",
    "target",
    "hard",
)
"""First rolls; one qualifier missing; both kept; two dice left; a score to beat; the hard ones.

Their order is part of what keys the questions.
"""

TARGETS = range(14, 24)
"""Scores to beat; they come as often as perfect play for the mean score ends on them."""

OBVIOUS = ("greedy", "qualifiers-then-sixes")
WRONG, RIGHT = 3, 1
"""Shares of the hard questions in which an obvious keep is wrong, and in which it is right."""

_MAX_CODE = 160
# Third number of the counter, clear of every player's dice; the rules' faces are added.
_PLACE = 2**32

BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Question:
    """A roll to keep dice from.

    Attributes
    ----------
    position : Position
        With its roll, and no pins.
    goal : Goal
    """

    position: Position
    goal: Goal

    @property
    def turn(self) -> Turn:
        """The position before the roll."""
        return self.position.turn

    @property
    def roll(self) -> Dice:
        """The roll, sorted."""
        return self.position.roll

    def judged(self, mask: int) -> Decision:
        """Return the keep that a mask picks beside the best one."""
        return _judged(self, mask)


@lru_cache(maxsize=4096)
def _judged(question: Question, mask: int) -> Decision:
    solution = solve(question.position.rules, question.goal)
    return judge(solution, question.turn, question.roll, picked(question.roll, mask))


@dataclass(frozen=True, kw_only=True)
class Keeps(Series[Question, int, Decision]):
    """A series in which every answer is a keep, as a mask over the sorted roll."""

    def _check(self, number: int, answer: int) -> None:
        if type(answer) is not int or not 0 < answer < 1 << len(self.questions[number].roll):
            raise InputError("Answer number {number} picks dice that are not in its roll.", number=number + 1)

    def _judge(self, question: Question, answer: int) -> Decision:
        return question.judged(answer)

    def _written(self, answer: int) -> str:
        return MASKS[answer]

    def answer(self, answer: int) -> Self:
        """Return the series after a keep of the open question is chosen, to be looked at.

        Raises
        ------
        InputError
            If no question lies open, or the mask picks nothing or dice that are not there.
        """
        if not answer:
            self._check_open()
            raise InputError("Keep at least one die of every roll.")
        return super().answer(answer)


@dataclass(frozen=True)
class Drill(Keeps):
    """A seed's questions of one set, MOST_QUESTIONS of them.

    Parameters
    ----------
    rules : Rules
    name : str
        One of SETS.
    seed : int
    answers, is_looking
        As for every `Series`.

    Raises
    ------
    InputError
        If one of them is out of range, or the answers do not fit the questions.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> drill = Drill(MIDNIGHT, HARD, seed=2417)
    >>> drill.question.turn.kept, drill.question.roll
    ((), (1, 4, 5, 5, 5, 6))
    >>> drill = drill.answer(0b100011)
    >>> drill.code, drill.judged[0].band.value, drill.judged[0].best.keep
    ('d1.14.hard.2417.j!', 'bad', (1, 4, 5, 5, 5, 6))
    """

    rules: Rules
    name: str
    seed: int

    def __post_init__(self) -> None:
        check_kind("rules", self.rules, Rules)
        if not is_choice(self.name, SETS):
            raise InputError(
                "A drill's set is one of {sets}, not {name}.", sets=", ".join(SETS), name=named(self.name)
            )
        object.__setattr__(self, "seed", checked_seed(self.seed))
        super().__post_init__()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The seed's questions; none comes twice."""
        return _questions(self.rules, self.name, self.seed)

    @property
    def code(self) -> str:
        """The drill as text."""
        head = f"{FORMAT}.{as_digits(self.rules.required)}.{self.name}.{self.seed}"
        return f"{head}.{self.progress}" if self.answers else head


@dataclass(frozen=True)
class Practice(Given[Question, int, Decision], Keeps):
    """Positions that came from elsewhere, such as old mistakes."""


def read_drill(code: str) -> Drill:
    """Return the drill that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or an answer does not fit its question.
    """
    _, faces, name, seed, *rest = fields_of(code, FORMAT, 4, 5, "d1.14.hard.2417", _MAX_CODE)
    text = "".join(rest)
    if name not in SETS:
        raise InputError("The set in this link is not one of {sets}.", sets=", ".join(SETS))
    answers = text.removesuffix(LOOKING)
    masks = tuple(MASKS.find(character) for character in answers)
    return Drill(read_rules(faces), name, read_seed(seed), answers=masks, is_looking=text != answers)


# ---------------------------------------------------------------------------------------------- the questions


@lru_cache(maxsize=256)
def _questions(rules: Rules, name: str, seed: int) -> tuple[Question, ...]:
    place = SETS.index(name), _PLACE + int(as_digits(rules.required))
    asked = distinct(seed, place, lambda generator: drawn(generator, heaps(rules, name)))
    return tuple(Question(_position(rules, number), goal) for goal, number in asked)


def _position(rules: Rules, number: int) -> Position:
    """Return the position and roll of a question, by its place among the weights."""
    for dice in range(DICE, 0, -1):
        kept, rolls = all_rolls(DICE - dice), all_rolls(dice)
        if number < len(kept) * len(rolls):
            row, roll = divmod(number, len(rolls))
            return Position(rules, kept[row], rolls[roll])
        number -= len(kept) * len(rolls)
    raise AssertionError("no such question")


@lru_cache(maxsize=64)
def heaps(rules: Rules, name: str) -> tuple[Heap[Goal], ...]:
    """Return what a set is drawn from: first a heap by its share, then one of its questions by its weight.

    Weights are int64 arrays of shape (11914,): every roll of every position, from six dice left down to one.
    """
    if name == TARGET:
        scores = counts_of(rules, ways_to(solve_payoff(rules, goals.mean_score().payoff).chosen)).tolist()
        return tuple(_heap(_play(rules, goals.beat(target)), scores[target]) for target in TARGETS)
    play = _play(rules, goals.mean_score())
    if name == HARD:
        return tuple(heap for strategy in OBVIOUS for heap in _hard(play, strategy))
    chosen = {
        OPENINGS: play.dice == DICE,
        MISSING: play.missing == 1,
        QUALIFIED: play.missing == 0,
        LAST: play.dice == 2,
    }[name]
    return (_heap(play, chosen=chosen),)


def _heap(play: _Play, share: int = 1, chosen: BoolArray | None = None) -> Heap[Goal]:
    """Return the questions of which an answer may be wrong, as often as they happen."""
    is_open = play.exceeds(play.worst, play.epsilon)
    if chosen is not None:
        is_open &= chosen
    return Heap(play.goal, share, frozen(np.where(is_open, play.often, 0)))


def _hard(play: _Play, strategy: str) -> tuple[Heap[Goal], Heap[Goal]]:
    """Return the questions in which a strategy's keep is wrong, and those in which it is right by little.

    That is when another keep that does not count as best would still be called fine.
    """
    lost = play.lost_by(strategy)
    is_wrong = play.exceeds(lost, play.epsilon)
    _, close, _, _ = bounds(play.goal)
    is_close = play.exceeds(play.worst, play.epsilon) & ~play.exceeds(play.second, close)
    return (
        Heap(play.goal, WRONG, frozen(np.where(is_wrong, play.ways * lost, 0))),
        Heap(play.goal, RIGHT, frozen(np.where(is_close & ~is_wrong, play.often, 0))),
    )


@dataclass(frozen=True, eq=False)
class _Play:
    """Perfect play for a goal, question by question; arrays of shape (11914,), int64.

    Attributes
    ----------
    rules : Rules
    goal : Goal
    dice, missing : array
        Dice of the roll, and required faces not kept before it.
    ways : array
        In how many histories the question is met, each history as likely as there are `parts` of a loss.
    often : array
        How often it is met, in parts of 6**21.
    parts : array
        What losses are counted in, parts of 1.
    worst, second : array
        What the worst keep loses, and the best of those that do not count as best (`worst` if all do).
    losses : tuple of array, shape (positions, pairs) each
        What every keep loses, from six dice left down to one.
    """

    rules: Rules
    goal: Goal
    dice: IntArray
    missing: IntArray
    ways: IntArray
    often: IntArray
    parts: IntArray
    worst: IntArray
    second: IntArray
    losses: tuple[IntArray, ...]

    @property
    def epsilon(self) -> Fraction:
        """The largest loss that still counts as best."""
        return bounds(self.goal)[0]

    def exceeds(self, lost: IntArray, bound: Fraction) -> BoolArray:
        """Say of which questions a loss is larger than a bound, exactly."""
        above: BoolArray = lost * bound.denominator > self.parts * bound.numerator
        return above

    def lost_by(self, strategy: str) -> IntArray:
        """Return what a named strategy's keep loses."""
        rows = [
            lost[row, keeps_made(self.rules, NAMED[strategy], dice, row)]
            for dice, lost in zip(range(DICE, 0, -1), self.losses, strict=True)
            for row in range(len(lost))
        ]
        return np.concatenate(rows)


@lru_cache(maxsize=32)
def _play(rules: Rules, goal: Goal) -> _Play:
    """Return perfect play for a goal."""
    solved = solve_payoff(rules, goal.payoff)
    ways = ways_to(solved.chosen)
    epsilon = bounds(goal)[0]
    columns: dict[str, list[IntArray]] = {}
    losses = []
    for dice in range(DICE, 0, -1):
        starts = keep_table(dice).starts
        lost = _losses(dice, solved.values)
        parts = solved.scale * denominator(dice - 1)
        is_worse = lost * epsilon.denominator > parts * epsilon.numerator
        worst = np.maximum.reduceat(lost, starts, axis=1)
        second = np.minimum.reduceat(np.where(is_worse, lost, np.iinfo(np.int64).max), starts, axis=1)
        is_kept = roll_counts(DICE - dice)[:, np.array(rules.required) - 1] > 0
        met = ways[with_dice_left(dice), None] * multiplicities(dice)
        whole = np.ones_like(met)
        here = {
            "dice": dice * whole,
            "missing": (QUALIFIERS - is_kept.sum(axis=1))[:, None] * whole,
            "ways": met,
            "often": met * denominator(dice - 1),
            "parts": parts * whole,
            "worst": worst,
            "second": np.minimum(second, worst),
        }
        for name, column in here.items():
            columns.setdefault(name, []).append(column.ravel())
        losses.append(frozen(lost))
    joined = {name: frozen(np.concatenate(column)) for name, column in columns.items()}
    return _Play(rules, goal, losses=tuple(losses), **joined)


def _losses(dice: int, values: IntArray) -> IntArray:
    """Return what every keep of every roll loses with `dice` dice left, shape (positions, pairs)."""
    table = keep_table(dice)
    worth = values[successors(dice)] * growth(dice)
    lost: IntArray = np.maximum.reduceat(worth, table.starts, axis=1)[:, table.rolls] - worth
    return lost
