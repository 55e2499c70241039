"""A Streamlit server of its own for a measurement, on a free port of this machine only."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
APP = "app.py"
TRIVIAL = "benchmarks/trivial_app.py"


@dataclass(frozen=True)
class Server:
    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def megabytes(self) -> float:
        """Return the memory that the process holds (RSS)."""
        shown = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(self.process.pid)], capture_output=True, text=True, check=True
        )
        return int(shown.stdout) / 1024


@contextmanager
def serving(script: str) -> Iterator[Server]:
    """Serve a script of this repository, with its configuration and the options of ``make run``."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", script, "--server.address", "127.0.0.1"]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [*command, "--server.port", str(port)], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
        try:
            server = Server(port, process)
            _wait_until_well(server)
            yield server
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_well(server: Server, limit: float = 60) -> None:
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if server.process.poll() is not None:
            raise RuntimeError(f"The server stopped with exit code {server.process.returncode}.")
        try:
            with urllib.request.urlopen(f"{server.url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(f"The server was not well within {limit} s.")
