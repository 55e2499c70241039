"""Rounds beside their naive twin, and what must hold at every seat of every table, whoever is ahead."""

import random
from functools import cache
from itertools import permutations, product
from math import isclose

import numpy as np
import pytest

import midnight_core as mc
from midnight_core import rounds
from midnight_core.positions import POSITIONS, final_scores, successors, with_dice_left
from midnight_core.rolls import keep_table, multiplicities
from midnight_core.solver import solve_payoff
from tests.reference import naive_race, naive_rounds

TIES = ("rollover", "split", "earlier", "replay", "extra", "play-off")
TABLES = [pytest.param(players, tie, id=f"{players}-{tie}") for tie in TIES for players in range(2, 9)]
POSSIBLE = (0, *range(4, 25))
CLOSE = 1e-12
NAMED = mc.strategies.NAMED
GREEDY, SIXES, THROWS_21 = (NAMED[name] for name in ("greedy", "qualifiers-then-sixes", "throws-21"))


def play_offs(rules, players):
    return {count: mc.solve_round(rules, count, "play-off").equity for count in range(2, players + 1)}


def settled(found, scores, seats=None):
    """Return each seat's share by the twin's reading of the rules, and whether the pot is still to be won.

    Seats that follow something do so in extra turns of all of them as well.
    """
    offs = dict(play_offs(found.rules, found.players))
    if seats is not None and found.players in offs:
        offs[found.players] = mc.solve_round(
            found.rules, found.players, "play-off", strategies=seats
        ).equity.tolist()
    return np.array(naive_rounds.settled(found.tie, scores, found.rollover, offs), dtype=float)


