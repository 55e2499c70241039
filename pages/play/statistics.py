"""Your record: what the turns and answers on this device come to, and where they are kept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from math import erf, sqrt

import streamlit as st

from midnight_core import InputError
from midnight_core.events import MOST_DECISIONS
from midnight_core.goals import mean_score, qualify
from midnight_core.history import MOST_BYTES, Answered, History, Played, now
from midnight_core.mistakes import happened, mistakes, ripe, ten_left_out, ten_mistakes
from midnight_core.record import (
    LEAST_EXPECTED,
    LEVEL,
    RECENT,
    Faces,
    Losses,
    Record,
    TenRecord,
    drilled,
    error_rate,
    kinds,
    record,
    ten_drilled,
    ten_kinds,
    ten_record,
    thrown_faces,
    typed_faces,
)
from midnight_core.review import Band
from midnight_core.ten_thousand import HouseRules, house_code
from midnight_core.ten_thousand.goals import TenGoal
from midnight_core.ten_thousand.review import Measure
from midnight_ui import (
    address,
    bands,
    charts,
    diary,
    drill_desk,
    drill_parts,
    goal_picker,
    record_charts,
    ten_drill_desk,
    ten_drill_view,
    ten_house,
    ten_races,
    ten_solving,
    units,
)
from midnight_ui.examiner import MINE, Mistakes
from midnight_ui.navigation import DRILL, TEN, TEN_DRILL
from midnight_ui.open_file import open_file
from midnight_ui.text import decimal, ntr, percent, sentence, tr, whole
from midnight_ui.units import CHANCE, TURNS, Unit
from midnight_ui.variant import name

TURN = "pages/play/turn.py"

IMPORT, HOPED = "record_import", "record_hoped"

MIDNIGHT_GAME, TEN_GAME = "midnight", "ten"

WIDTH = 360

LOADED = 0.25
"""Chance of one face of the faulty die that the test's limits are told by."""


@dataclass(frozen=True)
class Kind:
    """What some turns have in common: rules and goal, in words; their unit; what the bands stand for."""

    game: str
    goal: str
    unit: Unit
    scale: str


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
        st.page_link(TEN, label=tr("Play 10 000"), icon=":material/casino:", width="content")
        st.page_link(TEN_DRILL, label=tr("Drill 10 000"), icon=":material/exercise:", width="content")


def filled(history: History) -> None:
    if picked_game(history) == TEN_GAME:
        ten(history)
    else:
        midnight(history)
    if history.turns or history.ten_turns:
        dice(history)


def picked_game(history: History) -> str:
    """Draw the choice between the games, if both were played, and return what is picked."""
    has_midnight = bool(history.turns or history.answers)
    if not (has_midnight and history.houses):
        return MIDNIGHT_GAME if has_midnight else TEN_GAME
    labels = {MIDNIGHT_GAME: tr("Midnight"), TEN_GAME: tr("10 000")}
    last = MIDNIGHT_GAME if isinstance(history.events[-1], Played | Answered) else TEN_GAME
    return address.segments("game", tr("Game"), tuple(labels), labels.__getitem__, default=last)


# ---------------------------------------------------------------------------------------------- Midnight


def midnight(history: History) -> None:
    if history.turns:
        st.header(tr("How you play"))
        picked = picked_kind(history)
        if picked is not None:
            turns(*picked)
    drill((drilled(history, goal.is_chance), units.of(goal), goal.name) for goal in (mean_score(), qualify()))
    missed(mistakes(happened(history, now())), DRILL, {drill_desk.KEEPER.parameter: MINE})


def picked_kind(history: History) -> tuple[Record, Kind] | None:
    """Draw the choice between what was played, if there is one, and return what is picked."""
    offered = {
        f"{name(rules)}-{goal.name.replace(' ', '-')}": (rules, goal) for rules, goal in kinds(history)
    }
    labels = {
        key: tr("{game}: {goal}", game=name(rules), goal=goal_picker.of(goal).label)
        for key, (rules, goal) in offered.items()
    }
    rules, goal = offered[pick("record", tr("Turns played by"), labels)]
    seen = record(history, rules, goal)
    if seen is None:
        return None
    return seen, Kind(name(rules), goal_picker.of(goal).label, units.of(goal), bands.scale(goal))


def pick(parameter: str, label: str, labels: Mapping[str, str]) -> str:
    """Draw a choice, unless there is only one thing to choose, and return what is picked."""
    first = next(iter(labels))
    return address.one_of(parameter, label, labels, first, width=WIDTH) if len(labels) > 1 else first


# ------------------------------------------------------------------------------------------------ 10 000


