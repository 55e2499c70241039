"""A round of two to eight players, solved seat by seat: what each score is worth to the one who plays now.

Seats play in order and see every earlier score, so a seat's goal depends on the best score so far and on how
many share it. The last seat's payoffs are known; its best play gives the payoffs of the seat before, and so
on. A seat maximises its own *equity*: the expected share of the pot, a win counting 1, plus what a pot that
rolls over is worth to it.

What happens when two or more are level at the top is agreed before the start:

- ``"rollover"``: nobody takes the pot, which is then worth `rollover` to each seat, an equal share unless
  said; the same when nobody qualifies;
- ``"split"``: they share it; when nobody qualifies, all are level at 0 and share;
- ``"earlier"``: the earlier seat takes it; when nobody qualifies, the first;
- ``"replay"``: the whole table plays the round again, in the same order; the same when nobody qualifies;
- ``"extra"``: those who are level have one extra turn each, in order, and further ones until one is ahead.
  When nobody qualifies, the table plays the round again;
- ``"play-off"``: these extra turns themselves: those who are level again go on among themselves, all of them
  when nobody qualifies.

In extra turns of some of the seats every seat is taken to play its best, also one that follows a strategy in
the round and in extra turns of all: how many are level is known here, but not who.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from midnight_core.batch import POSSIBLE, solve_many
from midnight_core.dice import is_whole
from midnight_core.errors import InputError, check_kind, is_choice, named
from midnight_core.goals import MOST_PAYOFF, Goal
from midnight_core.policies import evaluate
from midnight_core.rolls import IntArray, frozen
from midnight_core.rules import MAX_SCORE, MIN_SCORE, SCORES, Rules
from midnight_core.strategies import Strategy

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

LEAST_PLAYERS, MOST_PLAYERS = 2, 8

TIES = ("rollover", "split", "earlier", "replay", "extra", "play-off")
"""What can happen when two or more are level at the top."""

_ENOUGH = 1e-14
_MOST_PASSES = 60


@dataclass(frozen=True, eq=False)
class _Stage:
    """What may still come once some seats have played, by best score (rows as POSSIBLE) and leaders (1..K).

    A row's shares are those of the pot proper; what a rollover adds is kept apart, as its chance.

    Attributes
    ----------
    lead : float64 array, shape (22, K, K)
        ``lead[b, k - 1, r]``: share of the leader who came ``r``-th, from 0, of k leaders.
    coming : float64 array, shape (22, K, seats to come)
        Share of each seat that has not played yet.
    rolls : float64 array, shape (22, K)
        Chance that the pot is not won.
    """

    lead: FloatArray
    coming: FloatArray
    rolls: FloatArray


@dataclass(frozen=True, eq=False)
class Round:
    """A solved round; made by `solve_round`.

    Attributes
    ----------
    rules : Rules
    players : int
    tie : str
    rollover : float64 array, shape (players,)
        What a pot that is not won is worth to each seat, as a share of it.
    equity : float64 array, shape (players,)
        Expected share of the pot of each seat before the first roll, first seat first.
    p_rollover : float
        Chance that nobody takes the pot: rolled over, or the round played again.
    """

    rules: Rules
    players: int
    tie: str
    rollover: FloatArray
    equity: FloatArray
    p_rollover: float
    _stages: tuple[_Stage, ...]
    _policies: tuple[FloatArray, ...]

    def equities(self, scores: Sequence[int] = ()) -> FloatArray:
        """Return what every seat may expect once the first seats have these scores.

        Parameters
        ----------
        scores : sequence of int
            Final scores, first seat first; none before the round, all of them after it.

        Returns
        -------
        float64 array, shape (players,)
            Expected share of the pot.

        Raises
        ------
        InputError
            If there are more scores than seats, or one cannot occur.
        """
        best, leaders, played = self._look(scores)
        stage = self._stages[played]
        spot = _row(best), self._column(len(leaders))
        shares = np.zeros(self.players)
        shares[played:] = stage.coming[spot]
        for rank, seat in enumerate(leaders):
            shares[seat] = stage.lead[spot][min(rank, self._most - 1)]
        return frozen(shares + stage.rolls[spot] * self.rollover)

    def p_not_won(self, scores: Sequence[int] = ()) -> float:
        """Return the chance that nobody takes the pot once the first seats have these scores."""
        best, leaders, played = self._look(scores)
        return float(self._stages[played].rolls[_row(best), self._column(len(leaders))])

    def goal(self, scores: Sequence[int] = ()) -> Goal:
        """Return the goal of the seat that plays next: its equity by its own final score.

        Raises
        ------
        InputError
            If all seats have played, or a score cannot occur.
        """
        best, leaders, played = self._look_before_a_turn(scores)
        payoffs = _payoffs(
            self._stages[played + 1], _moves(self.tie, played, self._most), self.rollover[played]
        )
        return Goal("equity", tuple(payoffs[_row(best), self._column(len(leaders))].tolist()))

    def distribution(self, scores: Sequence[int] = ()) -> FloatArray:
        """Return the chance of each final score of the seat that plays next, shape (25,).

        Raises
        ------
        InputError
            If all seats have played, or a score cannot occur.
        """
        best, leaders, played = self._look_before_a_turn(scores)
        chances: FloatArray = self._policies[played][_row(best), self._column(len(leaders))]
        return frozen(chances)

    def _look_before_a_turn(self, scores: Sequence[int]) -> tuple[int, tuple[int, ...], int]:
        """Return the same as `_look`, when somebody is left to play."""
        seen = self._look(scores)
        if seen[-1] == self.players:
            raise InputError("All {count} seats have played this round.", count=self.players)
        return seen

    def _look(self, scores: Sequence[int]) -> tuple[int, tuple[int, ...], int]:
        """Return the best score, the seats that have it and take part in it, and how many have played."""
        check_kind("scores", scores, Iterable)
        played = tuple(scores)
        if len(played) > self.players:
            raise InputError("There are {count} seats, not {scores}.", count=self.players, scores=len(played))
        for score in played:
            if not is_whole(score) or score not in POSSIBLE:
                raise InputError(
                    "A final score is 0 or {least} to {best}, not {score}.",
                    least=MIN_SCORE,
                    best=MAX_SCORE,
                    score=named(score),
                )
        best = max(played, default=0)
        leaders = tuple(seat for seat, score in enumerate(played) if score == best)
        if best == 0 and not _counts_zero(self.tie):
            leaders = ()
        return best, leaders[:1] if self.tie == "earlier" else leaders, len(played)

    @property
    def _most(self) -> int:
        return _most_leaders(self.tie, self.players)

    def _column(self, leaders: int) -> int:
        """Return where so many leaders stand in the arrays."""
        return min(max(leaders, 1), self._most) - 1


def solve_round(
    rules: Rules,
    players: int,
    tie: str = "rollover",
    *,
    strategies: Sequence[Strategy | None] | None = None,
    rollover: Sequence[float] | None = None,
) -> Round:
    """Solve a round exactly, by backward induction over the seats; kept for the next time.

    Parameters
    ----------
    rules : Rules
    players : int
        2 to 8.
    tie : {"rollover", "split", "earlier", "replay", "extra", "play-off"}
        What happens when two or more are level at the top; see the module.
    strategies : sequence of Strategy or None, optional
        For each seat the strategy that it follows whatever the others have, or None for its best play.
    rollover : sequence of float, optional
        What a pot that rolls over is worth to each seat; for ``tie="rollover"`` only. An equal share unless
        said.

    Raises
    ------
    InputError
        If one of them is out of range, or does not fit the number of players.

    Examples
    --------
    >>> from midnight_core import MIDNIGHT
    >>> solve_round(MIDNIGHT, 2, "split").equity.round(6).tolist()
    [0.460308, 0.539692]
    """
    check_kind("rules", rules, Rules)
    check_players(players)
    if not is_choice(tie, TIES):
        raise InputError("A tie is one of {ties}, not {tie}.", ties=", ".join(TIES), tie=named(tie))
    check_kind("strategies", () if strategies is None else strategies, Iterable)
    followed = (None,) * players if strategies is None else tuple(strategies)
    if len(followed) != players or not all(one is None or isinstance(one, Strategy) for one in followed):
        raise InputError("Name one strategy, or none, for each of the {count} seats.", count=players)
    if rollover is None:
        return _solved(rules, int(players), tie, followed, None)
    worth = _numbers(rollover)
    # What is not a number is not between the bounds either.
    if tie != "rollover" or worth.shape != (players,) or not (np.abs(worth) <= MOST_PAYOFF).all():
        raise InputError("Only a pot that rolls over has a worth, one number for each seat.")
    return _solved(rules, int(players), tie, followed, tuple(worth.tolist()))


def check_players(count: int) -> None:
    """Raise an `InputError` if so many cannot play at one table."""
    if not is_whole(count) or not LEAST_PLAYERS <= count <= MOST_PLAYERS:
        raise InputError(
            "A table has {least} to {most} players, not {count}.",
            least=LEAST_PLAYERS,
            most=MOST_PLAYERS,
            count=named(count),
        )


def _numbers(values: Sequence[float]) -> FloatArray:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        return np.empty(0)


@lru_cache(maxsize=256)
def _solved(
    rules: Rules,
    players: int,
    tie: str,
    strategies: tuple[Strategy | None, ...],
    rollover: tuple[float, ...] | None,
) -> Round:
    worth = np.full(players, 1 / players) if rollover is None else np.array(rollover)
    last = _last_stage(rules, players, tie, strategies)
    for _ in range(_MOST_PASSES):
        stages, policies = _backwards(rules, last, players, tie, strategies, worth)
        start = stages[0]
        shares, rolls = start.coming[0, 0], float(start.rolls[0, 0])
        # Those who never score go on for ever, and nobody is better off.
        if tie not in ("replay", "extra", "play-off") or rolls >= 1:
            break
        # A round played again is worth what it was worth before: the shares, scaled up to sum to 1.
        again = shares / (1 - rolls)
        done = np.abs(again - worth).max() <= _ENOUGH
        worth = again
        if done:
            break
    return Round(rules, players, tie, frozen(worth), frozen(shares + rolls * worth), rolls, stages, policies)


def _counts_zero(tie: str) -> bool:
    """Say whether a round in which nobody qualifies is won like any other."""
    return tie in ("split", "earlier")


def _most_leaders(tie: str, players: int) -> int:
    """Return how many leaders have to be told apart; more count as so many."""
    return {"rollover": 2, "replay": 2, "earlier": 1}.get(tie, players)


def _row(best: int) -> int:
    return int(np.searchsorted(POSSIBLE, best))


def _last_stage(rules: Rules, players: int, tie: str, strategies: tuple[Strategy | None, ...]) -> _Stage:
    """Return how the round ends once everybody has played."""
    most = _most_leaders(tie, players)
    lead, rolls = np.zeros((len(POSSIBLE), most, most)), np.zeros((len(POSSIBLE), most))
    lead[:, 0, 0] = 1
    for leaders in range(2, most + 1):
        if tie == "split":
            lead[:, leaders - 1, :leaders] = 1 / leaders
        elif tie == "extra" or (tie == "play-off" and leaders < players):
            followed = strategies if leaders == players else (None,) * leaders
            lead[:, leaders - 1, :leaders] = _play_off(rules, followed)
        else:
            rolls[:, leaders - 1] = 1
    if not _counts_zero(tie):
        lead[0], rolls[0] = 0, 1
    return _Stage(lead, np.zeros((len(POSSIBLE), most, 0)), rolls)


def _play_off(rules: Rules, strategies: tuple[Strategy | None, ...]) -> FloatArray:
    """Return each seat's chance when all have extra turns until one is ahead, shape (players,)."""
    return _solved(rules, len(strategies), "play-off", strategies, None).equity


