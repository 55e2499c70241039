"""Work that takes longer than a click may: done once for all who ask, whatever they do meanwhile.

A run of the page is broken off by the next click, and with it what it was computing. So the work goes on in
a thread of its own, which knows nothing of pages, and every page that waits asks how far it is. Work that
nobody has asked about for a while ends: its reader has left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock, Thread
from time import monotonic

Work = Callable[[Callable[[float], None]], object]

PATIENCE = 5.0
"""Seconds that work goes on unasked; whoever waits asks twice a second."""


class FailedError(Exception):
    """A piece of work broke off; why stands in the server's log."""


class _StoppedError(Exception):
    """Ends a piece of work that nobody wants any more."""


class _Job(Thread):
    """One piece of work, and the share of it that is done, from 0 to 1."""

    def __init__(self, work: Work) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.share = 0.0
        self.is_wanted_until = 0.0
        self._has_ended = False
        self._broke_off = 0.0

    def run(self) -> None:
        try:
            with suppress(_StoppedError):
                self._work(self._tell)
            self._has_ended = True
        finally:
            self._broke_off = monotonic()

    def is_broken(self) -> bool:
        """Say whether it has broken off."""
        return not self.is_alive() and not self._has_ended

    def is_over(self, now: float) -> bool:
        """Say whether it can be forgotten; that it broke off is remembered for a moment."""
        return not self.is_alive() and (self._has_ended or now > self._broke_off + PATIENCE)

    def _tell(self, share: float) -> None:
        if monotonic() > self.is_wanted_until:
            raise _StoppedError
        self.share = share


_JOBS: dict[Hashable, _Job] = {}
_LOCK = Lock()


def share_done(key: Hashable, work: Work, patience: float = PATIENCE) -> float:
    """Return how much of a piece of work is done, from 0 to 1; it begins when it is first asked about.

    Parameters
    ----------
    key : hashable
        Tells equal work.
    work : callable
        Does it and keeps the result itself; it is given a function to tell the share that is done.
    patience : float
        Seconds for which it goes on when nobody asks again.

    Raises
    ------
    FailedError
        If the work broke off a moment ago; whoever asks later begins it anew.
    """
    with _LOCK:
        now = monotonic()
        for done in [other for other, job in _JOBS.items() if job.is_over(now)]:
            del _JOBS[done]
        if key in _JOBS and _JOBS[key].is_broken():
            raise FailedError
        is_new = key not in _JOBS
        if is_new:
            _JOBS[key] = _Job(work)
        _JOBS[key].is_wanted_until = now + patience
        if is_new:
            _JOBS[key].start()
        return _JOBS[key].share


def leave(key: Hashable) -> None:
    """Have a piece of work end soon unless somebody else still asks about it."""
    with _LOCK:
        if key in _JOBS:
            _JOBS[key].is_wanted_until = monotonic() + PATIENCE
