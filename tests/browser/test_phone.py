"""A phone 390 pixels wide: nothing sticks out, and every die is large enough for a finger."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

from itertools import pairwise

import pytest

from midnight_ui.navigation import SECTIONS, Entry
from tests.browser.conftest import PHONE, Opener
from tests.browser.reading import MIXED, STARTED, assert_whole, press, word

pytestmark = pytest.mark.browser

ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]
FINGER = 44

TOO_WIDE = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const spare = [document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
  if (Math.max(...spare) <= 0) return [];
  return [...main.querySelectorAll('*')].filter((n) => n.getBoundingClientRect().right > innerWidth + 1)
    .map((n) => `${n.tagName} ${n.dataset.testid ?? ''} ${n.className}`.slice(0, 120)).slice(0, 8).concat(spare);
}"""


# In Norwegian, whose words are longer, test_axe_pages.py looks as well.
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.url)
def test_no_page_is_wider_than_the_screen(page: Opener, entry: Entry) -> None:
    there = page("" if entry.default else entry.url, width=PHONE)
    assert there.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("turn", [STARTED, MIXED, "m1.14.1.123456J6652P", "m1.14.2417.~Q~"])
def test_no_state_of_a_turn_is_wider_than_the_screen(page: Opener, turn: str) -> None:
    there = page(width=PHONE, turn=turn)
    there.keyboard.press("1")
    assert there.evaluate("midnight.idle()")
    assert there.evaluate(TOO_WIDE) == []


def test_what_if_with_three_pins_is_not_wider_than_the_screen(page: Opener) -> None:
    there = page("what-if", width=PHONE, position="p1.14..234566.E0g")
    assert there.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("language", ["en", "nb"])
@pytest.mark.parametrize(
    "match",
    ["g1.14.r2p.PPbwgPst.1000.2417.1.!T!A!R!R!V~", "g1.14.r1p.PP.1.77.1.!T146666_", "nonsense"],
    ids=["eight", "over", "set-up"],
)
def test_no_state_of_a_match_is_wider_than_the_screen(page: Opener, match: str, language: str) -> None:
    names = ",".join(["W" * 20] * 8)
    there = page("match", width=PHONE, lang=language, seats="P" * 8, names=names, match=match)
    there.keyboard.press("1")
    assert there.evaluate("midnight.idle()")
    assert there.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("language", ["en", "nb"])
def test_the_scores_of_a_match_fit_the_screen_and_a_finger(page: Opener, language: str) -> None:
    names = ",".join(["W" * 20] * 8)
    match = "g1.14.r8p.PPPPPPPP.1.5.1.!T!A"
    there = page(
        "match", width=PHONE, lang=language, throws="scores", coach="always", names=names, match=match
    )
    assert there.evaluate(TOO_WIDE) == []
    scores = there.locator("[class*=st-key-late_scores] button").filter(visible=True).all()
    assert len(scores) == 22
    for button in scores:
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= FINGER
        assert box["height"] >= 40
        assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE


@pytest.mark.parametrize("language", ["en", "nb"])
def test_the_scores_behind_a_press_fit_the_screen(page: Opener, language: str) -> None:
    names = ",".join(["W" * 20] * 3)
    there = page("match", width=PHONE, lang=language, throws="own", names=names, match="g1.14.r8p.PPP.1.5.1")
    press(there, word("Only the score of {name}", language, name="W" * 20))
    assert there.evaluate(TOO_WIDE) == []
    box = there.get_by_role("button", name="24", exact=True).bounding_box()
    assert box is not None
    assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE


def test_every_die_is_large_enough_for_a_finger(page: Opener) -> None:
    there = page(width=PHONE, turn=MIXED)
    boxes = [die.bounding_box() for die in there.locator(".die").filter(visible=True).all()]
    assert len(boxes) == 6
    for box in boxes:
        assert box is not None
        assert box["width"] >= FINGER
        assert box["height"] >= FINGER
    ordered = sorted(boxes, key=lambda box: box["x"])
    assert all(one["x"] + one["width"] <= two["x"] + 0.5 for one, two in pairwise(ordered))


def test_a_turn_is_played_by_touch(opener: Opener, server) -> None:
    there = opener(f"{server.url}/?turn=m1.14.2417", width=PHONE, has_touch=True, is_mobile=True)
    there.get_by_role("button", name="Roll", exact=True).tap()
    there.get_by_role("button", name="Die 5, showing 1").tap()
    there.get_by_role("button", name="Keep and roll").tap()
    there.wait_for_function("new URL(location).searchParams.get('turn') === 'm1.14.2417.~Q~'")
    assert_whole(there)