@dataclass(frozen=True, eq=False)
class _Moves:
    """Where each score of the next seat leads, all of shape (22, K, 22): best so far, leaders, own score.

    Attributes
    ----------
    row, column : int64 array
        The situation after it.
    is_lead : bool array
        Whether the seat then leads, alone or not.
    rank : int64 array
        As which of the leaders, from 0.
    stays : bool array
        Whether those who led before still do.
    """

    row: IntArray
    column: IntArray
    is_lead: BoolArray
    rank: IntArray
    stays: BoolArray


@cache
def _moves(tie: str, seat: int, most: int) -> _Moves:
    best, column, own = np.indices((len(POSSIBLE), most, len(POSSIBLE)))
    leaders = column + 1 if seat else column * 0
    is_level = own == best
    # To be level is to lead, unless the earlier one has it, or both have nothing that counts.
    joins = is_level & (seat == 0 or tie != "earlier") & ((best > 0) | _counts_zero(tie))
    after = np.where(own > best, 0, np.where(joins, np.minimum(leaders, most - 1), column))
    rank = np.where(joins, np.minimum(leaders, most - 1), 0)
    return _Moves(np.maximum(own, best), after, joins | (own > best), rank, own <= best)


def _payoffs(after: _Stage, moves: _Moves, rollover: float) -> FloatArray:
    """Return a seat's equity by situation and own final score, shape (22, K, 25)."""
    shares = _own_share(after, moves) + after.rolls[moves.row, moves.column] * rollover
    payoffs = np.zeros((*shares.shape[:2], SCORES))
    payoffs[:, :, POSSIBLE] = shares
    return payoffs


