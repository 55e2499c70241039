"""Playing together: every situation that the rule texts describe, whole matches, and codes of any kind."""

import pickle
import string
import time
from dataclasses import FrozenInstanceError
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import midnight_core as mc
from midnight_core import match as engine
from midnight_core.gamecode import MASKS, mask_of, thrown_dice
from midnight_core.match import (
    BOTS,
    MAX_MATCH_CODE,
    PERSON,
    WINNER,
    Match,
    Setup,
    opening,
    read_match,
)
from midnight_core.sheet import Race, Rounds, begin, scored
from tests.reference import philox
from tests.reference.naive_match import OutOfScores, Table

SCORES = (0, *range(4, 25))


def table(form, seats=2, **agreed):
    """Return a match of people, of which seat 0 begins."""
    return Match(Setup(2417, (PERSON,) * seats, form, **{"first": 0} | agreed))


def noted(match, *scores):
    for score in scores:
        match = match.note(score)
    return match


def outcomes(match):
    return [(row.round, row.sitting, row.outcome, row.leaders) for row in match.sheet]


def typed(match, *steps):
    """Play a turn with real dice: each step is a roll and what is kept of it, as digits."""
    for roll, keep in steps:
        dice = tuple(map(int, roll))
        match = match.enter(dice).keep(mask_of(dice, map(int, keep)))
    return match


# ------------------------------------------------------------------------------------------------- who begins


def test_the_highest_on_a_single_die_begins():
    assert opening(Setup(5, (PERSON,) * 3)) == ((((0, 2), (1, 5), (2, 6)),), 2)
    assert Match(Setup(5, (PERSON,) * 3)).beginner == 2


def test_ties_for_the_highest_are_thrown_again_among_the_tied():
    first = (0, 6), (1, 6), (2, 5), (3, 6), (4, 4)
    second = (0, 1), (1, 6), (3, 6)
    third = (1, 6), (3, 1)
    assert opening(Setup(36, (PERSON,) * 5)) == ((first, second, third), 1)


@pytest.mark.parametrize("seats", range(2, 9))
def test_the_throws_for_who_begins_are_dice_of_the_seed(seats):
    thrown_again = 0
    for seed in range(1, 101):
        throws, beginner = opening(Setup(seed, (PERSON,) * seats))
        tied = list(range(seats))
        for number, throw in enumerate(throws):
            assert [seat for seat, _ in throw] == tied
            for seat, face in throw:
                assert face == philox.block((1, number, 0, seat), (seed, 0))[0] % 6 + 1
            tied = [seat for seat, face in throw if face == max(face for _, face in throw)]
        assert tied == [beginner]
        thrown_again += len(throws) > 1
    assert 5 < thrown_again < 60


def test_a_real_table_says_who_begins():
    setup = Setup(4, (PERSON,) * 3, first=2)
    assert opening(setup) == ((), 2)
    assert Match(setup).order == (2, 0, 1)
    assert Match(setup).code == "g1.14.r8p.PPP.1.4.3"


def test_from_the_beginner_play_goes_clockwise_in_every_round():
    match = table(Rounds(count=3), seats=4, first=2)
    movers = []
    while not match.is_over:
        movers.append(match.mover)
        match = match.note(SCORES[len(movers)])
    assert movers == [2, 3, 0, 1] * 3
    assert (match.order, match.beginner) == ((2, 3, 0, 1), 2)


# -------------------------------------------------------------------------------------------------- one round


def test_the_careful_line_takes_the_pot_from_the_greedy_one():
    match = table(Rounds(count=1), ante=5)
    match = typed(match, ("234566", "4"), ("12356", "1"), ("6632", "66"), ("54", "54"))
    assert match.turns[0].score == 21
    match = typed(match, ("234566", "466"), ("235", "5"), ("36", "6"), ("3", "3"))
    assert match.turns[1].score == 0
    assert (match.winners, match.chips, match.pot) == ((0,), (5, -5), 0)


def test_had_the_1_come_the_greedy_line_had_won():
    match = table(Rounds(count=1), ante=5)
    match = typed(match, ("234566", "4"), ("12356", "1"), ("6632", "66"), ("54", "54"))
    match = typed(match, ("234566", "466"), ("235", "5"), ("36", "6"), ("1", "1"))
    assert match.turns[1].score == 23
    assert (match.winners, match.chips) == ((1,), (-5, 5))


def test_everyone_antes_the_same_before_the_round():
    match = table(Rounds(), seats=5, ante=3)
    assert (match.pot, match.chips) == (15, (-3,) * 5)


def test_the_highest_total_wins_the_round_and_its_pot():
    match = noted(table(Rounds(count=2), seats=3, ante=2), 17, 20, 0)
    assert outcomes(match)[0] == (1, "round", "won", (1,))
    assert match.sheet[0].scores == (17, 20, 0)
    assert match.sheet[0].pot == 6
    assert match.rounds_won == (0, 1, 0)
    assert match.chips == (-4, 2, -4)
    assert (match.pot, match.round, match.carried, match.mover) == (6, 2, 0, 0)


