"""A turn of 10 000 looked back on: luck and losses add up, luck averages zero, bands end where they say."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from midnight_core import InputError
from midnight_core.review import Band
from midnight_core.rolls import all_rolls, multiplicity
from midnight_core.ten_thousand import (
    BANK,
    DEFAULT,
    PRESETS,
    ROLL,
    UNIT,
    HouseRules,
    TurnSolution,
    set_asides,
    solve_solitaire,
    solve_turn,
)
from midnight_core.ten_thousand.bots import last_turn, play_on
from midnight_core.ten_thousand.gamecode import TenGame, read_ten
from midnight_core.ten_thousand.games import known_race
from midnight_core.ten_thousand.match import Match, Setup
from midnight_core.ten_thousand.review import Measure, Review, band, bounds, judge, review
from tests.core.test_ten_gamecode import masks_of

STRICT = PRESETS["strict"]
HOUSES = (DEFAULT, PRESETS["quick"], PRESETS["generous"], STRICT, HouseRules(one=0, opening=0))


@lru_cache(maxsize=64)
def race_turn(mine: int, theirs: int) -> TurnSolution:
    race = known_race(DEFAULT)
    assert race is not None
    return race.turn(mine, theirs)


def solutions(house: HouseRules, score: int) -> list[tuple[TurnSolution, Measure]]:
    """Return what a turn from a score can be judged by."""
    found = [
        (solve_turn(house, is_open=score > 0), Measure.POINTS),
        (last_turn(house, score, score + 1400, 1, (score + 500,)), Measure.CHANCE),
    ]
    if house == DEFAULT:
        found.append((race_turn(score, 8000), Measure.CHANCE))
        found.append((solve_solitaire(house).turn(score), Measure.TURNS))
    return found


def played(house: HouseRules, score: int, chance: Random) -> TenGame:
    """Return a turn in which anything legal is done, and which may not be over yet."""
    game = TenGame(house, chance.randrange(1, 10**6), score)
    while not game.is_over and chance.random() > 0.02:
        if game.roll:
            game = game.keep(chance.choice(masks_of(game)))
        elif game.may_bank and chance.random() < 0.2:
            game = game.bank()
        else:
            game = game.throw()
    return game


def assert_adds_up(seen: Review) -> None:
    largest = max([1.0, abs(seen.start), *(abs(decision.best.value) for decision in seen.decisions)])
    assert seen.end - seen.start == pytest.approx(seen.luck - seen.loss, rel=0, abs=1e-9 * largest)


@pytest.mark.parametrize("house", HOUSES)
def test_luck_minus_losses_is_what_became_of_the_turn(house: HouseRules) -> None:
    chance = Random(house.opening)
    busts = 0
    for _ in range(60):
        score = chance.choice([0, 50, 3000])
        game = played(house, score, chance)
        for solution, measure in solutions(house, score):
            seen = review(game, solution, measure)
            assert_adds_up(seen)
            assert seen.start == solution.start
            assert all(decision.loss >= 0 for decision in seen.decisions)
            assert (seen.bust is not None) == game.is_bust
            if game.is_bust:
                assert seen.end == solution.stakes.bust
            if game.is_banked:
                assert seen.end == solution.stakes.worth(game.total // UNIT)
        busts += game.is_bust
    assert busts > 5


def test_the_turns_of_bots_add_up_and_the_best_player_loses_nothing() -> None:
    setup = Setup(3, ("perfect", "cautious", "bold", "by-dice-left"), HouseRules(target=3000))
    match = play_on(Match(setup))
    lost = dict.fromkeys(setup.seats, 0.0)
    for number, turn in enumerate(match.turns):
        assert turn.game is not None
        seen = review(turn.game, solve_turn(setup.house, is_open=turn.game.score > 0), Measure.POINTS)
        assert_adds_up(seen)
        # In the last round, three turns of four, they play for something else.
        if number < len(match.turns) - 3:
            lost[setup.seats[turn.seat]] += seen.loss
    assert lost.pop("perfect") == 0
    assert min(lost.values()) > 0


@pytest.mark.parametrize("house", HOUSES)
def test_luck_averages_zero(house: HouseRules) -> None:
    for solution, measure in solutions(house, 3000):
        for dice in range(1, 7):
            for total in (0, 50, 250, 400, 1000, 2850):
                if not total and dice < 6:
                    continue
                before = solution.roll_value(total, dice)
                luck = 0.0
                for roll in all_rolls(dice):
                    choices = set_asides(house, roll)
                    mine = (
                        judge(solution, measure, total, roll, choices[-1].dice, ROLL).luck
                        if choices
                        else solution.stakes.bust - before
                    )
                    luck += mine * multiplicity(roll)
                assert luck / 6**dice == pytest.approx(0, abs=1e-9 * max(1, abs(before)))


def test_every_decision_is_beside_the_best() -> None:
    game = read_ten("t1.d.2417.1000.112456T666H!")
    solution = solve_turn(DEFAULT)
    first, second = review(game, solution, Measure.POINTS).decisions
    options = solution.options(0, 6, game.steps[0].roll)
    assert (first.chosen.dice, first.chosen.action, first.total) == ((1, 1, 5), ROLL, 0)
    assert (first.best, first.loss) == (options[0], options[0].value - solution.roll_value(250, 3))
    assert first.luck == options[0].value - solution.mean_turn
    assert (second.chosen.action, second.total, second.chosen.value) == (BANK, 250, 850.0)
    assert second.loss == pytest.approx(solution.roll_value(850, 6) - 850)
    assert [each.band for each in (first, second)] == [Band.BLUNDER, Band.BLUNDER]


def test_only_whole_decisions_count() -> None:
    solution = solve_turn(DEFAULT)
    game = TenGame(DEFAULT, 1, 1000)
    for unfinished in (game, game.enter((1, 1, 2, 4, 5, 6)), game.enter((1, 1, 2, 4, 5, 6)).keep(0b010011)):
        seen = review(unfinished, solution, Measure.POINTS)
        assert (seen.decisions, seen.start, seen.end, seen.error_rate) == ((), seen.end, seen.start, None)
    rolled = game.enter((1, 1, 2, 4, 5, 6)).keep(0b010011).enter((6, 6, 6))
    seen = review(rolled, solution, Measure.POINTS)
    assert len(seen.decisions) == 1
    assert seen.end == solution.roll_value(250, 3)
    bust = game.enter((1, 1, 2, 4, 5, 6)).keep(0b010011).enter((2, 3, 4))
    seen = review(bust, solution, Measure.POINTS)
    assert seen.bust is not None
    assert (seen.bust.total, seen.bust.roll, seen.end) == (250, (2, 3, 4), 0)
    assert seen.bust.luck == -solution.roll_value(250, 3)


def test_a_decision_is_forced_when_nothing_can_be_lost() -> None:
    # Before the opening a single 5 has to be rolled on.
    game = TenGame(DEFAULT, 1).enter((2, 3, 3, 4, 5, 6)).keep(0b010000).enter((2, 2, 3, 4, 6))
    seen = review(game, solve_turn(DEFAULT, is_open=False), Measure.POINTS)
    assert [decision.is_forced for decision in seen.decisions] == [True]
    assert (seen.unforced, seen.error_rate) == ((), None)
    seen = review(
        TenGame(DEFAULT, 1, 1000).enter((2, 3, 3, 4, 5, 6)).keep(0b010000).bank(),
        solve_turn(DEFAULT),
        Measure.POINTS,
    )
    assert seen.error_rate == seen.loss > 0


@pytest.mark.parametrize("measure", Measure)
def test_bands_end_where_the_bounds_say(measure: Measure) -> None:
    limits = bounds(measure)
    assert list(limits) == sorted(limits)
    assert band(0, measure) is Band.BEST
    for name, limit in zip(Band, limits, strict=False):
        assert band(limit, measure) is name
        assert band(float(limit) + 1e-9, measure) is list(Band)[list(Band).index(name) + 1]


def test_what_cannot_be_judged_gets_a_sentence() -> None:
    solution = solve_turn(DEFAULT)
    with pytest.raises(InputError, match="other house rules"):
        review(TenGame(STRICT, 1), solution, Measure.POINTS)
    with pytest.raises(InputError, match="has to score"):
        judge(solution, Measure.POINTS, 0, (1, 2, 3, 4, 6, 6), (2,), ROLL)
    with pytest.raises(InputError, match="but not followed by that"):
        judge(solve_turn(DEFAULT, is_open=False), Measure.POINTS, 0, (1, 2, 3, 4, 6, 6), (1,), BANK)
    with pytest.raises(InputError):
        band(1, "points")
