"""A history: what goes into its text comes out of it, and nothing else is ever taken for one."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midnight_core import MIDNIGHT, Goal, InputError, goals
from midnight_core.gamecode import Position, TurnGame, picked, read_position, read_turn
from midnight_core.history import (
    MOST_BYTES,
    MOST_EVENTS,
    Answered,
    History,
    Played,
    choices,
    now,
    read_history,
)
from midnight_core.review import Band, bounds
from midnight_core.ten_thousand.drill import Aim
from midnight_core.ten_thousand.goals import POINTS
from tests.core.histories import (
    BEGIN,
    GOALS,
    answered,
    made,
    made_of_ten,
    mangled,
    played,
    ten_answered,
    ten_played,
)
from tests.reference.naive import Naive, keeps

FINISHED = TurnGame(MIDNIGHT, 2417).throw().keep(0b111111)
ASKED = read_position("p1.14.46.1235.C")
MEAN = goals.mean_score()
EXAMPLE = Path(__file__).parents[2] / "docs" / "history.md"
SECOND = timedelta(seconds=1)


# Few seeds and times, so that the same turn and the same moment come more than once.
@st.composite
def histories(draw: Any) -> History:
    chance = random.Random(draw(st.integers(0, 10**6)))
    events = []
    for _ in range(draw(st.integers(0, 6))):
        at = BEGIN + chance.randrange(3) * SECOND
        turn, answer = chance.choice(((played, answered), (ten_played, ten_answered)))
        is_turn = chance.random() < 0.7
        events.append(turn(chance, at, seed=chance.randrange(1, 4)) if is_turn else answer(chance, at))
    return History(tuple(events))


@given(histories())
def test_a_history_is_read_as_it_was_written(history: History) -> None:
    text = history.to_json()
    assert read_history(text) == read_history(text.encode()) == history
    assert read_history(text).to_json() == text
    assert json.loads(text)["version"] == (2 if history.ten_turns or history.ten_answers else 1)


@given(histories(), histories(), histories())
def test_histories_add_up_in_any_order_and_as_often_as_one_likes(a: History, b: History, c: History) -> None:
    assert a.merged(b) == b.merged(a)
    assert a.merged(b).merged(c) == a.merged(b.merged(c))
    assert a.merged(a) is a
    assert a.merged(b).merged(b) == a.merged(b)
    assert a.merged(b).to_json() == b.merged(a).to_json()


@given(histories(), histories())
def test_of_a_turn_the_one_finished_first_counts(a: History, b: History) -> None:
    both = a.merged(b)
    turns = [*a.turns, *b.turns, *a.ten_turns, *b.ten_turns]
    kept = (*both.turns, *both.ten_turns)
    assert {turn.identity for turn in kept} == {turn.identity for turn in turns}
    for turn in kept:
        assert turn.at == min(other.at for other in turns if other.identity == turn.identity)
    assert set(both.answers) == {*a.answers, *b.answers}
    assert set(both.ten_answers) == {*a.ten_answers, *b.ten_answers}
    assert list(both.events) == sorted(both.events, key=lambda event: (event.at, event.code, event.goal.name))


def test_the_same_dice_played_otherwise_are_no_other_turn() -> None:
    first = Played(FINISHED, MEAN, BEGIN)
    again = Played(FINISHED.restarted().enter((1, 4, 6, 6, 6, 6)).keep(63), goals.qualify(), BEGIN + SECOND)
    assert History((again, first)).events == (first,)
    other = Played(TurnGame(MIDNIGHT, 2418).throw().keep(63), MEAN, BEGIN)
    assert History((first, other, again)).turns == tuple(sorted((first, other), key=lambda turn: turn.code))


def test_an_event_that_is_there_changes_nothing() -> None:
    history = made(3, 3)
    assert all(history.add(event) is history for event in history.events)
    more = history.add(Answered(ASKED, MEAN, BEGIN))
    assert len(more.events) == 7


def test_a_text_in_any_order_and_spacing_is_read() -> None:
    history = made(5, 5).merged(made_of_ten(5, 5))
    loaded = json.loads(history.to_json())
    loaded["turns"].reverse()
    turned = {key: loaded[key] for key in reversed(loaded)}
    assert read_history(json.dumps(turned, indent=4)) == history
    assert read_history(b"\xef\xbb\xbf" + history.to_json().encode()) == history, "as some editors write"


def test_the_example_in_the_docs_is_a_history_as_it_is_written() -> None:
    first, both = re.findall(r"```json\n(.*?)```", EXAMPLE.read_text("utf-8"), re.DOTALL)
    for text in (first, both):
        assert read_history(text).to_json() == text
    history = read_history(first)
    assert [turn.code for turn in history.turns] == ["m1.14.2417.~Q41632F~B~D"]
    assert [answer.goal for answer in history.answers] == [goals.beat(19)]
    more = read_history(both)
    assert more.merged(history) is more
    assert [turn.goal for turn in more.ten_turns] == [POINTS]
    assert [answer.question.aim for answer in more.ten_answers] == [Aim()]
    assert more.ten_turns[0].game.points == 850
    for limit in (MOST_EVENTS, MOST_BYTES):
        assert f"{limit:,}" in EXAMPLE.read_text("utf-8")


# ------------------------------------------------------------------------------------------- what is refused


def text(**changes: Any) -> str:
    whole = {"format": "midnight-history", "version": 1, "turns": [], "answers": []}
    return json.dumps({key: value for key, value in (whole | changes).items() if value is not ...})


TURN = {"code": FINISHED.code, "goal": "mean score", "at": "2026-11-30T15:20:51Z"}
ANSWER = {"position": ASKED.code, "goal": "beat 19", "at": "2026-11-30T15:20:51Z"}


def test_the_parts_below_are_right() -> None:
    assert len(read_history(text(turns=[TURN], answers=[ANSWER])).events) == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("", "not JSON: see line 1"),
        ("{\n\n]", "see line 3"),
        ("[" * 200_000, "not JSON"),
        ('{"a":' * 100_000, "not JSON"),
        ("9" * 100_000, "not JSON"),
        ("\ufeff" + text(), "not JSON"),
        (b"\xff\xfe{}", "not JSON"),
        (text().encode("utf-16"), "not JSON"),
        ("\0", "not JSON"),
        ("null", "not a history of Midnight"),
        ("[]", "not a history of Midnight"),
        ("{}", "its format is not midnight-history"),
        (text(format=["midnight-history"]), "not a history"),
        (text(version=3), "written by a later app: its version is 3, and this app reads 2"),
        (text(version=10**30), "written by a later app"),
        (text(version=0), "a whole number from 1, not 0"),
        (text(version=True), "a whole number from 1, not True"),
        (text(version=1.0), "not 1.0"),
        (text(version="1"), "not '1'"),
        (text(version=...), "not None"),
        (text(turns=...), "'turns' is missing or too much"),
        (text(more=[]), "'more' is missing or too much"),
        (text(turns={}), "turns of a history is a list"),
        (text(answers=None), "answers of a history is a list"),
        (text(turns=[TURN] * (MOST_EVENTS + 1)), "at most 10000 turns and answers, not 10001"),
        (" " * (MOST_BYTES + 1), "too large"),
        (text().replace("[]", "[NaN]", 1), "JSON has no NaN"),
        (text().replace("[]", "[-Infinity]", 1), "JSON has no -Infinity"),
        (text().replace("{", '{"format": 1, ', 1), "says something twice"),
        (
            text(turns=[TURN, 5]),
            "Entry 2 of turns in this history cannot be read. An entry has the parts code",
        ),
        (text(answers=[ANSWER | {"more": 1}]), "Entry 1 of answers"),
        (text(answers=[TURN]), "An entry has the parts position, goal and at"),
        (text(turns=[TURN | {"code": 5}]), "code is a text, not 5"),
        (text(turns=[TURN | {"code": "m1.14.2417.~Q"}]), "This turn is not finished"),
        (text(turns=[TURN | {"code": "m1.14.2417"}]), "This turn is not finished"),
        (text(turns=[TURN | {"code": "m1.14.2417.~_~_"}]), "goes on after its turn is over"),
        (text(turns=[TURN | {"code": "m1.44.2417.~_"}]), "two different required faces"),
        (text(turns=[TURN | {"code": "m2.14.2417.~_"}]), "not one of ours"),
        (text(turns=[TURN | {"code": "m1.14.0.~_"}]), "seed"),
        (text(turns=[TURN | {"code": "m" * 65}]), "too long"),
        (text(answers=[ANSWER | {"position": "p1.14.46.1235"}]), "the one keep that was chosen"),
        (text(answers=[ANSWER | {"position": "p1.14.46.1235.CE"}]), "the one keep that was chosen"),
        (text(answers=[ANSWER | {"position": "p1.14.46"}]), "the one keep that was chosen"),
        (text(answers=[ANSWER | {"position": "p1.14.46.123.C"}]), "4 dice, not 3"),
        (text(answers=[ANSWER | {"position": "p1.14.46.1235.Q"}]), "not in the roll"),
        (text(turns=[TURN | {"goal": "at least 25"}]), "not 'at least 25'"),
        (text(turns=[TURN | {"goal": "beat 1"}]), "not 'beat 1'"),
        (text(turns=[TURN | {"goal": "\ud800"}]), r"not '\ud800'"),
        *(
            (text(turns=[TURN | {"at": at}]), "A time is ")
            for at in (
                *(
                    "",
                    "2026-11-30",
                    "2026-11-30T15:20:51",
                    "2026-11-30T15:20:51+00:00",
                    "2026-11-30 15:20:51Z",
                ),
                *(
                    "0000-01-01T00:00:00Z",
                    "1999-12-31T23:59:59Z",
                    "3000-01-01T00:00:00Z",
                    "10000-01-01T00:00:00Z",
                ),
                *(
                    "2026-02-29T00:00:00Z",
                    "2026-11-30T24:00:00Z",
                    "2026-11-30T23:59:60Z",
                    "2026-11-30T15:20:51.5Z",
                ),
                *("٢٠٢٦-11-30T15:20:51Z", "2026-11-30T15:20:51Z\n", "2026-W49-1T00:00:00Z"),
            )
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(data: str | bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_history(data)
    sentence = str(caught.value)
    assert said in sentence
    assert re.fullmatch(r"[A-Z].*\.", sentence)
    assert len(sentence) < 300
    assert sentence.encode()


@pytest.mark.parametrize("data", [None, 5, b"", [], {}, object(), bytearray(b"{}")])
def test_nothing_but_text_is_read(data: Any) -> None:
    with pytest.raises(InputError):
        read_history(data)


def test_mangled_files_are_histories_or_get_a_sentence() -> None:
    said = []
    for number in range(1_000):
        data = mangled(number)
        for given_as in (data, data.decode("utf-8", "surrogateescape")):
            try:
                history = read_history(given_as)
            except InputError as error:
                said.append(str(error))
            else:
                assert read_history(history.to_json()) == history, number
    assert 1_200 < len(said) < 2_000, "most, but some harm is none"
    assert all(re.fullmatch(r"[A-Z].*\.", sentence) and sentence.encode() for sentence in said)


LEVEL = Goal("mean score", (0,) * 25)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: Played(FINISHED.restarted(), MEAN, BEGIN), "not finished"),
        (lambda: Played(FINISHED.undo(), MEAN, BEGIN), "not finished"),
        (lambda: Played(ASKED, MEAN, BEGIN), "type TurnGame"),
        (lambda: Played(TurnGame(MIDNIGHT, 5, player=1).throw().keep(63), MEAN, BEGIN), "turn of a match"),
        (lambda: Played(FINISHED, LEVEL, BEGIN), "payoffs of their own, such as mean score"),
        (lambda: Played(FINISHED, goals.beat(19, tie=0), BEGIN), "payoffs of their own"),
        (lambda: Played(FINISHED, Goal("mine", (0,) * 25), BEGIN), "not 'mine'"),
        (lambda: Played(FINISHED, "mean score", BEGIN), "type Goal"),
        (lambda: Played(FINISHED, MEAN, BEGIN.replace(tzinfo=None)), "UTC and whole seconds"),
        (lambda: Played(FINISHED, MEAN, BEGIN.replace(microsecond=1)), "UTC and whole seconds"),
        (lambda: Played(FINISHED, MEAN, BEGIN.astimezone(timezone(SECOND * 3600))), "UTC and whole seconds"),
        (lambda: Played(FINISHED, MEAN, datetime(1999, 1, 1, tzinfo=UTC)), "years 2000 to 2999"),
        (lambda: Played(FINISHED, MEAN, BEGIN.date()), "type datetime"),
        (lambda: Answered(Position(MIDNIGHT, (4, 6), (1, 2, 3, 5)), MEAN, BEGIN), "one keep"),
        (lambda: Answered(FINISHED, MEAN, BEGIN), "type Position"),
        (lambda: Answered(ASKED, LEVEL, BEGIN), "payoffs of their own"),
        (lambda: History((5,)), "turns and answers, not 5"),
        (lambda: History(5), "type Iterable"),
        (lambda: History().merged(()), "type History"),
        (lambda: choices(5), "type Answered"),
        (lambda: goals.from_name("beat 019"), "not 'beat 019'"),
        (lambda: goals.from_name(None), "not None"),
        (lambda: goals.from_name(["mean score"]), "not ['mean score']"),
    ],
)
def test_what_cannot_be_written_down_is_refused(make: Any, said: str) -> None:
    with pytest.raises(InputError, match=re.escape(said)):
        make()


def test_a_full_history_takes_no_more() -> None:
    times = (BEGIN + number * SECOND for number in range(MOST_EVENTS))
    full = History(tuple(Answered(ASKED, MEAN, at) for at in times))
    assert full.add(full.events[7]) is full
    with pytest.raises(InputError, match="at most 10000 turns and answers, not 10001"):
        full.add(Played(FINISHED, MEAN, BEGIN))
    assert len(full.to_json()) < MOST_BYTES / 2


def test_every_goal_has_a_name_that_gives_it_back() -> None:
    named = [goals.mean_score(), goals.qualify(), goals.beat(0)]
    named += [make(score) for make in (goals.at_least, goals.beat) for score in range(4, 25)]
    assert len({goal.name for goal in named}) == 45
    assert all(goals.from_name(goal.name) == goal for goal in named)


def test_the_time_now_can_be_written() -> None:
    event = Played(FINISHED, MEAN, now())
    assert abs(event.at - datetime.now(UTC)) < 10 * SECOND
    assert read_history(History((event,)).to_json()).events == (event,)


# --------------------------------------------------------------------------------------------- the judgement


@pytest.mark.parametrize("goal", GOALS, ids=lambda goal: goal.name)
def test_an_answer_is_judged_as_the_naive_twin_does(goal: Goal) -> None:
    # With more dice left the twin takes long; whole turns are judged in test_record.py.
    answers = [answer for answer in made(0, 60, goal=goal).answers if len(answer.position.roll) <= 3]
    assert len(answers) > 20
    for answer in answers:
        position = read_position(answer.code)
        keep = picked(position.roll, position.pins[0])
        twin = Naive(position.rules.required, goal.payoff)
        values = {
            each: twin.worth(tuple(sorted(position.kept + each))).value for each in keeps(position.roll)
        }
        lost = max(values.values()) - values[keep]
        is_forced = len(set(values.values())) == 1
        [choice] = choices(answer)
        assert choices(answer)[0] is choice, "judged once"
        assert (choice.position, choice.keep) == (replace(position, pins=()), keep)
        assert (choice.loss, choice.is_forced) == (lost, is_forced)
        assert (choice.band is Band.BEST) == (lost <= bounds(goal)[0])


def test_a_turn_is_judged_keep_by_keep() -> None:
    for event in made(5, 0).turns:
        kept: tuple[int, ...] = ()
        steps = read_turn(event.code).steps
        for choice, step in zip(choices(event), steps, strict=True):
            position = Position(event.game.rules, kept, step.roll)
            assert (choice.position, choice.keep) == (position, tuple(sorted(step.kept)))
            kept += step.kept
