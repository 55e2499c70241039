"""The parts of a turn on the screen: the tray and its numbers, the ranking, the chart.

The same options of a roll feed the rich tray and the plain widgets; "What if" uses these parts as well.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import streamlit as st

from midnight_core import DICE, Option, Turn, goals
from midnight_core.dice import Dice
from midnight_core.explain import explain
from midnight_core.solver import Solution
from midnight_ui import charts, units
from midnight_ui.dice_svg import qualifier_places
from midnight_ui.goal_picker import Picked
from midnight_ui.ranking import ranking as ranking_component
from midnight_ui.text import added, decimal, faces, language, listed, percent, tr
from midnight_ui.units import Unit
from midnight_ui.why import amount, why, worth


def key_of(keep: Dice) -> str:
    """Return a keep as the components know it: its digits, sorted."""
    return "".join(map(str, sorted(keep)))


def numbers_of(unit: Unit) -> dict[str, Any]:
    """Return how the components write values and losses."""
    return {
        "goal_unit": "probability" if unit.kind == units.CHANCE else unit.kind,
        "digits": unit.worth_digits,
        "loss_digits": unit.digits,
    }


def tray_data(
    turn: Turn, kept: Dice, roll: Dice, options: tuple[Option, ...], goal: Picked
) -> dict[str, Any]:
    """Return what the tray needs to know of a position; the caller adds whose table it is.

    Parameters
    ----------
    turn : Turn
    kept, roll : tuple of int
        In the order in which they were kept and fell.
    options : tuple of Option
        The keeps of the roll; none hide their numbers.
    goal : Picked
    """
    return {
        "dice": list(roll),
        "slots": _slots(turn, kept),
        "wanted": list(turn.missing),
        "over": turn.is_over,
        "bare": turn.is_over,
        "keeps": [_numbers(options, option, goal.target) for option in options] or None,
        "acts": [""],
        "tiles": [
            {"metric": metric, "name": name, "at": at, "as": manner, "act": ""}
            for metric, name, at, manner in _tiles(goal)
        ],
        "said": ["p-qualify", "value", "rank"],
        "columns": [{"name": name, "at": at, "as": manner} for name, at, manner in _COLUMNS],
        "value_is": _VALUE_IS.get(goal.goal),
        **numbers_of(units.of(goal.goal)),
        "lang": language(),
        "text": tray_text() | {"value_alone": goal.meaning, "nothing_chosen": tr("Choose the dice to keep.")},
    }


_VALUE_IS = {goals.mean_score(): "mean_score", goals.qualify(): "p_qualify"}
"""Goal -> the number of every keep that is its value."""

_COLUMNS = (
    ("rank", 6, "plain"),
    ("keep", 0, "keep"),
    ("value", 1, "value"),
    ("loss", 2, "loss"),
    ("p_qualify", 3, "percent"),
    ("mean_score", 4, "hundredths"),
)


def _tiles(goal: Picked) -> tuple[tuple[str, str, int, str], ...]:
    """Return what is told of a keep: its mark, its name, its place in a row, and how it is written."""
    return (
        ("p-qualify", tr("Qualifies"), 3, "percent"),
        ("mean-score", tr("Average"), 4, "hundredths"),
        ("p-at-least", tr("At least {target}", target=goal.target), 5, "percent"),
        ("value", tr("Value ({goal})", goal=goal.meaning), 1, "value"),
        ("loss", tr("Loss"), 2, "loss"),
        ("rank", tr("Rank"), 6, "rank"),
    )


def _slots(turn: Turn, kept: Dice) -> list[Slot]:
    """Return the six places: the dice kept, then the required faces still missing, then nothing."""
    qualifiers = qualifier_places(turn.rules.required, kept)
    filled = [kept_slot(face) for face in kept]
    for place in qualifiers:
        filled[place] = ("qualifier", kept[place], tr("Kept: {face}, a qualifier", face=kept[place]))
    missing: list[Slot] = [("missing", face, tr("Still missing: {face}", face=face)) for face in turn.missing]
    return six_slots(filled + missing)


Slot = tuple[str, int | None, str]
"""A place for a die in the tray: its kind, its face, and both in words."""


def kept_slot(face: int) -> Slot:
    """Return the place of a kept die."""
    return "kept", face, tr("Kept: {face}", face=face)


def six_slots(filled: Sequence[Slot]) -> list[Slot]:
    """Return all places of the tray, from those that are taken."""
    empty: Slot = "empty", None, tr("Empty place")
    return [*filled, *[empty] * DICE][:DICE]


def _numbers(options: tuple[Option, ...], option: Option, target: int) -> list[str | float]:
    return [
        key_of(option.keep),
        option.value,
        option.loss,
        option.p_qualify,
        option.mean_score,
        option.p_at_least(target),
        rank_of(options, option),
    ]


class _Lossy(Protocol):
    """What loses something against the best."""

    @property
    def loss(self) -> float:
        """Value of the best minus its own."""


def rank_of(options: Sequence[_Lossy], option: _Lossy) -> int:
    """Return a keep's rank, 1 for the best; keeps of equal value share one. Losses ascend."""
    return 1 + bisect_left(options, option.loss, key=lambda other: other.loss)


def ranking(key: str) -> None:
    """Draw every keep, best first, following the tray and setting the choice in it."""
    ranking_component(
        _headings() | {"caption": tr("Every keep, best first"), "choose": tr("Choose {keep}")}, key=key
    )


def _headings() -> dict[str, str]:
    return {
        "rank": tr("Rank"),
        "keep": tr("Keep"),
        "value": tr("Value"),
        "loss": tr("Loss"),
        "p_qualify": tr("Qualifies"),
        "mean_score": tr("Average"),
        "percentage_points": tr("{n} pp"),
    }


