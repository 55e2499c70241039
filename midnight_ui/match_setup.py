"""What is agreed before a match, on one screen; all of it stands in the address."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_core import MAX_SCORE, Rules, evaluate
from midnight_core.gamecode import new_seed
from midnight_core.match import BOTS, MAX_ANTE, PERSON, WINNER, Setup
from midnight_core.sheet import LEAST_TARGET, MOST_ROUNDS, MOST_TARGET, Race, Rounds
from midnight_core.strategies import NAMED
from midnight_ui import address, match_table, seating, variant
from midnight_ui.match_table import APP, kind_name
from midnight_ui.seating import Seating
from midnight_ui.strategy_list import listed
from midnight_ui.text import decimal, tr

_ROUNDS, _RACE = "rounds", "race"
_ROLLOVER, _EXTRA, _AGAIN = "rollover", "extra", "again"
_ROUND, _IMMEDIATE = "round", "immediate"

SEATING = Seating(
    "seats", {"P": PERSON, BOTS[WINNER]: WINNER} | {letter: kind for kind, letter in BOTS.items()}, kind_name
)


def draw(pick_dice: Callable[[], str]) -> None:
    """Draw the agreement; its button begins the match.

    Parameters
    ----------
    pick_dice : callable
        Draws the choice of whose dice are thrown, and returns it.
    """
    st.markdown(tr("Say who plays and for what, and start. The same player begins every round."))
    seats, names = SEATING.draw()
    st.header(tr("The game"))
    with st.container(horizontal=True, gap="medium"):
        rules = variant.of_lesson()
        kind = address.segments(
            "form",
            tr("Played as"),
            (_ROUNDS, _RACE),
            {_ROUNDS: tr("Round by round, for a pot"), _RACE: tr("A race to points")}.__getitem__,
        )
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        form = _race() if kind == _RACE else _rounds()
    with st.container(horizontal=True, vertical_alignment="top", gap="medium"):
        dice = pick_dice()
        first = seating.first(names, with_dice=dice == APP)
        ante = address.number("ante", tr("Chips each pays in"), 0, MAX_ANTE, 1)
    setup = Setup(new_seed(), seats, form, rules, ante, first)
    st.button(
        tr("Start the match"),
        key="match_start",
        type="primary",
        icon=":material/play_arrow:",
        on_click=match_table.start,
        args=(setup,),
    )
    _about_bots(rules)


def _about_bots(rules: Rules) -> None:
    """Say what each bot does, the strongest first."""
    with st.expander(tr("What the bots do")):
        averages = {
            kind: float(evaluate(rules, NAMED[kind]) @ range(MAX_SCORE + 1))
            for kind in BOTS
            if kind != WINNER
        }
        lines = [tr("**{name}**: the best keep for winning, as the coach says.", name=kind_name(WINNER))]
        lines += [
            tr(
                "**{name}**: {says} {average} points on average.",
                name=kind_name(kind),
                says=listed(kind).says,
                average=decimal(averages[kind]),
            )
            for kind in sorted(averages, key=averages.__getitem__, reverse=True)
        ]
        st.markdown("\n".join(f"- {line}" for line in lines))


def _race() -> Race:
    finish = address.segments(
        "finish",
        tr("The end"),
        (_ROUND, _IMMEDIATE),
        {_ROUND: tr("The round is completed"), _IMMEDIATE: tr("First past the post")}.__getitem__,
    )
    target = address.number("to", tr("Points to reach"), LEAST_TARGET, MOST_TARGET, 100)
    return Race(target, "round" if finish == _ROUND else "immediate")


def _rounds() -> Rounds:
    tie = address.segments(
        "tie",
        tr("Tied for best"),
        (_ROLLOVER, _EXTRA, _AGAIN),
        {
            _ROLLOVER: tr("The pot rolls over"),
            _EXTRA: tr("One extra turn each"),
            _AGAIN: tr("The whole table again"),
        }.__getitem__,
        help=tr(
            "When nobody qualifies, a pot that rolls over does so too; otherwise the round is played again."
        ),
    )
    count = address.number("rounds", tr("Rounds"), 1, MOST_ROUNDS, 8)
    return Rounds(count, {_ROLLOVER: "rollover", _EXTRA: "extra"}.get(tie, "again"))  # type: ignore[arg-type]
