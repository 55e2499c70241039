"""What if: any position, any roll; pins, going on, the CSV, and the position in the address."""

from __future__ import annotations

import csv
import random
from io import StringIO
from typing import Any

import pytest

from midnight_core import MIDNIGHT, Option, Turn, solve
from midnight_core.gamecode import Position, picked
from midnight_ui.options_csv import options_csv
from tests.ui.screen import (
    GOALS,
    WHAT_IF,
    approximately,
    at_address,
    charts,
    choose,
    chosen,
    click,
    data_of,
    errors,
    expected,
    goal_of,
    html,
    labels,
    numbers,
    opened,
    position_of,
    prose,
    type_in,
)

OPENING = "p1.14..234566"
NBSP = "\N{NO-BREAK SPACE}"


def desk(**address: str) -> Any:
    return opened(WHAT_IF, controls="plain", **address)


def options_of(app: Any, kind: str = "mean", target: int = 19) -> tuple[Option, ...]:
    position = position_of(app)
    return solve(position.rules, goal_of(kind, target)).options(position.turn, position.roll)


def assert_fields_show_the_position(app: Any) -> None:
    position = position_of(app)
    assert app.text_input(key="desk_kept").value == NBSP.join(map(str, position.kept))
    assert app.text_input(key="desk_roll").value == NBSP.join(map(str, position.roll))


def pins_shown(app: Any) -> list[str]:
    return [label for key, label in labels(app).items() if str(key).startswith("unpin ")]


def test_an_empty_desk_shows_the_opening_of_the_rule_texts() -> None:
    app = desk()
    assert app.query_params["position"] == OPENING
    assert_fields_show_the_position(app)


@pytest.mark.parametrize("faces", ["14", "24"])
@pytest.mark.parametrize("kind", GOALS)
def test_every_number_is_the_solvers(kind: str, faces: str) -> None:
    chance = random.Random(kind + faces)
    app = desk(goal=kind, target="20", position=f"p1.{faces}")
    for _ in range(6):
        kept = sorted(chance.choices(range(1, 7), k=chance.randrange(6)))
        roll = sorted(chance.choices(range(1, 7), k=6 - len(kept)))
        position = ".".join(("p1", faces, *("".join(map(str, dice)) for dice in (kept, roll))))
        at_address(app, controls="plain", position=position)
        options = options_of(app, kind, 20)
        mask = chance.randrange(1, 1 << len(roll))
        choose(app, mask)
        keep = tuple(sorted(picked(tuple(roll), mask)))
        assert numbers(app) == approximately(expected(options, keep, 20))
        assert charts(app)[0]["data"][0]["y"] == [options[0].distribution[s] for s in (0, *range(4, 25))]
        assert_fields_show_the_position(app)


def test_a_position_is_typed() -> None:
    app = desk()
    type_in(app, "desk_kept", "6, 4")
    assert app.query_params["position"] == "p1.14.46"
    assert "Before this roll" in prose(app)
    type_in(app, "desk_roll", "5 3 2 1")
    assert app.query_params["position"] == "p1.14.46.1235"
    assert_fields_show_the_position(app)
    assert not errors(app)


def test_a_roll_that_no_longer_fits_is_cleared_when_the_dice_kept_change() -> None:
    app = desk(position="p1.14.4.12356")
    type_in(app, "desk_kept", "4 6")
    assert app.query_params["position"] == "p1.14.46"
    type_in(app, "desk_roll", "1235")
    type_in(app, "desk_kept", "46 6")
    assert (app.query_params["position"], errors(app)) == ("p1.14.466", [])


