"""10 000 at hostile addresses, by house rules at their extremes: a sentence, and the page stays usable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from midnight_core import InputError
from midnight_core.gamecode import mask_of
from midnight_core.ten_thousand import house_code, read_house
from midnight_core.ten_thousand.drill import FEW, TenDrill, read_ten_drill
from midnight_core.ten_thousand.gamecode import read_ten
from midnight_core.ten_thousand.house import HouseRules
from midnight_core.ten_thousand.match import read_ten_match
from midnight_ui import ten_races
from midnight_ui.ten_races import CACHE
from midnight_ui.text import faces, sentence
from tests.ui.screen import (
    at_address,
    click,
    data_of,
    dice_widget,
    errors,
    html,
    labels,
    opened,
    prose,
    words,
)
from tests.ui.test_hostile_codes import INJECTIONS, assert_nothing_active, mangled

PLAY, DRILL = "pages/ten_thousand/play.py", "pages/ten_thousand/drill.py"

TURNS = ("t1.d.2417.1000.112456T666H", "t1.d.77.0", "t1.o350-t2000.77.500.~", "t1.d.7.950.112456C")
MATCHES = ("k1.d.Pc.2417.1.~", "k1.o0-t1000.PPPPPPPP.2417.~.!AU!AA", "k1.o350-t2000.cPd.7.~")
DRILLS = ("e1.d.first.2417", "e1.d.few.2417", "e1.o350.opening.7", "e1.d.few.2417.C!")

GENEROUS = HouseRules(10_000, 10_000, (10_000,) * 6, "double", 10_000, 10_000, four_plus_two=True, opening=0)
STRICTEST = HouseRules(opening=1000, target=1000, least=1000, must_roll_hot=True, four_plus_two=True)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))


def read_play(code: str) -> Any:
    return read_ten(code) if code.startswith("t1") else read_ten_match(code)


@pytest.mark.parametrize(
    ("page", "name", "valid", "read"),
    [(PLAY, "ten", TURNS + MATCHES, read_play), (DRILL, "ten_drill", DRILLS, read_ten_drill)],
    ids=["play", "drill"],
)
def test_mangled_codes_get_a_sentence_and_good_ones_are_opened(
    page: str, name: str, valid: tuple[str, ...], read: Any
) -> None:
    refused = 0
    codes = list(mangled(valid, len(INJECTIONS) + 60, name))
    for code in codes[::2]:
        app = opened(page, **{name: code, "hints": "off", "controls": "plain", "pace": "steps"})
        try:
            kept, wanted = read(code).code, []
        except InputError as error:
            kept, wanted = app.query_params[name], [sentence(error)]
        refused += len(wanted)
        assert (errors(app), app.query_params[name]) == (wanted, kept), code
        for shown in wanted:
            assert_nothing_active(shown)
    assert refused > len(codes) / 4


@pytest.mark.parametrize("code", ["zz", "o99999", "t20001", "a0-f0", "o350-o350", "k1_2", "<b>", "d" * 9999])
def test_bad_house_rules_get_a_sentence_beside_that_of_a_bad_code(code: str) -> None:
    wrong = errors(opened(PLAY, house=code))
    assert len(wrong) == 1
    app = opened(PLAY, house=code, ten="t1.d")
    assert errors(app)[:1] == wrong
    assert len(errors(app)) == 2
    assert not read_ten(app.query_params["ten"]).steps


def test_a_bad_code_beside_other_house_rules_is_still_reported() -> None:
    app = opened(PLAY, ten="t1.d.1", house="o350-t5000")
    assert len(errors(app)) == 1
    assert read_ten(app.query_params["ten"]).house == read_house("o350-t5000")


def test_the_code_says_the_house_rules_and_what_is_played() -> None:
    turn = "t1.d.2417.1000.112456"
    app = opened(PLAY, ten=turn, house="o350-t5000", table="match", controls="plain")
    assert errors(app) == []
    assert (app.query_params["ten"], app.query_params["house"]) == (turn, "d")
    assert dice_widget(app) is not None
    match = "k1.o350-t5000.PP.7.1.~"
    app = opened(PLAY, ten=match, house="d", table="turn")
    assert (app.query_params["ten"], app.query_params["house"]) == (match, "o350-t5000")
    assert app.query_params["table"] == "match"


def test_of_a_parameter_said_twice_the_last_counts() -> None:
    app = opened(PLAY, ten=["t1.d.1.0", "t1.d.2417.1000.112456"], house=["zz", "d"])
    assert (errors(app), app.query_params["ten"]) == ([], "t1.d.2417.1000.112456")


def test_a_kind_of_questions_that_never_comes_up_is_not_said_to_be_done() -> None:
    assert not TenDrill(GENEROUS, FEW, 7).questions
    app = opened(DRILL, ten_drill=TenDrill(GENEROUS, FEW, 7).code)
    assert "there is nothing of this kind to decide" in words(app)
    assert "That was all of them" not in words(app)
    assert not {"again", "late"} & labels(app).keys()
    app.pills(key="ten_set").set_value("first").run()
    assert read_ten_drill(app.query_params["ten_drill"]).name == "first"
    assert {"roll", "bank"} <= labels(app).keys()


@pytest.mark.parametrize("house", [GENEROUS, STRICTEST], ids=["generous", "strictest"])
def test_a_turn_by_extreme_rules_is_played_to_its_end(house: HouseRules) -> None:
    app = opened(PLAY, ten=f"t1.{house_code(house)}.5.0.115552", controls="plain")
    before = read_ten(app.query_params["ten"])
    app.pills(key=dice_widget(app).key).set_value([0, 1, 2, 3, 4]).run()
    click(app, "bank")
    after = read_ten(app.query_params["ten"])
    kept = before.keep(mask_of(before.roll, (1, 1, 5, 5, 5)))
    assert errors(app) == ([] if kept.may_bank else errors(app)[:1])
    assert after == (kept.bank() if kept.may_bank else before)


def test_plain_controls_offer_no_choice_among_a_bots_dice() -> None:
    app = opened(PLAY, ten="k1.d.Pc.2417.2.112456", controls="plain", pace="steps")
    assert dice_widget(app) is None
    now = read_ten_match(app.query_params["ten"])
    assert now.kind == "cautious"
    assert f"Thrown: {faces(now.game.roll)}" in prose(app)
    assert "Choose dice that score" not in words(app)


@pytest.mark.parametrize("hints", ["off", "after"])
@pytest.mark.parametrize("ten", ["t1.d.2417.1000.112456", "k1.d.PP.2417.1.112456"])
def test_what_is_hidden_is_not_on_the_page(ten: str, hints: str) -> None:
    app = opened(PLAY, ten=ten, hints=hints, tutor="on", aim="mean")
    data = data_of(app, "midnight_tray")
    assert data["keeps"] is None
    assert "data-value" not in html(app)
    assert data_of(app, "midnight_ranking") is None
    at_address(app, ten=ten, hints="always", aim="mean")
    assert data_of(app, "midnight_tray")["keeps"]


def homeless() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_user_without_a_home_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (CACHE, "LOCALAPPDATA", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(ten_races.Path, "home", homeless)
    assert ten_races.folder() is None
    app = opened(PLAY, ten="t1.o350-t5000.2417.1000.112456", aim="win")
    assert "ten_solve" in labels(app)