def test_whoever_must_be_beaten_is_on_the_sheet_during_the_round():
    match = noted(table(Rounds(), seats=3, first=1), 17, 20)
    assert (match.playing, match.scores, match.mover) == ((1, 2, 0), (17, 20), 0)
    assert match.sheet[-1].scores == (None, 17, 20)
    assert match.sheet[-1].outcome == "open"
    assert match.totals == (0, 17, 20)


def test_2_4_24_asks_for_a_2_and_a_4():
    two_four, standard = (
        typed(table(Rounds(count=1), rules=rules), ("246666", "246666"))
        for rules in (mc.TWO_FOUR_24, mc.MIDNIGHT)
    )
    assert two_four.turns[0].score == 24
    assert standard.turns[0].score == 0
    assert two_four.code == "g1.24.r1p.PP.1.2417.1.246666_"


# ------------------------------------------------------------------------------------------- nobody qualifies


def test_nobody_qualifies_and_the_pot_rolls_over():
    match = noted(table(Rounds(tie="rollover"), seats=3), 0, 0, 0)
    assert outcomes(match) == [(1, "round", "rollover", ()), (2, "round", "open", ())]
    assert (match.pot, match.carried, match.chips) == (6, 1, (-2, -2, -2))
    assert match.rounds_won == (0, 0, 0)


@pytest.mark.parametrize("tie", ["extra", "again"])
def test_nobody_qualifies_and_the_round_counts_for_no_one(tie):
    match = noted(table(Rounds(tie=tie), seats=3), 0, 0, 0)
    assert outcomes(match) == [(1, "round", "again", ()), (1, "again", "open", ())]
    assert (match.round, match.sitting, match.playing) == (1, "again", (0, 1, 2))
    assert (match.pot, match.carried, match.chips) == (3, 0, (-1, -1, -1))
    match = noted(match, 0, 0, 0, 0, 4, 0)
    assert [row.outcome for row in match.sheet] == ["again", "again", "won", "open"]
    assert (match.chips, match.round, match.sitting) == ((-2, 1, -2), 2, "round")


# ------------------------------------------------------------------------------------------- level at the top


def test_two_level_at_the_top_and_everybody_pays_in_again():
    match = noted(table(Rounds(tie="rollover"), seats=3), 19, 12, 19)
    assert outcomes(match) == [(1, "round", "rollover", (0, 2)), (2, "round", "open", ())]
    assert (match.pot, match.carried, match.chips) == (6, 1, (-2, -2, -2))
    assert match.totals == (19, 12, 19)
    match = noted(match, 0, 8, 0)
    assert match.sheet[1].pot == 6
    assert (match.chips, match.pot, match.carried) == ((-3, 3, -3), 3, 0)


def test_a_pot_that_rolled_over_twice_is_worth_three():
    match = noted(table(Rounds(count=4, tie="rollover"), seats=4, ante=10), 0, 0, 0, 0, 18, 18, 18, 5)
    assert (match.pot, match.carried, match.round) == (120, 2, 3)
    match = noted(match, 0, 0, 0, 4)
    assert [row.outcome for row in match.sheet] == ["rollover", "rollover", "won", "open"]
    assert [row.pot for row in match.sheet] == [40, 80, 120, 40]
    assert match.chips == (-40, -40, -40, 80)


def test_three_level_at_the_top_have_one_extra_turn_each():
    match = noted(table(Rounds(tie="extra"), seats=4, first=3), 20, 20, 7, 20)
    assert outcomes(match) == [(1, "round", "extra", (3, 0, 2)), (1, "extra", "open", ())]
    assert (match.playing, match.sitting, match.pot) == ((3, 0, 2), "extra", 4)
    match = noted(match, 10, 12)
    assert match.sheet[-1].scores == (12, None, None, 10)
    match = match.note(11)
    assert outcomes(match)[1] == (1, "extra", "won", (0,))
    assert (match.rounds_won, match.round, match.mover) == ((1, 0, 0, 0), 2, 3)
    assert match.totals == (20, 7, 20, 20)


def test_two_level_at_the_top_have_one_extra_turn_each():
    match = noted(table(Rounds(count=1, tie="extra"), seats=3), 15, 20, 20, 0, 4)
    assert outcomes(match) == [(1, "round", "extra", (1, 2)), (1, "extra", "won", (2,))]
    assert (match.winners, match.chips, match.totals) == ((2,), (-1, -1, 2), (15, 20, 20))


def test_level_again_in_the_extra_turns_those_still_level_go_on():
    match = noted(table(Rounds(count=1, tie="extra"), seats=3), 20, 20, 20, 18, 9, 18)
    assert outcomes(match)[1:] == [(1, "extra", "extra", (0, 2)), (1, "extra", "open", ())]
    match = noted(match, 18, 18)
    assert match.playing == (0, 2)
    match = noted(match, 17, 18)
    assert (match.winners, match.chips, match.totals) == ((2,), (-1, -1, 2), (20, 20, 20))


