"""A phone 390 pixels wide: nothing sticks out, and every die is large enough for a finger.

That every page fits is seen in test_axe_pages.py, and more states of those played with in test_axe_states.py.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.browser.conftest import PHONE, Opener
from tests.browser.looking import too_wide
from tests.browser.reading import MIXED, STARTED, assert_whole, press, word

pytestmark = pytest.mark.browser

FINGER = 44


@pytest.mark.parametrize("turn", [STARTED, "m1.14.2417.~Q~"])
def test_no_state_of_a_turn_is_wider_than_the_screen(page: Opener, turn: str) -> None:
    there = page(width=PHONE, turn=turn)
    there.keyboard.press("1")
    assert there.evaluate("midnight.idle()")
    assert too_wide(there) == []


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
    assert too_wide(there) == []


@pytest.mark.parametrize("language", ["en", "nb"])
def test_the_scores_of_a_match_fit_the_screen_and_a_finger(page: Opener, language: str) -> None:
    names = ",".join(["W" * 20] * 8)
    match = "g1.14.r8p.PPPPPPPP.1.5.1.!T!A"
    there = page(
        "match", width=PHONE, lang=language, throws="scores", coach="always", names=names, match=match
    )
    assert too_wide(there) == []
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
    assert too_wide(there) == []
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
