"""The screen follows a choice at once, and all of it follows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from midnight_core import MIDNIGHT, Turn, goals, solve
from midnight_core.gamecode import mask_of, read_turn
from tests.browser.conftest import Opener, settled
from tests.browser.reading import (
    MIXED,
    NBSP,
    STARTED,
    assert_whole,
    code_of,
    die,
    mask_in,
    numbers_for,
    press,
    same,
    state,
    word,
)

pytestmark = pytest.mark.browser


def test_a_click_changes_the_numbers_in_the_same_task_without_the_server(page: Opener) -> None:
    there = page(turn=MIXED)
    there.evaluate("midnight.wire.swallow = true")
    game = read_turn(MIXED)
    mask = 0
    for place in (3, 0, 5, 3, 1):
        seen = there.evaluate(
            "n => { midnight.dice()[n].click(); return [midnight.numbers(), midnight.state().current] }",
            place,
        )
        mask ^= 1 << place
        assert same(seen[0], numbers_for(game, mask))
        keep = "".join(str(game.roll[n]) for n in range(6) if mask >> n & 1)
        assert seen[1] == [keep], "the ranking follows as well"
    assert there.evaluate("midnight.wire.swallowed") > 0, "else this test shows nothing"
    assert mask_in(state(there)) == mask


def test_every_keep_of_a_roll_shows_the_cores_numbers(page: Opener) -> None:
    there = page(turn=MIXED)
    game = read_turn(MIXED)
    seen = there.evaluate("""() => {
        const found = [];
        for (let mask = 1; mask < 64; mask++) {
            midnight.dice().forEach((die, i) => {
                if ((die.getAttribute('aria-pressed') === 'true') !== Boolean(mask >> i & 1)) die.click();
            });
            found.push(midnight.numbers());
        }
        return found;
    }""")
    for mask, numbers in enumerate(seen, start=1):
        assert same(numbers, numbers_for(game, mask))
    assert_whole(there)


def test_a_row_of_the_ranking_chooses_its_dice_and_all_follows(page: Opener) -> None:
    there = page(turn=MIXED)
    options = solve(MIDNIGHT, goals.mean_score()).options(Turn(MIDNIGHT), read_turn(MIXED).roll)
    wanted = options[7]
    there.get_by_role("row").nth(8).click()
    seen = assert_whole(there)
    assert seen["current"] == ["".join(map(str, wanted.keep))]
    assert [face for face, pressed in zip(range(1, 7), seen["pressed"], strict=True) if pressed] == list(
        wanted.keep
    )
    chart = there.get_by_test_id("stPlotlyChart")
    expect(chart).to_contain_text(f"Your keep: {NBSP.join(map(str, wanted.keep))}")
    press(there, "Keep and roll")
    mask = mask_of(read_turn(MIXED).roll, wanted.keep)
    assert_whole(there, read_turn(MIXED).keep(mask).throw().code)


def test_a_whole_turn_by_mouse(page: Opener) -> None:
    there = page(turn="m1.14.2417")
    press(there, "Roll")
    die(there, 5, 1).click()
    assert_whole(there)
    while not read_turn(code_of(there)).is_over:
        if not any(state(there)["pressed"]):
            there.locator(".die").first.click()
        press(there, "Keep and")
        assert_whole(there)
    expect(there.get_by_role("table", name="Your decisions")).to_be_visible()


def test_the_sentence_of_a_bad_move_goes_when_dice_are_chosen(page: Opener) -> None:
    there = page(turn=STARTED)
    press(there, "Keep and roll")
    expect(there.get_by_test_id("stAlert")).to_be_visible()
    there.keyboard.press("5")
    press(there, "Keep and roll")
    expect(there.get_by_test_id("stAlert")).to_have_count(0)


def test_hidden_numbers_are_nowhere_in_the_page(page: Opener) -> None:
    there = page(turn=STARTED, hints="off")
    there.keyboard.press("5")
    assert there.evaluate("midnight.idle()")
    seen = state(there)
    assert (seen["numbers"], seen["rows"]) == ({}, [])
    expect(there.locator(".veil")).to_be_visible()


def test_norwegian_numbers_have_a_comma_and_plotly_too(page: Opener) -> None:
    there = page(lang="nb", turn=STARTED)
    there.keyboard.press("5")
    assert there.evaluate("midnight.idle()")
    expect(there.locator("[data-metric=mean-score]")).to_have_text("18,21")
    expect(there.locator("[data-metric=p-qualify]")).to_have_text(f"93,5{NBSP}%")
    expect(there.get_by_role("row").nth(1)).to_contain_text("18,21")
    assert any("93,5" in text for text in state(there)["prose"])
    ticks = there.get_by_test_id("stPlotlyChart").locator(".ytick").all_text_contents()
    assert ticks
    assert all(re.fullmatch(rf"\d+{NBSP}%", tick) for tick in ticks), ticks


def test_the_language_stays_over_pages_and_is_the_pages_own(page: Opener) -> None:
    there = page()
    assert there.evaluate("document.documentElement.lang") == "en"
    there.get_by_role("radio", name="Norsk").click()
    there.wait_for_function("document.documentElement.lang === 'nb'")
    assert "lang=nb" in there.url
    for message in ("What if", "Rules", "The 21 throws", "Play a turn"):
        there.get_by_test_id("stSidebar").get_by_role("link", name=word(message, "nb"), exact=True).click()
        assert there.evaluate("midnight.idle()")
        there.wait_for_function("new URL(location).searchParams.get('lang') === 'nb'")
        assert there.evaluate("document.documentElement.lang") == "nb"
    there.get_by_role("radio", name="English").click()
    there.wait_for_function("document.documentElement.lang === 'en'")


def test_the_browsers_language_is_the_first_guess(opener: Opener, server) -> None:
    there = opener(server.url, locale="nb-NO")
    assert there.evaluate("document.documentElement.lang") == "nb"


def test_the_turn_survives_a_visit_to_another_page(page: Opener) -> None:
    there = page(turn="m1.14.2417.~Q~")
    side = there.get_by_test_id("stSidebar")
    side.get_by_role("link", name="Rules", exact=True).click()
    there.wait_for_url("**/rules**")
    settled(there)
    side.get_by_role("link", name="Play a turn").click()
    there.wait_for_function("new URL(location).searchParams.get('turn') === 'm1.14.2417.~Q~'")
    assert_whole(there)


def test_plain_controls_play_a_turn(page: Opener) -> None:
    there = page(turn="m1.14.2417", controls="plain")
    press(there, "Roll")
    die(there, 5, 1).click()
    assert there.evaluate("midnight.idle()")
    expect(die(there, 5, 1)).to_have_attribute("aria-pressed", "true")
    there.wait_for_function("Object.keys(midnight.numbers()).length")
    assert same(state(there)["numbers"], numbers_for(read_turn(STARTED), 0b010000))
    press(there, "Keep and roll")
    assert read_turn(code_of(there)).kept == (1,)
    game = read_turn(code_of(there))
    for number, face in enumerate(game.roll, start=1):
        die(there, number, face).click()
        assert there.evaluate("midnight.idle()")
    press(there, "Keep and finish")
    assert read_turn(code_of(there)).is_over


def test_own_dice_are_entered_by_touch(page: Opener) -> None:
    there = page(turn="m1.14.1", dice="own")
    for face in (6, 6, 4, 1, 2, 3):
        press(there, str(face))
    assert_whole(there, "m1.14.1.664123")


def test_what_if_pins_and_goes_on(page: Opener) -> None:
    there = page("what-if", position="p1.14..234566")
    there.keyboard.press("3")
    press(there, "Pin this keep")
    there.keyboard.press("5")
    press(there, "Pin this keep")
    there.wait_for_function("new URL(location).searchParams.get('position') === 'p1.14..234566.EU'")
    there.get_by_role("button", name=f"Go on with 4{NBSP}6").click()
    there.wait_for_function("new URL(location).searchParams.get('position') === 'p1.14.46'")


def test_a_double_click_that_ends_a_turn_leaves_its_score_on_the_screen(page: Opener) -> None:
    last = "m1.14.1.123456J6652P"
    there = page(turn=f"{last[:-1]}")
    for number in range(1, 5):
        there.keyboard.press(str(number))
    there.get_by_role("button", name="Keep and finish").wait_for()
    there.get_by_role("button", name="Keep and finish").dblclick(delay=30)
    assert_whole(there, last)
    there.wait_for_timeout(700)
    there.locator(".st-key-late button").click()
    assert not read_turn(assert_whole(there)["code"]).steps


def test_enter_begins_another_turn_but_not_the_one_that_ended_it(page: Opener) -> None:
    there = page(turn="m1.14.1.123456J6652")
    for key in ("1", "2", "3", "4", "Enter", "Enter"):
        there.keyboard.press(key)
    assert_whole(there, "m1.14.1.123456J6652P")
    assert there.evaluate("midnight.active() !== document.body"), "focus is not lost"
    there.wait_for_timeout(800)
    there.keyboard.press("Enter")
    there.wait_for_function("new URL(location).searchParams.get('turn') !== 'm1.14.1.123456J6652P'")
    assert not read_turn(assert_whole(there)["code"]).steps


def test_fast_clicks_on_the_faces_lose_no_die(page: Opener) -> None:
    there = page(turn="m1.14.1", dice="own")
    # Each face once: two presses of one button that a busy server takes in together are one press. It may
    # also take different ones in together, and then in the buttons' order.
    there.evaluate(
        """async (faces) => {
      for (const face of faces) { midnight.named(String(face)).click(); await midnight.pause(60); }
    }""",
        [6, 4, 1, 2, 3, 5],
    )
    there.wait_for_function("midnight.dice().length === 6")
    assert sorted(read_turn(assert_whole(there)["code"]).roll) == [1, 2, 3, 4, 5, 6]
