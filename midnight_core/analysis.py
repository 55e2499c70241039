"""What a distribution of final scores says: its summary, and two turns against each other.

A distribution here is exact and belongs to one policy; nothing in this module decides or samples anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from midnight_core.errors import InputError, check_kind
from midnight_core.goals import check_target
from midnight_core.rolls import frozen
from midnight_core.rules import MAX_SCORE, SCORES

FloatArray = NDArray[np.float64]

ROUNDING = 1e-9
"""How far the chances of a distribution may be from summing to 1."""


def checked_distribution(distribution: ArrayLike) -> FloatArray:
    """Return a distribution of final scores as a read-only float64 array of its own, shape (25,).

    Raises
    ------
    InputError
        If it is not 25 chances, 0 or more each, that sum to 1.
    """
    try:
        chances = np.array(distribution, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        chances = np.empty(0)
    # A sum of chances that are no numbers is not close to 1 either.
    if chances.shape != (SCORES,) or not (chances.min() >= 0 and abs(chances.sum() - 1) <= ROUNDING):
        raise InputError(
            "A distribution has {scores} chances, one for each score 0 to {best}, and they sum to 1.",
            scores=SCORES,
            best=MAX_SCORE,
        )
    return frozen(chances)


@dataclass(frozen=True)
class Summary:
    """A distribution of final scores in a few numbers; made by `summary`.

    Attributes
    ----------
    p_qualify : float
        Chance to end with both qualifiers, that is, of a score above 0.
    mean : float
        Mean score in points, a turn that does not qualify counting 0.
    mean_if_qualified : float or None
        Mean score of the turns that qualify; None if none does.
    deviation : float
        Standard deviation of the score in points, turns that do not qualify included.
    median : int
        The lowest score that a turn stays at or below with a chance of one half or more.
    mode : int
        The most likely score; the lowest one of several.
    at_least : tuple of float
        25 chances of so many points or more, index = score; index 0 is 1 but for rounding.
    """

    p_qualify: float
    mean: float
    mean_if_qualified: float | None
    deviation: float
    median: int
    mode: int
    at_least: tuple[float, ...]

    @property
    def p_best(self) -> float:
        """Chance of the best score, 24."""
        return self.at_least[MAX_SCORE]

    def p_at_least(self, target: int) -> float:
        """Return the chance of a final score of `target` or more, for a target from 1 to 24.

        Raises
        ------
        InputError
            If `target` is out of range.
        """
        check_target(target, least=1)
        return self.at_least[target]


def summary(distribution: ArrayLike) -> Summary:
    """Return the summary of a distribution of final scores.

    Parameters
    ----------
    distribution : array_like of float, shape (25,)
        Chance of each final score, index = score; index 0 is not qualifying.

    Raises
    ------
    InputError
        If it is no distribution.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT, evaluate, strategies
    >>> perfect = summary(evaluate(MIDNIGHT, strategies.NAMED["perfect"]))
    >>> round(perfect.mean, 4), round(perfect.p_qualify, 4), perfect.median, perfect.mode
    (18.6763, 0.9567, 20, 21)
    """
    chances = checked_distribution(distribution)
    scores = np.arange(SCORES)
    # Summed from the top, so that small chances of high scores keep all their digits.
    at_least = np.cumsum(chances[::-1])[::-1]
    mean = float(chances @ scores)
    p_qualify = float(at_least[1])
    return Summary(
        p_qualify=p_qualify,
        mean=mean,
        mean_if_qualified=mean / p_qualify if p_qualify else None,
        deviation=sqrt(float(chances @ (scores - mean) ** 2)),
        median=int(np.argmax(np.cumsum(chances) >= 0.5)),
        mode=int(np.argmax(chances)),
        at_least=tuple(at_least.tolist()),
    )


@dataclass(frozen=True)
class Duel:
    """How two independent turns end against each other, from the first one's side; the chances sum to 1.

    Attributes
    ----------
    win, tie, loss : float
        Chance that the first score is higher, the same, lower. Two turns that miss tie at 0.
    """

    win: float
    tie: float
    loss: float


def duel(one: ArrayLike, other: ArrayLike) -> Duel:
    """Return how a turn does against another one that is played without a look at it.

    Parameters
    ----------
    one, other : array_like of float, shape (25,)
        Distributions of the final scores, index = score.

    Raises
    ------
    InputError
        If one of them is no distribution.

    Examples
    --------
    >>> sure_19, coin = [0.0] * 25, [0.0] * 25
    >>> sure_19[19], coin[0], coin[24] = 1.0, 0.5, 0.5
    >>> duel(sure_19, coin)
    Duel(win=0.5, tie=0.0, loss=0.5)
    """
    wins, ties = duels((one, other))
    return Duel(win=float(wins[0, 1]), tie=float(ties[0, 1]), loss=float(wins[1, 0]))


def duels(distributions: Sequence[ArrayLike]) -> tuple[FloatArray, FloatArray]:
    """Return every turn's chances against every other, and against another turn of its own kind.

    Parameters
    ----------
    distributions : sequence of array_like of float, shape (25,) each
        k distributions of the final score, one for each strategy.

    Returns
    -------
    wins, ties : float64 array, shape (k, k) each
        ``wins[i, j]`` is the chance that turn i scores more than turn j, so that i's losses are
        ``wins[j, i]``; ``ties[i, j]`` that both score the same, 0 against 0 included.

    Raises
    ------
    InputError
        If they are not several, or one of them is no distribution.
    """
    check_kind("distributions", distributions, Iterable)
    chances = np.array([checked_distribution(one) for one in distributions]).reshape(-1, SCORES)
    below = np.cumsum(chances, axis=1) - chances
    return frozen(chances @ below.T), frozen(chances @ chances.T)
