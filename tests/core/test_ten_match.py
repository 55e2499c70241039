"""Playing 10 000 together: opening, the last round, ties, whole matches, undo, and codes of any kind."""

import pickle
import string
from dataclasses import FrozenInstanceError, replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from midnight_core import InputError
from midnight_core.gamecode import MASKS, MAX_SEED, mask_of, picked, thrown_dice
from midnight_core.match import PERSON
from midnight_core.match import Setup as MidnightSetup
from midnight_core.match import opening as midnight_opening
from midnight_core.ten_thousand import DEFAULT, PRESETS, HouseRules, set_asides
from midnight_core.ten_thousand import match as engine
from midnight_core.ten_thousand.bots import THUMB, step
from midnight_core.ten_thousand.match import (
    BOTS,
    MAX_MATCH_CODE,
    WINNER,
    Match,
    Setup,
    read_ten_match,
    who_begins,
)
from midnight_core.ten_thousand.sheet import MOST_WRITTEN, begin, checked_points, written
from tests.reference.naive_ten import House
from tests.reference.naive_ten_match import Table

SMALL = HouseRules(opening=350, target=2000)
HOUSES = (
    DEFAULT,
    SMALL,
    replace(SMALL, ties="first", least=200),
    replace(SMALL, last_round=False, three_pairs=0, one=150),
    HouseRules(opening=0, target=2000, must_roll_hot=True, growth="add"),
    HouseRules(opening=1000, target=3000, four_plus_two=True, three_pairs=1500),
    HouseRules(opening=0, target=1000),
)


def table(house=DEFAULT, seats=2, **agreed):
    """Return a match of people, of which seat 0 begins."""
    return Match(Setup(2417, (PERSON,) * seats, house, **{"first": 0} | agreed))


def noted(match, *points):
    for more in points:
        match = match.note(more)
    return match


def typed(match, *steps):
    """Play with real dice: each step is a roll and what is set aside of it, as digits; ``!`` writes down."""
    for part in steps:
        if part == "!":
            match = match.bank()
            continue
        roll, aside = part
        dice = tuple(map(int, roll))
        match = match.enter(dice)
        if aside:
            match = match.keep(mask_of(dice, map(int, aside)))
    return match


# ----------------------------------------------------------------------------------- the rule text's examples


def test_850_and_then_the_bust_leave_the_dice_to_the_next():
    match = typed(table(), ("112456", "115"), ("666", "666"), ("233466", ""))
    assert (match.totals, match.mover) == ((0, 0), 1)
    assert (match.turns[0].points, match.turns[0].game.is_bust, match.turns[0].game.total) == (0, True, 850)


def test_points_written_down_in_earlier_turns_are_safe():
    match = typed(noted(table(), 1200, 0), ("111234", "111"), ("234", ""))
    assert match.totals == (1200, 0)


def test_850_do_not_open_and_whoever_stopped_there_would_stand_at_nothing():
    match = typed(table(), ("112456", "115"), ("666", "666"))
    for stop in (match.bank, lambda: table().note(850)):
        with pytest.raises(InputError) as caught:
            stop()
        assert str(caught.value) == "850 points are too few to open: it takes 1000."
    assert typed(noted(table(), 1000, 0), ("112456", "115"), ("666", "666"), "!").totals == (1850, 0)


def test_the_opening_has_to_be_reached_only_once():
    match = noted(table(), 1000, 1050, 150, 50)
    assert match.totals == (1150, 1100)


def test_everybody_opens_alone():
    match = noted(table(), 1000)
    with pytest.raises(InputError, match="150 points are too few to open"):
        match.note(150)


def test_the_first_to_reach_the_target_gives_everybody_else_one_more_turn():
    match = noted(table(seats=4, first=1), 9000, 9500, 1000, 9000)
    assert (match.closer, match.is_last_round, match.to_beat, match.to_come) == (None, False, None, ())
    match = match.note(1100)
    assert (match.totals, match.closer, match.mover) == ((9000, 10_100, 9500, 1000), 1, 2)
    assert (match.is_last_round, match.to_beat, match.to_come) == (True, 10_100, (2, 3, 0))
    match = noted(match, 700, 0)
    assert (match.to_beat, match.to_come, match.is_over) == (10_200, (0,), False)
    match = match.note(1150)
    assert (match.is_over, match.winners, match.totals) == (True, (2,), (10_150, 10_100, 10_200, 1000))
    assert (match.mover, match.game, match.to_come, match.is_last_round) == (None, None, (), False)
    assert (match.closer, match.to_beat) == (1, 10_200)


