"""A turn looked back on: every decision judged, and the score as luck and losses."""

import random
from fractions import Fraction
from functools import cache

import pytest

import midnight_core as mc
from midnight_core.gamecode import TurnGame, mask_of
from midnight_core.review import Band, band, bounds, judge, luck_of, review
from tests.reference import naive

VARIANTS = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
GOALS = [mc.goals.mean_score(), mc.goals.qualify(), mc.goals.at_least(19), mc.goals.beat(19)]
MEAN = mc.goals.mean_score()
OPENING = (2, 3, 4, 5, 6, 6)


def goal_name(goal):
    return goal.name.replace(" ", "-")


# ------------------------------------------------------------------------------------------- worked examples


def played(*moves):
    """Return a turn of typed dice from (roll, dice kept) pairs."""
    game = TurnGame(mc.MIDNIGHT, 1)
    for roll, keep in moves:
        game = game.enter(roll)
        mask = 0
        for face in keep:
            mask |= next(1 << die for die in range(len(roll)) if roll[die] == face and not mask >> die & 1)
        game = game.keep(mask)
    return game


CAREFUL = ((OPENING, (4,)), ((1, 2, 3, 5, 6), (1,)), ((6, 6, 3, 2), (6, 6)), ((5, 4), (5, 4)))
GREEDY = ((OPENING, (4, 6, 6)), ((2, 3, 5), (5,)), ((3, 6), (6,)), ((3,), (3,)))


@pytest.mark.parametrize(("line", "score"), [(CAREFUL, 21), (GREEDY, 0), ((*GREEDY[:3], ((1,), (1,))), 23)])
def test_the_worked_examples_score_what_the_rule_text_says(line, score):
    game = played(*line)
    assert game.is_over
    assert game.turn.score == score
    assert review(game, mc.goals.mean_score()).decisions[-1].kept.mean_score == score


@pytest.mark.parametrize("line", [CAREFUL, GREEDY], ids=["careful", "greedy"])
@pytest.mark.parametrize("goal", [mc.goals.mean_score(), mc.goals.at_least(19)], ids=lambda goal: goal.name)
def test_every_decision_is_judged_by_the_goal(line, goal):
    judged = review(played(*line), goal).decisions
    twin, kept = naive.Naive((1, 4), goal.payoff), ()
    assert len(judged) == len(line)
    for decision, (roll, keep) in zip(judged, line, strict=True):
        best = twin.ranked(kept, tuple(sorted(roll)))[0]
        value, after = (twin.worth(naive.with_more(kept, dice)).value for dice in (best, keep))
        assert (decision.turn.kept, decision.roll) == (kept, roll)
        assert (decision.best.keep, decision.kept.keep) == (best, tuple(sorted(keep)))
        assert decision.kept.loss == pytest.approx(float(value - after), rel=1e-14)
        before = twin.worth(kept).value
        assert (decision.luck, decision.loss) == (value - before, value - after)
        worths = {
            twin.worth(naive.with_more(kept, other)).value for other in naive.keeps(tuple(sorted(roll)))
        }
        assert decision.is_forced == (len(worths) == 1)
        kept = naive.with_more(kept, keep)


def test_an_open_roll_is_no_decision_yet():
    game = played(*CAREFUL[:2]).throw()
    assert len(review(game, mc.goals.mean_score()).decisions) == 2
    assert review(TurnGame(mc.MIDNIGHT, 1), mc.goals.mean_score()).decisions == ()
    assert review(TurnGame(mc.MIDNIGHT, 1).throw(), mc.goals.mean_score()).decisions == ()


def test_keeping_points_too_soon_is_what_the_greedy_line_lost():
    careful, greedy = review(played(*CAREFUL), MEAN), review(played(*GREEDY), MEAN)
    assert (careful.end, greedy.end) == (21, 0)
    assert greedy.loss > 3 * careful.loss
    assert greedy.decisions[0].band is Band.BLUNDER
    assert [decision.is_forced for decision in greedy.decisions] == [False, False, False, True]
    assert greedy.error_rate == pytest.approx(float(greedy.loss) / 3, rel=1e-14)


def test_a_roll_with_nothing_to_lose_is_no_error_to_be_made():
    hopeless = played(((2, 2, 3, 3, 5, 5), (2, 2, 3, 3, 5)), ((6,), (6,)))
    assert hopeless.turn.score == 0
    seen = review(hopeless, MEAN)
    assert [decision.is_forced for decision in seen.decisions] == [False, True]
    lost = played(((2, 2, 3, 3, 5, 5), (2, 2, 3, 3)), ((6, 5), (6,)), ((1,), (1,)))
    assert [decision.is_forced for decision in review(lost, mc.goals.at_least(24)).decisions][1:] == [
        True,
        True,
    ]
    assert review(TurnGame(mc.MIDNIGHT, 1), MEAN).error_rate is None


# ----------------------------------------------------------------------------------------------- the identity


def finished(rules, seed, choose):
    """Return a turn thrown by the seed and kept by `choose`, which maps a turn and a roll to dice."""
    game = TurnGame(rules, seed)
    while not game.is_over:
        game = game.throw()
        game = game.keep(mask_of(game.roll, choose(game.turn, game.roll)))
    return game


def assert_adds_up(seen, score, start):
    assert seen.start == start
    assert seen.end == score
    assert score - start == seen.luck - seen.loss
    assert all(decision.loss >= 0 for decision in seen.decisions)
    assert all(isinstance(part, Fraction) for part in (seen.start, seen.end, seen.luck, seen.loss))


