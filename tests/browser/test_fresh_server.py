"""The first visitor of a fresh server may come by any page's own address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import Opener, Server

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_the_first_hit_on_a_pages_own_address_is_framed(
    opener: Opener, own_server: Server, entry: Entry
) -> None:
    path = "" if entry.default else entry.url
    there = opener(f"{own_server.url}/{path}", wait=False)
    links = there.get_by_test_id("stSidebar").get_by_role("link")
    expect(links).to_have_count(len(ENTRIES))
    there.locator("[data-testid=stMain] h1").wait_for()
    assert there.evaluate("midnight.idle()")
    expect(there.get_by_role("dialog")).to_have_count(0, timeout=3_000)
    assert there.evaluate("location.pathname") == f"/{path}"
    expect(links.filter(has_text=re.compile(f"{re.escape(entry.title)}$"))).to_have_count(1)
    assert entry.title in there.title()