def test_who_needs_1400_is_not_helped_by_600():
    start = noted(table(), 9900, 9000, 400)
    assert start.to_beat - start.totals[1] == 1300
    assert start.note(600).winners == (0,)
    assert start.note(1400).winners == (1,)


def test_passing_the_target_in_the_last_round_starts_no_further_round():
    match = noted(table(seats=3), 9000, 9000, 9000, 1000, 2000, 1500)
    assert (match.is_over, match.winners) == (True, (1,))


def test_the_target_exactly_is_enough():
    assert noted(table(), 9000, 0, 1000).closer == 0


def test_without_a_last_round_the_game_ends_at_once():
    match = noted(table(replace(DEFAULT, last_round=False), seats=3), 9000, 9500, 9900, 1000)
    assert (match.winners, match.is_over, match.closer) == ((0,), True, 0)


def test_hot_dice_over_several_rolls_go_on_in_a_match():
    match = typed(table(), ("666234", "666"), ("115", "115"))
    assert (match.game.is_hot, match.game.dice_left) == (True, 6)
    assert typed(match, ("152346", "15"), "!").totals == (1000, 0)


# ------------------------------------------------------------------------------------------------------- ties


@pytest.mark.parametrize(
    ("last", "shared", "first"),
    [
        ((1000, 0, 0), (0,), (0,)),
        ((1000, 1000, 0), (0, 1), (0,)),
        ((1000, 1200, 1200), (1, 2), (1,)),
        ((1000, 1000, 1000), (0, 1, 2), (0,)),
        ((1000, 1000, 1050), (2,), (2,)),
        ((0, 1200, 1200), (1, 2), (1,)),
    ],
)
def test_equal_totals_share_the_win_or_whoever_got_there_first_has_it(last, shared, first):
    for ties, winners in (("shared", shared), ("first", first)):
        match = noted(table(HouseRules(ties=ties), seats=3), 9000, 9000, 9000, *last)
        if not match.is_over:
            match = match.note(0)
        assert match.winners == winners


def test_first_is_by_the_order_of_the_last_round_and_not_by_the_seats():
    match = noted(table(HouseRules(ties="first"), seats=3), 9000, 9000, 9000, 0, 0, 1200, 1200, 1200)
    assert match.winners == (2,)
    match = noted(table(HouseRules(ties="first"), seats=3), 9000, 9000, 9000, 0, 0, 1000, 1200, 1200)
    assert match.winners == (0,), "seat 0 comes next after seat 2"


def test_level_below_the_top_settles_nothing():
    assert noted(table(seats=3), 9000, 9000, 9000, 1000, 1050, 1000).winners == (1,)


# --------------------------------------------------------------------------------- order, dice, and the sheet


def test_who_begins_is_thrown_for_as_in_midnight():
    for seed in range(1, 60):
        seats = (PERSON,) * (2 + seed % 7)
        assert who_begins(Setup(seed, seats)) == midnight_opening(MidnightSetup(seed, seats))
        assert Match(Setup(seed, seats)).order[0] == who_begins(Setup(seed, seats))[1]


def test_a_real_table_says_who_begins():
    setup = Setup(4, (PERSON,) * 3, first=2)
    assert who_begins(setup) == ((), 2)
    assert Match(setup).order == (2, 0, 1)
    assert Match(setup).code == "k1.d.PPP.4.3"


def test_play_goes_clockwise_from_the_beginner():
    match, movers = table(seats=4, first=2), []
    for _ in range(9):
        movers.append(match.mover)
        match = match.note(1000)
    assert movers == [2, 3, 0, 1, 2, 3, 0, 1, 2]


def test_turns_of_a_match_have_dice_of_their_own():
    match = table(first=1)
    for number in (1, 2):
        for seat in (1, 0):
            thrown = match.throw()
            # A roll that scores nothing ends its turn.
            game = thrown.game if thrown.mover == seat else thrown.turns[-1].game
            assert game.steps[0].roll == thrown_dice(2417, 0, 6, turn=number, player=seat)
            match = match.note(0)


