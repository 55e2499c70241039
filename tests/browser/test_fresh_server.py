"""The first visitor of a fresh server may come by any page's own address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from midnight_ui.navigation import SECTIONS
from tests.browser.conftest import Opener, Server, settled

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]
FIRST = [entry for entries in SECTIONS.values() for entry in (entries[0], entries[-1])]


def test_the_first_hit_on_a_pages_own_address_is_framed(opener: Opener, own_server: Server) -> None:
    there = opener("about:blank", wait=False)
    for entry in FIRST:
        own_server.stop()
        own_server.start()
        path = "" if entry.default else entry.url
        there.goto(f"{own_server.url}/{path}")
        links = there.get_by_test_id("stSidebar").get_by_role("link")
        expect(links).to_have_count(len(ENTRIES))
        settled(there)
        expect(there.get_by_role("dialog")).to_have_count(0)
        assert there.evaluate("location.pathname") == f"/{path}"
        expect(links.filter(has_text=re.compile(f"{re.escape(entry.title)}$"))).to_have_count(1)
        assert entry.title in there.title()
