"""Thrown dice beside theory: turns by the million, two strategies on the same dice, one turn die by die.

However a turn is played, it throws at most 6 + 5 + 4 + 3 + 2 + 1 = 21 dice. All of them are laid out
beforehand, as one of 6**21 equally likely rows: six for the first roll, five for the second, and so on. A
roll of fewer dice takes the first ones of its part. So

- turn number i of a seed has the same dice in every chunk, for every strategy and in slow motion;
- a longer run goes on where a shorter one ended, and chunks may be cut anywhere;
- two strategies on the same rows meet the same luck, roll by roll (common random numbers).

A row is one raw number of the counter-based generator Philox, keyed by (seed, turn); the few numbers that
would favour some rows are drawn again. Raw numbers are the same in every numpy version.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

import numpy as np
from numpy.typing import ArrayLike, NDArray

from midnight_core.analysis import checked_distribution
from midnight_core.dice import DICE, FACES, Dice, is_whole
from midnight_core.errors import InputError, named
from midnight_core.gamecode import checked_seed
from midnight_core.positions import POSITIONS, denominator, final_scores, with_dice_left
from midnight_core.rolls import IntArray, frozen
from midnight_core.rules import MAX_SCORE, SCORES, Rules
from midnight_core.simulation import landings
from midnight_core.strategies import Strategy
from midnight_core.turns import Turn

RowArray = NDArray[np.uint64]

ROWS = denominator(DICE)
"""How many rows of dice a turn can have: 6**21."""

MOST_TURNS = 10**12
"""Far more than anybody waits for; turn numbers stay within what the generator counts."""

CHUNK = 1 << 18
"""Turns between two looks at the counts, unless asked otherwise: a fraction of a blink."""

MOST_CHUNK = 1 << 20
"""The most turns in a chunk, so that nobody waits long for the next look."""

BLOCK = 1 << 15
"""Turns played at once, whatever the chunk: small enough for the processor's cache."""

# Raw 64-bit numbers from here on would favour low rows.
_FAIR = 2**64 - 2**64 % ROWS
# Philox makes four raw numbers of each count.
_LANES = 4
# Keeps the laboratory's dice apart from those of games with the same seed, which count players here.
_PLACE = 1_000_000


def rows(seed: int, first: int, turns: int) -> RowArray:
    """Return the rows of dice of some turns of a seed.

    Parameters
    ----------
    seed : int
        1 to 10**12 - 1.
    first : int
        Number of the first turn, from 0.
    turns : int
        How many turns.

    Returns
    -------
    uint64 array, shape (turns,)
        Numbers below 6**21. The lowest six digits to base 6 are the first roll, the next five the second, and
        so on; within a roll the first die leads, and digit 0 is face 1.

    Raises
    ------
    InputError
        If `seed`, `first` or `turns` is out of range.
    """
    checked_seed(seed)
    return _rows(int(seed), _checked_turns(first), _checked_turns(turns))


def _rows(seed: int, first: int, turns: int) -> RowArray:
    raw = _raw(seed, first, turns, attempt=0)
    for unfair in np.flatnonzero(raw >= _FAIR).tolist():
        again = (_raw(seed, first + unfair, 1, attempt)[0] for attempt in count(1))
        raw[unfair] = next(number for number in again if number < _FAIR)
    raw %= ROWS
    return raw


