"""Your record: what the page says is what the history comes to, and no file can do harm."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl

import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from midnight_core import MIDNIGHT, TWO_FOUR_24, goals, solve
from midnight_core.gamecode import TurnGame, mask_of
from midnight_core.history import History, Played, TenPlayed, choices, read_history
from midnight_core.mistakes import due, mistakes, ten_mistakes
from midnight_core.record import record, thrown_faces, typed_faces
from midnight_core.review import Band, review
from midnight_core.ten_thousand import DEFAULT, PRESETS, HouseRules, house_code, solve_solitaire, solve_turn
from midnight_core.ten_thousand import review as ten_review
from midnight_core.ten_thousand.gamecode import TenGame
from midnight_core.ten_thousand.goals import POINTS, TURNS
from midnight_ui.diary import Device, _told
from midnight_ui.examiner import MINE
from midnight_ui.text import decimal, percent
from tests.core.histories import BEGIN, LAST, made, made_of_ten, mangled
from tests.ui.screen import LANGUAGES, at_address, charts, click, data_of, errors, opened, prose, words

PAGE = "pages/play/statistics.py"
MEAN = goals.mean_score()
NOW = BEGIN + timedelta(days=30)
FAR = BEGIN.replace(year=2999)
SOME = made(30, 20, seed=11)
PLAYED = made(30, 0, seed=12, goal=MEAN)


@pytest.fixture(autouse=True)
def late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have it all lie behind, whatever the clock says."""
    monkeypatch.setattr("midnight_core.history.now", lambda: NOW)


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
    assert {page for page, _ in links(app)} == {"", "drill", "ten-thousand", "ten-thousand-drill"}
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
        f"you stand at {decimal(start - lost)} points: your decisions gave away {decimal(lost)} points"
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
        assert "your decisions gave away 0.00 points a turn" in said


def test_mistakes_are_counted_and_lead_to_the_drill() -> None:
    app = shown(SOME)
    found, waiting = mistakes(SOME), due(SOME, NOW)
    mastered = sum(each.is_mastered for each in found)
    assert [metric.value for metric in app.metric] == [
        str(len(waiting)),
        str(len(found) - len(waiting) - mastered),
        str(mastered),
    ]
    (address,) = [dict(parse_qsl(said)) for page, said in links(app) if page == "drill"]
    assert opened("pages/play/drill.py", **address).pills(key="drill_set").value == MINE


def test_a_mistake_from_a_time_to_come_is_not_counted() -> None:
    [metrics, more] = [
        [metric.value for metric in shown(history).metric]
        for history in (SOME, SOME.merged(History(tuple(replace(a, at=FAR) for a in SOME.answers))))
    ]
    assert metrics == more


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
    assert read_history(asked(app)["add"]) == both
    assert app.session_state["diary_device"].history is SOME, "until the browser says that it is done"
    assert [*app.success, *app.toast] == []
    answer(app, stamp="9.9", text=both.to_json())
    said = f"{len(both.events) - len(SOME.events)} turns and answers were new, and are added."
    assert [each.value for each in (*app.success, *app.toast)] == [said, said]
    assert [each.value for each in app.run().success] == [said]
    assert not app.toast
    again = give(shown(SOME), made(0, 0).to_json().encode())
    assert "Nothing in this file was new." in again.info[0].value
    assert asked(again)["job"] == 0


def answer(app: AppTest, **said: Any) -> None:
    """Have the browser answer what it was asked to do."""
    job = app.session_state["diary_job"].number
    app.session_state["browser"] = {"told": {"job": job, **said}}
    with patch.object(st, "session_state", app.session_state):
        _told("browser")
    app.run()
    assert not app.exception


def test_what_the_browser_could_not_do_is_not_said_to_be_done() -> None:
    app = give(shown(SOME), PLAYED.to_json().encode())
    answer(app, stamp="5.7", text=SOME.to_json(), trouble="full")
    assert "no room left" in app.warning[0].value
    assert [*app.success, *app.toast] == []
    click(app, "record_delete")
    assert not app.toast
    answer(app, stamp="6.8", text=SOME.to_json(), trouble="changed")
    assert "Nothing was deleted" in app.warning[0].value
    assert not app.toast
    click(app, "record_delete")
    answer(app, stamp="none", text=None)
    assert [each.value for each in app.toast] == ["Everything is deleted."]


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
        assert app.info or asked(app)["add"]


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


# ---------------------------------------------------------------------------------------------- 10 000

TEN = made_of_ten(40, 30, seed=14)
BOTH = SOME.merged(TEN)
OPEN_TURNS = "most-points-1000"


def of_house(history: History, house: HouseRules) -> list[TenPlayed]:
    return [turn for turn in history.ten_turns if turn.game.house == house]


def test_the_game_played_last_is_shown_and_the_other_can_be_picked() -> None:
    latest = BEGIN + timedelta(days=99)
    for answer, game in ((SOME.answers[0], "midnight"), (TEN.ten_answers[0], "ten")):
        app = shown(BOTH.add(replace(answer, at=latest)))
        assert app.pills(key="segments_game").value == game
    for option, kind in (("Midnight", "[12]-4-24"), ("10 000", "Standard")):
        app.pills(key="segments_game").set_value(option).run()
        assert not app.exception
        assert re.search(rf"In \d+ turns \({kind}: ", words(app))
        assert headers(app)[-2:] == ["Are these dice fair?", "Where this is kept"]
    for one in (SOME, TEN):
        assert not [pills for pills in shown(one).pills if pills.key == "segments_game"]


