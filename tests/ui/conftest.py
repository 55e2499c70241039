"""Every test starts with cold caches and in English: Streamlit keeps both between runs of AppTest."""

import logging
from collections.abc import Iterator
from functools import cache

import pytest
import streamlit as st
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner

from midnight_ui import text

# AppTest runs without a server, which these two would say at every run.
for name in ("scriptrunner_utils.script_run_context", "caching.cache_data_api"):
    logging.getLogger(f"streamlit.runtime.{name}").disabled = True

# Every AppTest would look through all installed packages for components, which takes longer than most pages.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)

settings.register_profile("ui", derandomize=True, deadline=None)
settings.load_profile("ui")


@pytest.fixture(autouse=True)
def _cold_caches() -> Iterator[None]:
    yield
    st.cache_data.clear()
    st.cache_resource.clear()


@pytest.fixture(params=["en", "nb"])
def language(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The session's language, with no session."""
    monkeypatch.setattr(text, "language", lambda: request.param)
    return str(request.param)


@pytest.fixture
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: "en")
