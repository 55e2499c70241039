"""A match looked back on: every turn adds up, it cost what the outlook says, and seats are added up."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, InputError
from midnight_core.bots import is_bots_turn, step
from midnight_core.match import PERSON, WINNER, Match, Setup, read_match
from midnight_core.match_review import CHANCE, CHIPS, costliest, look_back, seat_lines
from midnight_core.outlook import expected_chips, outlook, timeline
from midnight_core.review import Band
from midnight_core.sheet import Race, Rounds
from tests.reference import naive

SEATS = (PERSON, WINNER, "greedy")
FORMS = (
    *(Rounds(3, tie) for tie in ("rollover", "extra", "again")),
    Race(40),
    Race(40, "immediate"),
)


def played(form, seats=SEATS, seed=11, rules=MIDNIGHT, ante=2):
    """Return a match in which bots do what they do, and people whatever comes."""
    chance, match = Random(seed), Match(Setup(seed, seats, form, rules, ante))
    while not match.is_over:
        if is_bots_turn(match):
            match = step(match)
        elif match.game.roll:
            match = match.keep(chance.randrange(1, 1 << len(match.game.roll)))
        else:
            match = match.throw()
    return match


MATCHES = [played(form) for form in FORMS]


def of_each(match):
    return zip(look_back(match), match.turns, strict=True)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.code[:12])
def test_every_turn_adds_up_exactly_to_what_its_score_is_worth(match):
    for number, (seen, turn) in enumerate(of_each(match)):
        ahead, judged = outlook(match.after(number)), seen.review
        assert (seen.number, seen.seat) == (number, turn.seat)
        assert judged.end == Fraction(ahead.goal.payoff[turn.score])
        assert judged.end - judged.start == judged.luck - judged.loss
        assert all(isinstance(part, Fraction) for part in (judged.start, judged.luck, judged.loss))
        assert all(decision.loss >= 0 for decision in judged.decisions)
        assert len(judged.decisions) == len(turn.game.steps)


@pytest.mark.parametrize(
    ("match", "number"),
    [(MATCHES[0], 0), (MATCHES[2], 2), (played(Race(24), (PERSON, PERSON), rules=TWO_FOUR_24), 1)],
)
def test_luck_and_losses_are_those_of_plain_enumeration(match, number):
    seen, turn = look_back(match)[number], match.turns[number]
    twin = naive.Naive(match.setup.rules.required, outlook(match.after(number)).goal.payoff)
    kept = ()
    for decision, made in zip(seen.review.decisions, turn.game.steps, strict=True):
        before, best = twin.worth(kept).value, twin.ranked(kept, tuple(sorted(made.roll)))[0]
        value = twin.worth(naive.with_more(kept, best)).value
        kept = naive.with_more(kept, tuple(sorted(made.kept)))
        parts = float(value - before), float(value - twin.worth(kept).value)
        assert (decision.luck, decision.loss) == pytest.approx(parts, abs=1e-12)


@pytest.mark.parametrize("match", MATCHES[:3], ids=lambda match: match.setup.form.tie)
def test_in_rounds_a_turn_brings_its_player_the_chips_that_he_may_then_expect_more(match):
    lines = expected_chips(match)
    for number, (seen, turn) in enumerate(of_each(match)):
        assert seen.unit == CHIPS
        assert seen.stake == match.after(number).pot
        if match.setup.seats[turn.seat] in (PERSON, WINNER):
            gained = lines[number + 1, turn.seat] - lines[number, turn.seat]
            assert seen.stake * (seen.review.luck - seen.review.loss) == pytest.approx(gained, abs=1e-9)


@pytest.mark.parametrize("seats", [SEATS, (PERSON, WINNER)], ids=len)
def test_in_a_race_it_brings_the_chance_to_win(seats):
    match = played(Race(24), seats)
    lines = timeline(match)
    for number, (seen, turn) in enumerate(of_each(match)):
        assert (seen.unit, seen.stake) == (CHANCE, 1)
        # In a field nobody plays to win, so the start is worth less than best play would make it.
        if len(seats) == 2:
            gained = lines[number + 1, turn.seat] - lines[number, turn.seat]
            assert seen.review.luck - seen.review.loss == pytest.approx(gained, abs=1e-9)
        assert float(seen.review.end) == pytest.approx(lines[number + 1, turn.seat], abs=1e-12)


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.code[:12])
def test_the_bot_that_plays_to_win_gives_nothing_away(match):
    winner = SEATS.index(WINNER)
    lines = {line.seat: line for lines in seat_lines(look_back(match)).values() for line in lines}
    assert (lines[winner].loss, lines[winner].mistakes) == (0, 0)
    assert lines[winner].decisions > 0
    assert lines[SEATS.index(PERSON)].loss > 0


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.code[:12])
def test_a_seats_line_is_the_sum_of_its_turns(match):
    turns = look_back(match)
    (lines,) = seat_lines(turns).values()
    assert [line.seat for line in lines] == sorted({turn.seat for turn in match.turns})
    for line in lines:
        own = [turn for turn in turns if turn.seat == line.seat]
        made = [(turn.stake, decision) for turn in own for decision in turn.review.decisions]
        assert line.turns == sum(turn.seat == line.seat for turn in match.turns)
        assert line.decisions == sum(not decision.is_forced for _, decision in made)
        assert line.mistakes == sum(decision.loss > Fraction("0.005") for _, decision in made)
        assert line.loss == sum(stake * decision.loss for stake, decision in made)
        assert line.luck == sum(stake * decision.luck for stake, decision in made)


def test_the_costliest_come_first_and_can_be_those_of_some_seats():
    turns = look_back(MATCHES[0])
    everything = sorted(
        (
            turn.stake * decision.loss
            for turn in turns
            for decision in turn.review.decisions
            if decision.loss > Fraction("0.005")
        ),
        reverse=True,
    )
    found = costliest(turns)
    assert [each.loss for each in found] == everything
    assert len(everything) > 5
    assert all(each.decision.band is not Band.BEST for each in found)
    assert {each.turn.seat for each in found} == {0, 2}
    assert costliest(turns, {2}) == tuple(each for each in found if each.turn.seat == 2)
    assert [each.weight for each in found] == [each.loss / Fraction("0.125") for each in found]


def test_a_pot_that_has_rolled_over_makes_the_same_loss_dearer():
    first, second = look_back(read_match("g1.14.r2p.PP.3.7.1.222222_222222_123456_123456_"))[::2]
    assert (first.stake, second.stake) == (6, 12)


def test_without_a_stake_chips_are_counted_as_if_it_were_1():
    free, staked = (look_back(played(Rounds(2), ante=ante)) for ante in (0, 1))
    assert [turn.stake for turn in free] == [turn.stake for turn in staked]
    assert {turn.stake for turn in free} <= {3, 6}


def test_noted_turns_and_one_under_way_are_left_out():
    match = read_match("g1.14.r2p.PP.1.2417.1.!T123456J6652P~B")
    assert match.game.steps
    (seen,) = look_back(match)
    assert (seen.number, seen.seat) == (1, 1)
    assert look_back(match.after(1)) == look_back(match.restarted()) == ()
    assert seat_lines(()) == {}
    assert costliest(()) == ()


def test_only_a_match_can_be_looked_back_on():
    with pytest.raises(InputError, match="match"):
        look_back("g1.14.r2p.PP.1.2417.1")
