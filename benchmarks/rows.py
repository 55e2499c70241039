"""A line of the table, and how repeated measurements become one figure."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any


@dataclass(frozen=True)
class Row:
    """One figure; `met` is None when there is no bar for it."""

    what: str
    figure: str
    bar: str = ""
    met: bool | None = None


def seconds(work: Callable[[], Any]) -> float:
    """Return how long `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(rounds: int, *works: Callable[[], float]) -> list[list[float]]:
    """Measure several things A B A B ...; return what each of them said, in order."""
    said = [[work() for work in works] for _ in range(rounds)]
    return [list(column) for column in zip(*said, strict=True)]


def medians(rounds: int, *works: Callable[[], float]) -> list[float]:
    """Return the median of each of several things measured in turn."""
    return [median(said) for said in in_turn(rounds, *works)]


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the values lie."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def table(rows: Sequence[Row]) -> str:
    """Return the rows as lined-up text."""
    met = {True: "met", False: "NOT MET", None: ""}
    cells = [("what", "figure", "bar", "")]
    cells += [(row.what, row.figure, row.bar, met[row.met]) for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)) for line in cells]
    return "\n".join(line.rstrip() for line in [lines[0], "-" * len(lines[0]), *lines[1:]])
