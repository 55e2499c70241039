"""What AppTest would do anew at every run is done once, and the languages that a test can ask for."""

import logging
from collections.abc import Iterator
from functools import cache, partial

import pytest
import streamlit as st
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.runtime.scriptrunner.script_cache import ScriptCache

from midnight_ui import text

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


@pytest.fixture(params=["en", "nb"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The session's language, with no session."""
    monkeypatch.setattr(text, "language", lambda: request.param)
    return str(request.param)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: "en")
