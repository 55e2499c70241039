"""axe-core on a page, and what it finds as one line for each fault."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

ALL: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What can differ between light and dark on one and the same page."""


def violations(page: Page) -> list[str]:
    """Return what axe-core finds on a page as it stands, first in the light and then in the dark."""
    return [
        f"{theme}: {fault}"
        for theme, rules in (("light", ALL), ("dark", COLOURS))
        for fault in _faults(_shown(page, theme), rules)
    ]


def _shown(page: Page, theme: str) -> Page:
    """Have the open page follow the system's change of theme, which is much faster than opening it again."""
    page.emulate_media(color_scheme=theme)
    page.wait_for_function(
        "theme => getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === theme",
        arg=theme,
    )
    assert page.evaluate("midnight.idle()")
    return page


def _faults(page: Page, rules: dict[str, Any]) -> list[str]:
    found = Axe().run(page, options=rules).response["violations"]
    return [
        f"{rule['id']} ({rule['impact']}): {rule['help']}: {node['target']} {node['html'][:160]} {node['failureSummary'][:300]}"
        for rule in found
        for node in rule["nodes"]
    ]
