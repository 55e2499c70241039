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
    act : str
        What is to be done with the dice, as in ``data["acts"]``; empty for what Enter does.
    """

    code: str
    mask: int
    version: int
    act: str = ""

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
        act = raw.get("act", "")
        if not isinstance(code, str) or not _is_count(mask) or not _is_count(version):
            return None
        return cls(code, mask, version, act) if mask < 1 << _MOST_DICE and isinstance(act, str) else None


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
        ``slots`` : list of [kind, face, words]
            The six places for kept dice. The kind is "kept", "qualifier", "missing" or "empty", which has no
            face; the words say so.
        ``wanted`` : list of int
            Faces that stand out in a roll.
        ``chosen``, ``chosen_version`` : int
            What the server takes to be chosen. It becomes the choice when ``code`` or ``chosen_version``
            changes; else the player's choice stands.
        ``over`` : bool
            Whether the turn is over, or an answer is shown: what a quick second Enter is not to take away.
        ``fixed`` : bool, optional
            Whether the dice are only to be looked at.
        ``bare`` : bool
            Whether there is nothing to weigh now, so that the room for numbers can be used otherwise.
        ``animate`` : bool
            Whether a new roll tumbles.
        ``keeps`` : list or None
            Every distinct keep, best first, as its sorted digits, such as "146", and its numbers. Where there
            are several things to do with a keep, each makes a row: after the digits come the thing, one of
            ``acts``, and what it is called there. None hides the numbers.
        ``acts`` : list of str
            What there is to do with dice chosen, side by side; one of "" where there is but one thing.
        ``tiles`` : list of dict
            The numbers that are shown of the chosen keep: ``metric`` tells them apart, ``name`` is shown,
            ``at`` is the number's place in a row of ``keeps``, ``as`` how it is written ("value", "loss",
            "percent", "tenths", "hundredths", "rank" or "plain"), and ``act`` one of ``acts``.
        ``said`` : list of str
            The metrics that are said aloud.
        ``columns`` : list of dict
            The columns of the ranking beside the tray: ``name``, ``at`` and ``as`` as for a tile; "keep" is
            shown as dice.
        ``value_is`` : str or None
            The column that the value repeats under this goal.
        ``goal_unit`` : {"points", "probability", "turns"}
            What values and losses are measured in; turns count below nought.
        ``digits``, ``loss_digits`` : int
            Decimals of values and of losses in points or turns.
        ``notes`` : dict of str, optional
            What is said of the dice chosen, by their sorted digits.
        ``keys`` : dict of str, optional
            Keys of the keyboard, each for one of ``acts``.
        ``lang`` : {"en", "nb"}
            How numbers are written.
        ``text`` : dict of str
            Translated words and templates: ``die`` ({n}, {face}); ``tray_label``, ``slots_label``;
            ``rank_of`` ({rank}, {count}), ``best``; ``value_alone``, which heads the ranking's value;
            ``nothing_chosen``, ``hidden``, ``empty_table``, ``keys_hint``; and, which may be left out,
            ``percentage_points`` ({n}), ``act_`` with one of ``acts``, its name while no dice are chosen, and
            ``news``, said aloud instead of a new roll.
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
