"""The history on the reader's own device, in the browser's storage; the server never writes it anywhere.

A component notes finished turns and answers there, and on the pages that need the history it tells what is
there. The server holds what it was told for as long as the page is open. What the browser says is data like
any other: `read_history` checks it, and storage that cannot be read is left as it is. The browser does not
judge what it keeps: it adds only to what the server has read.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Self

import streamlit as st

from midnight_core import InputError
from midnight_core.history import MOST_EVENTS, Event, History, read_history
from midnight_ui.parts import boxed, part
from midnight_ui.shown import new_version
from midnight_ui.text import sentence

_DIARY = st.components.v2.component("midnight_diary", html=part("diary.html"), js=part("diary.js"))

_READER = "diary_reader"
_DEVICE, _JOB, _JOBS, _TROUBLE = "diary_device", "diary_job", "diary_jobs", "diary_trouble"
_NOTED, _KNOWN = "diary_noted", "diary_known"

_NOTED_AT_ONCE = 5

_LONGEST_STAMP = 40


@dataclass(frozen=True)
class Device:
    """What the browser has told of its storage.

    Attributes
    ----------
    stamp : str
        The browser's own mark of what it told; it tells again when the storage has another.
    history : History or None
        None when the storage cannot be read.
    error : InputError or None
        Why it cannot.
    unread : str
        What is in the storage, as it is, when it cannot be read.
    """

    stamp: str
    history: History | None = None
    error: InputError | None = None
    unread: str = ""

    @classmethod
    def parse(cls, stamp: object, text: object) -> Self | None:
        """Read what came over the wire; None for anything that a browser of ours does not say."""
        if not isinstance(stamp, str) or len(stamp) > _LONGEST_STAMP:
            return None
        if text is None:
            return cls(stamp, History())
        if not isinstance(text, str):
            return None
        try:
            return cls(stamp, read_history(text))
        except InputError as error:
            return cls(stamp, None, error, unread=text)


@dataclass(frozen=True)
class _Job:
    """Something for the browser to do once: to add events, or to delete what has this stamp."""

    number: int
    add: str = ""
    clear: str = ""


def note(event: Event, key: str) -> None:
    """Have the browser add an event to the device's history, and say so if it cannot.

    Draws nothing that can be seen. An event that is there already changes nothing, so the same one may be
    noted in every run; of an answer the time has to be the same then.

    Parameters
    ----------
    event : Played or Answered
    key : str
        Streamlit key; one for all events noted at the same place of a page.
    """
    # What is still on a page after it was deleted is not noted again.
    known: frozenset[tuple[object, ...]] = st.session_state.get(_KNOWN, frozenset())
    if event.identity not in known:
        st.session_state[_KNOWN] = known | {event.identity}
        _remember(event)
    _DIARY(
        key=key,
        data=boxed({"add": History(_noted()).to_json(), **_agreed()}),
        on_told_change=lambda: _told(key),
        height=1,
    )
    place = st.empty()
    if (fault := trouble() if error() is None else _fault("foreign")) is not None:
        place.warning(sentence(fault))


def _remember(event: Event) -> None:
    device = _device()
    if device is not None and device.history is not None:
        # A history that is full stays as it is; the browser counts as well, and says so.
        with suppress(InputError):
            st.session_state[_DEVICE] = replace(device, history=device.history.add(event))
    # The browser may draw only the last of some quick runs, so the events before come along.
    st.session_state[_NOTED] = (*_noted(), event)[-_NOTED_AT_ONCE:]


def current() -> History | None:
    """Draw the component that reads the device's history, and return what it has told.

    To be called once in a run of a page; the page runs again when the browser has something new to tell.

    Returns
    -------
    History or None
        The same object as long as nothing changed. None before the browser has told anything, and when
        `error` says that its storage cannot be read.
    """
    device, job = _device(), _job()
    data = {
        "reader": True,
        # What a page could not note before it was left.
        "late": History(_noted()).to_json(),
        "job": job.number if job is not None else 0,
        "add": job.add if job is not None else "",
        "clear": job.clear if job is not None else "",
        **_agreed(),
    }
    _DIARY(key=_READER, data=boxed(data), on_told_change=lambda: _told(_READER), height=1)
    return device.history if device is not None else None


def _agreed() -> dict[str, object]:
    """Return what the browser has to know before it writes: what was told, and whether it is read."""
    device = _device()
    return {
        "seen": device.stamp if device is not None else "",
        "sound": device.stamp if device is not None and device.history is not None else "",
        "most": MOST_EVENTS,
    }


def error() -> InputError | None:
    """Return why the device's storage cannot be read; it is left untouched then."""
    device = _device()
    return device.error if device is not None else None


