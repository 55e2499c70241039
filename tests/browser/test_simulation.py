"""The simulation lab in a browser: a long run is seen to grow, answers while it does, and stops when told."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from midnight_core.laboratory import estimate, running_counts
from midnight_core.rules import MIDNIGHT
from midnight_core.strategies import NAMED
from tests.browser.conftest import Opener, settled
from tests.browser.looking import faults_on_desk_and_phone

pytestmark = pytest.mark.browser

TURNS = 10_000_000
RUNNING = re.compile("running")
# How far the run is each time that it says something new, and what else the page showed then.
WATCH = """
() => {
  window.seen = [];
  window.meanwhile = [];
  setInterval(() => {
    const said = document.querySelector('[data-testid=stProgress]')?.textContent.match(/[\\d,\u00a0]+/)?.[0];
    const turns = said && Number(said.replaceAll(/[^\\d]/g, ''));
    if (!turns || turns === window.seen.at(-1)) return;
    window.seen.push(turns);
    window.meanwhile.push([document.documentElement.lang, document.querySelector('h3')?.textContent]);
  }, 5);
}
"""


# Presses buttons one after another, each as soon as it can be pressed. In the page itself: on a busy machine
# a run is over before a click from outside has come.
PRESS = """
async ([names, seen]) => {
  const end = performance.now() + 90000;
  for (const name of names) {
    const ready = () => midnight.named(name) && !midnight.named(name).disabled;
    while (!(ready() && (name !== 'Stop' || window.seen.length > seen)) && performance.now() < end) {
      await midnight.pause(1);
    }
    midnight.named(name).click();
  }
}
"""


def press_at_once(there: Page, *names: str, seen: int = 0) -> None:
    """Press buttons without a pause, Stop once the run has shown more than `seen` states of it."""
    there.evaluate(PRESS, [names, seen])


def lab(page: Opener, **address: str) -> Page:
    there = page("simulation", lang="en", turns=str(TURNS), against="nobody", **address)
    there.evaluate(WATCH)
    return there


def bar(there: Page) -> str:
    return there.get_by_test_id("stProgress").inner_text()


def press(there: Page, name: str) -> None:
    there.get_by_role("button", name=name, exact=True).click()


def done(there: Page) -> int:
    return int(bar(there).split(" of ")[0].replace(",", ""))


def assert_average(there: Page, turns: int, seed: int) -> None:
    """Compare what the page says after so many turns with the laboratory."""
    *_, counts = running_counts(MIDNIGHT, NAMED["perfect"], turns, seed)
    said = there.get_by_text(f"After {turns:,} turns the average score is").inner_text()
    average = float(re.search(r"average score is (\d+\.\d+)", said)[1])
    assert average == pytest.approx(estimate(counts).mean, abs=0.00051)


def test_ten_million_turns_are_seen_to_grow_and_end_with_the_laboratorys_average(page: Opener) -> None:
    there = lab(page, seed="3")
    press(there, "Run")
    expect(there.get_by_test_id("stProgress")).to_have_text(
        "All 10,000,000 turns are played.", timeout=90_000
    )
    seen = there.evaluate("window.seen")
    assert len(seen) > 10
    assert seen == sorted(seen)
    settled(there)
    assert_average(there, TURNS, 3)
    assert there.get_by_text("Of 10,000,000 turns").count() == 1
    for name in ("Run", "Stop"):
        expect(there.get_by_role("button", name=name, exact=True)).to_be_disabled()


def test_stop_keeps_what_is_done_and_go_on_goes_on(page: Opener) -> None:
    there = lab(page, seed="4")
    press_at_once(there, "Run", "Stop", seen=4)
    expect(there.get_by_test_id("stProgress")).not_to_have_text(RUNNING)
    settled(there)
    kept = done(there)
    assert 10_000 < kept < TURNS
    there.wait_for_timeout(500)
    assert done(there) == kept
    assert_average(there, kept, 4)
    press_at_once(there, "Go on", "Stop", seen=there.evaluate("window.seen.length"))
    assert there.evaluate("window.seen.at(-1)") > kept
    expect(there.get_by_test_id("stProgress")).not_to_have_text(RUNNING)


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Next turn", ["en", "Turn 2, roll 1"]), ("Norsk", ["nb", "Tur 1, kast 1"])],
)
def test_the_page_answers_while_a_run_goes_on(page: Opener, name: str, shown: list[str]) -> None:
    there = lab(page, seed="5")
    press_at_once(there, "Run", name)
    there.wait_for_function(f"window.seen.at(-1) === {TURNS}", timeout=90_000)
    settled(there)
    *on_the_way, _ = there.evaluate("window.meanwhile")
    assert on_the_way.count(shown) > 1
    if shown[0] == "en":
        assert_average(there, TURNS, 5)


def test_clicks_without_a_pause_tear_nothing(page: Opener) -> None:
    there = lab(page, seed="6")
    press_at_once(there, "Run", "Next", "Next turn", "Stop")
    expect(there.get_by_test_id("stProgress")).not_to_have_text(RUNNING)
    settled(there)
    kept = done(there)
    assert_average(there, kept, 6)
    # A message may carry the address of the click before, so what counts is that page and address agree.
    said = {name: int(number) for name, number in re.findall(r"(turn_no|seen)=(\d+)", there.url)}
    heading = f"Turn {said.get('turn_no', 1)}, roll {(said.get('seen', 1) + 1) // 2}"
    expect(there.get_by_role("heading", level=3)).to_have_text(heading)


def test_leaving_the_page_in_mid_run_leaves_the_rest_of_the_app_alone(page: Opener) -> None:
    there = lab(page, seed="7")
    press(there, "Run")
    there.wait_for_function("window.seen.length > 2")
    there.get_by_role("link", name="Rules", exact=True).click()
    expect(there.get_by_role("heading", level=1)).to_have_text("The rules of Midnight")
    settled(there)


def test_axe_finds_nothing_in_a_stopped_run(page: Opener) -> None:
    there = page("simulation", lang="en", turns=str(TURNS), seen="4")
    there.evaluate(WATCH)
    press_at_once(there, "Run", "Stop", seen=2)
    expect(there.get_by_role("button", name="Go on")).to_be_visible()
    settled(there)
    assert faults_on_desk_and_phone(there) == []
