"""Questions of 10 000 to practise on: what to set aside, and whether to roll on.

A question is a turn's total, a roll and what the turn is played for: the most points on average, before the
opening or after it, or in the last round the chance to catch whoever leads. They come as often as in turns
that are played perfectly, leaving out those in which nothing can be lost. Of the hard ones three in four are
rolls in which an obvious decision is wrong; these come as often as they happen, times how much it loses. In
the fourth the obvious one is right, but another is close behind.

Obvious is what the rules of thumb do that bots play by: all that scores is set aside, and the total written
down early, late, or by the dice left. So neither "stop" nor "roll on" is the answer to them all.

Weights are chances rounded to whole numbers, so that the questions of a seed are the same everywhere.
``e1.d.hard.2417.BC*D!`` reads: format 1 of a drill of 10 000; the default's house rules; the set; the seed;
for each answer one character for the dice set aside, as in `gamecode`, over the sorted roll, and ``*`` when
the total is written down then; and ``!`` while the last answer is looked at, before the next question.

One question and its answer are a text as well: ``q1.d.1000.1050.33566.E*`` is the house rules, the points
before the turn, the turn's total before the roll, the roll, and the answer; what the turn is played for is
said beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import DICE, FACES, Dice
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.gamecode import (
    MASKS,
    as_digits,
    checked_seed,
    fields_of,
    is_faces,
    mask_of,
    picked,
    read_seed,
)
from midnight_core.rolls import IntArray, all_rolls, frozen, multiplicity
from midnight_core.series import LOOKING, Given, Heap, Series, distinct, drawn
from midnight_core.ten_thousand.bots import THUMB, last_turn
from midnight_core.ten_thousand.games import checked_score
from midnight_core.ten_thousand.goals import POINTS, TenGoal, standing
from midnight_core.ten_thousand.house import UNIT, HouseRules, house_code, read_house
from midnight_core.ten_thousand.review import Decision, Measure, bounds, judge
from midnight_core.ten_thousand.scoring import set_aside, set_asides
from midnight_core.ten_thousand.tables import FloatArray, choices
from midnight_core.ten_thousand.turn import BANK, ROLL, Stakes, TurnSolution, checked_total, solve_turn

TEN_DRILL_FORMAT, QUESTION_FORMAT = "e1", "q1"

FIRST, FEW, EDGE, OPENING, LAST, HARD = TEN_SETS = ("first", "few", "edge", "opening", "last", "hard")
"""First rolls; two or three dice; one die left or all six again; before the opening; the last round; the hard
ones. Their order is part of what keys the questions.
"""

BEHIND = (300, 500, 750, 1000, 1400, 2000)
"""How far behind the leader a last turn begins; all come equally often."""

WRONG, RIGHT = 3, 1
"""Shares of the hard questions in which an obvious decision is wrong, and in which it is right."""

MOST_AT_STAKE = 100
"""Units of 50 points at stake before a roll; more are left out, they come so rarely."""

_PARTS = 2**40
"""Chances are counted in parts of this."""

_WRITTEN = "*"
_MAX_CODE, _MAX_QUESTION = 400, 160
# Third number of the counter, clear of every player's dice and of the drills of Midnight.
_PLACE = 2**33

BoolArray = NDArray[np.bool_]


class Aim(NamedTuple):
    """What a turn is played for: the most points on average, or to catch whoever leads in the last round.

    Attributes
    ----------
    is_open : bool
        Whether points were written down before.
    behind : int
        Points that the leader is ahead in the last round; 0 when points are counted.
    """

    is_open: bool = True
    behind: int = 0

    @property
    def measure(self) -> Measure:
        """What values are counted in."""
        return Measure.CHANCE if self.behind else Measure.POINTS


class Answer(NamedTuple):
    """Dice set aside, as a mask over the sorted roll, and whether the total is written down then."""

    mask: int
    is_written: bool = False

    @property
    def action(self) -> str:
        """What follows the dice."""
        return BANK if self.is_written else ROLL


@dataclass(frozen=True)
class Question:
    """A roll to decide on.

    Attributes
    ----------
    house : HouseRules
    aim : Aim
    total : int
        The turn's total before the roll.
    roll : tuple of int
        Sorted; it scores.
    """

    house: HouseRules
    aim: Aim
    total: int
    roll: Dice

    @property
    def solution(self) -> TurnSolution:
        """The best play."""
        return solution_of(self.house, self.aim)

    @property
    def floor(self) -> int:
        """The fewest points that may be written down."""
        return self.house.floor(self.score)

    @property
    def goal(self) -> TenGoal:
        """What the turn is played for."""
        return TenGoal(Measure.CHANCE, self.house.target) if self.aim.behind else POINTS

    @property
    def score(self) -> int:
        """Points before the turn, or those that stand for all that come to the same."""
        if self.aim.behind:
            return self.house.target - self.aim.behind
        return standing(self.house, POINTS, int(self.aim.is_open))

    def written(self, answer: Answer) -> str:
        """Return the question with an answer as text; of equal dice, the first ones stand for all."""
        fields = QUESTION_FORMAT, house_code(self.house), self.score, self.total, as_digits(self.roll)
        first = Answer(mask_of(self.roll, picked(self.roll, answer.mask)), answer.is_written)
        return ".".join(map(str, (*fields, _answer_code(first))))

    def judged(self, answer: Answer) -> Decision:
        """Return an answer beside the best one.

        Raises
        ------
        InputError
            If it is not a legal one.
        """
        return _judged(self, answer)


@lru_cache(maxsize=4096)
def _judged(question: Question, answer: Answer) -> Decision:
    dice = picked(question.roll, answer.mask)
    return judge(question.solution, question.aim.measure, question.total, question.roll, dice, answer.action)


def solution_of(house: HouseRules, aim: Aim) -> TurnSolution:
    """Return the best play of a turn for an aim."""
    if aim.behind:
        return last_turn(house, house.target - aim.behind, house.target)
    return solve_turn(house, is_open=aim.is_open)


def aim_of(house: HouseRules, goal: TenGoal, score: int) -> Aim | None:
    """Return a turn's goal as drills ask for it; None for what they do not ask.

    They ask for points, and in the last round for the chance of somebody who has opened.
    """
    if goal.measure is Measure.POINTS:
        return Aim(is_open=score > 0)
    behind = goal.theirs - score
    is_last = goal.measure is Measure.CHANCE and goal.theirs >= house.target
    return Aim(behind=behind) if is_last and score and behind < house.target else None


def read_question(code: str, goal: TenGoal) -> tuple[Question, Answer]:
    """Return the question and the answer that a text gives, by what the turn was played for.

    Raises
    ------
    InputError
        If the text is not one that `Question.written` gives, or the answer is not a legal one.
    """
    check_kind("goal", goal, TenGoal)
    example = "q1.d.1000.1050.33566.E*"
    _, rules, score, total, dice, answer = fields_of(code, QUESTION_FORMAT, 6, 6, example, _MAX_QUESTION)
    if not (_is_points(score) and _is_points(total) and is_faces(dice)):
        raise InputError("This link is not one of ours: a code looks like {example}.", example=example)
    house, roll = read_house(rules), tuple(map(int, sorted(dice)))
    checked_score(house, int(score))
    checked_total(int(total))
    aim = aim_of(house, goal, int(score))
    if aim is None:
        raise InputError("The drill does not ask for {goal}.", goal=goal.name)
    question, given = Question(house, aim, int(total), roll), _read_answer(answer)
    _check_legal(question, given)
    if (question.goal, question.written(given)) != (goal, code):
        raise InputError("This link is not one of ours: a code looks like {example}.", example=example)
    return question, given


def _is_points(text: str) -> bool:
    return re.fullmatch("0|[1-9][0-9]{0,6}", text, re.ASCII) is not None


def _check_legal(question: Question, answer: Answer) -> None:
    """Raise an `InputError` for what cannot be done with a roll, without solving anything."""
    house, roll = question.house, question.roll
    dice = picked(roll, max(0, answer.mask))
    aside = set_aside(house, roll, dice)
    is_hot = len(dice) == len(roll)
    is_high_enough = question.total + aside.points >= question.floor
    if answer.is_written and not (is_high_enough and not (is_hot and house.must_roll_hot)):
        raise InputError("These dice may be set aside, but not followed by that.")


def _answer_code(answer: Answer) -> str:
    return MASKS[answer.mask] + _WRITTEN * answer.is_written


def _read_answer(text: str) -> Answer:
    return Answer(MASKS.find(text.removesuffix(_WRITTEN)), text.endswith(_WRITTEN))


@dataclass(frozen=True, kw_only=True)
class Decisions(Series[Question, Answer, Decision]):
    """A series in which every answer is dice set aside, and what follows them."""

    def _check(self, number: int, answer: Answer) -> None:
        question = self.questions[number]
        if not 0 <= answer.mask < 1 << len(question.roll):
            raise InputError("Answer number {number} picks dice that are not in its roll.", number=number + 1)
        question.judged(answer)

    def _judge(self, question: Question, answer: Answer) -> Decision:
        return question.judged(answer)

    def _written(self, answer: Answer) -> str:
        return _answer_code(answer)


@dataclass(frozen=True)
class TenDrill(Decisions):
    """A seed's questions of one set.

    Parameters
    ----------
    house : HouseRules
    name : str
        One of `sets_of` the house.
    seed : int
    answers : tuple of Answer
    is_looking : bool

    Raises
    ------
    InputError
        If there is no such set in this house, the seed is out of range, or the answers do not fit the
        questions.

    Examples
    --------
    >>> from midnight_core.ten_thousand.house import DEFAULT
    >>> drill = TenDrill(DEFAULT, HARD, seed=2417)
    >>> drill.question.total, drill.question.roll
    (1050, (3, 3, 5, 6, 6))
    >>> drill = drill.answer(Answer(0b00100))
    >>> drill.code, drill.judged[0].band.value, drill.judged[0].best.action
    ('e1.d.hard.2417.E!', 'fine', 'bank')
    """

    house: HouseRules
    name: str
    seed: int

    def __post_init__(self) -> None:
        check_kind("house", self.house, HouseRules)
        if not is_choice(self.name, TEN_SETS):
            raise InputError(
                "A drill's set is one of {sets}, not {name}.", sets=", ".join(TEN_SETS), name=named(self.name)
            )
        if self.name not in sets_of(self.house):
            raise InputError(
                "By these house rules there is nothing to ask in the set {name}.", name=self.name
            )
        object.__setattr__(self, "seed", checked_seed(self.seed))
        super().__post_init__()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The seed's questions; none comes twice."""
        return _questions(self.house, self.name, self.seed)

    @property
    def code(self) -> str:
        """The drill as text."""
        head = f"{TEN_DRILL_FORMAT}.{house_code(self.house)}.{self.name}.{self.seed}"
        return f"{head}.{self.progress}" if self.answers else head


