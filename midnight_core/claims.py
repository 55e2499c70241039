"""What the rule texts state in numbers, each beside its exact value, and the verdict that follows.

Sources: the project's seed texts. The rules of Midnight in English and Norwegian, which agree and count as
one text; an encyclopedia's article on the game; the rules of 10 000. Facts only, no wording of theirs. What a
text says in words, such as "about", stands here as a tolerance, so that its verdict can be computed too, and
disputed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from math import inf, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from midnight_core import goals, rethrow
from midnight_core.dice import DICE, FACES, Dice, checked_dice, is_series, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.lessons_throws import PRINTED_AFTER_ROLL, PRINTED_WITH_DICE_LEFT, qualified_after
from midnight_core.policies import evaluate_counts, policy, ways_to
from midnight_core.positions import denominator, denominators, with_dice_left
from midnight_core.rolls import IntArray, all_rolls, checked_roll, keep_table, multiplicities, roll_counts
from midnight_core.rules import MAX_SCORE, MIDNIGHT, QUALIFIERS, SCORES, Rules, score
from midnight_core.solver import Solution, solve
from midnight_core.strategies import NAMED, Strategy, perfect
from midnight_core.throws import dice_per_roll, most_throws, p_all
from midnight_core.turns import Turn

Number = Fraction | float


class Source(Enum):
    """Which text says it."""

    RULES = "rules"
    ENCYCLOPEDIA = "encyclopedia"
    TEN_THOUSAND = "ten-thousand"


class Topic(Enum):
    """What a claim is about, in the order in which a page tells them."""

    SCORES = "scores"
    THROWS = "throws"
    CHANCES = "chances"
    POINTS = "points"
    LINES = "lines"
    TABLE = "table"
    TEN_THOUSAND = "ten-thousand"


class Measure(Enum):
    """What a claim's numbers are."""

    CHANCE = "chance"
    POINTS = "points"
    GAIN = "gain"
    """Points more than by another way."""
    LOSS = "loss"
    """Points given away."""
    COUNT = "count"
    ROLLS = "rolls"
    """Rolls out of `FRESH_ROLLS`."""
    MINUTES = "minutes"
    SECONDS = "seconds"


class By(Enum):
    """What tells the checks of a claim apart, and so what `Check.case` is."""

    NOTHING = "nothing"
    STRATEGY = "strategy"
    """A key of `WAYS`."""
    ROLL = "roll"
    """How many rolls have been made."""
    LEFT = "left"
    """How many dice are left to throw."""
    LEFT_AND_HELD = "left-and-held"
    """How many dice are left, and how many qualifiers are kept."""
    THROWN = "thrown"
    """How many dice are thrown together."""
    DICE = "dice"
    """The dice."""


class Verdict(Enum):
    """What becomes of a claim, from the best to the worst."""

    TRUE = "true"
    ROUNDED = "rounded"
    ROUGHLY = "roughly"
    SOMETIMES = "sometimes"
    WRONG = "wrong"
    OPEN = "open"


@dataclass(frozen=True)
class Said:
    """What a text says of a number: one value, or a range, which may have no end.

    Attributes
    ----------
    low, high : Fraction or float
        The same for a single value; infinite where the text sets no bound.
    unit : Fraction or float
        What the text rounds to: 1/1000 for a percentage with one decimal; 0 if it does not round.
    slack : Fraction or float
        How far off its words still allow the number to be, by our reading; 0 if they allow nothing.

    Raises
    ------
    InputError
        If one of them is no number, `low` is above `high`, or `unit` or `slack` is below 0.
    """

    low: Number = -inf
    high: Number = inf
    unit: Number = 0
    slack: Number = 0

    def __post_init__(self) -> None:
        low, high, unit, slack = map(_number, (self.low, self.high, self.unit, self.slack))
        if low > high or unit < 0 or slack < 0:
            raise InputError(
                "A claim goes from a low number to a high one, rounded and off by 0 or more, not from {low} "
                "to {high}, by {unit} and {slack}.",
                low=named(self.low),
                high=named(self.high),
                unit=named(self.unit),
                slack=named(self.slack),
            )

    def verdict(self, exact: Number) -> Verdict:
        """Return what becomes of it beside the exact number.

        Raises
        ------
        InputError
            If `exact` is no number.

        Examples
        --------
        >>> printed("13.9").verdict(Fraction(30, 216)).value, printed("13.8").verdict(Fraction(30, 216)).value
        ('rounded', 'wrong')
        """
        found = _number(exact)
        off = max(self.low - found, found - self.high)
        if off <= 0:
            return Verdict.TRUE
        if off <= self.unit / 2:
            return Verdict.ROUNDED
        return Verdict.ROUGHLY if off <= self.slack else Verdict.WRONG