def situations(players, seed=1):
    """Return scores played so far for every best score and number of seats that have it, before each turn.

    From five players on a third of them, drawn anew for each number of players.
    """
    start, *others = every_situation(players, random.Random(seed))
    if players > 4:
        others = random.Random(players).sample(others, len(others) // 3)
    return [start, *others]


def every_situation(players, draw):
    yield ()
    for played in range(1, players):
        yield (0,) * played
        for best, leaders in product(POSSIBLE[1:], range(1, played + 1)):
            scores = [draw.choice(POSSIBLE[: POSSIBLE.index(best)]) for _ in range(played)]
            for seat in draw.sample(range(played), leaders):
                scores[seat] = best
            yield tuple(scores)


# ------------------------------------------------------------------------------------------- beside the twin


@pytest.mark.parametrize(
    ("players", "tie"), [*((2, tie) for tie in TIES), (3, "rollover"), (3, "extra"), (3, "play-off")]
)
def test_every_sheet_is_worth_what_plain_recursion_says(players, tie):
    """At every sheet of scores that there is, before, during and after the round, as exact fractions.

    What a round played again is worth is taken from the core, and found to be what the round is worth.
    """
    agrees_with_the_twin(mc.MIDNIGHT, mc.solve_round(mc.MIDNIGHT, players, tie))


def test_the_variant_is_worth_what_plain_recursion_says():
    agrees_with_the_twin(mc.TWO_FOUR_24, mc.solve_round(mc.TWO_FOUR_24, 3, "earlier"))


def test_a_pot_of_another_worth_to_each_seat_is_worth_what_plain_recursion_says():
    found = mc.solve_round(mc.MIDNIGHT, 3, rollover=(0.9, -0.25, 0.125))
    agrees_with_the_twin(mc.MIDNIGHT, found)


def test_a_seat_that_plays_by_rote_is_worth_what_plain_recursion_says():
    found = mc.solve_round(mc.MIDNIGHT, 3, "split", strategies=(None, GREEDY, None))
    agrees_with_the_twin(mc.MIDNIGHT, found, followed={1: mc.evaluate(mc.MIDNIGHT, GREEDY)})


def agrees_with_the_twin(rules, found, followed=None):
    twin = naive_rounds.NaiveRound(
        rules.required, found.tie, found.rollover, play_offs(rules, found.players), followed
    )
    for played in range(found.players + 1):
        for scores in product(POSSIBLE, repeat=played):
            shares = np.array(twin.shares(scores), dtype=float)
            assert np.abs(found.equities(scores) - shares[:-1]).max() <= CLOSE, scores
            assert abs(found.p_not_won(scores) - shares[-1]) <= CLOSE, scores
            if played < found.players and not scores[:-1]:
                chances = np.array(twin.chances(scores), dtype=float)
                assert np.abs(found.distribution(scores) - chances).max() <= CLOSE, scores
                payoff = np.array(twin.payoff(scores), dtype=float)
                assert np.abs(np.array(found.goal(scores).payoff) - payoff).max() <= CLOSE, scores
    if found.tie in ("replay", "extra", "play-off"):
        again = np.array(twin.shares()[:-1], dtype=float)
        assert np.abs(found.rollover - again).max() <= CLOSE


# -------------------------------------------------------------------- every table, every tie, every situation


@pytest.mark.parametrize(("players", "tie"), TABLES)
def test_a_seats_goal_is_what_the_sheet_is_worth_with_its_score_on_it(players, tie):
    """And so is every seat's equity, step by step, up to the end of the round by the rules."""
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    for scores in situations(players):
        chances, payoff = found.distribution(scores), found.goal(scores).payoff
        after = np.array([found.equities((*scores, own)) for own in POSSIBLE])
        assert np.abs(after[:, len(scores)] - np.array(payoff)[list(POSSIBLE)]).max() <= CLOSE
        assert np.abs(chances[list(POSSIBLE)] @ after - found.equities(scores)).max() <= CLOSE
        not_won = [found.p_not_won((*scores, own)) for own in POSSIBLE]
        assert isclose(chances[list(POSSIBLE)] @ not_won, found.p_not_won(scores), abs_tol=CLOSE)
        if len(scores) == players - 1:
            for own, shares in zip(POSSIBLE, after, strict=True):
                ended = settled(found, (*scores, own))
                assert np.abs(shares - ended[:-1]).max() <= CLOSE
                assert found.p_not_won((*scores, own)) == ended[-1]
    assert np.abs(found.equity - found.equities()).max() <= CLOSE
    assert found.p_rollover == found.p_not_won()


@pytest.mark.parametrize(("players", "tie"), TABLES)
def test_the_shares_sum_to_one(players, tie):
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    draw = random.Random(players)
    sheets = [*situations(players), *(draw.choices(POSSIBLE, k=players) for _ in range(50)), (0,) * players]
    for scores in sheets:
        shares = found.equities(scores)
        assert abs(shares.sum() - 1) <= CLOSE, scores
        assert shares.min() >= 0
    assert abs(found.equity.sum() - 1) <= CLOSE
    assert abs(found.rollover.sum() - 1) <= CLOSE


@pytest.mark.parametrize(("players", "tie"), TABLES)
def test_no_seat_gains_by_any_single_change_of_keep(players, tie):
    """For every seat and situation, at every position, for every roll: no keep is worth more than that made.

    A keep is worth what the rest of the turn is when the policy plays on; the policy is the one that the
    seat's goal is played by. What it comes to in the end is the distribution that the round was solved with.
    """
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    for scores in situations(players):
        payoff = found.goal(scores).payoff
        value, most_gained = played_on(payoff)
        assert most_gained <= CLOSE, scores
        assert isclose(value, found.distribution(scores) @ np.array(payoff), abs_tol=CLOSE), scores
        assert isclose(value, found.equities(scores)[len(scores)], abs_tol=CLOSE), scores
        # Nor by any number of changes: the most that any play of the turn gets, by the twin's own dice.
        assert isclose(value, naive_race.turn((1, 4)).worth(payoff), abs_tol=CLOSE), scores


@cache
def played_on(payoff):
    """Return what the solver's policy gets for a payoff, and the most that another keep would have gained."""
    chosen = solve_payoff(mc.MIDNIGHT, payoff).chosen
    values = np.empty(POSITIONS)
    values[with_dice_left(0)] = np.array(payoff)[final_scores(mc.MIDNIGHT)]
    most_gained = 0.0
    for dice in range(1, 7):
        worth = values[successors(dice)]
        made = np.take_along_axis(worth, chosen[dice], axis=1)
        best = np.maximum.reduceat(worth, keep_table(dice).starts, axis=1)
        most_gained = max(most_gained, float((best - made).max()))
        values[with_dice_left(dice)] = made @ (multiplicities(dice) / 6**dice)
    return values[0], most_gained


def test_the_check_of_keeps_sees_a_policy_that_is_not_the_best(monkeypatch):
    """The best average is not the best play for winning: some keep would have gained."""
    best_average = solve_payoff(mc.MIDNIGHT, mc.goals.mean_score().payoff)
    monkeypatch.setitem(globals(), "solve_payoff", lambda _rules, _payoff: best_average)
    payoff = mc.solve_round(mc.MIDNIGHT, 2, "split").goal((20,)).payoff
    value, most_gained = played_on.__wrapped__(payoff)
    assert most_gained > 0.01
    assert value < naive_race.turn((1, 4)).worth(payoff) - 0.01


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_variants_goals_are_played_by_their_best_policy(players, tie):
    rules = mc.TWO_FOUR_24
    found = mc.solve_round(rules, players, tie)
    for scores in [*situations(players)][::5]:
        goal, seat = found.goal(scores), len(scores)
        solution, start = mc.solve(rules, goal), mc.Turn(rules)
        assert isclose(solution.value(start), found.equities(scores)[seat], abs_tol=CLOSE)
        assert np.abs(solution.distribution(start) - found.distribution(scores)).max() <= CLOSE


@pytest.mark.parametrize(("players", "tie"), TABLES)
def test_the_solver_says_of_a_goal_what_the_round_says_of_the_seat(players, tie):
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    for scores in random.Random(players).sample([*situations(players)], 10):
        value = mc.solve(mc.MIDNIGHT, found.goal(scores)).value(mc.Turn(mc.MIDNIGHT))
        assert isclose(value, found.equities(scores)[len(scores)], abs_tol=CLOSE), scores


# -------------------------------------------------------------------------------------------- ties at the top


@pytest.mark.parametrize(("players", "tie"), TABLES)
def test_scores_below_the_best_are_all_the_same(players, tie):
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    draw = random.Random(players)
    for scores in draw.sample([*situations(players)], 20):
        best = max(scores, default=0)
        other = tuple(score if score == best else draw.choice((0, 0, 4, best - 1)) for score in scores)
        if max(other, default=0) == best and all(score in POSSIBLE for score in other):
            assert (found.equities(other) == found.equities(scores)).all(), (scores, other)


@pytest.mark.parametrize("tie", ["split", "rollover"])
@pytest.mark.parametrize("players", [3, 5])
def test_when_the_order_does_not_count_seats_that_have_played_swap_their_shares(players, tie):
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    for scores in [(20, 20, 18), (20, 18, 20), (0, 22, 22), (21, 21, 21), (0, 0, 0), (19, 24, 4)]:
        shares = found.equities(scores)
        for order in permutations(range(3)):
            swapped = found.equities([scores[seat] for seat in order])
            assert np.abs(swapped[:3] - shares[list(order)]).max() <= CLOSE
            assert np.abs(swapped[3:] - shares[3:]).max(initial=0) <= CLOSE


def test_the_earlier_seat_takes_it():
    found = mc.solve_round(mc.MIDNIGHT, 4, "earlier")
    assert found.equities((4, 20, 19, 20)).tolist() == [0, 1, 0, 0]
    assert found.equities((0, 0, 0, 0)).tolist() == [1, 0, 0, 0]
    assert found.equities((24,)) == pytest.approx([1, 0, 0, 0], abs=CLOSE)
    assert found.equities((20, 18, 20))[2] == 0
    assert found.p_rollover == 0


def test_a_split_pot_is_shared_by_all_who_are_level():
    found = mc.solve_round(mc.MIDNIGHT, 4, "split")
    assert found.equities((20, 4, 20, 20)).tolist() == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3])
    assert found.equities((0, 0, 0, 0)).tolist() == [0.25] * 4
    assert found.equities((5, 0, 0, 0)).tolist() == [1, 0, 0, 0]
    assert found.p_rollover == 0


