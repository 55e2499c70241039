"""A turn looked back on, on the screen: its decisions, luck and losses, and other ways it was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import accumulate
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from midnight_core import solve
from midnight_core.explain import explain
from midnight_core.gamecode import Position, TurnGame
from midnight_core.review import Decision, Review, review
from midnight_ui import address, bands, turn_lines
from midnight_ui.charts import CLEAR, INK, PALETTE, SIZE, layout, show
from midnight_ui.dice_svg import dice_svg
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import WHAT_IF, WHAT_IF_URL
from midnight_ui.text import faces, ntr, signed, tr
from midnight_ui.why import amount, lost, why, worth


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
            verdict=_verdict(decision, goal),
        )
        with st.expander(heading):
            st.markdown(_luck_in_words(decision, goal))
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


def _verdict(decision: Decision, goal: Picked) -> str:
    if decision.is_forced:
        return tr("no choice")
    marked = bands.marked(decision.band)
    if not decision.loss:
        return marked
    return tr("{verdict}, loses {loss}", verdict=marked, loss=amount(float(decision.loss), goal.goal))


def _luck_in_words(decision: Decision, goal: Picked) -> str:
    luck = float(decision.luck)
    values = {
        "luck": amount(abs(luck), goal.goal),
        "before": worth(float(decision.best.value - luck), goal.goal),
        "after": worth(decision.best.value, goal.goal),
    }
    if luck >= 0:
        return tr("A lucky roll, by {luck}: the best keep made {before} into {after}.", **values)
    return tr("An unlucky roll, by {luck}: even the best keep made {before} into {after}.", **values)


def summary(seen: Review, goal: Picked) -> str:
    """Return the turn as one sum, in words, and its error rate."""
    sum_of_it = tr(
        "{start} expected at the start, {luck} luck, {loss} given away: **{end}**.",
        start=worth(float(seen.start), goal.goal),
        luck=_change(float(seen.luck), goal),
        loss=_change(-float(seen.loss), goal),
        end=worth(float(seen.end), goal.goal),
    )
    if seen.error_rate is None:
        return sum_of_it
    return f"{sum_of_it} " + ntr(
        "Error rate: {rate} in {count} decision.",
        "Error rate: {rate} a decision, over {count} decisions.",
        len(seen.unforced),
        rate=amount(seen.error_rate, goal.goal),
    )


def _change(value: float, goal: Picked) -> str:
    return signed(100 * value if goal.goal.is_chance else value, 1 if goal.goal.is_chance else 2)


def waterfall(seen: Review, goal: Picked, key: str) -> None:
    """Draw how luck and losses lead from the value at the start to the score."""
    names, values = [tr("Start")], [float(seen.start)]
    for number, decision in enumerate(seen.decisions, start=1):
        names.append(tr("Roll {number}: {roll}", number=number, roll=faces(sorted(decision.roll))))
        values.append(float(decision.luck))
        if decision.loss:
            names.append(tr("Kept {kept}", kept=faces(decision.kept.keep)))
            values.append(-float(decision.loss))
    names.append(tr("End"))
    show(
        _waterfall(names, [*values, float(seen.end)], goal),
        key=key,
        alt=summary(seen, goal).replace("**", ""),
    )


def _waterfall(names: Sequence[str], values: Sequence[float], goal: Picked) -> dict[str, Any]:
    steps = len(names) - 2
    shown = [worth(values[0], goal.goal)]
    shown += [_change(value, goal) for value in values[1:-1]]
    shown += [worth(values[-1], goal.goal)]
    figure = layout(goal.meaning, "", height=70 + 26 * len(names))
    # Categories are told apart by their number: the same dice may come twice.
    places = list(range(len(names)))
    figure["yaxis"] |= {
        "autorange": "reversed",
        "tickvals": places,
        "ticktext": list(names),
        "rangemode": "normal",
    }
    # The words stand outside the bars: there has to be room for them at the longest.
    most = max(accumulate(values[:-1]))
    figure["xaxis"] |= {"range": [0, 1.2 * most], "tickformat": ".0%" if goal.goal.is_chance else ""}
    figure |= {"showlegend": False, "hovermode": False}
    trace = {
        "type": "waterfall",
        "orientation": "h",
        "measure": ["absolute", *["relative"] * steps, "total"],
        "x": list(values),
        "y": places,
        "text": shown,
        "textposition": "outside",
        "textfont": {"color": INK, "size": SIZE},
        "cliponaxis": False,
        "increasing": {"marker": {"color": PALETTE[2]}},
        "decreasing": {"marker": {"color": PALETTE[1]}},
        "totals": {"marker": {"color": PALETTE[0]}},
        "connector": {"line": {"color": INK, "width": 1, "dash": "dot"}},
        "hoverinfo": "skip",
    }
    figure["paper_bgcolor"] = CLEAR
    return {"data": [trace], "layout": figure}


def table(judged: Sequence[Decision], goal: Picked) -> str:
    """Return one line for each decision as HTML: roll, keep, best keep, luck, loss."""
    unit = tr("percentage points") if goal.goal.is_chance else tr("points")
    head = (
        tr("Roll"),
        tr("Kept"),
        tr("Best"),
        tr("Luck, {unit}", unit=unit),
        tr("Loss, {unit}", unit=unit),
    )
    rows = [
        (
            f"<a href='{what_if(decision)}'>{dice_svg(sorted(decision.roll), size=22)}</a>",
            dice_svg(decision.kept.keep, size=22),
            dice_svg(decision.best.keep, size=22),
            _change(float(decision.luck), goal),
            _judgement(decision, goal),
        )
        for decision in judged
    ]
    return _html("review", tr("Your decisions"), head, rows)


def _judgement(decision: Decision, goal: Picked) -> str:
    if decision.is_forced:
        return tr("no choice")
    marked = bands.marked(decision.band)
    return f"{lost(float(decision.loss), goal.goal)} {marked}" if decision.loss else marked


def what_if(decision: Decision) -> str:
    """Return the address at which a decision can be tried again."""
    turn = decision.turn
    position = Position(turn.rules, turn.kept, decision.roll)
    return f"{WHAT_IF_URL}?{urlencode({'position': position.code, **address.carried()})}"


def lines(games: Sequence[TurnGame], goal: Picked, now: TurnGame) -> str:
    """Return several ways in which the same turn was played, one below the other, as HTML."""
    head = (tr("Kept, roll by roll"), tr("Score"), tr("Luck"), tr("Loss"))
    rows = []
    for game in games:
        seen = review(game, goal.goal)
        kept = "".join(f"<i>{dice_svg(sorted(step.kept), size=20)}</i>" for step in game.steps)
        name = kept if game == now else f"<a href='{escape(turn_lines.link(game))}'>{kept}</a>"
        luck, loss = _change(float(seen.luck), goal), lost(float(seen.loss), goal.goal)
        rows.append((name, str(game.turn.score), luck, loss))
    return _html("lines", tr("The same dice, kept otherwise"), head, rows)


def _html(name: str, caption: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return (
        f"<style>{_STYLE}</style><table class='look-back {name}'><caption>{caption}</caption>"
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


_STYLE = """
.look-back { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
.look-back img { max-width: 100%; height: auto }
.look-back caption { text-align: left; font-weight: 600; padding: .25rem 0 }
.look-back th, .look-back td { text-align: left; padding: .35rem .6rem .35rem 0;
  border-bottom: 1px solid #8884 }
.review { table-layout: fixed }
.review th:first-child { width: 32% }
.lines i { display: inline-block; margin-right: .6rem }
.lines td:not(:first-child), .lines th:not(:first-child) { text-align: right }
"""
