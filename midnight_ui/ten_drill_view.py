"""A question of the drill of 10 000 on the screen, and what became of it, in words."""

from __future__ import annotations

from midnight_core.ten_thousand import PRESETS, HouseRules
from midnight_core.ten_thousand.drill import (
    EDGE,
    FEW,
    FIRST,
    HARD,
    LAST,
    OPENING,
    Question,
    TenDrill,
)
from midnight_core.ten_thousand.review import Decision
from midnight_ui import drill_parts, units
from midnight_ui.ten_review import drawn
from midnight_ui.ten_why import named
from midnight_ui.ten_words import preset_name
from midnight_ui.text import tr, whole


def set_name(name: str) -> str:
    """Return what a set is called."""
    return {
        FIRST: tr("First rolls"),
        FEW: tr("Two or three dice"),
        EDGE: tr("One die left, or all six"),
        OPENING: tr("Before the opening"),
        LAST: tr("The last round"),
        HARD: tr("Hard decisions"),
    }[name]


def house_name(house: HouseRules) -> str:
    """Return what house rules are called."""
    named_so = (preset_name(name, preset) for name, preset in PRESETS.items() if preset == house)
    return next(named_so, tr("Your own"))


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


def card(drill: TenDrill, question: Question, *, is_plain: bool) -> None:
    """Draw the question, or what became of it."""
    which = tr(
        "Question {number} · {game} · seed {seed}",
        number=drill.number + 1,
        game=house_name(question.house),
        seed=drill.seed,
    )
    decision = drill.judged[-1] if drill.is_looking else None
    drill_parts.card(
        which,
        asks(question) if decision is None else verdict(decision, question),
        None if decision is None else decision.band,
        # Whoever has plain buttons has no tray to hear it from.
        is_alert=is_plain and drill.is_looking,
    )


def verdict(decision: Decision, question: Question) -> str:
    """Return how good an answer was, as HTML."""
    chosen, best = drawn(decision.chosen, 20), drawn(decision.best, 20)
    return drill_parts.verdict(decision, chosen, best, units.of_ten(question.aim.measure))


def news(drill: TenDrill, question: Question) -> str:
    """Return what a screen reader says: what is asked of which dice, or how good the answer was."""
    if not drill.is_looking:
        return tr(
            "{question} Thrown: {dice}.", question=asks(question), dice=", ".join(map(str, question.roll))
        )
    decision = drill.judged[-1]
    unit = units.of_ten(question.aim.measure)
    return drill_parts.verdict_aloud(decision, named(decision.chosen), named(decision.best), unit)
