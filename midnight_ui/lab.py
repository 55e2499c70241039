"""The simulation lab's run: how far some turns have been played, as one immutable value.

Whatever a run counts follows from its experiment and the number of turns alone. So a step that a click breaks
off is simply played again, and a run that is stopped, continued, or begun anew after a refresh ends with the
same numbers.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import StringIO
from itertools import chain

import numpy as np

from midnight_core import MIN_SCORE, Rules, Strategy, evaluate
from midnight_core.laboratory import Estimate, estimate, running_counts, running_pairs
from midnight_core.rolls import IntArray, frozen
from midnight_core.rules import SCORES
from midnight_core.strategies import NAMED
from midnight_ui.strategy_list import AT_LEAST, BEAT, CARD, QUALIFY

TURNS = (100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
"""How many turns a reader can ask for."""

AT_ONCE = 10_000
"""Turns that are played without being asked for: a few thousandths of a second."""

STEP = 200_000
"""Turns between two looks at the counts: well under a tenth of a second."""

FEWEST = 10
"""Turns at the first checkpoint; an average of fewer says nothing."""

CHECKPOINTS = (
    *(round(FEWEST * 10 ** (place / 12)) for place in range(12 * round(np.log10(TURNS[-1] / FEWEST)))),
    TURNS[-1],
)
"""Numbers of turns whose counts are kept, for the curve: twelve for each power of ten, and all of `TURNS`."""

LEVEL, WIDTH = 0.95, 1.96
"""The confidence of the intervals, and how many standard errors they reach to either side."""

EXACT_SCORES = (0, *range(MIN_SCORE, SCORES))
"""The scores that a turn can end with."""


@dataclass(frozen=True)
class Experiment:
    """What is played.

    Attributes
    ----------
    rules : Rules
    strategy : Strategy
    other : Strategy or None
        Plays on the same dice.
    seed : int
        Where the dice come from.
    """

    rules: Rules
    strategy: Strategy
    other: Strategy | None
    seed: int

    def counts(self, first: int, turns: int) -> IntArray:
        """Return the counts of some turns: by score, or by both scores with a second strategy."""
        if self.other is None:
            pieces = running_counts(self.rules, self.strategy, turns, self.seed, first=first)
        else:
            pieces = running_pairs(self.rules, self.strategy, self.other, turns, self.seed, first=first)
        *_, last = pieces
        return last


@dataclass(frozen=True, eq=False)
class Run:
    """How far an experiment has come.

    Attributes
    ----------
    experiment : Experiment
    counts : tuple of int64 array, shape (25,) or (25, 25) each
        The counts at each checkpoint passed, and at last those of all turns played.
    """

    experiment: Experiment
    counts: tuple[IntArray, ...] = ()

    @property
    def turns(self) -> int:
        """Turns played."""
        return int(self.counts[-1].sum()) if self.counts else 0

    @property
    def scores(self) -> tuple[IntArray, ...]:
        """The first strategy's counts, shape (25,) each, where `counts` are."""
        return tuple(counts if counts.ndim == 1 else counts.sum(axis=1) for counts in self.counts)

    def played(self, turns: int, most: int = STEP) -> Run:
        """Return the run on its way to so many turns, at most so many further."""
        counts, done = list(self.counts), self.turns
        end = min(turns, done + most)
        for stop in (*(mark for mark in CHECKPOINTS if done < mark < end), end) if done < end else ():
            gained = self.experiment.counts(done, stop - done)
            total = frozen(counts[-1] + gained) if counts else gained
            counts = [*(counts if done in CHECKPOINTS else counts[:-1]), total]
            done = stop
        return replace(self, counts=tuple(counts))

    def up_to(self, turns: int) -> Run:
        """Return the run as it was at its last checkpoint, or its end, of at most so many turns."""
        return replace(self, counts=tuple(counts for counts in self.counts if counts.sum() <= turns))


def opened(before: Run | None, experiment: Experiment, turns: int) -> Run:
    """Return the run of an experiment, with its first turns played.

    Parameters
    ----------
    before : Run or None
        The run so far; it goes on if it is of the same experiment.
    experiment : Experiment
    turns : int
        How many the reader wants.
    """
    run = before if before is not None and before.experiment == experiment else Run(experiment)
    return run.played(min(turns, AT_ONCE))


@dataclass(frozen=True)
class Mean:
    """The average score at each checkpoint.

    Attributes
    ----------
    estimates : tuple of Estimate
    """

    estimates: tuple[Estimate, ...]

    @property
    def turns(self) -> tuple[int, ...]:
        """Turns played, growing."""
        return tuple(each.turns for each in self.estimates)

    @property
    def low(self) -> tuple[float, ...]:
        """Lower ends of the intervals."""
        return tuple(each.mean - WIDTH * each.error for each in self.estimates)

    @property
    def high(self) -> tuple[float, ...]:
        """Upper ends of the intervals."""
        return tuple(each.mean + WIDTH * each.error for each in self.estimates)


def running_mean(run: Run) -> Mean:
    """Return how the average score of a run's first strategy settles."""
    return Mean(tuple(map(estimate, run.scores)))


def counts_csv(run: Run) -> str:
    """Return the counts as a CSV table, one line for each strategy and score, in full precision.

    The columns are the strategy's name, the score, the turns observed, those expected, and the exact chance.
    """
    text = StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["strategy", "score", "observed", "expected", "probability"])
    for row in chain.from_iterable(_csv_rows(run, *each) for each in _played_by(run)):
        table.writerow(row)
    return text.getvalue()


def _played_by(run: Run) -> Iterable[tuple[Strategy, IntArray]]:
    yield run.experiment.strategy, run.scores[-1]
    if run.experiment.other is not None:
        yield run.experiment.other, run.counts[-1].sum(axis=0)


def _csv_rows(run: Run, strategy: Strategy, observed: IntArray) -> Iterable[tuple[object, ...]]:
    chances = evaluate(run.experiment.rules, strategy)
    for score in EXACT_SCORES:
        chance = float(chances[score])
        yield strategy.name, score, int(observed[score]), run.turns * chance, chance


class Source(str):
    """Source code: unlike other text, it stands in code as it is."""

    __slots__ = ()

    __repr__ = str.__str__


def source(key: str) -> Source:
    """Return a strategy as source code, from its key in `midnight_ui.strategy_list`."""
    kind, _, target = key.rpartition("-")
    if key in NAMED:
        return Source(f'mc.strategies.NAMED["{key}"]')
    if key == CARD:
        return Source("mc.recipes.INDEX_CARD.strategy")
    if key == QUALIFY:
        return Source("mc.strategies.perfect(mc.goals.qualify())")
    if kind in (AT_LEAST, BEAT):
        return Source(f"mc.strategies.perfect(mc.goals.{kind.replace('-', '_')}({target}))")
    return Source(f'mc.recipes.read_recipe("{key}").strategy')
