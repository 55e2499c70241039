"""A turn of 10 000 looked back on, on the screen: its decisions, luck and losses."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core.ten_thousand import BANK, Option, TurnSolution
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.review import Decision, Measure, Review, review
from midnight_ui import bands, review_parts, units
from midnight_ui.charts import show
from midnight_ui.dice_svg import dice_svg
from midnight_ui.review_parts import Change, decisions_caption, html_table, judgement, summary
from midnight_ui.ten_why import named, why
from midnight_ui.text import faces, tr, whole
from midnight_ui.units import Unit


def look_back(
    game: TenGame,
    solution: TurnSolution,
    measure: Measure,
    on_take_back: Callable[[int], None] | None,
    picture: DeltaGenerator,
    key: str = "ten_review",
) -> None:
    """Draw a turn's sum and its decisions in words here, and its waterfall and its table in `picture`.

    Parameters
    ----------
    game : TenGame
    solution : TurnSolution
        What it is judged by.
    measure : Measure
        What the solution's values are.
    on_take_back : callable or None
        Called with the number of a decision, from 0, to be decided anew; None offers nothing of the kind.
    picture : DeltaGenerator
    key : str
        Streamlit key, of which all others are made.
    """
    seen, unit = review(game, solution, measure), units.of_ten(measure)
    st.markdown(summary(seen, unit))
    decisions(seen, solution, on_take_back, key)
    st.caption(bands.scale_ten(measure))
    with picture.container():
        waterfall(seen, key=f"{key}_waterfall")
        st.html(table(seen, unit))


def decisions(
    seen: Review, solution: TurnSolution, on_take_back: Callable[[int], None] | None, key: str
) -> None:
    """Draw every decision to open: why it was good or bad, and the way back to it."""
    unit = units.of_ten(seen.measure)
    if seen.decisions:
        st.markdown(tr("**Decision by decision**"))
    for number, decision in enumerate(seen.decisions):
        heading = tr(
            "{number}. Roll {roll}, {chosen}: {verdict}",
            number=number + 1,
            roll=faces(sorted(decision.roll)),
            chosen=named(decision.chosen),
            verdict=review_parts.verdict(decision.band, decision.loss, unit, is_forced=decision.is_forced),
        )
        with st.expander(heading):
            st.markdown(luck_in_words(decision, unit))
            chosen = decision.chosen
            st.markdown(
                why(solution, seen.measure, decision.total, decision.roll, chosen.dice, chosen.action)
            )
            if on_take_back is not None and not decision.is_forced:
                st.button(
                    tr("Take back and play on"),
                    key=f"{key}_back_{number}",
                    icon=":material/replay:",
                    on_click=on_take_back,
                    args=(number,),
                )
    if seen.bust is not None:
        st.markdown(
            tr(
                "The last roll, {roll}, scored nothing and took {total} points away: {luck} of bad luck.",
                roll=faces(sorted(seen.bust.roll)),
                total=whole(seen.bust.total),
                luck=unit.amount(-seen.bust.luck),
            )
        )


def luck_in_words(decision: Decision, unit: Unit) -> str:
    """Return what a roll did, whatever was decided then."""
    values = {
        "luck": unit.amount(abs(decision.luck)),
        "before": unit.worth(decision.best.value - decision.luck),
        "after": unit.worth(decision.best.value),
    }
    if not round(decision.luck, _NO_LUCK):
        return tr("A roll that changed nothing: the best decision leaves it at {after}.", **values)
    if decision.luck > 0:
        return tr("A lucky roll, by {luck}: the best decision made {before} into {after}.", **values)
    return tr("An unlucky roll, by {luck}: even the best decision made {before} into {after}.", **values)


_NO_LUCK = 9
"""Decimals within which a luck of nought comes out as such."""


def waterfall(seen: Review, key: str) -> None:
    """Draw how luck and losses lead from the worth at the start to that at the end."""
    unit = units.of_ten(seen.measure)
    rolls = [(decision.roll, decision.luck) for decision in seen.decisions]
    if seen.bust is not None:
        rolls.append((seen.bust.roll, seen.bust.luck))
    changes = []
    for number, (roll, luck) in enumerate(rolls, start=1):
        rolled = tr("Roll {number}: {roll}", number=number, roll=faces(sorted(roll)))
        changes.append(Change(rolled, luck, is_luck=True))
        decision = seen.decisions[number - 1] if number <= len(seen.decisions) else None
        if decision is not None and decision.loss:
            changes.append(Change(_short(decision.chosen), -decision.loss, is_luck=False))
    figure = review_parts.waterfall(seen.start, changes, seen.end, unit, meaning(seen.measure))
    show(figure, key=key, alt=summary(seen, unit).replace("**", ""))


def meaning(measure: Measure) -> str:
    """Return what values are."""
    return {
        Measure.POINTS: tr("Points on average"),
        Measure.TURNS: tr("Turns to go"),
        Measure.CHANCE: tr("Chance to win"),
    }[measure]


def _short(option: Option) -> str:
    dice = faces(option.dice)
    return (
        tr("{dice}, written down", dice=dice) if option.action == BANK else tr("{dice}, rolled on", dice=dice)
    )


def table(seen: Review, unit: Unit) -> str:
    """Return one line for each decision as HTML: roll, what was done, what was best, luck, loss."""
    head = tr("Roll"), tr("Chosen"), tr("Best"), tr("Luck"), tr("Loss")
    rows = [
        (
            dice_svg(sorted(decision.roll), size=20),
            _drawn_short(decision.chosen),
            _drawn_short(decision.best),
            unit.change(decision.luck),
            judgement(decision.band, decision.loss, unit, is_forced=decision.is_forced),
        )
        for decision in seen.decisions
    ]
    if seen.bust is not None:
        bust = dice_svg(sorted(seen.bust.roll), size=20), tr("bust"), "–", unit.change(seen.bust.luck), "–"
        rows.append(bust)
    return html_table("wide", decisions_caption(unit), head, rows)


def _drawn_short(option: Option) -> str:
    action = tr("write down") if option.action == BANK else tr("roll on")
    return f"{dice_svg(option.dice, size=20)}<br>{action}"


def drawn(option: Option, size: int = 22) -> str:
    """Return a decision as HTML: the dice, and what follows them."""
    dice = dice_svg(option.dice, size=size)
    return (
        tr("{dice} and write down", dice=dice)
        if option.action == BANK
        else tr("{dice} and roll on", dice=dice)
    )
