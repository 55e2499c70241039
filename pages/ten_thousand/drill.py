"""Drill 10 000: what to set aside, and whether to roll on; choose, then see what it was worth."""

from typing import Any

import streamlit as st

from midnight_core import DICE
from midnight_core.gamecode import picked
from midnight_core.history import now
from midnight_core.mistakes import happened, ripe, ten_left_out, ten_mistakes
from midnight_core.ten_thousand import BANK, ROLL, Option
from midnight_core.ten_thousand.drill import Question, sets_of
from midnight_ui import (
    bands,
    diary,
    drill_parts,
    ten_drill_desk,
    ten_drill_view,
    ten_house,
    ten_view,
    turn_view,
)
from midnight_ui.controls import is_plain, pick_controls
from midnight_ui.copy_link import ASKED_BY, title_with_link
from midnight_ui.examiner import MINE
from midnight_ui.navigation import LATE_BUTTON, TEN_RULES
from midnight_ui.ten_aim import MEAN, WIN, Aim
from midnight_ui.ten_drill_desk import EXAMINER, KEEPER, TenDesk
from midnight_ui.ten_why import why
from midnight_ui.text import sentence, tr
from midnight_ui.tray import tray

SEED, SET = "ten_seed", "ten_set"


def pick_set() -> None:
    desk = KEEPER.current()
    st.session_state[SET] = desk.name
    st.pills(
        tr("Questions"),
        (*sets_of(desk.drill.house), MINE),
        key=SET,
        format_func=ten_drill_view.set_name,
        on_change=lambda: ten_drill_desk.pick_set(st.session_state[SET]),
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
    house = KEEPER.current().drill.house
    found = None if history is None else ten_mistakes(happened(history, now()), house)
    if found:
        EXAMINER.take_due(lambda: ripe(found, now()))
    desk = KEEPER.current()
    question = desk.series.question
    with body:
        left, right = st.columns([6, 5], gap="medium")
    with left:
        if question is not None:
            ask(desk, question)
        else:
            all_asked(desk)
        if desk.name == MINE:
            drill_parts.my_mistakes(EXAMINER, desk, found, ten_drill_view.where_mistakes_come_from(house))
            if history is not None and (older := ten_left_out(happened(history, now()), house)):
                st.caption(ten_drill_view.left_out(older))
    with right:
        if desk.series.answers:
            drill_parts.session(desk.series, ten_drill_view.unit_of(desk.series))
        elif desk.practice is None:
            introduction()
        if desk.series.is_looking and not is_plain():
            ten_view.ranking("ten_drill_ranking")
    if desk.noted is not None:
        with foot:
            diary.note(desk.noted, key="ten_drill_note")


def introduction() -> None:
    st.markdown(
        tr(
            "Choose dice, then roll on or write down: you see what that is worth beside the best you could "
            "do, and why. Your answers add up here. Whoever opens the link, or picks the same set and types "
            "the seed in Settings, gets the same questions."
        )
    )
    st.caption(
        tr(
            "Questions come as often as in well played turns; a hard decision also comes more often the more "
            "a slip costs. With few dice, the best is to write down in half of the questions."
        )
    )


def ask(desk: TenDesk, question: Question) -> None:
    solution = question.solution
    options = solution.options(question.total, len(question.roll), question.roll)
    shown = options if desk.series.is_looking else ()
    aim = Aim(WIN if question.aim.behind else MEAN, solution)
    ten_drill_view.card(desk, question, is_plain=is_plain())
    if is_plain():
        plain_tray(desk, question, shown, aim)
    else:
        rich_tray(desk, question, shown, aim)
    buttons(desk)
    if shown:
        explained(desk, question)
        if is_plain():
            ten_view.plain_ranking(shown, aim)


def rich_tray(desk: TenDesk, question: Question, options: tuple[Option, ...], aim: Aim) -> None:
    data: dict[str, Any] = ten_view.hand_data(question, options, aim)
    data["text"] |= {
        "hidden": tr("The numbers are hidden until you have decided."),
        "news": ten_drill_view.news(desk.series, question),
    }
    if options:
        data["text"]["keys_hint"] = tr("Enter goes on")
    data |= {
        "slots": slots(question),
        "code": desk.table,
        "chosen": desk.mask(EXAMINER.tray),
        "chosen_version": desk.version,
        "animate": not options,
        # A quick second Enter is not to take the answer off the screen.
        "over": bool(options),
        "keys": {} if options else data["keys"],
    }
    tray(data, EXAMINER.tray, on_choice=KEEPER.forget_error, on_act=EXAMINER.act_in_tray)


def slots(question: Question) -> list[turn_view.Slot]:
    """Return the places of dice set aside: how many there are, as nobody knows which."""
    aside = DICE - len(question.roll)
    return turn_view.six_slots([("kept", None, tr("A die set aside"))] * aside)


def plain_tray(desk: TenDesk, question: Question, options: tuple[Option, ...], aim: Aim) -> None:
    turn_view.plain_dice(question.roll, desk.chosen, f"plain {desk.table} {desk.version}", EXAMINER.choose)
    if options:
        ten_view.plain_overlay(options, picked(question.roll, desk.mask(EXAMINER.tray)), aim)


def buttons(desk: TenDesk) -> None:
    error = st.empty()
    if desk.error is not None:
        error.error(sentence(desk.error))
    row = st.container(horizontal=True, gap="small")
    with row:
        if desk.series.is_looking:
            act_button(desk, tr("Next"), f"{LATE_BUTTON}_next", "")
        else:
            act_button(desk, tr("Roll on"), "roll", ROLL)
            act_button(desk, tr("Write down"), "bank", BANK)
        drill_parts.start_again(EXAMINER, is_begun=bool(desk.series.answers))
    # In a row of its own, or the last of them would stand alone in most widths.
    with st.container(horizontal=True, gap="small") if desk.practice is None else row:
        if desk.practice is None:
            drill_parts.other_questions(EXAMINER)
        settings(desk)


def act_button(desk: TenDesk, label: str, key: str, act: str) -> None:
    st.button(label, key=key, type="primary", on_click=EXAMINER.act, args=(desk.table, act))


def settings(desk: TenDesk) -> None:
    with st.popover(tr("Settings"), icon=":material/tune:"):
        if desk.practice is None:
            drill_parts.seed_field(EXAMINER, desk.drill.seed, SEED)
        ten_house.presets(desk.drill.house, ten_drill_desk.play_by)
        st.page_link(TEN_RULES, label=tr("Make house rules of your own"), icon=":material/menu_book:")
        pick_controls()


def explained(desk: TenDesk, question: Question) -> None:
    decision = desk.series.judged[-1]
    chosen, measure = decision.chosen, question.aim.measure
    st.markdown(why(question.solution, measure, question.total, question.roll, chosen.dice, chosen.action))
    st.caption(bands.scale_ten(measure))


def all_asked(desk: TenDesk) -> None:
    if desk.practice is not None:
        if desk.series.questions:
            drill_parts.all_asked(EXAMINER, has_others=False)
        settings(desk)
        return
    if not desk.series.questions:
        st.markdown(
            tr(
                "By these house rules there is nothing of this kind to decide. Pick another kind of "
                "questions."
            )
        )
        settings(desk)
        return
    drill_parts.all_asked(EXAMINER, has_others=True)


title_with_link(tr("Drill 10 000"), {KEEPER.parameter: ASKED_BY})
KEEPER.open_from_address()
pick_set()
board()
