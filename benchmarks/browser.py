"""What a player sees in Chromium: the overlay after choosing a die, the dice after Roll.

Everything is timed inside the page, so that the driver's own messages do not count.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice
from typing import Any

from playwright.sync_api import Page, sync_playwright

import midnight_core as mc
from benchmarks.rows import Row, quantile
from benchmarks.server import APP, TRIVIAL, serving
from midnight_core.gamecode import picked
from scripts.chromium import ARGUMENTS, on_path

# Finding things through the components' shadow roots, and telling at once when something has become true:
# a mutation observer looks again after every change of the page, and costs nothing in between.
HELPERS = """
globalThis.bench = (() => {
  const hosts = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  const roots = () => [document, ...hosts().map((node) => node.shadowRoot).filter(Boolean)];
  const all = (css) => roots().flatMap((root) => [...root.querySelectorAll(css)]);
  const button = (name) => all("button").find((node) => node.innerText.trim().endsWith(name));
  const dice = () => all("button.die:not([hidden])").map((node) => node.getAttribute("aria-label"));
  const keeps = () => all("tr[data-key]").map((row) => row.dataset.key);
  const numbers = () => Object.fromEntries(all("[data-metric]").map(({ dataset: d }) => [d.metric, d.value]));
  const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));

  const until = (isSo) => new Promise((done, fail) => {
    const known = new Set();
    const look = () => {
      for (const root of roots()) {
        if (known.has(root)) continue;
        known.add(root);
        observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      }
      if (!isSo()) return;
      const now = performance.now();
      observer.disconnect();
      clearTimeout(timer);
      done(now);
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => fail(new Error("Nothing came within 20 s.")), 20000);
    look();
  });

  const press = async (name, isSo) => {
    const pressed = button(name);
    const start = performance.now();
    pressed.click();
    return (await until(isSo)) - start;
  };
  return { all, button, dice, keeps, numbers, frame, until, press };
})();
"""

# Messages to the server are swallowed: what still changes needs none of them.
OVERLAY = """
async ([start, keys]) => {
  let swallowed = 0;
  WebSocket.prototype.send = () => { swallowed += 1; };
  const { all, numbers, frame } = bench;
  const dice = all("button.die");
  const results = [];
  let mask = start;
  const pause = () => new Promise((done) => setTimeout(done, 20 + 30 * Math.random()));
  for (const [place, byKey] of keys) {
    await pause();
    const idle = performance.now();
    const idleFrame = (await frame()) - idle;
    await pause();
    const event = new KeyboardEvent("keydown", { key: String(place + 1), bubbles: true, composed: true });
    const began = performance.now();
    if (byKey) document.body.dispatchEvent(event);
    else dice[place].click();
    const changed = performance.now() - began;
    const shown = numbers();
    const nextFrame = (await frame()) - began;
    mask ^= 1 << place;
    results.push({ mask, shown, changed, nextFrame, idleFrame });
  }
  return { results, swallowed };
}
"""

SIX_DICE = "() => bench.dice().length === 6 && bench.keeps().length > 0"

# New dice are there, and the overlay is theirs, when both are others than before: nothing is chosen yet, so
# the overlay has its tiles and no number of the roll before. The rest follows: the ranking ends it.
PRESS = """
async (name) => {
  const { all, dice, keeps, numbers } = bench;
  const [diceBefore, keepsBefore] = [dice().join(), keeps().join()];
  const start = performance.now();
  const isEmpty = () => all("[data-metric]").length > 0 && Object.values(numbers()).every((value) => !value);
  const shown = await bench.press(name, () => ![diceBefore, ""].includes(dice().join()) && isEmpty());
  const whole = (await bench.until(() => ![keepsBefore, ""].includes(keeps().join()))) - start;
  return [shown, whole];
}
"""

COUNT = """
() => {
  const count = () => document.body.textContent.match(/COUNT=\\d+/)?.[0];
  const before = count();
  return bench.press("Go", () => count() !== before).then((shown) => [shown, shown]);
}
"""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start the browser that the tests use."""
    path = os.environ.get("MIDNIGHT_CHROMIUM") or next(on_path())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


def opened(browser: Any, url: str, button: str) -> Page:
    """Open a page of ours and wait for its button."""
    page: Page = browser.new_page(viewport={"width": 1280, "height": 1600})
    page.set_default_timeout(30_000)
    page.goto(url)
    page.get_by_role("button", name=button, exact=True).wait_for()
    page.wait_for_timeout(2000)
    page.evaluate(HELPERS)
    return page


