"""What the browser says of its history is data: checked, bounded, and never written over by mistake."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from midnight_core import InputError
from midnight_core.history import MOST_BYTES, Answered, History, read_history
from midnight_ui import diary
from midnight_ui.diary import Device
from tests.core.histories import BEGIN, made, made_of_ten, mangled
from tests.ui.screen import data_of

HISTORY = made(3, 2)
TEXT = HISTORY.to_json()


def told(**said: Any) -> AppTest:
    """Run a page on which the browser has just said this."""
    app = AppTest.from_function(_page)
    app.session_state["said"] = said
    app.run()
    assert not app.exception
    return app


def _page() -> None:
    import streamlit as st

    from midnight_ui import diary
    from midnight_ui.text import sentence

    if "said" in st.session_state:
        st.session_state["reader"] = {"told": st.session_state.pop("said")}
        diary._told("reader")
    if "do" in st.session_state:
        st.session_state.pop("do")()
    history = diary.current()
    st.session_state["history"] = history
    st.text("nothing told" if history is None else f"{len(history.events)} events")
    for fault in (diary.error(), diary.trouble()):
        st.markdown("–" if fault is None else sentence(fault))
    if "event" in st.session_state:
        diary.note(st.session_state["event"], key="note")


def then(app: AppTest, **state: Any) -> AppTest:
    """Run the page again with more in its session."""
    for name, value in state.items():
        app.session_state[name] = value
    app.run()
    assert not app.exception
    return app


def said_of(app: AppTest) -> tuple[str, str, str]:
    return app.text[0].value, app.markdown[0].value, app.markdown[1].value


def test_a_history_that_is_told_is_read() -> None:
    app = told(stamp="5.7", text=TEXT)
    assert said_of(app) == ("5 events", "–", "–")
    assert app.session_state["history"] == HISTORY
    data = data_of(app, "midnight_diary")
    assert (data["reader"], data["seen"], data["add"], data["clear"]) == (True, "5.7", "", "")
    before = app.session_state["history"]
    assert then(app).session_state["history"] is before


def test_before_anything_is_told_the_history_is_unknown() -> None:
    app = AppTest.from_function(_page).run()
    assert said_of(app) == ("nothing told", "–", "–")
    assert data_of(app, "midnight_diary")["seen"] == ""


def test_empty_storage_is_an_empty_history() -> None:
    assert said_of(told(stamp="none", text=None)) == ("0 events", "–", "–")


def test_storage_that_cannot_be_read_is_told_and_kept_as_it_is() -> None:
    app = told(stamp="1.2", text="{broken")
    assert said_of(app)[:2] == ("nothing told", "This file is damaged, or not JSON: see line 1.")
    data = data_of(app, "midnight_diary")
    assert (data["seen"], data["add"], data["clear"], data["job"]) == ("1.2", "", "", 0), (
        "nothing is to be done"
    )
    assert app.session_state["diary_device"].unread == "{broken"


@pytest.mark.parametrize(
    "said",
    [
        *({"stamp": stamp, "text": TEXT} for stamp in (None, 5, "x" * 41, ["1"], {})),
        *({"stamp": "1.2", "text": text} for text in (5, True, [TEXT], {"turns": []})),
        {},
        {"trouble": "<script>"},
        {"trouble": ["full"]},
        {"job": 1},
    ],
)
def test_what_no_browser_of_ours_says_counts_for_nothing(said: dict[str, Any]) -> None:
    assert said_of(told(**said)) == ("nothing told", "–", "–")


@pytest.mark.parametrize("said", [None, 5, "told", [], [TEXT]])
def test_neither_does_what_has_another_shape(said: Any) -> None:
    app = AppTest.from_function(_page)
    app.session_state["said"] = said
    assert said_of(app.run()) == ("nothing told", "–", "–")


@pytest.mark.parametrize("text", ["[" * 10**6, " " * (MOST_BYTES + 1), "\ud800", "\0", TEXT * 2, TEXT[:-3]])
def test_hostile_text_is_an_error_and_no_more(text: str) -> None:
    history, error, _ = said_of(told(stamp="1.2", text=text))
    assert (history, error != "–") == ("nothing told", True)


def text_of(number: int) -> str:
    """Return a mangled history as a browser would read its file."""
    return mangled(number).decode("utf-8", "replace")


def test_mangled_storage_is_read_or_told_of() -> None:
    for number in range(1_000):
        text = text_of(number)
        device = Device.parse("1.2", text)
        assert device is not None
        if device.history is None:
            assert isinstance(device.error, InputError)
            assert device.unread == text
        else:
            assert device == Device("1.2", read_history(text))


def test_mangled_files_change_nothing_unless_they_are_histories() -> None:
    before = made(3, 3, seed=99)
    text = before.to_json()
    refused = 0
    for number in range(1_000):
        try:
            found, new = diary.imported(before, text_of(number))
        except InputError:
            refused += 1
        else:
            assert found == read_history(text_of(number))
            known = {event.identity for event in before.events}
            assert new == sum(event.identity not in known for event in found.events)
        assert before.to_json() == text
    assert 600 < refused < 1_000


TWICE = TEXT.replace('"answers":[', '"answers":[],"answers":[')


@pytest.mark.parametrize(
    "text",
    [
        TWICE,
        TEXT.replace('"format"', '"more":1,"format"'),
        TEXT.replace('"goal"', '"note":"","goal"', 1),
        TEXT.replace('"code":"m1', '"code":"m9', 1),
        TEXT.replace('"at":"2026-1', '"at":"2026-9', 1),
        TEXT.replace('"goal":"', '"goal":"<b>', 1),
    ],
)
def test_the_browser_adds_to_nothing_that_is_not_read(text: str) -> None:
    app = then(AppTest.from_function(_page), event=HISTORY.events[0])
    assert agreed(app) == ("", ""), "it tells first what is there"
    then(app, said={"stamp": "1.2", "text": text})
    assert agreed(app) == ("1.2", "")
    assert "nothing is added" in app.warning[0].value
    then(app, said={"stamp": "5.7", "text": TEXT})
    assert agreed(app) == ("5.7", "5.7")
    assert not app.warning


def agreed(app: AppTest) -> tuple[str, str]:
    [one, other] = [json.loads(e.proto.json)[0] for e in app.get("bidi_component")]
    assert all(one[name] == other[name] for name in ("seen", "sound", "most"))
    return one["seen"], one["sound"]


def test_what_the_browser_tells_again_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def reading(text: str) -> History:
        read.append(text)
        return read_history(text)

    monkeypatch.setattr(diary, "read_history", reading)
    app = told(stamp="5.7", text=TEXT)
    before = app.session_state["history"]
    then(app, said={"stamp": "5.7", "text": TEXT})
    assert app.session_state["history"] is before
    then(app, do=lambda: diary.add(made(1, 0, seed=7)))
    job = data_of(app, "midnight_diary")["job"]
    for _ in "12":
        then(app, said={"stamp": "9.9", "text": "{broken", "job": job})
    assert read == [TEXT, "{broken"]


def test_what_is_asked_for_is_given_up_where_nothing_can_be_added() -> None:
    app = told(stamp="5.7", text=TEXT)
    then(app, do=lambda: diary.add(made(1, 0, seed=7)))
    then(app, said={"stamp": "1.2", "text": TWICE})
    assert data_of(app, "midnight_diary")["job"] == 0
    assert "nothing is added" in said_of(app)[2]


def test_an_event_is_noted_and_counts_at_once() -> None:
    app = told(stamp="5.7", text=TEXT)
    event = Answered(made(0, 1, seed=50).answers[0].position, HISTORY.events[0].goal, BEGIN)
    then(then(app, event=event))
    assert app.session_state["history"] == HISTORY.add(event)
    assert noted_by(app) == History((event,))
    assert not app.warning


def test_quick_notes_bring_along_the_ones_before() -> None:
    app = told(stamp="none", text=None)
    for number, event in enumerate(HISTORY.events, start=1):
        then(app, event=event)
        assert noted_by(app) == History(HISTORY.events[:number])
    then(app, event=HISTORY.events[-1])
    assert noted_by(app) == HISTORY, "the same again is no other"
    later = made(0, 1, seed=50).events[0]
    then(app, event=later)
    assert noted_by(app) == History((*HISTORY.events[1:], later)), "but not all of them"
    then(app, do=diary.clear, event=later)
    assert noted_by(app) == History(), "nothing that was deleted, though it is still on the page"
    then(app, said={"stamp": "none", "text": None})
    assert then(app).session_state["history"] == History()
    then(app, event=made(0, 1, seed=51).events[0])
    assert noted_by(app) == made(0, 1, seed=51), "but what comes after it"


def test_events_of_both_games_are_noted_together() -> None:
    app = told(stamp="5.7", text=HISTORY.merged(made_of_ten(2, 2)).to_json())
    assert said_of(app)[0] == "9 events"
    more = (made_of_ten(1, 0, seed=9).events[0], made(0, 1, seed=50).events[0])
    for event in more:
        then(app, event=event)
    assert noted_by(app) == History(more)
    assert len(then(app).session_state["history"].events) == 11


def noted_by(app: AppTest) -> History:
    notes = [json.loads(e.proto.json)[0] for e in app.get("bidi_component")]
    return read_history(next(note["add"] for note in notes if "reader" not in note))


def test_a_note_says_when_the_browser_cannot_keep_it() -> None:
    app = told(stamp="none", text=None)
    then(app, event=HISTORY.events[0])
    for trouble, word in {"full": "no room", "closed": "private", "foreign": "cannot be read"}.items():
        then(app, said={"trouble": trouble})
        assert word in app.warning[0].value
        assert said_of(app)[0] == "1 events", "what was told before stands"
    then(app, said={"stamp": "5.7", "text": TEXT})
    assert not app.warning


def test_a_full_history_takes_a_note_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    app = told(stamp="5.7", text=TEXT)
    monkeypatch.setattr("midnight_core.history.MOST_EVENTS", 5)
    then(app, event=made(0, 1, seed=50).events[0])
    assert said_of(then(app)) == ("5 events", "–", "–")
    assert said_of(then(app, said={"trouble": "long"}))[2].startswith("Your history is full")


def test_a_job_is_given_to_the_browser_until_it_is_done() -> None:
    app = told(stamp="5.7", text=TEXT)
    more = made(1, 1, seed=7)
    then(app, do=lambda: diary.add(more))
    data = data_of(app, "midnight_diary")
    job = data["job"]
    assert (read_history(data["add"]), data["clear"]) == (more, "")
    then(app, said={"stamp": "5.7", "text": TEXT, "job": job + 1})
    assert data_of(app, "midnight_diary")["job"] == job, "another tab's news are no answer"
    both = HISTORY.merged(more)
    then(app, said={"stamp": "9.9", "text": both.to_json(), "job": job})
    assert app.session_state["history"] == both
    assert data_of(app, "midnight_diary")["job"] == 0


def test_only_what_was_seen_is_deleted() -> None:
    app = told(stamp="5.7", text=TEXT)
    then(app, do=diary.clear)
    data = data_of(app, "midnight_diary")
    assert (data["add"], data["clear"]) == ("", "5.7")
    then(app, said={"stamp": "6.8", "text": TEXT, "job": data["job"], "trouble": "changed"})
    assert said_of(app)[::2] == ("5 events", "Nothing was deleted: the history has grown since you saw it.")
    then(app, do=diary.clear)
    again = data_of(app, "midnight_diary")
    assert (again["clear"], again["job"], said_of(app)[2]) == ("6.8", data["job"] + 1, "–")
    then(app, said={"stamp": "none", "text": None, "job": again["job"]})
    assert said_of(app) == ("0 events", "–", "–")


def test_the_jobs_of_two_sessions_are_told_apart() -> None:
    """A browser that is still there when its server has forgotten it knows the last job by its number."""
    jobs = {
        data_of(then(told(stamp="5.7", text=TEXT), do=diary.clear), "midnight_diary")["job"] for _ in "123"
    }
    assert len(jobs) > 1


def test_nothing_is_deleted_before_anything_was_told() -> None:
    app = AppTest.from_function(_page)
    app.session_state["do"] = diary.clear
    assert data_of(app.run(), "midnight_diary")["job"] == 0
