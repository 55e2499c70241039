"""Your record: what the page says is what the history comes to, and no file can do harm."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from midnight_core import MIDNIGHT, TWO_FOUR_24, goals, solve
from midnight_core.gamecode import TurnGame, mask_of
from midnight_core.history import History, Played, choices, now, read_history
from midnight_core.mistakes import due, mistakes
from midnight_core.record import record, thrown_faces, typed_faces
from midnight_core.review import Band, review
from midnight_ui.diary import Device
from midnight_ui.drill_desk import MINE
from midnight_ui.text import decimal, percent
from tests.core.histories import BEGIN, made, mangled
from tests.ui.screen import LANGUAGES, at_address, charts, click, data_of, errors, opened, prose, words

PAGE = "pages/play/statistics.py"
MEAN = goals.mean_score()
SOME = made(30, 20, seed=11)
PLAYED = made(30, 0, seed=12, goal=MEAN)


def shown(history: History, **address: Any) -> AppTest:
    """Open the page in a browser that has this history."""
    app = opened(PAGE)
    app.session_state["diary_device"] = Device("5.7", history)
    return at_address(app, **address)


def headers(app: AppTest) -> list[str]:
    return [header.value for header in app.header]


def links(app: AppTest) -> list[tuple[str, str]]:
    return [(link.proto.page, link.proto.query_string) for link in app.main.get("page_link")]


def test_before_the_browser_has_told_anything_the_page_waits() -> None:
    app = opened(PAGE)
    assert headers(app) == []
    assert [caption.value for caption in app.main.caption] == ["Asking this browser what it remembers …"]
    assert data_of(app, "midnight_open_file") is None


def test_an_empty_history_says_what_will_be_here() -> None:
    app = shown(History())
    assert headers(app) == ["Where this is kept"]
    assert "Nothing is here yet" in prose(app)
    assert {page for page, _ in links(app)} == {"", "drill"}
    assert not app.get("plotly_chart")
    assert not app.get("download_button")
    assert "record_delete" not in {button.key for button in app.button}


def test_the_page_says_what_the_record_comes_to() -> None:
    app = shown(PLAYED, record="2-4-24-mean-score")
    seen = record(PLAYED, TWO_FOUR_24, MEAN)
    assert seen is not None
    turns = [turn for turn in PLAYED.turns if turn.game.rules == TWO_FOUR_24]
    reviews = [review(turn.game, MEAN) for turn in turns]
    mean = sum(turn.game.turn.score for turn in turns) / len(turns)
    lost = float(sum(each.loss for each in reviews)) / len(turns)
    luck = float(sum(each.luck for each in reviews)) / len(turns)
    start = solve(TWO_FOUR_24, MEAN).value(TurnGame(TWO_FOUR_24, 1).turn)
    assert (
        f"In {len(turns)} turns (2-4-24: highest average score) you come to {decimal(mean)} points on "
        f"average; perfect play expects {decimal(start)} points." in words(app)
    )
    kind = "kind" if luck > 0 else "unkind"
    assert f"The dice were {kind}: {decimal(abs(luck))} points a turn" in words(app)
    assert (
        f"you stand at {decimal(start - lost)} points: your keeps gave away {decimal(lost)} points"
        in words(app)
    )
    free = sum(len(each.unforced) for each in reviews)
    assert f"cost {decimal(float(sum(each.loss for each in reviews)) / free)} points on average" in words(app)
    unforced = [c for t in turns for c in choices(t) if not c.is_forced]
    good = sum(c.band in (Band.BEST, Band.FINE) for c in unforced)
    assert f"{good} of {free} such decisions were best or fine" in words(app)
    captions = " ".join(caption.value for caption in app.caption)
    assert seen.result.error is not None
    assert f"{decimal(seen.result.error)} points of your average" in captions


def test_the_turns_are_picked_by_rules_and_goal() -> None:
    app = shown(SOME)
    box = app.selectbox(key="one_of_record")
    assert len(box.options) == len({(turn.game.rules, turn.goal) for turn in SOME.turns})
    for option in list(box.options):
        app.selectbox(key="one_of_record").select(option).run()
        assert not app.exception
        assert f"({option})" in words(app), option
    assert app.query_params["record"]
    assert not shown(History(PLAYED.turns[:1])).selectbox, "there is nothing to pick"


@pytest.mark.parametrize("junk", ["", "nonsense", "2-4-24-beat-7", "<script>", "9" * 400])
def test_an_unknown_record_in_the_address_counts_as_not_said(junk: str) -> None:
    assert words(shown(SOME, record=junk)) == words(shown(SOME))


def test_chances_are_told_in_percent() -> None:
    history = made(20, 10, seed=13, goal=goals.qualify())
    app = shown(history, record="1-4-24-qualify")
    turns = [turn for turn in history.turns if turn.game.rules == MIDNIGHT]
    share = sum(turn.game.turn.score > 0 for turn in turns) / len(turns)
    assert f"you come to {percent(share)} on average" in words(app)
    assert "percentage points a turn" in words(app)


def test_one_turn_says_next_to_nothing() -> None:
    turn = Played(TurnGame(MIDNIGHT, 5).enter((1, 4, 6, 6, 6, 6)).keep(63), MEAN, BEGIN)
    app = shown(History((turn,)))
    assert "In 1 turn (1-4-24: highest average score) you come to 24.00 points;" in words(app)
    captions = " ".join(caption.value for caption in app.caption)
    assert "One turn says next to nothing" in captions
    assert "Your own dice, 6 thrown: too few to say anything; it takes 30 at the least." in words(app)


def test_dice_are_told_apart_and_tested() -> None:
    app = shown(SOME)
    for whose, faces in (("The app's dice", thrown_faces(SOME)), ("Your own dice", typed_faces(SOME))):
        found = re.search(rf"{whose}, (\d+) thrown: .*?([\d.]+)% of such records \(χ² ([\d.]+)", words(app))
        assert found is not None
        assert found.groups() == (str(faces.dice), f"{100 * faces.p_value:.1f}", f"{faces.statistic:.2f}")


def test_loaded_dice_are_found_out() -> None:
    sixes = [TurnGame(MIDNIGHT, seed).enter((6, 6, 6, 6, 1, 4)).keep(63) for seed in range(1, 12)]
    app = shown(History(tuple(Played(game, MEAN, BEGIN) for game in sixes)))
    assert "That is rare: throw more, and look again." in words(app)
    assert "The app's dice" not in words(app)
    assert "in less than 0.1% of such records" in words(app)


def test_who_gave_nothing_away_is_not_told_of_something_small() -> None:
    perfect = []
    for seed in range(1, 58):
        game = TurnGame(MIDNIGHT, seed)
        while not game.is_over:
            game = game.throw()
            game = game.keep(mask_of(game.roll, solve(MIDNIGHT, MEAN).best_keep(game.turn, game.roll)))
        perfect.append(Played(game, MEAN, BEGIN))
    for count in (1, 2, 57):  # the mean of 57 equal floats is another float
        said = words(shown(History(tuple(perfect[:count]))))
        assert "your keeps gave away 0.00 points a turn" in said


def test_mistakes_are_counted_and_lead_to_the_drill() -> None:
    app = shown(SOME)
    found, waiting = mistakes(SOME), due(SOME, now())
    mastered = sum(each.is_mastered for each in found)
    assert [metric.value for metric in app.metric] == [
        str(len(waiting)),
        str(len(found) - len(waiting) - mastered),
        str(mastered),
    ]
    (address,) = [dict(parse_qsl(said)) for page, said in links(app) if page == "drill"]
    assert opened("pages/play/drill.py", **address).pills(key="drill_set").value == MINE


def test_answers_alone_are_a_record_too() -> None:
    app = shown(made(0, 30, seed=4))
    assert headers(app) == ["The drill", "Your mistakes", "Where this is kept"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("history", [SOME, PLAYED, made(1, 1, seed=2), made(2, 2, seed=3)], ids=[0, 1, 2, 3])
def test_plotly_accepts_every_figure_and_each_states_its_finding(history: History, language: str) -> None:
    app = shown(history, lang=language)
    drawn = app.get("plotly_chart")
    assert drawn
    for chart, figure in zip(drawn, charts(app), strict=True):
        go.Figure(figure)
        assert re.search(r"\d", chart.proto.alt)
        assert "**" not in chart.proto.alt


def test_the_picture_shows_the_three_numbers() -> None:
    app = shown(PLAYED, record="1-4-24-mean-score")
    seen = record(PLAYED, MIDNIGHT, MEAN)
    assert seen is not None
    points = {trace["name"]: trace["x"][0] for trace in charts(app)[0]["data"]}
    assert points == {
        "Perfect play": seen.start,
        "Without luck": seen.adjusted.mean,
        "Your average": seen.result.mean,
    }


# ------------------------------------------------------------------------------------------------ files


def give(app: AppTest, data: bytes) -> AppTest:
    """Open a file on the page, whose button lives in the browser."""

    def opened_file(*, key: str, on_file_change: Any, **_: Any) -> None:
        st.session_state[key] = {"file": {"text": data.decode("utf-8", "replace")}}
        on_file_change()

    with patch("midnight_ui.open_file._OPEN_FILE", opened_file):
        app.run()
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def asked(app: AppTest) -> Any:
    return data_of(app, "midnight_diary")


def test_a_file_is_taken_in_and_its_new_events_counted() -> None:
    both = SOME.merged(PLAYED)
    app = give(shown(SOME), both.to_json().encode())
    assert (
        app.success[0].value
        == f"{len(both.events) - len(SOME.events)} turns and answers were new, and are added."
    )
    assert read_history(asked(app)["add"]) == both
    assert app.session_state["diary_device"].history is SOME, "until the browser says that it is done"
    again = give(shown(SOME), made(0, 0).to_json().encode())
    assert "Nothing in this file was new." in again.info[0].value
    assert asked(again)["job"] == 0


@pytest.mark.parametrize("number", range(0, 1_000, 40))
def test_mangled_files_get_a_sentence_and_change_nothing(number: int) -> None:
    data = mangled(number)
    before = made(2, 2, seed=77)
    app = give(shown(before), data)
    assert app.session_state["diary_device"].history is before
    if errors(app):
        assert errors(app)[0].endswith("Your history is as it was.")
        assert asked(app)["job"] == 0
        assert "<" not in re.sub(r"\\<", "", errors(app)[0])
    else:
        assert app.success or app.info


def test_what_a_file_says_is_shown_as_it_is() -> None:
    bad = PLAYED.to_json().replace("mean score", "<b>*x*</b> [a](http://a)", 1)
    said = errors(give(shown(SOME), bad.encode()))[0]
    assert r"\<b\>\*x\*\</b\>" in said
    assert said.startswith("Entry 1 of turns in this history cannot be read.")
    norwegian = errors(give(shown(SOME, lang="nb"), bad.encode()))[0]
    assert norwegian.startswith("Oppføring 1 i turns i denne historikken kan ikke leses. Et mål heter")


@pytest.mark.parametrize("said", [None, 5, {}, {"file": None}, {"file": "text"}, {"file": {"text": 5}}])
def test_what_the_button_for_files_never_says_counts_for_nothing(said: Any) -> None:
    def opened_file(*, key: str, on_file_change: Any, **_: Any) -> None:
        st.session_state[key] = said
        on_file_change()

    app = shown(SOME)
    with patch("midnight_ui.open_file._OPEN_FILE", opened_file):
        app.run()
    app.run()
    assert not app.exception
    assert [*errors(app), *app.success, *app.info] == []


def test_everything_is_deleted_only_after_a_second_press() -> None:
    app = shown(SOME)
    assert asked(app)["clear"] == ""
    assert f"Turns: {len(SOME.turns)}. Answers: {len(SOME.answers)}." in words(app)
    click(app, "record_delete")
    assert asked(app)["clear"] == "5.7"


@pytest.mark.parametrize("language", LANGUAGES)
def test_storage_that_cannot_be_read_leaves_two_ways_out(language: str) -> None:
    app = opened(PAGE)
    app.session_state["diary_device"] = Device.parse("1.2", "{broken \ud800")
    at_address(app, lang=language)
    assert len(errors(app)) == 1
    assert headers(app) == []
    assert len(app.get("download_button")) == 1
    assert asked(app)["clear"] == ""
    click(app, "record_delete")
    assert asked(app)["clear"] == "1.2"


def test_what_the_browser_could_not_do_is_said() -> None:
    app = shown(SOME)
    app.session_state["diary_trouble"] = "full"
    app.run()
    assert "no room left" in app.warning[0].value