@dataclass(frozen=True)
class TenPractice(Given[Question, Answer, Decision], Decisions):
    """Rolls that came from elsewhere, such as old mistakes."""


def read_ten_drill(code: str) -> TenDrill:
    """Return the drill that a code describes.

    Raises
    ------
    InputError
        If the code is too long, of another format, malformed, or an answer does not fit its question.
    """
    example = "e1.d.hard.2417"
    _, house, name, seed, *rest = fields_of(code, TEN_DRILL_FORMAT, 4, 5, example, _MAX_CODE)
    text = "".join(rest)
    if name not in TEN_SETS:
        raise InputError("The set in this link is not one of {sets}.", sets=", ".join(TEN_SETS))
    answers = text.removesuffix(LOOKING)
    marked = re.findall(rf"(.)({re.escape(_WRITTEN)}?)", answers, re.DOTALL)
    given = tuple(Answer(MASKS.find(mask), bool(written)) for mask, written in marked)
    return TenDrill(read_house(house), name, read_seed(seed), answers=given, is_looking=text != answers)


# ---------------------------------------------------------------------------------------------- the questions


def sets_of(house: HouseRules) -> tuple[str, ...]:
    """Return the sets that can be asked in a house: not every one has an opening or a last round."""
    left_out = {OPENING: house.floor(0) == house.floor(1), LAST: not house.last_round}
    return tuple(name for name in TEN_SETS if not left_out.get(name))