@pytest.mark.parametrize("scores", [(0, 0, 0, 0), (20, 4, 20, 20), (24, 24, 0, 4)])
def test_a_pot_that_rolls_over_is_worth_its_share_to_everybody(scores):
    found = mc.solve_round(mc.MIDNIGHT, 4)
    assert found.tie == "rollover"
    assert found.equities(scores).tolist() == [0.25] * 4
    assert found.p_not_won(scores) == 1


@pytest.mark.parametrize("tie", ["extra", "play-off"])
def test_those_who_are_level_have_extra_turns_in_their_order(tie):
    found = mc.solve_round(mc.MIDNIGHT, 4, tie)
    one, other = mc.solve_round(mc.MIDNIGHT, 2, "replay").equity
    first, second, third = mc.solve_round(mc.MIDNIGHT, 3, "extra").equity
    assert found.equities((20, 4, 20, 18)) == pytest.approx([one, 0, other, 0], abs=CLOSE)
    assert found.equities((20, 20, 4, 20)) == pytest.approx([first, second, 0, third], abs=CLOSE)
    assert found.equities((0, 0, 0, 0)) == pytest.approx(found.equity, abs=CLOSE)
    assert found.equities((9, 9, 9, 9)) == pytest.approx(found.equity, abs=CLOSE)
    assert found.p_not_won((9, 9, 9, 9)) == (tie == "play-off")