def test_a_noted_turn_counts_as_a_turn_for_the_dice_to_come():
    match = noted(table(), 1000, 0)
    assert match.throw().game.roll == thrown_dice(2417, 0, 6, turn=2, player=0)
    assert match.game.score == 1000


def test_the_sheet_has_a_line_for_every_turn_of_the_seats():
    match = noted(table(seats=3, first=1), 1000, 0, 1500, 50)
    assert [(row.number, row.points, row.totals) for row in match.rows] == [
        (1, (1500, 1000, 0), (1500, 1000, 0)),
        (2, (None, 50, None), (None, 1050, None)),
    ]
    assert table().rows == ()


def test_the_last_line_of_the_sheet_has_a_hole_where_the_game_was_closed():
    match = noted(table(seats=3), 9000, 9000, 9000, 0, 1000, 500, 1050)
    assert match.is_over
    assert match.rows[-1].points == (1050, None, None)
    assert match.rows[-2].points == (0, 1000, 500)
    assert match.winners == (0,)


# ----------------------------------------------------------------------------------------------- moves, notes


def test_a_score_is_noted_in_place_of_a_whole_turn():
    begun = table().enter((1, 1, 2, 4, 5, 6))
    for match in (begun, begun.keep(1)):
        with pytest.raises(InputError, match="this one has begun"):
            match.note(1000)


@pytest.mark.parametrize("points", [1, 25, -50, 1025, 50.0, "50", None, True, MOST_WRITTEN + 50, 10**400])
def test_only_what_a_turn_can_write_down_is_noted(points):
    with pytest.raises(InputError, match="multiple of 50 from 0 to 200000"):
        table().note(points)


def test_a_house_with_a_least_notes_no_less():
    match = noted(table(HouseRules(least=300)), 1000, 0)
    with pytest.raises(InputError, match="250 are too few to write down: in this house it takes 300"):
        match.note(250)
    assert noted(match, 0, 0, 300).totals == (1300, 0)


@pytest.mark.parametrize("points", [0, 1000, 3200, 9950, MOST_WRITTEN])
def test_noted_points_read_back(points):
    match = table().note(points)
    assert read_ten_match(match.code) == match
    assert read_ten_match(match.code).totals[0] == points


def test_when_all_is_over_nobody_moves():
    match = noted(table(), 10_000, 0)
    assert (match.is_over, match.mover, match.kind, match.game) == (True, None, None, None)
    moves = (match.throw, match.bank, lambda: match.enter((1,)), lambda: match.keep(1), lambda: match.note(0))
    for move in moves:
        with pytest.raises(InputError, match="The match is over"):
            move()


def test_moves_that_a_turn_does_not_allow_are_refused():
    with pytest.raises(InputError, match="no roll"):
        table().keep(1)
    with pytest.raises(InputError, match="6 dice, not 2"):
        table().enter((1, 2))
    with pytest.raises(InputError, match="Set aside at least one die"):
        table().throw().throw()
    with pytest.raises(InputError, match="nothing to write down"):
        table().bank()


def test_a_match_cannot_be_changed():
    match = table()
    match.throw()
    match.note(1000)
    assert match == table()
    with pytest.raises(FrozenInstanceError):
        match.turns = ()


def test_a_match_survives_the_way_to_another_process():
    match = noted(table(), 1000, 0).throw()
    again = pickle.loads(pickle.dumps(match))
    assert (again, again.standing, hash(again)) == (match, match.standing, hash(match))


def test_the_match_as_it_stood_after_each_turn():
    match = noted(table(seats=3), 1000, 0, 1050, 50)
    for number in range(5):
        assert match.after(number) == noted(table(seats=3), *[1000, 0, 1050, 50][:number])
    for number in (5, -1, 1.0, True, None):
        with pytest.raises(InputError, match="0 to 4"):
            match.after(number)


# ---------------------------------------------------------------------------------------------------- undoing


def with_bot(*seats, **agreed):
    return Match(Setup(2417, seats, **{"first": 0} | agreed))


def test_undo_takes_the_last_decision_back():
    roll = table().throw()
    match = roll.keep(mask_of(roll.game.roll, (1,)))
    assert match.undo() == roll
    assert match.throw().undo() == roll


def test_undo_reaches_back_into_a_turn_that_was_written_down_or_lost():
    roll = typed(noted(table(), 1000, 1000), ("115234", ""))
    chosen = roll.keep(0b111)
    assert chosen.bank().undo() == roll
    assert chosen.enter((2, 3, 4)).undo() == roll
    assert chosen.enter((2, 3, 4)).throw().undo() == roll
    assert chosen.bank().note(0).undo() == chosen.bank()