def _own_share(after: _Stage, moves: _Moves) -> FloatArray:
    shares: FloatArray = after.lead[moves.row, moves.column, moves.rank] * moves.is_lead
    return shares


def _before(after: _Stage, moves: _Moves, policy: FloatArray) -> _Stage:
    """Return the stage before a seat's turn from the stage after it; `policy` has shape (22, K, 25)."""
    chances = policy[:, :, POSSIBLE]
    spot = moves.row, moves.column
    lead = np.einsum("bkt,bktr->bkr", chances * moves.stays, after.lead[spot])
    own = np.einsum("bkt,bkt->bk", chances, _own_share(after, moves))
    others = np.einsum("bkt,bktj->bkj", chances, after.coming[spot])
    rolls = np.einsum("bkt,bkt->bk", chances, after.rolls[spot])
    return _Stage(lead, np.concatenate([own[:, :, None], others], axis=2), rolls)


def _backwards(
    rules: Rules,
    last: _Stage,
    players: int,
    tie: str,
    strategies: tuple[Strategy | None, ...],
    rollover: FloatArray,
) -> tuple[tuple[_Stage, ...], tuple[FloatArray, ...]]:
    """Return the stages before seats 0 to players, and the distribution of every seat in every situation."""
    stages, policies = [last], []
    for seat in reversed(range(players)):
        strategy = strategies[seat]
        moves = _moves(tie, seat, last.lead.shape[1])
        payoffs = _payoffs(stages[-1], moves, rollover[seat])
        best, leaders = _situations(seat, tie, payoffs.shape[1])
        if strategy is None:
            chances = solve_many(rules, payoffs[best, leaders]).distributions
        else:
            chances = np.broadcast_to(evaluate(rules, strategy), (len(best), SCORES))
        policy = np.zeros((*payoffs.shape[:2], SCORES))
        policy[best, leaders] = chances
        policies.append(policy)
        stages.append(_before(stages[-1], moves, policy))
    return tuple(reversed(stages)), tuple(reversed(policies))


def _situations(seat: int, tie: str, most: int) -> tuple[IntArray, IntArray]:
    """Return row and column of every situation that a seat can find; 0 seats have played before the first."""
    if seat == 0:
        return np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    columns = min(seat, most)
    rows = np.repeat(np.arange(1, len(POSSIBLE)), columns)
    # At 0 everybody so far is level, which only some kinds of tie count as leading.
    at_zero = columns - 1 if tie == "split" else 0
    return np.append(0, rows), np.append(at_zero, np.tile(np.arange(columns), len(POSSIBLE) - 1))
