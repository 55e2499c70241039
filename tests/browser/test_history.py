"""The history on the device: counted, kept over a reload, taken out and in as a file, never harmed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from midnight_core import InputError
from midnight_core.gamecode import read_turn
from midnight_core.history import History, read_history
from midnight_core.ten_thousand.gamecode import read_ten
from tests.browser.conftest import PHONE, WIDE, Opener, Server, settled
from tests.browser.looking import too_wide, violations
from tests.browser.reading import word
from tests.core.histories import made, made_of_ten

pytestmark = pytest.mark.browser

KEY = "midnight.history"
SOME = made(24, 12, seed=21)
LAST_KEEP = "m1.14.1.123456J6652"
CONNECTION = "document.querySelector('[data-testid=stApp]').dataset.testConnectionState"
BROKEN = '{"format":"midnight-history","version":1,"turns":[{"code":"m1.14.'

Visit = Callable[..., Page]


@pytest.fixture
def visit(page: Opener) -> Visit:
    """Open a page in a browser that remembers this text."""

    def opened(path: str, kept: str | None = None, **asked: Any) -> Page:
        return page(path, remembered={} if kept is None else {KEY: kept}, **asked)

    return opened


def kept(page: Page) -> Any:
    return page.evaluate("localStorage.getItem('midnight.history')")


def wait_for_storage(page: Page, history: History) -> None:
    page.wait_for_function("text => localStorage.getItem('midnight.history') === text", arg=history.to_json())


def finish_turn(page: Page) -> None:
    for key in ("1", "2", "3", "4", "Enter"):
        page.keyboard.press(key)
    page.wait_for_function("midnight.all('table.review').length")
    assert page.evaluate("midnight.idle()")


def go_to_record(page: Page) -> None:
    page.get_by_test_id("stSidebar").get_by_role("link", name="Your record").click()
    page.wait_for_url("**/statistics**")
    page.mouse.move(640, 500)  # away from the link and its help
    settled(page)


def test_a_finished_turn_counts_and_is_still_there_after_a_reload(visit: Visit) -> None:
    there = visit("", turn=LAST_KEEP)
    assert kept(there) is None
    finish_turn(there)
    there.wait_for_function("localStorage.getItem('midnight.history')")
    [turn] = read_history(kept(there)).turns
    assert turn.game == read_turn(f"{LAST_KEEP}P")
    assert kept(there) == History((turn,)).to_json(), "as the core writes it"
    go_to_record(there)
    expect(there.get_by_text("In 1 turn (1-4-24: highest average score)")).to_be_visible()
    there.reload()
    settled(there)
    expect(there.get_by_text("In 1 turn (1-4-24: highest average score)")).to_be_visible()
    assert kept(there) == History((turn,)).to_json()


def test_a_turn_of_10_000_counts_over_a_reload_and_the_page_over_a_restart(
    opener: Opener, own_server: Server
) -> None:
    there = opener(f"{own_server.url}/ten-thousand?ten=t1.d.2417.1000.112456T666")
    for key in ("1", "2", "3", "w"):
        there.keyboard.press(key)
    there.wait_for_function("localStorage.getItem('midnight.history')")
    [turn] = read_history(kept(there)).ten_turns
    assert turn.game == read_ten("t1.d.2417.1000.112456T666H!")
    assert kept(there) == History((turn,)).to_json(), "as the core writes it"
    both = SOME.merged(History((turn,)))
    there.evaluate("text => localStorage.setItem('midnight.history', text)", both.to_json())
    go_to_record(there)
    there.get_by_role("radio", name="10 000", exact=True).click()
    finding = there.get_by_text("In 1 turn (Standard: best average turn)")
    expect(finding).to_be_visible()
    there.reload()
    settled(there)
    expect(finding).to_be_visible()
    own_server.stop()
    there.wait_for_function(f"{CONNECTION} !== 'CONNECTED'")
    own_server.start()
    there.wait_for_function(f"{CONNECTION} === 'CONNECTED'")
    expect(finding).to_be_visible()
    settled(there)
    there.get_by_role("radio", name="Midnight", exact=True).click()
    expect(finding).not_to_be_visible()
    assert kept(there) == both.to_json()


def test_a_broken_file_gets_a_sentence_and_what_was_deleted_comes_back(visit: Visit, tmp_path: Path) -> None:
    there = visit("statistics", SOME.to_json())
    file = tmp_path / "history.json"
    for text, said in (
        (BROKEN, "This file is damaged, or not JSON"),
        (SOME.to_json().replace("m1.", "m9.", 1), "Entry 1 of turns in this history cannot be read"),
        (SOME.to_json().replace('"version":1', '"version":3'), "written by a later app"),
    ):
        file.write_text(text, "utf-8")
        there.locator("input[type=file]").set_input_files(file)
        expect(there.get_by_role("alert").filter(has_text=said)).to_be_visible()
        assert there.evaluate("midnight.idle()")
        assert kept(there) == SOME.to_json()
    with there.expect_download() as download:
        there.get_by_role("button", name="Download as a file").click()
    download.value.save_as(file)
    assert download.value.suggested_filename.endswith(".json")
    assert file.read_text("utf-8") == SOME.to_json() == kept(there)
    there.get_by_role("button", name="Delete everything").click()
    assert kept(there) == SOME.to_json(), "it asks first"
    there.get_by_role("button", name="Delete them now").click()
    there.get_by_text("Nothing is here yet").wait_for()
    assert kept(there) is None
    there.locator("input[type=file]").set_input_files(file)
    there.get_by_text("turns and answers were new").first.wait_for()
    wait_for_storage(there, SOME)
    expect(there.get_by_role("heading", name="How you play")).to_be_visible()
    more = SOME.merged(made(1, 1, seed=22))
    file.write_text(more.to_json(), "utf-8")
    there.locator("input[type=file]").set_input_files(file)
    there.get_by_text("2 turns and answers were new, and are added.").first.wait_for()
    wait_for_storage(there, more)


def test_storage_that_cannot_be_read_is_left_alone_until_it_is_deleted(visit: Visit, tmp_path: Path) -> None:
    there = visit("", BROKEN, turn=LAST_KEEP)
    finish_turn(there)
    expect(there.get_by_text("What this browser remembers cannot be read")).to_be_visible()
    assert kept(there) == BROKEN
    go_to_record(there)
    expect(there.get_by_text("This file is damaged, or not JSON")).to_be_visible()
    assert violations(there) == []
    with there.expect_download() as download:
        there.get_by_role("button", name="Download what is there").click()
    download.value.save_as(tmp_path / "unread.txt")
    assert (tmp_path / "unread.txt").read_text("utf-8") == BROKEN == kept(there)
    there.get_by_role("button", name="Begin anew").click()
    there.get_by_role("button", name="Delete it now").click()
    there.get_by_text("Nothing is here yet").wait_for()
    assert kept(there) is None


def test_what_only_looks_like_a_history_is_not_added_to(visit: Visit) -> None:
    odd = SOME.to_json().replace('"answers":[', '"answers":[],"answers":[')
    with pytest.raises(InputError):
        read_history(odd)
    there = visit("", odd, turn=LAST_KEEP)
    finish_turn(there)
    expect(there.get_by_text("What this browser remembers cannot be read")).to_be_visible()
    assert kept(there) == odd
    there.evaluate("text => localStorage.setItem('midnight.history', text)", SOME.to_json())
    go_to_record(there)
    there.wait_for_function("text => localStorage.getItem('midnight.history') !== text", arg=SOME.to_json())
    history = read_history(kept(there))
    assert len(history.merged(SOME).events) == len(history.events) == len(SOME.events) + 1
    turns = f"Turns: {len(history.turns)}. Answers: {len(history.answers)}."
    there.get_by_role("button", name="Delete everything").click()
    expect(there.get_by_text(turns)).to_be_visible()


def test_what_was_deleted_is_not_noted_again_by_the_page_it_is_still_on(visit: Visit) -> None:
    there = visit("", turn=LAST_KEEP)
    finish_turn(there)
    there.wait_for_function("localStorage.getItem('midnight.history')")
    go_to_record(there)
    there.get_by_role("button", name="Delete everything").click()
    there.get_by_role("button", name="Delete them now").click()
    there.get_by_text("Nothing is here yet").wait_for()
    there.get_by_test_id("stSidebar").get_by_role("link", name="Play a turn").click()
    there.wait_for_function("midnight.all('table.review').length")
    assert there.evaluate("midnight.idle()")
    assert kept(there) is None


def test_two_tabs_add_to_one_history(visit: Visit, server: Server) -> None:
    record = visit("statistics", SOME.to_json())
    turns = record.context.new_page()
    turns.goto(f"{server.url}/?turn={LAST_KEEP}")
    settled(turns)
    finish_turn(turns)
    record.wait_for_function(
        "before => localStorage.getItem('midnight.history') !== before", arg=SOME.to_json()
    )
    history = read_history(kept(record))
    assert history.merged(SOME) is history
    assert len(history.events) == len(SOME.events) + 1
    record.get_by_role("button", name="Delete everything").click()
    there = f"Turns: {len(history.turns)}. Answers: {len(history.answers)}."
    expect(record.get_by_text(there)).to_be_visible()
    record.get_by_role("button", name="Delete them now").click()
    record.get_by_text("Nothing is here yet").wait_for()
    turns.keyboard.press("Enter")  # a new turn, and back to the finished one
    turns.wait_for_function("!midnight.all('table.review').length")
    turns.go_back()
    turns.wait_for_function("midnight.all('table.review').length")
    assert turns.evaluate("midnight.idle()")
    assert kept(turns) is None, "what is deleted does not come back"
    turns.close()


def failing(opener: Opener, server: Server, method: str, *remembered: str) -> Page:
    """Return a browser whose storage will fail for the history from the next page on."""
    storage = [{"name": KEY, "value": text} for text in remembered]
    state = {"cookies": [], "origins": [{"origin": server.url, "localStorage": storage}]}
    page = opener(f"{server.url}/rules", storage_state=state)
    page.add_init_script(
        f"""const before = Storage.prototype.{method};
        Storage.prototype.{method} = function (key, ...more) {{
          if (key === '{KEY}') throw new DOMException('no', 'QuotaExceededError');
          return before.call(this, key, ...more);
        }};"""
    )
    return page


def test_with_no_room_left_the_app_says_so_and_goes_on(opener: Opener, server: Server) -> None:
    there = failing(opener, server, "setItem", SOME.to_json())
    there.goto(f"{server.url}/?turn={LAST_KEEP}")
    settled(there)
    finish_turn(there)
    expect(there.get_by_text("This browser has no room left for your history")).to_be_visible()
    go_to_record(there)
    expect(there.get_by_role("heading", name="How you play")).to_be_visible()
    assert kept(there) == SOME.to_json()


def test_without_storage_the_record_is_that_of_the_session(opener: Opener, server: Server) -> None:
    there = failing(opener, server, "getItem")
    there.goto(f"{server.url}/statistics")
    settled(there)
    expect(there.get_by_text("This browser lets pages remember nothing")).to_be_visible()
    expect(there.get_by_role("heading", name="Where this is kept")).to_be_visible()


@pytest.mark.parametrize(("language", "width", "more"), [("en", WIDE, False), ("nb", PHONE, True)])
def test_axe_finds_nothing_on_a_full_page_and_all_fits(
    visit: Visit, language: str, width: int, more: bool
) -> None:
    history = SOME.merged(made_of_ten(24, 12, seed=21)) if more else SOME
    there = visit(
        "statistics", history.to_json(), width=width, lang=language, game="ten" if more else "midnight"
    )
    there.get_by_role("heading", name=word("Are these dice fair?", language)).wait_for()
    assert too_wide(there) == []
    there.get_by_role("button", name=word("Delete everything", language)).click()
    there.get_by_role("button", name=word("Delete them now", language)).wait_for()
    assert violations(there) == []