def _number(value: Any) -> Number:
    """Return a number of a claim, as a fraction if it is one; nothing else passes."""
    if is_whole(value) or isinstance(value, Fraction):
        return Fraction(value)
    if isinstance(value, float) and not isnan(value):
        return float(value)
    raise InputError("A claim is about numbers, whole, fractions or floats, not {value}.", value=named(value))


def exactly(number: Number, unit: Number = 0, slack: Number = 0) -> Said:
    """Return that a text says one number, in so many words or in digits.

    Raises
    ------
    InputError
        If one of them is no number, or `unit` or `slack` is below 0.
    """
    said = _number(number)
    return Said(said, said, unit, slack)


def printed(percentage: str) -> Said:
    """Return that a text prints a percentage, rounded to the decimals that it shows.

    Raises
    ------
    InputError
        If it is not printed as one is, such as "95.7".
    """
    check_kind("percentage", percentage, str)
    if not _PRINTED.fullmatch(percentage):
        raise InputError("A percentage is printed like 95.7, not {text}.", text=named(percentage))
    return exactly(Fraction(percentage) / 100, Fraction(1, 100 * 10 ** len(percentage.partition(".")[2])))


_PRINTED = re.compile(r"[0-9]{1,3}(\.[0-9]{1,9})?")


@dataclass(frozen=True)
class Check:
    """One number of a claim, beside its exact value.

    Attributes
    ----------
    exact : Fraction or float
        A fraction wherever it is one of whole numbers; else accurate to about 1e-12.
    said : Said or None
        None if the number only follows from the claim, which itself cannot be computed.
    case : str, int or tuple of int
        Which of the claim's cases it is; see `By`.
    """

    exact: Number
    said: Said | None
    case: str | int | Dice = ""

    @property
    def verdict(self) -> Verdict:
        """What becomes of this number."""
        return Verdict.OPEN if self.said is None else self.said.verdict(self.exact)


@dataclass(frozen=True)
class Claim:
    """What one or more texts state in numbers.

    Attributes
    ----------
    key : str
        A stable name.
    topic : Topic
    sources : tuple of Source
        Which texts say it.
    measure : Measure
        Of all its numbers.
    by : By
    checks : tuple of Check
        The one that best play decides comes first; none if nothing about the claim can be computed.
    """

    key: str
    topic: Topic
    sources: tuple[Source, ...]
    measure: Measure
    checks: tuple[Check, ...]
    by: By = By.NOTHING

    @property
    def verdict(self) -> Verdict:
        """The weakest verdict of its checks if all of them hold, "sometimes" if only some of them do."""
        verdicts = {check.verdict for check in self.checks} or {Verdict.OPEN}
        failed = verdicts & {Verdict.WRONG, Verdict.OPEN}
        if failed and verdicts - failed:
            return Verdict.SOMETIMES
        return max(verdicts, key=list(Verdict).index)


def claims(rules: Rules = MIDNIGHT) -> tuple[Claim, ...]:
    """Return every claim, by topic.

    Parameters
    ----------
    rules : Rules, default MIDNIGHT
        The texts speak of the standard game; with other rules its numbers are put to the test there, and the
        dice of the examples are `swapped`.

    Examples
    --------
    >>> found = {claim.key: claim for claim in claims()}
    >>> found["last-die"].checks[0].exact, found["last-die"].verdict.value
    (Fraction(1, 6), 'true')
    """
    check_kind("rules", rules, Rules)
    return _claims(rules)


@lru_cache(maxsize=4)
def _claims(rules: Rules) -> tuple[Claim, ...]:
    about = (_scores, _throws, _chances, _points, _lines, _table)
    return tuple(claim for part in about for claim in part(rules)) + tuple(_ten_thousand())


# ------------------------------------------------------------------------------------------ dice of the texts

