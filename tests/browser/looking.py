"""axe-core on a page, and what it finds as one line for each fault."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

APPEARANCES = [(theme, width) for theme in ("light", "dark") for width in (1280, 390)]


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['target']} {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]
