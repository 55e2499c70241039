"""Histories for tests: made up by a seed, and mangled in every way that a file can be."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, goals
from midnight_core.gamecode import Position, TurnGame, mask_of
from midnight_core.history import Answered, Event, History, Played, TenAnswered, TenPlayed
from midnight_core.rolls import all_rolls
from midnight_core.ten_thousand import DEFAULT, PRESETS, HouseRules, set_asides
from midnight_core.ten_thousand.drill import Aim, Answer, Question
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.goals import POINTS, TenGoal
from midnight_core.ten_thousand.review import Measure

GOALS = (goals.mean_score(), goals.qualify(), goals.at_least(19), goals.beat(0), goals.beat(21))
BEGIN = datetime(2026, 11, 30, 15, 0, 0, tzinfo=UTC)


def played(chance: random.Random, at: datetime, goal: Goal | None = None, seed: int | None = None) -> Played:
    """Return a turn played by random keeps, with real dice now and then."""
    game = TurnGame(chance.choice((MIDNIGHT, TWO_FOUR_24)), seed or chance.randrange(1, 10**9))
    while not game.is_over:
        left = game.turn.dice_left
        is_typed = chance.random() < 0.3
        game = game.enter(chance.randrange(1, 7) for _ in range(left)) if is_typed else game.throw()
        game = game.keep(chance.randrange(1, 1 << left))
    return Played(game, goal or chance.choice(GOALS), at)


def answered(chance: random.Random, at: datetime, goal: Goal | None = None) -> Answered:
    """Return an answer of random dice."""
    left = chance.randrange(1, 7)
    kept, roll = (tuple(chance.randrange(1, 7) for _ in range(count)) for count in (6 - left, left))
    position = Position(chance.choice((MIDNIGHT, TWO_FOUR_24)), kept, roll, (chance.randrange(1, 1 << left),))
    return Answered(position, goal or chance.choice(GOALS), at)


LAST = TenGoal(Measure.CHANCE, 10_500)
HOUSES = (DEFAULT, PRESETS["strict"])


def ten_played(
    chance: random.Random,
    at: datetime,
    goal: TenGoal | None = None,
    seed: int | None = None,
    house: HouseRules | None = None,
) -> TenPlayed:
    """Return a turn of 10 000 played at random, with real dice now and then."""
    house = house or chance.choice(HOUSES)
    game = TenGame(house, seed or chance.randrange(1, 10**9), chance.choice((0, 1000, 9400)))
    while not game.is_over:
        left = game.dice_left
        is_typed = chance.random() < 0.3
        game = game.enter(chance.randrange(1, 7) for _ in range(left)) if is_typed else game.throw()
        if game.is_bust:
            break
        game = game.keep(mask_of(game.roll, chance.choice(set_asides(house, game.roll)).dice))
        if game.may_bank and chance.random() < 0.6:
            game = game.bank()
    return TenPlayed(game, goal or chance.choice((POINTS, POINTS, LAST)), at)


def ten_answered(
    chance: random.Random, at: datetime, aim: Aim | None = None, house: HouseRules | None = None
) -> TenAnswered:
    """Return an answer to the drill of 10 000, of a random roll."""
    house = house or chance.choice(HOUSES)
    aim = aim or chance.choice((Aim(), Aim(is_open=False), Aim(behind=chance.choice((300, 1400)))))
    rolls = [roll for roll in all_rolls(chance.randrange(1, 7)) if set_asides(house, roll)]
    question = Question(house, aim, chance.randrange(0, 2000, 50), chance.choice(rolls))
    aside = chance.choice(set_asides(house, question.roll))
    is_hot = len(aside.dice) == len(question.roll)
    may_bank = question.total + aside.points >= question.floor and not (is_hot and house.must_roll_hot)
    answer = Answer(mask_of(question.roll, aside.dice), may_bank and chance.random() < 0.5)
    return TenAnswered(question, answer, at)


@cache
def made_of_ten(turns: int, answers: int, seed: int = 0, house: HouseRules | None = None) -> History:
    """Return a history of so many turns and answers of 10 000, by the same seed always the same."""
    chance = random.Random(f"ten {seed}")
    events: list[Event] = [
        (ten_played if number < turns else ten_answered)(
            chance, BEGIN + timedelta(seconds=chance.randrange(10**6)), house=house
        )
        for number in range(turns + answers)
    ]
    return History(tuple(events))


@cache
def made(turns: int, answers: int, seed: int = 0, goal: Goal | None = None) -> History:
    """Return a history of so many turns and answers, by the same seed always the same."""
    chance = random.Random(seed)
    events: list[Event] = [
        (played if number < turns else answered)(
            chance, BEGIN + timedelta(seconds=chance.randrange(10**6)), goal
        )
        for number in range(turns + answers)
    ]
    return History(tuple(events))


# ------------------------------------------------------------------------------------------------ mangling

VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        1e400,
        10**30,
        0.5,
        "",
        "m1",
        "m1.14.0.~/",
        "p1.14",
        [],
        {},
        [[]],
        {"a": []},
    ),
    *("beat 3", "at least 25", "mean  score", "MEAN SCORE", "beat 019", "beat ١٩", "☃" * 300, "\ud800", "\0"),
    *("2026-02-30T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "10000-01-01T00:00:00Z"),
    *("2026-11-30T15:20:51+00:00", "2026-11-30t15:20:51z", "2026-11-30T24:00:00Z", "2026-11-30T15:20:60Z"),
    *(
        "<script>alert(1)</script>",
        "{format}",
        "m1.41.7.~/",
        "m1.11.7.~/",
        "m1.14.7.~/~/",
        "p1.14.46.1235.CE",
    ),
    *("t1.d.7.0.~", "t1.o350-t500.7.0.~/!", "q1.d.1000.0.15.C", "q1.d.1000.0.15.D**", "win against 025"),
)


def _flipped(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.randrange(1, 9)):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(chance: random.Random, data: bytes) -> bytes:
    start, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    return chance.choice((data[:start], data[start:], data[:start] + data[end:]))


def _swollen(chance: random.Random, data: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    junk = (
        *(
            b"\xef\xbb\xbf",
            b"\0",
            b"[" * 100_000,
            b'{"a":' * 50_000,
            b"9" * 5_000,
            b"NaN",
            b"-Infinity",
            b"//",
        ),
        *("\u2028é☃".encode(), b"\xed\xa0\x80", b"\\ud800", data, b" " * 1000, b'"', b",", b"}", b"1e999999"),
    )
    return data[:place] + chance.choice(junk) + data[place:]


def _edited(edit: Callable[[random.Random, Any], None]) -> Callable[[random.Random, bytes], bytes]:
    def mangle(chance: random.Random, data: bytes) -> bytes:
        loaded = json.loads(data)
        edit(chance, loaded)
        return json.dumps(loaded, ensure_ascii=chance.random() < 0.8).encode("utf-8", "surrogatepass")

    return mangle


def _entries(loaded: Any) -> list[Any]:
    return [entry for part in ("turns", "answers") for entry in loaded[part]]


def _value(chance: random.Random, loaded: Any) -> None:
    place = chance.choice((loaded, *_entries(loaded)))
    place[chance.choice(tuple(place))] = chance.choice(VALUES)


def _key(chance: random.Random, loaded: Any) -> None:
    place = chance.choice((loaded, *_entries(loaded)))
    key = chance.choice(tuple(place))
    value = place.pop(key)
    if chance.random() < 0.7:
        place[chance.choice(("Code", "", "kode", "\ud800", "goal", "at", "x" * 1000))] = value


def _list(chance: random.Random, loaded: Any) -> None:
    entries = loaded[chance.choice(("turns", "answers"))]
    if chance.random() < 0.5:
        entries.insert(chance.randrange(len(entries) + 1), chance.choice((*VALUES, *_entries(loaded))))
    else:
        entries.extend(entries * chance.choice((1, 2, 50)))


def _text(chance: random.Random, loaded: Any) -> None:
    entry = chance.choice(_entries(loaded))
    key = chance.choice(tuple(entry))
    place = chance.randrange(len(entry[key]))
    letter = chance.choice("~.ABC/_-0123456789TZ: é٣\0\u200b")
    entry[key] = entry[key][:place] + letter + entry[key][place + chance.randrange(2) :]


MANGLERS = (_flipped, _cut, _swollen, *map(_edited, (_value, _key, _list, _text)))


def mangled(number: int) -> bytes:
    """Return a history's file with something wrong, each number something else."""
    chance = random.Random(f"mangled {number}")
    history = made(4, 3, seed=number % 20)
    if number % 2:
        history = history.merged(made_of_ten(4, 3, seed=number % 20))
    data = history.to_json().encode()
    data = MANGLERS[number % len(MANGLERS)](chance, data)
    return _flipped(chance, data) if data and chance.random() < 0.2 else data