SPARE_QUALIFIERS: Dice = (1, 1, 4, 4, 5, 5)
SOLID_TURN: Dice = (1, 4, 6, 5, 5, 3)
ENCYCLOPEDIA_POINTS: Dice = (6, 3, 5, 6)
"""Finished dice that the texts count, the last without the two that qualify."""

KEPT_AT_ONCE = 3
"""How many dice the rules keep from the first roll, to show what that costs."""

HIGH_DICE, LOW_DICE = (5, 6), (2, 3)
"""What the rules say is worth keeping, and what is usually worth another throw."""

_OPENING: Dice = (2, 3, 4, 5, 6, 6)
CAREFUL: tuple[tuple[Dice, Dice], ...] = (
    (_OPENING, (4,)),
    ((1, 2, 3, 5, 6), (1,)),
    ((6, 6, 3, 2), (6, 6)),
    ((5, 4), (5, 4)),
)
GREEDY: tuple[tuple[Dice, Dice], ...] = (
    (_OPENING, (4, 6, 6)),
    ((2, 3, 5), (5,)),
    ((3, 6), (6,)),
    ((3,), (3,)),
)
"""Roll and keep in the order of the turn, as the rules tell the two ways to play one opening roll."""

THREE_ALIKE: dict[Dice, int] = {
    (1,) * 3: 1000,
    (4,) * 3: 400,
    (6,) * 3: 600,
    (6,) * 4: 1200,
    (6,) * 5: 2400,
    (6,) * 6: 4800,
    (1,) * 4: 2000,
    (1,) * 5: 4000,
    (1,) * 6: 8000,
}
"""What the rules of 10 000 say that dice of a kind are worth."""


def swapped(rules: Rules, dice: Iterable[int]) -> Dice:
    """Return dice of the standard game with its required faces swapped for those of `rules`.

    Raises
    ------
    InputError
        If `rules` or one of the dice is none.

    Examples
    --------
    >>> swapped(Rules((2, 4)), (1, 2, 4, 6))
    (2, 1, 4, 6)
    """
    check_kind("rules", rules, Rules)
    swaps: dict[int, int] = {}
    for standard, wanted in zip(MIDNIGHT.required, rules.required, strict=True):
        swaps |= {standard: wanted, wanted: standard}
    return tuple(swaps.get(face, face) for face in checked_dice(dice))


@dataclass(frozen=True)
class Move:
    """One keep of a line, beside the best one.

    Attributes
    ----------
    roll, kept, best : tuple of int
        Sorted.
    loss : Fraction
        Mean score of the best keep minus this one's, both played on as well as possible.
    """

    roll: Dice
    kept: Dice
    best: Dice
    loss: Fraction


def moves(rules: Rules, line: Iterable[tuple[Dice, Dice]]) -> tuple[Move, ...]:
    """Return every keep of a line, `CAREFUL` or `GREEDY`, judged by the mean score.

    Raises
    ------
    InputError
        If it is no series of rolls and keeps, or one of them is not possible where it comes.

    Examples
    --------
    >>> [round(float(move.loss), 2) for move in moves(MIDNIGHT, GREEDY)]
    [4.15, 0.0, 0.0, 0.0]
    """
    solution = solve(rules, goals.mean_score())
    turn = Turn(rules)
    made = []
    for thrown, set_aside in _checked_line(line):
        roll, kept = (tuple(sorted(swapped(rules, dice))) for dice in (thrown, set_aside))
        after = turn.keep(kept, roll)
        best = solution.best_keep(turn, roll)
        made.append(Move(roll, kept, best, solution.exact(turn.keep(best)) - solution.exact(after)))
        turn = after
    return tuple(made)


def _checked_line(line: Any) -> tuple[tuple[Dice, Dice], ...]:
    steps = tuple(line) if is_series(line) else ()
    if not steps or not all(isinstance(step, tuple) and len(step) == 2 for step in steps):
        raise InputError(
            "A line is a series of pairs, a roll and the dice kept of it, not {line}.", line=named(line)
        )
    return steps


# --------------------------------------------------------------------------------------------------- Midnight

_BOTH = (Source.RULES, Source.ENCYCLOPEDIA)
_RULES, _ENCYCLOPEDIA, _OTHER_GAME = ((source,) for source in Source)


