"""No page has a fault that axe-core can find or is wider than its screen, on a projector and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import PHONE, Opener, settled
from tests.browser.looking import at_width, faults, too_wide
from tests.browser.reading import press

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


# Opening a page takes longest, so what there is to see of it is seen in one visit.
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_axe_finds_nothing_and_all_fits_also_before_a_class(page: Opener, entry: Entry) -> None:
    there = page(path_of(entry), lang="en", projector="on")
    expect(there.get_by_test_id("stSidebar")).to_be_hidden()
    assert there.evaluate(SIZE) > 16
    assert faults(there) == []
    press(there, "Leave projector mode")
    there.wait_for_function("!new URL(location).searchParams.has('projector')")
    settled(there)
    assert there.evaluate(SIZE) == 16
    assert faults(there) == []
    assert too_wide(at_width(there, PHONE)) == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_axe_finds_nothing_and_all_fits_in_norwegian_on_a_phone(page: Opener, entry: Entry) -> None:
    there = page(path_of(entry), lang="nb", width=PHONE)
    assert faults(there) == []
    there.goto(f"{there.url}&projector=on")
    settled(there)
    assert too_wide(there) == []


def path_of(entry: Entry) -> str:
    return "" if entry.default else entry.url
