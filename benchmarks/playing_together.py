"""Rounds and races: how long they take to solve, and how soon a new sheet is an overlay."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys

import midnight_core as mc
from benchmarks.core import ROOT, START, WORST_ROLL
from benchmarks.rows import Row, in_turn, medians, quantile, seconds
from midnight_core import batch, rounds, solver
from midnight_core.solver import Option
from tests.reference import naive_rounds

PLAYERS = 8
SHEETS = 200
POSSIBLE = batch.POSSIBLE.tolist()


def solve_rounds() -> list[Row]:
    """A table of eight for each kind of tie, and what a naive solver needs for as many goals."""
    rounds.solve_round(mc.MIDNIGHT, PLAYERS)
    took = medians(5, *(lambda tie=tie: seconds(lambda: _solved_anew(tie)) for tie in rounds.TIES))
    payoff = naive_rounds.fractions(mc.solve_round(mc.MIDNIGHT, PLAYERS).goal((20,) * 7).payoff)
    twin = medians(5, lambda: seconds(lambda: naive_rounds.best_turn.__wrapped__((1, 4), payoff)))[0]
    rows = []
    for tie, ours in zip(rounds.TIES, took, strict=True):
        found = mc.solve_round(mc.MIDNIGHT, PLAYERS, tie)
        assert abs(found.equity.sum() - 1) < 1e-12
        goals = len({found.goal(scores).payoff for scores in _situations()})
        rows.append(Row(f"rounds: {PLAYERS} players, {tie}", f"{ours:.3f} s", "<= 0.2 s", ours <= 0.2))
        if tie == "rollover":
            figure = f"{goals * twin / ours:.0f} ({goals} goals at {1e3 * twin:.0f} ms)"
            rows.append(Row("rounds: the same, times faster than the naive twin goal by goal", figure))
    return rows


def _solved_anew(tie: str) -> rounds.Round:
    rounds._solved.cache_clear()
    return mc.solve_round(mc.MIDNIGHT, PLAYERS, tie)


def _situations() -> list[tuple[int, ...]]:
    """Return a sheet for every best score and number of seats that have it, before every turn."""
    found = [()]
    for played in range(1, PLAYERS):
        found.append((0,) * played)
        for best in POSSIBLE[1:]:
            found += [(best,) * leaders + (0,) * (played - leaders) for leaders in range(1, played + 1)]
    return found


FROM_NOTHING = """
import json, time
start = time.perf_counter()
from midnight_core import MIDNIGHT, race
solved = {finish: race._solved(MIDNIGHT, 100, finish, (None, None), None) for finish in race.FINISHES}
took = time.perf_counter() - start
residuals = {finish: race.Race(MIDNIGHT, 100, finish, (None, None), win).residual
             for finish, win in solved.items()}
shipped = max(abs(race.solve_race(MIDNIGHT, 100, finish).win - win).max() for finish, win in solved.items())
print(json.dumps({"took": took, "residual": max(residuals.values()), "shipped": shipped}))
"""


def solve_races() -> list[Row]:
    """Both races to 100 in a fresh interpreter on one core, and how far they are from a fixed point."""
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    done = subprocess.run(
        [sys.executable, "-c", FROM_NOTHING],
        cwd=ROOT,
        env=os.environ | threads,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    said = json.loads(done.stdout)
    assert said["shipped"] <= 1e-12
    took, residual = said["took"], said["residual"]
    return [
        Row("race: to 100, both finishes, from nothing, one core", f"{took:.1f} s", "<= 15 s", took <= 15),
        Row("race: largest Bellman residual of a cell", f"{residual:.1e}", "<= 1e-12", residual <= 1e-12),
    ]


def equity() -> list[Row]:
    """Every keep of the worst roll at a table of eight: the round is solved, the sheet is new."""
    draw = random.Random(1)
    rows = []
    for tie in rounds.TIES:
        found = mc.solve_round(mc.MIDNIGHT, PLAYERS, tie)
        sheets = [tuple(draw.choices(POSSIBLE, k=draw.randrange(PLAYERS))) for _ in range(SHEETS)]
        for scores in sheets[:10]:
            value = mc.solve(mc.MIDNIGHT, found.goal(scores)).value(START)
            assert abs(value - found.equities(scores)[len(scores)]) < 1e-12
        new = iter(sheets)
        took = in_turn(SHEETS, lambda new=new, found=found: seconds(lambda: _overlay(found, next(new))))[0]
        middle, most = quantile(took, 0.5), quantile(took, 0.95)
        figure = f"{1e3 * most:.1f} ms (median {1e3 * middle:.1f})"
        rows.append(Row(f"equity: any keep, 8 players, {tie}, p95", figure, "<= 20 ms", most <= 0.02))
    return rows


def _overlay(found: rounds.Round, scores: tuple[int, ...]) -> tuple[Option, ...]:
    solver._solution.cache_clear()
    return mc.solve(mc.MIDNIGHT, found.goal(scores)).options(START, WORST_ROLL)