def test_another_dice_kept_with_as_many_left_keeps_the_roll() -> None:
    app = desk(position="p1.14.4.12356")
    type_in(app, "desk_kept", "5")
    assert app.query_params["position"] == "p1.14.5.12356"


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("desk_roll", "1 2"),
        ("desk_roll", "1234567"),
        ("desk_roll", "7"),
        ("desk_roll", "<b>1</b>"),
        ("desk_roll", "[a](b)"),
        ("desk_kept", "9"),
        ("desk_kept", "1234567"),
        ("desk_kept", "`~*_"),
        ("desk_kept", "²"),
    ],
)
def test_bad_input_gets_a_sentence_and_stays_to_be_mended(field: str, typed: str) -> None:
    app = desk(position="p1.14.46.1235")
    type_in(app, field, typed)
    assert len(errors(app)) == 1
    assert app.text_input(key=field).value == typed
    assert app.query_params["position"] == "p1.14.46.1235", "nothing is lost"
    type_in(app, field, "46" if field == "desk_kept" else "1235")
    assert not errors(app)
    assert app.query_params["position"] == "p1.14.46.1235"


def test_a_random_roll_has_as_many_dice_as_are_left() -> None:
    app = desk(position="p1.14.146")
    seen = set()
    for _ in range(12):
        click(app, "desk_throw")
        seen.add(position_of(app).roll)
        assert_fields_show_the_position(app)
    assert {len(roll) for roll in seen} == {3}
    assert len(seen) > 3


def test_a_finished_position_is_scored() -> None:
    app = desk(position="p1.14.145566")
    assert "**22 points**" in prose(app)
    assert "desk_throw" not in labels(app)
    assert_fields_show_the_position(app)


def test_up_to_three_keeps_are_pinned_and_a_fourth_gets_a_sentence() -> None:
    app = desk(position=OPENING)
    for mask in (0b000100, 0b110100, 0b100000):
        choose(app, mask)
        click(app, "desk_pin")
        assert not errors(app)
    pins = pins_shown(app)
    assert pins == ["Unpin 4", f"Unpin 4{NBSP}6{NBSP}6", "Unpin 6"]
    assert len(position_of(app).pins) == 3
    choose(app, 0b000001)
    click(app, "desk_pin")
    assert errors(app) == ["Up to 3 different keeps can be pinned."]
    assert pins_shown(app) == pins
    assert chosen(app) == 0b000001, "nothing is lost"


def test_the_same_keep_is_pinned_once_however_it_was_chosen() -> None:
    app = desk(position=OPENING)
    for mask in (0b010000, 0b100000):
        choose(app, mask)
        click(app, "desk_pin")
    assert pins_shown(app) == ["Unpin 6"]
    assert not errors(app)


def test_pinning_nothing_gets_a_sentence() -> None:
    app = desk(position=OPENING)
    click(app, "desk_pin")
    assert len(errors(app)) == 1
    assert app.query_params["position"] == OPENING


def test_pinned_keeps_show_their_numbers_and_stand_in_the_chart() -> None:
    app = desk(position=f"{OPENING}.E0")
    options = {option.keep: option for option in options_of(app)}
    for keep in ((4,), (4, 6, 6)):
        assert f"{options[keep].p_qualify:.1%} to qualify" in prose(app)
        assert f"{options[keep].mean_score:.2f} points on average" in prose(app)
    drawn = [trace["y"] for trace in charts(app)[0]["data"]]
    for keep in ((4,), (4, 6, 6)):
        assert [options[keep].distribution[s] for s in (0, *range(4, 25))] in drawn


def test_unpin_takes_one_pin_away() -> None:
    app = desk(position=f"{OPENING}.E0g")
    click(app, "unpin 52")
    assert app.query_params["position"] == f"{OPENING}.EQ"  # the first 6 stands for either


def test_a_pin_that_came_with_a_link_as_other_dice_of_the_same_faces_can_be_taken_away() -> None:
    app = desk(position=f"{OPENING}.g")  # the second 6
    key = next(key for key in labels(app) if str(key).startswith("unpin "))
    click(app, key)
    assert pins_shown(app) == []


def test_going_on_keeps_the_dice_and_leaves_the_next_roll_open() -> None:
    app = desk(position=OPENING)
    choose(app, 0b110100)
    click(app, "desk_go_on")
    assert app.query_params["position"] == "p1.14.466"
    assert_fields_show_the_position(app)