def test_all_miss_in_the_extra_turns_and_all_of_them_go_on():
    match = noted(table(Rounds(count=1, tie="extra"), seats=4), 20, 20, 20, 4, 0, 0, 0)
    assert outcomes(match)[1] == (1, "extra", "extra", (0, 1, 2))
    assert (match.playing, match.sitting) == ((0, 1, 2), "extra")
    assert noted(match, 0, 4, 0).winners == (1,)


@pytest.mark.parametrize(("scores", "level"), [((20, 20, 7), (0, 1)), ((20, 20, 20), (0, 1, 2))])
def test_level_at_the_top_and_the_whole_table_plays_the_round_over(scores, level):
    match = noted(table(Rounds(tie="again"), seats=3, ante=2), *scores)
    assert outcomes(match) == [(1, "round", "again", level), (1, "again", "open", ())]
    assert (match.round, match.playing, match.pot, match.chips) == (1, (0, 1, 2), 6, (-2, -2, -2))
    assert match.totals == (0, 0, 0)
    match = noted(match, 5, 6, 21)
    assert (match.chips, match.totals, match.rounds_won) == ((-4, -4, 2), (5, 6, 21), (0, 0, 1))


def test_three_level_at_the_top_roll_the_pot_over_as_two_do():
    match = noted(table(Rounds(tie="rollover"), seats=3), 20, 20, 20)
    assert outcomes(match)[0] == (1, "round", "rollover", (0, 1, 2))
    assert match.pot == 6


@pytest.mark.parametrize("tie", ["rollover", "extra", "again"])
def test_being_level_below_the_top_settles_nothing(tie):
    match = noted(table(Rounds(count=1, tie=tie), seats=3), 12, 12, 13)
    assert match.winners == (2,)


# ------------------------------------------------------------------------------------------- the match is won


def test_a_last_pot_that_nobody_won_goes_back_to_all():
    match = noted(table(Rounds(count=3), seats=2, ante=4), 20, 0, 9, 9, 0, 0)
    assert [row.outcome for row in match.sheet] == ["won", "rollover", "shared"]
    assert [row.pot for row in match.sheet] == [8, 8, 16]
    assert (match.pot, match.chips, match.winners) == (0, (4, -4), (0,))
    assert match.totals == (29, 9)


def test_a_match_in_which_nobody_won_a_pot_is_won_by_all():
    match = noted(table(Rounds(count=1), seats=3, first=1), 9, 9, 0)
    assert (match.winners, match.chips) == ((0, 1, 2), (0, 0, 0))


def test_equal_chips_share_the_match():
    match = noted(table(Rounds(count=2), seats=3), 9, 0, 0, 0, 0, 9)
    assert (match.winners, match.chips) == ((0, 2), (1, -2, 1))


def test_most_chips_win_and_not_most_rounds():
    match = noted(table(Rounds(count=5), seats=2), 9, 0, 0, 0, 0, 0, 0, 9, 9, 0)
    assert match.rounds_won == (2, 1)
    assert (match.chips, match.winners) == ((-1, 1), (1,))


def test_without_stakes_the_same_count_tells_who_won():
    match = noted(table(Rounds(count=2), seats=2, ante=0), 0, 0, 0, 9)
    assert (match.chips, match.pot, match.winners) == ((0, 0), 0, (1,))


def test_when_all_is_over_nobody_moves():
    match = noted(table(Rounds(count=1)), 9, 0)
    assert (match.is_over, match.mover, match.kind, match.game) == (True, None, None, None)
    assert (match.playing, match.scores, match.round) == ((), (), 1)
    for move in (match.throw, lambda: match.enter((1,)), lambda: match.keep(1), lambda: match.note(4)):
        with pytest.raises(mc.InputError, match="The match is over"):
            move()


# --------------------------------------------------------------------------------------------- a race to 100


def test_a_race_is_over_when_the_round_is_completed():
    match = noted(table(Race(target=40), seats=3, ante=7), 20, 19, 18, 20, 22)
    assert (match.totals, match.is_over, match.mover) == ((40, 41, 18), False, 2)
    assert (match.pot, match.chips) == (21, (-7, -7, -7))
    assert outcomes(match) == [(1, "round", "counts", ()), (2, "round", "open", ())]
    match = match.note(24)
    assert (match.totals, match.winners) == ((40, 41, 42), (2,))
    assert (match.chips, match.pot) == ((-7, -7, 14), 0)
    assert outcomes(match)[-1] == (2, "round", "won", (2,))


def test_nobody_pays_again_during_a_race():
    match = noted(table(Race(), seats=2), *[10, 11] * 4)
    assert (match.round, match.pot, match.chips, match.carried) == (5, 2, (-1, -1), 0)
    assert match.rounds_won == (0, 0)


def test_a_round_of_a_race_that_nobody_qualified_in_counts_for_no_one():
    match = noted(table(Race(target=8)), 0, 0)
    assert outcomes(match) == [(1, "round", "counts", ()), (2, "round", "open", ())]
    assert match.totals == (0, 0)


def test_being_level_in_a_round_of_a_race_settles_nothing():
    match = noted(table(Race(target=40)), 20, 20)
    assert (match.round, match.sitting, match.playing) == (2, "round", (0, 1))


