"""Projector mode: on every page large, without the sidebar, nothing for axe-core to find, and left again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import PHONE, WIDE, Opener
from tests.browser.looking import violations
from tests.browser.reading import MIXED, press
from tests.browser.test_phone import TOO_WIDE

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


@pytest.mark.parametrize(("language", "width"), [("en", WIDE), ("nb", PHONE)])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_every_page_can_be_shown_to_a_class(page: Opener, entry: Entry, language: str, width: int) -> None:
    there = page("" if entry.default else entry.url, lang=language, width=width, projector="on")
    expect(there.get_by_test_id("stSidebar")).to_be_hidden()
    assert there.evaluate(SIZE) > 16
    assert there.evaluate(TOO_WIDE) == []
    assert violations(there) == []


def test_the_switch_is_in_the_address_and_goes_along_to_the_next_page(page: Opener) -> None:
    there = page(turn=MIXED)
    before = there.evaluate(SIZE)
    there.get_by_role("button", name="Projector mode").click()
    there.wait_for_function("new URL(location).searchParams.get('projector') === 'on'")
    assert there.evaluate("midnight.idle()")
    assert there.evaluate(SIZE) > before
    there.get_by_role("button", name="Pages").click()
    there.get_by_role("link", name="The 21 throws").click()
    there.wait_for_url("**/throws-21?*projector=on*")
    expect(there.get_by_role("heading", level=1)).to_have_text("The 21 throws")
    press(there, "Leave projector mode")
    there.wait_for_function("!new URL(location).searchParams.has('projector')")
    expect(there.get_by_test_id("stSidebar")).to_be_visible()
    assert there.evaluate(SIZE) == before
