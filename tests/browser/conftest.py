"""A running app and a Chromium for each worker, and pages opened in any language, theme and width."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
WIDE, PHONE = 1280, 390
# Chromium heeds the last such list alone, so what Playwright turns off by itself is in it too. The first two are
# the address bar's drop-downs, which are built anew for every window and take as long as a small page.
FEATURES_OFF = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "HttpsUpgrades",
    "LensOverlay",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
CHROMIUM_ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(FEATURES_OFF)}",
)

expect.set_options(timeout=30_000)  # a busy machine is slow, not wrong

# ruff: noqa: E501 - JavaScript in a string
# What a test can ask of a page in one go. Everything pierces shadow roots, where the components live.
HELPERS = """
(() => {
  const roots = (root) => [root, ...[...root.querySelectorAll('*')].filter((n) => n.shadowRoot).flatMap((n) => roots(n.shadowRoot))];
  const all = (css) => roots(document).flatMap((root) => [...root.querySelectorAll(css)]);
  const text = (node) => node?.textContent.trim() ?? null;
  const wire = { swallow: false, swallowed: 0, sent: 0, received: 0 };
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (message) {
    if (!this.heard) {
      this.heard = true;
      this.addEventListener('message', () => { wire.received = performance.now(); });
    }
    wire.sent = performance.now();
    if (wire.swallow) wire.swallowed += 1;
    else send.call(this, message);
  };
  const named = (name) => all('button').find((b) => text(b.querySelector('p')) === name && b.checkVisibility());
  const running = () => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState !== 'notRunning';
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  window.midnight = {
    all, text, wire, named, running, pause,
    dice: () => all('.die').filter((die) => !die.hidden),
    numbers: () => Object.fromEntries(all('[data-metric][data-value]').map((n) => [n.dataset.metric, Number(n.dataset.value)])),
    active: () => { let a = document.activeElement; while (a?.shadowRoot?.activeElement) a = a.shadowRoot.activeElement; return a; },
    state: () => ({
      code: new URL(location).searchParams.get('turn'),
      dice: midnight.dice().map((die) => die.getAttribute('aria-label')),
      pressed: midnight.dice().map((die) => die.getAttribute('aria-pressed') === 'true'),
      kept: all('.slot.kept .face, .slot.qualifier .face').map((face) => Number(face.dataset.face)),
      numbers: midnight.numbers(),
      rows: all('tr[data-key]').map((row) => row.dataset.key),
      current: all('tr[aria-current]').map((row) => row.dataset.key),
      buttons: all('[data-testid=stMain] button').filter((b) => b.checkVisibility()).map((b) => text(b.querySelector('p'))).filter(Boolean),
      charts: all('[data-testid=stPlotlyChart]').map((chart) => chart.getAttribute('aria-label') ?? chart.querySelector('[aria-label]')?.getAttribute('aria-label') ?? ''),
      back: all('table.review').length,
      prose: all('[data-testid=stMain] [data-testid=stMarkdown]').map(text),
      alerts: all('[data-testid=stAlert]').map(text),
    }),
    // What to say of an app that does not come to rest.
    trouble: () => ({
      ...document.querySelector('[data-testid=stApp]')?.dataset, ...wire, now: performance.now(),
      dialogs: all('[role=dialog]').map(text),
    }),
    // What shows an element, and the components, load a little after the page around them.
    drawn: () => !document.querySelector('[data-testid=stSkeleton]') && (!midnight.dice().length || !all('.ranking').length || all('tr[data-key]').length) && all('[data-testid^=stBidiComponent]').every((host) => host.shadowRoot?.querySelector('button, .follower, .ranking, .diary')),
    // Nothing runs, every message sent has an answer, and all has been still for so long that nothing follows.
    idle: async () => {
      let still = performance.now();
      for (const end = still + 90000; performance.now() < end; await pause(15)) {
        // Streamlit leaves some messages without an answer when it merges them into one run.
        const awaited = wire.received <= wire.sent && performance.now() - wire.sent < 2000;
        if (running() || awaited) still = performance.now();
        else if (performance.now() - Math.max(still, wire.received) > 200) return true;
      }
      return false;
    },
  };
})();
"""


class Server:
    """The app, served on a port of its own."""

    def __init__(self, log: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        options = {"address": "127.0.0.1", "port": self.port, "fileWatcherType": "none", "headless": "true"}
        flags = [f"--server.{name}={value}" for name, value in options.items()]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "streamlit", "run", "app.py", *flags],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._wait()

    def _wait(self) -> None:
        assert self.process is not None
        for _ in range(600):
            assert self.process.poll() is None, self.log.read_text()
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=5) as answer:
                    if answer.read() == b"ok":
                        return
            except OSError:
                time.sleep(0.1)
        pytest.fail(f"The app does not start: {self.log.read_text()}")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chromium() -> str:
    path = os.environ.get("MIDNIGHT_CHROMIUM") or shutil.which("chromium")
    assert path, "The browser tests need Chromium: put one on PATH, or name it in MIDNIGHT_CHROMIUM."
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(CHROMIUM_ARGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server") / "log.txt")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(shared_server: Server) -> Iterator[Server]:
    """The worker's app; a test that makes it write a traceback fails."""
    before = shared_server.log.stat().st_size
    yield shared_server
    assert "Traceback" not in complaints(shared_server.log.read_text("utf-8")[before:])


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """An app that has served nobody yet."""
    server = Server(tmp_path / "log.txt")
    server.start()
    yield server
    server.stop()
    assert "Traceback" not in complaints(server.log.read_text("utf-8"))


