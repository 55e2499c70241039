"""Why a keep is good or bad."""

import random
from collections import Counter

import pytest

import midnight_core as mc
from midnight_core.explain import Kind, explain
from tests.reference import naive

MEAN = mc.solve(mc.MIDNIGHT, mc.goals.mean_score())
TWIN = naive.Naive((1, 4), range(25))
OPENING = (2, 3, 4, 5, 6, 6)


def explained(kept, roll, keep):
    return explain(MEAN, mc.Turn(mc.MIDNIGHT, kept), roll, keep)


# -------------------------------------------------------------------------------- positions of the rule texts


def test_keeping_only_the_4_of_the_opening_leaves_15_throws_for_the_1():
    facts = explained((), OPENING, (4,)).chosen
    assert (facts.dice_left, facts.throws_left, facts.missing, facts.points) == (5, 15, (1,), 0)
    assert facts.option.p_qualify == pytest.approx(1 - (5 / 6) ** 15, rel=1e-14)


def test_keeping_the_4_and_both_6s_of_the_opening_leaves_6_throws_for_the_1():
    facts = explained((), OPENING, (6, 4, 6)).chosen
    assert (facts.dice_left, facts.throws_left, facts.missing, facts.points) == (3, 6, (1,), 12)
    assert facts.option.p_qualify == pytest.approx(1 - (5 / 6) ** 6, rel=1e-14)
    assert facts.mean_if_qualified == pytest.approx(facts.option.mean_score / (1 - (5 / 6) ** 6), rel=1e-14)


def test_the_greedy_opening_costs_points_beside_the_careful_one():
    careful, greedy = explained((), OPENING, (4,)), explained((), OPENING, (4, 6, 6))
    assert greedy.kind is Kind.CHANCE
    assert careful.chosen.option.loss < greedy.chosen.option.loss
    assert careful.rank < greedy.rank
    assert greedy.keeps == len(naive.keeps(OPENING))


def test_throwing_the_2_again_beats_stopping_on_19_by_a_point_and_a_half():
    stop = explained((1, 4), (6, 6, 5, 2), (2, 5, 6, 6))
    assert stop.kind is Kind.POINTS_ALONE
    assert stop.chosen.option.mean_score == 19
    assert stop.chosen.option.loss == 1.5
    again = explained((1, 4), (6, 6, 5, 2), (5, 6, 6))
    assert (again.kind, again.rank) == (Kind.POINTS_ALONE, 1)
    assert again.chosen.option.mean_score == 20.5
    assert again.chosen.points == 17


def test_the_last_die_of_the_greedy_line():
    before = mc.Turn(mc.MIDNIGHT, (4, 5, 6, 6, 6))
    assert MEAN.exact(before) * 6 == 23
    missed = explained(before.kept, (3,), (3,))
    assert (missed.kind, missed.other, missed.chosen.mean_if_qualified) == (Kind.HOPELESS, None, None)
    hit = explained(before.kept, (1,), (1,))
    assert (hit.kind, hit.other, hit.chosen.option.mean_score) == (Kind.FORCED, None, 23)


def test_keeping_two_sixes_with_both_qualifiers_missing_gives_up():
    gone = explained((6, 6, 6), (1, 2, 6), (2, 6))
    assert gone.kind is Kind.CHANCE_ALONE
    assert gone.other.option.keep == MEAN.best_keep(mc.Turn(mc.MIDNIGHT, (6, 6, 6)), (1, 2, 6))


# --------------------------------------------------------------------------------- every position, every kind


def missing(kept, keep):
    return {1, 4} - set(kept + keep)


def dice_left(kept, keep):
    return 6 - len(kept + keep)


def beside(twin, kept, roll, keep):
    """Return the keep to compare with: the best other one."""
    return next((other for other in twin.ranked(kept, roll) if other != keep), None)


def sign(difference):
    return (difference > 0) - (difference < 0)


def more_points(winner, loser):
    if not winner.p_qualify or not loser.p_qualify:
        return 0
    return sign(winner.mean_score / winner.p_qualify - loser.mean_score / loser.p_qualify)