def test_equal_totals_have_extra_turns_that_add_nothing():
    match = noted(table(Race(target=24), seats=3, first=1), 24, 4, 24)
    assert outcomes(match) == [(1, "round", "extra", (1, 0)), (1, "extra", "open", ())]
    assert (match.playing, match.sitting, match.mover) == ((1, 0), "extra", 1)
    match = noted(match, 0, 0, 17, 17, 5)
    assert match.totals == (24, 24, 4)
    match = match.note(6)
    assert (match.winners, match.totals, match.chips) == ((0,), (24, 24, 4), (2, -1, -1))


def test_equal_totals_with_unequal_last_rounds_are_equal():
    match = noted(table(Race(target=30)), 10, 20, 20, 10)
    assert match.playing == (0, 1)
    assert match.sitting == "extra"


def test_the_highest_total_wins_outright_though_two_below_it_are_level():
    assert noted(table(Race(target=20), seats=3), 21, 22, 21).winners == (1,)


def test_first_past_the_post_wins_in_the_middle_of_a_round():
    match = noted(table(Race(target=40, finish="immediate"), seats=3, ante=2), 20, 19, 18, 19, 21)
    assert (match.winners, match.totals) == ((1,), (39, 40, 18))
    assert outcomes(match)[-1] == (2, "round", "won", (1,))
    assert match.sheet[-1].scores == (19, 21, None)
    assert (match.chips, match.pot) == ((-2, 4, -2), 0)


def test_first_past_the_post_goes_on_to_the_next_round():
    match = noted(table(Race(target=40, finish="immediate")), 20, 20)
    assert outcomes(match) == [(1, "round", "counts", ()), (2, "round", "open", ())]
    assert noted(match, 20).winners == (0,)


# ------------------------------------------------------------------------------------------------------ turns


def test_turns_of_a_match_have_dice_of_their_own():
    match = Match(Setup(2417, (PERSON, PERSON), first=1))
    for number in (1, 2):
        for seat in (1, 0):
            match = match.throw()
            assert match.game.roll == thrown_dice(2417, 0, 6, turn=number, player=seat)
            match = match.keep(0b111111)
    assert len({turn.game.steps[0].roll for turn in match.turns}) == 4


def test_a_noted_turn_counts_as_a_turn_for_the_dice_to_come():
    noted_first = noted(table(Rounds()), 9, 10).throw()
    thrown_first = table(Rounds()).throw().keep(63).throw().keep(63).throw()
    assert noted_first.game.roll == thrown_first.game.roll


def test_nobodys_keeps_change_the_dice_of_another_turn():
    hasty = table(Rounds()).throw().keep(63).throw()
    slow = table(Rounds())
    while not slow.turns:
        slow = slow.throw().keep(1)
    assert slow.throw().game.roll == hasty.game.roll


def test_a_score_is_noted_in_place_of_a_whole_turn():
    begun = table(Rounds()).throw()
    for match in (begun, begun.keep(1)):
        with pytest.raises(mc.InputError, match="this one has begun"):
            match.note(9)


@pytest.mark.parametrize("score", [1, 2, 3, 25, -4, 9.0, "9", None, True])
def test_only_scores_of_a_turn_can_be_noted(score):
    with pytest.raises(mc.InputError, match="0, or 4 to 24"):
        table(Rounds()).note(score)


def test_moves_that_a_turn_does_not_allow_are_refused():
    match = table(Rounds())
    with pytest.raises(mc.InputError, match="no roll"):
        match.keep(1)
    with pytest.raises(mc.InputError, match="6 dice, not 2"):
        match.enter((1, 2))
    with pytest.raises(mc.InputError, match="at least one"):
        match.throw().throw()
    with pytest.raises(mc.InputError, match="at least one"):
        match.throw().keep(0)


def test_a_match_cannot_be_changed():
    match = table(Rounds())
    match.throw()
    match.note(9)
    assert match == table(Rounds())
    with pytest.raises(FrozenInstanceError):
        match.turns = ()


def test_a_match_survives_the_way_to_another_process():
    match = noted(table(Rounds(tie="extra")), 9, 9).throw()
    again = pickle.loads(pickle.dumps(match))
    assert (again, again.standing, hash(again)) == (match, match.standing, hash(match))


def test_the_match_as_it_stood_after_each_turn():
    match = noted(table(Rounds(count=2), seats=3), 9, 10, 11, 12)
    for number in range(5):
        assert match.after(number) == noted(table(Rounds(count=2), seats=3), *[9, 10, 11, 12][:number])
    for number in (5, -1, 1.0, True, None):
        with pytest.raises(mc.InputError, match="0 to 4"):
            match.after(number)


# --------------------------------------------------------------------------------------------------- undoing


def with_bot(*seats, **agreed):
    return Match(Setup(2417, seats, **{"first": 0} | agreed))


def test_undo_takes_the_last_keep_back():
    match = table(Rounds()).throw().keep(1)
    assert match.throw().undo() == match.undo() == table(Rounds()).throw()


