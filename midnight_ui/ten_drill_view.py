"""A question of the drill of 10 000 on the screen, and what became of it, in words."""

from __future__ import annotations

from typing import Any

from midnight_core.events import MOST_DECISIONS
from midnight_core.series import Series
from midnight_core.ten_thousand import PRESETS, HouseRules, house_code
from midnight_core.ten_thousand.drill import (
    EDGE,
    FEW,
    FIRST,
    HARD,
    LAST,
    OPENING,
    Question,
)
from midnight_core.ten_thousand.goals import TenGoal
from midnight_core.ten_thousand.review import Decision, Measure, bounds
from midnight_ui import drill_parts, units
from midnight_ui.examiner import MINE
from midnight_ui.ten_drill_desk import TenDesk
from midnight_ui.ten_review import drawn
from midnight_ui.ten_why import named
from midnight_ui.ten_words import preset_name
from midnight_ui.text import ntr, tr, whole
from midnight_ui.units import Unit


def set_name(name: str) -> str:
    """Return what a set is called."""
    return {
        FIRST: tr("First rolls"),
        FEW: tr("Two or three dice"),
        EDGE: tr("One die left, or all six"),
        OPENING: tr("Before the opening"),
        LAST: tr("The last round"),
        HARD: tr("Hard decisions"),
        MINE: tr("My mistakes"),
    }[name]


def house_name(house: HouseRules) -> str:
    """Return what house rules are called."""
    named_so = (preset_name(name, preset) for name, preset in PRESETS.items() if preset == house)
    return next(named_so, tr("Your own"))


def house_named(house: HouseRules) -> str:
    """Return what house rules are called, so that one's own are told apart."""
    called = house_name(house)
    return called if house in PRESETS.values() else f"{called} ({house_code(house)})"


def goal_named(goal: TenGoal, score: int) -> str:
    """Return what turns from a score are played for."""
    if goal.measure is Measure.POINTS:
        return tr("best average turn") if score else tr("best average turn, before the opening")
    if goal.measure is Measure.TURNS:
        return tr("fewest turns, from {score}", score=whole(score))
    return tr("win from {score} against {theirs}", score=whole(score), theirs=whole(goal.theirs))


def asks(question: Question) -> str:
    """Return what is asked."""
    total = whole(question.total)
    aim = question.aim
    if aim.behind:
        return _last_round(question.house, whole(aim.behind), total)
    if not aim.is_open:
        floor = whole(question.house.floor(0))
        return tr(
            "You have not opened yet: that takes {floor} in one turn. The turn stands at {total}.",
            floor=floor,
            total=total,
        )
    if not question.total:
        return tr("A new turn. What do you do for the best average turn?")
    return tr("The turn stands at {total}. What do you do for the best average turn?", total=total)


def _last_round(house: HouseRules, behind: str, total: str) -> str:
    if house.ties == "shared":
        return tr(
            "Your last turn: {behind} points are level with the leader, which is half a win. The turn stands "
            "at {total}.",
            behind=behind,
            total=total,
        )
    return tr(
        "Your last turn: you need more than {behind} points to pass the leader. The turn stands at {total}.",
        behind=behind,
        total=total,
    )


def card(desk: TenDesk, question: Question, *, is_plain: bool) -> None:
    """Draw the question, or what became of it."""
    series, game = desk.series, house_name(question.house)
    number = series.number + 1
    if desk.practice is None:
        seed = desk.drill.seed
        which = tr("Question {number} · {game} · seed {seed}", number=number, game=game, seed=seed)
    else:
        count = len(series.questions)
        which = tr("Question {number} of {count} · {game}", number=number, count=count, game=game)
    decision = series.judged[-1] if series.is_looking else None
    drill_parts.card(
        which,
        asks(question) if decision is None else verdict(decision, question),
        None if decision is None else decision.band,
        # Whoever has plain buttons has no tray to hear it from.
        is_alert=is_plain and series.is_looking,
    )


def verdict(decision: Decision, question: Question) -> str:
    """Return how good an answer was, as HTML."""
    chosen, best = drawn(decision.chosen, 20), drawn(decision.best, 20)
    return drill_parts.verdict(decision, chosen, best, units.of_ten(question.aim.measure))


def news(drill: Series[Question, Any, Decision], question: Question) -> str:
    """Return what a screen reader says: what is asked of which dice, or how good the answer was."""
    if not drill.is_looking:
        return tr(
            "{question} Thrown: {dice}.", question=asks(question), dice=", ".join(map(str, question.roll))
        )
    decision = drill.judged[-1]
    unit = units.of_ten(question.aim.measure)
    return drill_parts.verdict_aloud(decision, named(decision.chosen), named(decision.best), unit)


def unit_of(series: Series[Question, Any, Decision]) -> Unit | None:
    """Return the unit of all losses so far, in points or in chances; None when there are both."""
    answered = series.questions[: len(series.answers)]
    found = {units.of_ten(question.aim.measure) for question in answered}
    return found.pop() if len(found) == 1 else None


def left_out(count: int) -> str:
    """Return that some turns and answers are too old to be looked through for mistakes."""
    return ntr(
        "Mistakes are looked for in the newest {most} decisions; {count} older turn or answer is left out.",
        "Mistakes are looked for in the newest {most} decisions; {count} older turns and answers are left "
        "out.",
        count,
        most=whole(MOST_DECISIONS),
    )


def where_mistakes_come_from(house: HouseRules) -> str:
    """Return what a reader without mistakes is told."""
    points, chances = (
        units.of_ten(measure).amount(float(bounds(measure)[0]))
        for measure in (Measure.POINTS, Measure.CHANCE)
    )
    return tr(
        "No mistakes by these house rules ({house}) are noted on this device. What loses more than {points} "
        "in a turn for the best average, or {chances} in the last round, in this drill or in Play 10 000, "
        "comes back here until you have mastered it.",
        house=house_name(house),
        points=points,
        chances=chances,
    )
