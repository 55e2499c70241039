"""No page has a fault that axe-core can find or is wider than its screen, in both languages and themes."""

from __future__ import annotations

import pytest

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import PHONE, WIDE, Opener
from tests.browser.looking import violations
from tests.browser.test_phone import TOO_WIDE

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]


@pytest.mark.parametrize(("language", "width"), [("en", WIDE), ("nb", PHONE)])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_axe_finds_nothing_and_all_fits(page: Opener, entry: Entry, language: str, width: int) -> None:
    there = page("" if entry.default else entry.url, lang=language, width=width)
    assert there.evaluate(TOO_WIDE) == []
    assert violations(there) == []
