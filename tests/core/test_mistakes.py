"""Mistakes come back after growing intervals until they are mastered: scenarios, and a slow twin."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, InputError, goals, solve
from midnight_core.gamecode import Position, TurnGame, mask_of, picked
from midnight_core.history import Answered, History, Played
from midnight_core.mistakes import INTERVALS, Mistake, due, happened, mistakes
from midnight_core.review import bounds
from tests.core.histories import BEGIN, GOALS, answered, made, played

MEAN = goals.mean_score()
SECOND, MINUTE, HOUR, DAY = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours", "days"))
ASKED = Position(MIDNIGHT, (4, 6), (1, 2, 3, 5))


def answer(at: timedelta, right: bool, position: Position = ASKED, goal: Goal = MEAN) -> Answered:
    """Return the best or the worst answer to a position, so long after the beginning."""
    options = solve(position.rules, goal).options(position.turn, position.roll)
    mask = mask_of(position.roll, options[0 if right else -1].keep)
    return Answered(Position(position.rules, position.kept, position.roll, (mask,)), goal, BEGIN + at)


def after(*answers: tuple[timedelta, bool]) -> Mistake:
    [mistake] = mistakes(History(tuple(answer(*each) for each in answers)))
    return mistake


WRONG = (timedelta(), False)
ONCE = (WRONG, (MINUTE, True))
TWICE = (*ONCE, (11 * MINUTE, True))
THRICE = (*TWICE, (11 * MINUTE + DAY, True))
MASTERED = (*THRICE, (11 * MINUTE + 5 * DAY, True))


def test_the_intervals_are_the_ones_of_the_scenarios() -> None:
    assert INTERVALS == (10 * MINUTE, DAY, 4 * DAY)


@pytest.mark.parametrize(
    ("answers", "level", "due_at"),
    [
        pytest.param([WRONG], 0, timedelta(), id="wrong: due at once"),
        pytest.param([WRONG, (SECOND, False)], 0, SECOND, id="wrong again"),
        pytest.param(ONCE, 1, 11 * MINUTE, id="right at once counts"),
        pytest.param([*ONCE, (2 * MINUTE, True)], 1, 11 * MINUTE, id="right too early changes nothing"),
        pytest.param([*ONCE, (11 * MINUTE - SECOND, True)], 1, 11 * MINUTE, id="a second early"),
        pytest.param([*ONCE, (2 * MINUTE, False)], 0, 2 * MINUTE, id="wrong too early does"),
        pytest.param(TWICE, 2, 11 * MINUTE + DAY, id="on the second"),
        pytest.param([*ONCE, (9 * DAY, True)], 2, 10 * DAY, id="the interval begins with the answer"),
        pytest.param([*TWICE, (DAY, True)], 2, 11 * MINUTE + DAY, id="still resting"),
        pytest.param(THRICE, 3, 11 * MINUTE + 5 * DAY, id="thrice"),
        pytest.param([*THRICE, (6 * DAY, False)], 0, 6 * DAY, id="wrong at the last hurdle"),
        pytest.param(MASTERED, 4, 11 * MINUTE + 5 * DAY, id="mastered"),
        pytest.param([*MASTERED, (50 * DAY, True)], 4, 11 * MINUTE + 5 * DAY, id="right ever after"),
        pytest.param([*MASTERED, (50 * DAY, False)], 0, 50 * DAY, id="a relapse"),
        pytest.param(
            [*MASTERED, (50 * DAY, False), (50 * DAY + MINUTE, True)],
            1,
            50 * DAY + 11 * MINUTE,
            id="and back",
        ),
    ],
)
def test_a_mistake_rises_and_falls(answers: Any, level: int, due_at: timedelta) -> None:
    mistake = after(*answers)
    assert (mistake.level, mistake.due) == (level, BEGIN + due_at)
    assert mistake.is_mastered == (level == len(INTERVALS) + 1)
    waiting = due(History(tuple(answer(*each) for each in answers)), mistake.due)
    assert waiting == (() if mistake.is_mastered else (mistake,))
    early = due(History(tuple(answer(*each) for each in answers)), mistake.due - SECOND)
    assert early == ()


def test_what_lies_ahead_keeps_no_mistake_from_being_mastered() -> None:
    done = tuple(answer(*each) for each in MASTERED)
    ahead = answer(900 * 365 * DAY, False)
    now = done[-1].at
    history = History((*done, ahead))
    assert [each.level for each in mistakes(history)] == [0]
    assert mistakes(happened(history, now)) == mistakes(History(done))
    assert due(history, now) == ()
    assert len(due(History((ahead, done[0])), now)) == 1, "and what is due comes back"
    assert happened(history, ahead.at - DAY) is history, "as much as a day may be a clock's fault"
    assert happened(history, ahead.at - DAY - SECOND) == History(done)


def test_right_answers_alone_are_no_mistakes() -> None:
    assert mistakes(History((answer(timedelta(), True), answer(DAY, True)))) == ()
    assert mistakes(History()) == due(History(), BEGIN) == ()


def test_a_wrong_keep_in_a_turn_comes_back_in_the_drill() -> None:
    game = TurnGame(MIDNIGHT, 5).enter((4, 6, 1, 2, 3, 5)).keep(0b11).enter((5, 3, 2, 1)).keep(0b1111)
    turn = Played(game, MEAN, BEGIN)
    found = {mistake.position: mistake for mistake in mistakes(History((turn,)))}
    assert set(found) == {Position(MIDNIGHT, (), (1, 2, 3, 4, 5, 6)), ASKED}
    assert all((each.level, each.due) == (0, BEGIN) for each in found.values())
    both = History((turn, answer(MINUTE, True)))
    assert {each.position: each.level for each in mistakes(both)}[ASKED] == 1


def test_a_right_keep_in_a_turn_does_not_raise_a_mistake() -> None:
    best = solve(MIDNIGHT, MEAN).best_keep(ASKED.turn, ASKED.roll)
    game = TurnGame(MIDNIGHT, 5).enter((4, 6, 1, 2, 3, 5)).keep(0b11).enter(ASKED.roll)
    game = game.keep(mask_of(ASKED.roll, best))
    while not game.is_over:
        game = game.throw().keep(1)
    found = mistakes(History((answer(timedelta(), False), Played(game, MEAN, BEGIN + MINUTE))))
    assert [each.level for each in found if each.position == ASKED] == [0]


def test_positions_differ_by_rules_dice_and_goal_but_not_by_the_order_of_dice() -> None:
    other = Position(TWO_FOUR_24, ASKED.kept, ASKED.roll)
    same = Position(MIDNIGHT, (6, 4), (5, 3, 2, 1))
    events = (
        answer(timedelta(), False),
        answer(MINUTE, False, same),
        answer(timedelta(), False, other),
        answer(timedelta(), False, ASKED, goals.beat(19)),
    )
    assert len(mistakes(History(events))) == 3


def test_the_largest_loss_is_remembered() -> None:
    options = solve(MIDNIGHT, MEAN).options(ASKED.turn, ASKED.roll)
    wrong = [option for option in options if option.loss > bounds(MEAN)[0]]
    for order in (wrong, wrong[::-1]):
        events = tuple(
            Answered(
                Position(MIDNIGHT, ASKED.kept, ASKED.roll, (mask_of(ASKED.roll, option.keep),)),
                MEAN,
                BEGIN + number * MINUTE,
            )
            for number, option in enumerate(order)
        )
        [mistake] = mistakes(History(events))
        assert float(mistake.loss) == pytest.approx(max(option.loss for option in options))


def test_the_most_costly_come_first_whatever_their_unit() -> None:
    history = made(10, 40, seed=3)
    waiting = due(history, BEGIN + 100 * DAY)
    assert len({mistake.goal.is_chance for mistake in waiting}) == 2
    weights = [mistake.loss / bounds(mistake.goal)[-1] for mistake in waiting]
    assert weights == sorted(weights, reverse=True)


def slow(events: Iterable[Any]) -> dict[Any, tuple[int, datetime, float]]:
    """Return level, due time and largest loss of each position that was got wrong, one position at a time."""
    told: dict[Any, list[tuple[datetime, float, bool]]] = {}
    for event in sorted(events, key=lambda event: (event.at, event.code, event.goal.name)):
        if isinstance(event, Answered):
            position = event.position
            steps = [(position.kept, position.roll, picked(position.roll, position.pins[0]), position.rules)]
        else:
            steps, kept = [], ()
            for step in event.game.steps:
                steps.append((kept, step.roll, step.kept, event.game.rules))
                kept += step.kept
        for before, roll, keep, rules in steps:
            options = solve(rules, event.goal).options(Position(rules, before).turn, roll)
            loss = next(option.loss for option in options if option.keep == tuple(sorted(keep)))
            key = rules, tuple(sorted(before)), tuple(sorted(roll)), event.goal.name
            told.setdefault(key, []).append((event.at, loss, isinstance(event, Answered)))
    found = {}
    for key, tries in told.items():
        epsilon = float(bounds(goals.from_name(key[3]))[0])
        if all(loss <= epsilon for _, loss, _ in tries):
            continue
        last = max(number for number, (_, loss, _) in enumerate(tries) if loss > epsilon)
        level, due_at = 0, tries[last][0]
        for at, _, is_answer in tries[last + 1 :]:
            if is_answer and level < 4 and at >= due_at:
                due_at = at + (10 * MINUTE, DAY, 4 * DAY, timedelta())[level]
                level += 1
        found[key] = level, due_at, max(loss for _, loss, _ in tries)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_schedule_is_what_a_slow_twin_says(seed: int) -> None:
    chance = random.Random(seed)
    pool = [answered(chance, BEGIN, goal) for goal in GOALS for _ in range(2)]
    events: list[Any] = [played(chance, BEGIN + chance.randrange(30) * DAY) for _ in range(5)]
    for _ in range(300):
        asked = chance.choice(pool)
        at = chance.choice((chance.randrange(10) * 6 * MINUTE, chance.randrange(300) * HOUR))
        events.append(answer(at, chance.random() < 0.8, asked.position, asked.goal))
    history = History(tuple(events))
    found = {
        (each.position.rules, each.position.kept, each.position.roll, each.goal.name): each
        for each in mistakes(history)
    }
    twin = slow(history.events)
    assert found.keys() == twin.keys()
    for key, (level, due_at, loss) in twin.items():
        assert (found[key].level, found[key].due) == (level, due_at)
        assert float(found[key].loss) == pytest.approx(loss)
    assert len({level for level, _, _ in twin.values()}) >= 3


def test_nothing_but_a_history_and_a_time_is_taken() -> None:
    for call in (lambda: mistakes(()), lambda: due((), BEGIN), lambda: happened(History(), 5)):
        with pytest.raises(InputError):
            call()
