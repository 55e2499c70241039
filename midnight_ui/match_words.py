"""What is said of a match: whose turn it is, what is at stake, what to keep and why, who has won."""

from __future__ import annotations

from midnight_core import Option
from midnight_core.gamecode import TurnGame
from midnight_core.match import PERSON, WINNER, Match, PlayedTurn, opening
from midnight_core.outlook import FIELD, PLAY_OFF, Outlook, deciding_score
from midnight_core.rules import MAX_SCORE, MIN_SCORE
from midnight_core.sheet import Race, Rounds, Row
from midnight_ui.goal_picker import BEAT, DEFAULT_TARGET, Picked
from midnight_ui.match_table import kind_name
from midnight_ui.text import escaped, faces, ntr, percent, tr
from midnight_ui.why import amount

Names = tuple[str, ...]


def joined(names: list[str]) -> str:
    """Return names as a list in words."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + tr(" and ") + names[-1]


def agreed(match: Match) -> str:
    """Return what is played for, as one line."""
    form, ante = match.setup.form, match.setup.ante
    if isinstance(form, Race):
        if form.finish == "round":
            said = tr("To {target} points, the round completed", target=form.target)
        else:
            said = tr("To {target} points, first past the post", target=form.target)
    else:
        rounds = ntr("{count} round", "{count} rounds", form.count)
        said = rounds + ", " + _tie(form)
    return said + (", " + ntr("a stake of {count} chip", "a stake of {count} chips", ante) if ante else "")


def _tie(form: Rounds) -> str:
    return {
        "rollover": tr("a pot that nobody wins rolls over"),
        "extra": tr("extra turns when level at the top"),
        "again": tr("played again when level at the top"),
    }[form.tie]


def heading(match: Match, names: Names) -> str:
    """Return whose turn it is."""
    assert match.mover is not None
    name = escaped(names[match.mover])
    if match.sitting == "extra":
        return tr("{name}: extra turn", name=name)
    return tr("{name} to play", name=name)


def situation(match: Match, names: Names) -> str:
    """Return where the match stands: the round, the pot, and what there is to beat."""
    form, said = match.setup.form, []
    if isinstance(form, Rounds):
        said.append(tr("Round {number} of {count}.", number=match.round, count=form.count))
    else:
        said.append(tr("Round {number}, to {target} points.", number=match.round, target=form.target))
    if match.sitting == "again":
        said.append(tr("It is played again."))
    if match.sitting == "extra":
        level = joined([escaped(names[seat]) for seat in match.playing])
        said.append(tr("{names} are level.", names=level))
    if match.pot:
        said.append(ntr("{count} chip in the pot.", "{count} chips in the pot.", match.pot))
    if match.carried:
        said.append(
            ntr("It has rolled over {count} time.", "It has rolled over {count} times.", match.carried)
        )
    if isinstance(form, Rounds) or match.sitting == "extra":
        said.append(_to_beat(match, names))
    else:
        said.append(_to_go(match))
    return " ".join(filter(None, said))


def _to_beat(match: Match, names: Names) -> str:
    if not match.scores:
        return ""
    best = max(match.scores)
    if not best:
        return tr("Nobody has qualified yet.")
    level = [
        escaped(names[seat])
        for seat, score in zip(match.playing, match.scores, strict=False)
        if score == best
    ]
    return tr("To beat: {score}, by {names}.", score=best, names=joined(level))


def _to_go(match: Match) -> str:
    assert match.mover is not None
    own = match.totals[match.mover]
    best = max(total for seat, total in enumerate(match.totals) if seat != match.mover)
    return tr("{own} points, the best of the others {best}.", own=own, best=best)


def meaning(match: Match) -> str:
    """Return what equity is a share of: a heading."""
    form = match.setup.form
    if isinstance(form, Race):
        return tr("Wins the match")
    return tr("Share of the pot") if form.tie == "rollover" else tr("Wins the round")


def goal(match: Match, ahead: Outlook) -> Picked:
    """Return the mover's goal with its words, and the score that the chance "at least" is shown for."""
    return Picked(ahead.goal, needed(match), meaning(match), meaning(match))


