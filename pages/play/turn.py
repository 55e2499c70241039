"""Play a turn: the dice, and live what every keep of them is worth."""

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core import FACES, Option, Rules, solve
from midnight_core.gamecode import Position, mask_of, picked
from midnight_core.review import decisions
from midnight_ui import address, goal_picker, projector, table, turn_view
from midnight_ui.controls import table_settings
from midnight_ui.copy_link import title_with_link
from midnight_ui.follower import follower
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import LATE_BUTTON, RULES, WHAT_IF
from midnight_ui.table import Table
from midnight_ui.text import faces, ntr, sentence, tr
from midnight_ui.tray import tray
from midnight_ui.why import amount

ALWAYS, AFTER, OFF = "always", "after", "off"
APP, OWN = "app", "own"


def settings() -> tuple[Picked, str, str, bool]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        goal = goal_picker.pick()
        with st.popover(tr("Settings"), icon=":material/tune:"):
            hints = address.segments(
                "hints",
                tr("Hints"),
                (ALWAYS, AFTER, OFF),
                {ALWAYS: tr("Always"), AFTER: tr("After I decide"), OFF: tr("Off")}.__getitem__,
            )
            dice = address.segments(
                "dice",
                tr("Dice"),
                (APP, OWN),
                {APP: tr("The app throws"), OWN: tr("My own dice")}.__getitem__,
            )
            is_plain = table_settings(table.KEEPER.current().game.rules, table.play_by, key="variant")
    return goal, hints, dice, is_plain


# When two fragments run one right after the other, Streamlit may tell the browser that the first was broken
# off, and then what it no longer draws stays on the screen. So both always draw the same elements, in places
# that may be empty and buttons that may be disabled.
@st.fragment
def board(goal: Picked, hints: str) -> None:
    """What must be there at once: dice, numbers, buttons. The less there is, the sooner the dice lie."""
    if not table.KEEPER.is_whole():
        st.rerun()
    now = table.KEEPER.draw(table.TRAY)
    rich_tray(now, options_shown(now, goal, hints), goal, hints)
    error_and_buttons(now)


@st.fragment
def commentary(goal: Picked, hints: str, picture: DeltaGenerator) -> None:
    """What may come a moment later: the address, the words, the chart, the look back."""
    if not table.KEEPER.is_drawn(table.TRAY):
        st.rerun()
    table.KEEPER.say()
    now = table.KEEPER.current()
    comment(now, options_shown(now, goal, hints), goal, hints, picture)
    follower(now.table, now.mask(table.TRAY), key="follower", on_behind=table.KEEPER.lost)


@st.fragment
def plain_board(goal: Picked, hints: str) -> None:
    table.KEEPER.say()
    now = table.KEEPER.current()
    options = options_shown(now, goal, hints)
    plain_tray(now, options, goal)
    error_and_buttons(now)
    comment(now, options, goal, hints, st.empty())
    if options:
        turn_view.plain_ranking(options, goal)


def options_shown(now: Table, goal: Picked, hints: str) -> tuple[Option, ...]:
    game = now.game
    if hints != ALWAYS or not game.roll:
        return ()
    return solve(game.rules, goal.goal).options(game.turn, game.roll)


def comment(
    now: Table, options: tuple[Option, ...], goal: Picked, hints: str, picture: DeltaGenerator
) -> None:
    words = st.empty()
    picture.empty()
    game = now.game
    if game.is_over:
        with words.container():
            if hints == AFTER:
                last_decision(now, goal)
            turn_view.worked_out(game.turn)
        with picture:
            turn_view.review_table(decisions(game, goal.goal), goal)
    elif options:
        keep = picked(game.roll, now.mask(table.TRAY))
        solution = solve(game.rules, goal.goal)
        with words.container():
            st.markdown(turn_view.explained(solution, game.turn, game.roll, keep, goal))
            position = Position(game.rules, game.kept, game.roll)
            if mask := mask_of(position.roll, keep):
                position = replace(position, pins=(mask,))
            st.page_link(
                WHAT_IF,
                label=tr("Try other keeps in What if"),
                icon=":material/fork_right:",
                query_params={"position": position.code},
            )
        with picture:
            turn_view.scores_chart(turn_view.best_and_chosen(options, keep), key="scores")
    elif not game.steps:
        with picture.container():
            how_it_goes(game.rules)
    elif hints == AFTER:
        with words.container():
            last_decision(now, goal)


def how_it_goes(rules: Rules) -> None:
    st.markdown(
        tr(
            "Roll six dice, keep at least one, and roll the rest until all six are kept. A {first} and a "
            "{second} qualify; the other four dice add up to your score. Without both it is 0.",
            first=rules.required[0],
            second=rules.required[1],
        )
    )
    st.page_link(RULES, label=tr("Rules"), icon=":material/menu_book:")


