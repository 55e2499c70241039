"""The app without a browser: opened at an address, and read back as a reader would see it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, Option, goals, solve
from midnight_core.gamecode import TurnGame, picked, read_position, read_turn
from midnight_ui.navigation import SECTIONS

ROOT = Path(__file__).parents[2]
ENTRIES = [entry for entries in SECTIONS.values() for entry in entries]
PAGES = [entry.path for entry in ENTRIES]
TURN, MATCH, WHAT_IF = "pages/play/turn.py", "pages/play/match.py", "pages/explore/what_if.py"
LANGUAGES = ("en", "nb")
VARIANTS = {"14": MIDNIGHT, "24": TWO_FOUR_24}
GOALS = ("mean", "qualify", "at-least", "beat")


def goal_of(kind: str, target: int = 19) -> Goal:
    return {
        "mean": goals.mean_score(),
        "qualify": goals.qualify(),
        "at-least": goals.at_least(target),
        "beat": goals.beat(target),
    }[kind]


def opened(page: str = TURN, locale: str | None = None, **address: Any) -> AppTest:
    """Open a page with these parameters in its address."""
    app = _app()
    if locale is not None:
        app.context["locale"] = locale
    if page != TURN:
        app._registered_pages = _registered_pages()
        app.switch_page(page)
    return at_address(app, **address)


def _app() -> AppTest:
    return AppTest.from_file(ROOT / "app.py", default_timeout=120)


@cache
def _registered_pages() -> Any:
    """Return what an app knows of its pages once it has run, so that not every one has to."""
    return _app().run()._registered_pages


def at_address(app: AppTest, **address: Any) -> AppTest:
    """Go to an address on the same page, as a link does."""
    app.query_params.clear()
    app.query_params.update(address)
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def gone_back(app: AppTest, **address: Any) -> AppTest:
    """Go to an address on the same page by Back or Forward."""
    with patch("midnight_ui.address.is_back_or_forward", return_value=True):
        return at_address(app, **address)


def click(app: AppTest, key: str) -> None:
    app.button(key=key).click().run()
    assert not app.exception, app.exception[0].value


def type_in(app: AppTest, key: str, text: str) -> None:
    app.text_input(key=key).set_value(text).run()
    assert not app.exception, app.exception[0].value


def errors(app: AppTest) -> list[str]:
    return [error.value for error in app.error]


def labels(app: AppTest) -> dict[str, str]:
    """Return what the buttons that can be pressed say."""
    return {button.key: button.label for button in app.button if not button.disabled}


def data_of(app: AppTest, component: str) -> Any:
    """Return what a component was given, None when it is not on the page."""
    found = [e.proto for e in app.get("bidi_component") if e.proto.component_name == component]
    if not found:
        return None
    data = json.loads(found[0].json)
    return data[0] if isinstance(data, list) else data


def charts(app: AppTest) -> list[Any]:
    return [json.loads(element.proto.spec) for element in app.get("plotly_chart")]


def html(app: AppTest) -> str:
    return "\n".join(element.proto.body for element in app.get("html"))


def prose(app: AppTest) -> str:
    return "\n".join(element.value for element in app.markdown)


def words(app: AppTest) -> str:
    """Return the page's prose without its line breaks, bold marks and hard spaces, which may move about."""
    return re.sub(r"\s+", " ", prose(app).replace("**", ""))


def numbers(app: AppTest) -> dict[str, float]:
    """Return the overlay's numbers by metric, in full precision."""
    return {
        metric: float(value)
        for metric, value in re.findall(r'data-metric="([\w-]+)" data-value="([^"]+)"', html(app))
    }


def expected(options: tuple[Option, ...], keep: tuple[int, ...], target: int = 19) -> dict[str, float]:
    """Return the numbers that a keep's overlay has to show."""
    option = next(option for option in options if option.keep == tuple(sorted(keep)))
    return {
        "p-qualify": option.p_qualify,
        "mean-score": option.mean_score,
        "p-at-least": float(sum(option.distribution[target:])),
        "value": option.value,
        "loss": option.loss,
        "rank": 1 + sum(other.value > option.value for other in options),
    }


def game_of(app: AppTest) -> TurnGame:
    return read_turn(app.query_params["turn"])


def position_of(app: AppTest) -> Any:
    return read_position(app.query_params["position"])


def dice_widget(app: AppTest) -> Any:
    return next((pills for pills in app.pills if pills.key.startswith("plain ")), None)


def choose(app: AppTest, mask: int) -> None:
    places = [place for place in range(6) if mask >> place & 1]
    dice_widget(app).set_value(places).run()
    assert not app.exception, app.exception[0].value


def chosen(app: AppTest) -> int:
    return sum(1 << place for place in dice_widget(app).value)


def options_on(app: AppTest, kind: str = "mean", target: int = 19) -> tuple[Option, ...]:
    game = game_of(app)
    return solve(game.rules, goal_of(kind, target)).options(game.turn, game.roll)


def assert_screen_is_the_code(app: AppTest, kind: str = "mean", target: int = 19) -> None:
    """Compare all that plain controls show of a turn with what its code replays to."""
    game = game_of(app)
    kept = "\N{NO-BREAK SPACE}".join(map(str, game.kept)) or "–"
    assert f"Dice kept: {kept}" in prose(app).splitlines()
    widget = dice_widget(app)
    assert (widget is not None) == bool(game.roll)
    if widget is None:
        assert not numbers(app)
        return
    assert widget.options == [f"Die {n}, showing {face}" for n, face in enumerate(game.roll, start=1)]
    options = options_on(app, kind, target)
    mask = chosen(app)
    keep = tuple(sorted(picked(game.roll, mask)))
    assert numbers(app) == (approximately(expected(options, keep, target)) if mask else {})
    table = app.dataframe[0].value
    assert [tuple(map(int, row.split())) for row in table["Keep"]] == [o.keep for o in options]
    best, *others = charts(app)[0]["data"]
    assert best["y"] == [options[0].distribution[score] for score in (0, *range(4, 25))]
    assert len(others) == (bool(mask) and keep != options[0].keep)


def approximately(values: dict[str, float]) -> Any:
    """Full precision, but for the order in which floats were added."""
    import pytest

    return pytest.approx(values, rel=1e-14, abs=1e-15)