def needed(match: Match) -> int:
    """Return the score that the mover needs: to be ahead in a round, or to win a race, as far as one can."""
    form, best = match.setup.form, max(match.scores, default=0)
    if isinstance(form, Race) and match.sitting != "extra" and match.mover is not None:
        others = max(total for seat, total in enumerate(match.totals) if seat != match.mover)
        to_go = max(form.target, others + 1) - match.totals[match.mover]
        return max(to_go, MIN_SCORE) if to_go <= MAX_SCORE else DEFAULT_TARGET
    return min(best + 1, MAX_SCORE) if best else DEFAULT_TARGET


def beating(match: Match) -> dict[str, str]:
    """Return the goal of What if that comes closest, as in its address: to beat the best score so far."""
    best = max(match.scores, default=0)
    return {"goal": BEAT, "target": str(best)} if best else {}


def advice(ahead: Outlook, options: tuple[Option, ...], average: Option, picked: Picked) -> str:
    """Return what to keep for winning, and why, where it is not what is best for the average.

    Parameters
    ----------
    ahead : Outlook
    options : tuple of Option
        By worth for winning, best first.
    average : Option
        Of `options`, the keep that is best for the average.
    picked : Picked
    """
    best = options[0]
    keep, other = faces(best.keep), faces(average.keep)
    if best.value < _HOPELESS:
        return tr(
            "Whatever you keep, this can hardly be won any more. Best for the average: **{keep}**.",
            keep=other,
        )
    if average.loss == 0:
        return tr(
            "Best for winning: **{keep}** ({worth}). It is best for the average, too.",
            keep=other,
            worth=percent(best.value),
        )
    said = tr(
        "Best for winning: **{keep}** ({worth}). Best for the average is **{other}**, which gives away "
        "{loss}.",
        keep=keep,
        worth=percent(best.value),
        other=other,
        loss=amount(average.loss, picked.goal),
    )
    if average.loss < _HOPELESS:
        return said
    return f"{said} {_why(ahead, best, average)}{_price(best, average)}"


def judged(ahead: Outlook, best: Option, kept: Option) -> str:
    """Return what would have been best for winning, and why a keep that was made is not."""
    said = tr(
        "Best for winning: **{keep}** ({worth}). **{other}** gives away {loss}.",
        keep=faces(best.keep),
        worth=percent(best.value),
        other=faces(kept.keep),
        loss=amount(kept.loss, ahead.goal),
    )
    return f"{said} {_why(ahead, best, kept)}{_price(best, kept)}"


_HOPELESS = 0.0005
"""A chance that would be shown as none, or a difference between two that would be shown alike."""


def _why(ahead: Outlook, best: Option, average: Option) -> str:
    score = deciding_score(ahead.goal, best, average)
    shown = {
        "keep": faces(best.keep),
        "other": faces(average.keep),
        "chance": percent(best.p_at_least(score)),
        "less": percent(average.p_at_least(score)),
    }
    if score == MIN_SCORE:
        return tr("Why: **{keep}** qualifies in {chance} of turns, **{other}** in {less}.", **shown)
    return tr(
        "Why: **{keep}** reaches {score} in {chance} of turns, **{other}** in {less}; and {score} points are "
        "worth {worth}, {below} only {less_worth}.",
        score=score,
        worth=percent(ahead.goal.payoff[score]),
        below=score - 1,
        less_worth=percent(ahead.goal.payoff[score - 1]),
        **shown,
    )


def _price(best: Option, average: Option) -> str:
    """Return what the keep for winning costs in safety, with a space before it; nothing if it does not."""
    if average.p_qualify - best.p_qualify < _HOPELESS:
        return ""
    return " " + tr(
        "The price: it qualifies in {chance} instead of {safer}.",
        chance=percent(best.p_qualify),
        safer=percent(average.p_qualify),
    )


