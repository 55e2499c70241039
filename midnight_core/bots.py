"""What the bots at a table do: each keeps by its own strategy, and one by what wins."""

from __future__ import annotations

from midnight_core.dice import Dice
from midnight_core.errors import InputError, check_kind
from midnight_core.gamecode import mask_of
from midnight_core.match import PERSON, WINNER, Match
from midnight_core.outlook import outlook
from midnight_core.solver import solve
from midnight_core.strategies import NAMED


def is_bots_turn(match: Match) -> bool:
    """Say whether a bot is to throw or to keep."""
    check_kind("match", match, Match)
    return match.kind not in (None, PERSON)


def keep_of(match: Match) -> Dice:
    """Return what the bot whose turn it is keeps of its roll, sorted.

    Raises
    ------
    InputError
        If it is not a bot's turn, or there is no roll.
    """
    check_kind("match", match, Match)
    game, kind = match.game, match.kind
    if game is None or kind is None or kind == PERSON or not game.roll:
        raise InputError("No bot has dice to keep.")
    if kind != WINNER:
        return NAMED[kind].keep(game.turn, game.roll)
    ahead = outlook(match)
    assert ahead is not None
    return solve(match.setup.rules, ahead.goal).best_keep(game.turn, game.roll)


def step(match: Match) -> Match:
    """Return the match after a bot's next move: a throw, or a keep and the throw that follows.

    Raises
    ------
    InputError
        If it is not a bot's turn.
    """
    if not is_bots_turn(match):
        raise InputError("It is not a bot's turn.")
    assert match.game is not None
    if not match.game.roll:
        return match.throw()
    after = match.keep(mask_of(match.game.roll, keep_of(match)))
    return after.throw() if after.game is not None and after.game.steps else after


def play_on(match: Match) -> Match:
    """Return the match when a person is to play, or when it is over."""
    while is_bots_turn(match):
        match = step(match)
    return match