def _raw(seed: int, first: int, turns: int, attempt: int) -> RowArray:
    """Return a raw number for each turn; a turn's number depends on nothing but seed, turn and attempt."""
    skipped = first % _LANES
    generator = np.random.Philox(key=seed, counter=[first // _LANES, attempt, 0, _PLACE])
    numbers: RowArray = generator.random_raw(skipped + turns)[skipped:]
    return numbers


def play(rules: Rules, strategy: Strategy, laid_out: RowArray) -> IntArray:
    """Return the final score of a strategy on each of some rows of dice.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    laid_out : uint64 array, shape (turns,)
        Rows of dice, as `rows` makes them.

    Returns
    -------
    int64 array, shape (turns,)

    Raises
    ------
    InputError
        If the strategy makes a keep that is not legal.
    """
    board = _board(rules, strategy)
    at = np.zeros(len(laid_out), dtype=np.intp)
    rest = laid_out
    for roll, most in enumerate(range(DICE, 0, -1)):
        part = FACES**most
        thrown = (rest % part).astype(np.uint32)
        rest = rest // part
        thrown //= board.unused[roll][at]
        at = board.moves[board.starts[at] + thrown]
    return board.scores[at]


@dataclass(frozen=True)
class _Board:
    """A strategy as one flat table of moves.

    Attributes
    ----------
    moves : intp array, shape (cells,)
        The position after each ordered roll of each position; a position's rolls stand together, in the order
        of their numbers to base 6. A finished position has one cell, itself.
    starts : intp array, shape (924,)
        Each position's first cell.
    unused : tuple of uint32 array, shape (924,) each
        For each roll of a turn and each position, what to divide the part of the row by to be left with the
        dice that are thrown; all of it for finished positions.
    scores : int64 array, shape (924,)
        Final scores; 0 for positions that are not finished.
    """

    moves: NDArray[np.intp]
    starts: NDArray[np.intp]
    unused: tuple[NDArray[np.uint32], ...]
    scores: IntArray


@lru_cache(maxsize=32)
def _board(rules: Rules, strategy: Strategy) -> _Board:
    dice_left, starts = np.zeros((2, POSITIONS), dtype=np.intp)
    scores = np.zeros(POSITIONS, dtype=np.int64)
    moves, cells = [], 0
    for dice in range(DICE, -1, -1):
        here = with_dice_left(dice)
        dice_left[here] = dice
        starts[here] = cells + FACES**dice * np.arange(here.stop - here.start)
        to = landings(rules, strategy, dice).astype(np.intp) if dice else np.arange(here.start, here.stop)
        moves.append(to)
        cells += len(to)
    scores[with_dice_left(0)] = final_scores(rules)
    # A position with more dice than the roll has cannot come up there: any divisor will do.
    unused = tuple(
        frozen((FACES ** np.maximum(most - dice_left, 0)).astype(np.uint32)) for most in range(DICE, 0, -1)
    )
    return _Board(frozen(np.concatenate(moves)), frozen(starts), unused, frozen(scores))


def running_counts(
    rules: Rules, strategy: Strategy, turns: int, seed: int, *, chunk: int = CHUNK, first: int = 0
) -> Iterator[IntArray]:
    """Play turns chunk by chunk and give the counts so far after each chunk.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    turns : int
        How many turns in all.
    seed : int
        1 to 10**12 - 1. Counts after so many turns are the same for every size of chunks.
    chunk : int
        Turns in a chunk, 1 to 2**20; the last one may be shorter. The memory used does not depend on it.
    first : int
        Number of the first turn: to go on where an earlier run of `first` turns ended.

    Yields
    ------
    int64 array, shape (25,)
        Turns so far that ended with each score, index = score; a read-only array of its own each time.

    Raises
    ------
    InputError
        If a number is out of range, or the strategy makes a keep that is not legal; at the call, not later.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, strategies
    >>> greedy = strategies.NAMED["greedy"]
    >>> [int(counts.sum()) for counts in running_counts(MIDNIGHT, greedy, 250, seed=7, chunk=100)]
    [100, 200, 250]
    """
    blocks = _blocks(turns, seed, chunk, first)
    _board(rules, strategy)
    return _running(blocks, lambda dice: play(rules, strategy, dice), (SCORES,))


def running_pairs(
    rules: Rules,
    one: Strategy,
    other: Strategy,
    turns: int,
    seed: int,
    *,
    chunk: int = CHUNK,
    first: int = 0,
) -> Iterator[IntArray]:
    """Play two strategies on the same dice, chunk by chunk, and give the counts so far after each chunk.

    Parameters
    ----------
    rules : Rules
    one, other : Strategy
    turns, seed, chunk, first : int
        As in `running_counts`, which plays either strategy on the very same dice.

    Yields
    ------
    int64 array, shape (25, 25)
        Turns so far by the score of `one` (row) and of `other` (column), for `difference`; a read-only array
        of its own each time.

    Raises
    ------
    InputError
        As in `running_counts`.
    """
    blocks = _blocks(turns, seed, chunk, first)
    _board(rules, one)
    _board(rules, other)
    return _running(
        blocks, lambda dice: play(rules, one, dice) * SCORES + play(rules, other, dice), (SCORES, SCORES)
    )


def _blocks(turns: int, seed: int, chunk: int, first: int) -> Iterator[Iterator[RowArray]]:
    """Check the numbers of a run, and return its chunks, each as blocks of rows."""
    checked_seed(seed)
    if not is_whole(chunk) or not 1 <= chunk <= MOST_CHUNK:
        raise InputError("A chunk has 1 to {most} turns, not {chunk}.", most=MOST_CHUNK, chunk=named(chunk))
    start, size, key = _checked_turns(first), int(chunk), int(seed)
    end = start + _checked_turns(turns)
    return (
        (
            _rows(key, at, min(BLOCK, begin + size - at, end - at))
            for at in range(begin, min(begin + size, end), BLOCK)
        )
        for begin in range(start, end, size)
    )


def _running(
    chunks: Iterator[Iterator[RowArray]], cells: Callable[[RowArray], IntArray], shape: tuple[int, ...]
) -> Iterator[IntArray]:
    """Count the cells that the rows of dice end in, and give the counts so far after each chunk."""
    counts = np.zeros(math.prod(shape), dtype=np.int64)
    for blocks in chunks:
        for dice in blocks:
            counts += np.bincount(cells(dice), minlength=len(counts))
        yield frozen(counts.reshape(shape).copy())


@dataclass(frozen=True)
class Throw:
    """One roll of a turn, as it fell, and what the strategy kept of it.

    Attributes
    ----------
    turn : Turn
        The position before the roll.
    roll : tuple of int
        The dice in the order in which they fall.
    kept : tuple of int
        The dice set aside, sorted.
    """

    turn: Turn
    roll: Dice
    kept: Dice

    @property
    def after(self) -> Turn:
        """The position after the keep."""
        return self.turn.keep(self.kept, self.roll)


def slow_motion(rules: Rules, strategy: Strategy, seed: int, number: int = 0) -> tuple[Throw, ...]:
    """Return one turn of a seed roll by roll: the very turn that `running_counts` counts as number `number`.

    Parameters
    ----------
    rules : Rules
    strategy : Strategy
    seed : int
        1 to 10**12 - 1.
    number : int
        Number of the turn, from 0.

    Raises
    ------
    InputError
        If a number is out of range, or the strategy makes a keep that is not legal.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, strategies
    >>> throws = slow_motion(MIDNIGHT, strategies.NAMED["perfect"], seed=7)
    >>> [(throw.roll, throw.kept) for throw in throws[:2]], throws[-1].after.score
    ([((6, 3, 4, 2, 3, 1), (1, 4, 6)), ((2, 4, 4), (4,))], 14)
    """
    row = int(rows(seed, number, 1)[0])
    throws, turn = [], Turn(rules)
    for most in range(DICE, 0, -1):
        row, part = divmod(row, FACES**most)
        if turn.is_over:
            break
        roll = tuple(part // FACES ** (most - 1 - die) % FACES + 1 for die in range(turn.dice_left))
        throws.append(Throw(turn, roll, strategy.keep(turn, roll)))
        turn = throws[-1].after
    return tuple(throws)


@dataclass(frozen=True)
class Estimate:
    """A mean score from thrown dice, and how sure it is.

    Attributes
    ----------
    turns : int
        Turns counted.
    mean : float
        Mean score in points, a turn that does not qualify counting 0.
    error : float
        Standard error of the mean in points; infinite after a single turn, which shows no spread.
    p_qualify : float
        Share of the turns that qualified.
    """

    turns: int
    mean: float
    error: float
    p_qualify: float


def estimate(counts: ArrayLike) -> Estimate:
    """Return the mean score and its standard error from counts of final scores.

    Parameters
    ----------
    counts : array_like of int, shape (25,)
        Turns that ended with each score, index = score; at least one turn.

    Raises
    ------
    InputError
        If they are no such counts.

    Examples
    --------
    >>> counts = [0] * 25
    >>> counts[18] = counts[20] = 2
    >>> estimate(counts)
    Estimate(turns=4, mean=19.0, error=0.5773502691896257, p_qualify=1.0)
    """
    scored = _checked_counts(counts, (SCORES,))
    turns = int(scored.sum())
    mean, variance = _spread(scored, np.arange(SCORES))
    return Estimate(turns, mean, math.sqrt(variance / turns), float(scored[1:].sum() / turns))


def _spread(counts: IntArray, values: IntArray) -> tuple[float, float]:
    """Return mean and sample variance of values that were counted; a single one has infinite variance."""
    # In Python's whole numbers, so that nothing is lost where a variance is the difference of large sums.
    many = int(counts.sum())
    total = sum(n * value for n, value in zip(counts.tolist(), values.tolist(), strict=True))
    squares = sum(n * value * value for n, value in zip(counts.tolist(), values.tolist(), strict=True))
    if many == 1:
        return float(total), math.inf
    return total / many, (many * squares - total * total) / (many * (many - 1))


LEAST_EXPECTED = 5
"""Turns that every cell of a chi-square test is to be expected to have, by the usual rule."""


@dataclass(frozen=True)
class Cell:
    """Neighbouring scores that are counted together.

    Attributes
    ----------
    low, high : int
        The first and the last score; scores that cannot occur may lie between.
    observed : int
        Turns that ended there.
    expected : float
        Turns that theory expects there.
    """

    low: int
    high: int
    observed: int
    expected: float


@dataclass(frozen=True)
class Fit:
    """Pearson's chi-square test of counts against an exact distribution; made by `fit`.

    Attributes
    ----------
    cells : tuple of Cell
        What was compared, from low to high scores; together they hold every turn.
    statistic : float
        Sum over the cells of (observed - expected)**2 / expected; infinite when a score came up that cannot.
    freedom : int
        Degrees of freedom, the number of cells less one.
    p_value : float
        Chance of such a statistic or a greater one if the turns follow the distribution. With a single cell
        nothing can be told, and it is 1. It means less than it seems if it was watched until it was small.
    """

    cells: tuple[Cell, ...]
    statistic: float
    freedom: int
    p_value: float


def fit(counts: ArrayLike, distribution: ArrayLike) -> Fit:
    """Test counts of final scores against an exact distribution.

    The test needs five or more expected turns in each cell. From score 0 upwards, scores are put together
    until a cell has that; what is left over at the top joins the last cell. Scores that cannot occur are left
    out; should one come up all the same, the statistic is infinite.

    Parameters
    ----------
    counts : array_like of int, shape (25,)
        Turns that ended with each score, index = score; at least one turn.
    distribution : array_like of float, shape (25,)
        Exact chance of each score.

    Raises
    ------
    InputError
        If they are no counts or no distribution.
    """
    observed = _checked_counts(counts, (SCORES,))
    chances = checked_distribution(distribution)
    cells = _cells(observed.tolist(), (chances * observed.sum()).tolist())
    freedom = len(cells) - 1
    if observed[chances == 0].any():
        return Fit(cells, math.inf, freedom, 0.0)
    statistic = (
        sum((cell.observed - cell.expected) ** 2 / cell.expected for cell in cells) if freedom else 0.0
    )
    return Fit(cells, statistic, freedom, _chi_square_tail(freedom, statistic) if freedom else 1.0)


def _cells(observed: list[int], expected: list[float]) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    possible = [score for score, turns in enumerate(expected) if turns or observed[score]]
    waiting: Cell | None = None
    for score in possible:
        cell = Cell(score, score, observed[score], expected[score])
        waiting = _joined(waiting, cell) if waiting else cell
        if waiting.expected >= LEAST_EXPECTED:
            cells.append(waiting)
            waiting = None
    if waiting:
        cells[-1:] = [_joined(cells[-1], waiting) if cells else waiting]
    return tuple(cells)


def _joined(low: Cell, high: Cell) -> Cell:
    return Cell(low.low, high.high, low.observed + high.observed, low.expected + high.expected)


def _chi_square_tail(freedom: int, statistic: float) -> float:
    from scipy.special import chdtrc  # noqa: PLC0415  (takes longer to import than a chunk to play)

    return float(chdtrc(freedom, statistic))


@dataclass(frozen=True)
class Difference:
    """Two strategies on the same dice: how much better the first is, and how much the same dice help to tell.

    Attributes
    ----------
    turns : int
        Turns that each strategy played.
    mean : float
        Mean score of the first minus that of the second, in points.
    paired, unpaired : float
        Variance of the difference between two turns, in points squared: on the same dice, and on dice of
        their own, where the two variances add up.
    error, error_unpaired : float
        Standard error of the mean difference on the same dice, and of as many turns on dice of their own.
    better, same, worse : float
        Share of the turns in which the first scored more than, as much as and less than the second.
    """

    turns: int
    mean: float
    paired: float
    unpaired: float
    error: float
    error_unpaired: float
    better: float
    same: float
    worse: float

    @property
    def narrowing(self) -> float:
        """How many times narrower the same dice make the interval; infinite if no turn differed.

        Its square is how many times more turns separate dice would take. Below 1 the same dice do harm.
        """
        if not self.paired:
            return math.inf
        return math.sqrt(self.unpaired / self.paired)


def difference(pairs: ArrayLike) -> Difference:
    """Return how two strategies on the same dice compare.

    Parameters
    ----------
    pairs : array_like of int, shape (25, 25)
        Turns by the score of the first (row) and of the second (column), as `running_pairs` gives them; at
        least two turns.

    Raises
    ------
    InputError
        If they are no such counts.
    """
    joint = _checked_counts(pairs, (SCORES, SCORES), least=2)
    scores = np.arange(SCORES)
    mean, paired = _spread(joint.ravel(), (scores[:, None] - scores).ravel())
    unpaired = _spread(joint.sum(axis=1), scores)[1] + _spread(joint.sum(axis=0), scores)[1]
    turns = int(joint.sum())
    better, worse = int(np.tril(joint, -1).sum()), int(np.triu(joint, 1).sum())
    return Difference(
        turns=turns,
        mean=mean,
        paired=paired,
        unpaired=unpaired,
        error=math.sqrt(paired / turns),
        error_unpaired=math.sqrt(unpaired / turns),
        better=better / turns,
        same=(turns - better - worse) / turns,
        worse=worse / turns,
    )


def _checked_counts(counts: ArrayLike, shape: tuple[int, ...], least: int = 1) -> IntArray:
    """Return counts as an int64 array of the given shape."""
    try:
        given = np.asarray(counts)
    except ValueError:
        given = np.empty(0)
    fits = given.shape == shape and np.issubdtype(given.dtype, np.integer)
    if not fits or given.min() < 0 or given.sum() < least:
        raise InputError(
            "Counts are whole numbers, 0 or more, one for each score 0 to {best}, of {least} turns or more.",
            best=MAX_SCORE,
            least=least,
        )
    return given.astype(np.int64)


def _checked_turns(turns: int) -> int:
    if not is_whole(turns) or not 0 <= turns <= MOST_TURNS:
        raise InputError(
            "The number of turns is a whole number from 0 to {most}, not {turns}.",
            most=MOST_TURNS,
            turns=named(turns),
        )
    return int(turns)
