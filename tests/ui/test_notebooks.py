"""Every lesson's notebook, as the page offers it: it runs, and gives the numbers that stand on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import nbformat
import pytest
import streamlit as st
from nbclient import NotebookClient

from midnight_ui import snippets
from tests.ui.screen import ENTRIES, opened

TEN = "ten_"
"""How the names of lessons on the second game begin."""


def lesson_of(path: str) -> str:
    """Return which lesson's code a page shows, if it shows any."""
    *_, section, file = path.removesuffix(".py").split("/")
    return f"{TEN}{file}" if section == "ten_thousand" else file


LESSONS = {lesson_of(entry.path): entry.path for entry in ENTRIES}
SMALL = {"race": {"to": "25"}, "around_the_table": {"players": "2"}}
"""What makes a lesson quick to compute, by its name; the other tests of its page see it as it opens."""


def squeezed(text: str) -> str:
    """Return text without white space: Jupyter breaks long values over lines."""
    return re.sub(r"\s", "", text)


def offered(path: str, monkeypatch: pytest.MonkeyPatch, **address: str) -> tuple[Any, Any]:
    """Return a page and the notebook that it offers."""
    files: dict[str, Callable[[], bytes]] = {}

    def offer(_label: str, *, data: Callable[[], bytes], key: str, **_: Any) -> bool:
        files[key] = data
        return False

    monkeypatch.setattr(st, "download_button", offer)
    app = opened(path, **address)
    notebook: Any = nbformat.reads(files["take_home"]().decode(), as_version=4)
    nbformat.validate(notebook)
    return app, notebook


def code_of(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def results(notebook: Any) -> list[str]:
    """Run a notebook and return its results; a cell that fails raises."""
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    return [
        squeezed(output["data"]["text/plain"])
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]


@pytest.mark.parametrize("name", snippets.names())
def test_a_notebook_runs_and_agrees_with_its_page_in_both_languages(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = SMALL.get(name, {})
    english, norwegian = (
        offered(LESSONS[name], monkeypatch, lang=language, **small) for language in ("en", "nb")
    )
    assert code_of(english[1]) == code_of(norwegian[1]), "so that to run one is to run both"
    found = results(english[1])
    assert len(found) >= len(snippets.parts(name)) - 1, "every part gives something"
    for app, _ in (english, norwegian):
        said = [squeezed(code.value) for expander in app.expander for code in expander.code]
        assert set(found) <= set(said)


@pytest.mark.parametrize("name", snippets.names())
def test_a_notebook_is_in_its_readers_language_and_by_the_rules_chosen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {}
    chosen = SMALL.get(name, {}) | ({"house": "o350"} if name.startswith(TEN) else {"variant": "2-4-24"})
    written = "tt.HouseRules(opening=350)" if name.startswith(TEN) else "mc.TWO_FOUR_24"
    for language in ("en", "nb"):
        app, notebook = offered(LESSONS[name], monkeypatch, lang=language, **chosen)
        prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
        assert prose[1] == f"# {app.title[0].value}"
        assert any(written in code for code in code_of(notebook))
        words[language] = prose
    assert len(words["en"]) == len(words["nb"])
    formulas = {text for text in words["en"] if text.startswith("$$")}
    assert not set(words["en"]) & set(words["nb"]) - formulas
