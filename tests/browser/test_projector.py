"""Projector mode: entered, taken along and left again. Every page in it is seen in test_axe_pages.py."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.reading import MIXED, press
from tests.browser.test_axe_pages import SIZE

pytestmark = pytest.mark.browser


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
