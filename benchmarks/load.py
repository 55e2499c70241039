"""The load generator, a process of its own: ``python -m benchmarks.load PORT KIND`` prints one line of JSON.

Kinds of visitor:

``go``     presses the trivial app's button
``press``  presses Roll, and then the main button for ever without choosing dice, as a naive load tool would
``play``   really plays: chooses its dice one by one, each choice told to the server as a browser does, keeps
           and rolls, and starts a new turn, each time asking for the words and the chart that follow; every
           code is compared with the core's replay of the same keeps
``quick``  plays as well, but faster than anything follows, and tells its choice only with the button
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from benchmarks.client import Client
from benchmarks.rows import quantile
from midnight_core.gamecode import mask_of, read_turn
from midnight_core.strategies import semi_greedy

MAIN = ("Keep and roll", "Keep and finish", "Roll")


@dataclass
class Crowd:
    """What all visitors share: when to stop, and what came of it."""

    kind: str
    think: float
    seconds: float
    turns: int
    warm_up: int
    pid: int
    done: int = 0
    memory: list[float] = field(default_factory=list)
    end: float = 0

    def finished_turn(self) -> None:
        self.done += 1
        if self.done in (self.warm_up, self.turns):
            self.memory.append(_megabytes(self.pid))

    @property
    def is_over(self) -> bool:
        return time.perf_counter() >= self.end or bool(self.turns and self.done >= self.turns)


def _megabytes(pid: int) -> float:
    shown = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(shown.stdout) / 1024


async def pressing(client: Client, *labels: str) -> AsyncIterator[None]:
    while True:
        button = client.button(*labels)
        assert button is not None, f"There is no button {labels}."
        await client.press(button)
        yield


async def playing(client: Client, crowd: Crowd) -> AsyncIterator[None]:
    """Play turn after turn, halting after every rerun."""
    told = crowd.kind == "play"

    async def press(*labels: str) -> None:
        button = client.button(*labels)
        assert button is not None, f"There is no button {labels}."
        await client.press(button)
        if told:
            await client.follow()

    while True:
        game = read_turn(client.tray.data["code"]).throw()
        await press("Roll")
        yield
        while not game.is_over:
            assert client.tray.data["code"] == game.code
            roll = tuple(client.tray.data["dice"])
            mask = 0
            for place in _places(mask_of(roll, semi_greedy(game.turn, tuple(sorted(roll))))):
                mask |= 1 << place
                if told:
                    await client.choose(mask)
                    await client.follow()
                    yield
            if not told:
                client.note_choice(mask)
            await press("Keep and roll", "Keep and finish")
            yield
            game = game.keep(mask)
            game = game if game.is_over else game.throw()
        assert client.tray.data["code"] == game.code
        crowd.finished_turn()
        await press("New turn")
        yield


def _places(mask: int) -> list[int]:
    return [place for place in range(6) if mask >> place & 1]


async def visit(client: Client, crowd: Crowd) -> None:
    """Do what this kind of visitor does until it is over, with pauses of about `think` seconds."""
    if crowd.kind in ("play", "quick"):
        reruns = playing(client, crowd)
    else:
        reruns = pressing(client, *(("Go",) if crowd.kind == "go" else MAIN))
    await asyncio.sleep(random.uniform(0, crowd.think))
    async for _ in reruns:
        await asyncio.sleep(random.uniform(0.5, 1.5) * crowd.think)
        if crowd.is_over:
            return


async def load(port: int, clients: int, crowd: Crowd) -> dict[str, object]:
    """Let everybody in first, then start the clock."""
    visitors = [await Client.connect(port) for _ in range(clients)]
    start = time.perf_counter()
    crowd.end = start + crowd.seconds
    await asyncio.gather(*(visit(client, crowd) for client in visitors))
    wall = time.perf_counter() - start
    took = [seconds for client in visitors for seconds in client.took]
    for client in visitors:
        await client.socket.close()
    return {
        "reruns": len(took),
        "per_second": len(took) / wall,
        "p50_ms": 1e3 * quantile(took, 0.5),
        "p95_ms": 1e3 * quantile(took, 0.95),
        "max_ms": 1e3 * max(took),
        "kB": sum(client.received for client in visitors) / 1e3 / len(took),
        "exceptions": sum(client.exceptions for client in visitors),
        "turns": crowd.done,
        "memory": crowd.memory,
        "wall": wall,
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("port", type=int)
    parser.add_argument("kind", choices=("go", "press", "play", "quick"))
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--think", type=float, default=0)
    parser.add_argument("--seconds", type=float, default=5, help="stop after so long")
    parser.add_argument("--turns", type=int, default=0, help="stop after so many turns of all together")
    parser.add_argument("--warm-up", type=int, default=0, help="turns after which the memory is first read")
    parser.add_argument("--pid", type=int, default=0, help="the server, whose memory is read")
    said = parser.parse_args()
    crowd = Crowd(said.kind, said.think, said.seconds, said.turns, said.warm_up, said.pid)
    print(json.dumps(asyncio.run(load(said.port, said.clients, crowd))))


if __name__ == "__main__":
    main()