def aims_of(house: HouseRules, name: str) -> tuple[Aim, ...]:
    """Return what turns are played for in a set."""
    if name == LAST:
        return tuple(Aim(behind=behind) for behind in BEHIND if behind < house.target)
    return (Aim(is_open=name != OPENING),)


@lru_cache(maxsize=256)
def _questions(house: HouseRules, name: str, seed: int) -> tuple[Question, ...]:
    place = TEN_SETS.index(name), _PLACE + crc32(house_code(house).encode())
    found = heaps(house, name)
    # Rules can be so strange that there is nothing to decide.
    asked = distinct(seed, place, lambda generator: drawn(generator, found)) if found else []
    rolls = scoring_rolls(house)
    places = ((aim, *divmod(number, MOST_AT_STAKE)) for aim, number in asked)
    return tuple(Question(house, aim, total * UNIT, rolls[roll]) for aim, roll, total in places)


@lru_cache(maxsize=32)
def scoring_rolls(house: HouseRules) -> tuple[Dice, ...]:
    """Return every roll, sorted, that is no bust: of six dice first, of one last."""
    rolls = (roll for dice in range(DICE, 0, -1) for roll in all_rolls(dice))
    return tuple(roll for roll in rolls if set_asides(house, roll))


@lru_cache(maxsize=64)
def heaps(house: HouseRules, name: str) -> tuple[Heap[Aim], ...]:
    """Return what a set is drawn from: first a heap by its share, then one of its questions by its weight.

    Weights are int64 arrays: all `scoring_rolls`, each with every total from 0 that may be at stake.
    """
    found: list[Heap[Aim]] = []
    for aim in aims_of(house, name):
        play = _play(house, aim)
        if name == HARD:
            for lost in _lost_by_thumb(house, aim):
                found += _hard(play, lost)
        else:
            found += [_heap(play, play.often, play.is_open & chosen) for chosen in _chosen(play, name)]
    return tuple(heap for heap in found if heap.sums[-1])


