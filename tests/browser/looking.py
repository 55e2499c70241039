"""What is wrong with how a page looks: what axe-core finds, and what is wider than the screen."""

# ruff: noqa: E501 - JavaScript in a string
from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, WIDE, settled

ALL: dict[str, Any] = {"resultTypes": ["violations"]}
COLOURS = ALL | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
"""What can differ between light and dark on one and the same page."""

TOO_WIDE = """() => {
  const main = document.querySelector('[data-testid=stMain]');
  const spare = [document.documentElement.scrollWidth - innerWidth, main.scrollWidth - main.clientWidth];
  if (Math.max(...spare) <= 0) return [];
  return [...main.querySelectorAll('*')].filter((n) => n.getBoundingClientRect().right > innerWidth + 1)
    .map((n) => `${n.tagName} ${n.dataset.testid ?? ''} ${n.className}`.slice(0, 120)).slice(0, 8).concat(spare);
}"""


def at_width(page: Page, width: int) -> Page:
    """Make the window of an open page so wide, which is much faster than opening it again."""
    assert page.viewport_size is not None
    if page.viewport_size["width"] != width:
        page.set_viewport_size({"width": width, "height": page.viewport_size["height"]})
        settled(page)
    return page


def too_wide(page: Page) -> list[str]:
    """Return what sticks out of the screen."""
    return list(page.evaluate(TOO_WIDE))


def faults(page: Page) -> list[str]:
    """Return all that is wrong with a page at the width it has."""
    return [*too_wide(page), *violations(page)]


def faults_on_desk_and_phone(page: Page) -> list[str]:
    """Return all that is wrong with an open page in a wide window, and in one as narrow as a phone."""
    return [f"{width}: {fault}" for width in (WIDE, PHONE) for fault in faults(at_width(page, width))]


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
