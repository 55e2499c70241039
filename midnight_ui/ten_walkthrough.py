"""Three turns of 10 000 to step through: the worked examples of the rules, by the reader's own house.

The rolls are recorded, and what is set aside of them where the house allows it; all points are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from midnight_core import DICE
from midnight_core.dice import Dice
from midnight_core.ten_thousand import HouseRules, SetAside, score, set_asides, solve_turn
from midnight_ui import address, stepper
from midnight_ui.dice_svg import dice_svg
from midnight_ui.ten_words import dice_count, set_aside_sentence
from midnight_ui.text import decimal, faces, percent, tr, whole

LOST, SINGLES, HOT = "lost", "singles", "hot"

RECORDED: dict[str, tuple[tuple[Dice, Dice], ...]] = {
    LOST: (
        ((1, 1, 2, 4, 5, 6), (1, 1, 5)),
        ((6, 6, 6), (6, 6, 6)),
        ((2, 3, 3, 4, 6, 6), ()),
    ),
    SINGLES: (
        ((1, 2, 3, 4, 6, 6), (1,)),
        ((1, 1, 3, 4, 6), (1, 1)),
    ),
    HOT: (
        ((2, 3, 4, 6, 6, 6), (6, 6, 6)),
        ((1, 1, 5), (1, 1, 5)),
        ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)),
    ),
}
"""Example -> its rolls, and the dice set aside of each; none where nothing is to score."""


@dataclass(frozen=True)
class Step:
    """One roll of an example.

    Attributes
    ----------
    roll : tuple of int
    choice : SetAside or None
        None when the roll is a bust.
    before, total : int
        The turn's total before and after.
    left : int
        Dice of the next roll; six when all have scored.
    """

    roll: Dice
    choice: SetAside | None
    before: int
    total: int
    left: int


def steps(house: HouseRules, example: str) -> tuple[Step, ...]:
    """Return an example as a house plays it; it ends where the recorded rolls do not fit any more."""
    found: list[Step] = []
    total, left = 0, DICE
    for roll, wanted in RECORDED[example]:
        if len(roll) != left:
            break
        offered = set_asides(house, roll)
        choice = next((each for each in offered if each.dice == wanted), next(iter(offered), None))
        after = total + choice.points if choice else 0
        left = (left - len(choice.dice) or DICE) if choice else 0
        found.append(Step(roll, choice, total, after, left))
        total = after
    return tuple(found)


@st.fragment
def walkthrough(house: HouseRules) -> None:
    """Draw the choice of example, the buttons, and the step that they lead to."""
    example = address.segments(
        "example",
        tr("Example"),
        tuple(RECORDED),
        _names().__getitem__,
        on_change=lambda _: stepper.go(0),
    )
    played = steps(house, example)
    last = len(played) - 1
    step = min(stepper.chosen(DICE - 1), last)
    with st.container(border=True):
        where = tr("**Roll {number} of {rolls}**", number=step + 1, rolls=last + 1)
        stepper.buttons(step, last, where)
        st.html(_drawn(played[step]))
        st.markdown("\n\n".join(_told(house, played[step])))
        if step == last:
            st.markdown(_lesson_of(house, example, played))


def _names() -> dict[str, str]:
    return {
        LOST: tr("One roll too many"),
        SINGLES: tr("Three 1s in two rolls"),
        HOT: tr("Hot dice"),
    }


def in_words(house: HouseRules) -> str:
    """Return the examples as Markdown, to be read instead of stepped through."""
    return "\n\n".join(_example_in_words(house, example, name) for example, name in _names().items())


def _example_in_words(house: HouseRules, example: str, name: str) -> str:
    played = steps(house, example)
    lines = [
        f"{number}. "
        + tr("Thrown: {roll}. {story}", roll=faces(step.roll), story=" ".join(_told(house, step)))
        for number, step in enumerate(played, start=1)
    ]
    return "\n".join((f"**{name}**\n", *lines, "", _lesson_of(house, example, played)))


def _drawn(step: Step) -> str:
    """Return a roll as HTML: the dice set aside are raised and underlined, the others pale."""
    to_go = list(step.choice.dice) if step.choice else []
    dice = []
    for face in step.roll:
        is_aside = face in to_go
        if is_aside:
            to_go.remove(face)
        style = "border-bottom:4px solid currentColor" if is_aside else "opacity:.5"
        drawn = dice_svg((face,), size=40)
        dice.append(f'<span style="display:inline-block;padding-bottom:5px;{style}">{drawn}</span>')
    caption = tr("Thrown; the underlined dice are set aside") if step.choice else tr("Thrown: a bust")
    return (
        f'<div style="font-size:.875rem">{escape(caption)}</div>'
        f'<div role="img" aria-label="{escape(f"{caption}: {faces(step.roll)}")}" '
        f'style="display:flex;flex-wrap:wrap;gap:.4rem;padding:.35rem 0 .6rem">{"".join(dice)}</div>'
    )


# ---------------------------------------------------------------------------------------------------- words


def _told(house: HouseRules, step: Step) -> list[str]:
    """Return what a roll is worth, and what may follow."""
    if step.choice is None:
        lost = tr(
            "No die scores: a bust. The {points} points of the turn are gone.", points=whole(step.before)
        )
        return [lost if step.before else tr("No die scores: a bust, and the turn is over.")]
    said = [
        set_aside_sentence(step.choice),
        tr("The turn total is **{points}**.", points=whole(step.total)),
    ]
    if step.left == DICE:
        said.append(tr("All six dice have scored: hot dice."))
    return [*said, _what_may_follow(house, step)]


def _what_may_follow(house: HouseRules, step: Step) -> str:
    turn = solve_turn(house)
    rolled, bust = turn.roll_value(step.total, step.left), turn.p_bust(step.left)
    values = {
        "dice": dice_count(step.left),
        "total": whole(step.total),
        "mean": decimal(rolled, 0),
        "bust": percent(bust),
    }
    if step.left == DICE and house.must_roll_hot:
        return tr("By your house all six must be thrown again. That is worth {mean} on average.", **values)
    if not turn.may_bank(step.total):
        return tr("That is too little to write down, so you throw {dice}: {mean} on average.", **values)
    if rolled > step.total:
        return tr(
            "Write down {total}, or throw {dice}: that ends in a bust with {bust}, and still averages "
            "{mean}. Better throw.",
            **values,
        )
    return tr(
        "Write down {total}, or throw {dice}: that ends in a bust with {bust}, and averages {mean}. Better "
        "write down.",
        **values,
    )


def _lesson_of(house: HouseRules, example: str, played: Sequence[Step]) -> str:
    """Return what an example shows, as far as it goes by the house's rules."""
    *_, last = played
    if len(played) < len(RECORDED[example]):
        return tr("By your house rules the turn goes another way from here.")
    if example == SINGLES:
        return _of_singles(house, played)
    if example == HOT:
        return tr(
            "All six scored together over more than one roll, and the turn went on with six fresh dice: "
            "{points} points so far, and no limit to how often that may happen.",
            points=whole(last.total),
        )
    if last.choice is not None:
        return tr("By your house rules the last roll scores, and the turn goes on.")
    return _of_lost(house, last)


def _of_lost(house: HouseRules, last: Step) -> str:
    turn = solve_turn(house)
    if house.must_roll_hot:
        return tr("By your house there was no choice: six scoring dice must be thrown again.")
    if not turn.may_bank(last.before):
        return tr("By your house there was no choice: so few points may not be written down.")
    rolled = turn.roll_value(last.before, len(last.roll))
    values = {
        "points": whole(last.before),
        "mean": decimal(rolled, 0),
        "chance": percent(turn.p_bust(len(last.roll))),
    }
    if rolled > last.before:
        return tr(
            "One roll earlier the {points} points could have been written down. Throwing was right all the "
            "same: {mean} on average, and a bust in only {chance}. A good decision can end badly.",
            **values,
        )
    return tr("One roll earlier the {points} points could have been written down.", **values)


def _of_singles(house: HouseRules, played: Sequence[Step]) -> str:
    dice = tuple(face for step in played if step.choice for face in step.choice.dice)
    return tr(
        "A combination has to lie in one roll. Set aside from two rolls, {dice} are {points} points; in one "
        "roll they would have been {together}.",
        dice=faces(dice),
        points=whole(played[-1].total),
        together=whole(score(house, dice)),
    )
