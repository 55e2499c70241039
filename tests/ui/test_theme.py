"""Colours of both appearances against WCAG 2.2 AA, computed from the theme file."""

from __future__ import annotations

from typing import Any

import pytest

from midnight_ui.navigation import _STYLE
from tests.ui.test_config import CONFIG

AA_TEXT, AA_SHAPE = 4.5, 3.0
WHITE = "#FFFFFF"
NAMES = ("red", "orange", "yellow", "blue", "green", "violet", "gray")

THEMES = [
    pytest.param(
        CONFIG["theme"][mode] | (CONFIG["theme"][mode]["sidebar"] if side else {}), id=f"{mode}{side}"
    )
    for mode in ("light", "dark")
    for side in ("", "-sidebar")
]


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
def test_text_and_links_are_readable_on_every_surface(theme: dict[str, Any]) -> None:
    for surface in (theme["backgroundColor"], theme["secondaryBackgroundColor"]):
        assert contrast(theme["textColor"], surface) >= AA_TEXT
        assert contrast(theme["linkColor"], surface) >= AA_TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_white_is_readable_on_a_primary_button(theme: dict[str, Any]) -> None:
    assert contrast(WHITE, theme["primaryColor"]) >= AA_TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_borders_of_controls_can_be_seen(theme: dict[str, Any]) -> None:
    assert contrast(theme["borderColor"], theme["backgroundColor"]) >= AA_SHAPE
    assert contrast(theme["primaryColor"], theme["backgroundColor"]) >= AA_SHAPE


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_coloured_text_is_readable_on_the_page_and_in_its_box(theme: dict[str, Any], name: str) -> None:
    ink = theme[f"{name}TextColor"]
    for surface in ("backgroundColor", f"{name}BackgroundColor"):
        assert contrast(ink, theme[surface]) >= AA_TEXT


@pytest.mark.parametrize("theme", THEMES)
def test_code_is_readable(theme: dict[str, Any]) -> None:
    assert contrast(theme["codeTextColor"], theme["codeBackgroundColor"]) >= AA_TEXT


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_chart_colour_stands_out_from_the_page(mode: str) -> None:
    theme = CONFIG["theme"][mode]
    for colour in theme["chartCategoricalColors"]:
        assert contrast(colour, theme["backgroundColor"]) >= AA_SHAPE


def test_what_is_chosen_stands_in_the_colour_of_text() -> None:
    """The primary colour is made for white text on it; as text it would be too dark in the dark."""
    assert "color: inherit !important" in _STYLE
    assert "aria-checked=true" in _STYLE
