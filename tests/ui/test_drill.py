"""The drill through its widgets: nothing is told before the answer, every answer is judged as it should."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import plotly.graph_objects as go
import pytest

from midnight_core import MIDNIGHT, goals, solve
from midnight_core.drill import HARD, OPENINGS, SETS, TARGET, Drill, read_drill
from midnight_core.gamecode import MASKS, picked
from midnight_core.history import Answered, History, now, read_history
from midnight_core.mistakes import INTERVALS
from midnight_core.review import Band, bounds
from midnight_ui import bands
from midnight_ui.diary import Device
from midnight_ui.drill_view import NAMES
from midnight_ui.text import catalogue
from tests.ui.screen import (
    LANGUAGES,
    VARIANTS,
    approximately,
    at_address,
    charts,
    choose,
    chosen,
    click,
    data_of,
    dice_widget,
    errors,
    expected,
    gone_back,
    html,
    labels,
    numbers,
    opened,
    prose,
    words,
)

DRILL = "pages/play/drill.py"
NEXT = "late_next"
WORTH = r"is worth \d+\.\d+ (percentage )?points more than"
TRAY, NOTE = "midnight_tray", "midnight_diary"


def drill(code: str, **address: str) -> Any:
    return opened(DRILL, controls="plain", drill=code, **address)


def drill_of(app: Any) -> Drill:
    return read_drill(app.query_params["drill"])


def card(app: Any) -> str:
    """Return the words of the question, or of what became of it, without its drawings."""
    found = re.findall(r"<div class='drill-card.*?</div>", html(app), re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<img alt=\"([\d\s]+)\"[^>]*>", r"\1", found[0]))


def noted(app: Any) -> list[Any]:
    """Return what the browser is asked to add to its history."""
    told = [json.loads(e.proto.json)[0] for e in app.get("bidi_component") if e.proto.component_name == NOTE]
    return [event for data in told if data["add"] for event in read_history(data["add"]).events]


def pick_set(app: Any, name: str) -> None:
    pills = app.pills(key="drill_set")
    pills.set_value(pills.options[NAMES.index(name)]).run()
    assert not app.exception, app.exception[0].value


def answer(app: Any, mask: int) -> None:
    choose(app, mask)
    click(app, "check")


def assert_nothing_is_told(app: Any) -> None:
    assert numbers(app) == {}
    assert not app.dataframe
    assert not re.search(WORTH, words(app))
    assert not app.main.get("page_link")
    assert not re.search(r"\d[.,]\d", card(app)), card(app)


# ---------------------------------------------------------------------------------------- asking and telling


@pytest.mark.parametrize("faces", VARIANTS)
@pytest.mark.parametrize("name", SETS)
def test_ten_answers_are_judged_by_the_solver(name: str, faces: str) -> None:
    chance = random.Random(name + faces)
    app = drill(f"d1.{faces}.{name}.24")
    lost = []
    for number in range(1, 11):
        question = drill_of(app).question
        assert question is not None
        assert dice_widget(app).options == [
            f"Die {place}, showing {face}" for place, face in enumerate(question.roll, start=1)
        ]
        assert f"Question {number} · {'-'.join(faces)}-24 · seed 24" in card(app)
        assert_nothing_is_told(app)
        mask = chance.randrange(1, 1 << len(question.roll))
        answer(app, mask)
        assert drill_of(app).is_looking
        options = solve(VARIANTS[faces], question.goal).options(question.turn, question.roll)
        keep = tuple(sorted(picked(question.roll, mask)))
        mine = next(option for option in options if option.keep == keep)
        lost.append(mine.loss)
        target = int(question.goal.name.split()[-1]) if name == TARGET else 19
        assert numbers(app) == approximately(expected(options, keep, target))
        assert app.dataframe[0].value["Keep"][0].replace("\N{NO-BREAK SPACE}", "") == "".join(
            map(str, options[0].keep)
        )
        if mine.loss:
            assert "".join(map(str, options[0].keep)) in re.sub(r"\s", "", card(app))
            assert re.search(WORTH, words(app))
        pinned = replace(question.position, pins=(mask,))
        assert (pinned, question.goal) in [(event.position, event.goal) for event in noted(app)]
        click(app, NEXT)
        drawn = charts(app)[0]["data"]
        scale = 100 if name == TARGET else 1
        assert drawn[0]["y"] == pytest.approx([scale * loss for loss in lost])
        assert drawn[1]["y"] == pytest.approx(
            [scale * sum(lost[:count]) / count for count in range(1, number + 1)]
        )
    epsilon = bounds(question.goal)[0]
    best = sum(loss <= epsilon for loss in lost)
    mean = sum(lost) / 10
    shown = f"{100 * mean:.1f} percentage points" if name == TARGET else f"{mean:.2f} points"
    assert f"{best} of 10 best; average loss of a decision {shown}." in words(app)
    worst = max(range(10), key=lost.__getitem__)
    assert f"Question {worst + 1} cost the most" in words(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["d1.14.openings.8", "d1.14.target.30"])
def test_every_band_is_said_in_words(code: str, language: str) -> None:
    question = read_drill(code).question
    masks = {question.judged(mask).band: mask for mask in range(1, 1 << len(question.roll))}
    assert set(masks) == set(Band)
    for band, mask in masks.items():
        app = opened(DRILL, lang=language, controls="plain", drill=f"{code}.{MASKS[mask]}!")
        assert f"<b>{catalogue(language).gettext(band.value).capitalize()}.</b>" in card(app)
        assert bands.SIGNS[band] in card(app)
        assert "role='alert'" in card(app)


@pytest.mark.parametrize(("name", "bound"), [(HARD, "0.1 points"), (TARGET, "0.5 percentage points")])
def test_the_bounds_are_told_with_the_answer(name: str, bound: str) -> None:
    app = drill(f"d1.14.{name}.3")
    assert not any("counts as" in caption.value for caption in app.caption)
    answer(app, 1)
    assert any(f"up to {bound} counts as ✓ best" in caption.value for caption in app.caption)


def test_the_target_is_said_plainly() -> None:
    app = drill("d1.14.target.7")
    target = drill_of(app).question.goal.name.split()[-1]
    assert f"You must beat {target}; an equal score is worth half." in card(app)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_set_opens_in_both_languages(name: str, language: str) -> None:
    app = opened(DRILL, lang=language)
    pick_set(app, name)
    assert not app.error
    assert (name if app.query_params["drill"] == "mine" else drill_of(app).name) == name
    if name != "mine":
        assert data_of(app, TRAY)["keeps"] is None


def test_the_tray_hides_its_numbers_until_the_answer() -> None:
    app = opened(DRILL, drill="d1.14.hard.2417")
    asked = data_of(app, TRAY)
    assert (asked["keeps"], asked["over"], asked["bare"]) == (None, False, False)
    assert "Thrown: 1, 4, 5, 5, 5, 6." in asked["text"]["news"]
    looked = data_of(opened(DRILL, drill="d1.14.hard.2417.j!"), TRAY)
    assert len(looked["keeps"]) == 31
    assert (looked["over"], looked["chosen"], looked["animate"]) == (True, 0b100011, False)
    assert looked["code"] == "d1.14.hard.2417.j!" != asked["code"]
    assert looked["text"]["news"].startswith("bad: 1\N{NO-BREAK SPACE}4\N{NO-BREAK SPACE}6 loses 1.58 points")


# ---------------------------------------------------------------------------------------- moves


def test_nothing_chosen_gets_a_sentence_and_changes_nothing() -> None:
    app = drill("d1.14.hard.2417")
    click(app, "check")
    assert errors(app) == ["Keep at least one die of every roll."]
    assert app.query_params["drill"] == "d1.14.hard.2417"
    choose(app, 1)
    assert not errors(app)
    assert not noted(app)


def test_other_keeps_can_be_looked_at_without_changing_the_answer() -> None:
    app = drill("d1.14.hard.2417.j!")
    assert chosen(app) == 0b100011
    choose(app, 0b111111)
    assert numbers(app)["loss"] == 0
    assert "Bad." in card(app)
    click(app, NEXT)
    assert app.query_params["drill"] == "d1.14.hard.2417.j"
    assert chosen(app) == 0


def test_an_answer_opened_from_a_link_is_shown_but_not_noted() -> None:
    app = drill("d1.14.hard.2417.j!")
    assert "Bad." in card(app)
    assert not noted(app)
    (link,) = app.main.get("page_link")
    assert (link.proto.page, link.proto.query_string) == ("what-if", "position=p1.14..145556")


def test_an_answer_keeps_its_time_while_it_is_looked_at() -> None:
    app = drill("d1.14.hard.2417")
    answer(app, 1)
    first = noted(app)
    choose(app, 2)
    click(app, NEXT)
    assert noted(app) == first


def test_again_others_and_another_seed() -> None:
    app = drill("d1.24.hard.2417.B")
    click(app, "again")
    assert app.query_params["drill"] == "d1.24.hard.2417"
    click(app, "others")
    other = drill_of(app)
    assert (other.name, other.rules, other.answers) == (HARD, VARIANTS["24"], ())
    assert other.seed != 2417
    app.number_input(key="drill_seed").set_value(77).run()
    assert app.query_params["drill"] == "d1.24.hard.77"
    app.pills(key="drill_variant").set_value("1-4-24").run()
    assert app.query_params["drill"] == "d1.14.hard.77"
    pick_set(app, "last")
    assert app.query_params["drill"] == "d1.14.last.77"


def test_back_shows_the_question_again() -> None:
    app = drill("d1.14.hard.2417")
    answer(app, 1)
    click(app, NEXT)
    gone_back(app, controls="plain", drill="d1.14.hard.2417.B!")
    assert drill_of(app).is_looking
    gone_back(app, controls="plain", drill="d1.14.hard.2417")
    assert_nothing_is_told(app)


def test_the_last_question_ends_it() -> None:
    app = drill("d1.14.openings.5." + "B" * 99)
    answer(app, 1)
    assert "Question 100 ·" in card(app)
    click(app, NEXT)
    assert "That was all of them." in words(app)
    assert "of 100 best" in words(app)
    click(app, "again")
    assert app.query_params["drill"] == "d1.14.openings.5"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "code",
    [
        "nonsense",
        "d1.14.hard.2417.A",
        "d1.14.hard.2417.!",
        "d1.14.easy.2417",
        "d1.44.hard.2417",
        "d1.14.hard.²",
        "d1.14.hard.1." + "B" * 500,
        "d1.14.<script>alert(1)</script>.5",
        "m1.14.2417",
        "",
    ],
)
def test_a_bad_code_gets_a_sentence_and_loses_nothing(code: str, language: str) -> None:
    app = drill("d1.14.hard.2417.B", lang=language)
    gone_back(app, controls="plain", lang=language, drill=code)
    assert len(errors(app)) == 1
    assert "<" not in errors(app)[0].replace("\\<", "")
    assert app.query_params["drill"] == "d1.14.hard.2417.B"
    fresh = opened(DRILL, drill=code, lang=language)
    assert len(errors(fresh)) == 1
    assert drill_of(fresh).name == OPENINGS


def test_the_chart_is_one_that_plotly_takes() -> None:
    for code in ("d1.14.hard.2417.BBBB", "d1.14.target.2417.BBBBBBBBBBBBBB"):
        (figure,) = charts(drill(code))
        assert len(go.Figure(figure).data) == 2


# ---------------------------------------------------------------------------------------- my mistakes


def wrong(number: int, ago: timedelta, name: str = HARD, right: bool = False) -> Answered:
    """Return an answer to a question of a drill, all of whose dice are kept unless it is right."""
    question = Drill(MIDNIGHT, name, 2417).asked(number)
    best = question.judged(1).best.keep
    masks = range(1, 1 << len(question.roll))
    mask = next(
        mask
        for mask in masks
        if (tuple(sorted(picked(question.roll, mask))) == best) == right
        and (right or question.judged(mask).band is not Band.BEST)
    )
    return Answered(replace(question.position, pins=(mask,)), question.goal, now() - ago)


def mine(*events: Answered, **address: str) -> Any:
    app = opened(DRILL, controls="plain", **address)
    app.session_state["diary_device"] = Device("s", History(events))
    return at_address(app, controls="plain", drill="mine", **address)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_mistakes_it_says_where_they_come_from(language: str) -> None:
    app = mine(lang=language)
    epsilon = {"en": "0.10 points", "nb": "0,10 poeng"}[language]
    assert float(bounds(goals.mean_score())[0]) == 0.1
    assert epsilon in words(app)
    assert dice_widget(app) is None
    assert not app.exception


def test_mistakes_that_are_due_are_asked_the_most_costly_first() -> None:
    events = [wrong(number, timedelta(hours=number + 1)) for number in range(3)]
    app = mine(*events)
    assert "3 due now, 0 back later, 0 mastered." in [caption.value for caption in app.caption]
    lost = {
        event.position.roll: read_drill("d1.14.hard.2417").asked(number).judged(event.position.pins[0]).loss
        for number, event in enumerate(events)
    }
    asked = []
    for number in range(1, 4):
        assert f"Question {number} of 3 · 1-4-24" in card(app)
        assert_nothing_is_told(app)
        asked.append(tuple(int(option[-1]) for option in dice_widget(app).options))
        answer(app, 1)
        assert asked[-1] in [event.position.roll for event in noted(app)]
        click(app, NEXT)
    assert [lost[roll] for roll in asked] == sorted(lost.values(), reverse=True)
    assert "That was all of them." in words(app)
    assert app.query_params["drill"] == "mine"


def test_a_right_answer_rests_and_a_wrong_one_comes_back_at_once() -> None:
    events = [wrong(number, timedelta(hours=number + 1)) for number in range(2)]
    app = mine(*events)
    for right in (True, False):
        dice = [int(option[-1]) for option in dice_widget(app).options]
        number = next(n for n in range(2) if list(events[n].position.roll) == dice)
        answer(app, wrong(number, timedelta(), right=right).position.pins[0])
        click(app, NEXT)
    app.run()
    assert "1 due now, 1 back later, 0 mastered." in [caption.value for caption in app.caption]
    assert labels(app)["late_due"] == "Practise 1 that is due"
    click(app, "late_due")
    assert "Question 1 of 1" in card(app)


def test_with_none_due_it_says_when_and_can_be_practised_ahead() -> None:
    app = mine(wrong(0, timedelta(minutes=9)), wrong(0, timedelta(minutes=5), right=True))
    assert dice_widget(app) is None
    assert "None is due. The next one comes back in 5 minutes." in words(app)
    click(app, "ahead")
    assert "Question 1 of 1" in card(app)


def test_a_mastered_mistake_does_not_come_back() -> None:
    ago = timedelta(days=30)
    events = [wrong(0, ago), wrong(0, ago - timedelta(hours=1), right=True)]
    for rest in INTERVALS:
        ago -= rest + timedelta(hours=2)
        events.append(wrong(0, ago, right=True))
    app = mine(*events)
    assert "You have mastered them all." in words(app)
    assert "0 due now, 0 back later, 1 mastered." in [caption.value for caption in app.caption]


def test_mistakes_in_points_and_chances_have_no_common_mean() -> None:
    app = mine(wrong(0, timedelta(hours=2)), wrong(3, timedelta(hours=1), TARGET))
    goals_asked = []
    for _ in range(2):
        goals_asked.append("beat" in card(app))
        answer(app, 1)
        click(app, NEXT)
    assert sorted(goals_asked) == [False, True]
    assert re.search(r"[012] of 2 best\.", words(app))
    assert "mean loss" not in prose(app)
    assert not charts(app)


def test_a_drill_left_for_the_mistakes_goes_on_where_it_was() -> None:
    app = drill("d1.14.hard.2417.BB")
    pick_set(app, "mine")
    assert app.query_params["drill"] == "mine"
    pick_set(app, HARD)
    assert app.query_params["drill"] == "d1.14.hard.2417.BB"
