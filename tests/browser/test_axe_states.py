"""No state of the pages played with has a fault that axe-core can find or is wider than its screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, WIDE, Opener
from tests.browser.looking import faults, faults_on_desk_and_phone
from tests.browser.reading import MIXED, STARTED, press

pytestmark = pytest.mark.browser


def test_with_dice_chosen(page: Opener) -> None:
    there = page(turn=MIXED)
    there.keyboard.press("1")
    there.keyboard.press("4")
    assert there.evaluate("midnight.idle()")
    assert faults_on_desk_and_phone(there) == []


def test_at_the_end_of_a_turn(page: Opener) -> None:
    assert faults_on_desk_and_phone(page(turn="m1.14.1.123456J6652P")) == []


def test_with_the_settings_open(page: Opener) -> None:
    there = page(turn=STARTED)
    press(there, "Settings")
    there.get_by_role("radiogroup", name="Hints").wait_for()
    assert faults_on_desk_and_phone(there) == []
    expect(there.get_by_role("radiogroup", name="Hints"), "still open").to_be_visible()


def test_with_a_sentence_and_own_dice(page: Opener) -> None:
    there = page(turn="nonsense", dice="own", hints="after")
    assert faults_on_desk_and_phone(there) == []


def test_with_plain_controls(page: Opener) -> None:
    there = page(turn=STARTED, controls="plain")
    there.get_by_role("button", name="Die 5, showing 1").click()
    assert there.evaluate("midnight.idle()")
    assert faults_on_desk_and_phone(there) == []


def test_what_if_with_pins(page: Opener) -> None:
    assert faults_on_desk_and_phone(page("what-if", position="p1.14..234566.E0g")) == []


EIGHT = "g1.14.r2p.PPbwgPst.5.2417.1.!T!A!R!R!V~"
"""Eight seats, three of them persons, and the third of these to play."""


@pytest.mark.parametrize(("width", "language"), [(WIDE, "en"), (PHONE, "nb")])
def test_a_match_of_eight_with_dice_chosen(page: Opener, width: int, language: str) -> None:
    there = page("match", width=width, lang=language, names="Kari,<b>Ola</b>", match=EIGHT)
    there.keyboard.press("1")
    assert there.evaluate("midnight.idle()")
    assert faults(there) == []


@pytest.mark.parametrize("match", ["g1.14.r1p.PP.1.77.1.!T146666_", "nonsense"], ids=["over", "set-up"])
def test_the_end_of_a_match_and_the_agreement_before_it(page: Opener, match: str) -> None:
    assert faults_on_desk_and_phone(page("match", seats="PPbwgPst", match=match)) == []


def test_a_match_that_is_looked_back_on_with_a_decision_open(page: Opener) -> None:
    there = page("match", match="g1.14.r2p.PPg.1.77.1.!T146666823D")
    there.get_by_text("Look back").click()
    there.get_by_text("Player 2, round 1").click()
    there.get_by_role("link", name="Open in What if").wait_for()
    assert faults_on_desk_and_phone(there) == []


def test_a_match_with_own_dice_and_the_settings_open(page: Opener) -> None:
    there = page("match", throws="own", coach="ask", match="g1.14.f60r.PPPP.1.5.1.!T!A")
    press(there, "Settings")
    there.get_by_role("radiogroup", name="Coach").wait_for()
    assert faults_on_desk_and_phone(there) == []
    expect(there.get_by_role("radiogroup", name="Coach"), "still open").to_be_visible()


@pytest.mark.parametrize(("width", "language"), [(WIDE, "en"), (PHONE, "nb")])
def test_a_match_of_scores_with_its_line_in_chips(page: Opener, width: int, language: str) -> None:
    there = page(
        "match",
        width=width,
        lang=language,
        throws="scores",
        coach="always",
        match="g1.14.r8p.PPPPPPPP.1.5.1.!T!A!T!K!A!V!F!X!T",
    )
    assert faults(there) == []


def test_a_match_with_the_scores_of_a_turn_open(page: Opener) -> None:
    there = page("match", throws="own", match="g1.14.r8p.PPP.1.5.1.!T123456")
    press(there, "Only the score of Player 2")
    there.get_by_role("button", name="24", exact=True).wait_for()
    assert faults_on_desk_and_phone(there) == []
    expect(there.get_by_role("button", name="24", exact=True), "still open").to_be_visible()


def test_the_agreement_with_the_bots_explained(page: Opener) -> None:
    there = page("match", seats="Pwgbst", throws="own")
    there.get_by_text("What the bots do").click()
    assert there.evaluate("midnight.idle()")
    assert faults_on_desk_and_phone(there) == []
