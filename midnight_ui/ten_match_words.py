"""What is said of a match of 10 000: whose turn it is, what it takes, what happened, who has won."""

from __future__ import annotations

from midnight_core.match import PERSON
from midnight_core.sheet import FEWEST_SEATS
from midnight_core.ten_thousand import UNIT
from midnight_core.ten_thousand.bots import THUMB
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.match import WINNER, Match, PlayedTurn, who_begins
from midnight_ui import ten_aim
from midnight_ui.match_words import Names, joined
from midnight_ui.text import escaped, faces, tr, whole


def kind_name(kind: str) -> str:
    """Return who plays a seat, in words."""
    return {
        PERSON: tr("Person"),
        WINNER: tr("Plays to win"),
        "perfect": tr("Best average turn"),
        "fewest-turns": tr("Fewest turns"),
        "by-dice-left": tr("By dice left"),
        "cautious": tr("Cautious"),
        "bold": tr("Bold"),
    }[kind]


def bot_says(kind: str) -> str:
    """Return what a bot does, as a sentence."""
    if len(set(THUMB.get(kind, ()))) == 1:
        return tr(
            "sets aside all that scores, and writes down from {points} points.", points=whole(THUMB[kind][0])
        )
    return {
        WINNER: tr("the best play for winning, where the race of two is solved; else for the fewest turns."),
        "perfect": tr("the most points a turn on average, whatever the score."),
        "fewest-turns": tr("reaches the target in the fewest turns on average."),
        "by-dice-left": tr(
            "sets aside all that scores, and writes down from a total that depends on the dice left."
        ),
    }[kind]


def heading(match: Match, names: Names) -> str:
    """Return whose turn it is."""
    assert match.mover is not None
    return tr("{name} to play", name=escaped(names[match.mover]))


def situation(match: Match, names: Names) -> str:
    """Return where the match stands for the one who is to play."""
    assert match.mover is not None
    own = match.totals[match.mover]
    if match.to_beat is not None:
        return _last_round(match, names, own)
    best = max((seat for seat in range(len(names)) if seat != match.mover), key=match.totals.__getitem__)
    values = {
        "own": whole(own),
        "target": whole(match.setup.house.target),
        "best": whole(match.totals[best]),
    }
    if len(names) == FEWEST_SEATS:
        said = tr("{own} of {target} points; {name} has {best}.", name=escaped(names[best]), **values)
    else:
        said = tr("{own} of {target} points; the best of the others has {best}.", **values)
    floor = match.setup.house.floor(own)
    return (
        said
        if floor == UNIT
        else f"{said} " + tr("It takes {floor} in one turn to write down.", floor=whole(floor))
    )


def _last_round(match: Match, names: Names, own: int) -> str:
    assert match.mover is not None
    assert match.to_beat is not None
    floor = match.setup.house.floor(own)
    values = {
        "name": escaped(names[match.mover]),
        "total": whole(match.to_beat),
        "points": whole(max(match.to_beat - own + UNIT, floor)),
    }
    if match.setup.house.ties == "shared":
        return tr(
            "**Last round.** {name} needs more than {total} to win, {points} in this turn; {total} shares "
            "the win.",
            **values,
        )
    return tr("**Last round.** {name} needs more than {total} to win, {points} in this turn.", **values)


def model(match: Match, aim: ten_aim.Aim, picked: str) -> str:
    """Return what the numbers are for, where that is not what was picked, or rests on something."""
    if picked != ten_aim.WIN:
        return ""
    if aim.kind != ten_aim.WIN and ten_aim.is_race(match):
        return tr("Until the chances to win are worked out, the numbers are for the fewest turns.")
    if aim.kind != ten_aim.WIN:
        return tr("A race of more than two is not solved: the numbers are for the fewest turns.")
    if match.to_beat is not None:
        return tr("Exact, if everybody whose last turn is to come tries to pass the leader.")
    return tr("Exact, if both play their best to win from here on.")


def begins(match: Match, names: Names) -> str:
    """Return who begins and how that was settled."""
    throws, beginner = who_begins(match.setup)
    name = escaped(names[beginner])
    if not throws:
        return tr("{name} begins.", name=name)
    lines = [", ".join(f"{escaped(names[seat])}: {face}" for seat, face in throw) for throw in throws]
    return tr("Thrown for who begins: {throws}. {name} begins.", throws="; ".join(lines), name=name)


def winner(match: Match, names: Names) -> str:
    """Return who has won a match that is over."""
    won = joined([escaped(names[seat]) for seat in match.winners])
    points = whole(match.totals[match.winners[0]])
    if len(match.winners) > 1:
        return tr("{names} share the win with {points} points.", names=won, points=points)
    return tr("{name} wins with {points} points.", name=won, points=points)


def last_turns(match: Match, names: Names) -> list[str]:
    """Return the turns since a person last played, that one included."""
    said: list[str] = []
    for turn in reversed(match.turns[-len(match.order) :]):
        said.append(_turn(match, turn, names))
        if match.setup.seats[turn.seat] == PERSON:
            break
    return said[::-1]


def _turn(match: Match, turn: PlayedTurn, names: Names) -> str:
    name = escaped(names[turn.seat])
    if turn.game is None:
        return tr("{name} noted {points}.", name=name, points=whole(turn.points))
    if turn.game.is_bust:
        said = tr("{name}: {outcome}", name=name, outcome=bust(turn.game))
    else:
        said = tr(
            "{name} set aside {dice} and wrote down {points}.",
            name=name,
            dice=aside(turn.game),
            points=whole(turn.points),
        )
    if turn.seat == match.closer and turn.standing.closing == len(turn.standing.points):
        said += " " + tr("That reaches the target.")
    return said


def bust(game: TenGame) -> str:
    """Return what a roll that scores nothing has cost."""
    roll = faces(sorted(game.steps[-1].roll))
    if not game.total:
        return tr("{roll} scores nothing: a bust.", roll=roll)
    return tr(
        "{roll} scores nothing: a bust, and {points} points are lost.", roll=roll, points=whole(game.total)
    )


def so_far(match: Match, names: Names) -> str:
    """Return what has been set aside in the turn under way; nothing before the first."""
    assert match.mover is not None
    assert match.game is not None
    dice = aside(match.game)
    return tr("{name} set aside {dice}.", name=escaped(names[match.mover]), dice=dice) if dice else ""


def aside(game: TenGame) -> str:
    """Return what was set aside of each roll of a turn so far."""
    return " | ".join(faces(choice.dice) for choice in game.set_aside)