def _claim(
    topic: Topic, sources: tuple[Source, ...], key: str, measure: Measure, *checks: Check, by: By = By.NOTHING
) -> Claim:
    return Claim(key, topic, sources, measure, checks, by)


def _scores(rules: Rules) -> Iterator[Claim]:
    def counted(dice: Dice) -> Fraction:
        return Fraction(score(rules, swapped(rules, dice)))

    def claim(sources: tuple[Source, ...], key: str, said: int, exact: Fraction) -> Claim:
        return _claim(Topic.SCORES, sources, key, Measure.POINTS, Check(exact, exactly(said)))

    best = max(score(rules, dice) for dice in all_rolls(DICE))
    yield claim(_BOTH, "best-score", 24, Fraction(best))
    yield claim(_BOTH, "one-missing", 0, counted((4, 6, 6, 6, 6, 6)))
    yield claim(_RULES, "spare-qualifiers", 15, counted(SPARE_QUALIFIERS))
    yield claim(_RULES, "solid-turn", 19, counted(SOLID_TURN))
    yield claim(_ENCYCLOPEDIA, "encyclopedia-turn", 20, counted((*MIDNIGHT.required, *ENCYCLOPEDIA_POINTS)))


def _throws(_: Rules) -> Iterator[Claim]:
    def claim(sources: tuple[Source, ...], key: str, said: int, exact: int) -> Claim:
        return _claim(Topic.THROWS, sources, key, Measure.COUNT, Check(Fraction(exact), exactly(said)))

    slow, fast = dice_per_roll(1), dice_per_roll(KEPT_AT_ONCE)
    yield claim(_RULES, "rolls-one", 6, len(slow))
    yield claim(_RULES, "rolls-three", 3, len(fast) - 1)
    yield claim(_RULES, "throws-one", 21, sum(slow))
    yield claim(_ENCYCLOPEDIA, "throws-most", 21, _most_throws(DICE))
    yield claim(_RULES, "throws-three", 12, sum(fast))


def _most_throws(dice: int) -> int:
    """Return the most dice that can be thrown, by trying every number to keep."""
    return dice + max((_most_throws(dice - kept) for kept in range(1, dice + 1)), default=0)


def _chances(rules: Rules) -> Iterator[Claim]:
    solution = solve(rules, goals.qualify())
    best = solution.exact(Turn(rules))
    ours = qualified_after(rules, NAMED["throws-21"])
    claim = partial(_claim, Topic.CHANCES, _ENCYCLOPEDIA)
    yield claim("best-chance", Measure.CHANCE, Check(best, printed("95.7")))
    yield claim("best-strategy", Measure.CHANCE, Check(ours[-1], exactly(best)))
    rolls = zip(range(1, DICE + 1), ours, PRINTED_AFTER_ROLL, strict=True)
    after = (Check(exact, printed(said), roll) for roll, exact, said in rolls)
    yield claim("after-roll", Measure.CHANCE, *after, by=By.ROLL)
    for key, held in (("none-kept", 0), ("one-kept", 1)):
        cells = PRINTED_WITH_DICE_LEFT[held].items()
        left = (Check(_with_left(solution, dice, held), printed(said), dice) for dice, said in cells)
        yield claim(key, Measure.CHANCE, *left, by=By.LEFT)
    yield claim("formula", Measure.CHANCE, *_by_formula(solution), by=By.LEFT_AND_HELD)
    last = Check(_with_left(solution, 1, 1), exactly(Fraction(1, 6)))
    yield _claim(Topic.CHANCES, _RULES, "last-die", Measure.CHANCE, last)


def _by_formula(solution: Solution) -> Iterator[Check]:
    """Yield the article's formula, which asks for two faces, for every cell of its second table."""
    for held, cells in PRINTED_WITH_DICE_LEFT.items():
        for dice in cells:
            by_formula = p_all(QUALIFIERS, most_throws(dice))
            yield Check(_with_left(solution, dice, held), exactly(by_formula), (dice, held))


def _with_left(solution: Solution, dice_left: int, held: int) -> Fraction:
    """Return a value with so many dice left and so many qualifiers kept; the other kept dice are sixes."""
    kept = solution.rules.required[:held] + (FACES,) * (DICE - dice_left - held)
    return solution.exact(Turn(solution.rules, kept))


