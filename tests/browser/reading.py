"""What a page shows, compared with what the core says."""

from __future__ import annotations

import math
import re
from typing import Any

from playwright.sync_api import Page

from midnight_core import goals, solve
from midnight_core.gamecode import TurnGame, picked, read_turn
from midnight_ui.text import catalogue

STARTED = "m1.14.2417.~"  # 2 2 2 2 1 2
MIXED = "m1.14.1.123456"
NBSP = "\N{NO-BREAK SPACE}"
MAIN = ("Roll", "Keep and roll", "Keep and finish")


def word(message: str, language: str = "en", **values: Any) -> str:
    """Return a message of the app in a language, whatever the catalogue says at present."""
    return catalogue(language).gettext(message).format(**values)


def state(page: Page) -> dict[str, Any]:
    return dict(page.evaluate("midnight.state()"))


def code_of(page: Page) -> str:
    return str(page.evaluate("new URL(location).searchParams.get('turn')"))


def mask_in(seen: dict[str, Any]) -> int:
    return sum(1 << place for place, pressed in enumerate(seen["pressed"]) if pressed)


def numbers_for(game: TurnGame, mask: int) -> dict[str, float]:
    keep = tuple(sorted(picked(game.roll, mask)))
    options = solve(game.rules, goals.mean_score()).options(game.turn, game.roll)
    option = next((option for option in options if option.keep == keep), None)
    if option is None:
        return {}
    return {
        "p-qualify": option.p_qualify,
        "mean-score": option.mean_score,
        "p-at-least": float(sum(option.distribution[19:])),
        "value": option.value,
        "loss": option.loss,
        "rank": 1 + sum(other.value > option.value for other in options),
    }


def same(one: dict[str, float], other: dict[str, float]) -> bool:
    return one.keys() == other.keys() and all(
        math.isclose(one[name], other[name], rel_tol=1e-13, abs_tol=1e-15) for name in one
    )


def torn(seen: dict[str, Any]) -> list[str]:
    """Return what on the screen is not what the code in the address says; nothing, as it should be."""
    game = read_turn(seen["code"])
    mask = mask_in(seen)
    roll, keep = game.roll, tuple(sorted(picked(game.roll, mask)))
    options = solve(game.rules, goals.mean_score()).options(game.turn, roll) if roll else ()
    key = "".join(map(str, keep))
    main = "New turn" if game.is_over else "Roll"
    if roll:
        main = "Keep and finish" if len(keep) == len(roll) else "Keep and roll"
    row = [main, "Undo", "Same dice", *["New turn"] * (not game.is_over)]
    drawn = {"".join(map(str, options[0].keep)), key} - {""} if options else set()
    checks = {
        "dice": seen["dice"] == [f"Die {n}, showing {face}" for n, face in enumerate(roll, start=1)],
        "kept": seen["kept"] == list(game.kept),
        "numbers": same(seen["numbers"], numbers_for(game, mask) if roll else {}),
        "ranking": seen["rows"] == ["".join(map(str, option.keep)) for option in options],
        "chosen row": seen["current"] == ([key] if key else []),
        "buttons": [name for name in seen["buttons"] if name in {*row, *MAIN}] == row,
        "chart": set(re.findall(r"keep: ([\d\s]+):", NBSP.join(seen["charts"]).replace(NBSP, ""))) == drawn,
        "look back": bool(seen["back"]) == game.is_over,
        "sentence": not key
        or any(says_of(text, NBSP.join(key)) for text in seen["prose"])
        or said_hopeless(seen),
    }
    return [name for name, right in checks.items() if not right]


def says_of(text: str, keep: str) -> bool:
    return re.search(rf"(^|[.] ){keep} (leaves|ends|qualifies)", text) is not None


def said_hopeless(seen: dict[str, Any]) -> bool:
    return any(text.startswith("No keep of this roll") for text in seen["prose"])


def assert_whole(page: Page, code: str | None = None) -> dict[str, Any]:
    """Wait until the app is idle, and compare the whole screen with the code in the address.

    What a click starts on a busy machine may still be to come when all is still: a test that knows where it
    ends says the code.
    """
    assert page.evaluate("midnight.idle()"), page.evaluate("midnight.trouble()")
    for _ in range(100):
        seen = state(page)
        if not torn(seen) and code in (None, seen["code"]):
            return seen
        page.wait_for_timeout(50)
    raise AssertionError((torn(seen), code, seen))


def die(page: Page, number: int, face: int, language: str = "en"):
    return page.get_by_role(
        "button", name=word("Die {n}, showing {face}", language, n=number, face=face), exact=True
    )


def press(page: Page, name: str) -> None:
    """Press one of the app's own buttons and wait for what follows."""
    page.get_by_test_id("stMain").get_by_role("button", name=name).filter(visible=True).first.click()
    assert page.evaluate("midnight.idle()")
