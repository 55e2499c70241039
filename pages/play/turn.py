"""Play a turn: the dice, and live what every keep of them is worth."""

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from midnight_core import Option, Rules, history, solve
from midnight_core.gamecode import Position, mask_of, picked
from midnight_core.history import Played
from midnight_core.review import judge, review
from midnight_ui import (
    address,
    bands,
    board,
    diary,
    goal_picker,
    projector,
    review_view,
    turn_lines,
    turn_table,
    turn_view,
    tutor,
)
from midnight_ui.controls import AFTER, ALWAYS, pick_hints, table_settings
from midnight_ui.copy_link import title_with_link
from midnight_ui.follower import follower
from midnight_ui.goal_picker import Picked
from midnight_ui.navigation import LATE_BUTTON, RULES, WHAT_IF
from midnight_ui.text import faces, sentence, tr
from midnight_ui.turn_table import DEALER, KEEPER, TurnTable
from midnight_ui.tutor import Stopped, Tutor
from midnight_ui.why import amount

APP, OWN = "app", "own"
THRESHOLDS = ("0.1", "0.2", "0.3", "0.5", "0.8", "1", "1.5", "2", "3")
THRESHOLD = "0.5"
POINTS_TO_CHANCE = 1 / 20


def settings() -> tuple[Picked, str, str, bool]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        goal = goal_picker.pick()
        with st.popover(tr("Settings"), icon=":material/tune:"):
            hints = pick_hints()
            dice = address.segments(
                "dice",
                tr("Dice"),
                (APP, OWN),
                {APP: tr("The app throws"), OWN: tr("My own dice")}.__getitem__,
            )
            use_tutor(goal)
            is_plain = table_settings(KEEPER.current().play.rules, turn_table.play_by, key="variant")
    return goal, hints, dice, is_plain


def use_tutor(goal: Picked) -> None:
    unit = POINTS_TO_CHANCE if goal.goal.is_chance else 1
    threshold = tutor.pick(
        "stop",
        tr("Stop me when a keep loses more than"),
        THRESHOLDS,
        lambda step: amount(float(step) * unit, goal.goal),
        THRESHOLD,
        help=tr("Asks before a keep is made that loses too much. Best with hints after you decide."),
    )
    if threshold is not None:
        # A long line must not widen the popover under the reader's hand.
        st.caption(bands.scale(goal.goal), width=272)
    tutor.use(DEALER, None if threshold is None else Tutor(goal.goal, float(threshold) * unit))


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
    error_and_buttons(now, goal)


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
    error_and_buttons(now, goal)
    comment(now, options, goal, hints, st.empty())
    if options:
        turn_view.plain_ranking(options, goal)


def options_shown(now: TurnTable, goal: Picked, hints: str) -> tuple[Option, ...]:
    game = now.play
    if hints != ALWAYS or not game.roll:
        return ()
    return solve(game.rules, goal.goal).options(game.turn, game.roll)


def comment(
    now: TurnTable, options: tuple[Option, ...], goal: Picked, hints: str, picture: DeltaGenerator
) -> None:
    words = st.empty()
    picture.empty()
    game = now.play
    turn_lines.of(game)
    if game.is_over:
        with words.container():
            look_back(now, goal, hints, picture)
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


def look_back(now: TurnTable, goal: Picked, hints: str, picture: DeltaGenerator) -> None:
    game = now.play
    seen = review(game, goal.goal)
    played = turn_lines.with_this(game)
    # What came by a link may be somebody else's, and a second way through the same dice knew them.
    if now.opened != game.code and played == (game,):
        diary.note(Played(game, goal.goal, history.now()), key="diary")
    if hints == AFTER:
        last_decision(now, goal)
    turn_view.worked_out(game.turn)
    st.markdown(review_view.summary(seen, goal))
    review_view.decisions(seen, goal, turn_table.take_back)
    st.caption(bands.scale(goal.goal))
    with picture.container():
        review_view.waterfall(seen, goal, key="waterfall")
        st.html(review_view.table(seen.decisions, goal))
        if len(played) > 1:
            st.html(review_view.lines(played, goal, game))


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


def rich_tray(now: TurnTable, options: tuple[Option, ...], goal: Picked, hints: str) -> None:
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


def waiting_for(now: TurnTable) -> str:
    turn = now.play.turn
    if turn.is_over:
        return tr("{score} points", score=turn.score)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll the dice.")


def error_and_buttons(now: TurnTable, goal: Picked) -> None:
    game = now.play
    error, own = st.empty(), st.empty()
    if now.error is not None:
        error.error(sentence(now.error))
    is_stopped = now.is_waiting(DEALER.tray)
    if now.stopped_now is not None:
        with error.container():
            stopped(now, now.stopped_now, goal, is_waiting=is_stopped)
    is_own_roll = board.is_own_roll(now)
    if is_own_roll:
        with own.container():
            board.own_roll(DEALER, now, game)
    with st.container(horizontal=True, gap="small"):
        if game.is_over:
            st.button(tr("New turn"), key=LATE_BUTTON, type="primary", on_click=DEALER.play_anew)
        else:
            act = DEALER.enter_typed if is_own_roll else DEALER.act
            st.button(
                board.main_label(DEALER, now, game),
                key="act",
                type="primary",
                on_click=act,
                disabled=is_stopped,
            )
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


def stopped(now: TurnTable, stop: Stopped, goal: Picked, *, is_waiting: bool) -> None:
    game = now.play
    keep = picked(game.roll, stop.mask)
    if stop.is_shown:
        solution = solve(game.rules, goal.goal)
        st.info(turn_view.explained(solution, game.turn, game.roll, keep, goal), icon=":material/school:")
    if not is_waiting:
        return
    decision = judge(solve(game.rules, goal.goal), game.turn, game.roll, keep)
    tutor.ask(
        DEALER,
        tr(
            "Keeping **{keep}** loses {loss}: {band}. Play it all the same?",
            keep=faces(sorted(keep)),
            loss=amount(float(decision.loss), goal.goal),
            band=bands.marked(decision.band),
        ),
    )


def last_decision(now: TurnTable, goal: Picked) -> None:
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