WAYS: dict[str, Strategy] = {
    **NAMED,
    f"at-least-{MAX_SCORE}": perfect(goals.at_least(MAX_SCORE)),
}
"""The ways of playing that a claim about "a turn" is put to: the texts do not say how the turn is played."""


def _points(rules: Rules) -> Iterator[Claim]:
    turns = {key: evaluate_counts(rules, way) for key, way in WAYS.items()}
    qualified = {key: _mean_if_qualified(counts) for key, counts in turns.items()}
    means = {
        key: Fraction(int(counts @ np.arange(SCORES)), int(counts.sum())) for key, counts in turns.items()
    }

    claim = partial(_claim, Topic.POINTS, _RULES)

    def by_strategy(key: str, measure: Measure, exact: dict[str, Fraction], said: Said) -> Claim:
        return claim(key, measure, *(Check(mean, said, way) for way, mean in exact.items()), by=By.STRATEGY)

    top = {key: Fraction(int(counts[MAX_SCORE]), int(counts.sum())) for key, counts in turns.items()}
    few = exactly(Fraction(2, 100), unit=Fraction(1, 100), slack=Fraction(1, 100))
    yield by_strategy("average", Measure.POINTS, qualified, exactly(18, unit=1))
    yield by_strategy("solid", Measure.POINTS, means, Said(high=Fraction(19)))
    yield by_strategy("top", Measure.CHANCE, top, few)
    yield claim("one-die", Measure.POINTS, Check(rethrow.value(1), exactly(Fraction(7, 2))))
    prices = {dice: rethrow.price(dice) for dice in range(1, rethrow.MOST + 1)}
    fives = (Check(price, Said(high=Fraction(HIGH_DICE[0])), dice) for dice, price in prices.items())
    yield claim("high-dice", Measure.POINTS, *fives, by=By.THROWN)
    again = thrown_again(rules, LOW_DICE)
    yield claim("low-dice", Measure.CHANCE, Check(again, Said(low=Fraction(1, 2))))
    stop, throw = (_worth(len(kept)) for kept in ((6, 6, 5, 2), (6, 6, 5)))
    yield claim("throw-again", Measure.POINTS, Check(throw, Said(low=stop)))
    yield claim("marginally", Measure.GAIN, Check(throw - stop, Said(high=Fraction(1))))


def _worth(kept: int) -> Fraction:
    """Return what keeping so many of the highest dice of the rules' example is worth."""
    return next(keep.value for keep in rethrow.keeps(rethrow.EXAMPLE) if keep.keep == rethrow.EXAMPLE[-kept:])


def _mean_if_qualified(counts: IntArray) -> Fraction:
    """Return the mean score of the turns that qualify, from counts of each final score, shape (25,)."""
    return Fraction(int(counts @ np.arange(SCORES)), int(counts[1:].sum()))


def thrown_again(rules: Rules, faces: Iterable[int]) -> Fraction:
    """Return how many of the dice that show certain faces the best mean play throws again.

    Counted are the rolls of two or more dice, as often as they come, without dice needed as qualifiers.

    Raises
    ------
    InputError
        If no face is named, or something that is none.

    Examples
    --------
    >>> round(float(thrown_again(MIDNIGHT, (2, 3))), 3), round(float(thrown_again(MIDNIGHT, (6,))), 3)
    (0.948, 0.311)
    """
    columns = np.array(sorted(set(checked_dice(faces)))) - 1
    if not len(columns):
        raise InputError("Name one face or more.")
    tables = policy(rules, NAMED["perfect"])
    ways = ways_to(tables) * denominators()
    shown = kept = 0
    for dice in range(2, DICE + 1):
        here = with_dice_left(dice)
        rows = np.flatnonzero(ways[here])
        often = ways[here][rows] // FACES**dice
        missing = np.zeros((len(rows), FACES), dtype=bool)
        required = np.array(rules.required) - 1
        missing[:, required] = roll_counts(DICE - dice)[rows][:, required] == 0
        both = (roll_counts(dice)[None], keep_table(dice).counts[tables[dice][rows]])
        free = ((counts - (missing[:, None] & (counts > 0)))[:, :, columns].sum(axis=2) for counts in both)
        shown_here, kept_here = (int(often @ (counts @ multiplicities(dice))) for counts in free)
        shown, kept = shown + shown_here, kept + kept_here
    return Fraction(shown - kept, shown)