def tray_text() -> dict[str, str]:
    """Return the tray's words that are the same for every goal and game."""
    return {
        "percentage_points": tr("{n} pp"),
        "die": tr("Die {n}, showing {face}"),
        "tray_label": tr("Dice thrown: choose what to keep"),
        "slots_label": tr("Dice kept"),
        "rank_of": tr("{rank} of {count}"),
        "best": tr("Best keep"),
        "empty_table": tr("No dice on the table."),
        "keys_hint": tr("Keys 1–6 choose, Enter rolls"),
    }


def plain_dice(roll: Dice, mask: int, key: str, on_choice: Callable[[int], None]) -> None:
    """Draw the roll as plain widgets; `on_choice` is called with the mask of the dice chosen."""
    places = range(len(roll))
    if key not in st.session_state:
        st.session_state[key] = [place for place in places if mask >> place & 1]
    st.pills(
        tr("Dice thrown: choose what to keep"),
        places,
        selection_mode="multi",
        format_func=lambda place: tr("Die {n}, showing {face}", n=place + 1, face=roll[place]),
        key=key,
        wrap=True,
        on_change=lambda: on_choice(sum(1 << place for place in st.session_state[key] if place in places)),
    )


def plain_overlay(options: tuple[Option, ...], keep: Dice, goal: Picked) -> None:
    """Draw the numbers of the chosen keep as plain text, with the same marks as in the tray."""
    option = option_of(options, keep)
    if option is None:
        st.markdown(tr("Choose the dice to keep."))
        return
    numbers = _numbers(options, option, goal.target)
    written: dict[str, Callable[[Any], str]] = {
        "percent": percent,
        "hundredths": decimal,
        "value": lambda value: worth(value, goal.goal),
        "loss": lambda loss: amount(loss, goal.goal),
        "rank": lambda rank: tr("{rank} of {count}", rank=rank, count=len(options)),
    }
    overlay((metric, name, numbers[at], written[how](numbers[at])) for metric, name, at, how in _tiles(goal))


def overlay(rows: Iterable[tuple[str, str, object, str]]) -> None:
    """Draw numbers as plain text: of each its mark in the tray, its name, itself, and how it reads."""
    items = "".join(
        f'<div><dt>{name}</dt><dd data-metric="{metric}" data-value="{value!r}">{shown}</dd></div>'
        for metric, name, value, shown in rows
    )
    st.html(f"<style>{_PLAIN_STYLE}</style><dl class='overlay'>{items}</dl>")


_PLAIN_STYLE = """
.overlay { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 0 }
.overlay dd { margin: 0; font-size: 1.25rem; font-weight: 600 }
"""


def plain_ranking(options: tuple[Option, ...], goal: Picked) -> None:
    """Draw every keep, best first, as a plain table."""
    shown = {
        tr("Rank"): [rank_of(options, option) for option in options],
        tr("Keep"): [faces(option.keep) for option in options],
        goal.meaning: [worth(option.value, goal.goal) for option in options],
        tr("Loss"): [amount(option.loss, goal.goal) for option in options],
        tr("Qualifies"): [percent(option.p_qualify) for option in options],
        tr("Average"): [decimal(option.mean_score) for option in options],
    }
    st.dataframe(shown, hide_index=True, height=320)


def explained(solution: Solution, turn: Turn, roll: Dice, keep: Dice, goal: Picked) -> str:
    """Return why the chosen keep is good or bad; an invitation when nothing is chosen."""
    if not keep:
        return tr("Choose dice to see what keeping them is worth, and why.")
    return why(explain(solution, turn, roll, keep), goal.goal)


def option_of(options: tuple[Option, ...], keep: Dice) -> Option | None:
    """Return the option with these dice, in any order; None when there is none, as for no dice."""
    return next((option for option in options if option.keep == tuple(sorted(keep))), None)


def scores_chart(labelled: Sequence[tuple[str, Option]], key: str) -> None:
    """Draw the final scores after several keeps, the first as bars, with a text that says the same."""
    alt = " ".join(
        tr(
            "{label}: {chance} to qualify, {mean} points on average, most likely score {mode}.",
            label=label,
            chance=percent(option.p_qualify),
            mean=decimal(option.mean_score),
            mode=int(option.distribution.argmax()),
        )
        for label, option in labelled
    )
    figure = charts.distributions([(label, option.distribution) for label, option in labelled])
    charts.show(figure, key=key, alt=tr("Chances of each final score.") + " " + alt)


def best_and_chosen(options: tuple[Option, ...], keep: Dice) -> list[tuple[str, Option]]:
    """Return the best keep and, when it is another, the chosen one, labelled for a chart."""
    best, chosen = options[0], option_of(options, keep)
    labelled = [(tr("Best keep: {keep}", keep=faces(best.keep)), best)]
    if chosen is not None and chosen is not best:
        labelled.append((tr("Your keep: {keep}", keep=faces(chosen.keep)), chosen))
    return labelled


def worked_out(turn: Turn) -> None:
    """Write how a finished turn is scored, as in the rules."""
    places = qualifier_places(turn.rules.required, turn.kept)
    others = [face for place, face in enumerate(turn.kept) if place not in places]
    if turn.missing:
        st.markdown(tr("**0 points**, for want of {missing}.", missing=listed(turn.missing)))
        return
    st.markdown(
        tr(
            "**{score} points**: the {qualifiers} qualify, and {sum} = {score}.",
            score=turn.score,
            qualifiers=listed(turn.rules.required),
            sum=added(sorted(others, reverse=True)),
        )
    )
