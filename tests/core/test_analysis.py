"""Distributions summed up, and turns against each other, beside plain loops and published numbers."""

from fractions import Fraction
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import midnight_core as mc
from midnight_core import analysis

NAMES = list(mc.strategies.NAMED)


def chances_of(name):
    return mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED[name])


def exact(name):
    """Return a strategy's distribution as fractions."""
    counts = mc.evaluate_counts(mc.MIDNIGHT, mc.strategies.NAMED[name])
    return [Fraction(count, 6**21) for count in counts.tolist()]


def only(score):
    return [float(score == index) for index in range(25)]


@st.composite
def distributions(draw):
    weights = draw(st.lists(st.integers(0, 1000), min_size=25, max_size=25).filter(any))
    return [Fraction(weight, sum(weights)) for weight in weights]


def test_the_best_mean_policy_sums_up_to_the_published_numbers():
    perfect = analysis.summary(chances_of("perfect"))
    assert perfect.mean == pytest.approx(18.6763371958, abs=5e-11)
    assert perfect.mean_if_qualified == pytest.approx(19.5210712714, abs=5e-11)
    assert perfect.p_best == pytest.approx(0.024667449, abs=5e-10)
    assert perfect.p_qualify == pytest.approx(0.956727, abs=5e-7)


@given(distributions())
def test_a_summary_is_what_fractions_give(chances):
    found = analysis.summary([float(chance) for chance in chances])
    mean = sum(score * chance for score, chance in enumerate(chances))
    variance = sum(score**2 * chance for score, chance in enumerate(chances)) - mean**2
    assert found.mean == pytest.approx(float(mean))
    assert found.deviation == pytest.approx(sqrt(variance), abs=1e-7)
    assert found.p_qualify == pytest.approx(float(1 - chances[0]))
    for target in range(1, 25):
        assert found.p_at_least(target) == pytest.approx(float(sum(chances[target:])), abs=1e-12)
    assert found.p_best == found.p_at_least(24)
    assert chances[found.mode] == max(chances)
    if chances[0] < 1:
        assert found.mean_if_qualified == pytest.approx(float(mean / (1 - chances[0])))


@pytest.mark.parametrize("name", NAMES)
def test_half_of_the_turns_stay_at_or_below_the_median_and_not_one_point_lower(name):
    chances, median = exact(name), analysis.summary(chances_of(name)).median
    assert sum(chances[:median]) < Fraction(1, 2) <= sum(chances[: median + 1])


def test_a_turn_that_never_qualifies_has_no_mean_if_it_does():
    never = analysis.summary(only(0))
    assert never.mean_if_qualified is None
    assert (never.mean, never.deviation, never.median, never.mode, never.p_best) == (0, 0, 0, 0, 0)


def test_small_chances_of_high_scores_keep_their_digits():
    assert analysis.summary([1 - 1e-12, *[0] * 23, 1e-12]).p_at_least(20) == 1e-12


@pytest.mark.parametrize(("one", "other"), [("perfect", "greedy"), ("greedy", "throws-21")])
def test_a_duel_is_every_pair_of_scores_counted(one, other):
    win = tie = loss = Fraction(0)
    for (mine, first), (yours, second) in product(enumerate(exact(one)), enumerate(exact(other))):
        chance = first * second
        win, tie, loss = (
            win + chance * (mine > yours),
            tie + chance * (mine == yours),
            loss + chance * (mine < yours),
        )
    found = analysis.duel(chances_of(one), chances_of(other))
    assert (found.win, found.tie, found.loss) == pytest.approx(
        (float(win), float(tie), float(loss)), rel=1e-12
    )
    assert win + tie + loss == 1


def test_two_turns_that_miss_tie():
    assert analysis.duel(only(0), only(0)) == analysis.Duel(win=0, tie=1, loss=0)
    assert analysis.duel(only(4), only(0)) == analysis.Duel(win=1, tie=0, loss=0)


def test_duels_are_all_duels():
    played = [chances_of(name) for name in NAMES]
    wins, ties = analysis.duels(played)
    assert wins.shape == ties.shape == (len(NAMES), len(NAMES))
    for (i, one), (j, other) in product(enumerate(played), repeat=2):
        found = analysis.duel(one, other)
        assert (wins[i, j], ties[i, j], wins[j, i]) == pytest.approx((found.win, found.tie, found.loss))
    assert wins + wins.T + ties == pytest.approx(np.ones_like(wins))
    assert not wins.flags.writeable
    assert not ties.flags.writeable


def test_thrown_dice_win_as_often_as_a_duel_says():
    rng, turns = np.random.default_rng(8), 100_000
    scores = [
        rng.permutation(
            np.repeat(np.arange(25), mc.simulate(mc.MIDNIGHT, mc.strategies.NAMED[name], turns, rng))
        )
        for name in ("perfect", "greedy")
    ]
    found = analysis.duel(chances_of("perfect"), chances_of("greedy"))
    assert np.mean(scores[0] > scores[1]) == pytest.approx(found.win, abs=4 * 0.5 / sqrt(turns))


def test_no_distributions_have_no_duels():
    wins, ties = analysis.duels([])
    assert wins.shape == ties.shape == (0, 0)


@pytest.mark.parametrize("wrong", [None, 5, 1.5])
def test_what_is_not_several_has_no_duels(wrong):
    with pytest.raises(mc.InputError, match="distributions must be of type Iterable"):
        analysis.duels(wrong)


def test_a_summary_does_not_hold_on_to_what_it_was_given():
    chances = np.array(only(7))
    checked = analysis.checked_distribution(chances)
    chances[7] = 0
    assert checked[7] == 1
    assert not checked.flags.writeable


@pytest.mark.parametrize(
    "bad",
    [
        [1.0] + [0.0] * 23,
        [1.0] + [0.0] * 25,
        [0.5] + [0.0] * 24,
        [1.5, -0.5] + [0.0] * 23,
        [float("nan")] * 25,
        [float("inf")] + [0.0] * 24,
        ["x"] * 25,
        np.eye(25),
        None,
        [10**5000] * 25,
    ],
    ids=["24", "26", "half", "negative", "nan", "inf", "words", "square", "none", "huge"],
)
def test_what_is_no_distribution_is_refused(bad):
    for use in (analysis.summary, lambda one: analysis.duel(one, only(0)), lambda one: analysis.duels([one])):
        with pytest.raises(mc.InputError, match="25 chances"):
            use(bad)


@pytest.mark.parametrize("target", [0, 25, -1, 19.5, "19", None, True])
def test_a_target_is_a_score(target):
    with pytest.raises(mc.InputError, match="1 to 24"):
        analysis.summary(only(7)).p_at_least(target)