def test_a_first_roll_typed_wrong_can_be_taken_back():
    before = noted(table(), 1000, 1000)
    assert before.enter((2, 2, 3, 3, 4, 6)).undo() == before
    assert before.enter((1, 2, 3, 3, 4, 6)).undo() == before


def test_undo_passes_over_a_first_roll_of_the_seed_that_scored_nothing():
    match = Match(Setup(bust_seed(), (PERSON, "bold"), first=0)).throw()
    assert match.turns[0].game.is_bust
    assert match.undo() == match.restarted()


def bust_seed():
    """Return a seed whose first roll of seat 0 scores nothing."""
    return next(
        seed for seed in range(1, 1000) if not set_asides(DEFAULT, thrown_dice(seed, 0, 6, turn=1, player=0))
    )


def test_undo_takes_back_what_bots_did_since():
    match = with_bot(PERSON, "bold", "cautious")
    before = typed(match, ("111234", ""))
    after = before.keep(0b111).bank()
    while after.kind != PERSON:
        after = step(after)
    assert len(after.turns) == 3
    assert after.undo() == before


def test_undo_takes_a_noted_score_back_also_that_of_a_bot():
    match = with_bot(PERSON, "bold").note(1000)
    assert match.note(1000).undo() == match


def test_without_a_persons_decision_undo_is_the_start():
    start = with_bot("bold", PERSON)
    assert start.undo() == step(start).undo() == step(step(start)).undo() == start
    assert start.restarted() == start


# ---------------------------------------------------------------------------------------------- whole matches


def random_setup(random, number):
    """Return a set-up, every tenth by the default's rules; solved bots play where solving is quick."""
    house = HOUSES[0] if number % 10 == 0 else random.choice(HOUSES[1:])
    kinds = [*THUMB]
    if house is SMALL:
        kinds += ["perfect", "fewest-turns", WINNER]
    elif house is DEFAULT:
        kinds += ["perfect"]
    players = random.choice([2, 2, 3, 4, 8]) if house is not DEFAULT else 2
    return Setup(
        random.randint(1, MAX_SEED),
        tuple(random.choice(kinds) for _ in range(players)),
        house,
        random.choice([None, random.randrange(players)]),
    )


def assert_refereed_alike(match):
    """The naive referee, given the code's moves, counts as the engine does, also in the middle of a match."""
    setup = match.setup
    paper = Table(House(**vars(setup.house)), len(setup.seats), setup.seed, setup.first)
    paper.play(match.code[len(setup.code) + 1 :])
    assert tuple(paper.everyone) == match.order
    assert paper.sheet == [(turn.seat, turn.points) for turn in match.turns]
    assert tuple(paper.totals) == match.totals
    assert tuple(paper.winners) == match.winners
    assert sum(paper.lost) == sum(
        turn.game.total for turn in match.turns if turn.game is not None and turn.game.is_bust
    )


def assert_conserved(match):
    """Every point set aside is written down, lost, or still at stake."""
    games = [turn.game for turn in match.turns if turn.game is not None]
    set_aside = sum(choice.points for game in games for choice in game.set_aside)
    lost = sum(game.total for game in games if game.is_bust)
    noted_points = sum(turn.points for turn in match.turns if turn.game is None)
    assert set_aside + noted_points == sum(match.totals) + lost
    cells = [points for row in match.rows for points in row.points if points is not None]
    assert sum(cells) == sum(match.totals)
    assert len(cells) == len(match.turns)
    for seat, total in enumerate(match.totals):
        assert sum(turn.points for turn in match.turns if turn.seat == seat) == total
        assert max((row.totals[seat] or 0 for row in match.rows), default=0) == total


MATCHES, BLOCKS = 1000, 8


