"""A match in the browser: played to its end over reloads and a restart, by bots, by keys, and on a phone."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from midnight_core.bots import play_on, step
from midnight_core.match import Match, read_match
from midnight_core.match_review import look_back
from tests.browser.conftest import PHONE, Opener, Server, settled
from tests.browser.looking import too_wide
from tests.browser.reading import press, word
from tests.browser.test_keyboard import tab_to
from tests.reference.naive_match import Table

pytestmark = pytest.mark.browser

FOUR, EIGHT_ROUNDS = 4, "g1.14.r8p.PPPP.2.90210.~"
RELOADS = {1: 0, 6: 1, 11: 2, 18: 0, 27: 1}
"""In which turns the page is loaded anew, and before which roll."""
SHEET = "[...document.querySelectorAll('.sheet tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))"
THERE = """([code, dice, isOver]) => new URL(location).searchParams.get('match') === code
  && midnight.dice().map((die) => die.getAttribute('aria-label').slice(-1)).join('') === dice
  && (isOver || midnight.all('.tray').length) && midnight.drawn() && !midnight.running()"""


def code_of(page: Page) -> str:
    return str(page.evaluate("new URL(location).searchParams.get('match')"))


def shows(page: Page, match: Match) -> None:
    """Wait until a match stands in the address and its dice lie on the table."""
    dice = "".join(map(str, match.game.roll)) if match.game else ""
    page.wait_for_function(THERE, arg=[match.code, dice, match.is_over])


def sheet_of(page: Page) -> list[list[str]]:
    return list(page.evaluate(SHEET))


def noted(page: Page, number: int, seat: int, score: int) -> None:
    """Wait until a score stands on the sheet, which is drawn a moment after the dice."""
    cell = page.locator(".sheet tbody tr").nth(number).locator("th, td").nth(1 + seat)
    expect(cell).to_have_text(str(score))


def faces_of(page: Page) -> list[int]:
    """Return the dice as a player sees them."""
    labels = page.evaluate("midnight.dice().map((die) => die.getAttribute('aria-label'))")
    return [int(re.sub(r".*\D", "", label)) for label in labels]


def good_places(faces: list[int], kept: list[int], is_last: bool) -> list[int]:
    """Return which dice a simple player keeps: what is missing first, everything in the end."""
    missing = [face for face in (1, 4) if face not in kept]
    wanted = [faces.index(face) for face in missing if face in faces]
    if is_last or len(wanted) == len(missing):
        return list(range(len(faces)))
    return wanted or [faces.index(max(faces))]


def score_of(kept: list[int]) -> int:
    return sum(kept) - 5 if {1, 4} <= set(kept) else 0


def play_turn(page: Page, match: Match, reload_at: int | None) -> tuple[Match, list[int]]:
    """Play a turn by keys, perhaps reload on the way, and return the match after it and the dice kept."""
    kept: list[int] = []
    for number in range(4):
        if number == reload_at:
            page.reload()
            shows(page, match)
        if number == 0:
            match = match.throw()
            page.keyboard.press("Enter")
        else:
            places = good_places(faces_of(page), kept, is_last=number == 3)
            kept += [faces_of(page)[place] for place in places]
            for place in places:
                page.keyboard.press(str(place + 1))
            match = match.keep(sum(1 << place for place in places))
            if len(kept) < 6:
                match = match.throw()
            page.keyboard.press("Enter")
        shows(page, match)
        if len(kept) == 6:
            break
    return match, kept


def test_four_play_eight_rounds_over_reloads_and_a_restart(opener: Opener, own_server: Server) -> None:
    there = opener(f"{own_server.url}/match?match={EIGHT_ROUNDS}")
    match, scores = read_match(EIGHT_ROUNDS), []
    shows(there, match)
    beginner = match.beginner
    for turn in range(FOUR * 8):
        if turn == 18:
            own_server.stop()
            own_server.start()
        match, kept = play_turn(there, match, reload_at=RELOADS.get(turn))
        scores.append(score_of(kept))
        noted(there, turn // FOUR, (beginner + turn) % FOUR, scores[-1])
    final = read_match(code_of(there))
    assert final == match
    assert final.is_over
    assert [turn.score for turn in final.turns] == scores
    paper = Table(FOUR, beginner, 2, scores)
    paper.play_rounds(8, "rollover")
    assert (final.chips, final.rounds_won) == (tuple(paper.chips), tuple(paper.won))
    assert final.winners == tuple(paper.winners)
    rows = sheet_of(there)
    assert len(rows) == 8
    for number, row in enumerate(rows):
        in_order = scores[FOUR * number :][:FOUR]
        by_seat = [str(in_order[(seat - beginner) % FOUR]) for seat in range(FOUR)]
        assert row[: 1 + FOUR] == [str(number + 1), *by_seat]
    chips = there.locator(".sheet tfoot tr").last.locator("td").all_inner_texts()[:FOUR]
    assert [int(shown.replace("\N{MINUS SIGN}", "-")) for shown in chips] == paper.chips
    heading = there.get_by_role("heading", level=2).first.inner_text()
    assert all(f"Player {seat + 1}" in heading for seat in paper.winners)


def test_a_bot_moves_on_by_itself_throw_by_throw(page: Opener) -> None:
    start = read_match("g1.14.r2p.Pg.1.77.2")
    there = page("match", match=start.code)
    seen = [code_of(there)]
    while read_match(seen[-1]).kind != "person":
        there.wait_for_function(
            "before => new URL(location).searchParams.get('match') !== before", arg=seen[-1]
        )
        seen.append(code_of(there))
    moves = [start]
    while moves[-1].kind != "person":
        moves.append(step(moves[-1]))
    codes = [match.code for match in moves]
    assert seen == codes[codes.index(seen[0]) :], "one move at a time, none left out"
    assert len(seen) > 3
    shows(there, moves[-1])
    there.wait_for_timeout(2500)
    assert code_of(there) == codes[-1], "nobody plays for a person"
    press(there, "Roll")
    shows(there, moves[-1].throw())


def test_to_the_next_person_is_one_press(page: Opener) -> None:
    start = read_match("g1.14.r2p.Pgs.1.77.2")
    there = page("match", match=start.code)
    press(there, "Skip to my turn")
    shows(there, play_on(start))


def test_the_last_move_of_a_match_brings_its_look_back(page: Opener) -> None:
    match = read_match("g1.14.r1p.PP.1.77.1.!T146666823")
    there = page("match", match=match.code)
    for key in ("1", "2", "Enter"):
        there.keyboard.press(key)
    match = match.keep(0b11)
    shows(there, match)
    expect(there.get_by_role("heading", name="Look back")).to_be_visible()
    (seen,) = look_back(match)
    line = there.locator(".look-back.seats tbody td").all_inner_texts()
    assert line[:4] == ["Player 2", "1", str(len(seen.review.unforced)), "1"]
    assert float(line[4]) == round(float(2 * seen.review.loss), 2)
    there.get_by_text("Player 2, round 1").click()
    there.get_by_role("link", name="Open in What if").click()
    there.wait_for_url("**/what-if?**")
    assert "position=p1.14..146666." in there.url


LATE = 700
"""Milliseconds after which a button that has come where another was pressed can be pressed."""


@pytest.mark.parametrize(("throws", "gap"), [("scores", 0), ("scores", 200), ("own", 60)])
def test_a_double_press_on_a_score_notes_it_once(page: Opener, throws: str, gap: int) -> None:
    there = page("match", match="g1.14.r8p.PPP.1.77.1", throws=throws, coach="always", line="round")
    if throws == "own":
        press(there, "Only the score of Player 1")
    there.wait_for_timeout(LATE)
    box = score(there, 17).bounding_box()
    assert box
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    there.mouse.click(*place)
    there.wait_for_timeout(gap)
    there.mouse.click(*place)
    there.wait_for_function("new URL(location).searchParams.get('match').endsWith('!R')")
    there.wait_for_timeout(900)
    assert there.evaluate("midnight.idle()")
    assert code_of(there) == "g1.14.r8p.PPP.1.77.1.!R"


def score(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=str(number), exact=True).filter(visible=True)


def test_scores_alone_are_noted_one_press_each(page: Opener) -> None:
    there = page("match", match="g1.14.r2p.PPP.3.77.2", throws="scores")
    match = read_match(code_of(there))
    for number in (17, 0, 20, 24, 5, 5):
        score(there, number).click()
        match = match.note(number)
        there.wait_for_function(
            "code => new URL(location).searchParams.get('match') === code", arg=match.code
        )
        there.wait_for_timeout(LATE)
        assert there.evaluate("midnight.idle()")
    assert match.is_over
    assert [row[:4] for row in sheet_of(there)] == [["1", "20", "17", "0"], ["2", "5", "24", "5"]]
    order = there.locator(".standings tbody th").all_inner_texts()
    assert [name.split()[-1] for name in order] == ["2", "1", "3"]


def test_the_scores_of_the_next_player_are_behind_a_press_again(page: Opener) -> None:
    there = page("match", match="g1.14.r2p.PPP.3.77.2.123456", throws="own")
    press(there, "Only the score of Player 2")
    score(there, 21).click()
    there.wait_for_function("new URL(location).searchParams.get('match').endsWith('2.!V')")
    expect(there.get_by_role("button", name="Only the score of Player 3")).to_be_visible()
    expect(score(there, 21)).to_have_count(0)


def test_a_match_is_begun_at_the_top_of_its_page(opener: Opener, server: Server) -> None:
    there = opener(
        f"{server.url}/match?seats=PPPPPP&throws=scores&rounds=1", width=PHONE, has_touch=True, is_mobile=True
    )
    top = "document.querySelector('[data-testid=stMain]').scrollTop"
    there.get_by_role("button", name="Start the match").scroll_into_view_if_needed()
    assert there.evaluate(top) > 200
    there.get_by_role("button", name="Start the match").tap()
    there.wait_for_function("new URL(location).searchParams.has('match')")
    assert there.evaluate("midnight.idle()")
    there.wait_for_function(f"{top} === 0")
    # And only then: whoever has scrolled down stays there.
    there.wait_for_timeout(LATE)
    there.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 150)")
    score(there, 24).tap()
    there.wait_for_function("new URL(location).searchParams.get('match').endsWith('!Y')")
    there.wait_for_timeout(LATE)
    assert there.evaluate("midnight.idle()")
    assert there.evaluate(top) == 150


def test_bots_at_once_answer_a_persons_turn(page: Opener) -> None:
    start = read_match("g1.14.r2p.Pgw.1.77.1.~")
    there = page("match", match=start.code, pace="once")
    for key in "123456":
        there.keyboard.press(key)
    there.keyboard.press("Enter")
    shows(there, play_on(start.keep(0b111111)))


def test_back_takes_a_move_back_and_forward_does_it_again(page: Opener) -> None:
    start = read_match("g1.14.r2p.PP.1.77.1")
    there = page("match", match=start.code)
    states = [start, start.throw(), start.throw().keep(1).throw()]
    press(there, "Roll")
    shows(there, states[1])
    there.keyboard.press("1")
    press(there, "Keep and roll")
    shows(there, states[2])
    for match in (states[1], states[0]):
        there.go_back()
        shows(there, match)
    for match in states[1:]:
        there.go_forward()
        shows(there, match)


def test_another_browser_shows_the_same_match(page: Opener, opener: Opener) -> None:
    match = read_match("g1.14.r2p.PPg.1.77.1.!T~B~")
    there = page("match", match=match.code, names="Ada,Bo%2C,")
    other = opener(there.url, theme="dark")
    shows(other, match)
    assert sheet_of(other) == sheet_of(there)
    expect(other.locator(".standings")).to_contain_text("Bo,")


@pytest.mark.parametrize("language", ["en", "nb"])
def test_a_round_by_keyboard_alone(page: Opener, language: str) -> None:
    there = page("match", lang=language, seats="PP", rounds="1", first="1", coach="always")
    tab_to(there, word("Start the match", language))
    there.keyboard.press("Enter")
    there.wait_for_function("new URL(location).searchParams.has('match')")
    match = read_match(code_of(there))
    assert match.setup.first == 0
    shows(there, match)
    tab_to(there, word("Roll", language))
    there.keyboard.press("Space")
    match = match.throw()
    shows(there, match)
    while not match.is_over:
        if match.game.roll:
            there.keyboard.press("1")
            if len(match.game.roll) > 3:
                there.keyboard.press("2")
                match = match.keep(0b11)
            else:
                match = match.keep(0b1)
            match = match.throw() if match.game and match.game.steps else match
        else:
            match = match.throw()
        there.keyboard.press("Enter")
        shows(there, match)
        assert there.evaluate("midnight.active() !== document.body"), "focus is not lost"
    tab_to(there, word("Play again", language))


def test_a_double_click_that_ends_a_match_does_not_begin_another(page: Opener) -> None:
    match = read_match("g1.14.r1p.PP.1.77.1.!T146666")
    there = page("match", match=match.code)
    for key in "123456":
        there.keyboard.press(key)
    there.get_by_role("button", name="Keep and finish").wait_for()
    there.get_by_role("button", name="Keep and finish").dblclick(delay=30)
    shows(there, match.keep(0b111111))
    there.wait_for_timeout(700)
    over = code_of(there)
    assert read_match(over).is_over
    there.locator(".st-key-late button").click()
    there.wait_for_function("before => new URL(location).searchParams.get('match') !== before", arg=over)
    assert not read_match(code_of(there)).turns


NAME = "<b>x</b> [y](z) $1$"


def test_a_name_is_shown_as_it_was_typed(page: Opener) -> None:
    there = page("match", seats="PP", rounds="1", first="1")
    there.get_by_role("textbox", name="Player 1: name").fill(NAME)
    there.keyboard.press("Enter")
    assert there.evaluate("midnight.idle()")
    press(there, "Start the match")
    expect(there.get_by_role("heading", level=2).first).to_have_text(f"{NAME} to play")
    expect(there.locator(".standings tbody th").first).to_have_text(f"▸ {NAME}")
    expect(there.locator(".sheet thead th").nth(1)).to_have_text(NAME)
    assert (
        there.locator("[data-testid=stMain] b:not([aria-hidden]), [data-testid=stMain] .katex").count() == 0
    )
    assert any(f"{NAME}: roll the dice." in text for text in notices(there))
    there.reload()
    settled(there)
    expect(there.get_by_role("heading", level=2).first).to_have_text(f"{NAME} to play")


def notices(page: Page) -> list[Any]:
    return list(page.evaluate("midnight.all('.notice').map(midnight.text)"))


def test_a_match_on_a_phone(opener: Opener, server: Server) -> None:
    match = read_match("g1.14.r8e.PPPPPPPP.1000.77.1.!T!A!X!T")
    there = opener(
        f"{server.url}/match?match={match.code}&names=" + ",".join(["W" * 20] * 8),
        width=PHONE,
        has_touch=True,
        is_mobile=True,
    )
    assert too_wide(there) == []
    there.get_by_role("button", name="Roll", exact=True).tap()
    match = match.throw()
    shows(there, match)
    there.get_by_role("button", name=f"Die 1, showing {match.game.roll[0]}").tap()
    there.get_by_role("button", name="Keep and roll").tap()
    shows(there, match.keep(1).throw())
    assert too_wide(there) == []