@pytest.mark.parametrize("players", range(2, 9))
def test_extra_turns_and_a_play_off_are_the_same_game(players):
    extra, off = (mc.solve_round(mc.MIDNIGHT, players, tie) for tie in ("extra", "play-off"))
    assert np.abs(extra.equity - off.equity).max() <= CLOSE
    assert extra.p_rollover < off.p_rollover


def test_two_who_are_level_settle_it_alike_however_it_is_called():
    equities = [mc.solve_round(mc.MIDNIGHT, 2, tie).equity for tie in ("replay", "extra", "play-off")]
    assert np.ptp(equities, axis=0).max() <= CLOSE


@pytest.mark.parametrize("tie", ["replay", "extra", "play-off"])
@pytest.mark.parametrize("players", [2, 3, 8])
def test_a_round_that_is_played_again_is_worth_what_it_was(players, tie):
    found = mc.solve_round(mc.MIDNIGHT, players, tie)
    assert np.abs(found.rollover - found.equity).max() <= CLOSE
    assert np.abs(found.equities((0,) * players) - found.equity).max() <= CLOSE
    if tie == "replay":
        # The same as a pot that rolls over and is worth to each seat what the round is.
        over = mc.solve_round(mc.MIDNIGHT, players, rollover=found.equity)
        assert np.abs(over.equity - found.equity).max() <= CLOSE
        assert isclose(over.p_rollover, found.p_rollover, abs_tol=CLOSE)


# --------------------------------------------------------------------- what a pot that rolls over is worth


@pytest.mark.parametrize("players", [2, 5])
def test_a_pot_that_is_worth_nothing_once_it_rolls_over(players):
    found = mc.solve_round(mc.MIDNIGHT, players, rollover=(0,) * players)
    assert isclose(found.equity.sum(), 1 - found.p_rollover, abs_tol=CLOSE)
    equal = mc.solve_round(mc.MIDNIGHT, players)
    assert found.p_rollover < equal.p_rollover
    assert (found.rollover == 0).all()


def test_the_worth_of_a_rollover_is_added_by_its_chance():
    worth = (0.9, -0.25, 0.125)
    found = mc.solve_round(mc.MIDNIGHT, 3, rollover=worth)
    assert found.rollover.tolist() == list(worth)
    assert found.equities((18, 0, 18)).tolist() == list(worth)
    assert isclose(found.equity.sum(), 1 - found.p_rollover + found.p_rollover * sum(worth), abs_tol=CLOSE)


def test_a_seat_that_likes_rollovers_more_has_more_of_them():
    chances = [mc.solve_round(mc.MIDNIGHT, 2, rollover=(0.5, worth)).p_rollover for worth in (0, 0.5, 0.99)]
    assert chances[0] < chances[1] < chances[2]


def test_an_equal_share_is_what_is_meant_unless_said():
    said, unsaid = mc.solve_round(mc.MIDNIGHT, 4, rollover=[1 / 4] * 4), mc.solve_round(mc.MIDNIGHT, 4)
    assert np.abs(said.equity - unsaid.equity).max() <= CLOSE


# ------------------------------------------------------------------------------------ seats that play by rote


@pytest.mark.parametrize("tie", TIES)
def test_when_all_play_by_rote_their_turns_are_independent(tie):
    """Every triple of final scores, its chance a product, its shares by the rules."""
    seats = (GREEDY, SIXES, THROWS_21)
    chances = [mc.evaluate(mc.MIDNIGHT, strategy) for strategy in seats]
    found = mc.solve_round(mc.MIDNIGHT, 3, tie, strategies=seats)
    shares = np.zeros(4)
    for scores in product(POSSIBLE, repeat=3):
        chance = np.prod([one[score] for one, score in zip(chances, scores, strict=True)])
        shares += chance * settled(found, scores, seats)
    assert np.abs(found.equity - shares[:3]).max() <= CLOSE
    assert isclose(found.p_rollover, shares[3], abs_tol=CLOSE)
    assert abs(found.equity.sum() - 1) <= CLOSE


