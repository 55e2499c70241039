"""What the app's settings promise, and the shape of the house as far as no linter sees it."""

from __future__ import annotations

import ast
import tomllib

import pytest
import streamlit as st
from streamlit import config

from midnight_ui.navigation import SECTIONS
from tests.ui.screen import ROOT

CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
PINS = dict(
    line.split("==") for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if "==" in line
)


def test_streamlit_is_the_pinned_one() -> None:
    assert PINS["streamlit"] == st.__version__


@pytest.mark.parametrize("option", ["runner.postScriptGC", "browser.gatherUsageStats", "runner.magicEnabled"])
def test_the_pinned_streamlit_knows_the_option_and_has_it_off(option: str) -> None:
    section, name = option.split(".")
    assert CONFIG[section][name] is False
    assert option in config.get_config_options(), "an option that Streamlit no longer knows does nothing"
    assert config.get_option(option) is False


def test_every_option_is_one_that_streamlit_knows() -> None:
    known = config.get_config_options()
    for section, options in CONFIG.items():
        for name, value in options.items():
            names = (
                [f"{section}.{name}"] if not isinstance(value, dict) else _names(f"{section}.{name}", value)
            )
            assert set(names) <= set(known)


def _names(prefix: str, options: dict) -> list[str]:
    return [
        found
        for name, value in options.items()
        for found in (_names(f"{prefix}.{name}", value) if isinstance(value, dict) else [f"{prefix}.{name}"])
    ]


def test_a_visitor_sees_no_traceback() -> None:
    assert CONFIG["client"]["showErrorDetails"] == "none"


def test_no_page_lies_directly_in_pages() -> None:
    assert list((ROOT / "pages").glob("*.py")) == []


def test_every_page_file_is_in_the_navigation_once() -> None:
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "pages").glob("*/*.py")} - {"pages/__init__.py"}
    listed = [entry.path for entries in SECTIONS.values() for entry in entries]
    assert sorted(files) == sorted(listed)


def test_addresses_are_plain_and_all_different() -> None:
    urls = [entry.url for entries in SECTIONS.values() for entry in entries]
    assert len(set(urls)) == len(urls)
    assert all(url.replace("-", "").isalnum() and url.isascii() and url.islower() for url in urls if url)
    assert [entry.url for entries in SECTIONS.values() for entry in entries if entry.default] == [""]


def test_the_entry_is_a_short_router() -> None:
    tree = ast.parse((ROOT / "app.py").read_text("utf-8"))
    assert len(tree.body) <= 8
    assert not any(
        isinstance(node, ast.FunctionDef | ast.ClassDef | ast.For | ast.If) for node in ast.walk(tree)
    )