def kind(twin, kept, roll, keep):
    """Return the kind of a keep by comparing the twin's fractions."""
    worths = {any_keep: twin.worth(naive.with_more(kept, any_keep)) for any_keep in naive.keeps(roll)}
    if not any(worth.p_qualify for worth in worths.values()):
        return Kind.HOPELESS
    if len(worths) == 1:
        return Kind.FORCED
    chosen, other = worths[keep], worths[beside(twin, kept, roll, keep)]
    if chosen.value == other.value:
        return Kind.LEVEL
    winner, loser = (chosen, other) if chosen.value > other.value else (other, chosen)
    often, points = sign(winner.p_qualify - loser.p_qualify), more_points(winner, loser)
    if often > 0:
        return {1: Kind.BOTH, 0: Kind.CHANCE_ALONE, -1: Kind.CHANCE}[points]
    if points > 0:
        return Kind.POINTS_ALONE if often == 0 else Kind.POINTS
    return Kind.GOAL


@pytest.fixture(scope="module")
def sample():
    """Return many keeps of many rolls, as (kept, roll, keep)."""
    everything = [
        (kept, roll, keep)
        for kept in naive.positions()
        for roll in naive.rolls(6 - len(kept))
        for keep in naive.keeps(roll)
    ]
    return random.Random(12).sample(sorted(everything), 3_000)


GOALS = pytest.mark.parametrize(
    "goal", [mc.goals.mean_score(), mc.goals.at_least(22)], ids=lambda goal: goal.name
)


@GOALS
def test_every_kind_is_right_and_occurs(sample, goal):
    solution, twin, counted = mc.solve(mc.MIDNIGHT, goal), naive.Naive((1, 4), goal.payoff), Counter()
    for kept, roll, keep in sample:
        explanation = explain(solution, mc.Turn(mc.MIDNIGHT, kept), roll, keep)
        assert explanation.kind is kind(twin, kept, roll, keep), (kept, roll, keep)
        counted[explanation.kind] += 1
    # A mean is a chance times a mean: one of the two always tells, unless the goal is another.
    # Its best keep has the best chance to qualify too, and no equal.
    never = {Kind.GOAL, Kind.POINTS, Kind.LEVEL} if goal == mc.goals.mean_score() else set()
    assert set(counted) == set(Kind) - never


@GOALS
def test_the_other_keep_is_the_best_other_one(sample, goal):
    solution, twin = mc.solve(mc.MIDNIGHT, goal), naive.Naive((1, 4), goal.payoff)
    for kept, roll, keep in sample:
        explanation = explain(solution, mc.Turn(mc.MIDNIGHT, kept), roll, keep)
        other = explanation.other and explanation.other.option.keep
        assert (explanation.chosen.option.keep, other) == (keep, beside(twin, kept, roll, keep))


def test_rank_counts_the_better_keeps(sample):
    for kept, roll, keep in sample:
        worths = [TWIN.worth(naive.with_more(kept, any_keep)).value for any_keep in naive.keeps(roll)]
        better = sum(worth > TWIN.worth(naive.with_more(kept, keep)).value for worth in worths)
        explanation = explained(kept, roll, keep)
        assert (explanation.rank, explanation.keeps) == (1 + better, len(worths)), (kept, roll, keep)


def test_facts_are_what_counting_dice_gives(sample):
    for kept, roll, keep in sample:
        facts, left = explained(kept, roll, keep).chosen, dice_left(kept, keep)
        assert facts.dice_left == left
        assert facts.throws_left == sum(range(left + 1))
        assert set(facts.missing) == missing(kept, keep)
        assert facts.points == sum(kept + keep) - sum({1, 4} - missing(kept, keep))


def test_the_mean_of_qualifying_turns_is_the_mean_without_the_misses(sample):
    for kept, roll, keep in sample:
        worth = TWIN.worth(naive.with_more(kept, keep))
        mean = explained(kept, roll, keep).chosen.mean_if_qualified
        if worth.p_qualify:
            assert mean == pytest.approx(float(worth.mean_score / worth.p_qualify), rel=1e-14)
        else:
            assert mean is None
