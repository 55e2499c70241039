"""Published numbers of a turn and of a round of Midnight, in one cited table."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np
import pytest

import midnight_core as mc
from tests.reference import naive

PARTS = 6**21
SOLVER = "SolvingMidnight, public solver"
ENCYCLOPEDIA = "the encyclopedia's article on Midnight"
OWN = "own exact solve"
EXACT, SIMULATED = "exact", "simulated"
PERCENT = 0.0005  # a percentage printed with one decimal


@dataclass(frozen=True)
class Row:
    """A published number; `computed` is where the core gets its own from."""

    what: str
    value: Fraction | float
    source: str
    kind: str
    tolerance: float
    computed: Callable[[], Fraction | float]


def best(rules, goal, kept=()):
    return mc.solve(rules, goal).exact(mc.Turn(rules, kept))


def best_chance(target):
    return best(mc.MIDNIGHT, mc.goals.at_least(target))


def mean_solution():
    return mc.solve(mc.MIDNIGHT, mc.goals.mean_score())


def best_mean_chances():
    return mean_solution().distribution(mc.Turn(mc.MIDNIGHT))


def mean_if_qualified():
    return mean_solution().value(mc.Turn(mc.MIDNIGHT)) / best_mean_chances()[1:].sum()


def mean_of(strategy):
    return mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED[strategy]) @ np.arange(25)


def both_after(rolls):
    """Return the chance that the 21-throw strategy has both qualifiers after so many rolls."""
    played = mc.strategies.NAMED["throws-21"]
    reached = naive.forward(lambda kept, roll: played.keep(mc.Turn(mc.MIDNIGHT, kept), roll), rolls)
    return sum(chance for kept, chance in reached.items() if {1, 4} <= set(kept))


def best_qualifying(dice_left, qualifiers):
    return best(mc.MIDNIGHT, mc.goals.qualify(), (1,) * qualifiers + (6,) * (6 - dice_left - qualifiers))


TABLE = [
    Row(
        *("best mean score, 1-4-24", Fraction(409701887206784739, PARTS), OWN, EXACT, 0),
        lambda: best(mc.MIDNIGHT, mc.goals.mean_score()),
    ),
    Row(
        *("best mean score, 1-4-24", 18.6763371958, SOLVER, EXACT, 5e-11),
        lambda: best(mc.MIDNIGHT, mc.goals.mean_score()),
    ),
    Row(
        *("best mean score, 2-4-24", Fraction(409692796083574859, PARTS), OWN, EXACT, 0),
        lambda: best(mc.TWO_FOUR_24, mc.goals.mean_score()),
    ),
    Row(
        *("best mean score, 2-4-24", 18.6759227752, OWN, EXACT, 5e-11),
        lambda: best(mc.TWO_FOUR_24, mc.goals.mean_score()),
    ),
    Row(
        *("best chance to qualify", Fraction(20987674370482710, PARTS), SOLVER, EXACT, 0),
        lambda: best(mc.MIDNIGHT, mc.goals.qualify()),
    ),
    Row(
        "best chance to qualify, by the formula",
        1 - (2 * Fraction(5, 6) ** 21 - Fraction(4, 6) ** 21),
        *(ENCYCLOPEDIA, EXACT, 0),
        lambda: best(mc.MIDNIGHT, mc.goals.qualify()),
    ),
    Row(
        *("best chance to qualify", 0.956727, SOLVER, EXACT, 5e-7),
        lambda: best(mc.MIDNIGHT, mc.goals.qualify()),
    ),
    *(
        Row(
            *(f"21-throw strategy, both after roll {rolls}", percent / 100, ENCYCLOPEDIA, EXACT, PERCENT),
            lambda rolls=rolls: both_after(rolls),
        )
        for rolls, percent in enumerate((41.8, 74.2, 87.2, 92.6, 94.8, 95.7), start=1)
    ),
    *(
        Row(
            *(f"best chance to qualify, {dice} dice left, none yet", percent / 100),
            *(ENCYCLOPEDIA, EXACT, PERCENT),
            lambda dice=dice: best_qualifying(dice, 0),
        )
        for dice, percent in zip(range(6, 0, -1), (95.7, 87.2, 69.4, 41.8, 13.9, 0.0), strict=True)
    ),
    *(
        Row(
            *(f"best chance to qualify, {dice} dice left, one in", percent / 100),
            *(ENCYCLOPEDIA, EXACT, PERCENT),
            lambda dice=dice: best_qualifying(dice, 1),
        )
        for dice, percent in zip(range(5, 0, -1), (93.5, 83.8, 66.5, 42.1, 16.7), strict=True)
    ),
    Row("mean of a qualifying turn, best mean", 19.5210712714, SOLVER, EXACT, 5e-11, mean_if_qualified),
    Row("chance of 24, best mean", 0.024667449, SOLVER, EXACT, 5e-10, lambda: best_mean_chances()[24]),
    Row("best chance of 18 or more", 0.82337700330, SOLVER, EXACT, 5e-12, lambda: best_chance(18)),
    Row("best chance of 21 or more", 0.48529044623, SOLVER, EXACT, 5e-12, lambda: best_chance(21)),
    Row("best chance of 24", 0.09998965918, SOLVER, EXACT, 5e-12, lambda: best_chance(24)),
    Row(
        *("mean score of qualifiers, then only sixes", 18.334602, "own exact evaluation", EXACT, 5e-7),
        lambda: mean_of("qualifiers-then-sixes"),
    ),
    Row(
        "mean score of qualifiers, then only sixes",
        *(18.33487, "public simulation of 10^8 turns, 2010", SIMULATED, 4.7e-4),  # one standard error
        lambda: mean_of("qualifiers-then-sixes"),
    ),
    Row(
        *("two players, a tie split: the first one's equity", 0.4603077424),
        *("SolvingMidnight, condition 78", EXACT, 5e-11),
        lambda: mc.solve_round(mc.MIDNIGHT, 2, "split").equity[0],
    ),
    *(
        Row(
            *(f"three players, ties to the earlier seat: equity of seat {seat + 1}", equity),
            *(SOLVER, EXACT, 5e-9),
            lambda seat=seat: mc.solve_round(mc.MIDNIGHT, 3, "earlier").equity[seat],
        )
        for seat, equity in enumerate((0.34903117, 0.32973081, 0.32123802))
    ),
    *(
        Row(
            *(f"three players, a rollover worth 1/3 to each: equity of seat {seat + 1}", equity),
            *(OWN, EXACT, 5e-7),
            lambda seat=seat: mc.solve_round(mc.MIDNIGHT, 3, "rollover").equity[seat],
        )
        for seat, equity in enumerate((0.309265, 0.329198, 0.361538))
    ),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.what} ({row.source})")
def test_published_number_is_reproduced(row):
    assert abs(row.computed() - row.value) <= row.tolerance


@pytest.mark.parametrize("row", [row for row in TABLE if row.tolerance == 0], ids=lambda row: row.what)
def test_a_row_without_tolerance_is_compared_in_fractions(row):
    assert isinstance(row.computed(), Fraction)
    assert isinstance(row.value, Fraction)


def test_the_simulated_row_is_allowed_one_standard_error():
    (row,) = [row for row in TABLE if row.kind == SIMULATED]
    chances = mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED["qualifiers-then-sixes"])
    variance = chances @ (np.arange(25) - row.computed()) ** 2
    assert row.tolerance == pytest.approx(sqrt(variance / 10**8), rel=0.02)


@pytest.mark.parametrize("rules", [mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
def test_the_best_mean_policy_also_has_the_best_chance_to_qualify(rules):
    """From every position and for every roll: so by induction the policy's own chance is the best one."""
    mean, qualify = (mc.solve(rules, goal) for goal in (mc.goals.mean_score(), mc.goals.qualify()))
    chance = {kept: qualify.exact(mc.Turn(rules, kept)) for kept in naive.positions(most=6)}
    for kept in naive.positions():
        for roll in naive.rolls(6 - len(kept)):
            chosen = mean.best_keep(mc.Turn(rules, kept), roll)
            most = max(chance[naive.with_more(kept, keep)] for keep in naive.keeps(roll))
            assert chance[naive.with_more(kept, chosen)] == most, (kept, roll, chosen)


def test_the_best_chance_of_24_costs_over_five_points_and_is_four_times_as_high():
    start = mc.Turn(mc.MIDNIGHT)
    highest = mc.solve(mc.MIDNIGHT, mc.goals.at_least(24))
    assert round(highest.value(start) / best_mean_chances()[24]) == 4
    assert mean_solution().value(start) - highest.distribution(start) @ np.arange(25) > 5


@pytest.mark.parametrize("rules", [mc.MIDNIGHT, mc.TWO_FOUR_24], ids=["14", "24"])
def test_the_chance_to_qualify_depends_on_the_dice_left_and_the_qualifiers_alone(rules):
    qualify = mc.solve(rules, mc.goals.qualify())
    chances = {}
    for kept in naive.positions():
        in_hand = len(set(rules.required) & set(kept))
        chances.setdefault((6 - len(kept), in_hand), set()).add(qualify.exact(mc.Turn(rules, kept)))
    assert {len(different) for different in chances.values()} == {1}
