"""Work in the background is done once for all who ask, and asked about until it is done."""

from __future__ import annotations

from threading import Event

from midnight_ui import background
from midnight_ui.background import share_done


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
