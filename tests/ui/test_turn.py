"""A turn played through the widgets: what is on screen is what the code in the address replays to."""

from __future__ import annotations

import random
import re

import pytest

from midnight_core import solve
from midnight_core.gamecode import picked, read_turn
from midnight_core.goals import mean_score
from midnight_ui.text import decimal
from tests.ui.screen import (
    GOALS,
    TURN,
    VARIANTS,
    WHAT_IF,
    assert_screen_is_the_code,
    at_address,
    choose,
    chosen,
    click,
    data_of,
    errors,
    expected,
    game_of,
    gone_back,
    html,
    labels,
    numbers,
    opened,
    options_on,
    prose,
    type_in,
    words,
)

KEEP_AT_LEAST_ONE = "Keep at least one die of every roll."
SIX_DICE = "m1.14.2417.~"


def plain(**address: str):
    return opened(TURN, controls="plain", **address)


def play_on(app, chance: random.Random, kind: str = "mean", target: int = 19) -> list[str]:
    """Play the turn to its end by random keeps, and return the codes on the way."""
    codes = [app.query_params["turn"]]
    while not game_of(app).is_over:
        if roll := game_of(app).roll:
            choose(app, chance.randrange(1, 1 << len(roll)))
            assert_screen_is_the_code(app, kind, target)
        click(app, "act")
        assert_screen_is_the_code(app, kind, target)
        codes.append(app.query_params["turn"])
    return codes


@pytest.mark.parametrize("faces", VARIANTS)
@pytest.mark.parametrize("kind", GOALS)
def test_a_whole_turn_shows_what_its_code_replays_to(kind: str, faces: str) -> None:
    target = 21
    app = plain(turn=f"m1.{faces}.90210", goal=kind, target=str(target))
    codes = play_on(app, random.Random(kind + faces), kind, target)
    game = game_of(app)
    assert game.rules == VARIANTS[faces]
    assert len(codes) == len(game.steps) + 2, "the first roll, and each keep"
    assert f"{game.turn.score} points" in prose(app)


def test_a_fresh_turn_has_a_seed_of_its_own_and_no_dice() -> None:
    codes = {plain().query_params["turn"] for _ in range(3)}
    assert len(codes) == 3
    assert not any(read_turn(code).steps for code in codes)


def test_the_main_button_says_what_it_will_do() -> None:
    app = plain(turn="m1.14.2417")
    assert labels(app)["act"] == "Roll"
    click(app, "act")
    assert labels(app)["act"] == "Keep and roll"
    choose(app, 0b111110)
    assert labels(app)["act"] == "Keep and roll"
    choose(app, 0b111111)
    assert labels(app)["act"] == "Keep and finish"
    click(app, "act")
    assert labels(app)["late"] == "New turn"
    assert not {"act", "new"} & labels(app).keys()


def test_undo_goes_all_the_way_back_and_the_same_keeps_bring_the_same_dice() -> None:
    app = plain(turn="m1.14.777")
    codes = play_on(app, random.Random(1))
    masks = [step.mask for step in game_of(app).steps]
    for code in reversed(codes[:-1]):
        click(app, "undo")
        assert app.query_params["turn"] == code
        assert_screen_is_the_code(app)
        if game_of(app).roll:
            assert chosen(app) == masks[len(game_of(app).steps) - 1], "the dice are chosen again"
    assert "undo" not in labels(app)
    click(app, "act")
    for mask in masks:
        choose(app, mask)
        click(app, "act")
    assert app.query_params["turn"] == codes[-1]


def test_restart_brings_the_same_dice() -> None:
    app = plain(turn=SIX_DICE)
    first = game_of(app).roll
    choose(app, 1)
    click(app, "act")
    click(app, "restart")
    assert app.query_params["turn"] == "m1.14.2417"
    click(app, "act")
    assert game_of(app).roll == first
    assert chosen(app) == 0


def test_a_new_turn_has_other_dice_and_the_same_rules() -> None:
    app = plain(turn="m1.24.2417.~")
    click(app, "new")
    game = game_of(app)
    assert game.rules == VARIANTS["24"]
    assert (game.steps, game.seed == 2417) == ((), False)


def test_another_variant_starts_the_same_turn_again() -> None:
    app = plain(turn=SIX_DICE)
    app.pills(key="variant").set_value("2-4-24").run()
    assert app.query_params["turn"] == "m1.24.2417"


def test_rules_that_came_with_a_link_can_be_played() -> None:
    app = plain(turn="m1.56.2417.~")
    assert app.pills(key="variant").options == ["1-4-24", "2-4-24", "5-6-24"]
    play_on(app, random.Random(2))


def test_keeping_nothing_gets_a_sentence_and_changes_nothing() -> None:
    app = plain(turn=SIX_DICE)
    click(app, "act")
    assert errors(app) == [KEEP_AT_LEAST_ONE]
    assert app.query_params["turn"] == SIX_DICE
    choose(app, 1)
    assert not errors(app), "what was wrong is mended"


