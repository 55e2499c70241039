"""Drill: one decision after another; choose, then see what it was worth."""

import streamlit as st

from midnight_core import Option, Solution, solve
from midnight_core.drill import Question
from midnight_core.gamecode import picked
from midnight_core.history import now
from midnight_core.mistakes import due, happened, mistakes
from midnight_ui import bands, diary, drill_parts, drill_view, goal_picker, turn_view
from midnight_ui.controls import is_plain, pick_controls, table_settings
from midnight_ui.copy_link import ASKED_BY, title_with_link
from midnight_ui.drill_desk import EXAMINER, KEEPER, DrillDesk
from midnight_ui.examiner import MINE
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import LATE_BUTTON, WHAT_IF
from midnight_ui.text import faces, sentence, tr
from midnight_ui.tray import tray

SEED, SET = "drill_seed", "drill_set"


def pick_set() -> None:
    st.session_state[SET] = KEEPER.current().name
    st.pills(
        tr("Questions"),
        drill_view.NAMES,
        key=SET,
        format_func=drill_view.set_name,
        on_change=lambda: EXAMINER.pick_set(st.session_state[SET]),
        required=True,
        wrap=True,
        label_visibility="collapsed",
    )


@st.fragment
def board() -> None:
    KEEPER.say()
    body, foot = st.container(), st.container()
    with foot:
        history = diary.current() if KEEPER.current().name == MINE else None
    if history is not None:
        EXAMINER.take_due(lambda: due(history, now()))
    desk = KEEPER.current()
    question = desk.series.question
    with body:
        left, right = st.columns([6, 5], gap="medium")
    with left:
        if question is not None:
            ask(desk, question)
        elif desk.series.questions:
            drill_parts.all_asked(EXAMINER, has_others=desk.practice is None)
        if desk.name == MINE:
            found = None if history is None else mistakes(happened(history, now()))
            drill_parts.my_mistakes(EXAMINER, desk, found, drill_view.where_mistakes_come_from())
    with right:
        if desk.series.answers:
            drill_parts.session(desk.series, drill_view.unit_of(desk.series))
        elif desk.practice is None:
            introduction()
        if desk.series.is_looking and not is_plain():
            turn_view.ranking("drill_ranking")
    if desk.noted is not None:
        with foot:
            diary.note(desk.noted, key="drill_note")


def introduction() -> None:
    st.markdown(
        tr(
            "Choose, then check: you see what your keep is worth beside the best one, and why. Your answers "
            "add up here. Whoever opens the link, or picks the same set and types the seed in Settings, gets "
            "the same questions."
        )
    )
    st.caption(
        tr(
            "Questions come as often as in well played turns; a hard decision also comes more often the more "
            "a slip costs. None is left out because its answer is easy or surprising."
        )
    )


def ask(desk: DrillDesk, question: Question) -> None:
    goal = goal_picker.of(question.goal)
    solution = solve(question.position.rules, question.goal)
    options = solution.options(question.turn, question.roll) if desk.series.is_looking else ()
    drill_view.card(desk, question, goal, is_plain())
    if is_plain():
        plain_tray(desk, question, options, goal)
    else:
        rich_tray(desk, question, options, goal)
    buttons(desk)
    if options:
        explained(desk, question, solution, goal)
        if is_plain():
            turn_view.plain_ranking(options, goal)


def rich_tray(desk: DrillDesk, question: Question, options: tuple[Option, ...], goal: Picked) -> None:
    data = turn_view.tray_data(question.turn, question.turn.kept, question.roll, options, goal)
    data["text"] |= {
        "hidden": tr("The numbers are hidden until you have decided."),
        "keys_hint": tr("Enter goes on") if options else tr("Keys 1–6 choose, Enter checks"),
    }
    data["text"]["news"] = drill_view.news(desk.series, question, goal)
    data |= {
        "code": desk.table,
        "chosen": desk.mask(EXAMINER.tray),
        "chosen_version": desk.version,
        "animate": not options,
        # A quick second Enter is not to take the answer off the screen.
        "over": bool(options),
    }
    tray(data, EXAMINER.tray, on_choice=KEEPER.forget_error, on_act=EXAMINER.act_in_tray)


def plain_tray(desk: DrillDesk, question: Question, options: tuple[Option, ...], goal: Picked) -> None:
    st.markdown(tr("Dice kept: {dice}", dice=faces(question.turn.kept)))
    turn_view.plain_dice(question.roll, desk.chosen, f"plain {desk.table} {desk.version}", EXAMINER.choose)
    if options:
        turn_view.plain_overlay(options, picked(question.roll, desk.mask(EXAMINER.tray)), goal)


def buttons(desk: DrillDesk) -> None:
    error = st.empty()
    if desk.error is not None:
        error.error(sentence(desk.error))
    row = st.container(horizontal=True, gap="small")
    with row:
        label, key = (tr("Next"), f"{LATE_BUTTON}_next") if desk.series.is_looking else (tr("Check"), "check")
        # As wide with either word, so that the others stay where they are.
        st.button(label, key=key, type="primary", width=90, on_click=EXAMINER.act, args=(desk.table,))
        drill_parts.start_again(EXAMINER, is_begun=bool(desk.series.answers))
    # In a row of its own, or the last of them would stand alone in most widths.
    with st.container(horizontal=True, gap="small") if desk.practice is None else row:
        if desk.practice is None:
            drill_parts.other_questions(EXAMINER)
        settings(desk)


def settings(desk: DrillDesk) -> None:
    with st.popover(tr("Settings"), icon=":material/tune:"):
        if desk.name == MINE:
            pick_controls()
            return
        drill_parts.seed_field(EXAMINER, desk.drill.seed, SEED)
        table_settings(desk.drill.rules, lambda rules: EXAMINER.ask(rules=rules), key="drill_variant")


def explained(desk: DrillDesk, question: Question, solution: Solution, goal: Picked) -> None:
    kept = desk.series.judged[-1].kept.keep
    st.markdown(turn_view.explained(solution, question.turn, question.roll, kept, goal))
    st.page_link(
        WHAT_IF,
        label=tr("Try other keeps in What if"),
        icon=":material/fork_right:",
        query_params={"position": question.position.code},
    )
    st.caption(bands.scale(goal.goal))


title_with_link(tr("Drill"), {KEEPER.parameter: ASKED_BY})
KEEPER.open_from_address()
pick_set()
board()