def rich_tray(now: Table, options: tuple[Option, ...], goal: Picked, hints: str) -> None:
    game = now.game
    data = turn_view.tray_data(game.turn, game.kept, game.roll, options, goal)
    data["text"] |= {"empty_table": waiting_for(now), "hidden": why_hidden(hints)}
    data |= {
        "code": now.table,
        "chosen": now.mask(table.TRAY),
        "chosen_version": now.version,
        "animate": not now.own_dice,
    }
    # The room for numbers is the keypad's as long as there is no roll to weigh.
    data["bare"] |= (now.own_dice or projector.is_on()) and not game.roll
    tray(
        data,
        table.TRAY,
        on_choice=table.KEEPER.forget_error,
        on_act=table.act_in_tray,
        on_lost=table.KEEPER.lose,
    )


def why_hidden(hints: str) -> str:
    if hints == AFTER:
        return tr("The numbers are hidden until you have decided.")
    return tr("Hints are off. The look back comes at the end.")


def waiting_for(now: Table) -> str:
    turn = now.game.turn
    if turn.is_over:
        return tr("{score} points", score=turn.score)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll the dice.")


def plain_tray(now: Table, options: tuple[Option, ...], goal: Picked) -> None:
    game = now.game
    st.markdown(tr("Dice kept: {dice}", dice=faces(game.kept)))
    if not game.roll:
        st.markdown(waiting_for(now))
    else:
        turn_view.plain_dice(game.roll, now.chosen, f"plain {game.code} {now.version}", table.choose)
    if options:
        turn_view.plain_overlay(options, picked(game.roll, now.mask(table.TRAY)), goal)


def error_and_buttons(now: Table) -> None:
    game = now.game
    error, own = st.empty(), st.empty()
    if now.error is not None:
        error.error(sentence(now.error))
    is_own_roll = now.own_dice and not game.roll and not game.is_over
    if is_own_roll:
        with own.container():
            own_roll(now)
    with st.container(horizontal=True, gap="small"):
        if game.is_over:
            st.button(tr("New turn"), key=LATE_BUTTON, type="primary", on_click=table.new_turn)
        else:
            act = table.enter_typed if is_own_roll else table.act
            st.button(main_label(now), key="act", type="primary", on_click=act)
        is_fresh = not game.steps
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=table.undo, disabled=is_fresh)
        st.button(
            tr("Same dice"),
            key="restart",
            icon=":material/replay:",
            on_click=table.restart,
            disabled=is_fresh or now.own_dice,
        )
        new = st.empty()
        if not game.is_over:
            new.button(tr("New turn"), key="new", icon=":material/add:", on_click=table.new_turn)


def main_label(now: Table) -> str:
    roll = now.game.roll
    if not roll:
        return tr("Use these dice") if now.own_dice else tr("Roll")
    is_last = now.mask(table.TRAY) == (1 << len(roll)) - 1
    return tr("Keep and finish") if is_last else tr("Keep and roll")


def own_roll(now: Table) -> None:
    left, to_go = now.game.turn.dice_left, table.dice_to_go(now)
    key = table.field(now)
    st.text_input(
        ntr("What your die shows", "What your {count} dice show", left),
        key=key,
        placeholder=" ".join("146235"[:left]),
        on_change=table.read_field,
        args=(key,),
    )
    with st.container(horizontal=True, gap="xsmall"):
        for face in range(1, FACES + 1):
            st.button(str(face), key=f"face {face}", on_click=table.add_own_die, args=(face,))
        st.button(
            tr("Delete"), key="face back", icon=":material/backspace:", on_click=table.take_back_own_die
        )
    place = st.empty()
    if 0 < to_go < left:
        place.caption(ntr("{count} die to go", "{count} dice to go", to_go))


def last_decision(now: Table, goal: Picked) -> None:
    judged = decisions(now.game, goal.goal)
    if not judged:
        return
    last = judged[-1]
    solution = solve(now.game.rules, goal.goal)
    if last.kept.loss:
        loss = amount(last.kept.loss, goal.goal)
        st.markdown(tr("You kept **{kept}** and gave away {loss}.", kept=faces(last.kept.keep), loss=loss))
    else:
        st.markdown(tr("You kept **{kept}**: nothing is better.", kept=faces(last.kept.keep)))
    st.markdown(turn_view.explained(solution, last.turn, last.roll, last.kept.keep, goal))


title_with_link(tr("Play a turn"))
table.KEEPER.open_from_address()
goal, hints, dice, is_plain = settings()
table.use_own_dice(dice == OWN)
if is_plain:
    plain_board(goal, hints)
else:
    left, right = st.columns([6, 5], gap="medium")
    with left:
        board(goal, hints)
    with right:
        if hints == ALWAYS:
            turn_view.ranking("ranking")
        picture = st.empty()
    with left:
        commentary(goal, hints, picture)
