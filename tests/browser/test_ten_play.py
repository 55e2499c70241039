"""10 000 in the browser: a full match by keys over a reload, clicks, own dice, and no fault for axe."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

import pytest
from playwright.sync_api import Page

from midnight_core.gamecode import mask_of, picked
from midnight_core.ten_thousand import BANK, ROLL, set_asides, solve_turn
from midnight_core.ten_thousand.gamecode import TenGame, read_ten
from midnight_core.ten_thousand.match import Match, read_ten_match
from tests.browser.conftest import PHONE, WIDE, Opener
from tests.browser.looking import at_width, faults_on_desk_and_phone
from tests.browser.reading import press, same, state, word
from tests.browser.test_keyboard import tab_to

pytestmark = pytest.mark.browser

PLAY = "ten-thousand"
FIRST = "t1.d.2417.1000.112456"
SHORT = "k1.o0-t1000.PP.21.1"
LAST_ROUND = "k1.o0-t1000.PP.5.1.!AW~"
ENDED = "t1.d.2417.1000.112456T666H233466"
THERE = """([code, dice]) => new URL(location).searchParams.get('ten') === code
  && midnight.dice().filter((die) => !die.disabled).map((die) => die.getAttribute('aria-label').slice(-1)).join('') === dice
  && midnight.drawn() && !midnight.running()"""


def shows(page: Page, play: TenGame | Match) -> None:
    """Wait until it stands in the address and its dice lie there to be chosen."""
    hand = play if isinstance(play, TenGame) else play.game
    page.wait_for_function(THERE, arg=[play.code, "".join(map(str, hand.roll)) if hand else ""])


def numbers_for(game: TenGame, mask: int) -> dict[str, float]:
    """Return what stands on the tray with these dice chosen, for the best average turn."""
    wanted = tuple(sorted(picked(game.roll, mask)))
    options = solve_turn(game.house, is_open=game.score > 0).options(game.total, len(game.roll), game.roll)
    return {
        f"{option.action}-{name}": number
        for option in options
        if option.dice == wanted
        for name, number in (
            ("p-bust", option.p_bust),
            ("mean-turn", option.mean_turn),
            ("loss", option.loss),
        )
    }


def choose(page: Page, game: TenGame, dice: tuple[int, ...]) -> int:
    """Choose dice by keys, and return their mask."""
    mask = mask_of(game.roll, dice)
    for place in range(len(game.roll)):
        if mask >> place & 1:
            page.keyboard.press(str(place + 1))
    return mask


def test_what_is_said_aloud_calls_best_only_what_is(page: Opener) -> None:
    there, game = page(PLAY, ten=FIRST), read_ten(FIRST)
    shows(there, game)
    options = solve_turn(game.house).options(0, 6, game.roll)
    for dice in ((5,), options[0].dice):
        for place in there.locator(".die[aria-pressed=true]").all():
            place.click()
        choose(there, game, dice)
        number = next(f"{option.mean_turn:.1f}" for option in options if option.dice == dice)
        there.wait_for_function("said => midnight.all('.live')[0].textContent.includes(said)", arg=number)
        said = there.evaluate("midnight.all('.live')[0].textContent")
        best = sum(not option.loss for option in options if option.dice == dice)
        assert said.count("Best") == best
        assert ".." not in said
    assert best


def test_two_play_a_match_by_keys_over_a_reload(page: Opener) -> None:
    there = page(PLAY, ten=SHORT, aim="mean")
    match: Match = read_ten_match(SHORT)
    shows(there, match)
    decisions = 0
    while not match.is_over:
        game = match.game
        assert game is not None
        if not game.roll:
            match = match.throw()
            there.keyboard.press("Enter")
        else:
            decisions += 1
            best = solve_turn(game.house, is_open=game.score > 0).options(
                game.total, len(game.roll), game.roll
            )[0]
            mask = choose(there, game, best.dice)
            there.wait_for_function("midnight.all('[data-metric][data-value]').length > 0")
            assert same(there.evaluate("midnight.numbers()"), numbers_for(game, mask))
            match = match.keep(mask)
            if best.action == BANK and (
                match.to_beat is None or game.score + match.game.total > match.to_beat
            ):
                match = match.bank()
                there.keyboard.press("w")
            else:
                match = match.throw()
                there.keyboard.press("Enter")
        shows(there, match)
        if decisions == 3:
            there.reload()
            shows(there, match)
    assert decisions > 3
    assert there.locator("h2").first.inner_text() == (
        f"Player {match.winners[0] + 1} wins with {max(match.totals):,} points."
    )
    press(there, "Play again")
    again = read_ten_match(str(there.evaluate("new URL(location).searchParams.get('ten')")))
    assert (again.setup.house, again.turns) == (match.setup.house, ())


def test_a_match_is_agreed_on_and_begun_by_clicks(page: Opener) -> None:
    there = page(PLAY)
    there.get_by_role("radio", name="A match").click()
    there.get_by_role("button", name="Start the match").wait_for()
    assert faults_on_desk_and_phone(there) == []
    at_width(there, WIDE)
    there.get_by_role("button", name="People only").click()
    assert there.evaluate("midnight.idle()")
    press(there, "Start the match")
    match = read_ten_match(str(there.evaluate("new URL(location).searchParams.get('ten')")))
    assert match.setup.seats == ("person", "person")
    there.go_back()
    there.get_by_role("button", name="Start the match").wait_for()


def test_clicks_choose_and_the_ranking_does_too(page: Opener) -> None:
    there = page(PLAY, ten=FIRST)
    game = read_ten(FIRST)
    rows = there.evaluate("midnight.all('tr[data-key]').map((row) => row.dataset.key)")
    options = solve_turn(game.house).options(0, 6, game.roll)
    assert rows == ["".join(map(str, option.dice)) for option in options]
    there.evaluate("midnight.all('tr[data-key=\"115\"] button')[0].click()")
    assert there.evaluate("midnight.idle()")
    seen = state(there)
    assert same(seen["numbers"], numbers_for(game, 0b010011))
    assert seen["current"] == ["115"] * 2
    assert "Write down 250" in seen["buttons"]
    said = there.evaluate("midnight.text(midnight.all('.say')[0])").replace("\N{NO-BREAK SPACE}", " ")
    assert said == "Two 1s, one 5: 200 + 50 = 250. The turn stands at 250."
    there.keyboard.press("3")
    assert "The 2 does not score on its own." in there.evaluate("midnight.text(midnight.all('.say')[0])")
    there.keyboard.press("3")
    tab_to(there, "Write down 250")
    there.keyboard.press("Enter")
    shows(there, game.keep(0b010011).bank())


def test_a_chosen_die_and_both_buttons_are_in_view_on_a_phone(page: Opener) -> None:
    for address in ({"ten": FIRST, "aim": "turns"}, {"ten": LAST_ROUND}):
        there = page(PLAY, width=PHONE, **address)
        there.keyboard.press("1")
        assert there.evaluate("midnight.idle()")
        for css in (".st-key-act button", ".st-key-bank button"):
            box = there.locator(css).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 844


@pytest.mark.parametrize("language", ["en", "nb"])
def test_axe_finds_nothing_with_dice_chosen_at_the_end_and_in_the_last_round(
    page: Opener, language: str
) -> None:
    found: dict[str, list[str]] = {}
    for code in (FIRST, ENDED, LAST_ROUND):
        there = page(PLAY, ten=code, lang=language)
        if code == FIRST:
            choose(there, read_ten(FIRST), set_asides(read_ten(FIRST).house, read_ten(FIRST).roll)[0].dice)
            there.get_by_role("button", name=word("Write down {total}", language, total=250)).wait_for()
        found[code] = faults_on_desk_and_phone(there)
    assert not any(found.values()), found


def test_own_dice_are_entered_by_touch(page: Opener) -> None:
    there = page(PLAY, ten="t1.d.1.1000", throws="own")
    for face in (1, 1, 2, 4, 5, 6):
        there.get_by_role("button", name=str(face), exact=True).click()
        assert there.evaluate("midnight.idle()")
    shows(there, read_ten("t1.d.1.1000.112456"))
    assert solve_turn(read_ten(FIRST).house).options(0, 6, (1, 1, 2, 4, 5, 6))[0].action == ROLL
