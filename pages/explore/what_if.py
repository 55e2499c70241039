"""What if: any position, any roll, every keep; pin some side by side, and go on from any of them."""

import streamlit as st

from midnight_core import Option, Solution, solve
from midnight_core.dice import Dice
from midnight_core.gamecode import mask_of, picked
from midnight_ui import desk, goal_picker, turn_view
from midnight_ui.controls import table_settings
from midnight_ui.copy_link import title_with_link
from midnight_ui.desk import Desk
from midnight_ui.dice_svg import dice_svg
from midnight_ui.goal_picker import Picked
from midnight_ui.options_csv import options_csv
from midnight_ui.text import decimal, faces, percent, sentence, tr
from midnight_ui.tray import tray
from midnight_ui.why import amount, worth


@st.fragment
def board(goal: Picked, is_plain: bool) -> None:
    desk.KEEPER.say()
    now = desk.KEEPER.current()
    if new := desk.just_pinned():
        # On a phone the pins are drawn below what is in view.
        st.toast(tr("Pinned: {keep}", keep=new), icon=":material/keep:")
    position = now.position
    turn, roll = position.turn, position.roll
    solution = solve(position.rules, goal.goal)
    options = solution.options(turn, roll) if roll else ()
    keep = picked(roll, now.mask(desk.TRAY))

    fields(now)
    left, right = st.columns([6, 5], gap="medium")
    with left:
        if is_plain:
            plain_desk(now, keep, options, goal)
        else:
            rich_desk(now, options, goal)
        buttons(now)
        if options:
            st.markdown(turn_view.explained(solution, turn, roll, keep, goal))
        elif turn.is_over:
            turn_view.worked_out(turn)
        else:
            before_the_roll(solution, now, goal)
    with right:
        if not is_plain:
            turn_view.ranking("desk_ranking")
        elif options:
            turn_view.plain_ranking(options, goal)
    if options:
        pins = [turn_view.option_of(options, picked(roll, mask)) for mask in position.pins]
        pinned([option for option in pins if option is not None], now, goal)
        chart(options, keep, [option for option in pins if option is not None])


def fields(now: Desk) -> None:
    desk.show_in_fields(now)
    left = now.position.turn.dice_left
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(tr("Dice kept"), key=desk.KEPT, placeholder=tr("none"), on_change=desk.read_fields)
        st.text_input(
            tr("Roll of {count} dice", count=left) if left != 1 else tr("Roll of the last die"),
            key=desk.ROLL,
            placeholder="1 2 3 5"[: 2 * left - 1] if left else "",
            on_change=desk.read_fields,
        )
        if left:
            st.button(tr("Random roll"), key="desk_throw", icon=":material/casino:", on_click=desk.throw)
        st.button(tr("Clear"), key="desk_clear", on_click=desk.start_over)


def rich_desk(now: Desk, options: tuple[Option, ...], goal: Picked) -> None:
    position = now.position
    data = turn_view.tray_data(position.turn, position.kept, position.roll, options, goal)
    data["text"] |= {
        "empty_table": tr("Type the roll above, or let the app throw."),
        "keys_hint": tr("Keys 1–6 choose, Enter goes on"),
    }
    data |= {
        "code": now.table,
        "chosen": now.mask(desk.TRAY),
        "chosen_version": now.version,
        "animate": False,
    }
    tray(data, desk.TRAY, on_choice=desk.KEEPER.forget_error, on_act=desk.go_on_in_tray)


def plain_desk(now: Desk, keep: Dice, options: tuple[Option, ...], goal: Picked) -> None:
    roll = now.position.roll
    if roll:
        turn_view.plain_dice(roll, now.chosen, f"plain {now.table} {now.version}", desk.choose)
        turn_view.plain_overlay(options, keep, goal)


def buttons(now: Desk) -> None:
    # Its place is always there: what follows would be drawn anew, and forget its state, if it moved.
    place = st.empty()
    if now.error is not None:
        place.error(sentence(now.error))
    if not now.position.roll:
        return
    with st.container(horizontal=True):
        st.button(tr("Keep these and go on"), key="desk_go_on", type="primary", on_click=desk.go_on)
        st.button(tr("Pin this keep"), key="desk_pin", icon=":material/keep:", on_click=desk.pin)


def before_the_roll(solution: Solution, now: Desk, goal: Picked) -> None:
    turn = now.position.turn
    scores = solution.distribution(turn)
    st.markdown(
        tr(
            "Before this roll, played for your goal ({goal}): {chance} to qualify, {mean} points on average, "
            "value **{value}**.",
            value=worth(solution.value(turn), goal.goal),
            goal=goal.label,
            chance=percent(scores[1:].sum()),
            mean=decimal(float(scores @ range(len(scores)))),
        )
    )


def pinned(pins: list[Option], now: Desk, goal: Picked) -> None:
    if not pins:
        return
    st.header(tr("Pinned"))
    for column, option in zip(st.columns(len(pins)), pins, strict=True):
        mask = mask_of(now.position.roll, option.keep)
        with column.container(border=True):
            st.html(dice_svg(option.keep, size=34))
            st.markdown(
                tr(
                    "{chance} to qualify  \n{mean} points on average  \n{least} for at least {target}  \n"
                    "{verdict}",
                    chance=percent(option.p_qualify),
                    mean=decimal(option.mean_score),
                    least=percent(option.p_at_least(goal.target)),
                    target=goal.target,
                    verdict=verdict(option, goal),
                )
            )
            keep = faces(option.keep)
            st.button(tr("Go on with {keep}", keep=keep), key=f"go {mask}", on_click=desk.go_on, args=(mask,))
            st.button(tr("Unpin {keep}", keep=keep), key=f"unpin {mask}", on_click=desk.unpin, args=(mask,))


def verdict(option: Option, goal: Picked) -> str:
    return tr("loses {loss}", loss=amount(option.loss, goal.goal)) if option.loss else tr("best keep")


def chart(options: tuple[Option, ...], keep: Dice, pins: list[Option]) -> None:
    labelled = turn_view.best_and_chosen(options, keep)
    shown = [option for _, option in labelled]
    labelled += [
        (tr("Pinned: {keep}", keep=faces(option.keep)), option) for option in pins if option not in shown
    ]
    turn_view.scores_chart(labelled, key="desk_scores")
    st.download_button(
        tr("Every keep as CSV"),
        options_csv(options),
        file_name="midnight-keeps.csv",
        mime="text/csv",
        icon=":material/download:",
    )


def settings() -> tuple[Picked, bool]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        goal = goal_picker.pick()
        with st.popover(tr("Settings"), icon=":material/tune:"):
            rules = desk.KEEPER.current().position.rules
            is_plain = table_settings(rules, desk.set_rules, key="desk_variant")
    return goal, is_plain


title_with_link(tr("What if"))
st.markdown(tr("Set up a position from your table, or one that somebody sent, and weigh the keeps."))
desk.KEEPER.open_from_address()
board(*settings())
