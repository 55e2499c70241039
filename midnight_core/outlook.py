"""What everybody at the table may expect, and what the one who plays now should want.

The model of the players is stated, not guessed: a person, and the bot that plays to win, are taken to play
their best from here on; any other bot follows its own strategy. Under that model a round and a race of two
are solved exactly (`midnight_core.rounds`, `midnight_core.race`). A race of more is not: there everybody is
taken to play on for the best average score, or by their own strategy (`midnight_core.field`).

In rounds, equity is the expected share of the pot that is played for. A pot that rolls over is worth to each
seat what the next round makes of it, back from the last one, after which everybody gets an equal share.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from midnight_core.batch import POSSIBLE
from midnight_core.errors import check_kind
from midnight_core.field import Field
from midnight_core.goals import Goal
from midnight_core.match import PERSON, WINNER, Match, Setup
from midnight_core.policies import evaluate
from midnight_core.race import Progress, is_at_hand, solve_race
from midnight_core.race import Race as SolvedRace
from midnight_core.rolls import frozen
from midnight_core.rounds import LEAST_PLAYERS, Round, solve_round
from midnight_core.rules import SCORES, Rules
from midnight_core.sheet import Race, Rounds, Standing, checked_score
from midnight_core.solver import Option
from midnight_core.strategies import NAMED, Strategy

FloatArray = NDArray[np.float64]
Followed = tuple[Strategy | None, ...]

ROUND, PLAY_OFF, RACE, FIELD = "round", "play-off", "race", "field"
"""What equity is a share of, and how it is found: a round, extra turns, a race of two; a race of more."""

_ROUNDS_AHEAD = 24
"""Rounds after which a pot that keeps rolling over no longer changes what the first of them is worth."""

_TIES = {"rollover": "rollover", "extra": "extra", "again": "replay"}


@dataclass(frozen=True, eq=False)
class Outlook:
    """What lies ahead before a seat's turn; made by `outlook`.

    Attributes
    ----------
    model : {"round", "play-off", "race", "field"}
        What is won, and whether it is solved ("field" is not).
    goal : Goal
        What the mover should maximise: its equity by its own score.
    equity : float64 array, shape (seats,)
        Expected share of each seat: of the pot in rounds, of the match in a race. Sums to 1.
    by_score : float64 array, shape (25, seats)
        The same once the mover has each score; rows 1 to 3 cannot occur and are 0.
    """

    model: str
    goal: Goal
    equity: FloatArray
    by_score: FloatArray

    def after(self, score: int) -> FloatArray:
        """Return every seat's equity once the mover has this score, shape (seats,).

        Raises
        ------
        InputError
            If no turn scores that.
        """
        equity: FloatArray = self.by_score[checked_score(score)]
        return equity


def outlook(match: Match) -> Outlook | None:
    """Return what lies ahead in a match, before the turn that is due or under way; None when it is over.

    Examples
    --------
    >>> from midnight_core.match import read_match
    >>> ahead = outlook(read_match("g1.14.r1p.PPP.1.2417.1.!T"))
    >>> ahead.model, ahead.equity.round(3).tolist(), round(ahead.goal.payoff[19], 3)
    ('round', [0.135, 0.408, 0.458], 0.125)
    """
    check_kind("match", match, Match)
    return None if match.is_over else _outlook(match.setup, match.standing)


def unsolved_race(match: Match) -> tuple[Hashable, Callable[[Progress], object]] | None:
    """Return a race that has to be solved, which takes a while, before a match has an outlook.

    Returns
    -------
    tuple of a key and a function, or None
        The key tells equal races. The function solves the race and keeps it; it wants to be told how to say
        what share of the work is done. None when everything is at hand. A match that is over wants its race
        to be looked back on.
    """
    check_kind("match", match, Match)
    form = match.setup.form
    if not isinstance(form, Race) or len(match.setup.seats) > LEAST_PLAYERS:
        return None
    spot = _spot(match.setup, match.standing)
    first, second = spot.followed
    if is_at_hand(spot.rules, form.target, form.finish, (first, second)):
        return None
    key = (spot.rules, form, spot.followed)
    return key, lambda progress: _race_of(spot, progress)


def deciding_score(goal: Goal, better: Option, worse: Option) -> int:
    """Return the score that decides most between two keeps.

    A goal pays something for reaching each score rather than the one below. One keep gains over another what
    that is times how much more often it gets there; summed over all scores, that is what it is worth more.

    Returns
    -------
    int
        4 to 24; 4 stands for qualifying.
    """
    steps = np.diff(np.array(goal.payoff)[POSSIBLE])
    reached = [option.distribution[POSSIBLE[1:]][::-1].cumsum()[::-1] for option in (better, worse)]
    return int(POSSIBLE[1 + np.argmax(steps * (reached[0] - reached[1]))])


def timeline(match: Match) -> FloatArray:
    """Return every seat's equity before the first turn and after each finished one.

    In rounds, the row after the last turn of a round says who has won its pot.

    Returns
    -------
    float64 array, shape (finished turns + 1, seats)
    """
    check_kind("match", match, Match)
    before = match.after(0).standing
    rows = [_outlook(match.setup, before).equity]
    for turn in match.turns:
        rows.append(_outlook(match.setup, before).after(turn.score))
        before = turn.standing
    return np.array(rows)


def expected_chips(match: Match) -> FloatArray:
    """Return the chips that every seat may expect to have in the end, before the first turn and after each.

    In rounds that is what a seat has, its share of the pot, and for every round to come its share less its
    ante: what is expected adds up, so it is as exact as the outlook. In a race: the share of the pot.

    Returns
    -------
    float64 array, shape (finished turns + 1, seats)
        Net of what was paid in, so each row sums to 0.
    """
    check_kind("match", match, Match)
    setup, standings = match.setup, [match.after(0).standing, *(turn.standing for turn in match.turns)]
    rows = []
    for standing in standings:
        expected = np.array(standing.net, dtype=np.float64)
        if not standing.is_over:
            expected += standing.pot * _outlook(setup, standing).equity
            if isinstance(setup.form, Rounds):
                expected += _rounds_to_come(setup, setup.form, standing)
        rows.append(setup.ante * expected)
    return np.array(rows)


def _rounds_to_come(setup: Setup, form: Rounds, standing: Standing) -> FloatArray:
    """Return the antes that every seat may expect of the rounds after this one, in the order of the seats."""
    seats = len(setup.seats)
    gains = np.zeros(seats)
    for number in range(standing.round + 1, form.count + 1):
        begun = replace(standing, round=number, sitting="round", playing=standing.order, scores=())
        gains += seats * _outlook(setup, begun).equity - 1
    return gains


@dataclass(frozen=True)
class _Spot:
    """All of a standing that its outlook depends on; seats are numbered in the order of playing.

    Attributes
    ----------
    rules : Rules
    form : Rounds or Race
    followed : tuple of Strategy or None
        What each seat follows, in the order of a round; None is its best play.
    playing : tuple of int
        The seats of this sitting, as places in that order.
    is_extra : bool
    scores : tuple of int
        Of this sitting so far.
    totals : tuple of int
        In a race the points of each seat; nothing in rounds.
    rounds_left : int
        Rounds still to come when the pot may roll over; else 0.
    """

    rules: Rules
    form: Rounds | Race
    followed: Followed
    playing: tuple[int, ...]
    is_extra: bool
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    rounds_left: int

    @property
    def seats(self) -> int:
        return len(self.followed)


def _outlook(setup: Setup, standing: Standing) -> Outlook:
    """Return the outlook with seats numbered as in the match."""
    spot = _spot(setup, standing)
    return _seated(spot, tuple(standing.order.index(seat) for seat in range(spot.seats)))


def _spot(setup: Setup, standing: Standing) -> _Spot:
    form, is_extra = setup.form, standing.sitting == "extra"
    rounds_left = form.count - standing.round if isinstance(form, Rounds) and form.tie == "rollover" else 0
    has_totals = isinstance(form, Race) and not is_extra
    return _Spot(
        rules=setup.rules,
        form=form,
        followed=tuple(_followed(setup.seats[seat]) for seat in standing.order),
        playing=tuple(standing.order.index(seat) for seat in standing.playing),
        is_extra=is_extra,
        scores=standing.scores,
        totals=tuple(standing.totals[seat] for seat in standing.order) if has_totals else (),
        rounds_left=rounds_left,
    )


def _followed(kind: str) -> Strategy | None:
    return None if kind in (PERSON, WINNER) else NAMED[kind]


@lru_cache(maxsize=4096)
def _seated(spot: _Spot, places: tuple[int, ...]) -> Outlook:
    """Return the outlook of a spot with seats numbered as in the match; kept with its table by score."""
    ahead, place = _ahead(spot), list(places)
    return Outlook(ahead.model, ahead.goal, frozen(ahead.equity[place]), frozen(ahead.by_score[:, place]))


def _ahead(spot: _Spot) -> Outlook:
    """Return the outlook with seats numbered in the order of a round."""
    if spot.is_extra:
        followed = tuple(spot.followed[seat] for seat in spot.playing)
        play_off = solve_round(spot.rules, len(followed), "play-off", strategies=followed)
        return _in_round(PLAY_OFF, play_off, spot)
    if isinstance(spot.form, Rounds):
        return _in_round(ROUND, _round_of(spot), spot)
    return _in_race(spot) if spot.seats == 2 else _in_field(spot)


def _round_of(spot: _Spot) -> Round:
    assert isinstance(spot.form, Rounds)
    tie = _TIES[spot.form.tie]
    solved = solve_round(spot.rules, spot.seats, tie, strategies=spot.followed)
    if tie == "rollover":
        for _ in range(min(spot.rounds_left, _ROUNDS_AHEAD)):
            worth = tuple(solved.equity.tolist())
            solved = solve_round(spot.rules, spot.seats, tie, strategies=spot.followed, rollover=worth)
    return solved


def _by_score(after: Callable[[int], FloatArray]) -> FloatArray:
    """Return a row for each score, shape (25, seats)."""
    rows = {score: after(score) for score in POSSIBLE.tolist()}
    table = np.zeros((SCORES, len(rows[0])))
    for score, row in rows.items():
        table[score] = row
    return table


def _in_round(model: str, solved: Round, spot: _Spot) -> Outlook:
    def spread(scores: tuple[int, ...]) -> FloatArray:
        shares = np.zeros(spot.seats)
        shares[list(spot.playing)] = solved.equities(scores)
        return shares

    table = _by_score(lambda score: spread((*spot.scores, score)))
    return Outlook(model, solved.goal(spot.scores), spread(spot.scores), table)


def _race_of(spot: _Spot, progress: Progress | None = None) -> SolvedRace:
    assert isinstance(spot.form, Race)
    first, second = spot.followed
    form = spot.form
    return solve_race(spot.rules, form.target, form.finish, strategies=(first, second), progress=progress)


def _in_race(spot: _Spot) -> Outlook:
    race, mover = _race_of(spot), len(spot.scores)
    goal, first = race.goal(spot.totals, mover), race.chance(spot.totals, mover)
    own = _by_score(lambda score: np.array([goal.payoff[score], 1 - goal.payoff[score]]))
    return Outlook(RACE, goal, np.array([first, 1 - first]), own[:, ::-1] if mover else own)


def _in_field(spot: _Spot) -> Outlook:
    assert isinstance(spot.form, Race)
    field, mover = _field_of(spot.rules, spot.form, spot.followed), len(spot.scores)

    def after(score: int) -> FloatArray:
        totals = list(spot.totals)
        totals[mover] += score
        return field.chances(totals, mover + 1)

    return Outlook(FIELD, field.goal(spot.totals, mover), field.chances(spot.totals, mover), _by_score(after))


@lru_cache(maxsize=16)
def _field_of(rules: Rules, form: Race, followed: Followed) -> Field:
    return Field(form.target, form.finish, [evaluate(rules, one or NAMED["perfect"]) for one in followed])
