"""The choice of house rules for 10 000: presets, and an editor of every rule; they stand in the address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from midnight_core import DICE, FACES, InputError
from midnight_core.ten_thousand import DEFAULT, PRESETS, UNIT, HouseRules, house_code, read_house, score
from midnight_core.ten_thousand.house import GROWTHS, HOUSE_DEFAULT, TIES, TRIPLE
from midnight_ui import address
from midnight_ui.dice_svg import dice_svg
from midnight_ui.ten_words import (
    TRIPLES,
    dice_count,
    growth_name,
    in_short,
    points,
    preset_name,
    rule_name,
    ties_name,
)
from midnight_ui.text import sentence, tr
from midnight_ui.throws_charts import table

PARAMETER = "house"

_OWN = "own"
_WRONG = "house_wrong"
_WIDTH = 150
"""Two fields side by side, also on a phone."""

_WIDE = 316


def house() -> HouseRules:
    """Draw the choice of house rules and return those in force.

    They stand in the address as ``?house=``. A link that cannot be read gets a sentence, and the rules stay
    as they were; so does a rule in the editor that does not make a game, and what was typed stays there.
    """
    problem = problem_of_link()
    rules = in_force()
    if address.is_back_or_forward():
        st.session_state.pop(_WRONG, None)
    if problem is not None:
        st.error(tr("{problem} The rules shown here are in force.", problem=sentence(problem)))
    presets(rules, lambda chosen: address.remember(PARAMETER, house_code(chosen)))
    st.caption(in_short(rules))
    editor = st.expander(
        tr("See and change every rule"), icon=":material/tune:", key="house_editor", on_change="rerun"
    )
    # Drawn only when it is open: no page needs its fields otherwise.
    if editor.open:
        with editor:
            _editor(rules)
    return rules


def problem_of_link() -> InputError | None:
    """Return what is wrong with the rules in the address; None if nothing is, or it says none."""
    said = st.query_params.get(PARAMETER)
    return None if said is None else _read(said)[1]


def _read(code: str) -> tuple[HouseRules, InputError | None]:
    try:
        return read_house(code), None
    except InputError as error:
        return DEFAULT, error


def in_force() -> HouseRules:
    """Return the rules that the address or the session says."""
    return read_house(address.remembered(PARAMETER, lambda code: _read(code)[1] is None, HOUSE_DEFAULT))


def presets(rules: HouseRules, on_pick: Callable[[HouseRules], None]) -> None:
    """Draw the choice among house rules that have a name; `on_pick` is called with those picked."""
    labels = {name: preset_name(name, preset) for name, preset in PRESETS.items()}
    now = next((name for name, preset in PRESETS.items() if preset == rules), _OWN)
    if now == _OWN:
        labels[_OWN] = tr("Your own")
    key = "house_preset"
    st.session_state[key] = now

    def changed() -> None:
        if (chosen := st.session_state[key]) in PRESETS:
            on_pick(PRESETS[chosen])

    st.pills(
        tr("House rules"),
        tuple(labels),
        key=key,
        format_func=labels.__getitem__,
        on_change=changed,
        required=True,
        wrap=True,
    )


# ------------------------------------------------------------------------------------------------- the editor


def _editor(rules: HouseRules) -> None:
    wrong = _wrong(rules)
    st.markdown(
        tr(
            "Changes count at once. All points are multiples of {unit}; 0 means that it scores nothing.",
            unit=UNIT,
        )
    )
    _heading(tr("What dice score"))
    with st.container(horizontal=True, gap="small"):
        for rule in ("one", "five", "straight", "three_pairs"):
            _points(rules, wrong, rule)
        _switch(rules, "four_plus_two")
    _heading(tr("Three of a kind and more"))
    with st.container(horizontal=True, gap="small"):
        for rule in TRIPLES:
            _points(rules, wrong, rule)
    _words(rules, "growth", {growth: growth_name(growth) for growth in GROWTHS})
    st.html(kinds_table(rules))
    _heading(tr("How the game goes"))
    with st.container(horizontal=True, gap="small"):
        for rule in ("opening", "least", "target"):
            _points(rules, wrong, rule)
    _switch(rules, "must_roll_hot")
    _switch(rules, "last_round")
    _words(rules, "ties", {ties: ties_name(ties) for ties in TIES})


def _heading(text: str) -> None:
    st.markdown(f"**{text}**")


def _points(rules: HouseRules, wrong: Mapping[str, Any], rule: str) -> None:
    """Draw the field of a rule that is a number, and below it what is wrong with what was typed there."""
    st.session_state[_key(rule)] = wrong.get(rule, _value(rules, rule))
    with st.container(width=_WIDE if rule in wrong else _WIDTH):
        st.number_input(
            rule_name(rule), step=UNIT, key=_key(rule), on_change=_changed, args=(rule,), width=_WIDTH
        )
        if rule in wrong:
            _, error = _with(rules, {rule: wrong[rule]})
            if error is not None:
                st.error(sentence(error))


def _switch(rules: HouseRules, rule: str) -> None:
    st.session_state[_key(rule)] = _value(rules, rule)
    st.toggle(rule_name(rule), key=_key(rule), on_change=_changed, args=(rule,))


def _words(rules: HouseRules, rule: str, labels: Mapping[str, str]) -> None:
    st.session_state[_key(rule)] = _value(rules, rule)
    st.pills(
        rule_name(rule),
        tuple(labels),
        key=_key(rule),
        format_func=labels.__getitem__,
        on_change=_changed,
        args=(rule,),
        required=True,
        wrap=True,
    )


def _key(rule: str) -> str:
    return f"house_{rule}"


def _value(rules: HouseRules, rule: str) -> Any:
    return rules.triples[TRIPLES.index(rule)] if rule in TRIPLES else getattr(rules, rule)


def _wrong(rules: HouseRules) -> dict[str, Any]:
    """Return what stands in fields and does not work with the rules in force."""
    place, wrong = st.session_state.get(_WRONG, (None, {}))
    return dict(wrong) if place == (address.visit(), house_code(rules)) else {}


def _changed(rule: str) -> None:
    """Put a changed rule in force, with all others that work now, or keep it in its field."""
    rules = in_force()
    typed = {rule: st.session_state[_key(rule)]} | {
        other: value for other, value in _wrong(rules).items() if other != rule
    }
    rules, wrong = _settled(rules, typed)
    address.remember(PARAMETER, house_code(rules))
    st.session_state[_WRONG] = (address.visit(), house_code(rules)), wrong


def _settled(rules: HouseRules, typed: Mapping[str, Any]) -> tuple[HouseRules, dict[str, Any]]:
    """Return the rules with as much as possible of what was typed, and what still does not work."""
    together, error = _with(rules, typed)
    if error is None:
        return together, {}
    for rule, value in typed.items():
        changed, error = _with(rules, {rule: value})
        if error is None:
            return _settled(changed, {other: typed[other] for other in typed if other != rule})
    return rules, dict(typed)


def _with(rules: HouseRules, changes: Mapping[str, Any]) -> tuple[HouseRules, InputError | None]:
    """Return the rules with some changed; unchanged, and what is wrong, if they do not make a game then."""
    triples = tuple(changes.get(rule, _value(rules, rule)) for rule in TRIPLES)
    others = {rule: value for rule, value in changes.items() if rule not in TRIPLES}
    try:
        return replace(rules, triples=triples, **others), None
    except InputError as error:
        return rules, error


def kinds_table(rules: HouseRules) -> str:
    """Return what three to six of every face score, as an HTML table with dice."""
    counts = range(TRIPLE, DICE + 1)
    rows = [
        (dice_svg((face,), size=26), *(points(score(rules, (face,) * count)) for count in counts))
        for face in range(1, FACES + 1)
    ]
    return table(tr("Three to six of a kind"), (tr("In one roll"), *map(dice_count, counts)), rows)
