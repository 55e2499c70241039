"""Hypothesis draws the same examples on every machine; a failure elsewhere is a failure here."""

from hypothesis import settings

settings.register_profile("core", derandomize=True, deadline=None)
settings.load_profile("core")
