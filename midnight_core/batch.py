"""Many payoffs solved at once, for rounds and races, where every total on the sheet is a goal of its own.

`midnight_core.solver` is exact in whole numbers and knows each die that was kept. Here only what a payoff can
tell apart counts: the dice left, the required faces still missing, and the points so far, 200 states instead
of 924 positions; and floats are enough, since the payoffs are themselves solved values. A payoff that never
falls with the score needs fewer keeps still: of as many dice with the same qualifiers, those with the most
points.

Ties between keeps go to the higher mean score, then fewer dice kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from midnight_core.dice import DICE, FACES
from midnight_core.errors import InputError, check_kind
from midnight_core.goals import MOST_PAYOFF
from midnight_core.positions import POSITIONS, final_scores, successors, with_dice_left
from midnight_core.rolls import IntArray, frozen, keep_table, multiplicities, roll_counts
from midnight_core.rules import MAX_SCORE, MIN_SCORE, SCORES, Rules
from midnight_core.solver import TIE

FloatArray = NDArray[np.float64]

POSSIBLE = np.array([0, *range(MIN_SCORE, MAX_SCORE + 1)])
"""The scores that occur."""

_CHUNK = 32
"""Payoffs solved side by side: few enough for their tables to stay near the processor."""


@dataclass(frozen=True)
class _Stage:
    """Every choice with some number of dice left. A spot is a pair of a state and a roll.

    Attributes
    ----------
    states : slice
        Numbers of the states with so many dice left.
    weights : float64 array, shape (rolls,)
        Chance of each roll.
    columns : tuple of int64 array
        ``columns[c]`` is where the keeps number c lead, for the first spots in order, which have so many.
    spots : int64 array, shape (states * rolls,)
        Number of each spot (state * rolls + roll) in the order in which the columns list them.
    """

    states: slice
    weights: FloatArray
    columns: tuple[IntArray, ...]
    spots: IntArray


@dataclass(frozen=True)
class _Tables:
    """The stages for 1 to 6 dice left and the scores of the finished states, which come first."""

    count: int
    scores: IntArray
    stages: tuple[_Stage, ...]


@cache
def _states(rules: Rules) -> tuple[IntArray, IntArray]:
    """Return the states, shape (states, 3): dice left, what is missing, points; and each position's state.

    What is missing counts in bits, the first required face 1 and the second 2. A turn that cannot qualify
    any more is one state for each number of dice left, in which both are missing and there are no points.
    """
    counts = np.concatenate([roll_counts(kept) for kept in range(DICE + 1)])
    required = np.array(rules.required)
    has = counts[:, required - 1] > 0
    left = DICE - counts.sum(axis=1)
    points = counts @ np.arange(1, FACES + 1) - has @ required
    is_lost = (~has).sum(axis=1) > left
    missing = np.where(is_lost, 3, ~has @ np.array([1, 2]))
    keys = np.stack([left, missing, np.where(is_lost, 0, points)], axis=1)
    states, state_of = np.unique(keys, axis=0, return_inverse=True)
    return frozen(states), frozen(state_of.reshape(POSITIONS))


@cache
def _tables(rules: Rules, rises: bool) -> _Tables:
    states, state_of = _states(rules)
    finished = np.flatnonzero(states[:, 0] == 0)
    scores = np.zeros(len(finished), dtype=np.int64)
    scores[state_of[with_dice_left(0)]] = final_scores(rules)
    stages = tuple(_stage(rules, dice, rises) for dice in range(1, DICE + 1))
    return _Tables(len(states), frozen(scores), stages)


def _stage(rules: Rules, dice: int, rises: bool) -> _Stage:
    states, state_of = _states(rules)
    here = np.flatnonzero(states[:, 0] == dice)
    # Any position of a state can stand for it.
    _, first = np.unique(state_of[with_dice_left(dice)], return_index=True)
    table, after = keep_table(dice), state_of[successors(dice)[first]]
    rolls = len(table.starts)
    spots = (np.arange(len(here))[:, None] * rolls + table.rolls).ravel()
    pairs = np.unique(np.stack([spots, after.ravel()], axis=1), axis=0)
    if rises:
        pairs = _most_points(pairs, states)
    # Fewer dice kept first, so that the first of equal keeps is theirs.
    pairs = pairs[np.lexsort((-pairs[:, 1], pairs[:, 0]))]
    spot, starts, lengths = np.unique(pairs[:, 0], return_index=True, return_counts=True)
    order = np.argsort(-lengths, kind="stable")
    columns = []
    for column in range(lengths.max()):
        having = order[: int((lengths > column).sum())]
        columns.append(frozen(pairs[starts[having] + column, 1]))
    weights = frozen(multiplicities(dice) / FACES**dice)
    return _Stage(slice(here[0], here[-1] + 1), weights, tuple(columns), frozen(spot[order]))


def _most_points(pairs: IntArray, states: IntArray) -> IntArray:
    """Return the pairs (spot, state reached) without those that another one betters by points alone."""
    left, missing, points = states[pairs[:, 1]].T
    order = np.lexsort((points, missing, left, pairs[:, 0]))
    alike = np.stack([pairs[order, 0], left[order], missing[order]], axis=1)
    is_last = np.append((alike[1:] != alike[:-1]).any(axis=1), True)
    kept: IntArray = pairs[order[is_last]]
    return kept


@dataclass(frozen=True)
class Batch:
    """Payoffs solved side by side.

    Attributes
    ----------
    values : float64 array, shape (payoffs,)
        Expected payoff of a whole turn under best play.
    distributions : float64 array, shape (payoffs, 25)
        Chance of each final score when each payoff's optimal policy plays; index = score.
    """

    values: FloatArray
    distributions: FloatArray


def turn_values(rules: Rules, payoffs: ArrayLike) -> FloatArray:
    """Return what a whole turn is worth under best play for each of many payoffs.

    Parameters
    ----------
    rules : Rules
    payoffs : array_like of float, shape (payoffs, 25)
        Index = final score; 1 to 3 cannot occur.

    Returns
    -------
    float64 array, shape (payoffs,)

    Raises
    ------
    InputError
        If the payoffs are not rows of 25 numbers from -1e100 to 1e100.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> float(turn_values(MIDNIGHT, [list(range(25))])[0].round(4))
    18.6763
    """
    check_kind("rules", rules, Rules)
    worth, tables = _prepared(rules, payoffs)
    return np.concatenate([_values(tables, chunk) for chunk in _chunks(worth)])


def solve_many(rules: Rules, payoffs: ArrayLike) -> Batch:
    """Return many payoffs solved, with the distribution of each one's optimal policy.

    Parameters and errors as in `turn_values`, which is faster where the value is all that is asked.
    """
    check_kind("rules", rules, Rules)
    worth, tables = _prepared(rules, payoffs)
    parts = [_policies(tables, chunk) for chunk in _chunks(worth)]
    values, distributions = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Batch(frozen(values), frozen(distributions))


def _prepared(rules: Rules, payoffs: ArrayLike) -> tuple[FloatArray, _Tables]:
    try:
        worth = np.asarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        worth = np.empty(0)
    # What is not a number is not between the bounds either.
    is_sound = worth.ndim == 2 and worth.shape[1] == SCORES and (np.abs(worth) <= MOST_PAYOFF).all()
    if not is_sound or not len(worth):
        raise InputError(
            "Payoffs are rows of {scores} numbers from -{most} to {most}.", scores=SCORES, most="1e100"
        )
    rising = np.diff(worth[:, POSSIBLE], axis=1) >= -_tolerance(worth)[:, None]
    return worth, _tables(rules, bool(rising.all()))


def _tolerance(worth: FloatArray) -> FloatArray:
    """Return how close two values count as the same, shape (payoffs,): by each payoff's own size."""
    largest: FloatArray = np.abs(worth[:, POSSIBLE]).max(axis=1)
    return TIE * np.maximum(largest, np.finfo(np.float64).tiny)


