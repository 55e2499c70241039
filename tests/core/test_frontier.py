"""The frontier between mean score and a target, beside hulls built position by position and the solver."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import frontier
from tests.reference import naive

START = mc.Turn(mc.MIDNIGHT)
TARGETS = [4, 19, 24]
LATE = [(1, 4, 6, 6), (1, 4, 5), (4, 6, 6), (1, 1, 2), (1, 2, 4, 4, 6), (2, 2, 3, 3, 3)]


def cross(one, middle, other):
    return (middle[0] - one[0]) * (other[1] - one[1]) - (middle[1] - one[1]) * (other[0] - one[0])


def upper_right(points):
    """Return the corners of the hull that some weight picks, by falling first number."""
    corners = []
    for point in sorted(points, reverse=True):
        if corners and point[1] <= corners[-1][1]:
            continue
        while len(corners) > 1 and cross(corners[-2], corners[-1], point) <= 0:
            corners.pop()
        corners.append(point)
    return corners


@cache
def hull(required, target, kept):
    """Return the frontier from a position by building it up: best of the keeps, summed over the rolls."""
    if len(kept) == 6:
        points = naive.score(required, kept)
        return [(Fraction(points), Fraction(points >= target))]
    dice, summed = 6 - len(kept), [(Fraction(0), Fraction(0))]
    for roll, ways in naive.rolls(dice).items():
        choices = [hull(required, target, naive.with_more(kept, keep)) for keep in naive.keeps(roll)]
        best = upper_right([point for choice in choices for point in choice])
        share = Fraction(ways, 6**dice)
        summed = upper_right([(a + share * c, b + share * d) for a, b in summed for c, d in best])
    return summed


@pytest.mark.parametrize("kept", LATE, ids=str)
@pytest.mark.parametrize("target", [14, 17, 19, 21, 22])
@pytest.mark.parametrize("required", [(1, 4), (2, 4)])
def test_the_frontier_is_the_one_built_up_position_by_position(required, target, kept):
    found = frontier.trade_off(mc.Turn(mc.Rules(required), kept), target)
    assert [(point.mean, point.chance) for point in found.points] == hull(required, target, kept)


def test_the_comparison_above_sees_real_trade_offs():
    assert max(len(hull((1, 4), 19, kept)) for kept in LATE) > 3


@pytest.mark.parametrize("target", TARGETS)
def test_the_ends_are_the_best_mean_and_the_best_chance(target):
    points = frontier.trade_off(START, target).points
    first, last = points[0], points[-1]
    assert first.mean == Fraction(409701887206784739, 6**21)
    assert last.chance == mc.solve(mc.MIDNIGHT, mc.goals.at_least(target)).exact(START)
    assert first.low == 0
    assert last.high is None


def test_the_price_of_the_best_chance_of_24():
    first, *_, last = frontier.trade_off(START, 24).points
    assert float(last.chance) == pytest.approx(0.09998965918, abs=5e-12)
    assert float(first.chance) == pytest.approx(0.024667449, abs=5e-10)
    assert first.mean - last.mean > 5
    assert round(last.chance / first.chance) == 4


def test_qualifying_is_no_trade_off():
    (only,) = frontier.trade_off(START, 4).points
    assert only.chance == Fraction(20987674370482710, 6**21)
    assert (only.low, only.high) == (0, None)


@pytest.mark.parametrize("target", TARGETS)
def test_the_frontier_bends_inwards_and_neighbours_share_a_weight(target):
    points = frontier.trade_off(START, target).points
    for one, other in pairwise(points):
        assert one.mean > other.mean
        assert one.chance < other.chance
        assert one.high == other.low == (one.mean - other.mean) / (other.chance - one.chance)
    for point in points:
        assert point.low < point.weight
        assert point.high is None or point.weight < point.high


@pytest.mark.parametrize("target", TARGETS)
def test_every_distribution_has_its_points_mean_and_chance(target):
    for point in frontier.trade_off(START, target).points:
        assert point.parts == sum(point.counts) == 6**21
        mean = sum(score * count for score, count in enumerate(point.counts))
        assert point.mean == Fraction(mean, point.parts)
        assert point.chance == Fraction(sum(point.counts[target:]), point.parts)
        assert point.distribution @ np.arange(25) == pytest.approx(float(point.mean))
        assert not point.distribution.flags.writeable


@pytest.mark.parametrize("target", [19, 24])
def test_a_points_goal_is_solved_to_that_point(target):
    for point in frontier.trade_off(START, target).points[::7]:
        solution = mc.solve(mc.MIDNIGHT, point.goal)
        assert solution.exact(START) == point.weight.denominator * (point.mean + point.weight * point.chance)
        assert solution.distribution(START) == pytest.approx(point.distribution, abs=1e-12)


def test_a_strategy_evaluated_forward_agrees_with_its_point():
    point = frontier.trade_off(START, 19).points[30]
    counts = mc.evaluate_counts(mc.MIDNIGHT, mc.strategies.perfect(point.goal))
    assert tuple(counts.tolist()) == point.counts


@pytest.mark.parametrize("weight", [Fraction(1, 3), 1, Fraction(73, 93), Fraction(29, 3), 20, 57, 300, 10**6])
def test_nothing_is_better_than_the_frontier_at_any_weight(weight):
    """Also at a shared weight: the best value of the weighted goal is that of the frontier's best point."""
    found = frontier.trade_off(START, 19)
    share = Fraction(weight)
    payoff = [share.denominator * s + share.numerator * (s >= 19) for s in range(25)]
    most = mc.solve(mc.MIDNIGHT, mc.Goal("weighted", tuple(payoff))).exact(START) / share.denominator
    worth = [point.mean + weight * point.chance for point in found.points]
    assert most == max(worth)
    assert found.points.index(found.at(weight)) == worth.index(max(worth))


