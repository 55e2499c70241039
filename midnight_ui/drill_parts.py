"""What every drill is made of, of either game: the card of a question, and how the answers went so far."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import streamlit as st
from babel.dates import format_timedelta

from midnight_core.gamecode import MAX_SEED
from midnight_core.history import now
from midnight_core.mistakes import INTERVALS, ripe
from midnight_core.review import Band
from midnight_core.series import Judged, Series
from midnight_ui import bands, charts, diary, drill_charts
from midnight_ui.examiner import Desk, Examiner, Mistakes
from midnight_ui.navigation import LATE_BUTTON
from midnight_ui.text import language, ntr, sentence, tr
from midnight_ui.units import Unit

ENOUGH = 10
"""Answers after which a summary says more than chance."""


def card(which: str, words: str, band: Band | None, *, is_alert: bool) -> None:
    """Draw the question, or what became of it: in the same place and of the same height.

    Parameters
    ----------
    which : str
        Which question it is.
    words : str
        What is asked, or how good the answer was: HTML.
    band : Band or None
        How good it was.
    is_alert : bool
        Whether a screen reader is to hear it from here.
    """
    kind = f"look {band.value}" if band is not None else ""
    role = "role='alert'" if is_alert else ""
    st.html(
        f"<style>{_STYLE}</style><div class='drill-card {kind}' {role}>"
        f"<p class='which'>{which}</p><p class='asks'>{words}</p></div>"
    )


def start_again(examiner: Examiner, *, is_begun: bool) -> None:
    """Draw the button that asks the same questions again."""
    st.button(
        tr("Start again"),
        key="again",
        icon=":material/replay:",
        help=tr("The same questions once more."),
        on_click=examiner.start_again,
        disabled=not is_begun,
    )


def other_questions(examiner: Examiner) -> None:
    """Draw the button that asks others of the same set."""
    st.button(
        tr("Other questions"), key="others", icon=":material/casino:", on_click=examiner.other_questions
    )


def seed_field(examiner: Examiner, seed: int, key: str) -> None:
    """Draw the field for the seed of the questions."""
    st.session_state[key] = seed
    st.number_input(
        tr("Seed"),
        1,
        MAX_SEED,
        key=key,
        on_change=lambda: examiner.ask(seed=st.session_state[key]),
        help=tr("The same seed gives everyone the same questions."),
    )


def all_asked(examiner: Examiner, *, has_others: bool) -> None:
    """Say that all questions are answered, and draw the ways on."""
    st.markdown(tr("**That was all of them.**"))
    if has_others:
        with st.container(horizontal=True, gap="small"):
            st.button(
                tr("Other questions"), key=LATE_BUTTON, type="primary", on_click=examiner.other_questions
            )
            st.button(tr("Start again"), key="again", icon=":material/replay:", on_click=examiner.start_again)


def my_mistakes(examiner: Examiner, desk: Desk[Any], found: Mistakes | None, none_yet: str) -> None:
    """Draw how far the reader's own mistakes have come, and the ways on when none is asked.

    Parameters
    ----------
    examiner : Examiner
    desk : Desk
    found : sequence of Mistake or None
        All of them; None before the browser has told.
    none_yet : str
        What is said when there are none.
    """
    if (error := diary.error()) is not None:
        st.error(sentence(error))
    if found is None:
        return
    due = ripe(found, now())
    waiting = [mistake for mistake in found if not mistake.is_mastered]
    if not found:
        st.markdown(none_yet)
    elif not waiting:
        st.markdown(tr("You have mastered them all. New mistakes will come back here."))
    elif desk.series.question is None and due:
        st.button(
            ntr("Practise {count} that is due", "Practise {count} that are due", len(due)),
            key=f"{LATE_BUTTON}_due",
            type="primary",
            on_click=examiner.practise,
            args=(due,),
        )
    elif desk.series.question is None:
        st.markdown(next_due(waiting))
        st.button(
            tr("Practise ahead"),
            key="ahead",
            help=tr("A right answer before its time counts for nothing, a wrong one does."),
            on_click=examiner.practise,
            args=(tuple(waiting),),
        )
    if found:
        st.caption(
            tr(
                "{due} due now, {later} back later, {mastered} mastered.",
                due=len(due),
                later=len(waiting) - len(due),
                mastered=len(found) - len(waiting),
            )
        )
        st.caption(schedule())


def schedule() -> str:
    """Return when a mistake comes back, and when it is mastered."""
    short, middle, long = INTERVALS
    return tr(
        "Each position that you got wrong comes back in the drill: at once, then after {minutes} minutes, "
        "{hours} hours and {days} days. Answer it right {times} times in a row, each time when it is due, "
        "and you have mastered it.",
        minutes=short // timedelta(minutes=1),
        hours=middle // timedelta(hours=1),
        days=long // timedelta(days=1),
        times=len(INTERVALS) + 1,
    )


def next_due(waiting: Mistakes) -> str:
    """Return when the next mistake comes back."""
    ahead = min(mistake.due for mistake in waiting) - now()
    return tr(
        "None is due. The next one comes back {when}.",
        when=format_timedelta(ahead, add_direction=True, locale=language()),
    )


def verdict(judged: Judged, chosen: str, best: str, unit: Unit) -> str:
    """Return how good an answer was, as HTML; the answer and the best one are HTML too."""
    sign, word = bands.SIGNS[judged.band], bands.word(judged.band).capitalize()
    head = f"<span class='sign' aria-hidden='true'>{sign}</span> <b>{word}.</b> "
    loss = unit.amount(float(judged.loss))
    if not judged.loss:
        return head + tr("Nothing beats {keep}.", keep=chosen)
    if judged.band is Band.BEST:
        return head + tr("{keep} is as good as {best}, within {loss}.", keep=chosen, best=best, loss=loss)
    return head + tr("{keep} loses {loss}; best is {best}.", keep=chosen, loss=loss, best=best)


def verdict_aloud(judged: Judged, chosen: str, best: str, unit: Unit) -> str:
    """Return how good an answer was, for a screen reader."""
    word, loss = bands.word(judged.band), unit.amount(float(judged.loss))
    if not judged.loss:
        return tr("{word}: nothing beats {keep}.", word=word, keep=chosen)
    return tr("{word}: {keep} loses {loss}; best is {best}.", word=word, keep=chosen, loss=loss, best=best)


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


def session(series: Series[Any, Any, Any], unit: Unit | None) -> None:
    """Draw how the answers went so far; there is no unit when they have not all the same."""
    st.markdown(score(series, unit))
    if unit is not None:
        said = trend(series.judged, unit)
        charts.show(drill_charts.losses(series, unit), key="drill_losses", alt=said)
        if len(series.answers) >= ENOUGH:
            st.markdown(said)


def score(series: Series[Any, Any, Any], unit: Unit | None) -> str:
    """Return how many answers were best and, when all have one unit, the mean loss."""
    values = {"best": series.best, "count": len(series.answers)}
    if unit is None:
        return tr("**{best} of {count}** best.", **values)
    loss = unit.amount(float(series.mean_losses[-1]))
    return tr("**{best} of {count}** best; average loss of a decision **{loss}**.", loss=loss, **values)


def trend(judged: tuple[Judged, ...], unit: Unit) -> str:
    """Return how the losses went, as a sentence or two."""
    lost = [float(each.loss) for each in judged]
    worst = max(range(len(lost)), key=lost.__getitem__)
    if not lost[worst]:
        return tr("Nothing was lost so far.")
    costly = tr("Question {number} cost the most, {loss}.", number=worst + 1, loss=unit.amount(lost[worst]))
    half = len(lost) // 2
    if not half:
        return costly
    first, second = (unit.amount(sum(part) / len(part)) for part in (lost[:half], lost[half:]))
    return (
        costly
        + " "
        + tr("The first half lost {first} a question, the second {second}.", first=first, second=second)
    )