def unread() -> str:
    """Return what is in the device's storage, as it is."""
    device = _device()
    return device.unread if device is not None else ""


def trouble() -> InputError | None:
    """Return why the browser could not do the last thing that it was asked to do."""
    fault = st.session_state.get(_TROUBLE)
    return _fault(fault) if fault is not None else None


def is_waiting() -> bool:
    """Whether the browser has not yet answered what it was last asked, to add or to delete."""
    return _job() is not None


def imported(history: History, text: str) -> tuple[History, int]:
    """Return the history that a file's text holds, and how many of its events are new here.

    Raises
    ------
    InputError
        If it cannot be read, or both together are too much.
    """
    other = read_history(text)
    return other, len(history.merged(other).events) - len(history.events)


def add(history: History) -> None:
    """Have the browser add all events of a history; for a callback, before `current` is called."""
    _ask(add=history.to_json())


def clear() -> None:
    """Have the browser delete what it has told, but nothing that came since."""
    st.session_state[_NOTED] = ()
    device = _device()
    if device is not None:
        _ask(clear=device.stamp)


def _ask(add: str = "", clear: str = "") -> None:
    # From anywhere: a browser may still know the jobs that a server before it gave.
    number = int(st.session_state.get(_JOBS, new_version())) + 1
    st.session_state[_JOBS] = number
    st.session_state[_TROUBLE] = None
    st.session_state[_JOB] = _Job(number, add, clear)


def _told(key: str) -> None:
    """Take what the browser says."""
    state = st.session_state.get(key)
    said = state.get("told") if state else None
    if not isinstance(said, dict):
        return
    fault = said.get("trouble")
    st.session_state[_TROUBLE] = fault if fault in _FAULTS else None
    if (device := _read(said)) is not None:
        st.session_state[_DEVICE] = device
        job = _job()
        if job is not None and said.get("job") == job.number:
            st.session_state[_JOB] = None
        elif job is not None and job.add and device.error is not None:
            # Another tab has put something there that cannot be added to.
            st.session_state[_JOB], st.session_state[_TROUBLE] = None, "foreign"


def _read(said: dict[str, object]) -> Device | None:
    """Return what is told; what is only repeated, for want of an answer in time, is not read again."""
    stamp, text, before = said.get("stamp"), said.get("text"), _device()
    if text is not None and before is not None and stamp == before.stamp:
        return before
    return Device.parse(stamp, text)


def _device() -> Device | None:
    device: Device | None = st.session_state.get(_DEVICE)
    return device


def _noted() -> tuple[Event, ...]:
    noted: tuple[Event, ...] = st.session_state.get(_NOTED, ())
    return noted


def _job() -> _Job | None:
    job: _Job | None = st.session_state.get(_JOB)
    return job


_FAULTS = ("closed", "full", "long", "foreign", "changed")


def _fault(name: str) -> InputError:
    return {
        "closed": InputError(
            "This browser lets pages remember nothing, perhaps because the window is private: what you play "
            "counts until you close the page."
        ),
        "full": InputError(
            "This browser has no room left for your history: the last of it is not remembered. On the page "
            "Your record you can download what there is."
        ),
        "long": InputError(
            "Your history is full: it holds {most} turns and answers. Download it as a file, and begin anew.",
            most=MOST_EVENTS,
        ),
        "foreign": InputError(
            "What this browser remembers cannot be read, so nothing is added to it. The page Your record "
            "says more."
        ),
        "changed": InputError("Nothing was deleted: the history has grown since you saw it."),
    }[name]
