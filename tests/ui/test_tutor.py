"""The tutor: a keep that loses too much is stopped before it happens, and never any other."""

from __future__ import annotations

import pytest

from midnight_core import goals, solve
from midnight_core.gamecode import mask_of, picked, read_turn
from midnight_ui.shown import moved
from midnight_ui.turn_table import DEALER, Stopped, TurnTable, Tutor
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
    table = TurnTable(play=game, tutor=Tutor(goal, allowed))
    options = {option.keep: option for option in solve(game.rules, goal).options(game.turn, game.roll)}
    for mask in range(1, 1 << len(game.roll)):
        option = options[tuple(sorted(picked(game.roll, mask)))]
        after = DEALER.acted(table, mask)
        if option.loss > allowed:
            assert (after.play, after.stopped) == (game, Stopped(game.code, mask))
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


def test_a_stop_that_is_long_past_does_nothing() -> None:
    game = read_turn(SIX_DICE)
    table = moved(TurnTable(play=game, tutor=Tutor(goals.mean_score(), 0.5)), stopped=Stopped("m1.14.5.~", 1))
    assert table.stopped_now is None
