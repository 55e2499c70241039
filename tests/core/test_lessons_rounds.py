"""What the lesson on rounds computes, beside plain enumeration and the definitions."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import midnight_core as mc
from midnight_core.lessons_rounds import (
    TO_BEAT,
    carried,
    effect_of_carrying,
    gains,
    last_die,
    most_leaders,
    scores_before,
    stops_below,
    stops_from,
)
from midnight_core.rounds import TIES

RULES = (mc.MIDNIGHT, mc.TWO_FOUR_24)
PERFECT = mc.strategies.NAMED["perfect"]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("lower", range(1, 6))
def test_each_score_that_two_last_dice_can_make_is_weighed_by_what_is_thrown(
    rules: mc.Rules, lower: int
) -> None:
    found = mc.solve_round(rules, 3)
    goal = found.goal((19,))
    choices = {choice.score: choice for choice in last_die(found, (19,), lower)}
    held = set()
    for kept in product(range(1, 7), repeat=2):
        for higher in range(lower, 7):
            dice = (*rules.required, *kept, higher)
            score = mc.score(rules, (*dice, lower))
            held.add(score)
            thrown = [goal.payoff[mc.score(rules, (*dice, face))] for face in range(1, 7)]
            assert choices[score].stop == goal.payoff[score]
            assert choices[score].throw == pytest.approx(sum(thrown) / 6, abs=1e-15)
    assert sorted(held) == list(choices)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("lower", range(2, 6))
def test_the_verdict_is_what_the_solver_keeps(rules: mc.Rules, lower: int) -> None:
    """To throw the higher die instead is never better, so the solver's best keep is one of the two."""
    found = mc.solve_round(rules, 4, "split")
    scores = (17, 20)
    solved = mc.solve(rules, found.goal(scores))
    for kept in product(range(lower, 7), repeat=2):
        turn = mc.Turn(rules, (*rules.required, *kept))
        options = {option.keep: option.value for option in solved.options(turn, (lower, 6))}
        (choice,) = [one for one in last_die(found, scores, lower) if one.score == sum(kept) + 6 + lower]
        assert options[lower, 6] == pytest.approx(choice.stop, abs=1e-12)
        assert options[6,] == pytest.approx(choice.throw, abs=1e-12)
        assert solved.best_keep(turn, (lower, 6)) == ((lower, 6) if choice.verdict > 0 else (6,)) or (
            choice.verdict == 0
        )


def test_the_last_seat_stops_as_soon_as_it_is_ahead() -> None:
    found = mc.solve_round(mc.MIDNIGHT, 4)
    for lower, beat in product(range(1, 6), range(12, 16)):
        row = last_die(found, scores_before(3, beat), lower)
        choices = {one.score: one.verdict for one in row}
        # Level, a quarter of the pot: less than what a throw brings, but for a 5.
        assert stops_from(row) == (beat if lower == 5 else beat + 1)
        assert choices[beat] == (1 if lower == 5 else -1)
        assert choices[beat + 1] == (lower > 1)
        # No throw falls back, or even the best one is not enough.
        assert choices[beat + lower] == choices.get(beat + lower - 7, 0) == 0


def test_early_seats_throw_what_the_best_average_keeps() -> None:
    borders = [stops_from(last_die(mc.solve_round(mc.MIDNIGHT, players), (), 4)) for players in range(2, 9)]
    assert borders == [18, 21, 22, None, None, None, None]
    assert [stops_from(last_die(mc.solve_round(mc.MIDNIGHT, n), (), 5)) for n in (7, 8)] == [12, 20]


def test_a_border_that_is_none_is_told() -> None:
    choices = last_die(mc.solve_round(mc.MIDNIGHT, 4), scores_before(2, 19), 3)
    verdicts = {choice.score: choice.verdict for choice in choices}
    assert [verdicts[score] for score in (19, 20, 21)] == [-1, 1, -1]
    assert stops_below(choices) == (20,)
    assert stops_from(choices) is None
    assert not stops_below(last_die(mc.solve_round(mc.MIDNIGHT, 4), scores_before(3, 19), 3))


