"""Your record: what the turns and answers on this device come to, and where they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import erf, sqrt

import streamlit as st

from midnight_core import Goal, InputError, Rules
from midnight_core.goals import mean_score, qualify
from midnight_core.history import MOST_BYTES, History, now
from midnight_core.mistakes import due, mistakes
from midnight_core.record import (
    LEAST_EXPECTED,
    LEVEL,
    RECENT,
    Faces,
    Losses,
    Record,
    drilled,
    error_rate,
    kinds,
    record,
    thrown_faces,
    typed_faces,
)
from midnight_core.review import Band
from midnight_ui import address, bands, charts, diary, drill_desk, drill_view, goal_picker, record_charts
from midnight_ui.navigation import DRILL
from midnight_ui.open_file import open_file
from midnight_ui.text import decimal, ntr, percent, sentence, tr, whole
from midnight_ui.variant import name
from midnight_ui.why import amount, worth

TURN = "pages/play/turn.py"

IMPORT = "record_import"

LOADED = 0.25
"""Chance of one face of the faulty die that the test's limits are told by."""


def empty() -> None:
    st.markdown(
        tr(
            "Nothing is here yet. Play a turn to its end, or answer a question of the drill, and this page "
            "shows how your average compares with perfect play, how much of it was luck, whether your "
            "mistakes get rarer, and whether the dice are fair."
        )
    )
    with st.container(horizontal=True):
        st.page_link(TURN, label=tr("Play a turn"), icon=":material/casino:", width="content")
        st.page_link(DRILL, label=tr("Drill"), icon=":material/exercise:", width="content")


def filled(history: History) -> None:
    if history.turns:
        turns(history)
    if history.answers:
        drill(history)
    missed(history)
    if history.turns:
        dice(history)


def turns(history: History) -> None:
    st.header(tr("How you play"))
    seen = record(history, *picked_kind(history))
    if seen is None:
        return
    result(seen)
    if sum(seen.bands.values()):
        losses(seen)


def picked_kind(history: History) -> tuple[Rules, Goal]:
    """Draw the choice between what was played, if there is one, and return what is picked."""
    offered = {_key(rules, goal): (rules, goal) for rules, goal in kinds(history)}
    first = next(iter(offered))
    if len(offered) == 1:
        return offered[first]
    labels = {
        key: tr("{game}: {goal}", game=name(rules), goal=goal_picker.of(goal).label)
        for key, (rules, goal) in offered.items()
    }
    return offered[address.one_of("record", tr("Turns played by"), labels, first, width=360)]


def _key(rules: Rules, goal: Goal) -> str:
    return f"{name(rules)}-{goal.name.replace(' ', '-')}"


def level(value: float, goal: Goal) -> str:
    """Return what a turn comes to: points, or a chance."""
    return worth(value, goal) if goal.is_chance else amount(value, goal)


def result(seen: Record) -> None:
    goal = seen.goal
    finding = ntr(
        "In **{count} turn** ({game}: {goal}) you come to **{mean}**; perfect play expects {start}.",
        "In **{count} turns** ({game}: {goal}) you come to **{mean}** on average; perfect play expects "
        "{start}.",
        seen.turns,
        game=name(seen.rules),
        goal=goal_picker.of(goal).label,
        mean=level(seen.result.mean, goal),
        start=level(seen.start, goal),
    )
    st.markdown(finding)
    without = tr(
        "{luck} Without luck you stand at **{adjusted}**: your keeps gave away {lost} a turn.",
        luck=luck(seen),
        adjusted=level(seen.adjusted.mean, goal),
        lost=amount(seen.lost, goal),
    )
    charts.show(
        record_charts.beside_perfect_play(seen),
        key="record_result",
        alt=f"{finding} {without}".replace("**", ""),
    )
    st.markdown(without)
    st.markdown(
        tr(
            "Your result is what perfect play expects, plus luck, minus what your keeps gave away, exactly, "
            "though each number here is rounded. Luck averages zero however you keep, so what is left "
            "without it is your play."
        )
    )
    st.caption(certainty(seen))


def luck(seen: Record) -> str:
    size = amount(abs(seen.luck), seen.goal)
    if seen.luck > 0:
        return tr("The dice were kind: {luck} a turn more than they give on average.", luck=size)
    if seen.luck < 0:
        return tr("The dice were unkind: {luck} a turn less than they give on average.", luck=size)
    return tr("The dice gave exactly what they give on average.")