@pytest.mark.parametrize("house", [DEFAULT, PRESETS["strict"]])
def test_the_page_says_what_a_record_of_10_000_comes_to(house: HouseRules) -> None:
    app = shown(BOTH, game="ten", record_house=house_code(house), record_ten=OPEN_TURNS)
    turns = [t for t in of_house(TEN, house) if t.goal == POINTS and t.game.score]
    solved = solve_turn(house)
    reviews = [ten_review.review(turn.game, solved, ten_review.Measure.POINTS) for turn in turns]
    mean = sum(turn.game.points for turn in turns) / len(turns)
    lost = sum(each.loss for each in reviews) / len(turns)
    luck = sum(each.luck for each in reviews) / len(turns)
    name = "Standard" if house == DEFAULT else "Strict"
    assert (
        f"In {len(turns)} turns ({name}: best average turn) you come to {mean:,.1f} points on average; "
        f"perfect play expects {solved.mean_turn:,.1f} points." in words(app)
    )
    kind = "kind" if luck > 0 else "unkind"
    assert f"The dice were {kind}: {abs(luck):,.1f} points a turn" in words(app)
    assert f"you stand at {solved.start - lost:,.1f} points: your decisions gave away {lost:,.1f} points" in (
        words(app)
    )
    free = sum(len(each.unforced) for each in reviews)
    assert f"cost {sum(each.loss for each in reviews) / free:,.1f} points on average" in words(app)
    assert "The dice of both games count here." in " ".join(caption.value for caption in app.caption)
    answers = [a for a in TEN.ten_answers if a.house == house]
    for behind in (False, True):
        assert f"{sum(bool(a.question.aim.behind) == behind for a in answers)} answers." in words(app)
    found = ten_mistakes(TEN, house)
    assert sum(int(metric.value) for metric in app.metric) == len(found)
    (address,) = [dict(parse_qsl(said)) for page, said in links(app) if page == "ten-thousand-drill"]
    asked = opened("pages/ten_thousand/drill.py", **address)
    assert asked.pills(key="ten_set").value == MINE
    assert asked.session_state["shown_ten_drill"].drill.house == house


def test_the_last_round_is_told_in_chances() -> None:
    app = shown(TEN, record_house="d", record_ten="win-against-10500-9400")
    turns = [t for t in of_house(TEN, DEFAULT) if t.goal == LAST and t.game.score == 9400]
    points = sum(turn.game.points for turn in turns) / len(turns)
    won = sum(turn.game.points > 1100 for turn in turns) + sum(t.game.points == 1100 for t in turns) / 2
    assert f"win from 9,400 against 10,500) you come to {percent(won / len(turns))}" in words(app)
    assert f"You wrote down {points:,.1f} points a turn on average" in words(app)
    assert "percentage points a turn" in words(app)


def test_the_fewest_turns_are_solved_first_and_told_in_turns() -> None:
    tiny = HouseRules(target=1000, opening=0)
    games = [TenGame(tiny, seed, 900).enter((1, 5, 2, 3, 3, 6)).keep(seed).bank() for seed in (1, 2)]
    history = History(tuple(TenPlayed(game, TURNS, BEGIN) for game in games))
    solve_solitaire(tiny)
    app = shown(history)
    assert "fewest turns, from 900) you come to" in words(app)
    assert re.search(r"perfect play expects [\d.]+ turns to go\.", words(app))
    assert re.search(r"each turn they (saved|cost) you [\d.]+ turns\.", words(app))
    drawn = {trace["name"]: trace["x"][0] for trace in charts(app)[0]["data"]}
    assert drawn["Your average"] == pytest.approx(solve_solitaire(tiny).turns[19] / 2)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_10_000_can_be_picked_in_both_languages(language: str) -> None:
    app = shown(BOTH, game="ten", lang=language)
    for house in range(2):
        box = app.selectbox(key="one_of_record_house")
        box.select_index(house).run()
        for number in range(len(app.selectbox(key="one_of_record_ten").options)):
            app.selectbox(key="one_of_record_ten").select_index(number).run()
            assert not app.exception
            for chart, figure in zip(app.get("plotly_chart"), charts(app), strict=True):
                go.Figure(figure)
                assert re.search(r"\d", chart.proto.alt)


@pytest.mark.parametrize("junk", ["", "nonsense", "o350-t5000", "<script>", "9" * 400])
def test_an_unknown_house_or_kind_in_the_address_counts_as_not_said(junk: str) -> None:
    asked = dict.fromkeys(("record_house", "record_ten"), junk)
    assert words(shown(TEN, **asked)) == words(shown(TEN))


def test_answers_to_10_000_alone_are_a_record_too() -> None:
    app = shown(made_of_ten(0, 30, seed=4, house=HouseRules(opening=450)))
    assert headers(app) == ["The drill", "Your mistakes", "Where this is kept"]
    assert not app.selectbox