@pytest.mark.parametrize("tie", TIES[:-1])
def test_more_leaders_than_are_told_apart_change_nothing(tie: str) -> None:
    found = mc.solve_round(mc.MIDNIGHT, 5, tie)
    for before in range(1, 5):
        most = most_leaders(tie, before)
        payoffs = [found.goal(scores_before(before, 20, leaders)).payoff for leaders in range(1, before + 1)]
        assert all(payoff == payoffs[most - 1] for payoff in payoffs[most - 1 :])
        assert len(set(payoffs[:most])) == most


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 5])
def test_a_carried_pot_is_worth_what_its_round_is_worth(rules: mc.Rules, players: int) -> None:
    worth = np.full(players, 1 / players)
    for _ in range(40):
        worth = mc.solve_round(rules, players, rollover=worth.tolist()).equity
    found = carried(rules, players)
    assert found.equity == pytest.approx(worth, abs=1e-13)
    assert found.rollover == pytest.approx(found.equity, abs=1e-13)
    assert found.equity.sum() == pytest.approx(1, abs=1e-13)


def test_the_effect_counts_the_situations_whose_best_play_changes() -> None:
    once, again = mc.solve_round(mc.MIDNIGHT, 2), carried(mc.MIDNIGHT, 2)
    situations: list[tuple[int, ...]] = [(), *((beat,) for beat in TO_BEAT)]
    changed, losses = 0, [0.0]
    for scores in situations:
        usual, best = once.distribution(scores), again.distribution(scores)
        changed += not np.allclose(usual, best, rtol=0, atol=1e-12)
        losses.append(float(np.array(again.goal(scores).payoff) @ (best - usual)))
    found = effect_of_carrying(mc.MIDNIGHT, 2)
    assert (found.situations, found.changed) == (len(situations), changed) == (23, 16)
    assert found.loss == pytest.approx(max(losses), abs=1e-15)
    assert found.loss > 0


@pytest.mark.parametrize("tie", ["rollover", "earlier"])
def test_perfect_play_gains_what_best_replies_gain(tie: str) -> None:
    """Two players: the second replies to a score that is known, the first to a fixed distribution."""
    others = mc.strategies.NAMED["greedy"]
    theirs, plain = (mc.evaluate(mc.MIDNIGHT, one) for one in (others, PERFECT))
    shares = np.array([[share(tie, first, second) for second in range(25)] for first in range(25)])
    found = gains(mc.MIDNIGHT, 2, tie, others)
    first = mc.solve(mc.MIDNIGHT, mc.Goal("first", tuple(shares @ theirs))).value(mc.Turn(mc.MIDNIGHT))
    second = sum(
        float(theirs[beat])
        * mc.solve(mc.MIDNIGHT, mc.Goal("second", tuple(1 - shares[beat]))).value(mc.Turn(mc.MIDNIGHT))
        for beat in TO_BEAT
    )
    assert found.perfect == pytest.approx([first, second], abs=1e-12)
    assert found.plain == pytest.approx([plain @ shares @ theirs, theirs @ (1 - shares) @ plain], abs=1e-12)


def share(tie: str, first: int, second: int) -> float:
    """Return the first one's share of the pot."""
    if first == second:
        return 1.0 if tie == "earlier" else 0.5
    return float(first > second)


@pytest.mark.parametrize("tie", ["rollover", "split"])
def test_perfect_play_never_loses_to_the_best_average(tie: str) -> None:
    for others in mc.strategies.NAMED.values():
        found = gains(mc.TWO_FOUR_24, 3, tie, others)
        assert (found.perfect > found.plain).all()
        # Where seats make no difference, only looking does: the later, the better.
        assert (np.diff(found.perfect) > 0).all()
        assert np.ptp(found.plain) < 1e-12


@pytest.mark.parametrize("lower", [0, 6, -1, 2.5, "3", None, True])
def test_a_lower_die_that_cannot_be_is_refused(lower: object) -> None:
    with pytest.raises(mc.InputError, match="The lower die shows 1 to 5"):
        last_die(mc.solve_round(mc.MIDNIGHT, 2), (), lower)  # type: ignore[arg-type]


def test_what_is_no_round_or_no_lead_is_refused() -> None:
    with pytest.raises(mc.InputError, match="of type Round"):
        last_die("round", (), 3)  # type: ignore[arg-type]
    with pytest.raises(mc.InputError, match="3 of 2 seats cannot lead"):
        scores_before(2, 20, 3)
    with pytest.raises(mc.InputError, match="0 of 2 seats cannot lead"):
        scores_before(2, 20, 0)
    assert scores_before(3, 0) == (0, 0, 0)
    assert scores_before(3, 20, 2) == (20, 20, 0)