def test_the_sentence_is_gone_after_the_next_move() -> None:
    app = opened(TURN, turn=SIX_DICE)
    click(app, "act")
    assert errors(app) == [KEEP_AT_LEAST_ONE]
    click(app, "undo")
    assert not errors(app)


def test_a_turn_survives_a_change_of_any_setting() -> None:
    app = plain(turn=SIX_DICE)
    choose(app, 0b010001)
    app.run()  # the choice drew only the parts of the turn
    for key, value in (
        ("segments_goal", "qualify"),
        ("segments_hints", "off"),
        ("segments_hints", "always"),
        ("segments_lang", "nb"),
        ("segments_lang", "en"),
    ):
        app.pills(key=key).set_value(value).run()
        assert app.query_params["turn"] == SIX_DICE
        assert chosen(app) == 0b010001
    assert_screen_is_the_code(app, "qualify")


def test_going_to_another_code_and_back_shows_each() -> None:
    app = plain(turn=SIX_DICE)
    for code in ("m1.14.2417.~B~", SIX_DICE, "m1.24.5.~_", "m1.14.2417"):
        gone_back(app, controls="plain", turn=code)
        assert app.query_params["turn"] == code
        assert_screen_is_the_code(app)


def test_an_address_that_a_fast_click_brings_along_undoes_no_move() -> None:
    app = plain()
    start = app.query_params["turn"]
    click(app, "act")
    rolled = app.query_params["turn"]
    choose(app, 1)
    click(app, "act")
    moved = app.query_params["turn"]
    for overtaken in (start, rolled):
        app.query_params["turn"] = overtaken
        app.run()
        assert app.query_params["turn"] == moved


def test_a_link_from_another_page_leads_back_to_an_earlier_move() -> None:
    app = plain()
    click(app, "act")
    rolled = app.query_params["turn"]
    choose(app, 1)
    click(app, "act")
    app.switch_page(WHAT_IF).run()
    app.switch_page(TURN)
    app.query_params["turn"] = rolled
    app.run()
    assert app.query_params["turn"] == rolled


def test_the_session_keeps_the_turn_when_the_address_names_none() -> None:
    app = plain(turn="m1.14.2417.~B~")
    at_address(app)
    assert app.query_params["turn"] == "m1.14.2417.~B~"


# ------------------------------------------------------------------------------------------------- own dice


def own(**address: str):
    return plain(dice="own", **address)


def own_field(app):
    return next(field for field in app.text_input if field.key.startswith("own_roll"))


def type_own(app, text: str) -> None:
    type_in(app, own_field(app).key, text)


def test_own_dice_are_typed_for_a_whole_turn() -> None:
    app = own(turn="m1.14.1")
    assert labels(app)["act"] == "Use these dice"
    for typed, mask, code in (
        ("1 2 3 4 5 6", 0b001001, "123456J"),
        ("6,6,2+5", 0b000011, "6625D"),
        ("53", 0b000011, "53D"),
    ):
        before = app.query_params["turn"]
        type_own(app, typed)
        assert_screen_is_the_code(app)
        choose(app, mask)
        click(app, "act")
        assert (
            app.query_params["turn"]
            == (before if "." in before[5:] and before[-1] != "1" else before + ".") + code
        )
        assert_screen_is_the_code(app)
    assert game_of(app).turn.score == 6 + 6 + 5 + 3


def test_own_dice_are_entered_by_the_buttons() -> None:
    app = own(turn="m1.14.1")
    for face in (6, 1, 4, 4, 2):
        click(app, f"face {face}")
    assert own_field(app).value == "6 1 4 4 2"
    assert [caption.value for caption in app.main.caption] == ["1 die to go"]
    click(app, "face 5")
    assert app.query_params["turn"] == "m1.14.1.614425"
    assert_screen_is_the_code(app)
    choose(app, 0b011111)
    click(app, "act")
    assert own_field(app).value == ""
    click(app, "face 3")
    assert game_of(app).roll == (3,)


@pytest.mark.parametrize(
    "typed", ["1 2 3 4 5 7", "abc", "1234567", "0", "1.2.3.4.5.6", "**bold** [x](y)", "१"]
)
def test_a_bad_roll_gets_a_sentence_and_stays_in_its_field(typed: str) -> None:
    app = own(turn="m1.14.1")
    type_own(app, typed)
    assert len(errors(app)) == 1
    assert own_field(app).value == typed
    assert app.query_params["turn"] == "m1.14.1"
    type_own(app, "123456")
    assert not errors(app)
    assert app.query_params["turn"] == "m1.14.1.123456"


def test_a_roll_may_be_typed_in_parts() -> None:
    app = own(turn="m1.14.1")
    type_own(app, "12 3")
    assert not errors(app)
    assert own_field(app).value == "12 3"
    assert [caption.value for caption in app.main.caption] == ["3 dice to go"]
    click(app, "face 4")
    type_own(app, own_field(app).value + "56")
    assert app.query_params["turn"] == "m1.14.1.123456"


