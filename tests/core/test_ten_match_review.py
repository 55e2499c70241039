"""A match of 10 000 looked back on: every turn adds up, in the unit of what it was judged by."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from midnight_core import InputError
from midnight_core.match_review import costliest, seat_lines
from midnight_core.ten_thousand import DEFAULT, HouseRules, TurnSolution, match_review, solve_turn
from midnight_core.ten_thousand import review as ten_review
from midnight_core.ten_thousand.bots import last_turn, play_on
from midnight_core.ten_thousand.games import known_race
from midnight_core.ten_thousand.match import Match, Setup, read_ten_match
from midnight_core.ten_thousand.match_review import look_back
from midnight_core.ten_thousand.review import Measure

SHORT = HouseRules(target=3000)
BLUNDERS = {"points": 100, "turns": 0.2, "chance": 0.125}


def by_average(before: Match) -> tuple[TurnSolution, Measure]:
    """Judge by the average, and the last round by the chance to win."""
    assert before.game is not None
    assert not before.game.steps
    house, score = before.setup.house, before.game.score
    if before.to_beat is not None:
        leaders = before.totals.count(before.to_beat)
        others = tuple(sorted(before.totals[seat] for seat in before.to_come[1:]))
        return last_turn(house, score, before.to_beat, leaders, others), Measure.CHANCE
    return solve_turn(house, is_open=score > 0), Measure.POINTS


def by_race(before: Match) -> tuple[TurnSolution, Measure]:
    assert before.game is not None
    if before.to_beat is not None:
        return by_average(before)
    mine = before.game.player
    return race_turn(before.totals[mine], before.totals[1 - mine]), Measure.CHANCE


@cache
def race_turn(mine: int, theirs: int) -> TurnSolution:
    race = known_race(DEFAULT)
    assert race is not None
    return race.turn(mine, theirs)


PLAYED = play_on(Match(Setup(5, ("bold", "cautious", "perfect"), SHORT)))
RACED = play_on(Match(Setup(4, ("bold", "winner"), DEFAULT)).note(8000).note(7500))


@pytest.mark.parametrize(("match", "judged_by"), [(PLAYED, by_average), (RACED, by_race)])
def test_every_turn_adds_up(match, judged_by):
    turns = look_back(match, judged_by)
    assert [(turn.number, turn.seat) for turn in turns] == [
        (number, turn.seat) for number, turn in enumerate(match.turns) if turn.game is not None
    ]
    assert len(turns) > 4
    for turn in turns:
        seen, before = turn.review, match.after(turn.number)
        solution, measure = judged_by(before)
        assert (turn.unit, turn.stake, seen.start) == (measure.value, 1, solution.start)
        scale = max(1.0, abs(seen.start), abs(seen.end))
        assert seen.end - seen.start == pytest.approx(seen.luck - seen.loss, rel=0, abs=1e-9 * scale)


def test_in_the_race_what_the_turns_bring_is_the_chance_to_win_of_the_next_one():
    turns = look_back(RACED, by_race)
    for turn, after in pairwise(turns):
        if RACED.after(turn.number).to_beat is None:
            assert turn.review.end == pytest.approx(1 - after.review.start, abs=1e-6)


def test_each_unit_has_its_own_lines_and_they_are_sums():
    turns = look_back(PLAYED, by_average)
    by_unit = seat_lines(turns)
    assert list(by_unit) == ["points", "chance"]
    closing = PLAYED.standing.closing
    assert {line.seat: line.turns for line in by_unit["chance"]} == {
        turn.seat: 1 for turn in PLAYED.turns[closing:]
    }
    for unit, lines in by_unit.items():
        for line in lines:
            own = [turn for turn in turns if (turn.seat, turn.unit) == (line.seat, unit)]
            made = [decision for turn in own for decision in turn.review.decisions]
            assert line.turns == len(own)
            assert line.decisions == sum(not decision.is_forced for decision in made)
            best = {"points": 2, "chance": 0.005}[unit]
            assert line.mistakes == sum(decision.loss > best for decision in made)
            assert line.loss == pytest.approx(sum(decision.loss for decision in made))
            lost = sum(turn.review.bust.luck for turn in own if turn.review.bust)
            assert line.luck == pytest.approx(sum(decision.luck for decision in made) + lost)
    assert {line.seat: line.loss for line in by_unit["points"]}[2] == 0, "the bot of the average"


def test_mistakes_in_several_units_are_ordered_by_what_makes_a_blunder():
    found = costliest(look_back(PLAYED, by_average))
    assert {each.turn.unit for each in found} >= {"points"}
    weights = [each.decision.loss / BLUNDERS[each.turn.unit] for each in found]
    assert weights == sorted(weights, reverse=True)
    assert [each.weight for each in found] == pytest.approx(weights)


def test_noted_turns_are_left_out_and_so_is_one_under_way():
    match = read_ten_match("k1.o50.PP.2417.1.!AU112456T666H!~")
    (seen,) = look_back(match, by_average)
    assert (seen.number, seen.seat) == (1, 1)
    with pytest.raises(InputError, match="match"):
        look_back("k1.o50.PP.2417.1", by_average)


def test_a_turn_is_judged_once_however_often_it_is_looked_at(monkeypatch):
    judged = []
    monkeypatch.setattr(
        match_review, "review", lambda *asked: judged.append(asked) or ten_review.review(*asked)
    )
    match_review._reviewed.cache_clear()
    turns = look_back(PLAYED, by_average)
    assert look_back(PLAYED, by_average) == turns
    assert len(judged) == len(turns)
