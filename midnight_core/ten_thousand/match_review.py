"""A match of 10 000 looked back on: every finished turn judged by what the coach went by at that point.

What that is may change within a match: the chance to win is always known in the last round, but not always
before it. So losses may be counted in more than one unit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from midnight_core.errors import check_kind
from midnight_core.match_review import SeenTurn
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.review import Measure, Review, bounds, review
from midnight_core.ten_thousand.turn import TurnSolution


def look_back(
    match: Match, judged_by: Callable[[Match], tuple[TurnSolution, Measure]]
) -> tuple[SeenTurn[Review], ...]:
    """Return the finished turns of a match, judged, in the order of playing; the noted ones are left out.

    Parameters
    ----------
    match : Match
    judged_by : callable
        From the match before a turn to what the turn is judged by, and what its values are.

    Examples
    --------
    >>> from midnight_core.ten_thousand import solve_turn
    >>> from midnight_core.ten_thousand.match import read_ten_match
    >>> match = read_ten_match("k1.o50.PP.2417.1.!AU112456T666H!")
    >>> (seen,) = look_back(match, lambda before: (solve_turn(before.setup.house), Measure.POINTS))
    >>> seen.number, seen.seat, seen.unit, round(seen.review.loss, 1)
    (1, 1, 'points', 564.9)
    """
    check_kind("match", match, Match)
    seen = []
    for number, turn in enumerate(match.turns):
        if turn.game is None:
            continue
        solution, measure = judged_by(match.after(number))
        judged = _reviewed(turn.game, solution, measure)
        seen.append(SeenTurn(number, turn.seat, judged, measure.value, 1, bounds(measure)[-1]))
    return tuple(seen)


@lru_cache(maxsize=256)
def _reviewed(game: TenGame, solution: TurnSolution, measure: Measure) -> Review:
    return review(game, solution, measure)
