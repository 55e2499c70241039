"""The drill in a browser: ten questions by keyboard alone on a phone, nothing torn by a quick finger, no faults."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from midnight_core import goals, solve
from midnight_core.drill import Drill, read_drill
from midnight_core.gamecode import picked
from midnight_core.history import read_history
from midnight_core.review import bounds
from tests.browser.conftest import PHONE, WIDE, Opener, settled
from tests.browser.looking import violations
from tests.browser.reading import word

pytestmark = pytest.mark.browser

HARD = "d1.14.hard.2417"

# What must be in view together: the question or the verdict, every die, the places for dice kept, the main button.
OUT_OF_VIEW = """() => {
  const main = ['Check', 'Next'].map((name) => midnight.named(name)).find(Boolean);
  const parts = [...midnight.all('.drill-card'), ...midnight.dice(), ...midnight.all('.slots, .board'), main];
  return parts.filter((part) => {
    const { top, left, bottom, right } = part.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  }).map((part) => part.className);
}"""


def code_of(page: Page) -> str:
    return str(page.evaluate("new URL(location).searchParams.get('drill')"))


def drill_of(page: Page) -> Drill:
    return read_drill(code_of(page))


def wait_for(page: Page, code: str) -> None:
    page.wait_for_function("code => new URL(location).searchParams.get('drill') === code", arg=code)
    assert page.evaluate("midnight.idle()")


def test_ten_questions_by_keyboard_alone_on_a_phone(page: Opener) -> None:
    there = page("drill", width=PHONE, drill=HARD)
    lost = []
    for keys in ("1", "2", "12", "1", "21", "1", "12", "2", "1", "12"):
        before = drill_of(there)
        assert there.evaluate("midnight.numbers()") == {}, "nothing is told before the answer"
        assert there.evaluate(OUT_OF_VIEW) == []
        for key in keys:
            there.keyboard.press(key)
        expect(there.locator(".die[aria-pressed=true]")).to_have_count(len(keys))
        there.keyboard.press("Enter")
        mask = sum(1 << int(key) - 1 for key in keys)
        looked = before.answer(mask)
        wait_for(there, looked.code)
        question = before.question
        assert question is not None
        keep = tuple(sorted(picked(question.roll, mask)))
        options = solve(before.rules, question.goal).options(question.turn, question.roll)
        lost.append(next(option.loss for option in options if option.keep == keep))
        assert there.evaluate("midnight.numbers()")["loss"] == pytest.approx(lost[-1], abs=1e-12)
        assert there.evaluate(OUT_OF_VIEW) == []
        there.wait_for_timeout(700)  # as long as it takes to look
        there.keyboard.press("Enter")
        wait_for(there, looked.go_on().code)
        assert there.evaluate("midnight.active() !== document.body"), "focus is not lost"
    best = sum(loss <= bounds(goals.mean_score())[0] for loss in lost)
    score = f"{best} of 10 best; average loss of a decision {sum(lost) / 10:.2f} points."
    expect(there.get_by_test_id("stMain")).to_contain_text(score)
    history = read_history(str(there.evaluate("localStorage.getItem('midnight.history')")))
    assert [event.goal.name for event in history.answers] == ["mean score"] * 10
    assert len({(event.position.kept, event.position.roll) for event in history.answers}) == 10
    there.reload()
    settled(there)
    expect(there.get_by_test_id("stMain")).to_contain_text(score)


def test_a_quick_second_press_neither_answers_twice_nor_skips(page: Opener) -> None:
    there = page("drill", drill=HARD)
    there.keyboard.press("1")
    there.get_by_role("button", name="Check", exact=True).dblclick()
    wait_for(there, f"{HARD}.B!")
    there.wait_for_timeout(700)
    there.get_by_role("button", name="Next", exact=True).dblclick()
    wait_for(there, f"{HARD}.B")
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    there.keyboard.press("Enter")
    wait_for(there, f"{HARD}.BB!")
    there.wait_for_timeout(700)
    there.keyboard.press("Enter")
    there.keyboard.press("Enter")
    wait_for(there, f"{HARD}.BB")
    history = read_history(str(there.evaluate("localStorage.getItem('midnight.history')")))
    assert len(history.answers) == 2
    # From a button that goes away the focus comes to the dice, and Enter with it.
    there.keyboard.press("2")
    there.get_by_role("button", name="Check", exact=True).focus()
    there.keyboard.press("Enter")
    there.wait_for_function("midnight.named('Next')")
    there.keyboard.press("Enter")
    wait_for(there, f"{HARD}.BBC!")


def test_back_and_reload_show_what_was_there(page: Opener) -> None:
    there = page("drill", drill=HARD)
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    wait_for(there, f"{HARD}.B!")
    there.reload()
    settled(there)
    assert there.evaluate("midnight.numbers()")["rank"] > 1
    there.go_back()
    wait_for(there, HARD)
    assert there.evaluate("midnight.numbers()") == {}
    assert len(read_history(str(there.evaluate("localStorage.getItem('midnight.history')"))).answers) == 1


@pytest.mark.parametrize(("width", "language", "faces"), [(PHONE, "nb", "14"), (WIDE, "en", "24")])
def test_no_faults_in_question_and_answer(page: Opener, width: int, language: str, faces: str) -> None:
    there = page("drill", width=width, lang=language, drill=f"d1.{faces}.target.7")
    assert violations(there) == []
    there.emulate_media(color_scheme="light")
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    there.get_by_role("button", name=word("Next", language), exact=True).wait_for()
    assert there.evaluate("midnight.idle()")
    assert violations(there) == []


def test_my_mistakes_come_from_this_device(page: Opener) -> None:
    there = page("drill", width=PHONE, drill="d1.14.hard.2417")
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    wait_for(there, f"{HARD}.B!")
    there.get_by_role("radio", name="My mistakes").click()
    wait_for(there, "mine")
    expect(there.get_by_test_id("stMain")).to_contain_text("Question 1 of 1")
    there.reload()
    settled(there)
    expect(there.get_by_test_id("stMain")).to_contain_text("Question 1 of 1")
    expect(there.get_by_test_id("stMain")).to_contain_text("1 due now, 0 back later, 0 mastered.")
    assert there.evaluate(OUT_OF_VIEW) == []