@cache
def finished(block):
    """Return full matches of bots, played by their own moves."""
    random, matches = Random(block), []
    for number in range(MATCHES // BLOCKS):
        match = Match(random_setup(random, number))
        while not match.is_over:
            before, match = match, step(match)
            assert match.code.startswith(before.code)
        matches.append(match)
    return tuple(matches)


@pytest.mark.parametrize("block", range(BLOCKS))
def test_matches_of_bots_read_back_identical_refereed_alike_with_all_points_kept(block):
    random = Random(block)
    for match in finished(block):
        again = read_ten_match(match.code)
        assert again == match
        assert (again.standing, again.rows, again.code) == (match.standing, match.rows, match.code)
        assert_refereed_alike(match)
        assert_conserved(match)
        assert max(match.totals) >= match.setup.house.target
        assert len(match.turns) == match.standing.closing + match.setup.house.last_round * (
            len(match.order) - 1
        )
    for match in finished(block)[::3]:
        part = match.after(random.randrange(len(match.turns)))
        assert read_ten_match(part.code) == part
        assert_refereed_alike(part)
    assert len({match.code for match in finished(block)}) == MATCHES // BLOCKS
    assert {match.setup.house for match in finished(block)} == set(HOUSES)


def random_move(random, match):
    """Return the match after somebody noted, typed or threw, set anything aside, or wrote down."""
    game = match.game
    if game.roll:
        choice = random.choice(set_asides(game.house, game.roll))
        masks = [mask for mask in range(64) if tuple(sorted(picked(game.roll, mask))) == choice.dice]
        return match.keep(random.choice([mask for mask in masks if mask < 1 << len(game.roll)]))
    if game.may_bank and random.random() < 0.5:
        return match.bank()
    if not game.steps and random.random() < 0.3:
        least = game.floor
        return match.note(random.choice([0, least, least, max(least, 500)]))
    if random.random() < 0.3:
        return match.enter(random.choices(range(1, 7), k=game.dice_left))
    return match.throw()


@cache
def random_matches():
    random, matches = Random(10_000), []
    for number in range(90):
        setup = Setup(
            number + 1, (PERSON,) * random.choice([2, 3, 5]), HOUSES[1 + number % (len(HOUSES) - 1)]
        )
        match = Match(setup)
        while not match.is_over:
            match = random_move(random, match)
            if random.random() < 0.05:
                assert read_ten_match(match.code) == match
                assert_refereed_alike(match)
        matches.append(match)
    return tuple(matches)


def test_matches_of_people_who_do_anything_are_refereed_alike():
    for match in random_matches():
        assert read_ten_match(match.code) == match
        assert_refereed_alike(match)
        assert_conserved(match)
    assert any(len(match.winners) > 1 for match in random_matches()), "some share the win"


def test_undo_leads_back_to_the_start_and_the_same_moves_lead_forward_again():
    for target in random_matches()[:20]:
        match = target
        while match != match.restarted():
            back = match.undo()
            assert len(back.code) < len(match.code)
            assert match.code.startswith(back.code)
            assert read_ten_match(back.code) == back
            match = back
        while match != target:
            match = next_move(match, target)
        assert match.code == target.code


def next_move(match, target):
    """Return the match one move nearer to another that goes on from it."""
    turn = target.turns[len(match.turns)]
    if turn.game is None:
        return match.note(turn.points)
    steps = match.game.steps
    if match.game.roll:
        return match.keep(turn.game.steps[len(steps) - 1].mask)
    if len(steps) == len(turn.game.steps):
        return match.bank()
    step = turn.game.steps[len(steps)]
    return match.enter(step.roll) if step.typed else match.throw()


# ----------------------------------------------------------------------------------------------- long matches


def test_60_turns_of_8_players_fit_into_an_address_also_when_every_die_is_typed():
    turns = [turn for block in (0, 1) for match in finished(block) for turn in match.turns]
    thrown = [len(turn.moves) for turn in turns]
    by_hand = [
        sum(len(step.roll) + bool(step.mask) for step in turn.game.steps) + turn.game.is_banked
        for turn in turns
    ]
    assert 4 < sum(thrown) / len(thrown) < 6
    assert 11 < sum(by_hand) / len(by_hand) < 15.5
    longest_head = 145
    assert longest_head + 60 * 8 * 16 < MAX_MATCH_CODE


def test_a_long_match_reads_and_moves():
    random = Random(3)
    match = Match(Setup(7, ("bold", "cautious") * 4, HouseRules(target=20_000), first=0))
    while len(match.turns) < 480:
        match = match.note(0) if not match.game.steps and random.random() < 0.8 else step(match)
    assert len(match.code) < MAX_MATCH_CODE
    assert read_ten_match(match.code) == match
    assert_refereed_alike(match)


def test_a_match_that_would_not_fit_into_a_code_goes_no_further():
    head = table().code
    turns = (MAX_MATCH_CODE - len(head) - 1) // 3
    code = f"{head}." + "!AA" * turns
    match = read_ten_match(code)
    assert len(match.turns) == turns
    for move in (lambda: match.note(1000), lambda: match.enter((1,) * 6)):
        with pytest.raises(InputError, match="too long"):
            move()
    with pytest.raises(InputError, match="too long"):
        read_ten_match(code + "!AA")


# ---------------------------------------------------------------------------------------------- set-up, codes


def test_bots_and_persons_have_letters_of_their_own():
    letters = [*BOTS.values(), "P"]
    assert len(set(letters)) == len(letters)
    assert set(letters) <= set(string.ascii_letters)
    assert set(THUMB) | {"perfect", "fewest-turns", WINNER} == set(BOTS)


def test_the_examples_of_the_modules_text_are_codes():
    assert read_ten_match(engine.EXAMPLE).code == engine.EXAMPLE
    example = engine.__doc__.split("``")[1]
    match = read_ten_match(example)
    assert match.code == example
    assert match.turns[-1].points == 750


@pytest.mark.parametrize(
    ("code", "setup"),
    [
        ("k1.d.PP.2417.~", Setup(2417)),
        ("k1.o350-t5000.PbfwlcdP.1.8", Setup(1, (PERSON, *BOTS, PERSON), PRESETS["quick"], 7)),
        ("k1.o0.dP.5.1", Setup(5, ("bold", PERSON), PRESETS["open"], 0)),
    ],
)
def test_an_old_link_still_opens_the_same_setup(code, setup):
    assert read_ten_match(code) == Match(setup)
    assert setup.code == Match(setup).code == code


def test_an_old_link_still_opens_the_same_match():
    code = "k1.o350.Pd.2417.1.~y~E~B!!Aa112456T666H~"
    match = read_ten_match(code)
    assert match.code == code
    assert [(turn.seat, turn.points) for turn in match.turns] == [(0, 400), (1, 1300)]
    assert (match.mover, match.game.total, match.game.steps[0].typed) == (0, 850, True)


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        ({"seed": 0}, "1 to 999999999999"),
        ({"seats": (PERSON,)}, "2 to 8 seats, not 1"),
        ({"seats": (PERSON,) * 9}, "2 to 8 seats, not 9"),
        ({"seats": "PP"}, "not 'P'"),
        ({"seats": None}, "not None"),
        (
            {"seats": (PERSON, "greedy")},
            "person, perfect, fewest-turns, winner, by-dice-left, cautious, bold",
        ),
        ({"house": None}, "house"),
        ({"first": 2}, "0 to 1, not 2"),
        ({"first": True}, "0 to 1, not True"),
    ],
)
def test_a_bad_setup_gets_a_sentence(bad, says):
    with pytest.raises(InputError) as caught:
        Setup(**{"seed": 5} | bad)
    assert is_sentence(caught.value)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Match(None), "setup"),
        (lambda: who_begins(None), "setup"),
        (lambda: begin(None, (0, 1)), "house"),
        (lambda: begin(DEFAULT, (0,)), "2 to 8 seats once"),
        (lambda: begin(DEFAULT, 5), "order"),
        (lambda: written(None, 50), "standing"),
        (lambda: written(begin(DEFAULT, (0, 1)), 25), "multiple of 50"),
        (lambda: written(begin(DEFAULT, (0, 1)), 850), "850 points are too few to open"),
        (lambda: written(written(written(begin(DEFAULT, (0, 1)), 10_000), 0), 0), "The match is over"),
        (lambda: checked_points(DEFAULT, 0, 50), "50 points are too few to open"),
        (lambda: read_ten_match(None), "code"),
        (lambda: read_ten_match(b"k1"), "code"),
    ],
)
def test_bad_input_gets_a_sentence(call, says):
    with pytest.raises(InputError) as caught:
        call()
    assert is_sentence(caught.value)
    assert says in str(caught.value)