def test_undo_reaches_back_into_the_turn_before():
    before = table(Rounds()).throw()
    match = before.keep(63)
    assert match.undo() == before
    assert match.throw().undo() == before
    assert match.note(9).undo() == match


def test_undo_takes_back_what_bots_did_since():
    before = with_bot(PERSON, "greedy", WINNER).throw()
    match = before.keep(63).throw().keep(63).throw().keep(3)
    assert match.undo() == before


def test_undo_takes_a_noted_score_back_also_that_of_a_bot():
    match = with_bot(PERSON, "greedy").note(9)
    assert match.note(10).undo() == match
    assert match.throw().keep(1).undo() == with_bot(PERSON, "greedy")


def test_without_a_persons_decision_undo_is_the_start():
    start = with_bot("greedy", PERSON)
    assert start.undo() == start
    assert start.throw().keep(63).throw().undo() == start
    bots = with_bot("greedy", "greedy")
    assert bots.throw().keep(63).throw().keep(63).undo() == bots


def test_restarting_gives_the_same_dice_again():
    match = table(Rounds()).throw()
    assert match.keep(63).note(4).restarted().throw() == match


# ---------------------------------------------------------------------------------------------- whole matches


def random_setup(random):
    seats = tuple(random.choice([PERSON, *BOTS]) for _ in range(random.randint(2, 8)))
    if random.random() < 0.5:
        form = Rounds(random.randint(1, 5), random.choice(["rollover", "extra", "again"]))
    else:
        form = Race(random.randint(8, 50), random.choice(["round", "immediate"]))
    return Setup(
        random.randint(1, 10**12 - 1),
        seats,
        form,
        mc.Rules(tuple(random.sample(range(1, 7), 2))),
        random.choice([0, 1, 1, 5, 1000]),
        random.choice([None, random.randrange(len(seats))]),
    )


def random_move(random, match):
    """Return the match after a move: people note, type or throw, and keep anything; bots play as they do."""
    game = match.game
    if game.roll:
        strategy = mc.strategies.NAMED.get(match.kind)
        if strategy is None:
            return match.keep(random.randint(1, 2 ** len(game.roll) - 1))
        return match.keep(mask_of(game.roll, strategy.keep(game.turn, game.roll)))
    if match.kind == PERSON and not game.steps and random.random() < 0.3:
        # Few different scores, so that people are often level.
        return match.note(random.choice([0, 0, 20, 20, random.choice(SCORES)]))
    if match.kind == PERSON and random.random() < 0.2:
        return match.enter(random.choices(range(1, 7), k=game.turn.dice_left))
    return match.throw()


def assert_sound(match):
    """The state after any move is one that can be."""
    standing = match.standing
    assert sum(match.chips) + match.pot == 0
    assert min(match.pot, *match.totals) >= 0
    assert match.pot == match.setup.ante * len(match.order) * (match.carried + 1) * (not match.is_over)
    assert sum(standing.taken) == len(match.turns)
    counted = [row for row in match.sheet if row.sitting != "extra" and row.outcome != "again"]
    assert match.totals == tuple(
        sum(row.scores[seat] or 0 for row in counted) for seat in range(len(match.order))
    )
    played = [[score for score in row.scores if score is not None] for row in match.sheet]
    assert sum(map(sum, played)) == sum(turn.score for turn in match.turns)
    if match.is_over:
        assert match.winners
        assert match.game is match.mover is None
        return
    assert match.mover == match.playing[len(match.scores)] == match.game.player
    assert match.game.number == 1 + sum(turn.seat == match.mover for turn in match.turns)
    assert not match.game.is_over
    assert not match.winners


def assert_refereed_alike(match):
    """The naive referee counts as the engine does, also in the middle of a match."""
    form, scores = match.setup.form, [turn.score for turn in match.turns]
    paper = Table(len(match.order), match.beginner, match.setup.ante, scores)
    is_over = True
    try:
        if isinstance(form, Rounds):
            paper.play_rounds(form.count, form.tie)
        else:
            paper.play_race(form.target, form.finish)
    except OutOfScores:
        is_over = False
    assert paper.asked == [turn.seat for turn in match.turns]
    assert match.is_over == is_over
    assert match.winners == tuple(paper.winners)
    assert match.chips == tuple(paper.chips)
    assert match.pot == paper.pot
    assert match.totals == tuple(paper.totals)
    assert match.rounds_won == tuple(paper.won)


MATCHES, BLOCKS = 1000, 8