def _lines(rules: Rules) -> Iterator[Claim]:
    claim = partial(_claim, Topic.LINES, _RULES)
    careful, greedy = moves(rules, CAREFUL), moves(rules, GREEDY)

    *held, last = (face for move in greedy for face in move.kept)
    hit = score(rules, (*held, rules.required[0]))
    secured = Turn(rules, careful[0].kept + careful[1].kept)
    yield claim("careful-score", Measure.POINTS, Check(_score_of(rules, careful), exactly(21)))
    yield claim("greedy-score", Measure.POINTS, Check(Fraction(score(rules, (*held, last))), exactly(0)))
    yield claim("greedy-hit", Measure.POINTS, Check(Fraction(hit), exactly(23)))
    safe = solve(rules, goals.qualify()).exact(secured)
    yield claim("careful-safe", Measure.CHANCE, Check(safe, exactly(1)))
    yield claim(
        "careful-better", Measure.GAIN, Check(greedy[0].loss - careful[0].loss, Said(low=Fraction(0)))
    )
    kept_best = (Check(move.loss, Said(high=Fraction(0)), number) for number, move in enumerate(careful, 1))
    yield claim("careful-best", Measure.LOSS, *kept_best, by=By.ROLL)
    yield claim("too-good", Measure.LOSS, Check(greedy[2].loss, Said(high=Fraction(0))))


def _score_of(rules: Rules, line: tuple[Move, ...]) -> Fraction:
    return Fraction(score(rules, (face for move in line for face in move.kept)))


RACE_TARGET, RACE_PLAYERS, RACE_MINUTES = 100, 4, 15
TURN_MINUTES = Fraction(1, 2)
"""The race that the rules time, and how long they say that a turn takes."""


def _table(rules: Rules) -> Iterator[Claim]:
    claim = partial(_claim, Topic.TABLE, _RULES)
    quarter = exactly(RACE_MINUTES, unit=5)
    minutes = {way: float(TURN_MINUTES) * race_turns(rules, strategy) for way, strategy in WAYS.items()}
    yield claim(
        "race",
        Measure.MINUTES,
        *(Check(exact, quarter, way) for way, exact in minutes.items()),
        by=By.STRATEGY,
    )
    stake = Fraction(1)
    yield claim("pot", Measure.COUNT, Check((stake + stake) / stake, exactly(2)))
    roll = 60 * TURN_MINUTES / mean_rolls(rules, NAMED["perfect"])
    yield claim("turn-time", Measure.SECONDS, Check(roll, None))
    yield Claim("players", Topic.TABLE, (Source.RULES, Source.TEN_THOUSAND), Measure.COUNT, ())
    yield claim("simulated", Measure.COUNT)


def race_turns(rules: Rules, strategy: Strategy) -> float:
    """Return how many turns four players take on average until one has 100 points, rounds played to the end.

    Everybody plays the same strategy, without a look at the others' points.

    The sum has an end: the dice make even a turn that is played to miss score now and then.

    Examples
    --------
    >>> round(race_turns(MIDNIGHT, NAMED["perfect"]), 2)
    20.92
    """
    chances = evaluate_counts(rules, strategy) / denominator(DICE)
    short: NDArray[np.float64] = np.ones(1)
    rounds = 0.0
    # A round is played as long as all four are short of the target; the sum over rounds of that chance.
    while (all_short := float(short.sum()) ** RACE_PLAYERS) > 1e-16:
        rounds += all_short
        short = np.convolve(short, chances)[:RACE_TARGET]
    return RACE_PLAYERS * rounds


def mean_rolls(rules: Rules, strategy: Strategy) -> Fraction:
    """Return how many rolls a turn has on average.

    Examples
    --------
    >>> round(float(mean_rolls(MIDNIGHT, NAMED["one-at-a-time"])), 2)
    6.0
    """
    reached = ways_to(policy(rules, strategy)) * denominators()
    return Fraction(int(reached[: with_dice_left(0).start].sum()), denominator(DICE))


# ----------------------------------------------------------------------------------------------------- 10 000

STRAIGHT, THREE_PAIRS = 1500, 1000
"""The text's table is without these two; they are what published tables mostly say."""

SINGLE = {1: 100, 5: 50}
"""Faces that score alone, and how much."""

FEW_DICE = 3
"""With so many dice, the text warns, a roll easily scores nothing."""

