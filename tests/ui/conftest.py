"""What AppTest would do anew at every run is done once, and the languages that a test can ask for."""

import logging
from collections.abc import Iterator
from functools import cache, partial
from threading import Event
from typing import Any

import numpy as np
import pytest
import streamlit as st
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache

from midnight_core import Rules, lessons_race, race
from midnight_core.batch import Batch, solve_many
from midnight_core.ten_thousand import HouseRules, solve_solitaire
from midnight_ui import snippets, ten_races, text

# AppTest runs without a server, which these two would say at every run.
for name in ("scriptrunner_utils.script_run_context", "caching.cache_data_api"):
    logging.getLogger(f"streamlit.runtime.{name}").disabled = True

# Every AppTest would look through all installed packages for components, which takes longer than most pages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

# A server compiles a page once; AppTest would for every run, which takes a fifth of it.
_bytecode = partial(ScriptCache.get_bytecode, ScriptCache())
ScriptCache.get_bytecode = lambda _, path: _bytecode(path)

settings.register_profile("ui", derandomize=True, deadline=None)
settings.load_profile("ui")


@pytest.fixture
def cold_caches() -> Iterator[None]:
    """Nothing kept from earlier tests, and nothing for later ones: AppTest, too, keeps what a page caches."""
    st.cache_data.clear()
    yield
    st.cache_data.clear()


ROUGH: dict[str, dict[Any, Any]] = {
    "race._RACES": {},
    "lessons_race._BOARDS": {},
    "lessons_race._WEIGHINGS": {},
}
"""Where races are kept, and those that are solved roughly."""


@pytest.fixture
def rough_races(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Solve races to some decimals only, for tests that hold other things than their numbers.

    The longest one that the page offers takes half a minute else. What is shipped stays exact.
    """

    def one_for_many(rules: Rules, payoffs: Any) -> Batch:
        found, each = solve_many(rules, payoffs[::16]), np.arange(len(payoffs)) // 16
        return Batch(found.values[each], found.distributions[each])

    for name, kept in ROUGH.items():
        monkeypatch.setattr(f"midnight_core.{name}", kept)
    monkeypatch.setattr(race, "_MOST_PASSES", 1)
    monkeypatch.setattr(lessons_race, "solve_many", one_for_many)
    yield
    # No later test is to find anything of it.
    for cached in (lessons_race.gains, lessons_race.winning, snippets._run):
        cached.cache_clear()


@pytest.fixture
def at_a_word(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Let the fewest turns be solved only when this is set."""
    word = Event()

    def solve(house: HouseRules, tell: Any) -> None:
        while not word.wait(0.01):
            tell(0.25)
        solve_solitaire(house, tell)

    monkeypatch.setitem(ten_races._SOLVERS, ten_races.TURNS, solve)
    yield word
    word.set()


@pytest.fixture(params=["en", "nb"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The session's language, with no session."""
    monkeypatch.setattr(text, "language", lambda: request.param)
    return str(request.param)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: "en")
