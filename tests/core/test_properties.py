"""What must hold for every goal, position and roll, whatever the numbers are."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import midnight_core as mc
from midnight_core import rolls
from tests.reference import naive

PARTS = 6**21
WHOLE = st.lists(st.integers(-200, 200), min_size=25, max_size=25).map(tuple)
FEW = st.lists(st.integers(0, 2), min_size=25, max_size=25).map(tuple)
FLOATS = st.lists(st.floats(-1e3, 1e3), min_size=25, max_size=25).map(tuple)
PAYOFFS = st.one_of(WHOLE, FEW, FLOATS)
RULES = st.permutations(range(1, 7)).map(lambda faces: mc.Rules(tuple(faces[:2])))
FACE = st.integers(1, 6)
KEPT = st.lists(FACE, max_size=5).map(tuple)
DEMANDING = settings(max_examples=25)


def solved(rules, payoff):
    return mc.solve(rules, mc.Goal("any", payoff))


def exact_values(solution):
    """Return the value of every position, finished ones included, in whole parts of 6**21."""
    values = {}
    for kept in naive.positions(most=6):
        parts = solution.exact(mc.Turn(solution.rules, kept)) * PARTS
        assert parts.denominator == 1
        values[kept] = parts.numerator
    return values


@st.composite
def rolls_in_play(draw):
    """Draw the dice kept and a roll of the dice left, in any order."""
    kept = draw(KEPT)
    left = 6 - len(kept)
    return kept, tuple(draw(st.lists(FACE, min_size=left, max_size=left)))


# ---------------------------------------------------------------------------------------------- probabilities


@DEMANDING
@given(RULES, PAYOFFS)
def test_probabilities_sum_to_one_from_every_position(rules, payoff):
    solution = solved(rules, payoff)
    for kept in naive.positions(most=6):
        chances = solution.distribution(mc.Turn(rules, kept))
        assert chances.shape == (25,)
        assert chances.min() >= 0
        assert chances.sum() == pytest.approx(1, abs=1e-14)
        assert not chances[1:4].any()


@DEMANDING
@given(RULES, PAYOFFS)
def test_distribution_times_payoff_is_the_value_of_every_position(rules, payoff):
    solution, size = solved(rules, payoff), max(map(abs, payoff))
    for kept in naive.positions(most=6):
        turn = mc.Turn(rules, kept)
        expected = float(np.dot(solution.distribution(turn), payoff))
        assert solution.value(turn) == pytest.approx(expected, rel=1e-12, abs=1e-12 * size), kept


@settings(max_examples=10)
@given(RULES, WHOLE)
def test_a_forward_pass_reproduces_the_backward_value(rules, payoff):
    goal = mc.Goal("any", payoff)
    counts = mc.evaluate_counts(rules, mc.strategies.perfect(goal)).tolist()
    assert sum(counts) == PARTS
    start = mc.Turn(rules)
    value = Fraction(sum(map(int.__mul__, counts, payoff)), PARTS)
    assert value == mc.solve(rules, goal).exact(start)
    chances = mc.evaluate(rules, mc.strategies.perfect(goal))
    assert chances == pytest.approx(mc.solve(rules, goal).distribution(start), rel=1e-14)


@settings(max_examples=10)
@given(RULES, FLOATS)
def test_a_forward_pass_reproduces_a_value_in_floats(rules, payoff):
    goal = mc.Goal("any", payoff)
    value = np.dot(mc.evaluate(rules, mc.strategies.perfect(goal)), payoff)
    expected = mc.solve(rules, goal).value(mc.Turn(rules))
    assert value == pytest.approx(expected, rel=1e-11, abs=1e-11 * max(map(abs, payoff)))


@pytest.mark.parametrize("name", mc.strategies.NAMED)
def test_a_strategys_outcomes_are_whole_parts_that_sum_to_all_of_them(name):
    counts = mc.evaluate_counts(mc.TWO_FOUR_24, mc.strategies.NAMED[name])
    assert counts.shape == (25,)
    assert counts.dtype == np.int64
    assert counts.min() >= 0
    assert sum(counts.tolist()) == PARTS


# ----------------------------------------------------------------------------------------- values and payoffs


@DEMANDING
@given(RULES, WHOLE)
@example(mc.MIDNIGHT, tuple(range(25)))
@example(mc.MIDNIGHT, (10**20, *range(24)))
def test_no_position_has_a_bellman_residual(rules, payoff):
    values = exact_values(solved(rules, payoff))
    for kept in naive.positions():
        total = sum(
            ways * max(values[naive.with_more(kept, keep)] for keep in naive.keeps(roll))
            for roll, ways in naive.rolls(6 - len(kept)).items()
        )
        assert 6 ** (6 - len(kept)) * values[kept] - total == 0, kept


@settings(max_examples=10)
@given(RULES, FLOATS)
def test_no_position_has_a_bellman_residual_in_floats(rules, payoff):
    solution = solved(rules, payoff)
    values = {kept: solution.value(mc.Turn(rules, kept)) for kept in naive.positions(most=6)}
    for kept in naive.positions():
        total = sum(
            ways * max(values[naive.with_more(kept, keep)] for keep in naive.keeps(roll))
            for roll, ways in naive.rolls(6 - len(kept)).items()
        )
        expected = total / 6 ** (6 - len(kept))
        assert values[kept] == pytest.approx(expected, rel=1e-11, abs=1e-11 * max(map(abs, payoff))), kept


@DEMANDING
@given(RULES, WHOLE, st.lists(st.integers(0, 9), min_size=25, max_size=25))
def test_a_pointwise_higher_payoff_never_lowers_a_value(rules, payoff, more):
    raised = tuple(map(int.__add__, payoff, more))
    lower, higher = exact_values(solved(rules, payoff)), exact_values(solved(rules, raised))
    assert [kept for kept in lower if higher[kept] < lower[kept]] == []


@DEMANDING
@given(RULES, WHOLE, st.integers(1, 10**6), st.integers(-(10**6), 10**6))
def test_scaling_and_shifting_a_payoff_does_the_same_to_every_value(rules, payoff, factor, shift):
    plain, moved = solved(rules, payoff), solved(rules, tuple(factor * value + shift for value in payoff))
    for kept in naive.positions(most=6):
        turn = mc.Turn(rules, kept)
        assert moved.exact(turn) == factor * plain.exact(turn) + shift
    for kept, roll in [((), (1, 2, 3, 4, 5, 6)), ((1,), (2, 2, 5, 5, 6)), ((4, 6), (1, 3, 5, 5))]:
        turn = mc.Turn(rules, kept)
        assert moved.best_keep(turn, roll) == plain.best_keep(turn, roll)


@given(rolls_in_play(), WHOLE)
def test_finishing_is_worth_the_payoff_of_its_score(play, payoff):
    kept, roll = play
    options = solved(mc.MIDNIGHT, payoff).options(mc.Turn(mc.MIDNIGHT, kept), roll)
    (finish,) = [option for option in options if len(option.keep) == len(roll)]
    points = naive.score((1, 4), kept + roll)
    assert finish.value == payoff[points]
    assert finish.mean_score == points
    assert finish.p_qualify == (points > 0)
    assert np.flatnonzero(finish.distribution).tolist() == [points]


@given(KEPT, st.permutations(range(1, 7)))
def test_which_faces_are_required_does_not_matter_to_the_chance_to_qualify(kept, faces):
    renamed = dict(enumerate(faces, start=1))
    rules = mc.Rules((renamed[1], renamed[4]))
    here = mc.solve(mc.MIDNIGHT, mc.goals.qualify()).exact(mc.Turn(mc.MIDNIGHT, kept))
    there = mc.solve(rules, mc.goals.qualify()).exact(mc.Turn(rules, tuple(renamed[face] for face in kept)))
    assert here == there


@pytest.mark.parametrize("target", range(4, 25))
def test_goals_pay_for_the_scores_that_they_name(target):
    scores = range(25)
    assert mc.goals.at_least(target).payoff == tuple(int(score >= target) for score in scores)
    assert mc.goals.beat(target, tie=0).payoff == tuple(int(score > target) for score in scores)
    assert mc.goals.beat(target, tie=1).payoff == mc.goals.at_least(target).payoff
    level = tuple(0.5 if score == target else int(score > target) for score in scores)
    assert mc.goals.beat(target).payoff == level


def test_goals_count_a_miss_as_nothing():
    assert mc.goals.mean_score().payoff == tuple(range(25))
    assert mc.goals.qualify().payoff == (0,) + (1,) * 24
    # Nobody has qualified yet: a miss is no tie for the win.
    assert mc.goals.beat(0).payoff == mc.goals.qualify().payoff


@pytest.mark.parametrize(
    ("payoff", "is_chance"),
    [
        ((0.5,) * 25, True),
        ((0, 1) * 12 + (1,), True),
        ((0,) * 24 + (2,), False),
        ((-0.1,) + (0,) * 24, False),
    ],
)
def test_a_goal_is_a_chance_when_every_payoff_is(payoff, is_chance):
    assert mc.Goal("any", payoff).is_chance is is_chance


# ---------------------------------------------------------------------------------------------------- options


@given(rolls_in_play(), PAYOFFS, RULES)
def test_options_come_best_first_and_lose_nothing_or_more(play, payoff, rules):
    kept, roll = play
    options = solved(rules, payoff).options(mc.Turn(rules, kept), roll)
    losses = [option.loss for option in options]
    assert losses == sorted(losses)
    assert losses[0] == 0
    close = 1e-12 * max(map(abs, payoff))
    for option in options:
        assert option.value + option.loss == pytest.approx(options[0].value, rel=1e-12, abs=2 * close)


@given(rolls_in_play(), PAYOFFS)
def test_the_first_option_is_the_best_keep(play, payoff):
    turn, solution = mc.Turn(mc.MIDNIGHT, play[0]), solved(mc.MIDNIGHT, payoff)
    assert solution.options(turn, play[1])[0].keep == solution.best_keep(turn, play[1])


@given(rolls_in_play(), PAYOFFS)
def test_an_option_is_the_position_that_it_leads_to(play, payoff):
    turn, solution = mc.Turn(mc.MIDNIGHT, play[0]), solved(mc.MIDNIGHT, payoff)
    for option in solution.options(turn, play[1]):
        after = turn.keep(option.keep, play[1])
        assert option.value == solution.value(after)
        assert option.distribution.tolist() == solution.distribution(after).tolist()


@given(rolls_in_play(), WHOLE)
def test_an_options_numbers_follow_from_its_distribution(play, payoff):
    turn = mc.Turn(mc.MIDNIGHT, play[0])
    for option in solved(mc.MIDNIGHT, payoff).options(turn, play[1]):
        chances = option.distribution.tolist()
        mean = sum(points * chance for points, chance in enumerate(chances))
        assert option.mean_score == pytest.approx(mean, rel=1e-13)
        assert option.p_qualify == pytest.approx(sum(chances[1:]), rel=1e-13)
        for target in (1, 4, 19, 24):
            assert option.p_at_least(target) == pytest.approx(sum(chances[target:]), rel=1e-13)


@given(rolls_in_play(), st.randoms(use_true_random=False))
def test_the_order_of_the_dice_never_matters(play, random):
    kept, roll = play
    solution = mc.solve(mc.MIDNIGHT, mc.goals.mean_score())
    mixed_kept, mixed_roll = (tuple(random.sample(dice, len(dice))) for dice in play)
    turn, mixed = mc.Turn(mc.MIDNIGHT, kept), mc.Turn(mc.MIDNIGHT, mixed_kept)
    assert turn == mixed
    assert hash(turn) == hash(mixed)
    assert solution.exact(turn) == solution.exact(mixed)
    assert solution.best_keep(turn, roll) == solution.best_keep(mixed, mixed_roll)
    assert [o.keep for o in solution.options(turn, roll)] == [
        o.keep for o in solution.options(mixed, mixed_roll)
    ]
    assert mc.legal_keeps(roll) == mc.legal_keeps(mixed_roll)
    assert mc.score(mc.MIDNIGHT, kept + roll) == mc.score(mc.MIDNIGHT, mixed_roll + mixed_kept)


# -------------------------------------------------------------------------------------------- rules and turns


def test_scores_of_the_rule_texts():
    assert mc.score(mc.MIDNIGHT, (1, 1, 4, 4, 5, 5)) == 15
    assert mc.score(mc.MIDNIGHT, (1, 4, 6, 5, 5, 3)) == 19
    assert mc.score(mc.MIDNIGHT, (1, 4, 6, 6, 6, 6)) == mc.MAX_SCORE == 24
    assert mc.score(mc.MIDNIGHT, (1, 4, 1, 1, 1, 1)) == mc.MIN_SCORE == 4
    assert mc.score(mc.MIDNIGHT, (1, 6, 6, 6, 6, 6)) == 0
    assert mc.score(mc.TWO_FOUR_24, (2, 4, 6, 6, 6, 6)) == 24
    assert mc.score(mc.TWO_FOUR_24, (1, 4, 6, 6, 6, 6)) == 0


@pytest.mark.parametrize("required", [(1, 4), (2, 4), (3, 6)])
def test_every_finished_turn_scores_as_the_rule_text_says(required):
    rules = mc.Rules(required)
    for dice in naive.rolls(6):
        assert mc.score(rules, dice) == mc.Turn(rules, dice).score == naive.score(required, dice), dice


def test_the_order_of_the_required_faces_does_not_matter():
    assert mc.Rules((4, 1)) == mc.MIDNIGHT
    assert hash(mc.Rules((4, 1))) == hash(mc.MIDNIGHT)


def test_a_turn_knows_what_follows_from_its_dice():
    turn = mc.Turn(mc.MIDNIGHT, (6, 4, 4))
    assert (turn.kept, turn.dice_left, turn.missing, turn.points) == ((4, 4, 6), 3, (1,), 10)
    assert not turn.is_over
    over = turn.keep((1, 5, 5), roll=(5, 1, 5))
    assert (over.dice_left, over.missing, over.points, over.score) == (0, (), 20, 20)
    assert over.is_over
    assert turn.kept == (4, 4, 6)


@given(KEPT, RULES)
def test_missing_and_points_are_what_the_rule_text_says(kept, rules):
    turn = mc.Turn(rules, kept)
    missing = set(rules.required) - set(kept)
    assert set(turn.missing) == missing
    assert turn.points == sum(kept) + sum(missing) - sum(rules.required)


# -------------------------------------------------------------------------------------------- rolls and keeps


@pytest.mark.parametrize("dice", range(1, 7))
def test_legal_keeps_are_all_distinct_parts_of_every_roll(dice):
    for roll in naive.rolls(dice):
        keeps = mc.legal_keeps(roll)
        assert len(set(keeps)) == len(keeps)
        assert set(keeps) == naive.keeps(roll)


def test_legal_keeps_go_from_few_dice_to_many_and_from_high_to_low():
    assert mc.legal_keeps((1, 6, 4)) == ((6,), (4,), (1,), (4, 6), (1, 6), (1, 4), (1, 4, 6))


@pytest.mark.parametrize("dice", range(1, 7))
def test_multiplicities_count_the_ordered_rolls(dice):
    counted = Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice))
    assert {roll: mc.multiplicity(roll) for roll in counted} == counted
    in_order = dict(zip(rolls.all_rolls(dice), rolls.multiplicities(dice).tolist(), strict=True))
    assert in_order == counted
    assert sum(in_order.values()) == 6**dice


@given(st.lists(FACE, min_size=1, max_size=5))
def test_a_multiplicity_is_the_number_of_distinct_orders(roll):
    assert mc.multiplicity(roll) == len(set(permutations(roll)))


@pytest.mark.parametrize("dice", range(1, 7))
def test_the_keep_table_lists_the_legal_keeps_of_every_roll_in_their_order(dice):
    table = rolls.keep_table(dice)
    for number, roll in enumerate(rolls.all_rolls(dice)):
        pairs = rolls.pairs_of(dice, number)
        listed = [tuple(np.repeat(range(1, 7), counts).tolist()) for counts in table.counts[pairs]]
        assert listed == list(mc.legal_keeps(roll))
        assert table.sizes[pairs].tolist() == list(map(len, listed))
        assert set(table.rolls[pairs].tolist()) == {number}


# --------------------------------------------------------------------------------------- sharing and freezing


def test_equal_payoffs_are_solved_once():
    solution = mc.solve(mc.MIDNIGHT, mc.goals.at_least(19))
    assert mc.solve(mc.Rules((4, 1)), mc.goals.at_least(19)) is solution
    assert mc.solve(mc.MIDNIGHT, mc.goals.at_least(20)) is not solution
    assert mc.solve(mc.TWO_FOUR_24, mc.goals.at_least(19)) is not solution


def test_a_solution_says_which_goal_and_rules_are_solved():
    solution = mc.solve(mc.TWO_FOUR_24, mc.goals.at_least(19))
    assert solution.rules == mc.TWO_FOUR_24
    assert solution.goal == mc.goals.at_least(19)


def shared_arrays():
    solution = mc.solve(mc.MIDNIGHT, mc.goals.mean_score())
    turn = mc.Turn(mc.MIDNIGHT, (4,))
    yield "solution", solution.distribution(turn)
    yield "option", solution.options(turn, (1, 2, 3, 5, 6))[0].distribution
    yield "multiplicities", rolls.multiplicities(3)
    yield "roll counts", rolls.roll_counts(3)
    for name in ("counts", "sizes", "starts", "rolls"):
        yield f"keep table, {name}", getattr(rolls.keep_table(3), name)


@pytest.mark.parametrize("array", [pytest.param(array, id=name) for name, array in shared_arrays()])
def test_shared_arrays_are_read_only(array):
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_a_caller_cannot_spoil_an_evaluation():
    strategy = mc.strategies.NAMED["greedy"]
    first, counts = mc.evaluate(mc.MIDNIGHT, strategy), mc.evaluate_counts(mc.MIDNIGHT, strategy)
    expected = first.copy()
    for array in (first, counts):
        if array.flags.writeable:
            array[:] = 0
    assert mc.evaluate(mc.MIDNIGHT, strategy).tolist() == expected.tolist()
