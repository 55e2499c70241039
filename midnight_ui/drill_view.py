"""A question of the drill on the screen, what became of it, and how the answers went so far."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from babel.dates import format_timedelta

from midnight_core import goals
from midnight_core.drill import HARD, LAST, MISSING, OPENINGS, QUALIFIED, SETS, TARGET, Question, Series
from midnight_core.history import now
from midnight_core.mistakes import Mistake
from midnight_core.review import Band, Decision, bounds
from midnight_ui import bands, charts, drill_charts, goal_picker, variant
from midnight_ui.dice_svg import dice_svg
from midnight_ui.drill_desk import MINE, DrillDesk
from midnight_ui.goal_picker import Picked
from midnight_ui.text import faces, language, tr
from midnight_ui.why import amount

NAMES = (*SETS, MINE)

ENOUGH = 10
"""Answers after which a summary says more than chance."""


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
    if desk.series.is_looking:
        decision = desk.series.judged[-1]
        kind, words = f"look {decision.band.value}", verdict(decision, goal)
    else:
        kind, words = "", asks(question)
    # Whoever has plain buttons has no tray to hear it from.
    role = "role='alert'" if is_plain and desk.series.is_looking else ""
    st.html(
        f"<style>{_STYLE}</style><div class='drill-card {kind}' {role}>"
        f"<p class='which'>{which}</p><p class='asks'>{words}</p></div>"
    )


def verdict(decision: Decision, goal: Picked) -> str:
    """Return how good an answer was, as HTML."""
    sign, word = bands.SIGNS[decision.band], bands.word(decision.band).capitalize()
    head = f"<span class='sign' aria-hidden='true'>{sign}</span> <b>{word}.</b> "
    kept, best = (dice_svg(option.keep, size=20) for option in (decision.kept, decision.best))
    loss = amount(float(decision.loss), goal.goal)
    if not decision.loss:
        return head + tr("Nothing beats {keep}.", keep=kept)
    if decision.band is Band.BEST:
        return head + tr("{keep} is as good as {best}, within {loss}.", keep=kept, best=best, loss=loss)
    return head + tr("{keep} loses {loss}; best is {best}.", keep=kept, loss=loss, best=best)


def news(series: Series, question: Question, goal: Picked) -> str:
    """Return what a screen reader says: what is asked of which dice, or how good the answer was."""
    if not series.is_looking:
        return tr(
            "{question} Thrown: {dice}.", question=asks(question), dice=", ".join(map(str, question.roll))
        )
    decision = series.judged[-1]
    word, loss = bands.word(decision.band), amount(float(decision.loss), goal.goal)
    kept, best = faces(decision.kept.keep), faces(decision.best.keep)
    if not decision.loss:
        return tr("{word}: nothing beats {keep}.", word=word, keep=kept)
    return tr("{word}: {keep} loses {loss}; best is {best}.", word=word, keep=kept, loss=loss, best=best)


_STYLE = """
.drill-card { display: flex; flex-direction: column; justify-content: center; box-sizing: border-box;
  min-height: 5.65rem; padding: .5rem .9rem; border-radius: .9rem; border: 1px solid #8884;
  background: #8881 }
.drill-card p { margin: 0 }
.drill-card .which { font-size: .875rem; opacity: .85 }
.drill-card .asks { font-size: 1.06rem; line-height: 1.45 }
.drill-card:not(.look) .asks { font-weight: 600 }
.drill-card .sign { display: inline-block; min-width: 1.55em; padding: 0 .25em; border-radius: 1em;
  border: 1.5px solid currentColor; text-align: center; font-weight: 700; line-height: 1.35 }
.drill-card.best, .drill-card.fine { background: rgb(38 160 92 / .17) }
.drill-card.doubtful { background: rgb(222 158 20 / .2) }
.drill-card.bad, .drill-card.blunder { background: rgb(216 60 48 / .17) }
"""


def session(series: Series) -> None:
    """Draw how the answers went so far."""
    goal = goal_picker.of(series.questions[0].goal)
    st.markdown(score(series, goal))
    if is_one_unit(series):
        charts.show(drill_charts.losses(series, goal), key="drill_losses", alt=trend(series, goal))
        if len(series.answers) >= ENOUGH:
            st.markdown(trend(series, goal))


def score(series: Series, goal: Picked) -> str:
    """Return how many answers were best and, when all have one unit, the mean loss."""
    values = {"best": series.best, "count": len(series.answers)}
    if not is_one_unit(series):
        return tr("**{best} of {count}** best.", **values)
    loss = amount(float(series.mean_losses[-1]), goal.goal)
    return tr("**{best} of {count}** best; mean loss of a decision **{loss}**.", loss=loss, **values)


def is_one_unit(series: Series) -> bool:
    """Say whether all losses so far are in points, or all in chances: only then have they a mean."""
    answered = series.questions[: len(series.answers)]
    return len({question.goal.is_chance for question in answered}) == 1


def trend(series: Series, goal: Picked) -> str:
    """Return how the losses went, as a sentence or two."""
    judged = series.judged
    worst = max(range(len(judged)), key=lambda number: judged[number].loss)
    if not judged[worst].loss:
        return tr("Nothing was lost so far.")
    costly = tr(
        "Question {number} cost the most, {loss}.",
        number=worst + 1,
        loss=amount(float(judged[worst].loss), goal.goal),
    )
    half = len(judged) // 2
    if not half:
        return costly
    first, second = (
        amount(float(sum(decision.loss for decision in part) / len(part)), goal.goal)
        for part in (judged[:half], judged[half:])
    )
    return (
        costly
        + " "
        + tr("The first half lost {first} a question, the second {second}.", first=first, second=second)
    )


def where_mistakes_come_from() -> str:
    """Return what a reader without mistakes is told."""
    points, chances = (amount(float(bounds(goal)[0]), goal) for goal in (goals.mean_score(), goals.qualify()))
    return tr(
        "No mistakes are noted on this device. What loses more than {points}, or {chances} of a chance, in a "
        "drill or in Play a turn, comes back here until you have mastered it.",
        points=points,
        chances=chances,
    )


def next_due(waiting: Sequence[Mistake]) -> str:
    """Return when the next mistake comes back."""
    ahead = min(mistake.due for mistake in waiting) - now()
    return tr(
        "None is due. The next one comes back {when}.",
        when=format_timedelta(ahead, add_direction=True, locale=language()),
    )
