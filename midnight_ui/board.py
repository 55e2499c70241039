"""What lies on a table, of a turn or of a match: the dice and their numbers, and a roll to be typed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from midnight_core import FACES, Option
from midnight_core.gamecode import TurnGame, picked
from midnight_ui import turn_view
from midnight_ui.goal_picker import Picked
from midnight_ui.table import Dealer, Played, Table, dice_to_go
from midnight_ui.table import Hand as AnyHand
from midnight_ui.text import escaped, faces, ntr, tr
from midnight_ui.tray import tray


@dataclass(frozen=True)
class Hand:
    """A turn as it is shown.

    Attributes
    ----------
    turn : TurnGame
    options : tuple of Option
        The keeps of its roll; none hide their numbers.
    goal : Picked
        What the numbers are for.
    waiting : str
        What stands there when there are no dice to choose: plain text, there may be names in it.
    may_choose : bool
        Whether its dice are a person's to choose from, rather than a bot's.
    """

    turn: TurnGame
    options: tuple[Option, ...]
    goal: Picked
    waiting: str
    may_choose: bool = True


def rich_tray(
    dealer: Dealer[Played],
    now: Table[Played],
    shown: Hand,
    *,
    hidden: str,
    is_bare: bool = False,
    can_be_lost: bool = False,
) -> None:
    """Draw the dice to click, with the numbers of the chosen keep.

    Parameters
    ----------
    dealer : Dealer
    now : Table
    shown : Hand
    hidden : str
        Why the numbers are hidden, when they are.
    is_bare : bool
        Whether to leave out the room for numbers.
    can_be_lost : bool
        Whether a follower stands on the page, to be missed when it is gone.
    """
    hand = shown.turn
    data = turn_view.tray_data(hand.turn, hand.kept, hand.roll, shown.options, shown.goal)
    data["text"] |= {"empty_table": shown.waiting, "hidden": hidden}
    data["bare"] |= is_bare
    data["fixed"] = not shown.may_choose
    put(dealer, now, data, can_be_lost=can_be_lost)


def put(dealer: Dealer[Played], now: Table[Played], data: dict[str, Any], *, can_be_lost: bool) -> None:
    """Draw the dice to click from data that says all but which table they lie on."""
    data |= {
        "code": now.table,
        "chosen": now.mask(dealer.tray),
        "chosen_version": now.version,
        "animate": not now.own_dice,
    }
    tray(
        data,
        dealer.tray,
        on_choice=dealer.keeper.forget_error,
        on_act=dealer.act_in_tray,
        on_lost=dealer.keeper.lose if can_be_lost else None,
    )


def plain_tray(dealer: Dealer[Played], now: Table[Played], shown: Hand) -> None:
    """Draw the same as plain widgets."""
    hand = shown.turn
    st.markdown(tr("Dice kept: {dice}", dice=faces(hand.kept)))
    if not hand.roll:
        st.markdown(escaped(shown.waiting))
    elif not shown.may_choose:
        st.markdown(tr("Thrown: {dice}", dice=faces(hand.roll)))
    else:
        turn_view.plain_dice(hand.roll, now.chosen, f"plain {now.code} {now.version}", dealer.choose)
    if shown.options:
        turn_view.plain_overlay(shown.options, picked(hand.roll, now.mask(dealer.tray)), shown.goal)


def main_label(dealer: Dealer[Played], now: Table[Played], hand: TurnGame) -> str:
    """Return what the main button says."""
    if not hand.roll:
        return tr("Use these dice") if now.own_dice else tr("Roll")
    is_last = now.mask(dealer.tray) == (1 << len(hand.roll)) - 1
    return tr("Keep and finish") if is_last else tr("Keep and roll")


def is_own_roll(now: Table[Played]) -> bool:
    """Say whether the roll that is due comes from the players' own dice."""
    return now.own_dice and now.hand is not None and not now.hand.roll and not now.hand.is_over


def own_roll(dealer: Dealer[Played], now: Table[Played], hand: AnyHand) -> None:
    """Draw the field and the keys for a roll of the players' own dice."""
    left, to_go = hand.dice_left, dice_to_go(now)
    key = dealer.field(now)
    st.text_input(
        ntr("What your die shows", "What your {count} dice show", left),
        key=key,
        placeholder=" ".join("146235"[:left]),
        on_change=dealer.read_field,
        args=(key,),
    )
    with st.container(horizontal=True, gap="xsmall"):
        for face in range(1, FACES + 1):
            st.button(str(face), key=f"face {face}", on_click=dealer.add_own_die, args=(face,))
        st.button(
            tr("Delete"), key="face back", icon=":material/backspace:", on_click=dealer.take_back_own_die
        )
    place = st.empty()
    if 0 < to_go < left:
        place.caption(ntr("{count} die to go", "{count} dice to go", to_go))
