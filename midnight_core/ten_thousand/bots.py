"""What the bots at a table of 10 000 do: which dice each sets aside, and when it writes down.

Three of them play what is solved: the best average turn, the fewest turns to the target, and the chance to
win. The chance to win is solved for the race of two; the default's comes as data, others take minutes and are
handed in by whoever has them. Without the race, or with more than two at the table, that bot plays for the
fewest turns.

The others play by a rule of thumb, as people do: they set aside all that scores, and write down from some
total on, or as soon as they reach the target.

In the last round nobody writes down a total that loses. The solved ones play for the chance to end at the
top: to pass whoever leads, and to stay ahead of those whose last turn is still to come. The others roll until
they lead.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from midnight_core.dice import DICE, Dice
from midnight_core.errors import InputError, check_kind
from midnight_core.gamecode import mask_of
from midnight_core.match import PERSON
from midnight_core.rolls import frozen
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.games import (
    Race,
    known_race,
    known_solitaire,
    last_turns,
    solve_solitaire,
)
from midnight_core.ten_thousand.house import UNIT, HouseRules
from midnight_core.ten_thousand.match import WINNER, Match
from midnight_core.ten_thousand.scoring import set_asides
from midnight_core.ten_thousand.turn import Stakes, TurnSolution, solve_turn

NEVER = 10**9

THUMB: dict[str, tuple[int, ...]] = {
    "cautious": (300,) * DICE,
    "bold": (1000,) * DICE,
    "by-dice-left": (300, 250, 400, 1000, 3000, NEVER),
}
"""Rule of thumb -> the total from which it writes down, with one to six dice left to roll."""


def is_bots_turn(match: Match) -> bool:
    """Say whether a bot is to move."""
    check_kind("match", match, Match)
    return match.kind not in (None, PERSON)


def step(match: Match, race: Race | None = None) -> Match:
    """Return the match after a bot's next move: a throw, or dice set aside and what follows.

    Parameters
    ----------
    match : Match
    race : Race, optional
        The race of two by the house rules of the match, for the bot that plays to win.

    Raises
    ------
    InputError
        If it is not a bot's turn, the race is by other rules, or the match has grown too long for its code.
    """
    game = _bots_game(match)
    if game.roll:
        match = match.keep(mask_of(game.roll, take_of(match, race)))
    return match.bank() if stops(match, race) else match.throw()


def play_on(match: Match, race: Race | None = None) -> Match:
    """Return the match when a person is to play, or when it is over; `race` is as for `step`."""
    while is_bots_turn(match):
        match = step(match, race)
    return match


def take_of(match: Match, race: Race | None = None) -> Dice:
    """Return what the bot whose turn it is sets aside of its roll, sorted.

    Raises
    ------
    InputError
        If it is not a bot's turn, or there is no roll.
    """
    game = _bots_game(match)
    if not game.roll:
        raise InputError("No bot has dice to set aside.")
    if match.kind in THUMB:
        return set_asides(game.house, game.roll)[0].dice
    return solution_of(match, race).options(game.total, len(game.roll), game.roll)[0].dice


def stops(match: Match, race: Race | None = None) -> bool:
    """Say whether the bot whose turn it is writes down now; not if it may not.

    Raises
    ------
    InputError
        If it is not a bot's turn.
    """
    game = _bots_game(match)
    if not game.may_bank:
        return False
    if match.kind in THUMB:
        return _stops_by_thumb(match, game, THUMB[match.kind])
    solution = solution_of(match, race)
    return solution.stakes.worth(game.total // UNIT) >= solution.roll_value(game.total, game.dice_left)


def _stops_by_thumb(match: Match, game: TenGame, totals: tuple[int, ...]) -> bool:
    score = game.score + game.total
    if match.to_beat is not None:
        return score > match.to_beat or (score == match.to_beat and game.house.ties == "shared")
    return score >= game.house.target or game.total >= totals[game.dice_left - 1]


def solution_of(match: Match, race: Race | None = None) -> TurnSolution:
    """Return the turn as it is solved for the bot whose turn it is, one of those that play what is solved.

    Raises
    ------
    InputError
        If no such bot is to move, or the race is by other house rules.
    """
    game = _bots_game(match)
    if match.kind in THUMB:
        raise InputError("This bot plays by a rule of thumb.")
    if match.to_beat is not None:
        leaders = match.totals.count(match.to_beat)
        others = tuple(sorted(match.totals[seat] for seat in match.to_come[1:]))
        return last_turn(game.house, game.score, match.to_beat, leaders, others)
    if match.kind == "perfect":
        return solve_turn(game.house, is_open=game.score > 0)
    if match.kind == WINNER and (known := _race_of(match, race)) is not None:
        return _race_turn(known, game.score, match.totals[1 - game.player])
    return solve_solitaire(game.house).turn(game.score)


def is_unsolved(match: Match, race: Race | None = None) -> bool:
    """Say whether a bot at the table plays for the fewest turns, which are still to be solved.

    That takes seconds, in which `step` and `play_on` would keep whoever asks waiting; `race` is as for them.
    """
    check_kind("match", match, Match)
    if match.is_over or match.to_beat is not None or known_solitaire(match.setup.house) is not None:
        return False
    seats = match.setup.seats
    return "fewest-turns" in seats or (WINNER in seats and _race_of(match, race) is None)


def _race_of(match: Match, race: Race | None) -> Race | None:
    """Return the race of two that a bot plays by who plays to win; None where there is none."""
    house = match.setup.house
    if len(match.setup.seats) != 2:
        return None
    if race is None:
        return known_race(house)
    check_kind("race", race, Race)
    if race.house != house:
        raise InputError("This race is solved for other house rules than those of the match.")
    return race


@lru_cache(maxsize=256)
def _race_turn(race: Race, mine: int, theirs: int) -> TurnSolution:
    return race.turn(mine, theirs)


def last_turn(
    house: HouseRules, mine: int, to_beat: int, leaders: int = 1, others: tuple[int, ...] = ()
) -> TurnSolution:
    """Return the best play of a last turn; its worth is the chance to win, wins that are shared in parts.

    Parameters
    ----------
    house : HouseRules
    mine, to_beat : int
        Points of the one who is to play, and the highest total.
    leaders : int
        How many have it.
    others : tuple of int
        Points of those who play after this turn, each to pass whoever leads then. Exact but for wins that
        more than two would share.
    """
    # Only distances count, so turns from many scores have one solution.
    behind, ahead = (to_beat - mine) // UNIT, tuple((mine - score) // UNIT for score in others)
    return _last_turn(house, behind, house.floor(mine) // UNIT, leaders, ahead)


@lru_cache(maxsize=256)
def _last_turn(
    house: HouseRules, behind: int, floor: int, leaders: int, ahead: tuple[int, ...]
) -> TurnSolution:
    """Return it by how far behind the leader and ahead of the others one is, in units."""
    levels = behind + 2
    if ahead:
        catching_up = last_turns(house)
        levels = max(levels, len(catching_up) - min(ahead))
    totals = np.arange(levels)
    worth = (totals > behind).astype(np.float64)
    if house.ties == "shared":
        worth[behind] = 1 / (leaders + 1)
    for lead in ahead:
        worth *= 1 - catching_up[np.clip(totals + lead, 0, len(catching_up) - 1)]
    return TurnSolution(house, Stakes(frozen(worth), 0.0, floor))


def _bots_game(match: Match) -> TenGame:
    if not is_bots_turn(match):
        raise InputError("It is not a bot's turn.")
    assert match.game is not None
    return match.game
