"""The tutor by keyboard on a phone; a turn looked back on, taken back and reloaded; no fault for axe."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from midnight_core.gamecode import read_turn
from tests.browser.conftest import PHONE, WIDE, Opener, settled
from tests.browser.looking import violations
from tests.browser.reading import code_of, press
from tests.browser.test_keyboard import tab_to

pytestmark = pytest.mark.browser

IN_VIEW = """die => {
  const { top, bottom } = die.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""
SIX_DICE = "m1.14.2417.~"
FINISHED = "m1.14.2417.~Q~f"


@pytest.mark.parametrize(("width", "language"), [(PHONE, "nb"), (WIDE, "en")])
def test_a_mistake_is_stopped_shown_and_played_anyway_by_keyboard_alone(
    page: Opener, width: int, language: str
) -> None:
    show, anyway = {"en": ("Show me", "Play anyway"), "nb": ("Vis meg", "Spill likevel")}[language]
    there = page(width=width, lang=language, turn=SIX_DICE, tutor="on", hints="off")
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    there.get_by_role("button", name=show).wait_for()
    assert there.evaluate("midnight.idle()")
    assert code_of(there) == SIX_DICE
    assert violations(there) == []
    tab_to(there, show)
    there.keyboard.press("Enter")
    expect(there.locator(".die[aria-pressed=true]")).to_have_attribute(
        "aria-label", "Die 5, showing 1" if language == "en" else "Terning 5, viser 1"
    )
    assert there.evaluate("midnight.idle()")
    assert violations(there) == []
    there.keyboard.press("1")
    there.keyboard.press("5")
    there.keyboard.press("Enter")
    there.get_by_role("button", name=anyway).wait_for()
    tab_to(there, anyway)
    there.keyboard.press("Enter")
    there.wait_for_function("before => new URL(location).searchParams.get('turn') !== before", arg=SIX_DICE)
    assert code_of(there) == f"{SIX_DICE}B~"


def test_who_rethinks_chooses_from_no_dice_at_all(page: Opener) -> None:
    there = page(turn=SIX_DICE, tutor="on")
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    press(there, "Rethink")
    expect(there.locator(".die[aria-pressed=true]")).to_have_count(0)
    assert there.evaluate("midnight.idle()")
    there.keyboard.press("5")
    there.keyboard.press("Enter")
    there.wait_for_function("before => new URL(location).searchParams.get('turn') !== before", arg=SIX_DICE)
    assert code_of(there) == f"{SIX_DICE}Q~"


@pytest.mark.parametrize(("width", "language"), [(PHONE, "en"), (WIDE, "nb")])
def test_a_turn_is_looked_back_on_taken_back_and_played_otherwise(
    page: Opener, width: int, language: str
) -> None:
    back, table = {
        "en": ("Take back and play on", "The same dice, kept otherwise"),
        "nb": ("Ta tilbake og spill videre", "De samme terningene, andre valg"),
    }[language]
    there = page(width=width, lang=language, turn=FINISHED)
    for box in there.locator("summary").all():
        box.click()
    assert there.evaluate("midnight.idle()")
    assert violations(there) == []
    assert there.evaluate("document.documentElement.scrollWidth <= innerWidth")
    press(there, back)
    there.locator(".die[aria-pressed=true]").first.wait_for()
    assert there.evaluate("midnight.idle()")
    there.wait_for_function("midnight.active().closest('.tray')")
    assert there.locator(".die").first.evaluate(IN_VIEW)
    assert code_of(there) == SIX_DICE
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    while not read_turn(code_of(there)).is_over:
        before = code_of(there)
        for die in range(len(read_turn(before).roll)):
            there.keyboard.press(str(die + 1))
        there.keyboard.press("Enter")
        there.wait_for_function("before => new URL(location).searchParams.get('turn') !== before", arg=before)
        assert there.evaluate("midnight.idle()")
    expect(there.get_by_role("table", name=table).get_by_role("row")).to_have_count(3)
    there.reload()
    settled(there)
    expect(there.get_by_role("table", name=table).get_by_role("row")).to_have_count(3)
    assert violations(there) == []
