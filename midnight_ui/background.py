"""Work that takes longer than a click may: done once for all who ask, whatever they do meanwhile.

A run of the page is broken off by the next click, and with it what it was computing. So the work goes on in a
thread of its own, which knows nothing of pages, and every page that waits asks how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock, Thread

Work = Callable[[Callable[[float], None]], object]


class _StoppedError(Exception):
    """Ends a piece of work that nobody wants any more."""


class _Job(Thread):
    """One piece of work, and the share of it that is done, from 0 to 1."""

    def __init__(self, work: Work) -> None:
        super().__init__(daemon=True)
        self._work = work
        self.share = 0.0
        self.is_wanted = True

    def run(self) -> None:
        with suppress(_StoppedError):
            self._work(self._tell)

    def _tell(self, share: float) -> None:
        if not self.is_wanted:
            raise _StoppedError
        self.share = share


_JOBS: dict[Hashable, _Job] = {}
_LOCK = Lock()


def share_done(key: Hashable, work: Work) -> float:
    """Return how much of a piece of work is done, from 0 to 1; it begins when it is first asked about.

    Parameters
    ----------
    key : hashable
        Tells equal work.
    work : callable
        Does it and keeps the result itself; it is given a function to tell the share that is done.
    """
    with _LOCK:
        for done in [other for other, job in _JOBS.items() if not job.is_alive()]:
            del _JOBS[done]
        if key not in _JOBS:
            _JOBS[key] = _Job(work)
            _JOBS[key].start()
        return _JOBS[key].share


def stop(key: Hashable) -> None:
    """Give a piece of work up the next time it tells how far it is; whoever asks then begins it anew."""
    with _LOCK:
        if (job := _JOBS.pop(key, None)) is not None:
            job.is_wanted = False
