"""Work in the background is done once for all who ask, and asked about until it is done."""

from __future__ import annotations

import time
from threading import Event

import pytest

from midnight_ui import background
from midnight_ui.background import FailedError, leave, share_done


def test_all_who_ask_share_one_piece_of_work() -> None:
    begun, go_on, ended = [], Event(), Event()

    def work(tell) -> None:
        begun.append(1)
        tell(0.25)
        go_on.wait(60)
        tell(1.0)
        ended.set()

    shares = [share_done("one", work) for _ in range(20)]
    assert set(shares) <= {0.0, 0.25}
    while share_done("one", work) < 0.25:
        pass
    assert begun == [1]
    go_on.set()
    assert ended.wait(60)
    background._JOBS["one"].join()
    assert share_done("other", lambda _tell: None) in (0.0, 1.0)
    assert "one" not in background._JOBS, "what is done is forgotten: its result is kept elsewhere"


def test_different_work_goes_on_side_by_side() -> None:
    go_on = Event()
    for key in ("a", "b"):
        share_done(key, lambda _tell: go_on.wait(60))
    assert {"a", "b"} <= background._JOBS.keys()
    go_on.set()


def test_work_that_nobody_asks_about_ends_and_work_that_others_ask_about_goes_on(monkeypatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.2)
    ended = {"left": Event(), "shared": Event()}

    def work(name):
        def told(tell) -> None:
            try:
                while True:
                    tell(0.5)
                    time.sleep(0.01)
            finally:
                ended[name].set()

        return told

    for name in ended:
        share_done(name, work(name), 60)
        leave(name)
    while not ended["left"].is_set():
        share_done("shared", work("shared"), 0.2)
        time.sleep(0.01)
    assert not ended["shared"].is_set()
    assert ended["shared"].wait(60), "its last reader has left, too"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_work_that_breaks_off_says_so_and_is_not_begun_at_every_look(monkeypatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.2)
    begun = []

    def work(_tell) -> None:
        begun.append(1)
        raise MemoryError

    share_done("broken", work)
    background._JOBS["broken"].join()
    for _ in range(3):
        with pytest.raises(FailedError):
            share_done("broken", work)
    assert len(begun) == 1
    time.sleep(0.25)
    share_done("broken", work)
    assert len(begun) == 2
    background._JOBS["broken"].join()