@pytest.mark.parametrize("name", mc.strategies.NAMED)
def test_no_named_strategy_is_beyond_the_frontier(name):
    chances = mc.evaluate(mc.MIDNIGHT, mc.strategies.NAMED[name])
    mean, chance = chances @ np.arange(25), chances[19:].sum()
    for point in frontier.trade_off(START, 19).points:
        assert mean + float(point.weight) * chance <= float(point.mean + point.weight * point.chance) + 1e-9


def test_the_point_at_a_weight():
    found = frontier.trade_off(START, 19)
    assert found.at(0) == found.points[0]
    assert found.at(10**9) == found.at(float("inf")) == found.points[-1]
    for point in found.points:
        assert found.at(point.weight) == point
    # Where two are best, the higher mean.
    assert found.at(found.points[5].low) == found.points[4]


def test_a_frontier_is_the_same_whatever_whole_number_asks():
    assert frontier.trade_off(START, np.int64(19)) is frontier.trade_off(START, 19)


def test_a_finished_turn_has_one_point():
    (only,) = frontier.trade_off(mc.Turn(mc.MIDNIGHT, (1, 4, 5, 5, 5, 5)), 19).points
    assert (only.mean, only.chance, only.parts) == (20, 1, 1)


@pytest.mark.parametrize("required", list(combinations(range(1, 7), 2)), ids=str)
def test_the_best_mean_never_costs_a_chance_to_qualify(required):
    check = frontier.best_mean_qualifies_best(mc.Rules(required))
    assert check.positions == sum(1 for _ in naive.positions(most=6)) == 924
    assert check.rolls == sum(len(naive.rolls(6 - len(kept))) for kept in naive.positions())
    assert check.exceptions == ()
    assert check.holds


def test_the_check_finds_exceptions_when_there_are_some(monkeypatch):
    """A goal that pays for sixes instead of the mean does give up chances to qualify."""
    monkeypatch.setattr(frontier.goals, "mean_score", lambda: mc.goals.at_least(24))
    check = frontier.best_mean_qualifies_best(mc.MIDNIGHT)
    assert not check.holds
    greedy, qualify = (mc.solve(mc.MIDNIGHT, goal) for goal in (mc.goals.at_least(24), mc.goals.qualify()))
    for kept in naive.positions():
        turn = mc.Turn(mc.MIDNIGHT, kept)
        is_less = greedy.distribution(turn)[1:].sum() < qualify.value(turn) - 1e-12
        assert is_less == (turn in check.exceptions), kept


@pytest.mark.parametrize("target", [0, 3, 25, 19.5, "19", None, True])
def test_a_target_is_a_score_that_can_occur(target):
    with pytest.raises(mc.InputError, match="4 to 24"):
        frontier.trade_off(START, target)


@pytest.mark.parametrize("weight", [-1, -0.1, float("nan"), "1", None, 1j, True])
def test_a_weight_is_a_number_from_0_up(weight):
    with pytest.raises(mc.InputError, match="0 or more"):
        frontier.trade_off(mc.Turn(mc.MIDNIGHT, (1, 4, 6, 6)), 22).at(weight)


@pytest.mark.parametrize("wrong", [None, 5, "m1", [1], mc.MIDNIGHT.required], ids=repr)
def test_what_is_no_turn_or_no_rules_is_refused(wrong):
    with pytest.raises(mc.InputError, match="turn must be of type Turn"):
        frontier.trade_off(wrong, 19)
    with pytest.raises(mc.InputError, match="rules must be of type Rules"):
        frontier.best_mean_qualifies_best(wrong)
