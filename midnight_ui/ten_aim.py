"""What a turn of 10 000 is played for: the goals, and the solution that belongs to each."""

from __future__ import annotations

from dataclasses import dataclass

from midnight_core.ten_thousand import TurnSolution, solve_turn
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.games import known_solitaire
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
        return meaning(self.kind)


def meaning(kind: str) -> str:
    """Return what the values of a goal are, as a heading."""
    return {
        MEAN: tr("Average"),
        TURNS: tr("Turns to go"),
        WIN: tr("Chance to win"),
    }[kind]


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
        None when something has to be solved first, as `unsolved` says.
    """
    if kind == WIN and theirs >= game.house.target:
        return Aim(WIN, last_turn(game.house, game.score, theirs))
    if kind == WIN:
        race = ten_races.known(game.house)
        return None if race is None else Aim(WIN, ten_races.turn(race, game.score, theirs))
    return _alone(kind, game)


def of_match(kind: str, match: Match) -> Aim | None:
    """Return the goal of the turn that is played in a match.

    To win is solved for the last round and for the race of two; where that race is not solved yet, and for
    more at the table, the fewest turns stand in for it. None when those have to be solved first.
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


def unsolved(kind: str, play: TenGame | Match, theirs: int = 0) -> str | None:
    """Return what has to be solved before all of a goal's numbers can be told: the fewest turns, or the race.

    Parameters
    ----------
    kind : str
    play : TenGame or Match
    theirs : int
        The other's points, for the race of a turn that stands alone.
    """
    if kind == MEAN:
        return None
    if isinstance(play, TenGame):
        house, stand_in, is_raced = play.house, kind, kind == WIN and theirs < play.house.target
    else:
        house, stand_in, is_raced = play.setup.house, TURNS, kind == WIN and is_race(play)
        if kind == WIN and play.to_beat is not None and not play.is_over:
            return None
    if is_raced and ten_races.is_solved(ten_races.RACE, house):
        return None
    if stand_in == TURNS and not ten_races.is_solved(ten_races.TURNS, house):
        return ten_races.TURNS
    return ten_races.RACE if is_raced and not (isinstance(play, Match) and play.is_over) else None


def is_race(match: Match) -> bool:
    """Say whether two play, whose race can be solved."""
    return len(match.setup.seats) == RACERS


def _alone(kind: str, game: TenGame) -> Aim | None:
    if kind == TURNS:
        solitaire = known_solitaire(game.house)
        return None if solitaire is None else Aim(TURNS, solitaire.turn(game.score))
    return Aim(MEAN, solve_turn(game.house, is_open=game.score > 0))
