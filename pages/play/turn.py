"""Play a turn: the dice, and live what every keep of them is worth."""

import streamlit as st

from midnight_core import FACES, Option, solve
from midnight_core.dice import Dice
from midnight_core.gamecode import picked
from midnight_core.review import decisions
from midnight_ui import address, goal_picker, table, turn_view
from midnight_ui.copy_link import title_with_link
from midnight_ui.goal_picker import Picked
from midnight_ui.table import Table
from midnight_ui.text import faces, ntr, sentence, tr
from midnight_ui.tray import tray
from midnight_ui.variant import variant
from midnight_ui.why import amount

ALWAYS, AFTER, OFF = "always", "after", "off"
APP, OWN = "app", "own"
RICH, PLAIN = "rich", "plain"


def settings() -> tuple[Picked, str, str, str]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        goal = goal_picker.pick()
        with st.popover(tr("Settings"), icon=":material/tune:"):
            hints = address.segments(
                "hints",
                tr("Hints"),
                (ALWAYS, AFTER, OFF),
                {ALWAYS: tr("Always"), AFTER: tr("After I choose"), OFF: tr("Off")}.__getitem__,
            )
            dice = address.segments(
                "dice",
                tr("Dice"),
                (APP, OWN),
                {APP: tr("The app throws"), OWN: tr("My own dice")}.__getitem__,
            )
            controls = address.segments(
                "controls",
                tr("Controls"),
                (RICH, PLAIN),
                {RICH: tr("Dice to click"), PLAIN: tr("Plain buttons")}.__getitem__,
            )
            variant(table.KEEPER.current().game.rules, table.play_by, key="variant")
    return goal, hints, dice, controls


@st.fragment
def board(goal: Picked, hints: str, controls: str) -> None:
    # Once more: what a move says of the address is lost when the next click comes before it is sent.
    table.KEEPER.say()
    now = table.KEEPER.current()
    game = now.game
    turn, roll = game.turn, game.roll
    mask = now.mask(table.TRAY)
    keep = picked(roll, mask)
    solution = solve(game.rules, goal.goal)
    options = solution.options(turn, roll) if roll and hints == ALWAYS else ()

    left, right = st.columns([6, 5], gap="medium")
    with left:
        if controls == RICH:
            rich_tray(now, options, goal, hints)
        else:
            plain_tray(now, keep, options, goal)
        if now.error is not None:
            st.error(sentence(now.error))
        buttons(now, is_last=mask == (1 << len(roll)) - 1)
        if hints == AFTER:
            last_decision(now, goal)
        if options:
            st.markdown(turn_view.explained(solution, turn, roll, keep, goal))
        if game.is_over:
            turn_view.worked_out(turn)
    with right:
        if options:
            draw = turn_view.ranking if controls == RICH else turn_view.plain_ranking
            draw(game.code, options, goal)
        if game.is_over:
            turn_view.review_table(decisions(game, goal.goal), goal)
    if options:
        turn_view.scores_chart(turn_view.best_and_chosen(options, keep), key="scores")


def rich_tray(now: Table, options: tuple[Option, ...], goal: Picked, hints: str) -> None:
    game = now.game
    data = turn_view.tray_data(game.turn, game.kept, game.roll, options, goal)
    data["text"] |= {"empty_table": waiting_for(now), "hidden": why_hidden(hints)}
    data |= {
        "code": game.code,
        "chosen": now.chosen,
        "chosen_version": now.version,
        "animate": not now.own_dice,
    }
    tray(data, table.TRAY, on_choice=table.forget_error, on_act=table.act_in_tray)


def why_hidden(hints: str) -> str:
    if hints == AFTER:
        return tr("The numbers are hidden until you have decided.")
    return tr("Hints are off. The look back comes at the end.")


def waiting_for(now: Table) -> str:
    turn = now.game.turn
    if turn.is_over:
        return tr("{score} points", score=turn.score)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll the dice.")


def plain_tray(now: Table, keep: Dice, options: tuple[Option, ...], goal: Picked) -> None:
    game = now.game
    st.markdown(tr("Dice kept: {dice}", dice=faces(game.kept)))
    if not game.roll:
        st.markdown(waiting_for(now))
    else:
        turn_view.plain_dice(game.roll, now.chosen, f"plain {game.code} {now.version}", table.choose)
    if options:
        turn_view.plain_overlay(options, keep, goal)


def buttons(now: Table, *, is_last: bool) -> None:
    game = now.game
    if now.own_dice and not game.roll and not game.is_over:
        own_roll(game.turn.dice_left)
    with st.container(horizontal=True):
        if game.is_over:
            st.button(tr("New turn"), key="new", type="primary", on_click=table.new_turn)
        elif game.roll or not now.own_dice:
            st.button(main_label(now, is_last=is_last), key="act", type="primary", on_click=table.act)
        if game.steps:
            st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=table.undo)
            st.button(tr("Same dice again"), key="restart", icon=":material/replay:", on_click=table.restart)
        if not game.is_over:
            st.button(tr("New turn"), key="new", icon=":material/add:", on_click=table.new_turn)


def main_label(now: Table, *, is_last: bool) -> str:
    if not now.game.roll:
        return tr("Roll")
    return tr("Keep and finish") if is_last else tr("Keep and roll")


def own_roll(dice: int) -> None:
    st.text_input(
        ntr("What your die shows", "What your {count} dice show", dice),
        key=table.OWN_ROLL,
        max_chars=20,
        placeholder="1 4 6",
        on_change=table.enter_own_roll,
    )
    with st.container(horizontal=True, gap="small"):
        for face in range(1, FACES + 1):
            st.button(str(face), key=f"face {face}", on_click=table.add_own_die, args=(face,))


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
goal, hints, dice, controls = settings()
table.use_own_dice(dice == OWN)
board(goal, hints, controls)
