"""Many visitors at once: reruns per second, waiting times, memory."""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median
from typing import Any

from benchmarks.rows import Row
from benchmarks.server import APP, ROOT, TRIVIAL, Server, serving

CLIENTS, SECONDS, ROUNDS = 20, 6.0, 3
CLASS, THINK, LESSON = 100, 2.0, 30.0
WARM_UP, TURNS = 200, 2000
LONGEST = 600.0


def load(server: Server, kind: str, **options: float) -> dict[str, Any]:
    """Run the load generator and return what it says; a wrong code or a lost button raises."""
    words = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    command = [sys.executable, "-m", "benchmarks.load", str(server.port), kind, *words]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=LONGEST + 60
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def reruns() -> list[Row]:
    """Twenty clients without a pause, the app and the trivial app in turn."""
    kinds = {"press": "button only", "play": "really playing"}
    said: dict[str, list[dict[str, Any]]] = {kind: [] for kind in ("go", *kinds)}
    with serving(APP) as app, serving(TRIVIAL) as trivial:
        for round_ in range(ROUNDS + 1):
            for kind, results in said.items():
                server = trivial if kind == "go" else app
                result = load(server, kind, clients=CLIENTS, seconds=SECONDS)
                assert not result["exceptions"], "A run raised an exception."
                # The first round warms up.
                if round_:
                    results.append(result)
    floor = median(result["per_second"] for result in said["go"])
    return [_reruns_row(said[kind], words, floor) for kind, words in kinds.items()]


def _reruns_row(results: list[dict[str, Any]], words: str, floor: float) -> Row:
    speed, size = (median(result[name] for result in results) for name in ("per_second", "kB"))
    share = speed / floor
    figure = f"{100 * share:.0f} % ({speed:.0f} of {floor:.0f} reruns/s, {size:.0f} kB each)"
    return Row(f"reruns: 20 clients, {words}, share of the trivial app", figure, ">= 40 %", share >= 0.4)


def lesson() -> list[Row]:
    """A hundred players who think; the trivial app under as many clicks tells what the machine allows."""
    with serving(TRIVIAL) as trivial, serving(APP) as app:
        load(app, "play", clients=CLIENTS, seconds=SECONDS)
        floor = load(trivial, "go", clients=CLASS, think=THINK, seconds=LESSON / 2)
        said = load(app, "play", clients=CLASS, think=THINK, seconds=LESSON)
    counts = f"{said['exceptions']} in {said['reruns']} reruns, {said['turns']} turns"
    return [
        Row("load: 100 clients at 2 s, p95", _waits(said), "<= 100 ms", said["p95_ms"] <= 100),
        Row("load: the same with the trivial app", _waits(floor)),
        Row("load: exceptions", counts, "0", not said["exceptions"]),
    ]


def _waits(said: dict[str, Any]) -> str:
    middle, most, speed = said["p50_ms"], said["max_ms"], said["per_second"]
    return f"{said['p95_ms']:.0f} ms (median {middle:.0f}, most {most:.0f}; {speed:.0f} reruns/s)"


def memory() -> list[Row]:
    """What the server holds after 200 turns and after 2,000 by the same visitors."""
    with serving(APP) as app:
        said = load(
            app,
            "quick",
            clients=CLIENTS,
            seconds=LONGEST,
            warm_up=WARM_UP,
            turns=TURNS,
            pid=app.process.pid,
        )
    before, after = said["memory"]
    figure = f"{after - before:+.1f} MB ({before:.0f} -> {after:.0f} MB, {said['reruns']} reruns)"
    return [Row("memory: growth from turn 200 to turn 2,000", figure, "flat: < 5 MB", after - before < 5)]