def model(match: Match, ahead: Outlook) -> str:
    """Return how the chances to win are found."""
    bots = {kind for kind in match.setup.seats if kind not in ("person", WINNER)}
    if ahead.model == FIELD:
        said = tr(
            "Approximate: a race of more than two is not solved. These are the exact chances if everybody, "
            "you included, plays on for the best average, which few people manage."
        )
        own = tr("Bots follow their own strategy: {bots}.", bots=joined(sorted(map(kind_name, bots))))
        return f"{said} {own}" if bots else said
    if bots:
        said = tr(
            "Exact, if all people play their best to win from here on, and bots by their own strategy: "
            "{bots}.",
            bots=joined(sorted(kind_name(kind) for kind in bots)),
        )
        if _may_end_level(match, ahead):
            said += " " + tr("Extra turns that may follow count as played at their best by everybody.")
        return said
    return tr("Exact, if everybody plays their best to win from here on.")


def _may_end_level(match: Match, ahead: Outlook) -> bool:
    """Say whether extra turns may follow whose players are not known yet: nobody's strategy is in them."""
    if ahead.model == PLAY_OFF:
        return len(match.playing) > 2
    return isinstance(match.setup.form, Rounds) and match.setup.form.tie == "extra"


def who_begins(match: Match, names: Names) -> str:
    """Return who begins and how that was settled."""
    throws, beginner = opening(match.setup)
    name = escaped(names[beginner])
    if not throws:
        return tr("{name} begins every round.", name=name)
    lines = [", ".join(f"{escaped(names[seat])}: {face}" for seat, face in throw) for throw in throws]
    return tr(
        "Thrown for who begins: {throws}. {name} begins every round.", throws="; ".join(lines), name=name
    )


def winner(match: Match, names: Names) -> str:
    """Return who has won a match that is over."""
    won = joined([escaped(names[seat]) for seat in match.winners])
    form = match.setup.form
    if len(match.winners) > 1:
        return tr("{names} share the match.", names=won)
    if isinstance(form, Race):
        return tr(
            "{name} wins the race with {points} points.", name=won, points=match.totals[match.winners[0]]
        )
    return ntr(
        "{name} wins the match with {count} round.",
        "{name} wins the match with {count} rounds.",
        match.rounds_won[match.winners[0]],
        name=won,
    )


def last_turns(match: Match, names: Names) -> list[str]:
    """Return the turns since a person last played, that one included, and how rounds ended with them."""
    said: list[str] = []
    for turn in reversed(match.turns[-len(match.order) :]):
        said.append(_turn(turn, names))
        if match.setup.seats[turn.seat] == PERSON:
            break
    return said[::-1]


def _turn(turn: PlayedTurn, names: Names) -> str:
    name = escaped(names[turn.seat])
    if turn.game is None:
        said = tr("{name} noted {score}.", name=name, score=turn.score)
    else:
        said = ntr(
            "{name} kept {kept}: {count} point.",
            "{name} kept {kept}: {count} points.",
            turn.score,
            name=name,
            kept=keeps(turn.game),
        )
    if turn.standing.scores or not turn.standing.rows:
        return said
    row = turn.standing.rows[-1]
    if not (ended := outcome(row, names)):
        return said
    return said + " " + tr("Round {number}: {outcome}.", number=row.round, outcome=escaped(ended))


def so_far(match: Match, names: Names) -> str:
    """Return what has been kept in the turn under way; nothing before the first keep."""
    assert match.mover is not None
    assert match.game is not None
    kept = keeps(match.game)
    return tr("{name} kept {kept}.", name=escaped(names[match.mover]), kept=kept) if kept else ""


def keeps(game: TurnGame) -> str:
    """Return what was kept of each roll of a turn so far."""
    return " | ".join(faces(step.kept) for step in game.steps if step.mask)


def outcome(row: Row, names: Names) -> str:
    """Return how a sitting ended, as plain text."""
    who = joined([names[seat] for seat in row.leaders])
    said = {
        "open": "",
        "counts": "",
        "won": tr("{names} wins", names=who),
        "shared": tr("shared equally"),
        "rollover": tr("rolls over"),
        "again": tr("played again"),
        "extra": tr("extra turns"),
    }[row.outcome]
    if row.outcome in ("rollover", "again", "extra", "shared") and not row.leaders:
        return tr("nobody qualifies: {then}", then=said)
    if row.outcome in ("rollover", "again", "extra", "shared"):
        return tr("{names} level: {then}", names=who, then=said)
    return said