def test_going_on_from_a_pin() -> None:
    app = desk(position=f"{OPENING}.E0")
    click(app, "go 52")
    assert app.query_params["position"] == "p1.14.466"


def test_going_on_with_nothing_gets_a_sentence() -> None:
    app = desk(position=OPENING)
    click(app, "desk_go_on")
    assert len(errors(app)) == 1
    assert app.query_params["position"] == OPENING


def test_clear_empties_the_desk() -> None:
    app = desk(position="p1.24.46.1235.B")
    click(app, "desk_clear")
    assert app.query_params["position"] == "p1.24"
    assert_fields_show_the_position(app)


def test_other_rules_look_at_the_same_dice() -> None:
    app = desk(position="p1.14.46.1235")
    app.pills(key="desk_variant").set_value("2-4-24").run()
    assert app.query_params["position"] == "p1.24.46.1235"


def test_any_position_goes_round_through_the_address() -> None:
    chance = random.Random(5)
    app = desk()
    for _ in range(40):
        kept = chance.choices(range(1, 7), k=chance.randrange(7))
        roll = chance.choices(range(1, 7), k=6 - len(kept)) if chance.random() < 0.8 else []
        pins = chance.sample(range(1, 1 << len(roll)), min(3, (1 << len(roll)) - 1)) if roll else []
        position = Position(MIDNIGHT, tuple(kept), tuple(roll), tuple(pins))
        at_address(app, controls="plain", position=position.code)
        assert position_of(app) == position
        assert not errors(app)
        assert_fields_show_the_position(app)


def test_pins_are_no_part_of_what_the_tray_belongs_to() -> None:
    app = opened(WHAT_IF, position=f"{OPENING}.E0")
    tray = data_of(app, "midnight_tray")
    assert tray["code"] == OPENING
    assert data_of(app, "midnight_ranking") is not None
    assert [row[0] for row in tray["keeps"]] == ["".join(map(str, o.keep)) for o in options_of(app)]


@pytest.mark.parametrize("kept", [(), (4,), (1, 4, 6), (6, 6, 6, 6, 6)])
def test_the_csv_parses_to_the_options(kept: tuple[int, ...]) -> None:
    turn = Turn(MIDNIGHT, kept)
    options = solve(MIDNIGHT, goal_of("mean")).options(turn, (1, 2, 4, 5, 6, 6)[: turn.dice_left])
    rows = list(csv.DictReader(StringIO(options_csv(options))))
    assert len(rows) == len(options)
    for row, option in zip(rows, options, strict=True):
        assert tuple(map(int, row["keep"].split())) == option.keep
        assert [float(row[name]) for name in ("value", "loss", "p_qualify", "mean_score")] == [
            option.value,
            option.loss,
            option.p_qualify,
            option.mean_score,
        ]
        scores = [0, *range(4, 25)]
        assert [float(row[f"p_{score}"]) for score in scores] == option.distribution[scores].tolist()
        assert sum(float(row[f"p_{score}"]) for score in scores) == pytest.approx(1)


def test_the_csv_is_offered_for_download() -> None:
    app = desk(position=OPENING)
    assert [button.label for button in app.get("download_button")] == ["Every keep as CSV"]
    assert "<svg" not in html(app), "dice are images"


def test_best_chosen_and_three_pinned_keeps_are_drawn_together() -> None:
    app = opened(WHAT_IF, controls="plain", position="p1.14..123456.CGO")
    choose(app, 0b000001)
    assert len(charts(app)[0]["data"]) == 5


def test_going_back_over_a_pin_keeps_the_choice() -> None:
    app = opened(WHAT_IF, controls="plain", position="p1.14..123456")
    choose(app, 0b000001)
    click(app, "desk_pin")
    at_address(app, controls="plain", position="p1.14..123456")
    assert chosen(app) == 0b000001