def _chosen(play: _Play, name: str) -> tuple[BoolArray, ...]:
    """Return which questions make up a set, or each of its heaps.

    With few dice left, writing down is best so often that it would go without thinking: there the questions
    in which it is come half of the time.
    """
    few = (play.dice == 2) | (play.dice == 3)
    return {
        FIRST: ((play.dice == DICE) & (play.total == 0),),
        FEW: (few & play.is_written, few & ~play.is_written),
        EDGE: (play.is_edge & play.is_written, play.is_edge & ~play.is_written),
        OPENING: (np.ones_like(few),),
        LAST: (np.ones_like(few),),
    }[name]


def _hard(play: _Play, lost: FloatArray) -> tuple[Heap[Aim], Heap[Aim]]:
    """Return the questions in which a rule of thumb is wrong, and those in which it is right by little.

    That is when another decision that does not count as best would still be called fine.
    """
    epsilon, fine, *_ = map(float, bounds(play.aim.measure))
    is_wrong = play.is_open & (lost > epsilon)
    is_close = play.is_open & (play.second <= fine) & ~is_wrong
    return _heap(play, play.often * lost, is_wrong, WRONG), _heap(play, play.often, is_close, RIGHT)


def _heap(play: _Play, weights: FloatArray, chosen: BoolArray, share: int = 1) -> Heap[Aim]:
    whole = np.rint(np.where(chosen, weights, 0.0) * _PARTS).astype(np.int64)
    return Heap(play.aim, share, frozen(whole))


@dataclass(frozen=True, eq=False)
class _Play:
    """Perfect play for an aim, question by question: arrays in the order of the weights.

    Attributes
    ----------
    aim : Aim
    dice, total : int64 array
        Dice of the roll, and units at stake before it.
    is_edge, is_written : bool array
        Whether one die or all six may be left; whether it is best to write down.
    often : float64 array
        How often the question is met in a turn.
    is_open : bool array
        Whether an answer may be wrong.
    second : float64 array
        What the best of those decisions loses that do not count as best; infinite if all do.
    """

    aim: Aim
    dice: IntArray
    total: IntArray
    is_edge: BoolArray
    is_written: BoolArray
    often: FloatArray
    is_open: BoolArray
    second: FloatArray


@dataclass(frozen=True, eq=False)
class _Roll:
    """What can be done with one roll, for all totals at stake: arrays of shape (options, totals).

    Attributes
    ----------
    dice : int
    chance : float
        Of the roll, among all of so many dice.
    gains, left : int64 array, shape (options,)
        Units set aside, and dice left after them; every choice twice, first to roll on, then to write down.
    values : float64 array
        Minus infinity where writing down is not allowed.
    """

    dice: int
    chance: float
    gains: IntArray
    left: IntArray
    values: FloatArray

    @property
    def choices(self) -> int:
        """How many ways there are to set dice aside: so many options roll on, and come first."""
        return len(self.gains) // 2

    @property
    def lost(self) -> FloatArray:
        """What every option loses; infinite where it is not allowed."""
        lost: FloatArray = self.values.max(axis=0) - self.values
        return lost