def certainty(seen: Record) -> str:
    """Return how far the numbers can be trusted."""
    goal, result, adjusted = seen.goal, seen.result, seen.adjusted
    if result.error is None or adjusted.error is None:
        return tr("One turn says next to nothing: how certain an average is shows from the second turn on.")
    said = [
        tr(
            "The bars are {count} standard errors to either side; in about {level} of all records the true "
            "average lies within them, once there are some dozens of turns. One standard error: {error} of "
            "your average, {adjusted} without luck.",
            count=record_charts.ERRORS,
            level=percent(erf(record_charts.ERRORS / sqrt(2)), 0),
            error=amount(result.error, goal),
            adjusted=amount(adjusted.error, goal),
        )
    ]
    if seen.steadiness is not None and seen.steadiness > 1:
        said.append(
            tr(
                "To know your play as well from the results alone would take {times} times as many turns.",
                times=decimal(seen.steadiness, 1),
            )
        )
    said.append(tr("Turns in which you followed the hints, or took a keep back, count as well."))
    return " ".join(said)


def losses(seen: Record) -> None:
    st.header(tr("What your keeps give away"))
    rated = error_rate(seen.losses)
    finding = over_time(seen.losses, seen.goal)
    st.markdown(finding)
    if rated is not None and len(seen.losses) > 1:
        charts.show(
            record_charts.losses_over_time(seen.losses, tr("Turn"), seen.goal),
            key="record_losses",
            alt=finding.replace("**", ""),
        )
    count = sum(seen.bands.values())
    good = seen.bands[Band.BEST] + seen.bands[Band.FINE]
    finding = ntr(
        "**{good}** of {count} such decision was {best} or {fine}; {blunder}: {blunders}.",
        "**{good}** of {count} such decisions were {best} or {fine}; {blunder}: {blunders}.",
        count,
        good=good,
        best=bands.word(Band.BEST),
        fine=bands.word(Band.FINE),
        blunders=seen.bands[Band.BLUNDER],
        blunder=bands.word(Band.BLUNDER),
    )
    st.markdown(finding)
    charts.show(record_charts.decisions(seen), key="record_bands", alt=finding.replace("**", ""))
    st.caption(bands.scale(seen.goal))


def over_time(lost: Sequence[Losses], goal: Goal) -> str:
    """Return the finding of losses over time, without the decisions in which nothing could be lost."""
    rate = error_rate(lost)
    if rate is None:
        return tr("There was nothing to decide yet: each roll left one keep, or keeps worth the same.")
    said = tr(
        "A decision in which something could be lost cost **{rate}** on average.", rate=amount(rate, goal)
    )
    recent = error_rate(lost[-RECENT:])
    if len(lost) <= RECENT or recent is None:
        return said
    return f"{said} " + tr("In the last {count}: **{recent}**.", count=RECENT, recent=amount(recent, goal))


def drill(history: History) -> None:
    st.header(tr("The drill"))
    for goal in (mean_score(), qualify()):
        if lost := drilled(history, goal.is_chance):
            finding = over_time(lost, goal)
            st.markdown(
                ntr(
                    "**{count} answer.** {finding}",
                    "**{count} answers.** {finding}",
                    len(lost),
                    finding=finding,
                )
            )
            if error_rate(lost) is not None and len(lost) > 1:
                charts.show(
                    record_charts.losses_over_time(lost, tr("Answer"), goal),
                    key=f"record_drill_{goal.name}",
                    alt=finding.replace("**", ""),
                )


def missed(history: History) -> None:
    found = mistakes(history)
    if not found:
        return
    st.header(tr("Your mistakes"))
    mastered = sum(mistake.is_mastered for mistake in found)
    waiting = len(due(history, now()))
    with st.container(horizontal=True, gap="large"):
        for label, count in (
            (tr("Due now"), waiting),
            (tr("Back later"), len(found) - mastered - waiting),
            (tr("Mastered"), mastered),
        ):
            st.metric(label, whole(count), width="content")
    st.markdown(drill_view.schedule())
    st.page_link(
        DRILL,
        label=tr("Drill your mistakes"),
        icon=":material/exercise:",
        query_params={"drill": drill_desk.MINE},
        width="content",
    )


def dice(history: History) -> None:
    st.header(tr("Are these dice fair?"))
    both = ((tr("The app's dice"), thrown_faces(history)), (tr("Your own dice"), typed_faces(history)))
    counted = [(whose, faces) for whose, faces in both if faces.dice]
    findings = [fairness(whose, faces) for whose, faces in counted]
    for finding in findings:
        st.markdown(finding)
    alt = " ".join(findings).replace("**", "")
    charts.show(record_charts.faces(counted), key="record_faces", alt=alt)
    st.caption(
        " ".join(
            (
                *(power(whose, faces) for whose, faces in counted),
                tr(
                    "To stand out is to be more uneven than all but {level} of fair records, so one fair "
                    "record in {times} stands out all the same. Only dice of finished turns are here.",
                    level=percent(LEVEL, 0),
                    times=round(1 / LEVEL),
                ),
            )
        )
    )


def power(whose: str, faces: Faces) -> str:
    """Return how surely a faulty die would have been noticed."""
    return tr(
        "{whose}, {count} thrown: a die that shows one face {loaded} of the time instead of {fair} would "
        "stand out in about {power} of such records.",
        whose=whose,
        count=whole(faces.dice),
        loaded=percent(LOADED, 0),
        fair=percent(1 / len(faces.counts)),
        power=percent(min(0.99, faces.power(LOADED)), 0),
    )


