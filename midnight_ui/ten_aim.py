"""What a turn of 10 000 is played for: the goals, and the solution that belongs to each."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core.ten_thousand import TurnSolution, solve_solitaire, solve_turn
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.review import Measure
from midnight_ui import address, ten_races, units
from midnight_ui.text import tr
from midnight_ui.units import Unit

MEAN, TURNS, WIN = "mean", "turns", "win"

RACERS = 2


@dataclass(frozen=True)
class Aim:
    """A goal, and the turn solved for it.

    Attributes
    ----------
    kind : {"mean", "turns", "win"}
    solution : TurnSolution
    """

    kind: str
    solution: TurnSolution

    @property
    def measure(self) -> Measure:
        """What its values are."""
        return {MEAN: Measure.POINTS, TURNS: Measure.TURNS, WIN: Measure.CHANCE}[self.kind]

    @property
    def unit(self) -> Unit:
        """How its values are written."""
        return units.of_ten(self.measure)

    @property
    def meaning(self) -> str:
        """What its values are, as a heading."""
        return {
            MEAN: tr("Average"),
            TURNS: tr("Turns to go"),
            WIN: tr("Chance to win"),
        }[self.kind]


def pick(default: str) -> str:
    """Draw the choice of the goal and return its kind."""
    labels = {
        MEAN: tr("Best average turn"),
        TURNS: tr("Fewest turns"),
        WIN: tr("Win the race"),
    }
    return address.segments("aim", tr("Goal"), tuple(labels), labels.__getitem__, default=default)


def of_turn(kind: str, game: TenGame, theirs: int) -> Aim | None:
    """Return the goal of a turn that stands alone.

    Parameters
    ----------
    kind : str
    game : TenGame
    theirs : int
        The other's points, for the race.

    Returns
    -------
    Aim or None
        None when the race has to be solved first.
    """
    if kind == WIN and theirs >= game.house.target:
        return Aim(WIN, last_turn(game.house, game.score, theirs))
    if kind == WIN:
        race = ten_races.known(game.house)
        return None if race is None else Aim(WIN, ten_races.turn(race, game.score, theirs))
    return _alone(kind, game)


def of_match(kind: str, match: Match) -> Aim:
    """Return the goal of the turn that is played in a match.

    To win is solved for the last round and for the race of two; where that race is not solved yet, and for
    more at the table, the fewest turns stand in for it.
    """
    game = match.game
    assert game is not None
    if kind == WIN and match.to_beat is not None:
        leaders = match.totals.count(match.to_beat)
        others = tuple(sorted(match.totals[seat] for seat in match.to_come[1:]))
        return Aim(WIN, last_turn(game.house, game.score, match.to_beat, leaders, others))
    if kind == WIN and is_race(match) and (race := ten_races.known(game.house)) is not None:
        return Aim(WIN, ten_races.turn(race, game.score, match.totals[1 - game.player]))
    return _alone(TURNS if kind == WIN else kind, game)


def is_race(match: Match) -> bool:
    """Say whether two play, whose race can be solved."""
    return len(match.setup.seats) == RACERS


def _alone(kind: str, game: TenGame) -> Aim:
    if kind == TURNS:
        return Aim(TURNS, solve_solitaire(game.house).turn(game.score))
    return Aim(MEAN, solve_turn(game.house, is_open=game.score > 0))
