"""Why a decision in 10 000 is good or bad, in words: beside the best one, or the best beside the next one."""

from __future__ import annotations

from collections.abc import Iterable

from midnight_core import DICE
from midnight_core.dice import Dice
from midnight_core.ten_thousand import BANK, ROLL, UNIT, Option, TurnSolution, set_aside
from midnight_core.ten_thousand.review import Measure
from midnight_ui import units
from midnight_ui.text import faces, ntr, percent, tr, whole


def why(
    solution: TurnSolution,
    measure: Measure,
    total: int,
    roll: Dice,
    dice: Iterable[int],
    action: str | None = None,
) -> str:
    """Return which of two decisions is better and what decides it, and then what each of them does.

    Parameters
    ----------
    solution : TurnSolution
    measure : Measure
        What its values are.
    total : int
        The turn's total before the roll.
    roll, dice : iterable of int
        What was thrown, and what is set aside of it.
    action : {"bank", "roll"}, optional
        What follows; the better of the two when left out.

    Raises
    ------
    InputError
        If these dice may not be set aside.
    """
    wanted = set_aside(solution.house, roll, dice).dice
    options = solution.options(total, len(roll), roll)
    actions = (BANK, ROLL) if action is None else (action,)
    chosen = next(each for each in options if each.dice == wanted and each.action in actions)
    other = next((each for each in options if each is not chosen), None)
    said = [_needed(solution, measure, total)]
    if other is None:
        said += [consequence(solution, measure, chosen), tr("Nothing else can be done.")]
    else:
        said.append(_verdict(solution, measure, chosen, other))
        said += [consequence(solution, measure, each) for each in (chosen, other)]
    return " ".join(filter(None, said))


def named(option: Option) -> str:
    """Return a decision in a few words."""
    dice = faces(option.dice)
    return (
        tr("{dice} and write down", dice=dice)
        if option.action == BANK
        else tr("{dice} and roll on", dice=dice)
    )


def consequence(solution: TurnSolution, measure: Measure, option: Option) -> str:
    """Return what follows from one decision, as a sentence or two."""
    values = {
        "option": f"**{named(option)}**",
        "total": whole(option.total),
        "worth": units.of_ten(measure).worth(option.value),
    }
    if option.action == BANK:
        return {
            Measure.POINTS: tr("{option} makes {total} points for certain.", **values),
            Measure.TURNS: tr("{option} makes {total} points for certain, with {worth}.", **values),
            Measure.CHANCE: tr("{option} makes {total} points for certain, which win in {worth}.", **values),
        }[measure]
    values["chance"] = percent(option.p_bust)
    sentence = {
        Measure.POINTS: ntr(
            "{option} puts {total} points at stake on {count} die: a bust in {chance}, {worth} points on "
            "average.",
            "{option} puts {total} points at stake on {count} dice: a bust in {chance}, {worth} points on "
            "average.",
            option.dice_left,
            **values,
        ),
        Measure.TURNS: ntr(
            "{option} puts {total} points at stake on {count} die: a bust in {chance}, {worth} on average.",
            "{option} puts {total} points at stake on {count} dice: a bust in {chance}, {worth} on average.",
            option.dice_left,
            **values,
        ),
        Measure.CHANCE: ntr(
            "{option} puts {total} points at stake on {count} die: a bust in {chance}, a win in {worth}.",
            "{option} puts {total} points at stake on {count} dice: a bust in {chance}, a win in {worth}.",
            option.dice_left,
            **values,
        ),
    }[measure]
    floor = solution.stakes.floor * UNIT
    if option.total >= floor:
        return sentence
    return f"{sentence} " + tr(
        "They cannot be written down yet, that takes {floor}: in {lost} the turn ends with nothing.",
        floor=whole(floor),
        lost=percent(option.p_lose),
    )


def needed(solution: TurnSolution, measure: Measure) -> int | None:
    """Return the fewest points of a last turn with which it can win; None if it is not a last turn.

    In a last turn nothing less is worth anything.
    """
    stakes = solution.stakes
    if measure is not Measure.CHANCE or stakes.bust or stakes.bank[0]:
        return None
    return next((total * UNIT for total, worth in enumerate(stakes.bank.tolist()) if worth), None)


def _needed(solution: TurnSolution, measure: Measure, total: int) -> str:
    points = needed(solution, measure)
    if points is None:
        return ""
    return tr(
        "In this last turn fewer than {points} points are worth nothing; before the roll there were {total}.",
        points=whole(points),
        total=whole(total),
    )


def _verdict(solution: TurnSolution, measure: Measure, chosen: Option, other: Option) -> str:
    if chosen.loss == other.loss:
        return tr(
            "**{keep}** and **{other}** are worth the same for your goal.",
            keep=named(chosen),
            other=named(other),
        )
    winner, loser = sorted((chosen, other), key=lambda option: option.loss)
    return tr(
        "**{winner}** is worth {gap} more than **{loser}**: {reason}.",
        winner=named(winner),
        gap=units.of_ten(measure).amount(loser.loss - winner.loss),
        loser=named(loser),
        reason=_reason(solution, measure, winner, loser),
    )


def _reason(solution: TurnSolution, measure: Measure, winner: Option, loser: Option) -> str:
    if winner.action == BANK:
        return _why_to_stop(loser)
    if loser.action == BANK:
        return _why_to_go_on(solution, measure, winner, loser)
    if winner.dice_left == DICE != loser.dice_left:
        return tr(
            "all six dice are thrown again, with a bust in only {chance}", chance=percent(winner.p_bust)
        )
    if winner.dice_left > loser.dice_left:
        return tr(
            "more dice score more often, and a bust comes in {chance} instead of {other}",
            chance=percent(winner.p_bust),
            other=percent(loser.p_bust),
        )
    if winner.dice_left < loser.dice_left:
        return tr("its points are worth more than the dice that they cost")
    return tr("as many dice are left, and it has more points")


def _why_to_stop(loser: Option) -> str:
    if loser.action == BANK:
        return tr("both are certain, and it is more points")
    return ntr(
        "what {count} die may add does not make up for a bust in {chance}",
        "what {count} dice may add does not make up for a bust in {chance}",
        loser.dice_left,
        chance=percent(loser.p_bust),
    )


def _why_to_go_on(solution: TurnSolution, measure: Measure, winner: Option, loser: Option) -> str:
    least = needed(solution, measure)
    if least is not None and loser.total < least:
        return tr("what is written down too early wins nothing")
    if winner.dice_left == DICE:
        return _hot(winner)
    return ntr(
        "what {count} die may add makes up for a bust in {chance}",
        "what {count} dice may add makes up for a bust in {chance}",
        winner.dice_left,
        chance=percent(winner.p_bust),
    )


def _hot(winner: Option) -> str:
    return tr("all six dice are thrown again, with a bust in only {chance}", chance=percent(winner.p_bust))
