"""A whole turn by keyboard alone, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from midnight_core.gamecode import read_turn
from tests.browser.conftest import Opener
from tests.browser.reading import MIXED, STARTED, assert_whole, code_of, die, state, word

pytestmark = pytest.mark.browser

NAME = "midnight.active()?.getAttribute('aria-label') || midnight.text(midnight.active()?.querySelector('p'))"


def tab_to(page: Page, name: str) -> None:
    for _ in range(80):
        if page.evaluate(NAME) == name:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {name!r}")


@pytest.mark.parametrize("language", ["en", "nb"])
def test_a_whole_turn_by_keyboard_alone(page: Opener, language: str) -> None:
    there = page(lang=language, turn="m1.14.2417")
    tab_to(there, word("Roll", language))
    there.keyboard.press("Space")
    first = die(there, 1, 2, language)
    first.wait_for()
    tab_to(there, word("Die {n}, showing {face}", language, n=1, face=2))
    there.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "true")
    there.keyboard.press("Space")
    expect(first).to_have_attribute("aria-pressed", "false")
    while not read_turn(code_of(there)).is_over:
        before = code_of(there)
        there.keyboard.press("1")
        expect(there.locator(".die").first).to_have_attribute("aria-pressed", "true")
        there.keyboard.press("Enter")
        there.wait_for_function("before => new URL(location).searchParams.get('turn') !== before", arg=before)
        assert there.evaluate("midnight.idle()")
        assert there.evaluate("midnight.active() !== document.body"), "focus is not lost"
    assert len(read_turn(code_of(there)).steps) == 6
    tab_to(there, word("New turn", language))
    there.keyboard.press("Enter")
    there.get_by_test_id("stMain").get_by_role("button", name=word("Roll", language), exact=True).wait_for()
    assert there.evaluate("midnight.idle()")
    assert not read_turn(code_of(there)).steps


def test_the_keys_1_to_6_choose_and_put_back(page: Opener) -> None:
    there = page(turn=MIXED)
    for key in "135":
        there.keyboard.press(key)
    assert state(there)["pressed"] == [True, False, True, False, True, False]
    there.keyboard.press("3")
    assert state(there)["pressed"] == [True, False, False, False, True, False]
    assert_whole(there)


def test_keys_typed_in_a_field_choose_nothing(page: Opener) -> None:
    there = page(turn=STARTED)
    field = there.get_by_role("spinbutton")
    field.click()
    there.keyboard.type("12")
    assert not any(state(there)["pressed"])


def test_keys_with_a_modifier_are_the_browsers(page: Opener) -> None:
    there = page(turn=STARTED)
    there.keyboard.press("Shift+1")
    there.keyboard.press("Alt+2")
    assert not any(state(there)["pressed"])


def test_enter_in_the_settings_does_not_roll(page: Opener) -> None:
    there = page(turn=MIXED)
    there.keyboard.press("1")
    there.get_by_role("button", name="Settings").click()
    there.get_by_role("radio", name="After I decide").focus()
    there.keyboard.press("Enter")
    there.keyboard.press("2")
    assert there.evaluate("midnight.idle()")
    assert code_of(there) == MIXED


def test_enter_with_nothing_chosen_gets_a_sentence(page: Opener) -> None:
    there = page(turn=STARTED)
    there.keyboard.press("Enter")
    expect(there.get_by_test_id("stAlert")).to_have_text("Keep at least one die of every roll.")
    assert code_of(there) == STARTED


@pytest.mark.parametrize("language", ["en", "nb"])
def test_names_are_the_promised_ones(page: Opener, language: str) -> None:
    there = page(lang=language, turn=MIXED)
    promised = {
        "en": ("Die 3, showing 3", "Keep and roll", "Keep and finish", "Roll"),
        "nb": ("Terning 3, viser 3", "Behold og kast", "Behold og avslutt", "Kast"),
    }[language]
    expect(there.get_by_role("button", name=promised[0], exact=True)).to_have_attribute(
        "aria-pressed", "false"
    )
    expect(there.get_by_role("button", name=promised[1], exact=True)).to_be_visible()
    for key in "123456":
        there.keyboard.press(key)
    expect(there.get_by_role("button", name=promised[2], exact=True)).to_be_visible()
    there.get_by_role("button", name=word("Same dice", language)).click()
    expect(there.get_by_role("button", name=promised[3], exact=True)).to_be_visible()
