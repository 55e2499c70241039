"""What a browser says is chosen counts only on the very table that it was chosen on."""

from __future__ import annotations

from typing import Any

import pytest

from midnight_core.gamecode import read_turn
from midnight_ui import shown
from midnight_ui.tray import Choice
from midnight_ui.turn_table import TurnTable
from tests.ui.screen import opened

CODE = "m1.14.2417.~"
TABLE = TurnTable(play=read_turn(CODE), chosen=0b000010, version=7)


@pytest.mark.parametrize(
    ("choice", "mask"),
    [
        (Choice(CODE, 0b010000, 7), 0b010000),
        (Choice(CODE, 0, 7), 0),
        (Choice("m1.14.2417.~Q~", 0b010000, 7), 0b000010),
        (Choice(CODE, 0b010000, 6), 0b000010),
        (Choice(CODE, 0b010000, 8), 0b000010),
        (None, 0b000010),
    ],
)
def test_a_choice_of_another_table_or_time_is_stale(
    monkeypatch: pytest.MonkeyPatch, choice: Choice | None, mask: int
) -> None:
    monkeypatch.setattr(shown, "read_choice", lambda _key: choice)
    assert TABLE.mask("tray") == mask


@pytest.mark.parametrize(
    ("choice", "mask"),
    [(Choice(CODE, 1, 7), 1), (Choice(CODE, 1, 6), None), (Choice("x", 1, 7), None), (None, None)],
)
def test_enter_on_another_table_does_nothing(
    monkeypatch: pytest.MonkeyPatch, choice: Choice | None, mask: int | None
) -> None:
    monkeypatch.setattr(shown, "read_act", lambda _key: choice)
    assert TABLE.pressed_mask("tray") == mask


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        "x",
        3,
        {},
        {"code": 1, "mask": 1, "version": 1},
        {"code": "", "mask": True, "version": 1},
        {"code": "", "mask": -1, "version": 1},
        {"code": "", "mask": 64, "version": 1},
        {"code": "", "mask": 1.0, "version": 1},
        {"code": "", "mask": 1},
        {"code": "", "mask": "1", "version": 1},
        {"code": "", "mask": 1, "version": None},
    ],
)
def test_what_is_not_a_choice_is_none(raw: Any) -> None:
    assert Choice.parse(raw) is None


def test_a_choice_is_read() -> None:
    assert Choice.parse({"code": CODE, "mask": 63, "version": 0, "more": 1}) == Choice(CODE, 63, 0)


def at(app: Any, name: str) -> str:
    """Return what the address says of one thing."""
    value = app.query_params[name]
    return value if isinstance(value, str) else value[-1]


def test_a_fast_second_click_that_brings_the_address_before_the_first_undoes_nothing() -> None:
    app = opened("pages/learn/throws_21.py", variant="2-4-24", formula="2")
    app.pills(key="segments_variant").set_value("1-4-24").run()
    app.query_params["variant"] = "2-4-24"
    app.pills(key="segments_formula").set_value("3").run()
    assert app.pills(key="segments_variant").value == "1-4-24"
    assert at(app, "variant") == "1-4-24"
    assert at(app, "formula") == "3"
