"""The core: solving, listing options, importing, simulating."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

import midnight_core as mc
from benchmarks.rows import Row, in_turn, medians, quantile, seconds
from midnight_core.drill import HARD, Drill, heaps
from midnight_core.series import MOST_QUESTIONS
from midnight_core.solver import Solution, solve_payoff
from tests.reference import naive

ROOT = Path(__file__).resolve().parent.parent
REQUIRED = mc.MIDNIGHT.required
GOAL = mc.goals.mean_score()
START = mc.Turn(mc.MIDNIGHT)
WORST_ROLL = (1, 2, 3, 4, 5, 6)


def solve() -> list[Row]:
    """One goal, the tables of the dice at hand, against a twin that starts from nothing."""
    solve_payoff(mc.MIDNIGHT, GOAL.payoff)
    plain, merged, ours = medians(
        3,
        lambda: seconds(lambda: naive.value_from_scratch(REQUIRED, GOAL.payoff)),
        lambda: seconds(lambda: naive.Naive(REQUIRED, GOAL.payoff).worth(())),
        lambda: medians(50, lambda: seconds(lambda: solve_payoff(mc.MIDNIGHT, GOAL.payoff)))[0],
    )
    worth = naive.Naive(REQUIRED, GOAL.payoff).worth(())
    assert mc.solve(mc.MIDNIGHT, GOAL).exact(START) == worth.value
    ratio = plain / ours
    times = f"{plain:.2f} s / {1e3 * ours:.2f} ms"
    return [
        Row(
            "solve: a goal, times faster than the naive twin",
            f"{ratio:.0f} ({times})",
            ">= 300",
            ratio >= 300,
        ),
        Row("solve: the same, twin with equal rolls merged", f"{merged / ours:.0f} ({1e3 * merged:.0f} ms)"),
    ]


def options() -> list[Row]:
    """Every keep of the worst roll, each with its distribution."""
    solution = mc.solve(mc.MIDNIGHT, GOAL)
    first = seconds(lambda: _fresh_solution().options(START, WORST_ROLL))
    took = in_turn(1000, lambda: seconds(lambda: solution.options(START, WORST_ROLL)))[0]
    middle = quantile(took, 0.5)
    twin = medians(3, lambda: seconds(_options_of_twin))[0]
    assert [option.keep for option in solution.options(START, WORST_ROLL)] == _options_of_twin()
    spread = f"{1e3 * middle:.3f} ms, p95 {1e3 * quantile(took, 0.95):.3f} ms"
    return [
        Row("options: all 63 of 1 2 3 4 5 6, median", spread, "<= 1 ms", middle <= 1e-3),
        Row("options: times faster than the naive twin", f"{twin / middle:.0f} ({1e3 * twin:.0f} ms)"),
        Row(
            "options: solving the goal included, against the twin",
            f"{twin / first:.0f} ({1e3 * first:.1f} ms)",
        ),
    ]


def _fresh_solution() -> Solution:
    return Solution(mc.MIDNIGHT, GOAL, solve_payoff(mc.MIDNIGHT, GOAL.payoff))


def _options_of_twin() -> list[tuple[int, ...]]:
    twin = naive.Naive(REQUIRED, GOAL.payoff)
    ranked = twin.ranked((), WORST_ROLL)
    for keep in ranked:
        twin.distribution(keep)
    return ranked


def drill() -> list[Row]:
    """The questions of the hardest set, for a seed that nobody has asked for yet."""
    start = seconds(lambda: heaps(mc.MIDNIGHT, HARD))
    seeds = iter(range(1, 10**6))
    took = in_turn(200, lambda: seconds(lambda: Drill(mc.MIDNIGHT, HARD, next(seeds)).questions))[0]
    middle = quantile(took, 0.5)
    times = (
        f"{1e3 * middle:.1f} ms, p95 {1e3 * quantile(took, 0.95):.1f} ms; the tables at first {start:.2f} s"
    )
    return [Row(f"drill: {MOST_QUESTIONS} hard questions, median", times, "<= 50 ms", middle <= 50e-3)]


FIRST_SOLUTION = "import midnight_core as mc; mc.solve(mc.MIDNIGHT, mc.goals.mean_score()).value(mc.Turn())"


def start_up() -> list[Row]:
    """A fresh interpreter up to the first solution, against ``import numpy`` alone."""

    def fresh(code: str) -> float:
        return seconds(lambda: subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True))

    for code in ("import numpy", FIRST_SOLUTION):
        fresh(code)
    bare, numpy, ours = medians(
        15, lambda: fresh("pass"), lambda: fresh("import numpy"), lambda: fresh(FIRST_SOLUTION)
    )
    whole, beyond = ours / numpy, (ours - bare) / (numpy - bare)
    times = f"{1e3 * ours:.0f} / {1e3 * numpy:.0f} ms, bare {1e3 * bare:.0f} ms"
    return [
        Row(
            "import: up to the first solution / import numpy, whole process",
            f"{whole:.2f} ({times})",
            "<= 2",
            whole <= 2,
        ),
        Row("import: the same, less a bare interpreter's start", f"{beyond:.2f}", "<= 2", beyond <= 2),
    ]


TURNS = 400_000


class CountedDice(np.random.Generator):
    """A generator that counts the dice asked of it."""

    dice = 0

    def integers(self, *args: Any, **kwargs: Any) -> Any:
        dice = super().integers(*args, **kwargs)
        self.dice += dice.size
        return dice


def simulate() -> list[Row]:
    """Turns with every die thrown, against numpy making as many random dice and nothing else."""
    return [_simulated(name) for name in ("perfect", "one-at-a-time")]


def _simulated(name: str) -> Row:
    strategy = mc.strategies.NAMED[name]
    counted = CountedDice(np.random.PCG64(1))
    mc.simulate(mc.MIDNIGHT, strategy, TURNS, counted)
    dice = counted.dice
    assert name != "one-at-a-time" or dice == 21 * TURNS
    ours, numpy = medians(
        9,
        lambda: seconds(lambda: mc.simulate(mc.MIDNIGHT, strategy, TURNS, np.random.default_rng(1))),
        lambda: seconds(lambda: np.random.default_rng(1).integers(1, 7, size=dice, dtype=np.uint8)),
    )
    share = numpy / ours
    speed = f"{TURNS / ours / 1e6:.2f} M turns/s, {dice / TURNS:.1f} dice each"
    return Row(
        f"simulate: {name}, share of numpy's bare speed", f"{share:.2f} ({speed})", ">= 0.25", share >= 0.25
    )
