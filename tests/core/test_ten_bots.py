"""What bots do at a table of 10 000: rules of thumb, solved play, the last round, and winning as expected."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest

from midnight_core import InputError
from midnight_core.gamecode import mask_of
from midnight_core.match import PERSON
from midnight_core.ten_thousand import (
    DEFAULT,
    HouseRules,
    solve_race,
    solve_solitaire,
    solve_turn,
)
from midnight_core.ten_thousand.bots import (
    THUMB,
    is_bots_turn,
    is_unsolved,
    last_turn,
    play_on,
    solution_of,
    step,
    stops,
    take_of,
)
from midnight_core.ten_thousand.match import BOTS, WINNER, Match, Setup

SHORT = HouseRules(opening=350, target=1000)
SOLVED = ("perfect", "fewest-turns", WINNER)


def table(*seats, house=DEFAULT, seed=2417):
    """Return a match of which seat 0 begins."""
    return Match(Setup(seed, seats, house, first=0))


def opened(*seats, house=DEFAULT):
    """Return a match in which everybody has written down 1000 points."""
    match = table(*seats, house=house)
    for _ in seats:
        match = match.note(1000)
    return match


def thrown(match, roll):
    """Return the match after the mover's real dice show this; a bot's too, so that tests can say them."""
    return match.enter(tuple(map(int, roll)))


def chosen(match, roll, aside):
    match = thrown(match, roll)
    return match.keep(mask_of(match.game.roll, map(int, aside)))


@cache
def race():
    return solve_race(SHORT)


# ---------------------------------------------------------------------------------------------- a single move


def test_it_is_a_bots_turn_when_a_bot_is_to_move():
    match = table(PERSON, "bold")
    assert not is_bots_turn(match)
    assert is_bots_turn(match.note(0))
    assert not is_bots_turn(match.note(10_000).note(0)), "it is over"


@pytest.mark.parametrize("bot", THUMB)
def test_a_rule_of_thumb_sets_aside_all_that_scores(bot):
    match = opened(bot, PERSON)
    for roll, aside in (("152366", (1, 5)), ("111156", (1, 1, 1, 1, 5)), ("123456", (1, 2, 3, 4, 5, 6))):
        assert take_of(thrown(match, roll)) == aside


@pytest.mark.parametrize(
    ("bot", "roll", "aside", "writes"),
    [
        ("cautious", "112346", "11", False),
        ("cautious", "115234", "115", False),
        ("cautious", "333124", "333", True),
        ("bold", "666234", "666", False),
        ("bold", "111234", "111", True),
        ("by-dice-left", "115524", "1155", True),
        ("by-dice-left", "222146", "2221", True),
        ("by-dice-left", "222346", "222", False),
        ("by-dice-left", "333126", "333", False),
        ("by-dice-left", "444126", "444", True),
        ("by-dice-left", "123456", "123456", False),
    ],
)
def test_a_rule_of_thumb_writes_down_from_its_total_on(bot, roll, aside, writes):
    match = chosen(opened(bot, PERSON), roll, aside)
    assert stops(match) == writes
    after = step(match)
    assert (after.totals[0] > 1000) == writes
    if not writes:
        assert len(after.game.steps) == 2 or after.turns[-1].game.is_bust


@pytest.mark.parametrize("bot", BOTS)
def test_no_bot_stops_below_the_opening(bot):
    match = chosen(table(bot, PERSON, house=HouseRules(opening=1000, target=2000)), "666512", "6665")
    assert not stops(match)
    assert step(match).totals == (0, 0)
    assert len(step(match).turns or step(match).game.steps) > 0


@pytest.mark.parametrize("bot", BOTS)
def test_no_bot_stops_where_hot_dice_have_to_be_rolled(bot):
    house = HouseRules(opening=0, target=2000, must_roll_hot=True)
    match = chosen(table(bot, PERSON, house=house), "123456", "123456")
    assert match.game.is_hot
    assert not stops(match)


@pytest.mark.parametrize("bot", ["cautious", "bold", "by-dice-left"])
def test_a_rule_of_thumb_writes_down_when_it_reaches_the_target(bot):
    match = opened(bot, PERSON).note(8900).note(0)
    assert stops(chosen(match, "152346", "1"))
    assert not stops(chosen(match, "152346", "5"))


def solution_for(bot, match):
    if bot == "perfect":
        return solve_turn(SHORT, is_open=match.totals[0] > 0)
    if bot == "fewest-turns":
        return solve_solitaire(SHORT).turn(match.totals[0])
    return race().turn(*match.totals)


@pytest.mark.parametrize("bot", SOLVED)
def test_a_solved_bot_does_the_best_there_is(bot):
    random = Random(5)
    for number in range(30):
        match = table(bot, PERSON, house=SHORT, seed=number + 1)
        if number % 2:
            match = match.note(random.choice([350, 500, 800])).note(random.choice([0, 400, 900]))
        solution = solution_for(bot, match)
        while match.mover == 0 and not match.is_over:
            if not match.game.roll:
                match = match.throw()
                continue
            game, before = match.game, len(match.turns)
            options = solution.options(game.total, len(game.roll), game.roll)
            match = step(match, race())
            last = match.turns[-1].game if len(match.turns) > before else match.game
            kept = tuple(sorted(last.steps[len(game.steps) - 1].kept))
            action = "bank" if last.is_banked else "roll"
            loss = {(option.dice, option.action): option.loss for option in options}[kept, action]
            assert loss == pytest.approx(0, abs=1e-9)


def test_the_bots_that_play_what_is_solved_differ():
    """The same hand, played for the average, for the fewest turns, and to win."""
    took = {bot: [] for bot in SOLVED}
    for bot in SOLVED:
        for seed in range(1, 60):
            match = table(bot, PERSON, house=SHORT, seed=seed).note(600).note(900).throw()
            if match.mover == 0:
                took[bot].append(step(match, race()).code.split(".")[-1])
    assert took["perfect"] != took["fewest-turns"] != took[WINNER] != took["perfect"]


def test_the_bot_that_plays_to_win_knows_the_races_of_the_default_and_those_handed_in():
    match = opened(WINNER, PERSON)
    assert solution_of(match).start == pytest.approx(solve_race(DEFAULT).chance(1000, 1000), abs=1e-9)
    match = table(WINNER, PERSON, house=SHORT)
    assert solution_of(match, race()).start == pytest.approx(race().win[0, 0], abs=1e-9)
    assert solution_of(match).start == solve_solitaire(SHORT).turn(0).start
    assert solution_of(table(WINNER, PERSON, PERSON, house=SHORT), race()).start < -1, "turns to go"


def test_it_is_said_when_a_bot_has_to_wait_for_the_fewest_turns():
    house = replace(SHORT, straight=1050)
    fewest = table(PERSON, "fewest-turns", house=house)
    to_win, of_three = table(PERSON, WINNER, house=house), table(PERSON, WINNER, "bold", house=house)
    waiting = [fewest, to_win, of_three]
    assert all(is_unsolved(match) for match in waiting)
    assert not any(is_unsolved(match.note(1000)) for match in waiting), "in the last round all is known"
    assert not is_unsolved(table(PERSON, "perfect", "bold", "cautious", "by-dice-left", house=house))
    assert not is_unsolved(table(PERSON, WINNER, house=SHORT), race())
    solve_solitaire(house)
    assert not any(is_unsolved(match) for match in waiting)


# --------------------------------------------------------------------------------------------- the last round


@pytest.mark.parametrize("bot", BOTS)
def test_in_the_last_round_no_bot_writes_down_a_total_that_loses(bot):
    match = table(PERSON, bot).note(9000).note(8700).note(1100)
    assert match.to_beat - match.totals[1] == 1400
    assert not stops(chosen(match, "666123", "666")), "600 do not help"
    assert not stops(chosen(match, "666612", "66661")), "1300 do not either"
    assert stops(chosen(match, "111125", "1111")), "2000 do"


@pytest.mark.parametrize(("ties", "writes"), [("shared", True), ("first", False)])
@pytest.mark.parametrize("bot", THUMB)
def test_being_level_is_enough_where_ties_share_the_win(bot, ties, writes):
    match = table(PERSON, bot, house=HouseRules(ties=ties)).note(9000).note(8000).note(1000)
    assert stops(chosen(match, "111125", "1111")) == writes


def test_the_last_turn_of_two_is_that_of_the_race():
    for mine, theirs in ((0, 1000), (500, 1200), (950, 1000), (600, 3000)):
        mine_alone, of_race = last_turn(SHORT, mine, theirs), race().turn(mine, theirs)
        assert mine_alone.start == of_race.start
        assert mine_alone.options(0, 6, (1, 1, 2, 4, 5, 6)) == of_race.options(0, 6, (1, 1, 2, 4, 5, 6))
        assert mine_alone.start == race().chance(mine, theirs)


def test_a_win_shared_by_more_is_worth_less():
    house = HouseRules()
    level = [last_turn(house, 9000, 10_000, leaders).stakes.worth(20) for leaders in (1, 2, 3)]
    assert level == [1 / 2, 1 / 3, 1 / 4]
    assert last_turn(house, 9000, 10_000, 2).stakes.worth(21) == 1
    assert last_turn(replace(house, ties="first"), 9000, 10_000).stakes.worth(20) == 0


def test_those_who_come_after_make_a_lead_worth_less():
    alone = last_turn(SHORT, 600, 1000)
    before = last_turn(SHORT, 600, 1000, 1, (900,))
    before_two = last_turn(SHORT, 600, 1000, 1, (900, 900))
    assert alone.start > before.start > before_two.start
    # Whoever comes after is behind what was written down.
    for points in (450, 800, 2000):
        theirs = race().chance(900, 600 + points)
        assert before.stakes.worth(points // 50) == pytest.approx(1 - theirs, abs=1e-12)
        assert before_two.stakes.worth(points // 50) == pytest.approx((1 - theirs) ** 2, abs=1e-12)
    assert (before.threshold(3) or 0) > (alone.threshold(3) or 0), "a lead is not enough"


# ---------------------------------------------------------------------------------------------- whole matches


def test_a_step_is_a_throw_and_then_dice_set_aside_and_what_follows():
    match = table("cautious", PERSON, house=HouseRules(opening=0))
    codes = [match.code]
    while is_bots_turn(match):
        match = step(match)
        codes.append(match.code)
    assert codes[1] == codes[0] + ".~"
    assert all(len(after) - len(before) == 2 for before, after in pairwise(codes[1:]))
    assert (match.mover, match.game.steps) == (1, ())


def test_bots_play_on_until_a_person_is_to_play():
    match = play_on(table("bold", "cautious", PERSON, "by-dice-left"))
    assert (match.mover, len(match.turns), match.game.steps) == (2, 2, ())
    assert play_on(match) is match
    match = play_on(match.note(1000))
    assert (match.mover, len(match.turns)) == (2, 6)


@pytest.mark.parametrize("bot", BOTS)
def test_bots_play_on_in_the_midst_of_a_turn(bot):
    """Also with dice set aside and the next move open, which no bot leaves behind but a link can."""
    for seed in range(1, 8):
        start = table(bot, PERSON, house=SHORT, seed=seed)
        match = start.throw()
        if match.mover == 0:
            match = match.keep(mask_of(match.game.roll, take_of(match, race())))
            assert play_on(match, race()) == play_on(start, race())


def test_bots_alone_play_to_the_end_and_do_the_same_again():
    for seed in range(1, 6):
        match = play_on(table(*THUMB, seed=seed))
        assert match.is_over
        assert play_on(match) is match
        assert play_on(match.restarted()) == match


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: step(table(PERSON, "bold")), "It is not a bot's turn."),
        (lambda: step(table("bold", "bold").note(10_000).note(0)), "It is not a bot's turn."),
        (lambda: take_of(table("bold", PERSON)), "No bot has dice to set aside."),
        (lambda: take_of(thrown(table(PERSON, "bold"), "112346")), "It is not a bot's turn."),
        (lambda: stops(table(PERSON, "bold")), "It is not a bot's turn."),
        (lambda: solution_of(table("bold", PERSON)), "This bot plays by a rule of thumb."),
        (
            lambda: step(thrown(table(WINNER, PERSON), "112346"), race()),
            "This race is solved for other house rules than those of the match.",
        ),
    ],
)
def test_what_no_bot_can_do_gets_a_sentence(call, says):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == says


@pytest.mark.parametrize("call", [lambda: is_bots_turn(None), lambda: step("k1"), lambda: play_on(5)])
def test_only_matches_are_played(call):
    with pytest.raises(InputError, match="match"):
        call()


# ------------------------------------------------------------------------------ as often ahead as is expected


def shares(match):
    """Return what each seat has of the win."""
    found = np.zeros(len(match.totals))
    found[list(match.winners)] = 1 / len(match.winners)
    return found


def test_two_who_play_to_win_win_as_often_as_the_race_says():
    count = 100
    matches = [play_on(table(WINNER, WINNER, house=SHORT, seed=seed), race()) for seed in range(1, count + 1)]
    won = np.mean([shares(match) for match in matches], axis=0)
    expected = float(race().win[0, 0])
    assert abs(won[0] - expected) < 3.5 * sqrt(expected * (1 - expected) / count)
    assert sum(won) == pytest.approx(1)


def test_the_chance_of_a_last_turn_with_others_to_come_is_as_often_won():
    count = 600
    expected = last_turn(SHORT, 0, 1050, 1, (0,)).start
    won = 0.0
    for seed in range(1, count + 1):
        match = table("perfect", "perfect", "perfect", house=SHORT, seed=seed).note(1050)
        won += shares(play_on(match))[1]
    assert abs(won / count - expected) < 3.5 * sqrt(expected * (1 - expected) / count)


def test_the_perfect_average_beats_a_rule_of_thumb():
    """Played by the same seeds with the seats swapped, so that nobody has the better dice."""
    house, won = HouseRules(opening=0, target=3000), 0.0
    for seed in range(1, 151):
        won += shares(play_on(table("perfect", "cautious", house=house, seed=seed)))[0]
        won += shares(play_on(table("cautious", "perfect", house=house, seed=seed)))[1]
    assert won / 300 > 0.5
