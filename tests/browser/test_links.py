"""The address is the game: reload, another browser, a restart, Back, copy, and mangled codes."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import expect

from midnight_core.gamecode import read_turn
from tests.browser.conftest import Opener, Server, settled
from tests.browser.reading import STARTED, assert_whole, press, state

pytestmark = pytest.mark.browser

MID_TURN = "m1.14.2417.~Q~"


def test_a_reload_in_mid_turn_shows_the_same_turn(page: Opener) -> None:
    there = page(turn=STARTED)
    there.keyboard.press("5")
    there.keyboard.press("Enter")
    there.wait_for_function(f"new URL(location).searchParams.get('turn') === '{MID_TURN}'")
    before = assert_whole(there)
    there.reload()
    settled(there)
    after = assert_whole(there)
    assert (after["code"], after["dice"], after["kept"]) == (before["code"], before["dice"], before["kept"])


def test_another_browser_shows_the_same_turn(page: Opener, opener: Opener) -> None:
    there = page(turn=STARTED)
    there.keyboard.press("5")
    press(there, "Keep and roll")
    before = assert_whole(there)
    other = opener(there.url, theme="dark")
    after = assert_whole(other)
    assert (after["code"], after["dice"], after["kept"]) == (before["code"], before["dice"], before["kept"])


def test_a_restart_of_the_server_loses_nothing(opener: Opener, own_server: Server) -> None:
    there = opener(f"{own_server.url}/?turn={MID_TURN}")
    before = assert_whole(there)
    own_server.stop()
    own_server.start()
    there.reload()
    settled(there)
    after = assert_whole(there)
    assert (after["code"], after["dice"], after["kept"]) == (before["code"], before["dice"], before["kept"])
    there.keyboard.press("1")
    there.keyboard.press("Enter")
    there.wait_for_function(f"new URL(location).searchParams.get('turn') !== '{MID_TURN}'")
    assert_whole(there)


def test_a_restart_under_an_open_page_loses_nothing(opener: Opener, own_server: Server) -> None:
    there = opener(f"{own_server.url}/?turn={MID_TURN}")
    own_server.stop()
    there.locator("[data-test-connection-state]:not([data-test-connection-state=CONNECTED])").wait_for()
    own_server.start()
    there.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=60_000)
    seen = assert_whole(there)
    assert (seen["code"], read_turn(seen["code"]).kept) == (MID_TURN, (1,))


def test_a_die_pressed_before_a_restart_stays_pressed_and_counts(opener: Opener, own_server: Server) -> None:
    there = opener(f"{own_server.url}/?turn={MID_TURN}")
    there.keyboard.press("1")
    assert_whole(there)
    own_server.stop()
    there.locator("[data-test-connection-state]:not([data-test-connection-state=CONNECTED])").wait_for()
    own_server.start()
    there.locator("[data-test-connection-state=CONNECTED]").wait_for(timeout=60_000)
    assert assert_whole(there, MID_TURN)["pressed"][0]
    press(there, "Keep and roll")
    assert_whole(there, f"{MID_TURN[:-1]}~B~")


def test_back_undoes_and_forward_does_again(page: Opener) -> None:
    there = page(turn="m1.14.2417")
    press(there, "Roll")
    there.keyboard.press("5")
    press(there, "Keep and roll")
    assert_whole(there, MID_TURN)
    for code in (STARTED, "m1.14.2417"):
        there.go_back()
        there.wait_for_function(f"new URL(location).searchParams.get('turn') === '{code}'")
        assert_whole(there, code)
    for code in (STARTED, MID_TURN):
        there.go_forward()
        there.wait_for_function(f"new URL(location).searchParams.get('turn') === '{code}'")
        assert_whole(there, code)


def test_back_takes_back_a_setting(page: Opener) -> None:
    there = page(turn=STARTED)
    there.get_by_role("radio", name="Just qualify").click()
    there.wait_for_function("new URL(location).searchParams.get('goal') === 'qualify'")
    assert there.evaluate("midnight.idle()")
    there.go_back()
    expect(there.get_by_role("radio", name="Highest average")).to_be_checked()
    assert there.evaluate("midnight.idle()")
    assert "goal=qualify" not in there.url
    there.go_forward()
    expect(there.get_by_role("radio", name="Just qualify")).to_be_checked()


def test_copy_link_puts_the_address_into_the_clipboard(opener: Opener, server: Server) -> None:
    there = opener(f"{server.url}/?turn={MID_TURN}", permissions=["clipboard-read", "clipboard-write"])
    there.keyboard.press("1")
    there.get_by_role("button", name="Copy link").click()
    expect(there.get_by_role("button", name="Copied")).to_be_visible()
    copied = there.evaluate("navigator.clipboard.readText()")
    assert copied == there.url
    again = assert_whole(opener(copied))
    assert again["code"] == MID_TURN


@pytest.mark.parametrize(
    ("asked", "answers"),
    [("drill?drill=d1.14.openings.8194", "BB!"), ("ten-thousand-drill?ten_drill=e1.d.first.8104", "B!")],
)
def test_the_link_of_a_drill_asks_the_same_and_does_not_tell_the_answers(
    opener: Opener, server: Server, asked: str, answers: str
) -> None:
    asked = f"{server.url}/{asked}"
    there = opener(f"{asked}.{answers}&projector=on", permissions=["clipboard-read", "clipboard-write"])
    there.get_by_role("button", name="Copy link").click()
    expect(there.get_by_role("button", name="Copied")).to_be_visible()
    assert there.evaluate("navigator.clipboard.readText()") == asked


HOSTILE = (
    "<img src=x onerror=\"document.title='torn'\">",
    "m1.14.<img src=x onerror=alert(1)>",
    "m1.<script>alert(1)</script>.5",
    "m1.14.1.[x](javascript:alert(1))",
    "**b** ![i](http://127.0.0.1:9/x.png) $x^2$ :red[r]",
    "m1.14.1." + "~B" * 2000,
    "g1.14.r8p.PP.1.1.~.<img src=x onerror=alert(1)>",
    "",
)


# All that is said of a bad link is drawn by one function: a few links show that a page calls it.
@pytest.mark.parametrize(
    ("path", "name", "codes"),
    [("", "turn", HOSTILE), ("what-if", "position", HOSTILE[:2]), ("match", "match", HOSTILE[-3:])],
)
def test_a_mangled_link_gets_a_sentence_and_brings_nothing_in(
    opener: Opener, server: Server, path: str, name: str, codes: tuple[str, ...]
) -> None:
    there = opener(f"{server.url}/{path}")
    dialogs: list[str] = []
    there.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    for code in codes:
        there.goto(f"{server.url}/{path}?{name}={quote(code)}")
        settled(there)
        alert = there.get_by_test_id("stAlert")
        expect(alert).to_have_count(1)
        assert alert.locator("a, img, script, strong, em, code, .katex").count() == 0
        assert there.evaluate("midnight.all('img[src=x], [onerror]').length") == 0
        assert there.title() != "torn"
    assert dialogs == []


def test_a_mangled_link_can_be_played_on_from(page: Opener) -> None:
    there = page(turn="nonsense")
    press(there, "Roll")
    assert_whole(there)
    assert state(there)["alerts"] == []


# Where a reader starts, and the link that is followed from there.
LEAVING = [
    ("one-die?lang=nb&variant=2-4-24&roll=3666", "i «Hva om»"),
    ("rules?lang=en&variant=2-4-24&step=3&line=greedy", "Take over in Play a turn"),
    ("strategies?lang=en&variant=2-4-24&target=24", "The 21 throws"),
]


@pytest.mark.parametrize(("start", "link"), LEAVING)
def test_one_step_back_from_another_page_is_the_page_as_it_was(page: Opener, start: str, link: str) -> None:
    there = page(start)
    title = there.get_by_role("heading", level=1).inner_text()
    address = there.url
    there.get_by_role("link", name=link).first.click()
    expect(there.get_by_role("heading", level=1)).not_to_have_text(title)
    assert there.evaluate("midnight.idle()")
    there.go_back()
    expect(there.get_by_role("heading", level=1)).to_have_text(title)
    assert there.evaluate("midnight.idle()")
    assert there.url == address
    expect(there.get_by_role("radio", name="2-4-24")).to_be_checked()


def test_from_the_advice_in_a_match_to_what_if_and_back(page: Opener) -> None:
    code = "g1.14.r1p.PP.1.2417.1.!X142223D6555"
    there = page("match", match=code, lang="nb", coach="always")
    there.keyboard.press("1")
    assert there.evaluate("midnight.idle()")
    there.get_by_role("link", name="«Hva om»").last.click()
    there.wait_for_url("**/what-if?**")
    assert there.evaluate("midnight.idle()")
    assert "goal=beat" in there.url
    assert "target=23" in there.url
    expect(there.get_by_role("radio", name="Slå N")).to_be_checked()
    there.go_back()
    there.wait_for_url("**/match?**")
    settled(there)
    assert f"match={code}" in unquote(there.url)
    assert [die[-1] for die in state(there)["dice"]] == ["6", "5", "5", "5"]


def test_back_takes_back_what_the_line_of_a_match_shows(page: Opener) -> None:
    there = page("match", match="g1.14.r8p.PP.1.77.1.!T!K!A")
    expect(there.get_by_role("radio", name="Chips in the end")).to_be_checked()
    there.get_by_role("radio", name="Share of the pot").click()
    there.wait_for_url("**line=round**")
    assert there.evaluate("midnight.idle()")
    there.go_back()
    expect(there.get_by_role("radio", name="Chips in the end")).to_be_checked()
    assert "line=round" not in there.url
    assert "!T!K!A" in unquote(there.url)


def test_a_press_that_changes_two_things_is_one_step(page: Opener) -> None:
    there = page("rules", step="2", line="careful")
    there.get_by_role("radio", name="The greedy player").click()
    there.wait_for_url("**step=0&line=greedy")
    assert there.evaluate("midnight.idle()")
    there.go_back()
    there.wait_for_url("**step=2&line=careful")
    assert there.evaluate("midnight.idle()")
    expect(there.get_by_role("radio", name="The careful player")).to_be_checked()