@cache
def finished(block):
    """Return some full matches, checked at every move on the way."""
    random = Random(block)
    matches = []
    for _ in range(MATCHES // BLOCKS):
        match = Match(random_setup(random))
        prefixes = [match]
        while not match.is_over:
            match = random_move(random, match)
            if match.game is None or not match.game.steps:
                assert_sound(match)
            prefixes.append(match)
        for before in (match, random.choice(prefixes)):
            again = read_match(before.code)
            assert again == before
            assert (again.standing, again.sheet, again.code) == (before.standing, before.sheet, before.code)
            assert_refereed_alike(again)
        matches.append(match)
    return tuple(matches)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_full_matches_are_sound_read_back_identical_and_refereed_alike(block):
    matches = finished(block)
    assert len({match.code for match in matches}) == MATCHES // BLOCKS
    rows = [row for match in matches for row in match.sheet]
    assert {row.outcome for row in rows} == {"won", "rollover", "shared", "again", "extra", "counts"}
    assert {row.sitting for row in rows} == {"round", "again", "extra"}


def test_matches_of_noted_scores_are_refereed_alike_after_every_turn():
    random = Random(2417)
    for _ in range(150):
        match = Match(random_setup(random))
        while not match.is_over:
            match = match.note(random.choice([0, 0, 19, 20]))
            assert_refereed_alike(match)


def test_undo_leads_back_to_the_start_and_the_same_keeps_lead_forward_again():
    random = Random(1)
    for target in finished(0)[:40]:
        match = target
        people = PERSON in match.setup.seats
        steps = 0
        while match != match.restarted():
            back = match.undo()
            assert len(back.code) < len(match.code)
            assert match.code.startswith(back.code)
            assert read_match(back.code) == back
            match, steps = back, steps + 1
        assert people or steps == 1
        # Forward again, move by move.
        while match != target:
            match = next_move(match, target)
        assert match.code == target.code
        assert random_move(random, match.restarted()).setup == match.setup


def next_move(match, target):
    """Return the match one move nearer to another that goes on from it."""
    turn = target.turns[len(match.turns)]
    if turn.game is None:
        return match.note(turn.score)
    step = turn.game.steps[len(match.game.steps) - bool(match.game.roll)]
    if match.game.roll:
        return match.keep(step.mask)
    return match.enter(step.roll) if step.typed else match.throw()


# ---------------------------------------------------------------------------------------------- long matches


def long_match(turns):
    """Return the start and the end of a match of so many turns, one die kept at a time."""
    match = Match(Setup(7, (PERSON,) * 8, Rounds(50, "again")))
    while len(match.turns) < turns:
        match = match.keep(1) if match.game.roll else match.throw()
    return match


def test_a_match_of_400_turns_reads_and_goes_on_quickly():
    match = long_match(400)
    read = min(timed(lambda: read_match(match.code)) for _ in range(3))
    moved = min(timed(match.throw) for _ in range(3))
    assert read_match(match.code) == match
    assert read < 0.3
    assert moved < 0.005


def timed(call):
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def test_the_longest_agreed_match_fits_into_a_code_with_every_die_typed():
    typed_turn = sum(dice + 1 for dice in range(1, 7))
    assert len(table(Rounds(50), seats=8).code) + 50 * 8 * typed_turn < MAX_MATCH_CODE


def test_a_match_that_would_not_fit_into_a_code_goes_no_further():
    head = table(Rounds(tie="again")).code
    turns = (MAX_MATCH_CODE - len(head) - 1) // 2
    code = f"{head}." + "!A" * turns
    match = read_match(code)
    assert len(match.turns) == turns
    assert len(code) > MAX_MATCH_CODE - 2
    for move in (lambda: match.note(9), lambda: match.enter((1,) * 6)):
        with pytest.raises(mc.InputError, match="too long"):
            move()
    with pytest.raises(mc.InputError, match="too long"):
        read_match(code + "!A")


# ----------------------------------------------------------------------------------------------- set-up, code


def test_the_bots_are_the_named_strategies_and_the_one_that_plays_to_win():
    assert set(BOTS) == set(mc.strategies.NAMED) | {WINNER}
    letters = [*BOTS.values(), "P"]
    assert len(set(letters)) == len(letters)
    assert set(letters) <= set(string.ascii_letters)


def test_the_example_of_the_modules_text_is_a_code():
    code = engine.__doc__.split("``")[1]
    assert read_match(code).code == code
    assert read_match(code).turns[2].score == 19
    assert read_match(engine.EXAMPLE).turns == ()


@pytest.mark.parametrize(
    ("code", "setup"),
    [
        ("g1.14.r8p.PP.1.2417.~", Setup(2417)),
        (
            "g1.24.r50e.PbwtoxvP.0.1.8",
            Setup(
                1,
                (
                    PERSON,
                    "perfect",
                    WINNER,
                    "throws-21",
                    "one-at-a-time",
                    "qualifiers-then-sixes",
                    "qualifiers-then-fives-and-sixes",
                    PERSON,
                ),
                Rounds(50, "extra"),
                mc.TWO_FOUR_24,
                0,
                7,
            ),
        ),
        (
            "g1.56.r1a.ghs.1000.5.1",
            Setup(
                5,
                ("greedy", "greedy-with-fives", "semi-greedy"),
                Rounds(1, "again"),
                mc.Rules((6, 5)),
                1000,
                0,
            ),
        ),
        ("g1.14.f100r.PP.1.5.~", Setup(5, form=Race())),
        ("g1.14.f300i.PP.1.5.~", Setup(5, form=Race(300, "immediate"))),
    ],
)
def test_an_old_link_still_opens_the_same_setup(code, setup):
    assert read_match(code) == Match(setup)
    assert setup.code == Match(setup).code == code


def test_an_old_link_still_opens_the_same_match():
    code = "g1.14.r1e.PbP.2.2417.2.~Q~f412345D6166N~B!Y!T~"
    match = read_match(code)
    assert [(turn.seat, turn.score) for turn in match.turns] == [(1, 11), (2, 24), (0, 24), (2, 19)]
    assert [turn.game is None for turn in match.turns] == [False, False, True, True]
    assert [step.roll for step in match.turns[0].game.steps] == [(1, 3, 2, 3, 1, 1), (1, 4, 5, 2, 3)]
    assert (match.sitting, match.mover, match.game.roll) == ("extra", 0, (6, 6, 1, 5, 1, 4))
    assert (match.pot, match.chips, match.code) == (6, (-2, -2, -2), code)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"seed": 0}, "1 to 999999999999"),
        ({"seats": (PERSON,)}, "2 to 8 seats, not 1"),
        ({"seats": (PERSON,) * 9}, "2 to 8 seats, not 9"),
        ({"seats": "PP"}, "not 'P'"),
        ({"seats": None}, "not None"),
        ({"seats": (PERSON, "nobody")}, "not 'nobody'"),
        ({"seats": (PERSON, [1])}, "not [1]"),
        ({"form": None}, "Rounds or as a Race, not None"),
        ({"form": "r8p"}, "Rounds or as a Race, not 'r8p'"),
        ({"rules": None}, "rules"),
        ({"ante": -1}, "0 to 1000"),
        ({"ante": 1001}, "0 to 1000"),
        ({"ante": 1.5}, "0 to 1000"),
        ({"ante": True}, "0 to 1000"),
        ({"first": 2}, "0 to 1, not 2"),
        ({"first": -1}, "0 to 1, not -1"),
        ({"first": "0"}, "0 to 1"),
    ],
)
def test_a_bad_setup_gets_a_sentence(bad, says):
    with pytest.raises(mc.InputError) as caught:
        Setup(**{"seed": 5} | bad)
    assert is_sentence(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Rounds(0), "1 to 50"),
        (lambda: Rounds(51), "1 to 50"),
        (lambda: Rounds(True), "1 to 50"),
        (lambda: Rounds(8, "split"), "rollover, extra, again, not 'split'"),
        (lambda: Rounds(8, ["extra"]), "rollover, extra, again"),
        (lambda: Race(7), "8 to 300"),
        (lambda: Race(301), "8 to 300"),
        (lambda: Race(8.5), "8 to 300"),
        (lambda: Race(100, "photo"), "round, immediate, not 'photo'"),
        (lambda: Match(None), "setup"),
        (lambda: opening(None), "setup"),
        (lambda: begin(None, (0, 1)), "Rounds or as a Race"),
        (lambda: begin(Rounds(), 5), "order"),
        (lambda: begin(Rounds(), (0,)), "2 to 8 seats once"),
        (lambda: begin(Rounds(), range(9)), "2 to 8 seats once"),
        (lambda: begin(Rounds(), (1, 2)), "2 to 8 seats once"),
        (lambda: begin(Rounds(), (0, "1")), "2 to 8 seats once"),
        (lambda: begin(Rounds(), (0, [1])), "2 to 8 seats once"),
        (lambda: begin(Rounds(), (0, 1, 1)), "2 to 8 seats once"),
        (lambda: scored(begin(Rounds(), (0, 1)), 3), "0, or 4 to 24"),
        (lambda: read_match(None), "code"),
        (lambda: read_match(b"g1"), "code"),
    ],
)
def test_bad_input_gets_a_sentence(call, says):
    with pytest.raises(mc.InputError) as caught:
        call()
    assert is_sentence(caught.value)
    assert says in str(caught.value)


