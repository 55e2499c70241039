"""10 000 in a history: what goes in comes out, recounted by a naive twin; what cannot be kept is not."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from math import sqrt
from typing import Any
from unittest.mock import Mock

import pytest

from midnight_core import InputError, events, goals
from midnight_core.events import LONGEST
from midnight_core.gamecode import TurnGame, mask_of
from midnight_core.history import (
    MOST_BYTES,
    MOST_EVENTS,
    Event,
    History,
    Played,
    TenAnswered,
    TenPlayed,
    read_history,
    ten_choices,
)
from midnight_core.mistakes import Mistake, mistakes, ripe, ten_left_out, ten_mistakes
from midnight_core.record import (
    Losses,
    ten_drilled,
    ten_kinds,
    ten_record,
    thrown_faces,
    typed_faces,
)
from midnight_core.review import Band
from midnight_core.rules import MIDNIGHT
from midnight_core.ten_thousand import BANK, DEFAULT, PRESETS, HouseRules, bots, house_code, scoring
from midnight_core.ten_thousand import goals as ten_goals
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.drill import (
    FEW,
    OPENING,
    TEN_SETS,
    Aim,
    Answer,
    Question,
    TenDrill,
    TenPractice,
    aim_of,
    read_question,
)
from midnight_core.ten_thousand.drill import LAST as LAST_ROUND
from midnight_core.ten_thousand.gamecode import TenGame, read_ten
from midnight_core.ten_thousand.games import known_race, solve_solitaire
from midnight_core.ten_thousand.goals import POINTS, TURNS, TenGoal, from_name, solution, standing
from midnight_core.ten_thousand.review import Measure, review
from tests.core.histories import (
    BEGIN,
    HOUSES,
    LAST,
    made,
    made_of_ten,
    ten_answered,
)
from tests.reference import naive_ten

MEAN = goals.mean_score()
STRICT, QUICK = PRESETS["strict"], PRESETS["quick"]
SECOND, MINUTE, DAY = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "days"))
LOST = read_ten("t1.d.2417.1000.112456T223")
BANKED = read_ten("t1.d.2418.1000.112456T666H!")
ASKED = Question(DEFAULT, Aim(), 1050, (3, 3, 5, 6, 6))
CODE = "q1.d.1000.1050.33566.E*"
CAP = 12_000
"""Points from which the twin writes down. Best play rolls hot dice on even then, as it hardly ever has to."""

CLOSE = 1e-5
"""What that makes of a loss, at the most."""


# ------------------------------------------------------------------------------------------------ the text


ODD = HouseRules(opening=0, least=300)
ASKED_BY = [*((DEFAULT, name) for name in TEN_SETS), (ODD, FEW), (ODD, LAST_ROUND), (STRICT, OPENING)]


@pytest.mark.parametrize(("house", "name"), ASKED_BY)
def test_every_answer_to_the_drill_is_a_text_that_gives_it_back(house: HouseRules, name: str) -> None:
    chance = random.Random(name)
    for question in TenDrill(house, name, 7).questions[:12]:
        option = chance.choice(question.solution.options(question.total, len(question.roll), question.roll))
        answer = Answer(mask_of(question.roll, option.dice), option.action == BANK)
        event = TenAnswered(question, answer, BEGIN)
        assert read_question(event.code, from_name(event.goal.name)) == (question, answer)
        assert read_history(History((event,)).to_json()).events == (event,)
        score = int(event.code.split(".")[2])
        if question.aim.behind:
            assert event.goal == TenGoal(Measure.CHANCE, house.target)
            assert score == house.target - question.aim.behind
        else:
            assert event.goal == POINTS
            assert bool(score) == question.aim.is_open


def test_of_equal_dice_the_first_ones_stand_for_all() -> None:
    question = Question(DEFAULT, Aim(), 0, (2, 3, 5, 5, 5, 6))
    events = [TenAnswered(question, Answer(mask), BEGIN) for mask in (0b000100, 0b001000, 0b010000)]
    assert len(set(events)) == len(History(tuple(events)).events) == 1
    assert events[2].answer == Answer(0b000100)
    assert ten_choices(events[2])[0].keep == (5,)


@pytest.mark.parametrize(
    ("code", "goal", "said"),
    [
        ("q1.d.1000.1050.33566.E", LAST, "not one of ours"),
        ("q1.d.950.1050.33566.E", POINTS, "not one of ours"),
        ("q1.d.1000.1050.33566.E", TURNS, "does not ask for fewest turns"),
        ("q1.d.0.1050.33566.E", TenGoal(Measure.CHANCE, 10_000), "does not ask for win against 10000"),
        ("q1.d.1000.1050.35366.E", POINTS, "not one of ours"),
        ("q1.d.1000.1050.33567.E", POINTS, "not one of ours"),
        ("q1.d.1000.1051.33566.E", POINTS, "multiple of 50"),
        ("q1.d.1000.01050.33566.E", POINTS, "not one of ours"),
        ("q1.d.10000.1050.33566.E", POINTS, "A score in play"),
        ("q1.d.1000.1000050.33566.E", POINTS, "A turn's total"),
        ("q1.d.1000.1050.33566.C", POINTS, "has to score"),
        ("q1.d.1000.1050.33566.A", POINTS, "at least one die"),
        ("q1.d.1000.1050.33566./", POINTS, "at least one die"),
        ("q1.d.1000.1050.33566.E**", POINTS, "at least one die"),
        ("q1.d.1000.1050.33566.k", POINTS, "not one of ours"),
        ("q1.d.1000.0.155.E", POINTS, "not one of ours"),
        ("q1.d.0.400.5.B*", POINTS, "not followed by that"),
        ("q1.d.1000.1050.33566", POINTS, "not one of ours"),
        ("q1.o350.1000.1050.33566.E.", POINTS, "not one of ours"),
        ("q1.o1000.1000.1050.33566.E", POINTS, "house rules in this link"),
        (f"q1.d.1000.1050.33566.{'E' * 200}", POINTS, "too long"),
        ("q1.d.1000.1050..E", POINTS, "1 to 6 dice, not 0"),
        (f"q1.{house_code(STRICT)}.1000.1050.5.B*", POINTS, "not followed by that"),
    ],
)
def test_a_question_that_is_not_written_so_is_refused(code: str, goal: TenGoal, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_question(code, goal)


def text(version: int = 2, **changes: Any) -> str:
    return json.dumps(
        {"format": "midnight-history", "version": version, "turns": [], "answers": []} | changes
    )


TURN = {"code": BANKED.code, "goal": "most points", "at": "2026-11-30T15:20:51Z"}
ANSWER = {"position": CODE, "goal": "most points", "at": "2026-11-30T15:20:51Z"}


def test_the_parts_below_are_right() -> None:
    assert len(read_history(text(turns=[TURN], answers=[ANSWER])).events) == 2
    assert read_history(text()) == History(), "nothing of 10 000 need be there"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (text(1, turns=[TURN]), "Entry 1 of turns in this history cannot be read. A history of version 1"),
        (text(1, answers=[ANSWER]), "A history of version 1 has nothing of 10 000"),
        (text(turns=[TURN | {"goal": "mean score"}]), "called most points, fewest turns or win against 4350"),
        (text(turns=[TURN | {"goal": "win against 04350"}]), "not 'win against 04350'"),
        (text(turns=[TURN | {"goal": "win against 4375"}]), "multiple of 50"),
        (text(turns=[TURN | {"goal": "win against 90000"}]), "from 0 to 25000"),
        (text(turns=[TURN | {"goal": "win against 15050"}]), "at most 15000 points here, not 15050"),
        (text(turns=[TURN | {"goal": "win against ٤"}]), "not 'win against ٤'"),
        (text(turns=[TURN | {"code": "t1.o500.7.0.~/!", "goal": "win against 500"}]), "in this link picks"),
        (text(turns=[TURN | {"code": "m1.14.2417.~Q41632F~B~D"}]), "A goal is called"),
        (text(answers=[ANSWER | {"goal": "beat 19"}]), "not 'beat 19'"),
        (text(turns=[TURN | {"code": "t1.d.2417.1000.112456T"}]), "This turn is not finished"),
        (text(turns=[TURN | {"code": "t1.d.2417.1000.112456T666"}]), "This turn is not finished"),
        (text(turns=[TURN | {"code": "t1.d.2417.0.112456T!"}]), "too few to open"),
        (text(turns=[TURN | {"code": "t2.d.2417.0.112456T!"}]), "not one of ours"),
        (text(turns=[TURN | {"code": CODE}]), "not one of ours"),
        (text(answers=[ANSWER | {"position": BANKED.code}]), "not one of ours"),
        (text(answers=[ANSWER | {"more": 1}]), "An entry has the parts position, goal and at"),
        (text(turns=[TURN | {"at": "2026-11-30"}]), "A time is written like"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data: str, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        read_history(data)


AGAINST_500, AT_TARGET = (TenGoal(Measure.CHANCE, points) for points in (500, 10_000))
FAR_BEHIND, NOT_OPEN = (Question(DEFAULT, aim, 0, (1,)) for aim in (Aim(True, 10_000), Aim(False, 500)))


def long_turn(rolls: int) -> TenGame:
    game = TenGame(HouseRules(least=10_000), 2417, 1000)
    for _ in range(rolls):
        game = game.enter((1,) * game.dice_left).keep(0b1)
    return game.enter((2, 3, 4, 6, 2, 3)[: game.dice_left])


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: TenPlayed(BANKED.undo(), POINTS, BEGIN), "not finished"),
        (lambda: TenPlayed(TenGame(DEFAULT, 5), POINTS, BEGIN), "not finished"),
        (lambda: TenPlayed(TurnGame(MIDNIGHT, 5), POINTS, BEGIN), "type TenGame"),
        (lambda: TenPlayed(LOST, MEAN, BEGIN), "type TenGoal"),
        (lambda: TenPlayed(LOST, "most points", BEGIN), "type TenGoal"),
        (lambda: TenPlayed(LOST, POINTS, BEGIN.replace(microsecond=1)), "UTC and whole seconds"),
        (
            lambda: TenPlayed(
                TenGame(DEFAULT, 1, 1000, LOST.steps, player=1), POINTS, BEGIN
            ),
            "turn of a match",
        ),
        (lambda: TenPlayed(long_turn(90), POINTS, BEGIN), f"room for {LONGEST} characters"),
        (
            lambda: TenPlayed(read_ten("t1.o350-t5000.7.350.112233D!"), AGAINST_500, BEGIN),
            "only by the standard house rules",
        ),
        (lambda: TenPlayed(read_ten("t1.r0.7.350.112233D!"), AT_TARGET, BEGIN), "A score in play"),
        (lambda: TenGoal(Measure.POINTS, 50), "from 0 to 0, not 50"),
        (lambda: TenGoal("points"), "type Measure"),
        (lambda: TenGoal(Measure.CHANCE, True), "multiple of 50"),
        (lambda: TenAnswered(ASKED, 0b100, BEGIN), "type Answer"),
        (lambda: TenAnswered(CODE, Answer(0b100), BEGIN), "type Question"),
        (lambda: TenAnswered(ASKED, Answer(0b1), BEGIN), "has to score"),
        (lambda: TenAnswered(FAR_BEHIND, Answer(1), BEGIN), "does not ask"),
        (lambda: TenAnswered(NOT_OPEN, Answer(1), BEGIN), "this question"),
        (lambda: ten_choices(5), "type TenAnswered"),
        (lambda: ten_mistakes(History(), "d"), "type HouseRules"),
        (lambda: ten_mistakes((), DEFAULT), "type History"),
        (lambda: ten_kinds(History(), None), "type HouseRules"),
        (lambda: ten_record(History(), DEFAULT, "most points", 0), "type TenGoal"),
        (lambda: ten_drilled(History(), DEFAULT, "points"), "type Measure"),
        (lambda: ripe((), 5), "type datetime"),
        (lambda: from_name(None), "not None"),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_refused(make: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        make()


def test_the_same_dice_played_otherwise_are_no_other_turn() -> None:
    first = TenPlayed(BANKED, POINTS, BEGIN)
    again = TenPlayed(TenGame(DEFAULT, 2418, 0).enter((1,) * 6).keep(63).bank(), TURNS, BEGIN + SECOND)
    assert History((again, first)).events == (first,)
    other = TenPlayed(TenGame(QUICK, 2418, 0).enter((1,) * 6).keep(63).bank(), TURNS, BEGIN + SECOND)
    of_midnight = Played(TurnGame(MIDNIGHT, 2418).throw().keep(63), MEAN, BEGIN)
    assert len(History((again, first, other, of_midnight)).events) == 3


def test_a_full_history_of_the_longest_turns_can_be_read_again() -> None:
    entry = json.dumps({"code": "x" * LONGEST, "goal": "win against 15000", "at": "2026-11-30T15:20:51Z"})
    assert (len(entry) + 2) * MOST_EVENTS + 200 < MOST_BYTES


def test_events_are_told_apart_by_house() -> None:
    history = made(5, 5).merged(made_of_ten(40, 40, seed=4))
    counted = Counter(event.house for event in (*history.ten_turns, *history.ten_answers))
    assert [counted[house] for house in history.houses] == sorted(counted.values(), reverse=True)
    assert set(history.houses) == set(HOUSES)
    assert len(history.turns) + len(history.answers) + sum(counted.values()) == len(history.events)
    assert mistakes(history) == mistakes(made(5, 5))


# ------------------------------------------------------------------------------------------------ the goals


def test_goals_solve_what_their_names_say() -> None:
    assert solution(QUICK, POINTS, 0).stakes.floor == 7
    assert solution(QUICK, POINTS, 350) is solution(QUICK, POINTS, 4000)
    assert solution(DEFAULT, LAST, 9400).start == last_turn(DEFAULT, 9400, 10_500).start
    race = known_race(DEFAULT)
    assert race is not None
    against = solution(DEFAULT, TenGoal(Measure.CHANCE, 8000), 7000)
    assert against.start == pytest.approx(race.chance(7000, 8000), abs=1e-9)
    tiny = HouseRules(target=1000, opening=0)
    assert solution(tiny, TURNS, 900).start == pytest.approx(1 - solve_solitaire(tiny).turns[18])
    assert [standing(tiny, goal, 900) for goal in (POINTS, TURNS)] == [50, 900]


def test_what_the_drill_asks_for() -> None:
    assert aim_of(DEFAULT, POINTS, 0) == Aim(is_open=False)
    assert aim_of(DEFAULT, POINTS, 50) == Aim()
    assert aim_of(DEFAULT, LAST, 9400) == Aim(behind=1100)
    for goal, score in ((LAST, 0), (LAST, 500), (TURNS, 1000), (TenGoal(Measure.CHANCE, 9950), 1000)):
        assert aim_of(DEFAULT, goal, score) is None


# ---------------------------------------------------------------------------------------------- the recount


@cache
def twin(house: HouseRules, aim: Aim) -> naive_ten.Turn:
    """Return the naive turn for the most points, in fractions, or to pass the leader."""
    rules = naive_ten.House(**{name: getattr(house, name) for name in naive_ten.House._fields})
    if aim.behind:
        tie = Fraction(1, 2) if house.ties == "shared" else 0
        worth = lambda total: Fraction(total > aim.behind) + (tie if total == aim.behind else 0)  # noqa: E731
        return naive_ten.Turn(rules, worth, Fraction(), max(50, house.least), aim.behind + 50)
    floor = naive_ten.floor(rules, int(aim.is_open))
    return naive_ten.Turn(rules, Fraction, Fraction(), floor, max(CAP, floor))


def recount(event: TenPlayed | TenAnswered) -> list[tuple[Question, tuple[int, ...], float, bool]]:
    """Return the questions of an event, what was set aside, what that lost, and whether nothing could be."""
    if isinstance(event, TenAnswered):
        question, answer = event.question, event.answer
        dice = tuple(face for place, face in enumerate(question.roll) if answer.mask >> place & 1)
        decided = [(question, dice, "bank" if answer.is_written else "roll")]
    else:
        score = event.game.score
        aim = Aim(behind=event.goal.theirs - score) if event.goal == LAST else Aim(is_open=score > 0)
        decided, total = [], 0
        steps = read_ten(event.code).steps
        for number, step in enumerate(steps, start=1):
            if not step.mask:
                break
            dice = tuple(sorted(step.kept))
            question = Question(event.house, aim, total, tuple(sorted(step.roll)))
            decided.append((question, dice, "bank" if number == len(steps) else "roll"))
            total += naive_ten.points(event.house, dice)  # type: ignore[arg-type]
    found = []
    for question, dice, action in decided:
        values = twin(question.house, question.aim).options(question.total, question.roll)
        best = max(values.values())
        found.append((question, dice, float(best - values[dice, action]), len(set(values.values())) == 1))
    return found


SOME = made_of_ten(16, 24, seed=5, house=DEFAULT)


def points_of(history: History) -> list[TenPlayed]:
    return [turn for turn in history.ten_turns if turn.goal == POINTS]


def test_every_decision_is_judged_as_the_naive_twin_does() -> None:
    events = [*points_of(SOME)[:8], *SOME.ten_answers]
    for event in events:
        judged = ten_choices(event)
        expected = recount(event)
        assert [choice.position for choice in judged] == [question for question, *_ in expected]
        assert [choice.keep for choice in judged] == [dice for _, dice, *_ in expected]
        assert [choice.loss for choice in judged] == pytest.approx(
            [loss for _, _, loss, _ in expected], abs=CLOSE
        )
        assert [choice.is_forced for choice in judged] == [forced for *_, forced in expected]
        limit = 0.005 if event.aim and event.aim.behind else 2
        assert [choice.band is Band.BEST for choice in judged] == [
            loss <= limit for _, _, loss, _ in expected
        ]
    assert sum(len(ten_choices(event)) for event in events) > 30


def mean_and_error(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


@pytest.mark.parametrize("score", [0, 1000])
def test_a_record_is_what_plain_loops_over_the_naive_twin_say(score: int) -> None:
    turns = [turn for turn in points_of(SOME) if bool(turn.game.score) == bool(score)]
    start = float(twin(DEFAULT, Aim(is_open=score > 0)).rolled(0, 6))
    losses = [recount(turn) for turn in turns]
    lost = [sum(loss for _, _, loss, _ in each) for each in losses]
    points = [float(turn.code.endswith("!") and turn.game.total) for turn in turns]
    seen = ten_record(SOME, DEFAULT, POINTS, score)
    assert seen is not None
    assert seen.turns == len(turns) > 2
    assert (seen.start, seen.mean_turn) == pytest.approx((start, start))
    assert (seen.result.mean, seen.result.error) == pytest.approx(mean_and_error(points))
    assert seen.points == seen.result
    adjusted = [start - each for each in lost]
    assert (seen.adjusted.mean, seen.adjusted.error) == pytest.approx(mean_and_error(adjusted))
    assert [each.total for each in seen.losses] == pytest.approx(lost)
    assert [each.unforced for each in seen.losses] == [sum(not f for *_, f in each) for each in losses]
    assert sum(seen.bands.values()) == sum(each.unforced for each in seen.losses)
    assert seen.lost == pytest.approx(sum(lost) / len(turns))
    luck = [review(turn.game, solution(DEFAULT, POINTS, score), Measure.POINTS).luck for turn in turns]
    assert seen.luck == pytest.approx(sum(luck) / len(turns))


def test_the_fewest_turns_have_a_record_of_their_own() -> None:
    tiny = HouseRules(target=1000, opening=0)
    games = [
        TenGame(tiny, seed, 900).enter((1, 5, 2, 3, 3, 6)).keep(mask).bank()
        for seed, mask in ((1, 0b1), (2, 0b10), (3, 0b11))
    ]
    turns = [TenPlayed(game, TURNS, BEGIN) for game in games]
    history = History(tuple(turns))
    assert ten_kinds(history, tiny) == ((TURNS, 900),)
    seen = ten_record(history, tiny, TURNS, 900)
    assert seen is not None
    to_go = solve_solitaire(tiny).turns
    assert seen.result.mean == pytest.approx(-to_go[19] / 3)
    assert seen.points.mean == pytest.approx((100 + 50 + 150) / 3)
    assert seen.mean_turn == pytest.approx(solve_solitaire(tiny).turn(900).mean_turn)
    assert seen.luck - seen.lost == pytest.approx(seen.result.mean - seen.start)
    assert [choice.position for turn in turns for choice in ten_choices(turn)] == [None] * 3
    assert ten_mistakes(history, tiny) == ()
    assert ten_record(history, tiny, TURNS, 850) is None
    assert ten_record(History(), DEFAULT, POINTS, 0) is None


def test_kinds_come_by_how_many_turns_they_have() -> None:
    history = made_of_ten(60, 5, seed=6)
    for house in HOUSES:
        found = ten_kinds(history, house)
        of_house = [turn for turn in history.ten_turns if turn.game.house == house]
        counts = [ten_count(of_house, goal, score) for goal, score in found]
        assert counts == sorted(counts, reverse=True)
        assert sum(counts) == len(of_house)
        assert {goal for goal, _ in found} == {POINTS, LAST}


def ten_count(turns: Iterable[TenPlayed], goal: TenGoal, score: int) -> int:
    alike = {True: lambda mine: bool(mine) == bool(score), False: lambda mine: mine == score}[goal == POINTS]
    return sum(turn.goal == goal and alike(turn.game.score) for turn in turns)


def test_answers_are_told_apart_by_house_and_unit() -> None:
    history = made(0, 5).merged(made_of_ten(3, 60, seed=7))
    found = [ten_drilled(history, house, measure) for house in HOUSES for measure in Measure]
    assert sum(map(len, found)) == 60
    expected = [
        Losses(ten_choices(answer)[0].loss, int(not ten_choices(answer)[0].is_forced))
        for answer in history.ten_answers
        if answer.house == STRICT and answer.question.aim.behind
    ]
    assert list(ten_drilled(history, STRICT, Measure.CHANCE)) == expected != []
    assert ten_drilled(history, STRICT, Measure.TURNS) == ()


# ---------------------------------------------------------------------------------------------- the mistakes


def answer(at: timedelta, right: bool, question: Question = ASKED) -> TenAnswered:
    """Return the best or the worst answer to a question, so long after the beginning."""
    option = question.solution.options(question.total, len(question.roll), question.roll)[0 if right else -1]
    return TenAnswered(
        question, Answer(mask_of(question.roll, option.dice), option.action == BANK), BEGIN + at
    )


def after(*answers: tuple[timedelta, bool]) -> Mistake[Question, TenGoal]:
    [mistake] = ten_mistakes(History(tuple(answer(*each) for each in answers)), DEFAULT)
    return mistake


WRONG = (timedelta(), False)
MASTERED = (
    *(WRONG, (MINUTE, True), (11 * MINUTE, True)),
    *((11 * MINUTE + DAY, True), (11 * MINUTE + 5 * DAY, True)),
)


@pytest.mark.parametrize(
    ("answers", "level", "due_at"),
    [
        ([WRONG], 0, timedelta()),
        ([WRONG, (MINUTE, True)], 1, 11 * MINUTE),
        ([WRONG, (MINUTE, True), (2 * MINUTE, True)], 1, 11 * MINUTE),
        (MASTERED[:3], 2, 11 * MINUTE + DAY),
        (MASTERED[:4], 3, 11 * MINUTE + 5 * DAY),
        (MASTERED, 4, 11 * MINUTE + 5 * DAY),
        ([*MASTERED, (50 * DAY, False)], 0, 50 * DAY),
    ],
)
def test_a_mistake_rises_and_falls_as_in_midnight(answers: Any, level: int, due_at: timedelta) -> None:
    mistake = after(*answers)
    assert (mistake.position, mistake.goal) == (ASKED, POINTS)
    assert (mistake.level, mistake.due, mistake.is_mastered) == (level, BEGIN + due_at, level == 4)
    assert ripe((mistake,), mistake.due) == (() if mistake.is_mastered else (mistake,))
    assert ripe((mistake,), mistake.due - SECOND) == ()


def test_what_was_wrong_in_a_turn_comes_back_in_the_drill_and_there_is_mastered() -> None:
    turn = TenPlayed(read_ten("t1.d.2417.1000.112456T666H!"), POINTS, BEGIN)
    found = ten_mistakes(History((turn,)), DEFAULT)
    assert [(each.position.total, each.position.roll) for each in found] == [
        (0, (1, 1, 2, 4, 5, 6)),
        (250, (6, 6, 6)),
    ]
    assert [round(float(each.loss), 1) for each in found] == [107.1, 457.9]
    assert [each.position for each in ripe(found, BEGIN)] == [each.position for each in found[::-1]]
    first = found[0].position
    both = ten_mistakes(History((turn, answer(MINUTE, True, first))), DEFAULT)
    assert {each.position: each.level for each in both}[first] == 1
    practice = TenPractice((first,))
    best = answer(MINUTE, True, first).answer
    assert practice.answer(best).judged[0].band is Band.BEST
    assert practice.answer(best).go_on().is_over


def test_a_last_round_is_the_same_question_whoever_is_ahead_by_so_much() -> None:
    game = TenGame(DEFAULT, 3, 9000).enter((1, 5, 2, 2, 3, 4)).keep(0b1).bank()
    turn = TenPlayed(game, TenGoal(Measure.CHANCE, 10_300), BEGIN)
    question = Question(DEFAULT, Aim(behind=1300), 0, (1, 2, 2, 3, 4, 5))
    [mistake] = ten_mistakes(History((turn,)), DEFAULT)
    assert (mistake.position, mistake.level) == (question, 0)
    both = History((turn, answer(MINUTE, True, question)))
    assert [each.level for each in ten_mistakes(both, DEFAULT)] == [1]


def slow(events: Iterable[Event]) -> dict[Question, tuple[int, datetime, float]]:
    """Return level, due time and largest loss of each question that was got wrong, one at a time."""
    told: dict[Question, list[tuple[datetime, float, bool]]] = {}
    for event in sorted(events, key=lambda event: (event.at, event.code)):
        assert isinstance(event, TenPlayed | TenAnswered)
        for question, _, loss, _ in recount(event):
            told.setdefault(question, []).append((event.at, loss, isinstance(event, TenAnswered)))
    found = {}
    for question, tries in told.items():
        epsilon = 0.005 if question.aim.behind else 2
        wrong = [number for number, (_, loss, _) in enumerate(tries) if loss > epsilon]
        if not wrong:
            continue
        level, due_at = 0, tries[wrong[-1]][0]
        for at, _, is_answer in tries[wrong[-1] + 1 :]:
            if is_answer and level < 4 and at >= due_at:
                due_at = at + (10 * MINUTE, DAY, 4 * DAY, timedelta())[level]
                level += 1
        found[question] = level, due_at, max(loss for _, loss, _ in tries)
    return found


def test_the_schedule_is_what_a_slow_twin_says() -> None:
    chance = random.Random(3)
    pool = [ten_answered(chance, BEGIN, aim, DEFAULT).question for aim in (Aim(), Aim(behind=300)) * 3]
    events: list[Event] = list(points_of(SOME)[:6])
    for _ in range(120):
        at = chance.choice((chance.randrange(10) * 6 * MINUTE, chance.randrange(300) * 60 * MINUTE))
        events.append(answer(at, chance.random() < 0.8, chance.choice(pool)))
    found = {each.position: each for each in ten_mistakes(History(tuple(events)), DEFAULT)}
    twins = slow(events)
    assert found.keys() == twins.keys()
    for question, (level, due_at, loss) in twins.items():
        assert (found[question].level, found[question].due) == (level, due_at)
        assert float(found[question].loss) == pytest.approx(loss)
    assert len({level for level, _, _ in twins.values()}) >= 3


def test_mistakes_are_those_of_one_house() -> None:
    history = made_of_ten(20, 20, seed=8)
    for house in HOUSES:
        of_house = [event for event in (*history.ten_turns, *history.ten_answers) if event.house == house]
        assert ten_mistakes(history, house) == ten_mistakes(History(tuple(of_house)), house)
    assert ten_mistakes(history, QUICK) == ()


# ------------------------------------------------------------------------------------------- what it costs


def last_rounds(chance: random.Random, count: int) -> list[TenPlayed]:
    """Return turns of the last round, from random scores against random ones."""
    game = TenGame(DEFAULT, 1, 50).enter((1, 5, 2, 2, 3, 4)).keep(0b1).bank()
    return [
        TenPlayed(
            replace(game, seed=number, score=chance.randrange(50, 10_000, 50)),
            TenGoal(Measure.CHANCE, chance.randrange(10_000, 15_001, 50)),
            BEGIN + number * SECOND,
        )
        for number in range(1, count + 1)
    ]


def test_last_rounds_from_as_far_behind_are_solved_once_in_whatever_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = last_rounds(random.Random(1), 300)
    behind = {turn.goal.theirs - turn.game.score for turn in turns} & set(range(10_000))
    solved = []
    # With room for one solution only, as if there were many more aims.
    plain = bots._last_turn.__wrapped__
    once = lru_cache(maxsize=1)(lambda *key: solved.append(key) or plain(*key))
    monkeypatch.setattr(bots, "_last_turn", once)
    ten_goals._solution.cache_clear()
    ten_choices.cache_clear()
    found = ten_mistakes(History(tuple(turns)), DEFAULT)
    assert len(solved) == len(behind) < 200
    assert ten_mistakes(History(tuple(turns)), DEFAULT) == found != ()
    assert len(solved) == len(behind)


def test_only_the_newest_decisions_are_judged_the_rest_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turns = sorted(points_of(SOME), key=lambda turn: turn.at)
    opened = [turn for turn in turns if turn.game.score]
    room = sum(len(turn.game.steps) for turn in opened[-2:])
    monkeypatch.setattr(events, "MOST_DECISIONS", room)
    history = History(tuple(opened))
    seen = ten_record(history, DEFAULT, POINTS, 1000)
    assert seen is not None
    assert (seen.turns, seen.left_out) == (2, len(opened) - 2)
    assert ten_left_out(history, DEFAULT) == len(opened) - 2 > 0
    assert ten_mistakes(history, DEFAULT) == ten_mistakes(History(tuple(opened[-2:])), DEFAULT)
    assert ten_left_out(History(tuple(opened[-2:])), DEFAULT) == 0
    assert ten_left_out(history, QUICK) == 0


def test_reading_by_many_house_rules_tabulates_no_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    houses = [f"s{points}-t9000" for points in range(50, 1050, 50)]
    codes = [f"q1.{house}.1000.1050.123456.B*" for house in houses]
    refused = Mock(side_effect=AssertionError("a table of the roll"))
    monkeypatch.setattr(scoring, "_set_asides", refused)
    for code in codes:
        assert read_question(code, POINTS)[0].roll == (1, 2, 3, 4, 5, 6)
    for house in houses:
        assert read_ten(f"t1.{house}.7.1000.123456B22346").is_bust


# ------------------------------------------------------------------------------------------------ the dice


def test_the_dice_of_both_games_are_counted_and_the_same_seed_once() -> None:
    history = made(20, 5, seed=8).merged(made_of_ten(20, 5, seed=9))
    thrown, typed = [0] * 6, [0] * 6
    for turn in (*history.turns, *history.ten_turns):
        for step in turn.game.steps:
            for face in step.roll:
                (typed if step.typed else thrown)[face - 1] += 1
    assert thrown_faces(history).counts == tuple(thrown)
    assert typed_faces(history).counts == tuple(typed)
    # Seed 2417 first throws 2 2 2 2 1 2: four 2s are set aside here, the 1 there.
    both = [
        TenPlayed(TenGame(HouseRules(opening=0), 2417).throw().keep(0b1111).bank(), POINTS, BEGIN),
        Played(TurnGame(MIDNIGHT, 2417).throw().keep(0b10000).throw().keep(0b11111), MEAN, BEGIN),
    ]
    assert thrown_faces(History(tuple(both))) == thrown_faces(History(tuple(both[1:])))
    assert thrown_faces(History(tuple(both[:1]))).counts == (1, 5, 0, 0, 0, 0)
