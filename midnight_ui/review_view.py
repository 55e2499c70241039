"""A turn looked back on, on the screen: its decisions, luck and losses, and other ways it was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from urllib.parse import urlencode

import streamlit as st

from midnight_core import Goal, solve
from midnight_core.explain import explain
from midnight_core.gamecode import Position, TurnGame
from midnight_core.review import Decision, Review, review
from midnight_ui import address, goal_picker, review_parts, turn_lines, units
from midnight_ui.charts import show
from midnight_ui.dice_svg import dice_svg
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import WHAT_IF, WHAT_IF_URL
from midnight_ui.review_parts import Change, decisions_caption, html_table
from midnight_ui.text import faces, tr
from midnight_ui.why import amount, why, worth


def decisions(seen: Review, goal: Picked, on_take_back: Callable[[int], None]) -> None:
    """Draw every decision to open: why it was good or bad, and the ways to try another."""
    solution = solve(seen.rules, goal.goal)
    st.markdown(tr("**Decision by decision**"))
    for number, decision in enumerate(seen.decisions):
        heading = tr(
            "{number}. Roll {roll}, kept {kept}: {verdict}",
            number=number + 1,
            roll=faces(sorted(decision.roll)),
            kept=faces(decision.kept.keep),
            verdict=review_parts.verdict(
                decision.band, float(decision.loss), units.of(goal.goal), is_forced=decision.is_forced
            ),
        )
        with st.expander(heading):
            st.markdown(luck_in_words(decision, goal.goal))
            st.markdown(why(explain(solution, decision.turn, decision.roll, decision.kept.keep), goal.goal))
            with st.container(horizontal=True, vertical_alignment="center"):
                position = Position(seen.rules, decision.turn.kept, decision.roll)
                st.page_link(
                    WHAT_IF,
                    label=tr("Open in What if"),
                    icon=":material/fork_right:",
                    query_params={"position": position.code},
                )
                if not decision.is_forced:
                    st.button(
                        tr("Take back and play on"),
                        key=f"take back {number}",
                        icon=":material/replay:",
                        on_click=on_take_back,
                        args=(number,),
                    )


def luck_in_words(decision: Decision, goal: Goal) -> str:
    """Return what a roll did, whatever was kept of it."""
    luck = float(decision.luck)
    values = {
        "luck": amount(abs(luck), goal),
        "before": worth(float(decision.best.value - luck), goal),
        "after": worth(decision.best.value, goal),
    }
    if not decision.luck:
        return tr("A roll that changed nothing: the best keep leaves it at {after}.", **values)
    if luck > 0:
        return tr("A lucky roll, by {luck}: the best keep made {before} into {after}.", **values)
    return tr("An unlucky roll, by {luck}: even the best keep made {before} into {after}.", **values)


def summary(seen: Review, goal: Picked) -> str:
    """Return the turn as one sum, in words, and its error rate."""
    return review_parts.summary(seen, units.of(goal.goal))


def waterfall(seen: Review, goal: Picked, key: str) -> None:
    """Draw how luck and losses lead from the value at the start to the score."""
    changes = []
    for number, decision in enumerate(seen.decisions, start=1):
        rolled = tr("Roll {number}: {roll}", number=number, roll=faces(sorted(decision.roll)))
        changes.append(Change(rolled, float(decision.luck), is_luck=True))
        if decision.loss:
            kept = tr("Kept {kept}", kept=faces(decision.kept.keep))
            changes.append(Change(kept, -float(decision.loss), is_luck=False))
    figure = review_parts.waterfall(
        float(seen.start), changes, float(seen.end), units.of(goal.goal), goal.meaning
    )
    show(figure, key=key, alt=summary(seen, goal).replace("**", ""))


def table(judged: Sequence[Decision], goal: Picked) -> str:
    """Return one line for each decision as HTML: roll, keep, best keep, luck, loss."""
    unit = units.of(goal.goal)
    head = (
        tr("Roll"),
        tr("Kept"),
        tr("Best"),
        tr("Luck"),
        tr("Loss"),
    )
    rows = [
        (
            f"<a href='{what_if(decision)}'>{dice_svg(sorted(decision.roll), size=22)}</a>",
            dice_svg(decision.kept.keep, size=22),
            dice_svg(decision.best.keep, size=22),
            unit.change(float(decision.luck)),
            review_parts.judgement(decision.band, float(decision.loss), unit, is_forced=decision.is_forced),
        )
        for decision in judged
    ]
    return html_table("review", decisions_caption(unit), head, rows)


def what_if(decision: Decision) -> str:
    """Return the address at which a decision can be tried again, for the same goal."""
    turn = decision.turn
    position = Position(turn.rules, turn.kept, decision.roll)
    carried = address.carried(*goal_picker.PARAMETERS)
    return f"{WHAT_IF_URL}?{urlencode({'position': position.code, **carried})}"


def lines(games: Sequence[TurnGame], goal: Picked, now: TurnGame) -> str:
    """Return several ways in which the same turn was played, one below the other, as HTML."""
    head = (tr("Kept, roll by roll"), tr("Score"), tr("Luck"), tr("Loss"))
    rows = []
    for game in games:
        seen = review(game, goal.goal)
        kept = "".join(f"<i>{dice_svg(sorted(step.kept), size=20)}</i>" for step in game.steps)
        name = kept if game == now else f"<a href='{escape(turn_lines.link(game))}'>{kept}</a>"
        unit = units.of(goal.goal)
        luck, loss = unit.change(float(seen.luck)), unit.lost(float(seen.loss))
        rows.append((name, str(game.turn.score), luck, loss))
    is_typed = any(step.typed for game in games for step in game.steps)
    # Nobody throws the same again with dice of their own.
    caption = tr("The same turn, played otherwise") if is_typed else tr("The same dice, kept otherwise")
    return html_table("lines", caption, head, rows)
