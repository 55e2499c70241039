"""Why a keep is good or bad, in words: the facts of `midnight_core.explain` as sentences."""

from __future__ import annotations

from midnight_core import Goal, Option, goals
from midnight_core.explain import Explanation, KeepFacts, Kind
from midnight_ui import units
from midnight_ui.text import decimal, faces, listed, ntr, percent, tr


def why(explanation: Explanation, goal: Goal) -> str:
    """Return which of two keeps is better and what decides it, and then what each of them does."""
    chosen, other = explanation.chosen, explanation.other
    if explanation.kind is Kind.HOPELESS:
        return tr("No keep of this roll can qualify any more: the turn scores 0 whatever you keep.")
    if other is None:
        return consequence(chosen) + " " + tr("There is no other keep.")
    return f"{_verdict(explanation, other, goal)} {consequence(chosen)} {consequence(other)}"


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
            "{keep} qualifies for certain: {points} points are kept, and {count} die to come makes it "
            "{mean} on average.",
            "{keep} qualifies for certain: {points} points are kept, and {count} dice to come make it "
            "{mean} on average.",
            facts.dice_left,
            keep=keep,
            points=facts.points,
            mean=decimal(facts.option.mean_score),
        )
    return ntr(
        "{keep} leaves {count} die, thrown once, for the missing {missing}: {chance} to qualify, times "
        "{mean} points when it does, is {overall} on average.",
        "{keep} leaves {count} dice, at most {throws} throws of a die, for the missing {missing}: {chance} "
        "to qualify, times {mean} points when it does, is {overall} on average.",
        facts.dice_left,
        keep=keep,
        throws=facts.throws_left,
        missing=missing,
        chance=percent(facts.option.p_qualify),
        mean=decimal(facts.mean_if_qualified),
        overall=decimal(facts.option.mean_score),
    )


def _verdict(explanation: Explanation, other: KeepFacts, goal: Goal) -> str:
    chosen = explanation.chosen
    if explanation.kind is Kind.LEVEL:
        return tr(
            "**{keep}** and **{other}** are worth the same for your goal.",
            keep=faces(chosen.option.keep),
            other=faces(other.option.keep),
        )
    winner, loser = sorted((chosen, other), key=lambda facts: facts.option.loss)
    return tr(
        "**{winner}** is worth {gap} more than **{loser}**: {reason}.",
        winner=faces(winner.option.keep),
        gap=amount(loser.option.loss - winner.option.loss, goal),
        loser=faces(loser.option.keep),
        reason=_reason(explanation.kind, winner.option, loser.option, goal),
    )


def _reason(kind: Kind, winner: Option, loser: Option, goal: Goal) -> str:
    if goal.is_chance and goal != goals.qualify():
        return tr(
            "it reaches your goal in {better}, the other in {worse}",
            better=percent(winner.value),
            worse=percent(loser.value),
        )
    return {
        Kind.BOTH: tr("it qualifies more often, and for more points"),
        Kind.CHANCE: tr("the better chance outweighs the points"),
        Kind.CHANCE_ALONE: tr("the better chance decides"),
        Kind.POINTS: tr("the points outweigh the better chance"),
        Kind.POINTS_ALONE: tr("the chance to qualify is the same, so the points decide"),
        Kind.GOAL: tr("your goal pays for how the scores are spread"),
    }[kind]


def amount(value: float, goal: Goal) -> str:
    """Return a value or a loss in the goal's unit: points, or percentage points of a chance."""
    return units.of(goal).amount(value)


def lost(value: float, goal: Goal) -> str:
    """Return a loss as a bare number, for a column whose head names the unit."""
    return units.of(goal).lost(value)


def worth(value: float, goal: Goal) -> str:
    """Return the value of a position for a goal: points, or a chance."""
    return units.of(goal).worth(value)
