"""Whole games of 10 000 by any house's rules, which take a while: solved once, in the background, and kept.

The race of two takes minutes, and is kept on disk as well; the fewest turns take seconds.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from pathlib import Path
from threading import Lock

from midnight_core.ten_thousand import HouseRules, Race, TurnSolution, solve_race, solve_solitaire
from midnight_core.ten_thousand.games import Progress, known_race, known_solitaire
from midnight_ui import background

CACHE = "MIDNIGHT_CACHE"
"""Environment variable that names the folder for solved races."""

_FOUND: dict[HouseRules, Race] = {}
_MOST_FOUND = 8


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


RACE, TURNS = "race of 10 000", "fewest turns"
"""What can be solved: the race of two, or the fewest turns to the target."""


def is_solved(what: str, house: HouseRules) -> bool:
    """Say whether a race, or the fewest turns, need not be solved first."""
    return (known(house) if what == RACE else known_solitaire(house)) is not None


def share_done(what: str, houses: Sequence[HouseRules]) -> float:
    """Return how much is solved for all these houses, from 0 to 1; it begins when it is first asked about."""

    def solve(tell: Progress) -> None:
        for number, house in enumerate(houses):

            def tell_of_all(share: float, before: int = number) -> None:
                tell((before + share) / len(houses))

            with _turn_of(what, tell_of_all):
                _SOLVERS[what](house, tell_of_all)

    # A race takes so long that its reader may well be elsewhere meanwhile.
    return background.share_done((what, *houses), solve, inf if what == RACE else background.PATIENCE)


@contextmanager
def _turn_of(what: str, tell: Progress) -> Iterator[None]:
    """Wait, telling so, until nothing of a kind is solved: two at once would only both be late."""
    while not _ONE_AT_A_TIME[what].acquire(timeout=_LOOK):
        tell(0.0)
    try:
        yield
    finally:
        _ONE_AT_A_TIME[what].release()


def leave(what: str, houses: Sequence[HouseRules]) -> None:
    """Stop solving something unless others wait for it; what is done for some of the houses stays."""
    background.leave((what, *houses))


def _solve_race(house: HouseRules, tell: Progress) -> None:
    _remember(house, solve_race(house, tell, folder=folder()))


_SOLVERS: dict[str, Callable[[HouseRules, Progress], object]] = {RACE: _solve_race, TURNS: solve_solitaire}
_LOOK = 0.5
"""Seconds between two looks whether it is one's turn."""

_ONE_AT_A_TIME = {what: Lock() for what in _SOLVERS}


def _remember(house: HouseRules, race: Race) -> None:
    for oldest in list(_FOUND)[: len(_FOUND) + 1 - _MOST_FOUND]:
        _FOUND.pop(oldest, None)
    _FOUND[house] = race