def test_dice_can_be_taken_back_and_too_few_are_named() -> None:
    app = own(turn="m1.14.1")
    for face in (6, 1):
        click(app, f"face {face}")
    click(app, "face back")
    assert own_field(app).value == "6"
    click(app, "act")
    assert errors(app) == ["The next roll has 6 dice, not 1."]
    assert own_field(app).value == "6"
    type_own(app, "1234561")
    assert errors(app) == ["The next roll has 6 dice, not 7."]


def test_the_buttons_after_a_field_full_of_nonsense_do_no_harm() -> None:
    app = own(turn="m1.14.1")
    type_own(app, "x" * 20)
    for _ in range(8):
        click(app, "face 1")
    assert app.query_params["turn"] == "m1.14.1"


def test_the_app_throws_on_after_own_dice() -> None:
    app = own(turn="m1.14.1.123456")
    app.pills(key="segments_dice").set_value("app").run()
    choose(app, 1)
    click(app, "act")
    assert app.query_params["turn"] == "m1.14.1.123456B~"
    assert_screen_is_the_code(app)


# --------------------------------------------------------------------------------------------------- hints


def numbers_in(data: object) -> list[float]:
    """Return every float in JSON."""
    if isinstance(data, dict):
        return [number for value in data.values() for number in numbers_in(value)]
    if isinstance(data, list):
        return [number for value in data for number in numbers_in(value)]
    return [data] if isinstance(data, float) else []


@pytest.mark.parametrize("hints", ["off", "after"])
@pytest.mark.parametrize("controls", ["rich", "plain"])
def test_hidden_hints_leak_no_number_before_the_decision(controls: str, hints: str) -> None:
    app = opened(TURN, turn=SIX_DICE, hints=hints, controls=controls)
    if controls == "plain":
        choose(app, 0b010000)
    else:
        data = data_of(app, "midnight_tray")
        assert data["dice"] == [2, 2, 2, 2, 1, 2]
        assert data["keeps"] is None
        assert numbers_in(data) == []
    assert data_of(app, "midnight_ranking") is None
    assert not app.get("plotly_chart")
    assert not app.dataframe
    assert "data-value" not in html(app)
    solution = solve(VARIANTS["14"], mean_score())
    told = {decimal(option.value) for option in solution.options(game_of(app).turn, game_of(app).roll)}
    assert not any(number in prose(app) for number in told - {"0.00"})


def test_hints_always_tell_every_keep_to_tray_and_ranking() -> None:
    app = opened(TURN, turn=SIX_DICE)
    options = options_on(app)
    tray = data_of(app, "midnight_tray")
    assert tray["code"] == SIX_DICE
    assert data_of(app, "midnight_ranking") is not None
    names = ("value", "loss", "p-qualify", "mean-score", "p-at-least", "rank")
    for option, (digits, *row) in zip(options, tray["keeps"], strict=True):
        wanted = expected(options, option.keep)
        assert digits == "".join(map(str, option.keep))
        assert row == pytest.approx([wanted[name] for name in names], rel=1e-14)


@pytest.mark.parametrize(
    ("kind", "name"), [("mean", "mean_score"), ("qualify", "p_qualify"), ("at-least", None), ("beat", None)]
)
def test_the_tray_knows_which_number_the_value_repeats(kind: str, name: str | None) -> None:
    data = data_of(opened(TURN, turn=SIX_DICE, goal=kind), "midnight_tray")
    assert data["value_is"] == name
    for _, value, _, p_qualify, mean, *_ in data["keeps"]:
        if name is not None:
            assert value == pytest.approx({"mean_score": mean, "p_qualify": p_qualify}[name], rel=1e-14)


def test_hints_after_the_choice_say_what_it_gave_away() -> None:
    app = plain(turn=SIX_DICE, hints="after")
    choose(app, 0b000001)
    click(app, "act")
    assert "You kept 2" in words(app)
    assert "gave away 4.02 points" in words(app)
    click(app, "undo")
    choose(app, 0b010000)
    click(app, "act")
    assert "You kept 1" in words(app)
    assert "gave away" not in words(app)


def test_hints_off_say_nothing_after_the_choice() -> None:
    app = plain(turn=SIX_DICE, hints="off")
    choose(app, 0b000001)
    click(app, "act")
    assert "You kept" not in words(app)
    assert "gave away" not in words(app)
    assert not numbers(app)


@pytest.mark.parametrize("hints", ["always", "after", "off"])
def test_the_end_of_a_turn_is_scored_and_looked_back_on(hints: str) -> None:
    app = plain(turn="m1.14.1.123456J6652P", hints=hints)
    assert "6 + 6 + 5 + 2 = 19" in words(app)
    assert "Your decisions" in html(app)
    assert html(app).count("<tr>") == 3
    app = plain(turn="m1.14.1.222221_", hints=hints)
    assert re.search(r"\b0 points, .*\b4\b", words(app))


def test_the_sentence_beside_the_dice_is_about_the_chosen_keep() -> None:
    app = plain(turn=SIX_DICE)
    assert "Choose dice to see what keeping them is worth, and why." in prose(app)
    choose(app, 0b000011)
    assert picked(game_of(app).roll, 0b000011) == (2, 2)
    assert "**2\N{NO-BREAK SPACE}2** leaves 4 dice" in prose(app)