@cache
def worth_of_a_turn(rules, goal):
    return naive.Naive(rules.required, goal.payoff).worth(()).value


@pytest.mark.parametrize("variant", VARIANTS)
def test_luck_and_losses_add_up_to_the_score_over_10_000_random_turns(variant):
    rules, rng = VARIANTS[variant], random.Random(variant)
    start = worth_of_a_turn(rules, MEAN)
    for seed in range(1, 10_001):
        game = finished(rules, seed, lambda _, roll: rng.sample(roll, rng.randint(1, len(roll))))
        assert_adds_up(review(game, MEAN), naive.score(rules.required, game.turn.kept), start)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", mc.strategies.NAMED)
def test_luck_and_losses_add_up_to_the_score_of_every_named_strategy(name, variant):
    rules, strategy = VARIANTS[variant], mc.strategies.NAMED[name]
    for seed in range(1, 51):
        game = finished(rules, seed, strategy.keep)
        score = naive.score(rules.required, game.turn.kept)
        for goal in GOALS:
            assert_adds_up(review(game, goal), Fraction(goal.payoff[score]), worth_of_a_turn(rules, goal))


@pytest.mark.parametrize("variant", VARIANTS)
def test_perfect_play_loses_nothing(variant):
    perfect = mc.strategies.NAMED["perfect"]
    for seed in range(1, 301):
        assert review(finished(VARIANTS[variant], seed, perfect.keep), MEAN).loss == 0


def test_a_turn_cut_short_adds_up_as_well():
    whole = played(*CAREFUL)
    for steps in range(len(CAREFUL)):
        seen = review(whole.reopened(steps), MEAN)
        losses = [decision.loss for decision in review(whole, MEAN).decisions]
        assert [decision.loss for decision in seen.decisions] == losses[:steps]
        assert seen.end - seen.start == seen.luck - seen.loss


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("goal", GOALS, ids=goal_name)
def test_luck_averages_zero_in_every_position(goal, variant):
    rules = VARIANTS[variant]
    solution = mc.solve(rules, goal)
    for kept in naive.positions():
        turn = mc.Turn(rules, kept)
        rolls = naive.rolls(turn.dice_left)
        assert sum(ways * luck_of(solution, turn, roll) for roll, ways in rolls.items()) == 0


# ------------------------------------------------------------------------------------------------------ bands


@pytest.mark.parametrize("goal", GOALS, ids=goal_name)
def test_a_loss_belongs_to_the_band_whose_bound_it_does_not_pass(goal):
    assert list(bounds(goal)) == sorted(set(bounds(goal)))
    assert band(0, goal) is Band.BEST
    above = Fraction(1, 10**9)
    for within, beyond, bound in zip(list(Band)[:-1], list(Band)[1:], bounds(goal), strict=True):
        assert band(bound, goal) is within
        assert band(bound + above, goal) is beyond


def test_a_near_tie_counts_as_best_and_still_shows_its_loss():
    solution = mc.solve(mc.MIDNIGHT, MEAN)
    near = [
        judge(solution, mc.Turn(mc.MIDNIGHT), roll, option.keep)
        for roll in naive.rolls(6)
        for option in solution.options(mc.Turn(mc.MIDNIGHT), roll)[1:3]
        if 0 < option.loss <= bounds(MEAN)[0]
    ]
    assert near
    assert all(decision.band is Band.BEST and decision.loss > 0 for decision in near)


# -------------------------------------------------------------------------------------------------- bad input


def test_a_keep_that_the_roll_does_not_allow_is_refused():
    solution = mc.solve(mc.MIDNIGHT, MEAN)
    with pytest.raises(mc.InputError, match="1 is not in 2 3 4 5 6 6"):
        judge(solution, mc.Turn(mc.MIDNIGHT), OPENING, (1,))
    with pytest.raises(mc.InputError, match="has 6 dice, not 5"):
        luck_of(solution, mc.Turn(mc.MIDNIGHT), OPENING[:5])


def test_a_goal_too_fine_to_count_is_judged_as_it_is_solved_and_adds_up_all_the_same():
    odd = mc.Goal("odd", (0, *(1 / 3 + score / 7 for score in range(24))))
    with pytest.raises(mc.InputError, match="too fine"):
        mc.solve(mc.MIDNIGHT, odd).counted(mc.Turn(mc.MIDNIGHT))
    twin, kept, seen = naive.Naive((1, 4), odd.payoff), (), review(played(*GREEDY), odd)
    assert seen.end - seen.start == seen.luck - seen.loss
    assert seen.end == odd.payoff[0]
    for decision, (roll, keep) in zip(seen.decisions, GREEDY, strict=True):
        best = twin.worth(naive.with_more(kept, twin.ranked(kept, tuple(sorted(roll)))[0])).value
        luck, kept = best - twin.worth(kept).value, naive.with_more(kept, keep)
        parts = decision.luck, decision.loss
        assert parts == pytest.approx((float(luck), float(best - twin.worth(kept).value)), abs=1e-12)


def test_halves_are_counted_exactly():
    goal = mc.goals.beat(19)
    twin = naive.Naive((1, 4), goal.payoff)
    assert mc.solve(mc.MIDNIGHT, goal).counted(mc.Turn(mc.MIDNIGHT)) == twin.worth(()).value