@pytest.mark.parametrize("players", range(2, 9))
def test_when_all_play_alike_by_rote(players):
    """The chance to be alone at the top is the same for every seat, and a matter of one sum."""
    chances = mc.evaluate(mc.MIDNIGHT, SIXES)
    below = np.cumsum(chances) - chances
    alone = (chances * below ** (players - 1))[1:].sum()
    found = {tie: mc.solve_round(mc.MIDNIGHT, players, tie, strategies=(SIXES,) * players) for tie in TIES}
    assert isclose(found["rollover"].p_rollover, 1 - players * alone, abs_tol=CLOSE)
    assert isclose(found["replay"].p_rollover, 1 - players * alone, abs_tol=CLOSE)
    for tie in ("rollover", "split", "replay"):
        assert np.abs(found[tie].equity - 1 / players).max() <= CLOSE
    # The earlier seat wins when no earlier one has as much, and no later one more.
    for seat, equity in enumerate(found["earlier"].equity):
        later = players - 1 - seat
        assert isclose(equity, (chances * below**seat * (below + chances) ** later).sum(), abs_tol=CLOSE)


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("seat", range(3))
def test_the_best_play_of_a_seat_is_no_worse_than_any_named_strategy(seat, tie):
    others = [SIXES, GREEDY, THROWS_21]

    def equity(strategy):
        seats = [strategy if number == seat else other for number, other in enumerate(others)]
        return mc.solve_round(mc.MIDNIGHT, 3, tie, strategies=seats).equity[seat]

    best = equity(None)
    for name, strategy in NAMED.items():
        assert equity(strategy) < best, name


def test_a_seat_by_rote_pays_no_heed_to_the_sheet():
    found = mc.solve_round(mc.MIDNIGHT, 3, "split", strategies=(None, GREEDY, None))
    chances = mc.evaluate(mc.MIDNIGHT, GREEDY)
    for score in POSSIBLE:
        assert (found.distribution((score,)) == chances).all()
    # Its goal is what it would play for all the same.
    value = found.distribution((20,)) @ np.array(found.goal((20,)).payoff)
    assert isclose(value, found.equities((20,))[1], abs_tol=CLOSE)


def test_extra_turns_are_played_at_their_best_by_those_who_play_by_rote():
    found = mc.solve_round(mc.MIDNIGHT, 3, "extra", strategies=(GREEDY, GREEDY, SIXES))
    two = mc.solve_round(mc.MIDNIGHT, 2, "replay")
    assert found.equities((20, 20, 4)) == pytest.approx([*two.equity, 0], abs=CLOSE)


def hopeless(_turn, roll):
    """Keep no qualifier as long as there is anything else to keep."""
    return tuple(face for face in roll if face not in mc.MIDNIGHT.required) or roll[:1]


@pytest.mark.parametrize("tie", ["replay", "play-off"])
def test_a_round_that_is_nearly_never_won_is_shared_all_the_same(tie):
    strategy = mc.Strategy("hopeless", hopeless)
    assert 0.99 < mc.evaluate(mc.MIDNIGHT, strategy)[0] < 1
    found = mc.solve_round(mc.MIDNIGHT, 2, tie, strategies=(strategy, strategy))
    assert found.equity.tolist() == pytest.approx([0.5, 0.5], abs=1e-10)


# --------------------------------------------------------------------------------------------- the object


def test_a_round_is_solved_once_whatever_whole_number_asks():
    assert mc.solve_round(mc.MIDNIGHT, np.int64(3)) is mc.solve_round(mc.MIDNIGHT, 3, "rollover")
    assert mc.solve_round(mc.MIDNIGHT, 2, strategies=[None, None]) is mc.solve_round(mc.MIDNIGHT, 2)


def test_scores_may_be_any_series():
    found = mc.solve_round(mc.MIDNIGHT, 3)
    wanted = found.equities((20, 0))
    for scores in ([20, 0], np.array([20, 0]), (score for score in (20, 0))):
        assert (found.equities(scores) == wanted).all()


def test_what_comes_out_is_read_only():
    found = mc.solve_round(mc.MIDNIGHT, 3)
    for array in (found.equity, found.rollover, found.equities((4,)), found.distribution((4,))):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_the_names_of_the_ties_are_these():
    assert rounds.TIES == TIES