# -------------------------------------------------------------------------------------- whatever else arrives

HOSTILE = [
    "",
    ".",
    "k1",
    "k1....",
    "k1.....",
    "k2.d.PP.5.~",
    "g1.14.r8p.PP.1.5.~",
    "k1.d.PP.5",
    "k1.d.PP.5.~.",
    "k1.d.PP.5.~..",
    "k1.d.PP.5.~.~.~",
    "k1..PP.5.~",
    "k1.x.PP.5.~",
    "k1.o1000.PP.5.~",
    "k1.t5000-o350.PP.5.~",
    "k1.d.P.5.~",
    "k1.d.PPPPPPPPP.5.~",
    "k1.d.PZ.5.~",
    "k1.d..5.~",
    "k1.d.PP.0.~",
    "k1.d.PP.05.~",
    "k1.d.PP.1234567890123.~",
    "k1.d.PP.5.0",
    "k1.d.PP.5.3",
    "k1.d.PP.5.",
    "k1.d.PP.5.~.A",
    "k1.d.PP.5.~.~A",
    "k1.d.PP.5.~.!",
    "k1.d.PP.5.~.!A",
    "k1.d.PP.5.~.!AR",
    "k1.d.PP.5.~.!__",
    "k1.d.PP.5.~.!!!",
    "k1.d.PP.5.~.!A!",
    "k1.d.PP.5.~.!Aé",
    "k1.d.PP.5.~.112456C!",
    "k1.d.PP.5.~.112456T666H!",
    "k1.d.PP.5.~.112456E",
    "k1.d.PP.5.~.11245",
    "k1.d.PP.5.~.112457B",
    "k1.d.PP.5.~.11245٦B",
    "k1.d.PP.5.~.223346A",
    "k1.d.PP.5.1.!DI!AA~",
    "k1.r0.PP.5.1.!DI!AA",
    "k1.d.PP.5.~\n",
    "k1.d.PP.5.~.%7E",
    "\ufeffk1.d.PP.5.~",
    "k1.{0}.PP.5.~",
    "<script>alert(1)</script>",
    "k1.d.PP.5.~." + "!AA" * MAX_MATCH_CODE,
    "k1.d.PP.5.~." + "123456_" * 101,
    "k1.d.PP." + "9" * 10_000 + ".~",
    "k1.d." + "P" * 10_000 + ".5.~",
    "k1." + "d" * 10_000 + ".PP.5.~",
]


