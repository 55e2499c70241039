"""What lies on a table for 10 000: the dice to choose from, or what has become of them."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from midnight_core.dice import Dice
from midnight_core.gamecode import picked
from midnight_core.ten_thousand import Option, score
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_ui import ten_table, ten_view, turn_view
from midnight_ui.board import put
from midnight_ui.controls import AFTER
from midnight_ui.ten_aim import Aim
from midnight_ui.ten_settings import Settings
from midnight_ui.ten_table import DEALER, TenTable
from midnight_ui.text import escaped, faces, ntr, tr, whole


@dataclass(frozen=True)
class View:
    """What there is to say of the play as it stands; no options when nothing is to be told of them."""

    aim: Aim | None
    options: tuple[Option, ...]
    names: tuple[str, ...] = ()


def rich_tray(now: TenTable, hand: TenGame, shown: Settings, view: View) -> None:
    """Draw the dice to click, with what can be done with those chosen."""
    data = ten_view.tray_data(hand, view.options, view.aim)
    data["text"] |= {"empty_table": _waiting_for(now, view), "hidden": _why_hidden(now, shown, view)}
    if ten_table.is_bots(now.play):
        data |= {"bare": True, "notes": {}, "fixed": True}
    if lost := _lost_roll(now):
        data |= {"dice": list(lost), "fixed": True}
    put(DEALER, now, data, can_be_lost=True)


def _lost_roll(now: TenTable) -> Dice:
    """Return the roll that has just scored nothing, to be looked at."""
    play = now.play
    if isinstance(play, TenGame):
        return play.steps[-1].roll if play.is_bust else ()
    if not play.turns or (play.game is not None and play.game.steps):
        return ()
    last = play.turns[-1].game
    return last.steps[-1].roll if last is not None and last.is_bust else ()


def _waiting_for(now: TenTable, view: View) -> str:
    """Return what stands there when there are no dice to choose: plain text, there may be names in it."""
    play = now.play
    if isinstance(play, TenGame):
        if play.is_bust:
            return tr("Bust: {total} points lost.", total=whole(play.total))
        if play.is_banked:
            return tr("{total} points written down.", total=whole(play.total))
    if isinstance(play, TenGame) or not _lost_roll(now):
        return _next(now, view)
    bust = play.turns[-1]
    assert bust.game is not None
    said = tr(
        "Bust for {name}: {total} points lost.", name=view.names[bust.seat], total=whole(bust.game.total)
    )
    return f"{said} {_next(now, view)}"


def _next(now: TenTable, view: View) -> str:
    """Return who does what next."""
    play, hand = now.play, now.hand
    assert hand is not None
    name = "" if isinstance(play, TenGame) else view.names[hand.player]
    if ten_table.is_bots(play):
        return tr("{name} throws.", name=name)
    dice = ntr("{count} die", "{count} dice", hand.dice_left)
    if name and now.own_dice:
        return tr("{name}: enter what your dice show.", name=name)
    if name:
        return tr("{name}: roll {dice}.", name=name, dice=dice)
    return tr("Enter what your dice show.") if now.own_dice else tr("Roll {dice}.", dice=dice)


def _why_hidden(now: TenTable, shown: Settings, view: View) -> str:
    if ten_table.is_bots(now.play):
        return tr("A bot is playing.")
    if view.aim is None:
        return tr("The numbers come when they are worked out.")
    if shown.hints == AFTER:
        return tr("The numbers are hidden until you have decided.")
    if isinstance(now.play, TenGame):
        return tr("Hints are off. The look back comes at the end.")
    return tr("Hints are off.")


def plain_tray(now: TenTable, hand: TenGame, view: View) -> None:
    """Draw the same as plain widgets."""
    aside = faces(face for choice in hand.beside for face in choice.dice)
    st.markdown(tr("Set aside: {dice}", dice=aside))
    st.markdown(tr("{total} points in this turn.", total=whole(hand.total)))
    if lost := _lost_roll(now):
        st.markdown(tr("Thrown: {dice}", dice=faces(lost)))
    if not hand.roll:
        st.markdown(escaped(_waiting_for(now, view)))
        return
    if ten_table.is_bots(now.play):
        st.markdown(tr("Thrown: {dice}", dice=faces(hand.roll)))
        return
    key = f"plain {now.code} {now.version}"
    turn_view.plain_dice(hand.roll, now.chosen, key, DEALER.choose)
    chosen = picked(hand.roll, now.mask(DEALER.tray))
    st.markdown(ten_view.note(hand, chosen) or tr("Choose dice that score."))
    if view.options and view.aim is not None:
        ten_view.plain_overlay(view.options, chosen, view.aim)


def last_turn(now: TenTable, last: TenGame) -> None:
    """Draw how the last turn of a match ended, with the keys of the tray."""
    data = ten_view.tray_data(last, (), None)
    said = tr("{total} points written down.", total=whole(last.points))
    if lost := _lost_roll(now):
        data |= {"dice": list(lost), "fixed": True}
        said = tr("Bust: {total} points lost.", total=whole(last.total))
    data["text"] |= {"empty_table": said, "hidden": ""}
    put(DEALER, now, data, can_be_lost=True)


def bank_label(now: TenTable, hand: TenGame) -> str:
    """Return what would be written down, if the dice chosen score."""
    total = hand.total
    if hand.roll:
        dice = picked(hand.roll, now.mask(DEALER.tray))
        points = score(hand.house, dice) if dice else 0
        if not points:
            return tr("Write down")
        total += points
    if total < hand.floor:
        return tr("Write down from {floor}", floor=whole(hand.floor))
    return tr("Write down {total}", total=whole(total))