def ten(history: History) -> None:
    house = picked_house(history)
    offered = ten_kinds(history, house)
    if offered:
        st.header(tr("How you play"))
        ten_turns(history, house, offered)
    drill(
        (ten_drilled(history, house, measure), units.of_ten(measure), measure.value)
        for measure in (Measure.POINTS, Measure.CHANCE)
    )
    asked = {ten_drill_desk.KEEPER.parameter: MINE, ten_house.PARAMETER: house_code(house)}
    missed(ten_mistakes(happened(history, now()), house), TEN_DRILL, asked)
    if older := ten_left_out(happened(history, now()), house):
        st.caption(ten_drill_view.left_out(older))


def picked_house(history: History) -> HouseRules:
    """Draw the choice between house rules, if there is one, and return what is picked."""
    offered = {house_code(house): house for house in history.houses}
    labels = {code: ten_drill_view.house_named(house) for code, house in offered.items()}
    return offered[pick("record_house", tr("House rules"), labels)]


def ten_turns(history: History, house: HouseRules, played: Sequence[tuple[TenGoal, int]]) -> None:
    offered = {f"{goal.name.replace(' ', '-')}-{score}": (goal, score) for goal, score in played}
    labels = {key: ten_drill_view.goal_named(*kind) for key, kind in offered.items()}
    key = pick("record_ten", tr("Turns played for"), labels)
    goal, score = offered[key]
    is_turns = goal.measure is Measure.TURNS
    if is_turns and not ten_solving.at_hand(ten_races.TURNS, (house,), key="record"):
        return
    seen = ten_record(history, house, goal, score)
    if seen is None:
        return
    measure, game = goal.measure, ten_drill_view.house_named(house)
    turns(seen, Kind(game, labels[key], units.of_ten(measure), bands.scale_ten(measure)))
    if seen.left_out:
        st.caption(
            ntr(
                "These are the turns of the newest {most} decisions; {count} older turn is left out.",
                "These are the turns of the newest {most} decisions; {count} older turns are left out.",
                seen.left_out,
                most=whole(MOST_DECISIONS),
            )
        )


def points_written(seen: TenRecord) -> str:
    """Return the points a turn, for a goal whose unit is another."""
    unit = units.of_ten(Measure.POINTS)
    return tr(
        "You wrote down **{points}** a turn on average; the best play for this goal writes down {best}.",
        points=unit.amount(seen.points.mean),
        best=unit.amount(seen.mean_turn),
    )


# ------------------------------------------------------------------------------------------- either of them


def turns(seen: Record, kind: Kind) -> None:
    result(seen, kind)
    if sum(seen.bands.values()):
        losses(seen, kind)


def level(value: float, unit: Unit) -> str:
    """Return what a turn comes to: points, turns to go, or a chance."""
    return unit.worth(value) if unit.kind in (CHANCE, TURNS) else unit.amount(value)


def result(seen: Record, kind: Kind) -> None:
    unit = kind.unit
    finding = ntr(
        "In **{count} turn** ({game}: {goal}) you come to **{mean}**; perfect play expects {start}.",
        "In **{count} turns** ({game}: {goal}) you come to **{mean}** on average; perfect play expects "
        "{start}.",
        seen.turns,
        game=kind.game,
        goal=kind.goal,
        mean=level(seen.result.mean, unit),
        start=level(seen.start, unit),
    )
    st.markdown(finding)
    if isinstance(seen, TenRecord) and unit != units.of_ten(Measure.POINTS):
        st.markdown(points_written(seen))
    without = tr(
        "{luck} Without luck you stand at **{adjusted}**: your decisions gave away {lost} a turn.",
        luck=luck(seen, unit),
        adjusted=level(seen.adjusted.mean, unit),
        lost=unit.amount(seen.lost),
    )
    charts.show(
        record_charts.beside_perfect_play(seen, unit),
        key="record_result",
        alt=f"{finding} {without}".replace("**", ""),
    )
    st.markdown(without)
    st.markdown(
        tr(
            "Your result is what perfect play expects, plus luck, minus what your decisions gave away, "
            "exactly, though each number here is rounded. Luck averages zero however you decide, so what is "
            "left without it is your play."
        )
    )
    st.caption(certainty(seen, unit))


def luck(seen: Record, unit: Unit) -> str:
    size = unit.amount(abs(seen.luck))
    if unit.kind == TURNS and seen.luck:
        if seen.luck > 0:
            return tr("The dice were kind: each turn they saved you {luck}.", luck=size)
        return tr("The dice were unkind: each turn they cost you {luck}.", luck=size)
    if seen.luck > 0:
        return tr("The dice were kind: {luck} a turn more than they give on average.", luck=size)
    if seen.luck < 0:
        return tr("The dice were unkind: {luck} a turn less than they give on average.", luck=size)
    return tr("The dice gave exactly what they give on average.")


