"""Races of 10 000 for two by any house's rules: solved once, in the background, and kept on disk."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from threading import Lock

from midnight_core.ten_thousand import HouseRules, Race, TurnSolution, solve_race
from midnight_core.ten_thousand.games import known_race
from midnight_ui import background

CACHE = "MIDNIGHT_CACHE"
"""Environment variable that names the folder for solved races."""

_FOUND: dict[HouseRules, Race] = {}
_MOST_FOUND = 8
_ONE_AT_A_TIME = Lock()


def folder() -> Path | None:
    """Return where solved races are kept: in the user's cache unless the environment says where.

    None for a user without a home, as in some containers: there they last as long as the server.
    """
    if said := os.environ.get(CACHE):
        return Path(said)
    if cache := os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME"):
        return Path(cache) / "midnight"
    try:
        return Path.home() / ".cache" / "midnight"
    except RuntimeError:
        return None


def known(house: HouseRules) -> Race | None:
    """Return the race by these rules if it need not be solved first."""
    if house not in _FOUND and (race := known_race(house, folder())) is not None:
        _remember(house, race)
    return _FOUND.get(house)


@lru_cache(maxsize=256)
def turn(race: Race, mine: int, theirs: int) -> TurnSolution:
    """Return the best play of a turn, solved once for each pair of scores."""
    return race.turn(mine, theirs)


def share_done(house: HouseRules) -> float:
    """Return how much of a race is solved, from 0 to 1; that begins when it is first asked about."""

    def solve(tell: Callable[[float], None]) -> None:
        # Each takes the whole machine: two at once would only both be late.
        with _ONE_AT_A_TIME:
            tell(0.0)
            _remember(house, solve_race(house, tell, folder=folder()))

    return background.share_done(_job(house), solve)


def give_up(house: HouseRules) -> None:
    """Stop solving a race."""
    background.stop(_job(house))


def _job(house: HouseRules) -> tuple[str, HouseRules]:
    return "race of 10 000", house


def _remember(house: HouseRules, race: Race) -> None:
    for oldest in list(_FOUND)[: len(_FOUND) + 1 - _MOST_FOUND]:
        _FOUND.pop(oldest, None)
    _FOUND[house] = race