def test_after_the_match_the_referee_takes_no_score():
    standing = scored(scored(begin(Rounds(1), (1, 0)), 9), 4)
    assert standing.winners == (1,)
    with pytest.raises(mc.InputError, match="The match is over"):
        scored(standing, 9)


# -------------------------------------------------------------------------------------- whatever else arrives

HOSTILE = [
    "",
    ".",
    "g1",
    "g1......",
    "g1.......",
    "g2.14.r8p.PP.1.5.~",
    "m1.14.2417",
    "g1.14.r8p.PP.1.5",
    "g1.14.r8p.PP.1.5.~.",
    "g1.14.r8p.PP.1.5.~..",
    "g1.14.r8p.PP.1.5.~.~.~",
    "g1.41.r8p.PP.1.5.~",
    "g1.11.r8p.PP.1.5.~",
    "g1.17.r8p.PP.1.5.~",
    "g1..r8p.PP.1.5.~",
    "g1.14.r0p.PP.1.5.~",
    "g1.14.r51p.PP.1.5.~",
    "g1.14.r08p.PP.1.5.~",
    "g1.14.r٨p.PP.1.5.~",
    "g1.14.r8.PP.1.5.~",
    "g1.14.r8r.PP.1.5.~",
    "g1.14.f100p.PP.1.5.~",
    "g1.14.f7r.PP.1.5.~",
    "g1.14.f301i.PP.1.5.~",
    "g1.14.f1000i.PP.1.5.~",
    "g1.14.x8p.PP.1.5.~",
    "g1.14.r8p.P.1.5.~",
    "g1.14.r8p.PPPPPPPPP.1.5.~",
    "g1.14.r8p.PZ.1.5.~",
    "g1.14.r8p.Pp.1.5.~",
    "g1.14.r8p..1.5.~",
    "g1.14.r8p.PP.1001.5.~",
    "g1.14.r8p.PP.-1.5.~",
    "g1.14.r8p.PP.01.5.~",
    "g1.14.r8p.PP..5.~",
    "g1.14.r8p.PP.1.0.~",
    "g1.14.r8p.PP.1.05.~",
    "g1.14.r8p.PP.1.1234567890123.~",
    "g1.14.r8p.PP.1.5.0",
    "g1.14.r8p.PP.1.5.3",
    "g1.14.r8p.PP.1.5.9",
    "g1.14.r8p.PP.1.5.",
    "g1.14.r8p.PP.1.5.~.~~",
    "g1.14.r8p.PP.1.5.~.A",
    "g1.14.r8p.PP.1.5.~.~A",
    "g1.14.r8p.PP.1.5.~.!",
    "g1.14.r8p.PP.1.5.~.!B",
    "g1.14.r8p.PP.1.5.~.!Z",
    "g1.14.r8p.PP.1.5.~.!!",
    "g1.14.r8p.PP.1.5.~.!é",
    "g1.14.r8p.PP.1.5.~.~!A",
    "g1.14.r8p.PP.1.5.~.~B!A",
    "g1.14.r8p.PP.1.5.~.12345",
    "g1.14.r8p.PP.1.5.~.123457_",
    "g1.14.r8p.PP.1.5.~.12345٦_",
    "g1.14.r8p.PP.1.5.~.~_~_~g~B~g",
    "g1.14.r1p.PP.1.5.~.!E!F!G",
    "g1.14.f8i.PP.1.5.~.!I~",
    "g1.14.r8p.PP.1.5.~\n",
    "g1.14.r8p.PP.1.5.~.%7E",
    "\ufeffg1.14.r8p.PP.1.5.~",
    "g1.{0}.r8p.PP.1.5.~",
    "<script>alert(1)</script>",
    "g1.14.r8p.PP.1.5.~." + "~B" * MAX_MATCH_CODE,
    "g1.14.r8p.PP.1." + "9" * 10_000 + ".~",
    "g1.14.r8p." + "P" * 10_000 + ".1.5.~",
]


