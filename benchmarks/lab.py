"""The simulation lab: ten million turns on a page that stays usable, and what exact evaluation saves."""

from __future__ import annotations

import asyncio
import math
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

import numpy as np
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import midnight_core as mc
from benchmarks.client import PATIENCE, Client
from benchmarks.rows import Row, medians, quantile, seconds
from benchmarks.server import APP, ROOT, Server, serving
from midnight_core.analysis import summary
from midnight_core.laboratory import estimate, running_counts
from midnight_core.strategies import NAMED

PAGE = "simulation"
TURNS, SEED = 10_000_000, 24
ALONE, PAIR = "nobody", "qualifiers-then-sixes"
BETWEEN, STOPS = 0.4, 10
POINTS = 0.01
NAME = "perfect"


def lab() -> list[Row]:
    """Ten million turns of one strategy, and of two on the same dice; then exact against thrown."""
    rows = []
    for against, words in ((ALONE, "10 M turns"), (PAIR, "10 M turns of two strategies")):
        with serving(APP) as server:
            rows += asyncio.run(_visited(server, against, words))
    return [*rows, *exact_or_thrown()]


# ------------------------------------------------------------------------------------------ the page at work
@dataclass
class Visitor(Client):
    """A visitor of the lab, who sees how far the run is and what is found."""

    progress: str = ""
    seen: list[str] = field(default_factory=list)
    finding: str = ""

    async def go(self, query: str) -> None:
        """Open the lab at an address."""
        self.query, self.page = query, ""
        message = BackMsg()
        message.rerun_script.page_name = PAGE
        await self._rerun(message)

    def _heard(self, raw: bytes) -> bool:
        message = ForwardMsg.FromString(raw)
        element = message.delta.new_element
        if element.HasField("progress") and element.progress.text != self.progress:
            self.progress = element.progress.text
            self.seen.append(self.progress)
        elif element.markdown.body.startswith("After "):
            self.finding = element.markdown.body
        is_end = super()._heard(raw)
        # Which page an address led to.
        self.page = message.navigation.page_script_hash or self.page
        return is_end

    @property
    def is_running(self) -> bool:
        return self.progress.endswith("running")

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Take in messages until something is so."""
        while not is_so():
            self._heard(await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE))

    async def watch(self, wait: float) -> None:
        """Take in messages for some time."""
        end = time.perf_counter() + wait
        while (left := end - time.perf_counter()) > 0:
            try:
                self._heard(await asyncio.wait_for(self.socket.recv(decode=False), left))
            except TimeoutError:
                return

    async def answered(self, label: str, is_so: Callable[[], bool]) -> float:
        """Press a button, and return the seconds until the page shows that it was pressed."""
        button = self.button(label)
        assert button is not None, f"There is no button {label}."
        start = time.perf_counter()
        await self.press(button)
        await self.until(is_so)
        return time.perf_counter() - start


@contextmanager
def most_memory(server: Server) -> Iterator[list[float]]:
    """Watch the memory of a server; what is yielded holds the most that it had, in megabytes."""
    most, over = [server.megabytes()], Event()

    def watch() -> None:
        while not over.wait(0.05):
            most[0] = max(most[0], server.megabytes())

    thread = Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        over.set()
        thread.join()


async def _visited(server: Server, against: str, words: str) -> list[Row]:
    visitor = await Visitor.connect(server.port)
    await visitor.go(f"turns={TURNS}&seed={SEED}&against={against}")
    await visitor.watch(1)
    idle = server.megabytes()
    start = time.perf_counter()
    with most_memory(server) as most:
        answers = await _run(visitor)
    took, steps = time.perf_counter() - start, len(visitor.seen) - 2
    _check(visitor.finding)
    stops = [await _stop(visitor, against, seed) for seed in range(1, STOPS + 1)]
    await visitor.socket.close()
    assert not visitor.exceptions, "A run raised an exception."
    answer = f"{1e3 * quantile(answers, 0.5):.0f} ms, most {1e3 * max(answers):.0f} ({len(answers)} presses)"
    stopped = f"{1e3 * quantile(stops, 0.5):.0f} ms, most {1e3 * max(stops):.0f} ({len(stops)} times)"
    return [
        Row(
            f"lab: {words}, progress shown on the way", f"{steps} times in {took:.1f} s", ">= 10", steps >= 10
        ),
        Row(f"lab: {words}, another control answers meanwhile", answer, "<= 1 s", max(answers) <= 1),
        Row(f"lab: {words}, Stop answers and keeps", stopped, "<= 1 s", max(stops) <= 1),
        Row(
            f"lab: {words}, memory above idle",
            f"{most[0] - idle:+.0f} MB ({idle:.0f} -> {most[0]:.0f} MB)",
            "< 200 MB",
            most[0] - idle < 200,
        ),
    ]


async def _run(visitor: Visitor) -> list[float]:
    """Run all turns, and press another button again and again; return how long each press took."""
    visitor.seen.clear()
    answers = []
    await visitor.answered("Run", lambda: visitor.is_running)
    while visitor.is_running:
        await visitor.watch(BETWEEN)
        if visitor.is_running:
            turn = f"turn_no={len(answers) + 2}"
            answers.append(await visitor.answered("Next turn", lambda turn=turn: turn in visitor.query))
    # The last run draws what was found in all.
    await visitor.watch(1)
    return answers


def _check(finding: str) -> None:
    *_, counts = running_counts(mc.MIDNIGHT, NAMED["perfect"], TURNS, SEED)
    said = re.match(rf"After {TURNS:,} turns the average score is \*\*([\d.]+)\*\*", finding)
    assert said, finding
    assert abs(float(said[1]) - estimate(counts).mean) < 1e-4


async def _stop(visitor: Visitor, against: str, seed: int) -> float:
    """Stop a run in the middle; return how long that took."""
    await visitor.go(f"turns={TURNS}&seed={seed}&against={against}")
    await visitor.answered("Run", lambda: visitor.is_running)
    await visitor.watch(BETWEEN + seed / 50)
    took = await visitor.answered("Stop", lambda: not visitor.is_running)
    kept = visitor.progress
    assert "are played. Press" in kept, kept
    await visitor.watch(BETWEEN)
    assert visitor.progress == kept
    return took


# --------------------------------------------------------------------------------------- exact, or with dice
COLD = """
import time, numpy as np, midnight_core as mc
strategy = mc.strategies.NAMED["{name}"]
start = time.perf_counter()
{work}
print(time.perf_counter() - start)
"""


def exact_or_thrown() -> list[Row]:
    """One strategy's exact distribution, against turns enough for a standard error of 0.01 points."""
    strategy = NAMED[NAME]
    turns = math.ceil((summary(mc.evaluate(mc.MIDNIGHT, strategy)).deviation / POINTS) ** 2)
    counts = mc.simulate(mc.MIDNIGHT, strategy, turns, np.random.default_rng(1))
    assert abs(estimate(counts).error / POINTS - 1) < 0.02
    exact, thrown, chunked = medians(
        15,
        lambda: medians(20, lambda: seconds(lambda: mc.evaluate(mc.MIDNIGHT, strategy)))[0],
        lambda: seconds(lambda: mc.simulate(mc.MIDNIGHT, strategy, turns, np.random.default_rng(1))),
        lambda: seconds(lambda: list(running_counts(mc.MIDNIGHT, strategy, turns, SEED))),
    )
    cold_exact, cold_thrown = medians(
        5,
        lambda: _cold("mc.evaluate(mc.MIDNIGHT, strategy)"),
        lambda: _cold(f"mc.simulate(mc.MIDNIGHT, strategy, {turns}, np.random.default_rng(1))"),
    )
    ratio = thrown / exact
    return [
        Row(
            f"lab: exact evaluation, times faster than {turns:,} turns (error {POINTS})",
            f"{ratio:.0f} ({1e3 * thrown:.0f} ms / {1e3 * exact:.2f} ms)",
            ">= 100",
            ratio >= 100,
        ),
        Row(
            "lab: the same with the lab's own turns, which can be stopped and continued",
            f"{chunked / exact:.0f} ({1e3 * chunked:.0f} ms / {1e3 * exact:.2f} ms)",
        ),
        Row(
            "lab: the same from cold, the strategy's tables written first",
            f"{cold_thrown / cold_exact:.1f} ({1e3 * cold_thrown:.0f} ms / {1e3 * cold_exact:.0f} ms)",
        ),
    ]


def _cold(work: str) -> float:
    """Return the seconds that some work takes in a fresh interpreter."""
    code = COLD.format(name=NAME, work=work)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    )
    return float(done.stdout)
