"""The tutor: a keep that loses too much is stopped before it happens, and never any other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import pytest

from midnight_core import goals, solve
from midnight_core.gamecode import mask_of, picked, read_turn
from midnight_ui import tutor
from midnight_ui.table import Dealer
from midnight_ui.turn_table import DEALER, TurnTable
from midnight_ui.tutor import Stopped, Tutor
from tests.ui.screen import (
    GOALS,
    LANGUAGES,
    TURN,
    choose,
    chosen,
    click,
    game_of,
    goal_of,
    labels,
    opened,
    options_on,
)

SIX_DICE = "m1.14.2417.~"
THRESHOLDS = ("0.1", "0.2", "0.3", "0.5", "0.8", "1", "1.5", "2", "3")
LATER = "m1.14.1.123456J6652"


def stopping(**address: str):
    return opened(TURN, **({"turn": SIX_DICE, "tutor": "on", "controls": "plain"} | address))


def warnings(app) -> list[str]:
    return [warning.value for warning in app.warning]


def worst(app, kind: str = "mean") -> int:
    """Return the mask of the keep that loses most."""
    return mask_of(game_of(app).roll, options_on(app, kind)[-1].keep)


@pytest.mark.parametrize("threshold", [0.1, 0.5, 3.0])
@pytest.mark.parametrize("kind", GOALS)
@pytest.mark.parametrize("code", [SIX_DICE, LATER, "m1.24.7.~"])
def test_just_the_keeps_that_lose_more_than_the_threshold_are_stopped(
    code: str, kind: str, threshold: float
) -> None:
    goal, game = goal_of(kind), read_turn(code)
    allowed = threshold / 20 if goal.is_chance else threshold
    strict = Tutor(goal, allowed)
    table = TurnTable(play=game, tutor=strict)
    options = {option.keep: option for option in solve(game.rules, goal).options(game.turn, game.roll)}
    for mask in range(1, 1 << len(game.roll)):
        option = options[tuple(sorted(picked(game.roll, mask)))]
        after = DEALER.acted(table, mask)
        if option.loss > allowed:
            assert (after.play, after.stopped_now) == (game, Stopped(after.version, strict, mask))
        else:
            assert after.play.steps[len(game.steps) - 1].mask == mask


def test_without_a_tutor_nothing_is_stopped() -> None:
    app = stopping(tutor="off")
    mask = worst(app)
    choose(app, mask)
    click(app, "act")
    assert not warnings(app)
    assert game_of(app).steps[0].mask == mask


@pytest.mark.parametrize("hints", ["always", "after", "off"])
def test_a_bad_keep_is_named_with_its_loss_and_waits_for_an_answer(hints: str) -> None:
    app = stopping(hints=hints)
    choose(app, mask := worst(app))
    click(app, "act")
    assert game_of(app).code == SIX_DICE
    (said,) = warnings(app)
    assert f"loses {options_on(app)[-1].loss:.2f} points" in said
    assert "blunder" in said
    assert {"anyway", "rethink", "show"} <= labels(app).keys()
    assert "act" not in labels(app)
    assert chosen(app) == mask


def test_play_anyway_makes_the_keep_and_the_tutor_stays() -> None:
    app = stopping()
    choose(app, mask := 0b000001)
    click(app, "act")
    click(app, "anyway")
    game = game_of(app)
    assert (game.steps[0].mask, len(game.steps)) == (mask, 2)
    assert not warnings(app)
    choose(app, worst(app))
    click(app, "act")
    assert game_of(app) == game
    assert warnings(app)


def test_rethink_begins_the_choice_anew() -> None:
    app = stopping()
    choose(app, worst(app))
    click(app, "act")
    click(app, "rethink")
    assert not warnings(app)
    assert (chosen(app), game_of(app).code) == (0, SIX_DICE)
    assert "act" in labels(app)


def test_show_me_chooses_the_best_keep_says_why_and_goes_on() -> None:
    app = stopping(hints="off")
    choose(app, worst(app))
    click(app, "act")
    click(app, "show")
    best = mask_of(game_of(app).roll, options_on(app)[0].keep)
    assert chosen(app) == best
    assert "qualif" in app.info[0].value
    assert not warnings(app)
    click(app, "act")
    assert game_of(app).steps[0].mask == best
    assert not app.info


def test_the_same_mistake_after_show_me_is_stopped_again() -> None:
    app = stopping()
    choose(app, mask := worst(app))
    click(app, "act")
    click(app, "show")
    choose(app, mask)
    click(app, "act")
    assert warnings(app)
    assert game_of(app).code == SIX_DICE


def test_other_dice_are_no_longer_what_was_stopped() -> None:
    app = stopping()
    choose(app, worst(app))
    click(app, "act")
    choose(app, mask_of(game_of(app).roll, options_on(app)[0].keep))
    assert not warnings(app)
    assert "act" in labels(app)


def test_a_higher_threshold_lets_more_pass() -> None:
    app = stopping(stop="0.1", turn="m1.14.1.~")
    options = options_on(app)
    between = next(option for option in options if 0.1 < option.loss < 3)
    choose(app, mask_of(game_of(app).roll, between.keep))
    click(app, "act")
    assert warnings(app)
    app = stopping(stop="3", turn="m1.14.1.~")
    choose(app, mask_of(game_of(app).roll, between.keep))
    click(app, "act")
    assert not warnings(app)
    assert len(game_of(app).steps) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_threshold_is_in_the_unit_of_the_goal_and_the_epsilon_is_said(language: str) -> None:
    unit = {"en": "percentage points", "nb": "prosentpoeng"}[language]
    app = stopping(lang=language, goal="qualify")
    assert any(unit in caption.value and "0" in caption.value for caption in app.caption)
    assert app.select_slider(key="scale_stop").value == "0.5"
    app = stopping(lang=language)
    assert not any(unit in caption.value for caption in app.caption)


@pytest.mark.parametrize("stop", ["", "0", "-1", "nan", "1e9", "0.5 ", "½", "0.10"])
def test_a_threshold_that_is_none_of_the_steps_counts_as_not_said(stop: str) -> None:
    assert stopping(stop=stop).select_slider(key="scale_stop").value == "0.5"


def stopped(**address: str):
    """Open a turn whose worst keep the tutor has just stopped."""
    app = stopping(**address)
    choose(app, worst(app, address.get("goal", "mean")))
    click(app, "act")
    assert warnings(app)
    return app


def test_a_stop_ends_with_the_next_move() -> None:
    app = stopped()
    click(app, "undo")
    click(app, "act")
    assert game_of(app).code == SIX_DICE
    choose(app, worst(app))
    assert not warnings(app), "the same dice again, but nothing was pressed"
    click(app, "act")
    click(app, "show")
    click(app, "act")
    click(app, "undo")
    assert game_of(app).code == SIX_DICE
    assert not app.info


def test_a_stop_ends_when_the_tutor_is_switched_off_or_weighs_otherwise() -> None:
    for widget, value in (("segments_tutor", "off"), ("segments_goal", "qualify")):
        app = stopped()
        app.pills(key=widget).set_value(value).run()
        assert not warnings(app)
        assert "act" in labels(app)
    app = stopped()
    app.select_slider(key="scale_stop").set_value("3").run()
    assert not warnings(app)
    click(app, "act")
    assert warnings(app), "it loses more than 3 as well"


@pytest.mark.parametrize("again", [tutor.play_anyway, tutor.rethink, tutor.show])
def test_an_answer_that_comes_too_late_does_nothing(again: Callable[[Dealer[Any]], None]) -> None:
    goal, game = goals.mean_score(), read_turn(SIX_DICE)
    table = TurnTable(play=game, tutor=Tutor(goal, 0.5))
    after = []
    late = replace(DEALER.acted(table, 0b000001), tutor=None)
    keeper = Mock(move=lambda change: after.append(change(late)))
    again(replace(DEALER, keeper=keeper))
    assert after == [late]


def test_what_the_threshold_says_is_what_it_is() -> None:
    app = stopping(goal="qualify")
    said = app.select_slider(key="scale_stop").options
    thresholds = [float(words.split()[0]) for words in said]
    assert thresholds == [round(5 * float(step), 9) for step in THRESHOLDS]
