"""What the lesson on playing around a table needs: when to stop, a pot that goes on, what perfect play gains.

All of it follows from rounds that `midnight_core.rounds` has solved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from midnight_core.dice import FACES, is_whole
from midnight_core.errors import InputError, check_kind, named
from midnight_core.rolls import frozen
from midnight_core.rounds import Round, solve_round
from midnight_core.rules import MAX_SCORE, MIN_SCORE, Rules
from midnight_core.solver import TIE
from midnight_core.strategies import NAMED, Strategy

FloatArray = NDArray[np.float64]

TO_BEAT = (0, *range(MIN_SCORE, MAX_SCORE + 1))
"""The scores that can be the best so far; 0 as long as nobody has qualified."""

_OTHER_DICE = 3


@dataclass(frozen=True)
class LastDie:
    """The choice between stopping and throwing the lower one of two last dice again.

    Attributes
    ----------
    score : int
        The final score when both dice are kept.
    stop, throw : float
        The player's equity with both kept, and with the lower one thrown once more.
    """

    score: int
    stop: float
    throw: float

    @property
    def verdict(self) -> int:
        """1 where it is better to stop, -1 where it is better to throw, 0 where it makes no difference."""
        gain = self.stop - self.throw
        return 0 if abs(gain) <= TIE else int(np.sign(gain))


def last_die(found: Round, scores: Sequence[int], lower: int) -> tuple[LastDie, ...]:
    """Return the choice for each score that can be held, lowest first.

    Both qualifiers and two more dice are kept; of the two last dice the lower one shows `lower`.

    Parameters
    ----------
    found : Round
    scores : sequence of int
        What the seats before have.
    lower : int
        1 to 5: a 6 is never the lower one to be thrown again.

    Raises
    ------
    InputError
        If `lower` is out of range, all seats have played, or a score cannot occur.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> stops_from(last_die(solve_round(MIDNIGHT, 4), (), 4))
    22
    """
    check_kind("found", found, Round)
    if not is_whole(lower) or not 1 <= lower < FACES:
        raise InputError("The lower die shows 1 to {most}, not {lower}.", most=FACES - 1, lower=named(lower))
    worth = found.goal(scores).payoff
    # Two dice that are kept show anything, the higher one of the last two at least as much as the lower.
    least, most = _OTHER_DICE - 1 + lower, _OTHER_DICE * FACES
    return tuple(
        LastDie(rest + lower, worth[rest + lower], sum(worth[rest + 1 : rest + FACES + 1]) / FACES)
        for rest in range(least, most + 1)
    )


def stops_from(choices: Sequence[LastDie]) -> int | None:
    """Return the lowest score from which on stopping is never worse; None if even the highest is thrown."""
    best = None
    for choice in reversed(choices):
        if choice.verdict < 0:
            break
        best = choice.score
    return best


def thrown_on(choices: Sequence[LastDie]) -> tuple[int, ...]:
    """Return the scores on which it is better to throw."""
    return tuple(choice.score for choice in choices if choice.verdict < 0)


def stops_below(choices: Sequence[LastDie]) -> tuple[int, ...]:
    """Return the scores on which it is better to stop though a higher one is better thrown."""
    highest = max(thrown_on(choices), default=0)
    return tuple(choice.score for choice in choices if choice.verdict > 0 and choice.score < highest)


def most_leaders(tie: str, before: int) -> int:
    """Return how many leaders of the seats before make a difference by a rule for ties."""
    return min(before, {"earlier": 1, "rollover": 2, "replay": 2}.get(tie, before))


def scores_before(before: int, beat: int, leaders: int = 1) -> tuple[int, ...]:
    """Return scores of so many seats of which so many have the best; nobody has anything when it is 0.

    Raises
    ------
    InputError
        If there are more leaders than seats.
    """
    if not beat:
        return (0,) * before
    if not 1 <= leaders <= before:
        raise InputError("{leaders} of {before} seats cannot lead.", leaders=leaders, before=before)
    return (beat,) * leaders + (0,) * (before - leaders)


def carried(rules: Rules, players: int) -> Round:
    """Return a round for a pot that rolls over to the same seats in the same order, again and again.

    What it is then worth to each seat is what the round is worth: the same as when ties and rounds without a
    winner are simply played again.
    """
    return solve_round(rules, players, rollover=solve_round(rules, players, "replay").equity.tolist())


@dataclass(frozen=True)
class Effect:
    """How the best play changes when a pot rolls over to the same seats instead of an equal share for each.

    Attributes
    ----------
    situations : int
        Every seat with every best score so far that one, or more than one, can have.
    changed : int
        In how many of them the chances of the final scores are not the same.
    loss : float
        The most equity that a seat loses in any of them which does not change its play.
    """

    situations: int
    changed: int
    loss: float


def effect_of_carrying(rules: Rules, players: int) -> Effect:
    """Return how far the best play depends on who sits where in the next round."""
    once, again = solve_round(rules, players), carried(rules, players)
    losses = []
    for scores in _situations(players):
        usual, best = once.distribution(scores), again.distribution(scores)
        if np.abs(usual - best).max() > TIE:
            losses.append(float(np.array(again.goal(scores).payoff) @ (best - usual)))
    return Effect(sum(1 for _ in _situations(players)), len(losses), max(losses, default=0.0))


def _situations(players: int) -> Iterator[tuple[int, ...]]:
    for before in range(players):
        for beat in TO_BEAT if before else (0,):
            for leaders in range(1, (most_leaders("rollover", before) if beat else 1) + 1):
                yield scores_before(before, beat, leaders)


@dataclass(frozen=True, eq=False)
class Gains:
    """One player's equity, in each seat in turn, among players who all follow one strategy.

    Attributes
    ----------
    perfect : float64 array, shape (players,)
        When the player does the best that there is, looking at what the others have.
    plain : float64 array, shape (players,)
        When the player goes for the best average score instead.
    """

    perfect: FloatArray
    plain: FloatArray


def gains(rules: Rules, players: int, tie: str, others: Strategy) -> Gains:
    """Return what a player makes against others of one strategy.

    Parameters and errors as in `midnight_core.rounds.solve_round`.
    """

    def alone(own: Strategy | None) -> FloatArray:
        shares = np.empty(players)
        for seat in range(players):
            followed = [own if place == seat else others for place in range(players)]
            shares[seat] = solve_round(rules, players, tie, strategies=followed).equity[seat]
        return frozen(shares)

    return Gains(alone(None), alone(NAMED["perfect"]))
