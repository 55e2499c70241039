"""Statistics of a history, recomputed by plain loops and the naive twin; chi-square against tables."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy.stats import chisquare, ncx2, power_divergence

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, InputError, goals
from midnight_core.gamecode import TurnGame, read_turn
from midnight_core.history import Answered, History, Played, choices, read_history
from midnight_core.mistakes import mistakes
from midnight_core.record import (
    LEVEL,
    Faces,
    Losses,
    drilled,
    error_rate,
    kinds,
    record,
    running,
    thrown_faces,
    typed_faces,
)
from midnight_core.review import Band, Review, review
from tests.core.histories import BEGIN, made
from tests.reference.naive import Naive, keeps, score

MEAN = goals.mean_score()


def mean_and_error(values: list[Fraction]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    return float(mean), sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))


def test_a_record_is_what_plain_loops_over_the_naive_twin_say() -> None:
    history = made(24, 0, seed=1, goal=MEAN)
    turns = [turn for turn in history.turns if turn.game.rules == MIDNIGHT]
    twin = Naive((1, 4), range(25))
    start = twin.worth(()).value
    results, without_luck, losses = [], [], []
    for turn in turns:
        kept: tuple[int, ...] = ()
        luck, lost, unforced = Fraction(), [], 0
        for step in read_turn(turn.code).steps:
            values = {
                each: twin.worth(tuple(sorted(kept + each))).value for each in keeps(tuple(sorted(step.roll)))
            }
            best = max(values.values())
            luck += best - twin.worth(tuple(sorted(kept))).value
            lost.append(best - values[tuple(sorted(step.kept))])
            unforced += len(set(values.values())) > 1
            kept += step.kept
        results.append(Fraction(score((1, 4), kept)))
        without_luck.append(results[-1] - luck)
        losses.append(Losses(sum(lost), unforced))
    seen = record(history, MIDNIGHT, MEAN)
    assert seen is not None
    assert (seen.turns, seen.start) == (len(turns), float(start))
    assert (seen.result.mean, seen.result.error) == pytest.approx(mean_and_error(results))
    assert (seen.adjusted.mean, seen.adjusted.error) == pytest.approx(mean_and_error(without_luck))
    assert seen.losses == tuple(losses)
    assert seen.luck == pytest.approx(float(sum(results) - sum(without_luck)) / len(turns))
    assert seen.steadiness == pytest.approx(
        (mean_and_error(results)[1] / mean_and_error(without_luck)[1]) ** 2
    )
    assert sum(seen.bands.values()) == sum(each.unforced for each in losses)
    assert seen.lost == float(sum(each.total for each in losses) / len(losses))


def test_bands_count_unforced_decisions() -> None:
    history = made(30, 0, seed=2, goal=goals.qualify())
    seen = record(history, TWO_FOUR_24, goals.qualify())
    assert seen is not None
    made_there = [
        choice for turn in history.turns if turn.game.rules == TWO_FOUR_24 for choice in choices(turn)
    ]
    assert any(choice.is_forced for choice in made_there)
    for band in Band:
        assert seen.bands[band] == sum(c.band is band and not c.is_forced for c in made_there)
    assert seen.result.mean == np.mean(
        [turn.game.turn.score > 0 for turn in history.turns if turn.game.rules == TWO_FOUR_24]
    )


def test_a_turn_is_judged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[TurnGame] = []

    def counted(game: TurnGame, goal: Goal) -> Review:
        judged.append(game)
        return review(game, goal)

    monkeypatch.setattr("midnight_core.events.review", counted)
    choices.cache_clear()
    history = made(20, 0, seed=31, goal=MEAN)
    for _ in range(2):
        for rules in (MIDNIGHT, TWO_FOUR_24):
            record(history, rules, MEAN)
        mistakes(read_history(history.to_json()))
    assert len(judged) == 20
    more = made(1, 0, seed=32, goal=MEAN).turns[0]
    record(history.add(more), more.game.rules, MEAN)
    assert judged[20:] == [more.game]


def test_one_turn_has_no_standard_error() -> None:
    turn = Played(TurnGame(MIDNIGHT, 5).enter((1, 4, 6, 6, 6, 6)).keep(63), MEAN, BEGIN)
    seen = record(History((turn,)), MIDNIGHT, MEAN)
    assert seen is not None
    assert (seen.result.mean, seen.result.error, seen.adjusted.error, seen.steadiness) == (
        24,
        None,
        None,
        None,
    )
    assert seen.adjusted.mean == seen.start
    assert record(History((turn,)), TWO_FOUR_24, MEAN) is None
    assert record(History(), MIDNIGHT, MEAN) is None


def test_kinds_come_by_how_many_turns_they_have() -> None:
    history = made(60, 20, seed=4)
    found = kinds(history)
    counts = [sum((turn.game.rules, turn.goal) == kind for turn in history.turns) for kind in found]
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == len(history.turns)
    assert len(set(found)) == len(found)


def test_the_error_rate_leaves_out_what_was_forced() -> None:
    lost = [Losses(Fraction(1), 2), Losses(Fraction(0), 0), Losses(Fraction(5), 1), Losses(Fraction(0), 3)]
    assert error_rate(lost) == 1.0
    assert error_rate(lost[1:2]) is None
    assert error_rate([]) is None
    assert running(lost, over=2) == (0.5, 0.5, 5.0, 1.25)
    assert running(lost[1:2]) == (None,)
    many = [Losses(Fraction(n, 7), n % 3) for n in range(50)]
    for number, rate in enumerate(running(many), start=1):
        window = many[max(0, number - 20) : number]
        free = sum(each.unforced for each in window)
        assert rate == (float(sum(each.total for each in window) / free) if free else None)


def test_answers_are_told_apart_by_their_unit() -> None:
    history = made(3, 40, seed=6)
    points, chances = drilled(history, is_chance=False), drilled(history, is_chance=True)
    assert len(points) + len(chances) == len(history.answers)
    wanted = [choices(answer)[0] for answer in history.answers if answer.goal == MEAN]
    assert list(points) == [Losses(choice.loss, int(not choice.is_forced)) for choice in wanted]
    assert all(isinstance(answer, Answered) for answer in history.answers)


# ------------------------------------------------------------------------------------------------ dice


def test_faces_are_counted_apart_and_the_same_seed_once() -> None:
    history = made(40, 5, seed=8)
    thrown, typed = [0] * 6, [0] * 6
    for turn in history.turns:
        for step in turn.game.steps:
            for face in step.roll:
                (typed if step.typed else thrown)[face - 1] += 1
    assert thrown_faces(history).counts == tuple(thrown)
    assert typed_faces(history).counts == tuple(typed)
    by_both = [
        Played(TurnGame(rules, 77).throw().keep(1).throw().keep(mask), MEAN, BEGIN)
        for rules, mask in ((MIDNIGHT, 0b11111), (TWO_FOUR_24, 0b11111))
    ]
    counted = thrown_faces(History(tuple(by_both)))
    assert counted == thrown_faces(History(tuple(by_both[:1])))
    assert counted.dice == 11
    short = Played(TurnGame(TWO_FOUR_24, 77).throw().keep(0b11).throw().keep(0b1111), MEAN, BEGIN)
    assert thrown_faces(History((short, by_both[0]))) == counted


TABLE = {0.95: 1.1455, 0.5: 4.3515, 0.1: 9.2364, 0.05: 11.0705, 0.01: 15.0863, 0.001: 20.5150}
"""Upper tail of chi-square with 5 degrees of freedom -> its value, as statistical tables print it."""


@pytest.mark.parametrize("tail", TABLE)
def test_p_values_are_those_of_the_printed_tables(tail: float) -> None:
    # Two faces off by d to either side of 600 give a statistic of 2 d² / 100.
    off = sqrt(TABLE[tail] * 100 / 2)
    faces = Faces((100 + off, 100 - off, 100, 100, 100, 100))  # type: ignore[arg-type]
    assert faces.statistic == pytest.approx(TABLE[tail])
    assert faces.p_value == pytest.approx(tail, rel=2e-4)


def test_p_values_are_those_of_scipy() -> None:
    generator = np.random.default_rng(3)
    for dice in (1, 6, 30, 500, 10_000):
        counts = generator.multinomial(dice, [0.1, 0.15, 0.2, 0.25, 0.1, 0.2])
        faces = Faces(tuple(counts.tolist()))
        assert (faces.statistic, faces.p_value) == pytest.approx(tuple(chisquare(counts)))
        assert faces.is_telling == (dice >= 30)
    assert power_divergence([5] * 6).pvalue == Faces((5,) * 6).p_value == 1


def test_no_dice_tell_nothing() -> None:
    nothing = typed_faces(History())
    assert (nothing.dice, nothing.statistic, nothing.p_value, nothing.is_telling) == (0, 0, 1, False)
    assert nothing.power(0.25) == pytest.approx(LEVEL)


def test_the_power_is_how_often_a_loaded_die_is_found_out() -> None:
    generator = np.random.default_rng(5)
    dice, share = 300, 0.25
    faces = Faces((dice // 6,) * 6)
    thrown = generator.multinomial(dice, [share, *[(1 - share) / 5] * 5], size=4_000)
    statistics = ((thrown - dice / 6) ** 2 / (dice / 6)).sum(axis=1)
    found_out = (statistics > 11.0705).mean()
    assert faces.power(share) == pytest.approx(found_out, abs=0.05)
    assert faces.power(1 / 6) == pytest.approx(LEVEL)
    apart = 6 * ((share - 1 / 6) ** 2 + 5 * ((1 - share) / 5 - 1 / 6) ** 2)
    assert faces.power(share) == pytest.approx(ncx2.sf(11.0704977, 5, dice * apart), rel=1e-6)


def test_nothing_but_what_is_asked_for_is_taken() -> None:
    calls = [
        lambda: record((), MIDNIGHT, MEAN),
        lambda: record(History(), (1, 4), MEAN),
        lambda: record(History(), MIDNIGHT, "mean score"),
        *(lambda call=call: call(()) for call in (kinds, thrown_faces, typed_faces)),
        lambda: drilled((), is_chance=True),
        lambda: Faces((1,) * 6).power(1.5),
        lambda: Faces((1,) * 6).power(float("nan")),
        lambda: Faces((1,) * 6).power("a"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(InputError):
            call()
