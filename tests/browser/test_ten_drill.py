"""The drill of 10 000 in a browser: ten questions by keyboard alone on a phone, and no faults."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from midnight_core.gamecode import mask_of, picked
from midnight_core.ten_thousand import BANK
from midnight_core.ten_thousand.drill import Answer, Question, TenDrill, read_ten_drill
from tests.browser.conftest import PHONE, WIDE, Opener, settled
from tests.browser.looking import faults
from tests.browser.reading import word

pytestmark = pytest.mark.browser

HARD = "e1.d.hard.2417"

# What must be in view together: the question or the verdict, every die, the main buttons.
OUT_OF_VIEW = """() => {
  const buttons = ['Roll on', 'Write down', 'Next'].map((name) => midnight.named(name)).filter(Boolean);
  return [...midnight.all('.drill-card'), ...midnight.dice(), ...buttons].filter((part) => {
    const { top, left, bottom, right } = part.getBoundingClientRect();
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
  }).map((part) => part.className);
}"""


def drill_of(page: Page) -> TenDrill:
    return read_ten_drill(str(page.evaluate("new URL(location).searchParams.get('ten_drill')")))


def wait_for(page: Page, code: str) -> None:
    page.wait_for_function("code => new URL(location).searchParams.get('ten_drill') === code", arg=code)
    assert page.evaluate("midnight.idle()")


def some_answer(question: Question, number: int) -> Answer:
    """Return one of the answers, a good one or a bad one in turn."""
    options = question.solution.options(question.total, len(question.roll), question.roll)
    option = options[0] if number % 2 else options[-1]
    return Answer(mask_of(question.roll, option.dice), option.action == BANK)


def press(page: Page, answer: Answer) -> None:
    for die in range(6):
        if answer.mask >> die & 1:
            page.keyboard.press(str(die + 1))
    expect(page.locator(".die[aria-pressed=true]")).to_have_count(answer.mask.bit_count())
    page.keyboard.press("w" if answer.is_written else "Enter")


def test_ten_questions_by_keyboard_alone_on_a_phone(page: Opener) -> None:
    there = page("ten-thousand-drill", width=PHONE, ten_drill=HARD)
    lost = []
    for number in range(10):
        before = drill_of(there)
        question = before.question
        assert question is not None
        assert there.evaluate("midnight.numbers()") == {}, "nothing is told before the answer"
        assert there.evaluate(OUT_OF_VIEW) == []
        answer = some_answer(question, number)
        press(there, answer)
        looked = before.answer(answer)
        wait_for(there, looked.code)
        options = question.solution.options(question.total, len(question.roll), question.roll)
        dice = tuple(sorted(picked(question.roll, answer.mask)))
        lost.append(next(each.loss for each in options if (each.dice, each.action) == (dice, answer.action)))
        told = there.evaluate("midnight.numbers()")
        assert told[f"{answer.action}-loss"] == pytest.approx(lost[-1], abs=1e-9)
        assert there.evaluate(OUT_OF_VIEW) == []
        there.wait_for_timeout(700)  # as long as it takes to look
        there.keyboard.press("Enter")
        wait_for(there, looked.go_on().code)
    best = sum(loss <= 2 for loss in lost)
    score = f"{best} of 10 best; average loss of a decision {sum(lost) / 10:,.1f} points."
    expect(there.get_by_test_id("stMain")).to_contain_text(score)
    there.reload()
    settled(there)
    expect(there.get_by_test_id("stMain")).to_contain_text(score)
    there.go_back()
    wait_for(there, looked.code)


@pytest.mark.parametrize(("width", "language", "name"), [(PHONE, "nb", "last"), (WIDE, "en", "opening")])
def test_no_faults_in_question_and_answer(page: Opener, width: int, language: str, name: str) -> None:
    code = f"e1.d.{name}.7"
    there = page("ten-thousand-drill", width=width, lang=language, ten_drill=code)
    assert faults(there) == []
    there.emulate_media(color_scheme="light")
    question = read_ten_drill(code).question
    assert question is not None
    press(there, some_answer(question, 0))
    there.get_by_role("button", name=word("Next", language), exact=True).wait_for()
    assert there.evaluate("midnight.idle()")
    assert faults(there) == []