def is_sentence(error):
    text = str(error)
    return (text[:1].isupper() or text[:1].isdigit()) and text.endswith(".") and not set("{}") & set(text)


@pytest.mark.parametrize("code", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_code_gets_a_sentence(code):
    with pytest.raises(InputError) as caught:
        read_ten_match(code)
    assert is_sentence(caught.value)


def test_a_turn_that_cannot_be_played_is_named_by_its_number():
    with pytest.raises(InputError, match="Turn number 3"):
        read_ten_match("k1.d.PP.5.~.!AA!AU!AB")


def test_a_code_that_goes_on_after_the_match_is_refused():
    with pytest.raises(InputError, match="after its match is over"):
        read_ten_match("k1.d.PP.5.1.!DI!AA~")


def survives(code):
    """Read a text that may be anything: it is the code of a match, or gets a sentence."""
    try:
        match = read_ten_match(code)
    except InputError as error:
        if not is_sentence(error):
            raise
        return False
    assert match.code == code
    return True


def test_a_mutated_code_is_a_match_of_that_very_code_or_refused_in_a_sentence():
    random, read = Random(5), 0
    for _ in range(2000):
        code = random.choice(finished(1)).code[: random.randint(15, 90)]
        for _ in range(random.randint(1, 3)):
            at, lost = random.randint(0, len(code)), random.randint(0, 2)
            added = random.choice([*"~.!ABkPcd_-0159", random.choice(MASKS), chr(random.randint(1, 0xD7FF))])
            code = code[:at] + random.choice(["", added, code[at : at + 2]]) + code[at + lost :]
        read += survives(code)
    assert 100 < read < 1900


def test_a_truncated_code_is_a_match_of_that_very_code_or_refused_in_a_sentence():
    for match in finished(2)[1:8]:
        read = [survives(match.code[:length]) for length in range(len(match.code) + 1)]
        assert read[-1]
        assert sum(read) > 5


@settings(max_examples=300)
@given(
    st.sampled_from(["", "k1.d.PP.5.~.", "k1.t1000-o0.dP.5.1."]),
    st.text(st.characters(exclude_categories=["Cs"])) | st.text("~!.kdPo1234567890ABCDT_-", max_size=70),
)
def test_any_text_is_a_match_of_that_very_code_or_refused_in_a_sentence(head, text):
    survives(head + text)
