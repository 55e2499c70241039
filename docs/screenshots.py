"""Renew the pictures in the README: ``make shots``.

Starts the app on a free port of this machine, opens each page in Chromium and saves what it shows.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from benchmarks.browser import chromium
from benchmarks.server import APP, serving

PICTURES = Path(__file__).resolve().parent / "pictures"
# Name, address, colour scheme, width and height, keys pressed.
SHOTS = (
    ("turn-light", "/?turn=m1.14.77.~", "light", (1280, 1180), "46"),
    ("turn-dark-phone", "/?turn=m1.14.77.~M~&lang=nb", "dark", (390, 844), "34"),
    ("what-if-dark", "/what-if?position=p1.14..234566.E0", "dark", (1280, 1180), "356"),
    ("throws-21-light", "/throws-21?throws=6&formula=4", "light", (1280, 1180), ""),
    ("strategies-light", "/strategies?one=beat&other=perfect", "light", (1280, 1180), ""),
    ("projector-dark", "/?turn=m1.14.77.~&projector=on", "dark", (1366, 1024), "46"),
    ("rules-phone", "/rules?lang=nb", "light", (390, 844), ""),
)


def shoot(page: Page, address: str, keys: str, path: Path) -> None:
    """Open an address, press keys, and save what is on the screen."""
    page.goto(address)
    page.locator("h1").wait_for()
    page.wait_for_timeout(2000)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(1500)
    page.screenshot(path=path)


def main() -> None:
    """Take every picture."""
    PICTURES.mkdir(exist_ok=True)
    with serving(APP) as server, chromium() as browser:
        for name, path, scheme, (width, height), keys in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            shoot(page, server.url + path, keys, PICTURES / f"{name}.png")
            page.close()
            print(f"{name}.png")


if __name__ == "__main__":
    main()