def certainty(seen: Record, unit: Unit) -> str:
    """Return how far the numbers can be trusted."""
    result, adjusted = seen.result, seen.adjusted
    if result.error is None or adjusted.error is None:
        return tr("One turn says next to nothing: how certain an average is shows from the second turn on.")
    said = [
        tr(
            "The bars are {count} standard errors to either side; in about {level} of all records the true "
            "average lies within them, once there are some dozens of turns. One standard error: {error} of "
            "your average, {adjusted} without luck.",
            count=record_charts.ERRORS,
            level=percent(erf(record_charts.ERRORS / sqrt(2)), 0),
            error=unit.amount(result.error),
            adjusted=unit.amount(adjusted.error),
        )
    ]
    if seen.steadiness is not None and seen.steadiness > 1:
        said.append(
            tr(
                "To know your play as well from the results alone would take {times} times as many turns.",
                times=decimal(seen.steadiness, 1),
            )
        )
    said.append(tr("Turns in which you followed the hints, or took a decision back, count as well."))
    return " ".join(said)


def losses(seen: Record, kind: Kind) -> None:
    st.header(tr("What your decisions give away"))
    rated = error_rate(seen.losses)
    finding = over_time(seen.losses, kind.unit)
    st.markdown(finding)
    if rated is not None and len(seen.losses) > 1:
        charts.show(
            record_charts.losses_over_time(seen.losses, tr("Turn"), kind.unit),
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
    st.caption(kind.scale)


def over_time(lost: Sequence[Losses], unit: Unit) -> str:
    """Return the finding of losses over time, without the decisions in which nothing could be lost."""
    rate = error_rate(lost)
    if rate is None:
        return tr("There was nothing to decide yet: each roll left one choice, or choices worth the same.")
    said = tr(
        "A decision in which something could be lost cost **{rate}** on average.", rate=unit.amount(rate)
    )
    recent = error_rate(lost[-RECENT:])
    if len(lost) <= RECENT or recent is None:
        return said
    return f"{said} " + tr("In the last {count}: **{recent}**.", count=RECENT, recent=unit.amount(recent))


def drill(parts: Iterable[tuple[Sequence[Losses], Unit, str]]) -> None:
    """Draw how answers went, unit by unit; the last of each part is a Streamlit key."""
    several = [part for part in parts if part[0]]
    if several:
        st.header(tr("The drill"))
    for lost, unit, key in several:
        finding = over_time(lost, unit)
        st.markdown(
            ntr("**{count} answer.** {finding}", "**{count} answers.** {finding}", len(lost), finding=finding)
        )
        if error_rate(lost) is not None and len(lost) > 1:
            charts.show(
                record_charts.losses_over_time(lost, tr("Answer"), unit),
                key=f"record_drill_{key}",
                alt=finding.replace("**", ""),
            )


def missed(found: Mistakes, page: str, asked: Mapping[str, str]) -> None:
    """Draw how far mistakes have come, and the way to the page that asks them."""
    if not found:
        return
    st.header(tr("Your mistakes"))
    mastered = sum(mistake.is_mastered for mistake in found)
    waiting = len(ripe(found, now()))
    with st.container(horizontal=True, gap="large"):
        for label, count in (
            (tr("Due now"), waiting),
            (tr("Back later"), len(found) - mastered - waiting),
            (tr("Mastered"), mastered),
        ):
            st.metric(label, whole(count), width="content")
    st.markdown(drill_parts.schedule())
    st.page_link(
        page,
        label=tr("Drill your mistakes"),
        icon=":material/exercise:",
        query_params=dict(asked),
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
                *((tr("The dice of both games count here."),) if history.turns and history.ten_turns else ()),
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
    st.markdown(
        tr(
            "The turns of a match do not count here, as they are played for its pot: "
            "the match looks back on them."
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
                        turns=whole(len(history.turns) + len(history.ten_turns)),
                        answers=whole(len(history.answers) + len(history.ten_answers)),
                    )
                )
                st.button(tr("Delete them now"), key="record_delete", on_click=delete)
    import_result()


def delete() -> None:
    st.session_state[IMPORT] = None
    diary.clear()
    st.session_state[HOPED] = Import()


@dataclass(frozen=True)
class Import:
    """How many events of a file are new, none if all is deleted; or what is wrong with the file."""

    new: int = 0
    error: InputError | None = None


def upload(history: History) -> None:
    def read(text: str) -> None:
        try:
            found, new = diary.imported(history, text)
            st.session_state[IMPORT] = None if new else Import()
            if new:
                diary.add(found)
                st.session_state[HOPED] = Import(new)
        except InputError as error:
            st.session_state[IMPORT] = Import(error=error)

    open_file(tr("Add from a file"), MOST_BYTES, read, key="record_file")


def answered() -> None:
    """Say that it is done, once the browser says so."""
    hoped: Import | None = st.session_state.get(HOPED)
    if hoped is None or diary.is_waiting():
        return
    st.session_state[HOPED] = None
    if diary.trouble() is not None:
        return
    # The page may grow above the place of the message.
    if hoped.new:
        st.session_state[IMPORT] = hoped
        st.toast(added(hoped.new), icon=":material/check:")
    else:
        st.toast(tr("Everything is deleted."), icon=":material/delete:")


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
answered()
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