TURN = "m1.14.2417.~"
CHOICES = 240


def overlay() -> list[Row]:
    """From choosing a die to its numbers, by click and by key in turn."""
    # 63 steps through all sets of dice, changing one die at a time: a Gray code.
    places = [(step & -step).bit_length() - 1 for step in range(1, 64)]
    keys = [[place, index % 2 == 1] for index, place in enumerate(islice(cycle([*places, 5]), CHOICES))]
    with serving(APP) as app, chromium() as browser:
        page = opened(browser, f"{app.url}/?turn={TURN}&lang=en", "Keep and roll")
        page.wait_for_function(SIX_DICE)
        said = page.evaluate(OVERLAY, [0, keys])
    _check_overlay(said["results"])
    changed, frame, idle = (
        [result[name] for result in said["results"]] for name in ("changed", "nextFrame", "idleFrame")
    )
    p95 = quantile(changed, 0.95)
    quiet = f"{CHOICES} choices, {said['swallowed']} messages swallowed"
    alone = f"with nothing chosen {quantile(idle, 0.95):.1f}"
    return [
        Row("overlay: die chosen -> its numbers, p95", f"{_spread(changed)}; {quiet}", "<= 17 ms", p95 <= 17),
        Row("overlay: die chosen -> next frame, p95", f"{_spread(frame)}; {alone}"),
    ]


def _spread(took: list[float]) -> str:
    return f"{quantile(took, 0.95):.1f} ms (median {quantile(took, 0.5):.1f}, most {max(took):.1f})"


def _check_overlay(results: list[dict[str, Any]]) -> None:
    """Hold every number that was shown against the solver's."""
    game = mc.gamecode.read_turn(TURN)  # type: ignore[attr-defined]
    solution = mc.solve(game.rules, mc.goals.mean_score())
    options = {option.keep: option for option in solution.options(game.turn, game.roll)}
    for result in results:
        option = options.get(tuple(sorted(picked(game.roll, result["mask"]))))
        expected = (option.p_qualify, option.mean_score, option.loss) if option else (None, None, None)
        shown = [result["shown"].get(name) for name in ("p-qualify", "mean-score", "loss")]
        assert tuple(text and float(text) for text in shown) == expected, (result, expected)


ROLLS = 40


def roll() -> list[Row]:
    """Roll, and Keep and roll, against one button -> count: one of each in turn."""
    took: dict[str, list[tuple[float, float]]] = {"trivial": [], "roll": [], "keep": []}
    with serving(APP) as app, serving(TRIVIAL) as trivial, chromium() as browser:
        floor = opened(browser, trivial.url, "Go")
        turn = opened(browser, f"{app.url}/?lang=en", "Roll")
        for _ in range(ROLLS):
            took["trivial"].append(_timed(floor, COUNT))
            took["roll"].append(_timed(turn, PRESS, "Roll"))
            turn.evaluate("() => bench.all('button.die')[0].click()")
            turn.wait_for_timeout(300)
            took["keep"].append(_timed(turn, PRESS, "Keep and roll"))
            # A new turn, not Undo: dice that were there before would come from the browser's own store.
            turn.get_by_role("button", name="New turn").click()
            turn.get_by_role("button", name="Roll", exact=True).wait_for()
    floor_ms = quantile([shown for shown, _ in took["trivial"]], 0.5)
    return [row for name, words in NAMES.items() for row in _roll_rows(words, took[name], floor_ms)]


NAMES = {"roll": "Roll", "keep": "Keep and roll"}


def _roll_rows(words: str, took: list[tuple[float, float]], floor_ms: float) -> list[Row]:
    shown, whole = zip(*took, strict=True)
    middle, p95, rest = quantile(shown, 0.5), quantile(shown, 0.95), quantile(whole, 0.5)
    ratio = middle / floor_ms
    figure = f"{ratio:.2f} ({middle:.0f} / {floor_ms:.0f} ms, p95 {p95:.0f} ms)"
    return [
        Row(f"roll: {words} -> new dice, overlay; / one button", figure, "<= 2.5", ratio <= 2.5),
        Row(f"roll: {words} -> ranking as well", f"{rest / floor_ms:.2f} ({rest:.0f} ms)"),
    ]


def _timed(page: Page, script: str, argument: str | None = None) -> tuple[float, float]:
    page.bring_to_front()
    page.wait_for_timeout(250)
    shown, whole = page.evaluate(script, argument)
    return float(shown), float(whole)
