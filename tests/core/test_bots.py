"""What the bots do at a table: each its own strategy, whole matches, and as often ahead as is expected."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest

from midnight_core import MIDNIGHT, InputError, Rules, Turn, goals, solve
from midnight_core.bots import is_bots_turn, keep_of, play_on, step
from midnight_core.gamecode import mask_of
from midnight_core.match import BOTS, PERSON, WINNER, Match, Setup, read_match
from midnight_core.outlook import outlook
from midnight_core.sheet import Race, Rounds
from midnight_core.strategies import NAMED

SCORES = (0, *range(4, 25))
FORMS = (
    *(Rounds(count, tie) for count in (1, 2, 5) for tie in ("rollover", "extra", "again")),
    *(Race(target, finish) for target in (8, 12, 45) for finish in ("round", "immediate")),
)
RULES = (MIDNIGHT, MIDNIGHT, Rules((2, 4)), Rules((5, 6)))


def table(form, *seats, seed=2417, **agreed):
    """Return a match of which seat 0 begins."""
    return Match(Setup(seed, seats, form, **{"first": 0} | agreed))


# ------------------------------------------------------------------------------------------ a single move


def test_it_is_a_bots_turn_when_a_bot_is_to_move():
    match = table(Rounds(1), PERSON, "greedy")
    assert not is_bots_turn(match)
    assert is_bots_turn(match.note(17))
    assert is_bots_turn(match.note(17).throw())
    assert not is_bots_turn(match.note(17).note(18)), "it is over"


@pytest.mark.parametrize("bot", [bot for bot in BOTS if bot != WINNER])
def test_a_bot_keeps_by_its_own_strategy(bot):
    for seed in range(1, 40):
        match = table(Rounds(1), bot, PERSON, seed=seed, rules=RULES[seed % 4]).throw()
        while match.mover == 0:
            game = match.game
            wanted = NAMED[bot].keep(game.turn, game.roll)
            assert keep_of(match) == wanted
            after = step(match)
            last = after.game.steps[-2] if after.mover == 0 else after.turns[-1].game.steps[-1]
            assert tuple(sorted(last.kept)) == wanted
            match = after


def equity_of(match, keep):
    """Return what a keep is worth to the mover: everything that may follow, by the equity of each score."""
    ahead, rules, game = outlook(match), match.setup.rules, match.game
    option = next(
        option for option in solve(rules, ahead.goal).options(game.turn, game.roll) if option.keep == keep
    )
    return float(option.distribution @ ahead.by_score[:, match.mover])


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_the_bot_that_plays_to_win_makes_the_most_of_its_chances(form):
    random, differs, seats = Random(4), 0, [WINNER, PERSON, "greedy"]
    for number in range(25):
        # A race of two against a bot is solved for every strategy; one will do.
        players = [WINNER, PERSON] if number % 2 else random.sample(seats, 3)
        match = table(form, *players, seed=number + 1)
        while match.mover is not None and match.kind != WINNER:
            match = match.note(random.choice([0, 17, 22]))
        if match.is_over:
            continue
        match = match.throw()
        for _ in range(random.randrange(3)):
            if match.kind == WINNER and match.game.turn.dice_left > 1:
                match = match.keep(random.choice([1, 2])).throw()
        game = match.game
        kept = keep_of(match)
        worth = {
            option.keep: equity_of(match, option.keep)
            for option in solve(MIDNIGHT, goals.mean_score()).options(game.turn, game.roll)
        }
        assert worth[kept] == pytest.approx(max(worth.values()), abs=1e-12)
        average = solve(MIDNIGHT, goals.mean_score()).best_keep(game.turn, game.roll)
        assert worth[average] <= worth[kept] + 1e-12
        differs += worth[average] < worth[kept] - 1e-6
    if form == Rounds(5, "rollover"):
        assert differs, "the chance to win is something else than the average"


def test_the_bot_that_plays_to_win_goes_for_what_it_has_to_beat():
    # 4 | 1 is held, and 23 is to be beaten by the last to play: nothing but sixes will do.
    match = table(Rounds(1), PERSON, WINNER).note(23)
    match = match.enter((1, 4, 2, 2, 2, 3)).keep(0b000011).enter((6, 5, 5, 5))
    assert keep_of(match) == (6,)
    assert NAMED["perfect"].keep(match.game.turn, match.game.roll) != (6,)


def test_a_step_is_a_throw_and_then_a_keep_and_a_throw():
    match = table(Rounds(1), "one-at-a-time", PERSON)
    codes = [match.code]
    while is_bots_turn(match):
        match = step(match)
        codes.append(match.code)
    assert codes[1] == codes[0] + ".~"
    assert len(codes) == 1 + 1 + 6, "one die at a time"
    assert all(after.startswith(before) for before, after in pairwise(codes))
    assert match.mover == 1
    assert match.game.steps == (), "the roll of the next player is their own press"


def test_bots_play_on_until_a_person_is_to_play():
    match = play_on(table(Rounds(3), "greedy", WINNER, PERSON, "perfect"))
    assert (match.mover, len(match.turns), match.game.steps) == (2, 2, ())
    assert play_on(match) is match
    match = play_on(match.note(20))
    assert (match.mover, match.round, len(match.turns)) == (2, 2, 6)


def test_bots_play_on_in_the_midst_of_a_turn():
    start = table(Rounds(1), "throws-21", PERSON)
    assert play_on(step(step(start))) == play_on(start)


def test_bots_alone_play_to_the_end():
    match = play_on(table(Race(30), "greedy", "perfect"))
    assert match.is_over
    assert play_on(match) is match


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: step(table(Rounds(1), PERSON, "greedy")), "It is not a bot's turn."),
        (lambda: step(table(Rounds(1), PERSON, "greedy").note(4).note(5)), "It is not a bot's turn."),
        (lambda: keep_of(table(Rounds(1), PERSON, "greedy").throw()), "No bot has dice to keep."),
        (lambda: keep_of(table(Rounds(1), "greedy", PERSON)), "No bot has dice to keep."),
        (lambda: keep_of(table(Rounds(1), PERSON, "greedy").note(4).note(5)), "No bot has dice to keep."),
    ],
)
def test_what_no_bot_can_do_gets_a_sentence(call, says):
    with pytest.raises(InputError) as caught:
        call()
    assert str(caught.value) == says


# ------------------------------------------------------------------------------------------ whole matches

MATCHES, BLOCKS = 60, 4


def random_setup(random, form):
    size = random.choice([2, 3, 4, 8])
    kinds = [random.choice(list(BOTS)) for _ in range(size)]
    if isinstance(form, Race) and size == 2:
        # A race of two is solved for each pair of bots that play it.
        kinds = ["perfect", random.choice(["perfect", WINNER] if form.target > 12 else list(BOTS))]
    return Setup(
        random.randint(1, 10**12 - 1),
        tuple(kinds),
        form,
        random.choice(RULES[:2] if isinstance(form, Race) and size == 2 else RULES),
        random.choice([0, 1, 5, 1000]),
        random.choice([None, random.randrange(size)]),
    )


@cache
def played(block):
    """Return matches of bots, played to the end; the chips are counted before every move."""
    random, matches = Random(block), []
    for number in range(MATCHES // BLOCKS):
        match = Match(random_setup(random, FORMS[number % len(FORMS)]))
        while not match.is_over:
            assert sum(match.chips) + match.pot == 0
            before, match = match, step(match)
            assert match.code.startswith(before.code)
        assert (sum(match.chips), match.pot) == (0, 0)
        matches.append(match)
    return tuple(matches)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_matches_of_bots_read_back_identical(block):
    assert {match.setup.form for match in played(block)} == set(FORMS)
    for match in played(block):
        again = read_match(match.code)
        assert again == match
        assert (again.code, again.sheet, again.chips) == (match.code, match.sheet, match.chips)
        assert (again.totals, again.winners) == (match.totals, match.winners)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_bots_do_the_same_again(block):
    for match in played(block)[::3]:
        assert play_on(Match(match.setup)) == match


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_keep_of_a_match_is_the_bots_own(block):
    for match in played(block):
        rules = match.setup.rules
        for number, turn in enumerate(match.turns):
            bot, hand = match.setup.seats[turn.seat], Turn(rules)
            if bot == WINNER:
                before = match.after(number)
                strategy = solve(rules, outlook(before).goal).best_keep
            else:
                strategy = NAMED[bot].keep
            for thrown in turn.game.steps:
                assert tuple(sorted(thrown.kept)) == strategy(hand, thrown.roll)
                hand = hand.keep(thrown.kept)
            assert turn.score == hand.score


# -------------------------------------------------------------------------- as often ahead as is expected


def shares_of(match):
    """Return what each seat took of a match of one round, or of a race."""
    shares = np.zeros(len(match.order))
    shares[list(match.winners)] = 1 / len(match.winners)
    return shares


@pytest.mark.parametrize(
    ("form", "bots"),
    [
        (Rounds(1), (WINNER, "perfect", "greedy")),
        (Rounds(1, "again"), ("throws-21", WINNER)),
        (Rounds(1, "extra"), (WINNER, WINNER, WINNER)),
        (Race(12), (WINNER, "perfect")),
        (Race(12, "immediate"), ("perfect", WINNER)),
        (Race(30, "immediate"), ("perfect", "greedy", "throws-21")),
    ],
    ids=repr,
)
def test_bots_win_as_often_as_is_expected_of_them(form, bots):
    count = 200
    matches = [play_on(table(form, *bots, seed=seed)) for seed in range(1, count + 1)]
    won = np.mean([shares_of(match) for match in matches], axis=0)
    expected = outlook(table(form, *bots)).equity
    for seen, wanted in zip(won, expected, strict=True):
        assert abs(seen - wanted) < 4 * sqrt(wanted * (1 - wanted) / count)


def test_no_keep_loses_what_it_is_expected_to_bring():
    """The best keep of a roll is worth what is expected; its chances on the next rolls average to it."""
    match = table(Rounds(2), WINNER, "greedy").throw()
    ahead = outlook(match)
    solution = solve(MIDNIGHT, ahead.goal)
    keep = keep_of(match)
    after = match.game.turn.keep(keep)
    assert equity_of(match, keep) == pytest.approx(solution.value(after), abs=1e-12)
    kept = match.keep(mask_of(match.game.roll, keep))
    assert outlook(kept).equity.tolist() == ahead.equity.tolist()