ONES_APART: tuple[Dice, ...] = ((1,), (1, 1))
"""Two rolls whose dice the text does not let count together."""

FRESH_ROLLS = 40
"""Of so many rolls of all dice the text says how many score."""

HOT_DICE: tuple[Dice, ...] = ((6, 6, 6), (1, 1, 5))
"""Two rolls of which the text says that all dice score."""

EXAMPLE_ROLLS: dict[Dice, int] = {(1, 1, 2, 4, 5, 6): 250, (6, 6, 6): 600, (2, 3, 3, 4, 6, 6): 0}
"""The text's example of a turn, and what it says that each roll brings."""


def most_points(roll: Iterable[int]) -> int:
    """Return the most points that one roll of 10 000 gives; 0 for a roll that ends the turn.

    Ones and fives alone, three or more alike with each die beyond three doubling them, a straight, three
    pairs of different faces.

    Examples
    --------
    >>> most_points((1, 1, 2, 4, 5, 6)), most_points((6, 6, 6, 6)), most_points((2, 3, 3, 4, 6, 6))
    (250, 1200, 0)
    """
    counts = Counter(checked_roll(roll))
    if len(counts) == DICE:
        return STRAIGHT
    alike = sum(
        (1000 if face == 1 else 100 * face) * 2 ** (count - 3) if count >= 3 else SINGLE.get(face, 0) * count
        for face, count in counts.items()
    )
    return max(alike, THREE_PAIRS) if sorted(counts.values()) == [2, 2, 2] else alike


def no_points(dice: int) -> Fraction:
    """Return the chance that a roll of so many dice scores nothing in 10 000.

    Raises
    ------
    InputError
        If there are not 1 to 6 dice.

    Examples
    --------
    >>> [str(no_points(dice)) for dice in range(1, 7)]
    ['2/3', '4/9', '5/18', '17/108', '25/324', '5/216']
    """
    if not is_whole(dice) or not 1 <= dice <= DICE:
        raise InputError("A roll has 1 to {dice} dice, not {count}.", dice=DICE, count=named(dice))
    dice = int(dice)
    rolls = zip(all_rolls(dice), multiplicities(dice).tolist(), strict=True)
    return Fraction(sum(ways for roll, ways in rolls if not most_points(roll)), FACES**dice)


def _ten_thousand() -> Iterator[Claim]:
    claim = partial(_claim, Topic.TEN_THOUSAND, _OTHER_GAME)

    def points(key: str, table: dict[Dice, int]) -> Claim:
        checks = (Check(Fraction(most_points(dice)), exactly(said), dice) for dice, said in table.items())
        return claim(key, Measure.POINTS, *checks, by=By.DICE)

    often = Check(FRESH_ROLLS * (1 - no_points(DICE)), exactly(39, unit=1))
    yield claim("fresh-dice", Measure.ROLLS, often)
    yield claim("three-dice", Measure.CHANCE, Check(no_points(FEW_DICE), Said(low=Fraction(1, 4))))
    yield points("worthless", {(2,): 0, (3,): 0, (4,): 0, (6,): 0})
    yield points("kinds", THREE_ALIKE)
    highest = max(most_points(dice) for dice in all_rolls(DICE))
    yield claim("most-points", Measure.POINTS, Check(Fraction(highest), exactly(8000)))
    apart = sum(map(most_points, ONES_APART))
    yield claim("two-rolls", Measure.POINTS, Check(Fraction(apart), exactly(300)))
    scoring = sum(map(_scoring, HOT_DICE))
    yield claim("hot-dice", Measure.COUNT, Check(Fraction(scoring), exactly(DICE)))
    yield points("example", EXAMPLE_ROLLS)
    total = sum(map(most_points, EXAMPLE_ROLLS))
    yield claim("example-total", Measure.POINTS, Check(Fraction(total), exactly(850)))
    yield claim("go-on", Measure.CHANCE, Check(no_points(DICE), None))
    for key in ("game-time", "opening", "slow-start"):
        yield claim(key, Measure.COUNT)


def _scoring(roll: Dice) -> int:
    """Return how many dice of a roll give points: those without which it would give less."""
    less = (most_points(roll[:place] + roll[place + 1 :]) < most_points(roll) for place in range(len(roll)))
    return sum(less)