def is_sentence(error):
    text = str(error)
    return text[:1].isupper() and text.endswith(".") and not set("{}") & set(text)


@pytest.mark.parametrize("code", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_code_gets_a_sentence(code):
    with pytest.raises(mc.InputError) as caught:
        read_match(code)
    assert is_sentence(caught.value)


def test_a_turn_that_cannot_be_played_is_named_by_its_number():
    with pytest.raises(mc.InputError, match="Turn number 3"):
        read_match("g1.14.r8p.PP.1.5.~.!A~_~A")


def test_a_code_that_goes_on_after_the_match_is_refused():
    with pytest.raises(mc.InputError, match="after its match is over"):
        read_match("g1.14.r1p.PP.1.5.~.!E!F~")


def survives(code):
    """Read a text that may be anything: it is the code of a match, or gets a sentence."""
    try:
        match = read_match(code)
    except mc.InputError as error:
        if not is_sentence(error):
            raise
        return False
    assert match.code == code
    return True


def mutated(random, code):
    """Return a code with a few characters changed, lost, doubled, swapped or added."""
    for _ in range(random.randint(1, 3)):
        at = random.randint(0, len(code))
        added = random.choice([*"~.!ABgPrpe_-019", random.choice(MASKS), chr(random.randint(1, 0xD7FF))])
        code = code[:at] + random.choice(["", added, code[at : at + 2]]) + code[at + random.randint(0, 2) :]
    return code


def test_a_mutated_code_is_a_match_of_that_very_code_or_refused_in_a_sentence():
    random = Random(5)
    codes = [match.code for match in finished(1)]
    read = sum(survives(mutated(random, random.choice(codes)[: random.randint(15, 90)])) for _ in range(2000))
    assert 100 < read < 1900


def test_a_truncated_code_is_a_match_of_that_very_code_or_refused_in_a_sentence():
    for code in [match.code for match in finished(2)][:12]:
        read = [survives(code[:length]) for length in range(len(code) + 1)]
        assert read[-1]
        assert sum(read) > 5


@settings(max_examples=500)
@given(
    st.sampled_from(["", "g1.14.r8p.PP.1.5.~.", "g1.14.f8i.PP.1.5.1."]),
    st.text(st.characters(exclude_categories=["Cs"])) | st.text("~!.gPrp1234567890ABCDT_-", max_size=70),
)
def test_any_text_is_a_match_of_that_very_code_or_refused_in_a_sentence(head, text):
    survives(head + text)
