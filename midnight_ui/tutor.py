"""The tutor, who may stop a move before it happens when it loses too much."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import Any, Self

import streamlit as st

from midnight_ui import address
from midnight_ui.shown import moved
from midnight_ui.table import Dealer, Played, Table
from midnight_ui.text import tr

OFF, ON = "off", "on"


@dataclass(frozen=True)
class Tutor:
    """What is stopped: moves that lose more than `threshold` of the goal's value."""

    goal: Hashable
    threshold: float


@dataclass(frozen=True)
class Stopped:
    """A move that the tutor has stopped.

    Attributes
    ----------
    version : int
        The table's version by then: after whatever else is done there, the stop is of no account.
    tutor : Tutor
        Who stopped it: another goal or threshold may let it pass.
    mask : int
        The dice chosen.
    act : str
        What was to be done with them, where there is a choice.
    is_shown : bool
        Whether the player has asked to be shown what is better.
    """

    version: int
    tutor: Tutor
    mask: int
    act: str = ""
    is_shown: bool = False


@dataclass(frozen=True, kw_only=True)
class Tutored(Table[Played]):
    """A table at which a tutor may sit.

    Attributes
    ----------
    tutor : Tutor or None
        None when he is switched off.
    stopped : Stopped or None
        The last move that he has stopped.
    """

    tutor: Tutor | None = None
    stopped: Stopped | None = None

    def loss_of(self, mask: int, act: str) -> float | None:
        """Return what a move loses for the tutor's goal; None for one that cannot be made."""
        raise NotImplementedError

    def best_mask(self) -> int:
        """Return the dice that are best for the tutor's goal."""
        raise NotImplementedError

    @property
    def stopped_now(self) -> Stopped | None:
        """The move that the tutor has stopped, as long as nothing else was done and he is the same."""
        stopped, now = self.stopped, (self.version, self.tutor)
        return stopped if stopped is not None and (stopped.version, stopped.tutor) == now else None

    def is_waiting(self, tray: str) -> bool:
        """Whether the tutor waits to hear what is to become of the dice chosen."""
        stopped = self.stopped_now
        return stopped is not None and not stopped.is_shown and stopped.mask == self.mask(tray)

    def halted(self, mask: int, act: str) -> Self | None:
        """Return the table with a move stopped by the tutor; None when he lets it pass."""
        if self.tutor is None:
            return None
        loss = self.loss_of(mask, act)
        if loss is None or loss <= self.tutor.threshold:
            return None
        # Of a new version, so that the browser notices if it was never drawn.
        return moved(self, chosen=mask, stopped=Stopped(self.version + 1, self.tutor, mask, act))


def use(dealer: Dealer[Any], tutor: Tutor | None) -> None:
    """Settle whether, and from which loss on, a tutor stops moves."""
    if dealer.keeper.current().tutor != tutor:
        dealer.keeper.move(lambda table: replace(table, tutor=tutor))


def play_anyway(dealer: Dealer[Any]) -> None:
    """Make the move that was stopped."""

    def played(table: Tutored[Any]) -> Tutored[Any]:
        if table.stopped_now is None:
            return table
        unhindered = dealer.acted(replace(table, tutor=None), table.stopped_now.mask, table.stopped_now.act)
        return replace(unhindered, tutor=table.tutor)

    dealer.keeper.move(played)


def rethink(dealer: Dealer[Any]) -> None:
    """Choose again, from no dice at all."""

    def rethought(table: Tutored[Any]) -> Tutored[Any]:
        return table if table.stopped_now is None else moved(table)

    dealer.keeper.move(rethought)


def show(dealer: Dealer[Any]) -> None:
    """Choose the best dice in place of those that were stopped, which are remembered to compare with."""

    def shown(table: Tutored[Any]) -> Tutored[Any]:
        if table.stopped_now is None:
            return table
        stopped = replace(table.stopped_now, version=table.version + 1, is_shown=True)
        return moved(table, chosen=table.best_mask(), stopped=stopped)

    dealer.keeper.move(shown)


def pick(
    name: str, label: str, steps: tuple[str, ...], shown: Callable[[str], str], default: str, help: str
) -> str | None:
    """Draw the tutor's switch and his threshold, and return the threshold, None when he is switched off.

    Parameters
    ----------
    name : str
        The threshold's name in the address.
    label : str
    steps : tuple of str
        The thresholds to choose from.
    shown : callable
        Maps a threshold to its words.
    default : str
    help : str
        What the tutor does.
    """
    labels = {OFF: tr("Off"), ON: tr("Stops mistakes")}
    if address.segments("tutor", tr("Tutor"), (OFF, ON), labels.__getitem__, help=help) == OFF:
        return None
    return address.scale(name, label, steps, shown, default)


def ask(dealer: Dealer[Any], question: str) -> None:
    """Ask what is to become of a move that was stopped."""
    st.warning(question, icon=":material/front_hand:")
    with st.container(horizontal=True, gap="small"):
        st.button(tr("Rethink"), key="rethink", on_click=rethink, args=(dealer,))
        st.button(tr("Show me"), key="show", on_click=show, args=(dealer,))
        st.button(tr("Play anyway"), key="anyway", on_click=play_anyway, args=(dealer,))
