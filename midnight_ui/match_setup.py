"""What is agreed before a match, on one screen; all of it stands in the address."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from midnight_core import MAX_SCORE, Rules, evaluate
from midnight_core.gamecode import new_seed
from midnight_core.match import BOTS, MAX_ANTE, PERSON, WINNER, Setup
from midnight_core.sheet import (
    FEWEST_SEATS,
    LEAST_TARGET,
    MOST_ROUNDS,
    MOST_SEATS,
    MOST_TARGET,
    Race,
    Rounds,
)
from midnight_core.strategies import NAMED
from midnight_ui import address, match_table, variant
from midnight_ui.match_table import APP, LONGEST_NAME, clean, default_name, kind_name
from midnight_ui.strategy_list import listed
from midnight_ui.text import decimal, tr

_ROUNDS, _RACE = "rounds", "race"
_ROLLOVER, _EXTRA, _AGAIN = "rollover", "extra", "again"
_ROUND, _IMMEDIATE = "round", "immediate"
_HIGHEST = "highest"

_KINDS = {"P": PERSON} | {letter: kind for kind, letter in BOTS.items()}
_LETTERS = {kind: letter for letter, kind in _KINDS.items()}
_SEATS = "seats"
_TWO = _LETTERS[PERSON] + _LETTERS[WINNER]


def draw(pick_dice: Callable[[], str]) -> None:
    """Draw the agreement; its button begins the match.

    Parameters
    ----------
    pick_dice : callable
        Draws the choice of whose dice are thrown, and returns it.
    """
    st.markdown(tr("Say who plays and for what, and start. The same player begins every round."))
    seats, names = _seats()
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
        first = _first(names, with_dice=dice == APP)
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
        tr("Level at the top"),
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


def _seats() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Draw who plays, and return the kinds and the names of the seats."""
    said = address.remembered(_SEATS, _is_seating, _TWO)
    options = [str(count) for count in range(FEWEST_SEATS, MOST_SEATS + 1)]
    st.session_state["match_players"] = str(len(said))

    def resize() -> None:
        count = int(st.session_state["match_players"])
        address.remember(_SEATS, (said + said[-1] * MOST_SEATS)[:count])

    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        st.pills(tr("Players"), options, key="match_players", on_change=resize, required=True)
        for label, letter, icon in (
            (tr("All people"), _LETTERS[PERSON], ":material/groups:"),
            (tr("One person, bots"), _LETTERS[WINNER], ":material/smart_toy:"),
        ):
            seating = _LETTERS[PERSON] + letter * (len(said) - 1)
            st.button(
                label,
                key=f"match_seating_{letter}",
                icon=icon,
                on_click=address.remember,
                args=(_SEATS, seating),
                disabled=said == seating,
            )
    kinds = tuple(_KINDS[letter] for letter in said)
    typed = match_table.typed_names(len(kinds))
    with st.container(horizontal=True, gap="small"):
        for seat, kind in enumerate(kinds):
            # Two fields side by side, also on a phone.
            with st.container(horizontal=True, vertical_alignment="bottom", gap="small", width=345):
                _name(seat, kind, typed)
                _kind(seat, said)
    shown = tuple(name or default_name(seat, kinds[seat]) for seat, name in enumerate(typed))
    return kinds, shown


def _is_seating(text: str) -> bool:
    return FEWEST_SEATS <= len(text) <= MOST_SEATS and set(text) <= _KINDS.keys()


def _name(seat: int, kind: str, typed: tuple[str, ...]) -> None:
    key = f"match_name_{seat}"
    st.session_state[key] = typed[seat]

    def renamed() -> None:
        name = clean(str(st.session_state[key]))
        match_table.remember_names((*typed[:seat], name, *typed[seat + 1 :]))

    st.text_input(
        tr("Player {number}: name", number=seat + 1),
        key=key,
        max_chars=LONGEST_NAME,
        placeholder=default_name(seat, kind),
        on_change=renamed,
        width=150,
    )


def _kind(seat: int, said: str) -> None:
    key = f"match_kind_{seat}"
    st.session_state[key] = said[seat]

    def changed() -> None:
        letter = st.session_state[key]
        if letter in _KINDS:
            address.remember(_SEATS, said[:seat] + letter + said[seat + 1 :])

    first = (_LETTERS[PERSON], _LETTERS[WINNER])
    order = (*first, *(letter for letter in _KINDS if letter not in first))
    labels = {letter: kind_name(_KINDS[letter]) for letter in order}
    st.selectbox(
        tr("Player {number}: who plays", number=seat + 1),
        order,
        key=key,
        format_func=labels.__getitem__,
        on_change=changed,
        width=178,
    )


def _first(names: tuple[str, ...], *, with_dice: bool) -> int | None:
    """Draw who begins; a table with dice of its own throws for it, and says here who it is."""
    labels = {_HIGHEST: tr("Highest die")} if with_dice else {}
    # Numbered, since a list tells its entries by their words.
    labels |= {str(seat): f"{seat}. {name}" for seat, name in enumerate(names, 1)}
    chosen = address.one_of("first", tr("Who begins"), labels, next(iter(labels)), width=240)
    return None if chosen == _HIGHEST else int(chosen) - 1
