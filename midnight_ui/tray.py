"""The dice tray: the roll as buttons, the six places for kept dice, and what the chosen keep is worth.

What the player chooses lives in the browser, so that a click shows in the same moment; the server is told
afterwards. A choice therefore always says which table it belongs to (`Choice.code`); one of another is stale.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self, TypeGuard

import streamlit as st

from midnight_ui.parts import boxed, part

_MOST_DICE = 6


_TRAY = st.components.v2.component(
    "midnight_tray",
    html=part("tray.html"),
    css=part("tray.css"),
    js=part("dice.js") + part("tray.js"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """What a browser says is chosen, checked for its form but not against any game.

    Attributes
    ----------
    code : str
        The table the choice belongs to: ``data["code"]`` of the tray it was made in.
    mask : int
        0..63; bit ``i`` stands for ``data["dice"][i]``.
    version : int
        ``data["chosen_version"]`` at the time; an older one has been overruled by the server.
    """

    code: str
    mask: int
    version: int

    @classmethod
    def parse(cls, raw: object) -> Self | None:
        """Read what came over the wire; None for anything that is not a choice.

        Parameters
        ----------
        raw : object
            JSON from the browser, so it may be anything.

        Returns
        -------
        Choice or None
            None also when `raw` is None, that is, when nothing was said.
        """
        if not isinstance(raw, dict):
            return None
        code, mask, version = raw.get("code"), raw.get("mask"), raw.get("version")
        if not isinstance(code, str) or not _is_count(mask) or not _is_count(version):
            return None
        return cls(code, mask, version) if mask < 1 << _MOST_DICE else None


def _is_count(value: object) -> TypeGuard[int]:
    """Say whether a JSON value is a whole number from 0; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def tray(
    data: dict[str, Any],
    key: str,
    on_choice: Callable[[], None],
    on_act: Callable[[], None],
    on_lost: Callable[[], None] | None = None,
) -> None:
    """Draw the tray.

    Parameters
    ----------
    data : dict
        All of JSON:

        ``code`` : str
            Identity of what lies on the table. A new one brings a new choice.
        ``dice`` : list of int
            The roll as thrown, 0 to 6 faces; none before the first roll and at the end.
        ``kept`` : list of int
            Faces kept so far, in the order kept.
        ``qualifiers`` : list of int
            Indices into ``kept`` of the dice that serve as qualifiers.
        ``required``, ``missing`` : list of int
            The faces that must be kept, and those not kept yet.
        ``chosen``, ``chosen_version`` : int
            What the server takes to be chosen. It becomes the choice when ``code`` or ``chosen_version``
            changes; else the player's choice stands.
        ``over`` : bool
            Whether the turn is over, or an answer is shown: what a quick second Enter is not to take away.
        ``bare`` : bool
            Whether there is nothing to weigh now, so that the room for numbers can be used otherwise.
        ``animate`` : bool
            Whether a new roll tumbles.
        ``keeps`` : list or None
            Every distinct keep, best first, as its sorted digits, such as "146", and its numbers:
            ``[digits, value, loss, p_qualify, mean_score, p_at_least, rank]``. None hides the numbers.
        ``value_is`` : {"mean_score", "p_qualify"} or None
            The number that ``value`` repeats under this goal.
        ``target`` : int
            The score that ``p_at_least`` is about.
        ``goal_unit`` : {"points", "probability"}
            What ``value`` and ``loss`` are measured in.
        ``lang`` : {"en", "nb"}
            How numbers are written.
        ``text`` : dict of str
            Translated words and templates: ``die`` ({n}, {face}); ``tray_label``, ``slots_label``;
            ``slot_kept``, ``slot_qualifier``, ``slot_missing`` (each {face}), ``slot_empty``; ``p_qualify``,
            ``mean_score``, ``p_at_least`` ({target}), ``value``, ``loss``, ``rank``, ``rank_of`` ({rank},
            {count}), ``best``; ``nothing_chosen``, ``hidden``, ``empty_table``, ``keys_hint``; and, which may
            be left out, ``percentage_points`` ({n}) and ``news``, said aloud instead of a new roll.
    key : str
        Streamlit key of the tray.
    on_choice : callable
        Runs after the player changed the choice; `read_choice` tells it.
    on_act : callable
        Runs after Enter; `read_act` tells what was chosen.
    on_lost : callable, optional
        Runs when the follower that should stand on the page is gone; without it none is missed.
    """
    _TRAY(
        key=key,
        data=boxed(data | {"followed": on_lost is not None}),
        on_choice_change=on_choice,
        on_act_change=on_act,
        on_lost_change=on_lost or _nothing,
    )


def _nothing() -> None:
    """Do what is asked for when nobody asks."""


def read_choice(key: str) -> Choice | None:
    """Return the player's last choice in a tray, which may belong to an earlier table.

    Parameters
    ----------
    key : str
        Streamlit key of the tray.

    Returns
    -------
    Choice or None
        None before the first click.
    """
    return _read(key, "choice")


def read_act(key: str) -> Choice | None:
    """Return what was chosen when Enter was pressed; to be called in the callback `on_act`.

    Parameters
    ----------
    key : str
        Streamlit key of the tray.

    Returns
    -------
    Choice or None
        None in every run that Enter did not start.
    """
    return _read(key, "act")


def _read(key: str, name: str) -> Choice | None:
    state = st.session_state.get(key)
    return Choice.parse(state.get(name)) if state else None