@lru_cache(maxsize=32)
def _play(house: HouseRules, aim: Aim) -> _Play:
    rolls = list(_rolls(house, aim))
    met = _met(rolls)
    epsilon = float(bounds(aim.measure)[0])
    columns: dict[str, list[NDArray[Any]]] = {}
    totals = np.arange(MOST_AT_STAKE)
    for roll in rolls:
        lost = roll.lost
        here = {
            "dice": np.full(MOST_AT_STAKE, roll.dice),
            "total": totals,
            "is_edge": np.full(MOST_AT_STAKE, 1 in roll.left or DICE in roll.left),
            "is_written": roll.values.argmax(axis=0) >= roll.choices,
            "often": met[:, roll.dice - 1] * roll.chance,
            "is_open": ((lost > epsilon) & np.isfinite(lost)).any(axis=0),
            "second": np.where(lost > epsilon, lost, np.inf).min(axis=0),
        }
        for name, column in here.items():
            columns.setdefault(name, []).append(column)
    return _Play(aim, **{name: frozen(np.concatenate(column)) for name, column in columns.items()})


def _rolls(house: HouseRules, aim: Aim) -> Iterator[_Roll]:
    """Return all `scoring_rolls` with the values of what can be done with them."""
    size = MOST_AT_STAKE + choices(house).most
    solution = solution_of(house, aim)
    stakes = solution.stakes
    bank = np.array([stakes.worth(total) for total in range(size)])
    # The same turn, with its values at hand for all totals that may come up.
    longer = TurnSolution(house, Stakes(frozen(bank), stakes.bust, stakes.floor, stakes.slope))
    rolled = np.array(
        [[longer.roll_value(total * UNIT, dice) for dice in range(1, DICE + 1)] for total in range(size)]
    )
    written = np.where(np.arange(size) >= stakes.floor, bank, -np.inf)
    totals = np.arange(MOST_AT_STAKE)
    for roll in scoring_rolls(house):
        dice, offered = len(roll), set_asides(house, roll)
        gains = np.array([choice.points // UNIT for choice in offered])
        left = np.array([dice - len(choice.dice) or DICE for choice in offered])
        after = totals + gains[:, None]
        stopped = written[after]
        if house.must_roll_hot:
            stopped[left == DICE] = -np.inf
        values = np.concatenate([rolled[after, left[:, None] - 1], stopped])
        chance = multiplicity(roll) / FACES**dice
        yield _Roll(dice, chance, np.tile(gains, 2), np.tile(left, 2), values)


def _met(rolls: Iterable[_Roll]) -> FloatArray:
    """Return how often so many dice are rolled with so much at stake, shape (totals, 6), in perfect play."""
    by_dice: dict[int, list[_Roll]] = {}
    for roll in rolls:
        by_dice.setdefault(roll.dice, []).append(roll)
    moves = {dice: _moves(same) for dice, same in by_dice.items()}
    met = np.zeros((MOST_AT_STAKE, DICE))
    met[0, DICE - 1] = 1.0
    for total in range(MOST_AT_STAKE):
        for dice, (chances, gains, left) in moves.items():
            after = total + gains[:, total]
            goes_on = (left[:, total] > 0) & (after < MOST_AT_STAKE)
            reached = after[goes_on], left[goes_on, total] - 1
            np.add.at(met, reached, met[total, dice - 1] * chances[goes_on])
    return met


def _moves(rolls: Iterable[_Roll]) -> tuple[FloatArray, IntArray, IntArray]:
    """Return chance, units gained and dice left after the best decision; 0 dice when it is written down."""
    chances, gains, left = [], [], []
    for roll in rolls:
        best = roll.values.argmax(axis=0)
        chances.append(roll.chance)
        gains.append(roll.gains[best])
        left.append(np.where(best < roll.choices, roll.left[best], 0))
    return np.array(chances), np.array(gains), np.array(left)


def _lost_by_thumb(house: HouseRules, aim: Aim) -> list[FloatArray]:
    """Return what each rule of thumb loses, in the order of the weights: all that scores is set aside."""
    totals = np.arange(MOST_AT_STAKE)
    found: list[list[FloatArray]] = [[] for _ in THUMB]
    for roll in _rolls(house, aim):
        lost = roll.lost
        after = (totals + roll.gains[0]) * UNIT
        for column, stops in zip(found, THUMB.values(), strict=True):
            is_written = (after >= stops[roll.left[0] - 1]) & np.isfinite(lost[roll.choices])
            column.append(np.where(is_written, lost[roll.choices], lost[0]))
    return [np.concatenate(column) for column in found]
