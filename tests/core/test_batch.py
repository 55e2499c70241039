"""Many payoffs at once beside the exact solver, which knows every die, and beside its naive twin."""

import random

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import batch
from tests.reference import naive, naive_rounds

POSSIBLE = [0, *range(4, 25)]
RULES = [mc.MIDNIGHT, mc.TWO_FOUR_24, mc.Rules((3, 6)), mc.Rules((5, 6)), mc.Rules((1, 2))]
CLOSE = 1e-12


def drawn(seed, least, most, whole=False):
    draw = random.Random(seed)
    return [draw.randint(least, most) if whole else draw.uniform(least, most) for _ in range(25)]


def rising(seed):
    """Draw a payoff that never falls; 1 to 3 cannot occur and are noise."""
    payoff = sorted(drawn(seed, -5, 5))
    return [payoff[0], *drawn(seed + 1, -9, 9)[:3], *payoff[4:]]


RISING = {
    "mean score": list(range(25)),
    "qualify": [0] + [1] * 24,
    **{f"at least {target}": [int(points >= target) for points in range(25)] for target in (4, 16, 21, 24)},
    **{f"beat {target}": mc.goals.beat(target, 0.3).payoff for target in (0, 12, 20)},
    "nothing matters": [7] * 25,
    "nothing counts": [0] * 25,
    **{f"rising {seed}": rising(seed) for seed in (1, 2, 3)},
    "tiny": [1e-9 * points**2 for points in range(25)],
    "big": [1e90 * points for points in range(25)],
    "below nothing": [points - 100 for points in range(25)],
}
ANY = {
    "low is good": [-points for points in range(25)],
    "exactly 17": [int(points == 17) for points in range(25)],
    "rather not qualify": [1] + [0] * 24,
    "middle": [-abs(points - 14) for points in range(25)],
    **{f"floats {seed}": drawn(seed, -10, 10) for seed in (4, 5, 6)},
    **{f"whole numbers {seed}": drawn(seed, -100, 100, whole=True) for seed in (7, 8)},
    **{f"many ties {seed}": drawn(seed, -1, 1, whole=True) for seed in (9, 10, 11)},
    "big floats": drawn(12, -1e60, 1e60),
}
PAYOFFS = RISING | ANY


def solved(rules, payoff):
    return mc.solve(rules, mc.Goal("any", tuple(payoff)))


def size(payoff):
    return max(abs(payoff[score]) for score in POSSIBLE)


@pytest.mark.parametrize("name", PAYOFFS)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: "".join(map(str, rules.required)))
def test_a_turn_is_worth_what_the_exact_solver_says(rules, name):
    payoff = PAYOFFS[name]
    solution, start = solved(rules, payoff), mc.Turn(rules)
    found = batch.solve_many(rules, [payoff])
    near = CLOSE * size(payoff)
    assert found.values[0] == pytest.approx(solution.value(start), rel=0, abs=near)
    assert batch.turn_values(rules, [payoff])[0] == pytest.approx(solution.value(start), rel=0, abs=near)
    assert np.abs(found.distributions[0] - solution.distribution(start)).max() <= CLOSE


@pytest.mark.parametrize("name", ["mean score", "exactly 17", "floats 4", "many ties 9", "rising 1"])
@pytest.mark.parametrize("required", [(1, 4), (2, 4), (3, 6)])
def test_a_turn_is_worth_what_plain_enumeration_says(required, name):
    payoff = PAYOFFS[name]
    chances = naive_rounds.best_turn(required, naive_rounds.fractions(payoff))
    found = batch.solve_many(mc.Rules(required), [payoff])
    value = sum(chance * worth for chance, worth in zip(chances, naive_rounds.fractions(payoff), strict=True))
    assert abs(found.values[0] - float(value)) <= CLOSE * size(payoff)
    assert np.abs(found.distributions[0] - np.array(chances, dtype=float)).max() <= CLOSE


def test_the_plain_turn_is_the_twins_best_policy():
    payoff = [0, 0, 0, 0, *(3 * points % 20 for points in range(4, 25))]
    chances = naive_rounds.best_turn((1, 4), naive_rounds.fractions(payoff))
    assert list(chances) == naive.Naive((1, 4), payoff).distribution(())


@pytest.mark.parametrize("rules", RULES[:3], ids=lambda rules: "".join(map(str, rules.required)))
def test_rising_payoffs_come_out_the_same_without_the_short_cut_for_them(rules):
    """A batch in which one payoff falls is solved with every keep, also for those that rise."""
    payoffs = np.array([*RISING.values()], dtype=float)
    payoffs /= np.abs(payoffs).max(axis=1, keepdims=True).clip(min=1)
    alone, mixed = batch.solve_many(rules, payoffs), batch.solve_many(rules, [*payoffs, ANY["middle"]])
    assert np.abs(alone.values - mixed.values[:-1]).max() <= CLOSE
    assert np.abs(alone.distributions - mixed.distributions[:-1]).max() <= CLOSE
    values = batch.turn_values(rules, payoffs)
    assert np.abs(values - batch.turn_values(rules, [*payoffs, ANY["middle"]])[:-1]).max() <= CLOSE


