"""Play a turn: the dice, and live what every keep of them is worth."""

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core import Option, Rules, solve
from midnight_core.gamecode import Position, TurnGame, mask_of, picked
from midnight_core.review import review
from midnight_ui import address, board, goal_picker, projector, turn_table, turn_view
from midnight_ui.controls import table_settings
from midnight_ui.copy_link import title_with_link
from midnight_ui.follower import follower
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import LATE_BUTTON, RULES, WHAT_IF
from midnight_ui.table import Table
from midnight_ui.text import faces, sentence, tr
from midnight_ui.turn_table import DEALER, KEEPER
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
            is_plain = table_settings(KEEPER.current().play.rules, turn_table.play_by, key="variant")
    return goal, hints, dice, is_plain


# When two fragments run one right after the other, Streamlit may tell the browser that the first was broken
# off, and then what it no longer draws stays on the screen. So both always draw the same elements, in places
# that may be empty and buttons that may be disabled.
@st.fragment
def dice_and_buttons(goal: Picked, hints: str) -> None:
    """What must be there at once: dice, numbers, buttons. The less there is, the sooner the dice lie."""
    if not KEEPER.is_whole():
        st.rerun()
    now = KEEPER.draw(DEALER.tray)
    rich_tray(now, options_shown(now, goal, hints), goal, hints)
    error_and_buttons(now)


@st.fragment
def commentary(goal: Picked, hints: str, picture: DeltaGenerator) -> None:
    """What may come a moment later: the address, the words, the chart, the look back."""
    if not KEEPER.is_drawn(DEALER.tray):
        st.rerun()
    KEEPER.say()
    now = KEEPER.current()
    comment(now, options_shown(now, goal, hints), goal, hints, picture)
    follower(now.table, now.mask(DEALER.tray), key="follower", on_behind=KEEPER.lost)


@st.fragment
def plain_board(goal: Picked, hints: str) -> None:
    KEEPER.say()
    now = KEEPER.current()
    options = options_shown(now, goal, hints)
    board.plain_tray(DEALER, now, board.Hand(now.play, options, goal, waiting_for(now)))
    error_and_buttons(now)
    comment(now, options, goal, hints, st.empty())
    if options:
        turn_view.plain_ranking(options, goal)


def options_shown(now: Table[TurnGame], goal: Picked, hints: str) -> tuple[Option, ...]:
    game = now.play
    if hints != ALWAYS or not game.roll:
        return ()
    return solve(game.rules, goal.goal).options(game.turn, game.roll)


def comment(
    now: Table[TurnGame], options: tuple[Option, ...], goal: Picked, hints: str, picture: DeltaGenerator
) -> None:
    words = st.empty()
    picture.empty()
    game = now.play
    if game.is_over:
        with words.container():
            if hints == AFTER:
                last_decision(now, goal)
            turn_view.worked_out(game.turn)
        with picture:
            turn_view.review_table(review(game, goal.goal).decisions, goal)
    elif options:
        keep = picked(game.roll, now.mask(DEALER.tray))
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


def rich_tray(now: Table[TurnGame], options: tuple[Option, ...], goal: Picked, hints: str) -> None:
    board.rich_tray(
        DEALER,
        now,
        board.Hand(now.play, options, goal, waiting_for(now)),
        hidden=why_hidden(hints),
        # The room for numbers is the keypad's as long as there is no roll to weigh.
        is_bare=(now.own_dice or projector.is_on()) and not now.play.roll,
        can_be_lost=True,
    )


def why_hidden(hints: str) -> str:
    if hints == AFTER:
        return tr("The numbers are hidden until you have decided.")
    return tr("Hints are off. The look back comes at the end.")


def waiting_for(now: Table[TurnGame]) -> str:
    turn = now.play.turn
    if turn.is_over:
        return tr("{score} points", score=turn.score)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll the dice.")


def error_and_buttons(now: Table[TurnGame]) -> None:
    game = now.play
    error, own = st.empty(), st.empty()
    if now.error is not None:
        error.error(sentence(now.error))
    is_own_roll = board.is_own_roll(now)
    if is_own_roll:
        with own.container():
            board.own_roll(DEALER, now, game)
    with st.container(horizontal=True, gap="small"):
        if game.is_over:
            st.button(tr("New turn"), key=LATE_BUTTON, type="primary", on_click=DEALER.play_anew)
        else:
            act = DEALER.enter_typed if is_own_roll else DEALER.act
            st.button(board.main_label(DEALER, now, game), key="act", type="primary", on_click=act)
        is_fresh = not game.steps
        st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=DEALER.undo, disabled=is_fresh)
        st.button(
            tr("Same dice"),
            key="restart",
            icon=":material/replay:",
            on_click=DEALER.restart,
            disabled=is_fresh or now.own_dice,
        )
        new = st.empty()
        if not game.is_over:
            new.button(tr("New turn"), key="new", icon=":material/add:", on_click=DEALER.play_anew)


def last_decision(now: Table[TurnGame], goal: Picked) -> None:
    judged = review(now.play, goal.goal).decisions
    if not judged:
        return
    last = judged[-1]
    solution = solve(now.play.rules, goal.goal)
    if last.kept.loss:
        loss = amount(last.kept.loss, goal.goal)
        st.markdown(tr("You kept **{kept}** and gave away {loss}.", kept=faces(last.kept.keep), loss=loss))
    else:
        st.markdown(tr("You kept **{kept}**: nothing is better.", kept=faces(last.kept.keep)))
    st.markdown(turn_view.explained(solution, last.turn, last.roll, last.kept.keep, goal))


title_with_link(tr("Play a turn"))
KEEPER.open_from_address()
goal, hints, dice, is_plain = settings()
DEALER.use_own_dice(dice == OWN)
if is_plain:
    plain_board(goal, hints)
else:
    left, right = st.columns([6, 5], gap="medium")
    with left:
        dice_and_buttons(goal, hints)
    with right:
        if hints == ALWAYS:
            turn_view.ranking("ranking")
        picture = st.empty()
    with left:
        commentary(goal, hints, picture)
