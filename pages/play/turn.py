"""Play a turn: the dice, and live what every keep of them is worth."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from midnight_core import FACES, Option, solve
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


@dataclass(frozen=True)
class Setting:
    """What the reader has set: the same for every part of the page."""

    goal: Picked
    hints: str
    dice: str
    controls: str

    def options(self, now: Table) -> tuple[Option, ...]:
        """Return the keeps of the roll, best first; none when they are not to be shown."""
        game = now.game
        if not game.roll or self.hints != ALWAYS:
            return ()
        return solve(game.rules, self.goal.goal).options(game.turn, game.roll)


def settings() -> Setting:
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
    return Setting(goal, hints, dice, controls)


# The page is drawn in parts, so that new dice are on the screen before anything that takes longer. A move
# draws the table; the tray then tells the server what is chosen on it, and the address and the rest follow.
PARTS = ("table", "why", "ranking", "scores")


def drawn() -> dict[str, object]:
    """Return what each part shows now, by the part's name."""
    shown: dict[str, object] = st.session_state.setdefault("drawn", {})
    return shown


def state_of(part: str) -> object:
    """Return what a part ought to show."""
    now = table.KEEPER.current()
    chosen = {"table": now.is_all_chosen, "ranking": None}.get(part, now.mask(table.TRAY))
    return now.code, now.version, now.own_dice, now.error, chosen


def choice_told() -> None:
    """Draw what is behind, now that the tray has told what is chosen."""
    now = table.KEEPER.current()
    if now.error is not None and now.mask(table.TRAY):
        table.forget_error()
    table.KEEPER.say()
    behind = [part for part in PARTS if drawn().get(part) != state_of(part)]
    if behind:
        st.rerun(behind)


def moving(move: Callable[[], None], setting: Setting) -> Callable[[], None]:
    """Return a callback that makes a move; plain controls tell nothing afterwards, so they do all at once."""

    def moved() -> None:
        move()
        if setting.controls == PLAIN:
            table.KEEPER.say()
            st.rerun(PARTS)

    return moved


@st.fragment(key="table")
def table_part(setting: Setting) -> None:
    now = table.KEEPER.current()
    if setting.controls == RICH:
        rich_tray(now, setting)
    else:
        plain_tray(now, setting)
    if now.error is not None:
        st.error(sentence(now.error))
    buttons(now, setting)
    drawn()["table"] = state_of("table")


@st.fragment(key="why")
def why_part(setting: Setting) -> None:
    now = table.KEEPER.current()
    game = now.game
    if setting.hints == AFTER:
        last_decision(now, setting.goal)
    if game.roll and setting.hints == ALWAYS:
        solution = solve(game.rules, setting.goal.goal)
        keep = picked(game.roll, now.mask(table.TRAY))
        st.markdown(turn_view.explained(solution, game.turn, game.roll, keep, setting.goal))
    if game.is_over:
        turn_view.worked_out(game.turn)
    drawn()["why"] = state_of("why")


@st.fragment(key="ranking")
def ranking_part(setting: Setting) -> None:
    now = table.KEEPER.current()
    options = setting.options(now)
    if options:
        draw = turn_view.ranking if setting.controls == RICH else turn_view.plain_ranking
        draw(now.code, options, setting.goal)
    elif now.game.is_over:
        turn_view.review_table(decisions(now.game, setting.goal.goal), setting.goal)
    drawn()["ranking"] = state_of("ranking")


@st.fragment(key="scores")
def scores_part(setting: Setting) -> None:
    now = table.KEEPER.current()
    options = setting.options(now)
    if options:
        keep = picked(now.game.roll, now.mask(table.TRAY))
        turn_view.scores_chart(turn_view.best_and_chosen(options, keep), key="scores")
    drawn()["scores"] = state_of("scores")


def rich_tray(now: Table, setting: Setting) -> None:
    game = now.game
    data = turn_view.tray_data(game.turn, game.kept, game.roll, setting.options(now), setting.goal)
    data["text"] |= {"empty_table": waiting_for(now), "hidden": why_hidden(setting.hints)}
    data |= {
        "code": game.code,
        "chosen": now.chosen,
        "chosen_version": now.version,
        "animate": not now.own_dice,
    }
    tray(data, table.TRAY, on_choice=choice_told, on_act=moving(table.act_in_tray, setting))


def why_hidden(hints: str) -> str:
    if hints == AFTER:
        return tr("The numbers are hidden until you have decided.")
    return tr("Hints are off. The look back comes at the end.")


def waiting_for(now: Table) -> str:
    turn = now.game.turn
    if turn.is_over:
        return tr("{score} points", score=turn.score)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll the dice.")


def plain_tray(now: Table, setting: Setting) -> None:
    game = now.game
    st.markdown(tr("Dice kept: {dice}", dice=faces(game.kept)))
    if not game.roll:
        st.markdown(waiting_for(now))
    else:
        turn_view.plain_dice(game.roll, now.chosen, f"plain {game.code} {now.version}", choose)
    options = setting.options(now)
    if options:
        turn_view.plain_overlay(options, picked(game.roll, now.mask(table.TRAY)), setting.goal)


def choose(mask: int) -> None:
    table.choose(mask)
    st.rerun(PARTS)


def buttons(now: Table, setting: Setting) -> None:
    game = now.game
    if now.own_dice and not game.roll and not game.is_over:
        own_roll(game.turn.dice_left, setting)
    with st.container(horizontal=True):
        if game.is_over:
            st.button(tr("New turn"), key="new", type="primary", on_click=moving(table.new_turn, setting))
        elif game.roll or not now.own_dice:
            st.button(main_label(now), key="act", type="primary", on_click=moving(table.act, setting))
        if game.steps:
            st.button(tr("Undo"), key="undo", icon=":material/undo:", on_click=moving(table.undo, setting))
            st.button(
                tr("Same dice again"),
                key="restart",
                icon=":material/replay:",
                on_click=moving(table.restart, setting),
            )
        if not game.is_over:
            st.button(
                tr("New turn"), key="new", icon=":material/add:", on_click=moving(table.new_turn, setting)
            )


def main_label(now: Table) -> str:
    if not now.game.roll:
        return tr("Roll")
    return tr("Keep and finish") if now.is_all_chosen else tr("Keep and roll")


def own_roll(dice: int, setting: Setting) -> None:
    st.text_input(
        ntr("What your die shows", "What your {count} dice show", dice),
        key=table.OWN_ROLL,
        max_chars=20,
        placeholder="1 4 6",
        on_change=moving(table.enter_own_roll, setting),
    )
    with st.container(horizontal=True, gap="small"):
        for face in range(1, FACES + 1):
            st.button(
                str(face), key=f"face {face}", on_click=moving(partial(table.add_own_die, face), setting)
            )


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
setting = settings()
table.use_own_dice(setting.dice == OWN)
left, right = st.columns([6, 5], gap="medium")
with left:
    table_part(setting)
    why_part(setting)
with right:
    ranking_part(setting)
scores_part(setting)
