"""Why a keep is good or bad, in words: the facts of `midnight_core.explain` as sentences."""

from __future__ import annotations

from midnight_core import Goal
from midnight_core.explain import Explanation, KeepFacts, Kind
from midnight_ui.text import decimal, faces, listed, ntr, percent, tr


def why(explanation: Explanation, goal: Goal) -> str:
    """Return what a keep does, what the keep beside it does, and what decides between them."""
    chosen, other = explanation.chosen, explanation.other
    if explanation.kind is Kind.HOPELESS:
        return tr("No keep of this roll can qualify any more: the turn scores 0 whatever you keep.")
    if other is None:
        return consequence(chosen) + " " + tr("There is no other keep.")
    return f"{consequence(chosen)} {consequence(other)} {_verdict(explanation, other, goal)}"


def consequence(facts: KeepFacts) -> str:
    """Return what follows from one keep, as a sentence."""
    keep = f"**{faces(facts.option.keep)}**"
    missing = listed(facts.missing)
    if not facts.dice_left and facts.missing:
        return tr("{keep} ends the turn without the {missing}: 0 points.", keep=keep, missing=missing)
    if not facts.dice_left:
        return tr("{keep} ends the turn on {points} points.", keep=keep, points=facts.points)
    if not facts.option.p_qualify or facts.mean_if_qualified is None:
        return ntr(
            "{keep} leaves {count} die for the missing {missing}: that cannot score any more.",
            "{keep} leaves {count} dice for the missing {missing}: that cannot score any more.",
            facts.dice_left,
            keep=keep,
            missing=missing,
        )
    if not facts.missing:
        return ntr(
            "{keep} has both qualifiers in: {points} points are kept, and {count} die to come makes it "
            "{mean} on average.",
            "{keep} has both qualifiers in: {points} points are kept, and {count} dice to come make it "
            "{mean} on average.",
            facts.dice_left,
            keep=keep,
            points=facts.points,
            mean=decimal(facts.option.mean_score),
        )
    return ntr(
        "{keep} leaves {count} die, one throw, for the missing {missing}: {chance} to qualify, and then "
        "{mean} points on average.",
        "{keep} leaves {count} dice, at most {throws} throws, for the missing {missing}: "
        "{chance} to qualify, and then {mean} points on average.",
        facts.dice_left,
        keep=keep,
        throws=facts.throws_left,
        missing=missing,
        chance=percent(facts.option.p_qualify),
        mean=decimal(facts.mean_if_qualified),
    )


def _verdict(explanation: Explanation, other: KeepFacts, goal: Goal) -> str:
    chosen = explanation.chosen
    if explanation.kind is Kind.LEVEL:
        return tr("For your goal the two are worth the same.")
    winner, loser = sorted((chosen, other), key=lambda facts: facts.option.loss)
    return tr(
        "{reason}: **{keep}** is worth {gap} more.",
        reason=_reason(explanation.kind),
        keep=faces(winner.option.keep),
        gap=amount(loser.option.loss - winner.option.loss, goal),
    )


def _reason(kind: Kind) -> str:
    return {
        Kind.BOTH: tr("More often and for more points"),
        Kind.CHANCE: tr("The better chance outweighs the points"),
        Kind.CHANCE_ALONE: tr("The better chance decides"),
        Kind.POINTS: tr("The points outweigh the better chance"),
        Kind.POINTS_ALONE: tr("The chance is the same, the points decide"),
        Kind.GOAL: tr("Your goal pays for how the scores are spread"),
    }[kind]


def amount(value: float, goal: Goal) -> str:
    """Return a value or a loss in the goal's unit: points, or percentage points of a chance."""
    if goal.is_chance:
        return tr("{number} percentage points", number=_visible(100 * value, 1))
    return tr("{number} points", number=_visible(value, 2))


def _visible(value: float, digits: int) -> str:
    """Return a number that does not pretend to be 0 when it is only small."""
    least = 10.0**-digits
    if 0 < value < least / 2:
        return tr("less than {number}", number=decimal(least, digits))
    return decimal(value, digits)


def worth(value: float, goal: Goal) -> str:
    """Return the value of a position for a goal: points, or a chance."""
    return percent(value) if goal.is_chance else decimal(value)
