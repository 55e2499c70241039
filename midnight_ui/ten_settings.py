"""How 10 000 is played and shown: what is played, the goal, the house rules, hints, dice and the tutor."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from midnight_core.ten_thousand import UNIT
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.goals import MOST_BEYOND
from midnight_core.ten_thousand.match import Match
from midnight_core.ten_thousand.review import Measure
from midnight_ui import address, bands, ten_aim, ten_house, ten_table, tutor, units
from midnight_ui.controls import pick_controls, pick_hints
from midnight_ui.match_table import APP, OWN, SCORES, pick_pace
from midnight_ui.ten_table import DEALER, KEEPER, MATCH, TURN
from midnight_ui.text import tr, whole

_THRESHOLDS = ("2", "5", "10", "15", "25", "40", "60", "100", "200")
_THRESHOLD = "25"
POINTS_TO = {Measure.POINTS: 1.0, Measure.TURNS: 1 / 500, Measure.CHANCE: 1 / 1000}
"""What a point of the threshold stands for in other measures: as bad, by the bounds of the bands."""


@dataclass(frozen=True)
class Settings:
    """How it is played and shown."""

    aim: str
    theirs: int
    hints: str
    dice: str
    threshold: str | None
    is_plain: bool


def pick_kind(kind: str) -> None:
    """Draw the choice between a turn and a match."""
    st.session_state["ten_kind"] = kind
    labels = {TURN: tr("A turn"), MATCH: tr("A match")}
    st.pills(
        tr("Play"),
        list(labels),
        key="ten_kind",
        format_func=labels.__getitem__,
        on_change=lambda: ten_table.change_kind(st.session_state["ten_kind"]),
        required=True,
        label_visibility="collapsed",
    )


def settings(kind: str) -> Settings:
    """Draw everything that can be settled while a turn or a match is played, and return it."""
    play = KEEPER.current().play
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        pick_kind(kind)
        more = st.popover(tr("Settings"), icon=":material/tune:")
        theirs = 0
        if isinstance(play, TenGame):
            aim = ten_aim.pick(ten_aim.MEAN)
            with st.popover(tr("House rules")):
                _pick_house()
            theirs = _scores()
    with more:
        # The dice of a match lie below its words, and are to be in view on a phone.
        if isinstance(play, Match):
            aim = ten_aim.pick(ten_aim.WIN)
        hints = pick_hints()
        dice = pick_dice(kind)
        threshold = _pick_tutor(aim)
        if kind == MATCH:
            pick_pace()
        is_plain = pick_controls()
        if isinstance(play, Match):
            st.button(tr("New match"), key="put_away", icon=":material/add:", on_click=ten_table.put_away)
    return Settings(aim, theirs, hints, dice, threshold, is_plain)


def _pick_house() -> None:
    """Draw the house rules; with others, everything starts anew."""
    house = ten_house.house()
    if house != ten_table.house_of(KEEPER.current().play):
        ten_table.play_by(house)


def pick_dice(kind: str) -> str:
    """Draw the choice of whose dice are thrown, and return it."""
    labels = {APP: tr("The app throws"), OWN: tr("My own dice") if kind == TURN else tr("Our own dice")}
    if kind == MATCH:
        labels[SCORES] = tr("Our own, only scores")
    dice = address.segments("throws", tr("Dice"), tuple(labels), labels.__getitem__)
    DEALER.use_own_dice(dice != APP)
    return dice


def _pick_tutor(aim: str) -> str | None:
    measure = {ten_aim.MEAN: Measure.POINTS, ten_aim.TURNS: Measure.TURNS, ten_aim.WIN: Measure.CHANCE}[aim]
    unit = units.of_ten(measure)
    threshold = tutor.pick(
        "stop_ten",
        tr("Stop me when a decision loses more than"),
        _THRESHOLDS,
        lambda step: unit.amount(float(step) * POINTS_TO[measure]),
        _THRESHOLD,
        help=tr("Asks before a decision is made that loses too much."),
    )
    if threshold is not None:
        st.caption(bands.scale_ten(measure))
    return threshold


def _scores() -> int:
    """Draw the points before the turn, and return those of the other."""
    game = KEEPER.current().play
    assert isinstance(game, TenGame)
    house = game.house
    most = house.target + MOST_BEYOND if house.last_round else house.target - UNIT
    label = tr("My points: {points}", points=whole(game.score))
    with st.popover(label):
        st.session_state["ten_score"] = game.score
        st.number_input(
            tr("My points"),
            0,
            house.target - UNIT,
            step=UNIT,
            key="ten_score",
            on_change=lambda: ten_table.set_score(st.session_state["ten_score"]),
            width=address.STEPPER_WIDTH,
        )
        if house.opening and not game.score:
            st.caption(tr("With 0 points it takes {opening} to open.", opening=whole(house.opening)))
        default = min(house.opening, house.target - UNIT)
        theirs = address.number("theirs", tr("The other’s points"), 0, most, default, UNIT)
        st.caption(tr("The other’s points count in the race only."))
    return theirs