def _chunks(worth: FloatArray) -> list[FloatArray]:
    return [worth[start : start + _CHUNK] for start in range(0, len(worth), _CHUNK)]


def _values(tables: _Tables, worth: FloatArray) -> FloatArray:
    values = np.empty((tables.count, len(worth)))
    values[: len(tables.scores)] = worth.T[tables.scores]
    for stage in tables.stages:
        best = values[stage.columns[0]]
        for column in stage.columns[1:]:
            some = best[: len(column)]
            np.maximum(some, values[column], out=some)
        values[stage.states] = _mean_over_rolls(stage, best)
    whole_turn: FloatArray = values[-1]
    return whole_turn


def _mean_over_rolls(stage: _Stage, best: FloatArray) -> FloatArray:
    """Return the mean over the rolls, shape (states, payoffs), of what stands in the order of `spots`."""
    by_spot = np.empty_like(best)
    by_spot[stage.spots] = best
    mean: FloatArray = stage.weights @ by_spot.reshape(-1, len(stage.weights), best.shape[1])
    return mean


def _policies(tables: _Tables, worth: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return values, shape (payoffs,), and distributions, shape (payoffs, 25)."""
    tolerance = _tolerance(worth)
    values, means = np.empty((2, tables.count, len(worth)))
    values[: len(tables.scores)] = worth.T[tables.scores]
    means[: len(tables.scores)] = tables.scores[:, None]
    chosen = []
    for stage in tables.stages:
        best, best_means, choice = _best(stage, values, means, tolerance)
        values[stage.states] = _mean_over_rolls(stage, best)
        means[stage.states] = _mean_over_rolls(stage, best_means)
        chosen.append(choice)
    reached = np.zeros((tables.count, len(worth)))
    reached[-1] = 1
    for stage, choice in zip(reversed(tables.stages), reversed(chosen), strict=True):
        passed = (reached[stage.states][:, None, :] * stage.weights[:, None]).reshape(-1, len(worth))
        flat = choice * len(worth) + np.arange(len(worth))
        arrived = np.bincount(flat.ravel(), passed[stage.spots].ravel(), reached.size)
        reached += arrived.reshape(reached.shape)
    distributions = np.zeros((len(worth), SCORES))
    np.add.at(distributions.T, tables.scores, reached[: len(tables.scores)])
    return values[-1], distributions


def _best(
    stage: _Stage, values: FloatArray, means: FloatArray, tolerance: FloatArray
) -> tuple[FloatArray, FloatArray, IntArray]:
    """Return value, mean score and state reached of the best keep of every spot, shape (spots, payoffs)."""
    first = stage.columns[0]
    best, best_means = values[first], means[first]
    choice = np.repeat(first[:, None], values.shape[1], axis=1)
    for column in stage.columns[1:]:
        some, some_means = best[: len(column)], best_means[: len(column)]
        rivals, rival_means = values[column], means[column]
        gain = rivals - some
        wins = (gain > tolerance) | ((gain >= -tolerance) & (rival_means > some_means + TIE * MAX_SCORE))
        np.copyto(some, rivals, where=wins)
        np.copyto(some_means, rival_means, where=wins)
        np.copyto(choice[: len(column)], column[:, None], where=wins)
    return best, best_means, choice
