"""The page's address: small choices that a link carries.

A choice stands in the address and is kept in the session, since moving between pages empties the address.
What the address says wins; a widget's callback therefore says its choice with `remember`. After Back or
Forward the address is all there is: what it does not say is the default again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import Literal

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


def choice(name: str, options: Sequence[str], default: str) -> str:
    """Return the choice `name` from the address, else the session, else the default; see `remembered`."""
    return remembered(name, options.__contains__, default)


def remembered(name: str, is_valid: Callable[[str], bool], default: str) -> str:
    """Like `choice`, for more values than can be listed.

    Anything that is not valid counts as not said. What the session remembers goes back into the
    address; a default that nobody chose stays out of it.
    """
    said = st.query_params.get(name)
    kept = None if is_back_or_forward() else st.session_state.get(_kept(name))
    meant = None if _is_replaced(name, said) else said
    chosen = next((v for v in (meant, kept) if v is not None and is_valid(v)), None)
    value = chosen or default
    if value != said and (value != default or said is not None):
        st.query_params[name] = value
    # What nobody chose is not kept: another choice may bring another default.
    st.session_state[_kept(name)] = chosen
    return value


def _is_replaced(name: str, said: str | None) -> bool:
    """Say whether the address still has what the reader has just replaced.

    The browser says its address with every click, and that of a fast second click is one choice old.
    """
    replaced, until = st.session_state.get(_replaced(name), (None, 0.0))
    return said == replaced and monotonic() < until and not is_back_or_forward()


def is_back_or_forward() -> bool:
    """Say whether this run was started by the browser's Back or Forward."""
    context = get_script_run_ctx(suppress_warning=True)
    return context is not None and context.is_history_navigation


def arrive(page: str) -> None:
    """Take note of the page that runs: coming to another one begins a new visit."""
    if st.session_state.get("page") != page:
        st.session_state["page"] = page
        st.session_state["visit"] = visit() + 1


def visit() -> int:
    """Return the number of this stay on a page, counted from 1."""
    return int(st.session_state.get("visit", 0))


def remember(name: str, value: str) -> None:
    """Keep a choice that the reader made, in the session and in the address."""
    st.session_state[_replaced(name)] = st.query_params.get(name), monotonic() + _OLD_FOR
    st.session_state[_kept(name)] = value
    st.query_params[name] = value


CARRIED = ("lang", "projector")
"""What goes along from page to page."""


def carried(*more: str) -> dict[str, str]:
    """Return what a plain link has to say for the next page to look like this one, and `more` of the same."""
    return {name: st.query_params[name] for name in (*CARRIED, *more) if name in st.query_params}


def forget(name: str, value: str) -> None:
    """Go back to a default, which need not stand in the address."""
    remember(name, value)
    del st.query_params[name]


def segments(
    name: str,
    label: str,
    options: Sequence[str],
    shown: Callable[[str], str],
    *,
    default: str | None = None,
    on_change: Callable[[str], None] | None = None,
    help: str | None = None,
) -> str:
    """Draw a choice as a row of buttons and return it; the default is the first option unless said.

    Parameters
    ----------
    name : str
        The choice's name in the address, also the widget's key.
    label : str
        What is chosen.
    options : sequence of str
        Stable identifiers, the same in every language.
    shown : callable
        Maps an option to its words.
    default : str, optional
    on_change : callable, optional
        Called with the new value after the reader changed it.
    help : str, optional
        More about the choice, shown on demand.
    """
    value = choice(name, options, options[0] if default is None else default)
    key = f"segments_{name}"
    st.session_state[key] = value

    def changed() -> None:
        chosen = st.session_state[key]
        if chosen in options:
            remember(name, chosen)
            if on_change is not None:
                on_change(chosen)

    st.pills(
        label, options, key=key, format_func=shown, on_change=changed, required=True, wrap=True, help=help
    )
    return value


def number(name: str, label: str, least: int, most: int, default: int, step: int = 1) -> int:
    """Draw a whole number as a stepper and return it, always within its bounds."""
    allowed = [str(value) for value in range(least, most + 1, step)]
    value = int(choice(name, allowed, str(default)))
    key = f"number_{name}"
    st.session_state[key] = value

    def changed() -> None:
        chosen = str(st.session_state[key])
        if chosen in allowed:
            remember(name, chosen)

    st.number_input(label, least, most, step=step, key=key, on_change=changed, width=STEPPER_WIDTH)
    return value


def slider(name: str, label: str, least: int, most: int, default: int) -> int:
    """Like `number`, as a slider."""
    allowed = [str(value) for value in range(least, most + 1)]
    key = f"slider_{name}"
    st.session_state[key] = value = int(choice(name, allowed, str(default)))

    def changed() -> None:
        if (chosen := str(st.session_state[key])) in allowed:
            remember(name, chosen)

    st.slider(label, least, most, key=key, on_change=changed)
    return value


def scale(name: str, label: str, options: Sequence[str], shown: Callable[[str], str], default: str) -> str:
    """Draw a choice of one of several steps as a slider and return it."""
    key = f"scale_{name}"
    st.session_state[key] = value = choice(name, options, default)

    def changed() -> None:
        if st.session_state[key] in options:
            remember(name, st.session_state[key])

    st.select_slider(label, options, key=key, format_func=shown, on_change=changed)
    return value


def several(
    name: str,
    label: str,
    labels: Mapping[str, str],
    default: Sequence[str],
    *,
    most: int,
    empty: str,
    placeholder: str,
) -> tuple[str, ...]:
    """Draw a choice of several things and return them in the order chosen.

    In the address they stand with dots between them, or `empty` if there are none; then the control shows
    `placeholder`.
    """

    def is_valid(text: str) -> bool:
        chosen = text.split(".")
        return text == empty or (len(set(chosen)) == len(chosen) <= most and set(chosen) <= labels.keys())

    value = remembered(name, is_valid, ".".join(default) or empty)
    key = f"several_{name}"
    st.session_state[key] = [] if value == empty else value.split(".")

    def changed() -> None:
        text = ".".join(st.session_state[key]) or empty
        if is_valid(text):
            remember(name, text)

    st.multiselect(
        label,
        list(labels),
        key=key,
        format_func=labels.__getitem__,
        on_change=changed,
        max_selections=most,
        placeholder=placeholder,
    )
    return tuple(st.session_state[key])


def one_of(
    name: str,
    label: str,
    labels: Mapping[str, str],
    default: str,
    *,
    width: int | Literal["stretch"] = "stretch",
) -> str:
    """Like `segments`, as a list to choose from."""
    key = f"one_of_{name}"
    st.session_state[key] = value = choice(name, tuple(labels), default)

    def changed() -> None:
        if st.session_state[key] in labels:
            remember(name, st.session_state[key])

    st.selectbox(label, list(labels), key=key, format_func=labels.__getitem__, on_change=changed, width=width)
    return value


STEPPER_WIDTH = 150


_OLD_FOR = 2.0
"""Seconds within which the address of a click may be that of the click before."""


def _kept(name: str) -> str:
    return f"kept_{name}"


def _replaced(name: str) -> str:
    return f"replaced_{name}"
