"""No page has a fault that axe-core can find, in either language, theme or width."""

from __future__ import annotations

import pytest

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import Opener
from tests.browser.looking import APPEARANCES, violations

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]


@pytest.mark.parametrize(("theme", "width"), APPEARANCES)
@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_axe_finds_nothing(page: Opener, entry: Entry, language: str, theme: str, width: int) -> None:
    there = page("" if entry.default else entry.url, lang=language, theme=theme, width=width)
    assert violations(there) == []