def test_rising_payoffs_take_the_short_cut():
    """Else the test above compares one thing with itself."""
    fewer, all_keeps = (batch._tables(mc.MIDNIGHT, rises) for rises in (True, False))
    for some, every in zip(fewer.stages, all_keeps.stages, strict=True):
        assert sum(map(len, some.columns)) <= sum(map(len, every.columns))
    assert sum(map(len, fewer.stages[5].columns)) < 0.5 * sum(map(len, all_keeps.stages[5].columns))
    assert batch._prepared(mc.MIDNIGHT, [RISING["rising 1"]])[1] is fewer
    assert batch._prepared(mc.MIDNIGHT, [ANY["middle"]])[1] is all_keeps


@pytest.mark.parametrize("count", [1, 31, 32, 33, 70])
def test_payoffs_do_not_disturb_each_other(count):
    payoffs = [drawn(seed, -1, 1) for seed in range(count)]
    many = batch.solve_many(mc.MIDNIGHT, payoffs)
    assert many.values.shape == (count,)
    assert many.distributions.shape == (count, 25)
    for number in {0, count // 2, count - 1}:
        alone = batch.solve_many(mc.MIDNIGHT, [payoffs[number]])
        assert many.values[number] == pytest.approx(alone.values[0], rel=0, abs=CLOSE)
        assert np.abs(many.distributions[number] - alone.distributions[0]).max() <= CLOSE
    assert np.abs(batch.turn_values(mc.MIDNIGHT, payoffs) - many.values).max() <= CLOSE


@pytest.mark.parametrize("name", ["exactly 17", "rising 1"])
def test_nor_does_a_payoff_of_another_size_disturb_them(name):
    payoff = np.array(PAYOFFS[name], dtype=float)
    alone = batch.solve_many(mc.MIDNIGHT, [payoff])
    for other in (1e60 * payoff, 1e-60 * payoff, 1e60 * np.arange(25)):
        beside = batch.solve_many(mc.MIDNIGHT, [other, payoff])
        assert beside.values[1] == pytest.approx(alone.values[0], rel=0, abs=CLOSE * size(payoff))
        assert np.abs(beside.distributions[1] - alone.distributions[0]).max() <= CLOSE


def test_a_value_is_the_mean_of_its_own_distribution():
    payoffs = np.array([drawn(seed, -1, 1) for seed in range(40)])
    found = batch.solve_many(mc.TWO_FOUR_24, payoffs)
    assert found.distributions.min() >= 0
    assert np.abs(found.distributions.sum(axis=1) - 1).max() <= CLOSE
    assert not found.distributions[:, 1:4].any()
    assert np.abs((payoffs * found.distributions).sum(axis=1) - found.values).max() <= CLOSE


@pytest.mark.parametrize("name", ["exactly 17", "floats 4", "rising 1"])
def test_scores_that_cannot_occur_do_not_count(name):
    payoff = np.array(PAYOFFS[name], dtype=float)
    odd = payoff.copy()
    odd[1:4] = (1e50, -1e50, 3)
    one, other = batch.solve_many(mc.MIDNIGHT, [payoff]), batch.solve_many(mc.MIDNIGHT, [odd])
    assert other.values[0] == pytest.approx(one.values[0], abs=CLOSE)
    assert np.abs(one.distributions - other.distributions).max() <= CLOSE


def test_a_tie_goes_to_the_higher_mean_score():
    """When nothing matters the best mean policy plays, also beside a payoff of another size."""
    best_mean = mc.solve(mc.MIDNIGHT, mc.goals.mean_score()).distribution(mc.Turn(mc.MIDNIGHT))
    for payoffs in ([[0] * 25], [[3] * 25], [[0] * 25, list(range(25)), [-1] * 25]):
        for found in batch.solve_many(mc.MIDNIGHT, payoffs).distributions:
            assert np.abs(found - best_mean).max() <= CLOSE


def test_what_comes_out_is_read_only():
    found = batch.solve_many(mc.MIDNIGHT, [list(range(25))])
    assert not found.values.flags.writeable
    assert not found.distributions.flags.writeable


def test_the_payoffs_given_are_left_alone():
    payoffs = np.arange(50.0).reshape(2, 25)
    before = payoffs.copy()
    batch.solve_many(mc.MIDNIGHT, payoffs)
    assert (payoffs == before).all()
    assert payoffs.flags.writeable
