"""Print the path of a Chromium that starts, fetching one if the machine has none.

Tried in this order: $MIDNIGHT_CHROMIUM; a browser on PATH; the one Playwright has, or downloads, for itself;
Debian's package, when run as root. Only the path goes to standard output, all else to standard error.
Playwright's driver must run in any case; on a bare Debian it lacks one library, which is installed too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER_PACKAGES = ("chromium", "fonts-noto-color-emoji")
DRIVER_PACKAGES = ("libatomic1",)
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def starts(path: str) -> bool:
    """Tell whether this browser runs here: a name on PATH may be a stub, a download may lack libraries."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        page = "data:text/html,<p>ready</p>"
        command = [path, *ARGUMENTS, f"--user-data-dir={profile}", "--dump-dom", page]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return False
    return done.returncode == 0 and "ready" in done.stdout


def on_path() -> Iterator[str]:
    """Yield the browsers the machine has."""
    if named := os.environ.get("MIDNIGHT_CHROMIUM"):
        yield named
    yield from filter(None, map(shutil.which, NAMES))


def of_playwright() -> Iterator[str]:
    """Yield Playwright's own browser, downloaded if need be."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - only when PATH has no browser

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    if not path.exists():
        say("No Chromium on PATH; asking Playwright for its own.")
        try:
            download = [sys.executable, "-m", "playwright", "install", "chromium"]
            subprocess.run(download, stdout=sys.stderr, stdin=subprocess.DEVNULL, timeout=300, check=False)
        except subprocess.TimeoutExpired:
            say("The download took more than five minutes.")
    if path.exists():
        yield str(path)


def of_debian() -> Iterator[str]:
    """Yield Debian's browser, installed through apt-get when that is allowed."""
    if apt_install(*BROWSER_PACKAGES) and (path := shutil.which("chromium")):
        yield path


def driver_runs() -> bool:
    """Tell whether Playwright's driver, a program of its own, can run here."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0


def apt_install(*packages: str) -> bool:
    """Install Debian packages if this is root on a Debian; tell whether that worked."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return False
    say(f"Installing {', '.join(packages)}.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        command = ["apt-get", "-qq", *step]
        done = subprocess.run(command, stdout=sys.stderr, stdin=subprocess.DEVNULL, env=quiet, check=False)
    return done.returncode == 0


def say(sentence: str) -> None:
    """Tell the person at the terminal."""
    print(sentence, file=sys.stderr)


def main() -> int:
    """Print the first browser that starts; 1 when there is none."""
    if not (driver_runs() or (apt_install(*DRIVER_PACKAGES) and driver_runs())):
        say(f"Playwright's driver does not run. On Debian or Ubuntu: apt-get install {DRIVER_PACKAGES[0]}")
        return 1
    for source in (on_path, of_playwright, of_debian):
        for path in source():
            if starts(path):
                print(path)
                return 0
            say(f"{path} does not start.")
    say("The browser tests need Chromium: put one on PATH, or name it in MIDNIGHT_CHROMIUM.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
