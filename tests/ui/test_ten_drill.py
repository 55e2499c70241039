"""The drill of 10 000 through its widgets: nothing is told before the answer, and all of it afterwards."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta
from typing import Any

import plotly.graph_objects as go
import pytest

from midnight_core.gamecode import MASKS, mask_of, picked
from midnight_core.history import History, TenAnswered, now, read_history
from midnight_core.review import Band
from midnight_core.ten_thousand import BANK, DEFAULT, PRESETS, HouseRules, house_code
from midnight_core.ten_thousand.drill import (
    FIRST,
    HARD,
    LAST,
    OPENING,
    TEN_SETS,
    Answer,
    Question,
    TenDrill,
    read_ten_drill,
)
from midnight_ui import bands
from midnight_ui.diary import Device
from midnight_ui.text import catalogue
from tests.ui.screen import (
    LANGUAGES,
    at_address,
    charts,
    choose,
    chosen,
    click,
    data_of,
    dice_widget,
    errors,
    gone_back,
    html,
    labels,
    opened,
    words,
)

PAGE = "pages/ten_thousand/drill.py"
NEXT, TRAY = "late_next", "midnight_tray"
WORTH = r"is worth [\d,.]+ (percentage )?points more than"
CODE = "e1.d.hard.2417"


def drill(code: str, **address: str) -> Any:
    return opened(PAGE, controls="plain", ten_drill=code, **address)


def drill_of(app: Any) -> TenDrill:
    return read_ten_drill(app.query_params["ten_drill"])


def card(app: Any) -> str:
    """Return the words of the question, or of what became of it, without its drawings."""
    found = re.findall(r"<div class='drill-card.*?</div>", html(app), re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<img alt=\"([\d\s]+)\"[^>]*>", r"\1", found[0]))


def answers_to(question: Question) -> list[Answer]:
    options = question.solution.options(question.total, len(question.roll), question.roll)
    legal = {(option.dice, option.action) for option in options}
    every = [Answer(mask, written) for mask in range(1, 1 << len(question.roll)) for written in (False, True)]
    return [each for each in every if (tuple(sorted(picked(question.roll, each.mask))), each.action) in legal]


def answer(app: Any, given: Answer) -> None:
    choose(app, given.mask)
    click(app, "bank" if given.action == BANK else "roll")


def assert_nothing_is_told(app: Any) -> None:
    assert not re.search(r"data-metric", html(app))
    assert not app.dataframe
    assert not re.search(WORTH, words(app))
    assert not re.search(r"\d\.\d", card(app)), card(app)


# ---------------------------------------------------------------------------------------- asking and telling


@pytest.mark.parametrize("name", TEN_SETS)
def test_ten_answers_are_judged_by_the_solver(name: str) -> None:
    chance = random.Random(name)
    app = drill(f"e1.o350-t5000.{name}.24")
    lost = []
    for number in range(1, 11):
        question = drill_of(app).question
        assert question is not None
        assert dice_widget(app).options == [
            f"Die {place}, showing {face}" for place, face in enumerate(question.roll, start=1)
        ]
        assert f"Question {number} · Quick game · seed 24" in card(app)
        assert_nothing_is_told(app)
        given = chance.choice(answers_to(question))
        answer(app, given)
        assert drill_of(app).answers[-1] == given
        options = question.solution.options(question.total, len(question.roll), question.roll)
        dice = tuple(sorted(picked(question.roll, given.mask)))
        mine = next(each for each in options if (each.dice, each.action) == (dice, given.action))
        lost.append(mine.loss)
        assert re.search(WORTH, words(app))
        if mine.loss:
            assert "".join(map(str, options[0].dice)) in re.sub(r"\s", "", card(app))
        click(app, NEXT)
        scale = 100 if name == LAST else 1
        bars, line = charts(app)[0]["data"]
        assert bars["y"] == pytest.approx([scale * loss for loss in lost])
        assert line["y"][-1] == pytest.approx(scale * sum(lost) / number)
    mean = sum(lost) / 10
    shown = f"{100 * mean:.1f} percentage points" if name == LAST else f"{mean:.1f} points"
    assert f"of 10 best; average loss of a decision {shown}." in words(app)
    worst = max(range(10), key=lost.__getitem__)
    assert f"Question {worst + 1} cost the most" in words(app)
    assert len(go.Figure(charts(app)[0]).data) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_band_is_said_in_words(language: str) -> None:
    drills = [TenDrill(DEFAULT, HARD, seed) for seed in range(1, 30)]
    found: dict[Band, str] = {}
    for each in drills:
        for mine in answers_to(each.questions[0]):
            found.setdefault(each.questions[0].judged(mine).band, each.answer(mine).code)
    assert set(found) == set(Band)
    for band, code in found.items():
        app = opened(PAGE, lang=language, controls="plain", ten_drill=code)
        assert f"<b>{catalogue(language).gettext(band.value).capitalize()}.</b>" in card(app)
        assert bands.SIGNS[band] in card(app)
        assert "role='alert'" in card(app)
        assert any(bands.marked(Band.BLUNDER)[:2] in caption.value for caption in app.caption)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TEN_SETS)
def test_every_set_opens_in_both_languages_with_its_numbers_hidden(name: str, language: str) -> None:
    app = opened(PAGE, lang=language)
    pills = app.pills(key="ten_set")
    pills.set_value(pills.options[TEN_SETS.index(name)]).run()
    assert not app.exception
    assert not app.error
    assert drill_of(app).name == name
    data = data_of(app, TRAY)
    assert data["keeps"] is None
    assert data["dice"] == list(drill_of(app).question.roll)
    assert [kind for kind, _, _ in data["slots"]].count("kept") == 6 - len(data["dice"])


def test_what_is_asked_says_what_is_played_for() -> None:
    last = drill("e1.d.last.7")
    behind = drill_of(last).question.aim.behind
    assert f"{behind:,} points are level with the leader" in card(last)
    first_wins = house_code(PRESETS["strict"])
    behind = TenDrill(PRESETS["strict"], LAST, 7).question.aim.behind
    assert f"you need more than {behind:,} points" in card(drill(f"e1.{first_wins}.last.7"))
    assert "You have not opened yet: that takes 1,000" in card(drill("e1.d.opening.7"))
    assert "A new turn." in card(drill("e1.d.first.7"))
    assert "The turn stands at 1,050." in card(drill(CODE))


def test_the_tray_tells_both_ways_on_once_it_is_answered() -> None:
    asked = data_of(opened(PAGE, ten_drill=CODE), TRAY)
    assert (asked["keeps"], asked["over"], asked["bare"], asked["chosen"]) == (None, False, False, 0)
    assert asked["acts"] == ["roll", "bank"]
    assert set(asked["keys"].values()) == {BANK}
    assert "Thrown: 3, 3, 5, 6, 6." in asked["text"]["news"]
    looked = data_of(opened(PAGE, ten_drill=f"{CODE}.E!"), TRAY)
    assert [row[:2] for row in looked["keeps"]] == [["5", "bank"], ["5", "roll"]]
    assert (looked["over"], looked["chosen"], looked["animate"], looked["keys"]) == (True, 0b100, False, {})
    assert looked["text"]["news"].startswith("fine: 5 and roll on loses 13.3 points")


# ---------------------------------------------------------------------------------------- moves


def test_what_is_not_legal_gets_a_sentence_and_changes_nothing() -> None:
    app = drill(CODE)
    click(app, "roll")
    assert errors(app) == ["Set aside at least one die that scores."]
    choose(app, 0b1)
    assert not errors(app)
    click(app, "bank")
    assert len(errors(app)) == 1
    assert app.query_params["ten_drill"] == CODE
    app = drill("e1.d.opening.1")
    number, question = next(
        (n, q) for n, q in enumerate(drill_of(app).questions) if q.total < 300 and 1 in q.roll
    )
    app = drill("e1.d.opening.1." + "".join(_first(q) for q in drill_of(app).questions[:number]))
    choose(app, 1 << question.roll.index(1))
    click(app, "bank")
    assert errors(app) == ["These dice may be set aside, but not followed by that."]


def _first(question: Question) -> str:
    given = answers_to(question)[0]
    return MASKS[given.mask] + "*" * given.is_written


def test_a_second_click_on_a_button_is_not_meant_for_the_next_question() -> None:
    app = drill(f"{CODE}.E!")
    assert chosen(app) == 0b100
    assert {"late_next", "again", "others"} <= set(labels(app))
    assert not {"roll", "bank"} & set(labels(app))
    click(app, NEXT)
    assert app.query_params["ten_drill"] == f"{CODE}.E"
    assert chosen(app) == 0
    click(app, "again")
    assert app.query_params["ten_drill"] == CODE


def test_seed_house_and_other_questions() -> None:
    app = drill(f"{CODE}.E")
    app.number_input(key="ten_seed").set_value(99).run()
    assert app.query_params["ten_drill"] == "e1.d.hard.99"
    click(app, "others")
    assert drill_of(app).seed != 99
    app.pills(key="house_preset").set_value(app.pills(key="house_preset").options[1]).run()
    assert drill_of(app).house == PRESETS["quick"]
    assert drill_of(app).name == HARD


def test_a_house_without_an_opening_does_not_ask_for_it() -> None:
    app = drill("e1.d.opening.3")
    app.pills(key="house_preset").set_value("No opening").run()
    assert not app.exception
    assert (drill_of(app).house, drill_of(app).name) == (PRESETS["open"], FIRST)
    assert len(app.pills(key="ten_set").options) == len(TEN_SETS), "without the opening, with the mistakes"
    assert OPENING in TEN_SETS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code", ["e1", "x", "e1.d.hard.0", "e1.d.hard.5.*", "e1.o0.opening.1", "e1.d.<b>.1", ""]
)
def test_a_bad_code_gets_a_sentence_and_loses_nothing(code: str, language: str) -> None:
    app = drill(f"{CODE}.E", lang=language)
    gone_back(app, controls="plain", lang=language, ten_drill=code)
    assert len(errors(app)) == 1
    assert "<" not in errors(app)[0].replace("\\<", "")
    assert app.query_params["ten_drill"] == f"{CODE}.E"


def test_all_asked() -> None:
    whole = TenDrill(DEFAULT, FIRST, 2)
    while whole.question is not None:
        whole = whole.answer(answers_to(whole.question)[0]).go_on()
    app = drill(whole.code)
    assert "That was all of them." in words(app)
    assert dice_widget(app) is None
    click(app, "late")
    assert drill_of(app).seed != 2


# ---------------------------------------------------------------------------------------- my mistakes


def given(number: int, ago: timedelta, *, right: bool, house: HouseRules = DEFAULT) -> TenAnswered:
    """Return the best or the worst answer to a hard question, so long ago."""
    question = TenDrill(house, HARD, 2417).asked(number)
    option = question.solution.options(question.total, len(question.roll), question.roll)[0 if right else -1]
    mine = Answer(mask_of(question.roll, option.dice), option.action == BANK)
    return TenAnswered(question, mine, now() - ago)


def mine(*events: Any, **address: str) -> Any:
    app = opened(PAGE, controls="plain", **address)
    app.session_state["diary_device"] = Device("s", History(events))
    return at_address(app, controls="plain", ten_drill="mine", **address)


def noted(app: Any) -> tuple[TenAnswered, ...]:
    found = [json.loads(e.proto.json)[0] for e in app.get("bidi_component")]
    texts = [each["add"] for each in found if "reader" not in each and "add" in each]
    return read_history(texts[0]).ten_answers if texts else ()


def test_an_answer_is_noted_once_and_one_from_a_link_is_not() -> None:
    app = drill(CODE)
    assert not noted(app)
    question = drill_of(app).question
    answer(app, Answer(0b100))
    [event] = noted(app)
    assert (event.question, event.answer) == (question, Answer(0b100))
    click(app, NEXT)
    assert noted(app) == (event,)
    assert not noted(drill(f"{CODE}.E!"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_mistakes_it_says_where_they_come_from(language: str) -> None:
    app = mine(given(0, timedelta(hours=1), right=False, house=PRESETS["strict"]), lang=language)
    assert {"en": "2.0 points", "nb": "2,0 poeng"}[language] in words(app)
    assert "Standard" in words(app), "mistakes by other house rules are not asked by these"
    assert dice_widget(app) is None


def test_mistakes_that_are_due_are_asked_the_most_costly_first_and_rest_when_right() -> None:
    events = [given(number, timedelta(hours=number + 1), right=False) for number in range(2)]
    app = mine(*events)
    assert "2 due now, 0 back later, 0 mastered." in [caption.value for caption in app.caption]
    questions = sorted((e.question for e in events), key=lambda q: -q.judged(answer_of(events, q)).loss)
    for number, right in enumerate((True, False), start=1):
        question = questions[number - 1]
        assert f"Question {number} of 2 · Standard" in card(app)
        assert_nothing_is_told(app)
        assert [int(option[-1]) for option in dice_widget(app).options] == list(question.roll)
        index = next(n for n, event in enumerate(events) if event.question == question)
        answer(app, given(index, timedelta(), right=right).answer)
        assert question in [event.question for event in noted(app)]
        click(app, NEXT)
    assert "That was all of them." in words(app)
    assert app.query_params["ten_drill"] == "mine"
    app.run()
    assert "1 due now, 1 back later, 0 mastered." in [caption.value for caption in app.caption]
    click(app, "late_due")
    assert "Question 1 of 1" in card(app)


def answer_of(events: list[TenAnswered], question: Question) -> Answer:
    return next(event.answer for event in events if event.question == question)


def test_whose_house_rules_are_asked_by_stands_in_the_address() -> None:
    strict = PRESETS["strict"]
    event = given(0, timedelta(hours=1), right=False, house=strict)
    app = mine(event, house=house_code(strict))
    assert "Question 1 of 1 · Strict" in card(app)
    app.pills(key="house_preset").set_value("Standard").run()
    assert not app.exception
    assert "No mistakes by these house rules (Standard)" in words(app)
    assert app.query_params["ten_drill"] == "mine"
    app = drill(f"e1.{house_code(strict)}.hard.7")
    app.session_state["diary_device"] = Device("s", History((event,)))
    app.pills(key="ten_set").set_value("My mistakes").run()
    assert app.query_params["house"] == house_code(strict)
    assert "Question 1 of 1 · Strict" in card(app)
    app.pills(key="ten_set").set_value("Hard decisions").run()
    assert app.query_params["ten_drill"] == f"e1.{house_code(strict)}.hard.7"


def test_mistakes_in_points_and_chances_have_no_common_mean() -> None:
    last = TenDrill(DEFAULT, LAST, 2417).asked(0)
    worst = max(answers_to(last), key=lambda each: last.judged(each).loss)
    app = mine(
        given(0, timedelta(hours=2), right=False), TenAnswered(last, worst, now() - timedelta(hours=1))
    )
    for _ in range(2):
        rolled = [int(option[-1]) for option in dice_widget(app).options]
        question = last if list(last.roll) == rolled else TenDrill(DEFAULT, HARD, 2417).asked(0)
        answer(app, answers_to(question)[0])
        click(app, NEXT)
    assert re.search(r"[012] of 2 best\.", words(app))
    assert not charts(app)
