"""A question of the drill on the screen, what became of it, and how the answers went so far."""

from __future__ import annotations

from typing import Any

from midnight_core import goals
from midnight_core.drill import HARD, LAST, MISSING, OPENINGS, QUALIFIED, SETS, TARGET, Question
from midnight_core.review import Decision, bounds
from midnight_core.series import Series
from midnight_ui import drill_parts, units, variant
from midnight_ui.dice_svg import dice_svg
from midnight_ui.drill_desk import DrillDesk
from midnight_ui.examiner import MINE
from midnight_ui.goal_picker import Picked
from midnight_ui.text import faces, tr
from midnight_ui.units import Unit
from midnight_ui.why import amount

NAMES = (*SETS, MINE)


def set_name(name: str) -> str:
    """Return what a set is called."""
    return {
        OPENINGS: tr("Openings"),
        MISSING: tr("One qualifier missing"),
        QUALIFIED: tr("Qualified, what now?"),
        LAST: tr("The last two dice"),
        TARGET: tr("A score to beat"),
        HARD: tr("Hard decisions"),
        MINE: tr("My mistakes"),
    }[name]


def asks(question: Question) -> str:
    """Return what is asked."""
    kind, _, target = question.goal.name.rpartition(" ")
    if question.goal == goals.mean_score():
        return tr("Which dice do you keep for the highest average score?")
    if question.goal == goals.qualify():
        return tr("Which dice do you keep to qualify, whatever the score?")
    if kind == "beat":
        return tr("You must beat {target}; an equal score is worth half.", target=target)
    return tr("You need at least {target} points.", target=target)


def card(desk: DrillDesk, question: Question, goal: Picked, is_plain: bool) -> None:
    """Draw the question, or what became of it: in the same place and of the same height."""
    number, game = desk.series.number + 1, variant.name(question.position.rules)
    if desk.practice is None:
        which = tr("Question {number} · {game} · seed {seed}", number=number, game=game, seed=desk.drill.seed)
    else:
        count = len(desk.series.questions)
        which = tr("Question {number} of {count} · {game}", number=number, count=count, game=game)
    is_looking = desk.series.is_looking
    decision = desk.series.judged[-1] if is_looking else None
    words = asks(question) if decision is None else verdict(decision, goal)
    # Whoever has plain buttons has no tray to hear it from.
    drill_parts.card(
        which, words, None if decision is None else decision.band, is_alert=is_plain and is_looking
    )


def verdict(decision: Decision, goal: Picked) -> str:
    """Return how good an answer was, as HTML."""
    kept, best = (dice_svg(option.keep, size=20) for option in (decision.kept, decision.best))
    return drill_parts.verdict(decision, kept, best, units.of(goal.goal))


def news(series: Series[Question, Any, Decision], question: Question, goal: Picked) -> str:
    """Return what a screen reader says: what is asked of which dice, or how good the answer was."""
    if not series.is_looking:
        return tr(
            "{question} Thrown: {dice}.", question=asks(question), dice=", ".join(map(str, question.roll))
        )
    decision = series.judged[-1]
    kept, best = faces(decision.kept.keep), faces(decision.best.keep)
    return drill_parts.verdict_aloud(decision, kept, best, units.of(goal.goal))


def unit_of(series: Series[Question, Any, Decision]) -> Unit | None:
    """Return the unit of all losses so far, in points or in chances; None when there are both."""
    answered = series.questions[: len(series.answers)]
    found = {units.of(question.goal) for question in answered}
    return found.pop() if len(found) == 1 else None


def where_mistakes_come_from() -> str:
    """Return what a reader without mistakes is told."""
    points, chances = (amount(float(bounds(goal)[0]), goal) for goal in (goals.mean_score(), goals.qualify()))
    return tr(
        "No mistakes are noted on this device. What loses more than {points}, or {chances} of a chance, in a "
        "drill or in Play a turn, comes back here until you have mastered it.",
        points=points,
        chances=chances,
    )
