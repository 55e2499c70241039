"""Renew the pictures in the README: ``make shots``.

Starts the app on a free port of this machine, opens each page in Chromium and saves what it shows.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = Path(__file__).resolve().parent / "pictures"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

# Name, address, colour scheme, width and height, keys pressed.
SHOTS = (
    ("turn-light", "/?turn=m1.14.77.~", "light", (1280, 1180), "46"),
    ("turn-dark-phone", "/?turn=m1.14.77.~M~&lang=nb", "dark", (390, 844), "34"),
    ("what-if-dark", "/what-if?position=p1.14..234566.E0", "dark", (1280, 1180), "356"),
    ("throws-21-light", "/throws-21?throws=6&formula=4", "light", (1280, 1180), ""),
    ("rules-phone", "/rules?lang=nb", "light", (390, 844), ""),
)


@contextmanager
def served() -> Iterator[str]:
    """Serve the app on a free port of the loopback interface and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", "app.py"]
    options = ["--server.address", "127.0.0.1", "--server.port", str(port)]
    server = subprocess.Popen([*command, *options], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_healthy(address)
        yield address
    finally:
        server.terminate()
        server.wait()


def wait_until_healthy(address: str, seconds: int = 60) -> None:
    """Return when the server answers; raise TimeoutError when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"No answer from {address} in {seconds} s.")


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
    chromium = os.environ.get("MIDNIGHT_CHROMIUM") or shutil.which("chromium")
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name, path, scheme, (width, height), keys in SHOTS:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            shoot(page, address + path, keys, PICTURES / f"{name}.png")
            page.close()
            print(f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