# When a browser leaves while Streamlit reads from it, Streamlit closes what is closed already and complains.
LEFT = re.compile(
    r"Exception in ASGI application\n(?:(?!\d{4}-\d\d-\d\d |.*Exception in ASGI).*\n)*?"
    r"starlette\.websockets\.WebSocketDisconnected: .*"
)


def complaints(log: str) -> str:
    """Return what a log says without what Streamlit says of itself when a browser leaves."""
    return LEFT.sub("", log)


class Tabs:
    """Windows that stay open from test to test: one that has shown the app before does it for a third.

    What a test leaves in a window and in its storage is gone for the next one. What it does to the window's
    routes, rights or events stays, so a test that does that takes a browser context of its own (``opener``).
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser = browser
        self._home = f"{home}/_stcore/health"
        self._free: list[Page] = []

    def take(self) -> Page:
        if self._free:
            return self._free.pop()
        page = window(self._browser)
        page.goto(self._home)
        return page

    def give_back(self, page: Page) -> None:
        page.goto(self._home)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        self._free.append(page)


@pytest.fixture(scope="session")
def tabs(browser: Browser, shared_server: Server) -> Tabs:
    return Tabs(browser, shared_server.url)


def window(browser: Browser, **context: Any) -> Page:
    """Return a page in a new browser context."""
    made = browser.new_context(reduced_motion="reduce", **context)
    made.add_init_script(HELPERS)
    page = made.new_page()
    page.set_default_timeout(30_000)
    return page


def show(page: Page, url: str, theme: str, width: int) -> Page:
    """Open an address in a page."""
    page.set_viewport_size({"width": width, "height": 1000 if width == WIDE else 844})
    page.emulate_media(color_scheme=theme)
    page.goto(url)
    return page


Opener = Callable[..., Page]


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What JavaScript complains of in a test's pages: nothing."""
    found: list[str] = []
    yield found
    assert found == [], "JavaScript failed on the page"


@pytest.fixture
def opener(browser: Browser, faults: list[str]) -> Iterator[Opener]:
    """Open any address in a fresh browser context: ``opener(url, theme=..., width=...)``."""
    pages = []

    def opened(
        url: str, *, theme: str = "light", width: int = WIDE, wait: bool = True, **context: Any
    ) -> Page:
        page = window(browser, **context)
        pages.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        show(page, url, theme, width)
        if wait:
            settled(page)
        return page

    yield opened
    for page in pages:
        page.context.close()


@pytest.fixture
def page(tabs: Tabs, server: Server, faults: list[str]) -> Iterator[Opener]:
    """Open a page of the worker's app: ``page("what-if", lang="nb", theme="dark", width=390, position=...)``."""
    taken = []

    def note(error: Error) -> None:
        faults.append(str(error))

    def opened(
        path: str = "",
        *,
        theme: str = "light",
        width: int = WIDE,
        remembered: dict[str, str] | None = None,
        **address: str,
    ) -> Page:
        tab = tabs.take()
        taken.append(tab)
        tab.on("pageerror", note)
        tab.evaluate(
            "kept => Object.entries(kept).forEach(([k, v]) => localStorage.setItem(k, v))", remembered or {}
        )
        settled(show(tab, "?".join(filter(None, (f"{server.url}/{path}", urlencode(address)))), theme, width))
        return tab

    yield opened
    for tab in taken:
        tab.remove_listener("pageerror", note)
        tabs.give_back(tab)


def settled(page: Page) -> None:
    """Wait until the page is there and nothing moves any more."""
    page.locator("[data-testid=stMain] h1").first.wait_for()
    assert page.evaluate("midnight.idle()"), "the app does not come to rest"
    page.wait_for_function("midnight.drawn()")
    assert page.evaluate("midnight.idle()"), "the app does not come to rest"