def fairness(whose: str, faces: Faces) -> str:
    least = LEAST_EXPECTED * len(faces.counts)
    if not faces.is_telling:
        return tr(
            "**{whose}**, {count} thrown: too few to say anything; it takes {least} at the least.",
            whose=whose,
            count=whole(faces.dice),
            least=least,
        )
    facts = {
        "whose": whose,
        "count": whole(faces.dice),
        "chance": visible_percent(faces.p_value),
        "statistic": decimal(faces.statistic),
        "freedom": len(faces.counts) - 1,
    }
    if faces.p_value < LEVEL:
        return tr(
            "**{whose}**, {count} thrown: fair dice are as uneven as this, or more, in **{chance}** of such "
            "records (χ² {statistic}, {freedom} degrees of freedom). That is rare: throw more, and look "
            "again.",
            **facts,
        )
    return tr(
        "**{whose}**, {count} thrown: fair dice are as uneven as this, or more, in **{chance}** of such "
        "records (χ² {statistic}, {freedom} degrees of freedom). Nothing speaks against them.",
        **facts,
    )


def visible_percent(chance: float) -> str:
    """Return a chance that does not pretend to be 0 when it is only small."""
    least = 0.001
    return tr("less than {number}", number=percent(least)) if chance < least / 2 else percent(chance)


def keeping(history: History) -> None:
    st.header(tr("Where this is kept"))
    st.markdown(
        tr(
            "In this browser on this device, and nowhere else. The server is told of it only to draw this "
            "page and the drill of your mistakes, and writes nothing down. Another browser does not know it, "
            "and clearing the browser's data deletes it: a file keeps it, and takes it along."
        )
    )
    with st.container(horizontal=True):
        if history.events:
            st.download_button(
                tr("Download as a file"),
                history.to_json,
                file_name=f"midnight-history-{date.today().isoformat()}.json",
                mime="application/json",
                icon=":material/download:",
                on_click="ignore",
            )
        upload(history)
        if history.events:
            with st.popover(tr("Delete everything"), icon=":material/delete:"):
                st.markdown(
                    tr(
                        "Turns: {turns}. Answers: {answers}. Once deleted, only a file that you downloaded "
                        "brings them back.",
                        turns=whole(len(history.turns)),
                        answers=whole(len(history.answers)),
                    )
                )
                st.button(tr("Delete them now"), key="record_delete", on_click=delete)
    import_result()


def delete() -> None:
    st.session_state[IMPORT] = None
    diary.clear()
    st.toast(tr("Everything is deleted."), icon=":material/delete:")


@dataclass(frozen=True)
class Import:
    """What came of the last file: how many of its events were new, or what is wrong with it."""

    new: int = 0
    error: InputError | None = None


def upload(history: History) -> None:
    def read(text: str) -> None:
        try:
            found, new = diary.imported(history, text)
            if new:
                diary.add(found)
                # The page may grow above the place of the message.
                st.toast(added(new), icon=":material/check:")
            st.session_state[IMPORT] = Import(new)
        except InputError as error:
            st.session_state[IMPORT] = Import(error=error)

    open_file(tr("Add from a file"), MOST_BYTES, read, key="record_file")


def import_result() -> None:
    last: Import | None = st.session_state.get(IMPORT)
    if last is None:
        return
    if last.error is not None:
        st.error(f"{sentence(last.error)} " + tr("Your history is as it was."))
    elif last.new:
        st.success(added(last.new))
    else:
        st.info(tr("Nothing in this file was new."))


def added(new: int) -> str:
    return ntr(
        "{count} turn or answer was new, and is added.",
        "{count} turns and answers were new, and are added.",
        new,
    )


def unreadable(fault: InputError) -> None:
    st.error(sentence(fault))
    st.markdown(
        tr(
            "So this browser's history cannot be read. It is left as it is, and nothing is added to it. You "
            "can download what is there, and then begin anew."
        )
    )
    with st.container(horizontal=True):
        st.download_button(
            tr("Download what is there"),
            diary.unread().encode("utf-8", "surrogatepass"),
            file_name="midnight-unread.txt",
            mime="text/plain",
            icon=":material/download:",
            on_click="ignore",
        )
        with st.popover(tr("Begin anew"), icon=":material/delete:"):
            st.markdown(tr("This deletes what is there. Only a file that you downloaded still has it then."))
            st.button(tr("Delete it now"), key="record_delete", on_click=diary.clear)


st.title(tr("Your record"))
history = diary.current()
if (problem := diary.trouble()) is not None:
    st.warning(sentence(problem))
if (fault := diary.error()) is not None:
    unreadable(fault)
elif history is None:
    st.caption(tr("Asking this browser what it remembers …"))
else:
    if history.events:
        filled(history)
    else:
        empty()
    keeping(history)
