"""10 000 played through the widgets: what is on the screen is what the code in the address replays to."""

from __future__ import annotations

import random
import re
import time
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any
from unittest.mock import Mock, patch

import pytest

from midnight_core.gamecode import mask_of, picked
from midnight_core.history import TenPlayed, read_history
from midnight_core.ten_thousand import (
    BANK,
    DEFAULT,
    ROLL,
    HouseRules,
    Option,
    TurnSolution,
    games,
    read_house,
    score,
    set_asides,
    solve_race,
    solve_solitaire,
    solve_turn,
)
from midnight_core.ten_thousand.bots import last_turn, play_on
from midnight_core.ten_thousand.gamecode import TenGame, read_ten
from midnight_core.ten_thousand.goals import POINTS, TenGoal
from midnight_core.ten_thousand.match import Match, Setup, read_ten_match
from midnight_core.ten_thousand.review import Measure
from midnight_ui import ten_races, ten_table, ten_view
from midnight_ui.ten_races import CACHE
from tests.ui.screen import (
    approximately,
    at_address,
    choose,
    chosen,
    click,
    data_of,
    dice_widget,
    errors,
    gone_back,
    html,
    labels,
    numbers,
    opened,
    prose,
    type_in,
    words,
)
from tests.ui.test_turn import numbers_in

PLAY = "pages/ten_thousand/play.py"
TRAY = "midnight_tray"
FIRST = "t1.d.2417.1000.112456"
"""The worked example of the rules: 1 1 2 4 5 6."""

SMALL = "o0-t1000"
"""House rules under which a race is solved in a moment."""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))


def plain(**address: str) -> Any:
    return opened(PLAY, controls="plain", **address)


def turn_of(app: Any) -> TenGame:
    return read_ten(app.query_params["ten"])


def match_of(app: Any) -> Match:
    return read_ten_match(app.query_params["ten"])


def solution_for(game: TenGame, aim: str, theirs: int = 1000) -> TurnSolution:
    if aim == "win":
        return solve_race(game.house).turn(game.score, theirs)
    if aim == "turns":
        return solve_solitaire(game.house).turn(game.score)
    return solve_turn(game.house, is_open=game.score > 0)


def told(solution: TurnSolution, game: TenGame, mask: int, aim: str) -> dict[str, float]:
    """Return the numbers that belong on the screen with these dice chosen."""
    wanted = tuple(sorted(picked(game.roll, mask)))
    found: dict[str, float] = {}
    for option in solution.options(game.total, len(game.roll), game.roll):
        if option.dice == wanted:
            found |= {
                f"{option.action}-p-bust": option.p_bust,
                f"{option.action}-mean-turn": option.mean_turn,
                f"{option.action}-loss": option.loss,
            }
            if aim != "mean":
                found[f"{option.action}-value"] = option.value
    return found


def choose_dice(app: Any, *dice: int) -> None:
    play = app.query_params["ten"]
    roll = (read_ten(play) if play.startswith("t1") else read_ten_match(play).game).roll
    choose(app, mask_of(roll, tuple(sorted(dice))))


# ------------------------------------------------------------------------------------------------- a turn


@pytest.mark.parametrize("aim", ["mean", "turns", "win"])
def test_whole_turns_show_what_their_code_replays_to(aim: str) -> None:
    chance = random.Random(aim)
    solve_solitaire(HouseRules(opening=350, target=2000))
    app = plain(ten="t1.o350-t2000.77.500" if aim == "turns" else "t1.d.77.1000", aim=aim)
    ended = set()
    for _ in range(60):
        game = turn_of(app)
        if game.is_over:
            ended.add(game.is_bust)
            assert not numbers(app)
            shown = f"Bust: {game.total:,} points lost." if game.is_bust else f"{game.total:,} points written"
            assert shown.replace("-", "\\-") in prose(app).replace("\\", "")
            click(app, "late")
            assert (turn_of(app).steps, turn_of(app).house) == ((), game.house)
            # A new turn has any seed: from here on one that is always the same.
            start = TenGame(game.house, game.seed + 1, game.score).code
            at_address(app, ten=start, aim=aim, controls="plain")
            continue
        if game.roll:
            assert dice_widget(app).options == [
                f"Die {n}, showing {face}" for n, face in enumerate(game.roll, start=1)
            ]
            solution = solution_for(game, aim)
            table = app.dataframe[0].value
            options = solution.options(game.total, len(game.roll), game.roll)
            assert [tuple(map(int, row.split())) for row in table["Set aside"]] == [o.dice for o in options]
            dice = chance.choice(set_asides(game.house, game.roll)).dice
            choose(app, mask_of(game.roll, dice))
            assert numbers(app) == approximately(told(solution, game, chosen(app), aim))
            may_bank = game.keep(chosen(app)).may_bank
            click(app, "bank" if may_bank and chance.random() < 0.4 else "act")
        else:
            click(app, "act")
    assert ended == {True, False}, "some were lost and some written down"


def test_a_newcomer_rolls_with_one_click() -> None:
    app = opened(PLAY)
    game = turn_of(app)
    assert (game.steps, game.house, game.score) == ((), DEFAULT, 1000)
    assert labels(app)["act"] == "Roll"
    click(app, "act")
    assert turn_of(app).steps


@pytest.mark.parametrize("aim", ["mean", "win"])
def test_before_the_first_roll_it_says_how_far_to_roll_on(aim: str) -> None:
    app = opened(PLAY, ten="t1.d.77.1000", aim=aim)
    solution = solution_for(turn_of(app), aim)
    rows = re.findall(r"<th scope=\"row\">(\d)</th><td>([\d,]+)</td>", html(app))
    assert [int(dice) for dice, _ in rows] == [1, 2, 3, 4, 5, 6]
    for dice, shown in rows:
        last = int(shown.replace(",", ""))
        for total in (last, last + 50):
            is_better = solution.roll_value(total, int(dice)) > solution.stakes.worth(total // 50)
            assert is_better == (total == last), (dice, total)
    assert "Roll on up to" not in html(opened(PLAY, ten="t1.d.77.1000", hints="off"))


def test_the_dice_chosen_are_explained_and_named() -> None:
    app = plain(ten=FIRST)
    choose_dice(app, 1, 1, 5)
    assert "Two 1s, one 5: 200 + 50 = 250. The turn stands at 250." in words(app)
    assert labels(app)["bank"] == "Write down 250"
    assert "**1 1 5 and roll on**".replace(" ", "\N{NO-BREAK SPACE}", 2) in prose(app)
    best = solution_for(read_ten(FIRST), "mean").options(0, 6, (1, 1, 2, 4, 5, 6))[0]
    assert (best.dice, best.action) == ((1,), ROLL)
    assert "1 and roll on is worth" in words(app)


def test_a_die_that_does_not_score_is_named_and_refused() -> None:
    app = plain(ten=FIRST)
    choose_dice(app, 1, 2)
    assert "The 2 does not score on its own." in words(app)
    assert labels(app)["bank"] == "Write down"
    assert not numbers(app)
    for button in ("act", "bank"):
        click(app, button)
        assert errors(app) == ["Every die set aside has to score; among 1 2 one does not."]
        assert app.query_params["ten"] == FIRST


@pytest.mark.parametrize(
    ("dice", "faces"), [((2, 4), "2 and 4"), ((1, 6), "6"), ((2, 4, 6), "2 and 4 and 6")]
)
def test_only_the_dice_beyond_the_most_that_scores_are_named(dice: tuple[int, ...], faces: str) -> None:
    verb = "does not score on its own" if len(faces) == 1 else "do not score on their own"
    assert ten_view.note(read_ten(FIRST), dice) == f"The {faces} {verb}."


def test_every_note_says_the_points_of_the_dice_or_that_they_score_none() -> None:
    game = read_ten("t1.d.1.1000.222215")
    for digits, note in ten_view.notes(game).items():
        points = score(game.house, map(int, digits))
        assert (f"The turn stands at {points:,}." in note) == (points > 0)
        assert ("not score" in note) == (points == 0)


def test_too_little_to_open_is_said_and_refused() -> None:
    app = plain(ten="t1.d.2417.0.112456")
    choose_dice(app, 1, 1, 5)
    assert "It takes 1,000 in one turn to write down." in words(app)
    click(app, "bank")
    assert errors(app) == ["250 points are too few to open: it takes 1,000."]
    assert turn_of(app).roll, "nothing has happened"


def test_all_six_scored_are_six_fresh_dice() -> None:
    app = plain(ten="t1.d.2417.1000.112456T666")
    choose_dice(app, 6, 6, 6)
    assert "The turn stands at 850. All six have scored: six fresh dice." in words(app)
    click(app, "act")
    game = turn_of(app)
    assert (len(game.steps[-1].roll), game.total) == (6, 850)


def test_undo_opens_the_last_decision_with_its_dice_chosen() -> None:
    app = plain(ten=FIRST)
    choose_dice(app, 1, 1)
    mask = chosen(app)
    for button in ("act", "bank"):
        click(app, button)
        assert app.query_params["ten"] != FIRST
        click(app, "undo")
        assert app.query_params["ten"] == FIRST
        assert chosen(app) == mask
    click(app, "undo")
    assert not turn_of(app).steps


def test_the_same_dice_come_again_and_a_new_turn_has_others() -> None:
    app = plain(ten="t1.d.2417.1000.~")
    first = turn_of(app).roll
    click(app, "restart")
    assert app.query_params["ten"] == "t1.d.2417.1000"
    click(app, "act")
    assert turn_of(app).roll == first
    click(app, "new")
    game = turn_of(app)
    assert (game.steps, game.score, game.seed == 2417) == ((), 1000, False)


def test_own_dice_are_typed_and_a_bust_is_a_bust() -> None:
    app = plain(ten="t1.d.1.1000", throws="own")
    assert labels(app)["act"] == "Use these dice"
    click(app, "act")
    assert errors(app) == ["Enter what your dice show."]
    field = next(each.key for each in app.text_input if each.key.startswith("own_roll"))
    type_in(app, field, "1 1 2 4 5 6")
    assert turn_of(app).roll == (1, 1, 2, 4, 5, 6)
    choose_dice(app, 1, 1, 5)
    click(app, "act")
    assert labels(app)["bank"] == "Write down 250"
    for face in (2, 3, 4):
        click(app, f"face {face}")
    game = turn_of(app)
    assert game.is_bust
    assert "2 3 4 scores nothing: a bust, and 250 points are lost." in words(app)


def test_own_dice_may_be_written_down_before_the_next_roll() -> None:
    app = plain(ten=FIRST + "T", throws="own")
    click(app, "bank")
    assert app.query_params["ten"] == FIRST + "T!"


def test_my_points_start_the_same_turn_again() -> None:
    app = plain(ten="t1.d.2417.1000.~")
    app.number_input(key="ten_score").set_value(9600).run()
    assert app.query_params["ten"] == "t1.d.2417.9600"


@pytest.mark.parametrize("theirs", ["0", "6000", "10350", "12"])
def test_the_others_points_count_in_the_race(theirs: str) -> None:
    app = plain(ten=FIRST, aim="win", theirs=theirs)
    known = {"12": "1000"}.get(theirs, theirs)
    choose_dice(app, 1)
    game = read_ten(FIRST)
    assert numbers(app) == approximately(
        told(solution_for(game, "win", int(known)), game, chosen(app), "win")
    )


# ----------------------------------------------------------------------------------- hints, tutor, look back


@pytest.mark.parametrize("hints", ["off", "after"])
@pytest.mark.parametrize("controls", ["rich", "plain"])
def test_hidden_hints_leak_no_number_before_the_decision(controls: str, hints: str) -> None:
    app = opened(PLAY, ten=FIRST, hints=hints, controls=controls)
    if controls == "plain":
        choose_dice(app, 1)
        assert "One 1: 100. The turn stands at 100." in words(app), "what scores is no secret"
    else:
        data = data_of(app, TRAY)
        assert (data["dice"], data["keeps"]) == ([1, 1, 2, 4, 5, 6], None)
        assert numbers_in(data) == []
    assert data_of(app, "midnight_ranking") is None
    assert not app.dataframe
    assert "data-value" not in html(app)
    options = solution_for(read_ten(FIRST), "mean").options(0, 6, (1, 1, 2, 4, 5, 6))
    assert not any(f"{option.value:.1f}" in prose(app) for option in options if option.action == ROLL)


@pytest.mark.parametrize("aim", ["mean", "win"])
def test_hints_tell_every_option_to_tray_and_ranking(aim: str) -> None:
    app = opened(PLAY, ten=FIRST, aim=aim)
    data, game = data_of(app, TRAY), read_ten(FIRST)
    assert data_of(app, "midnight_ranking") is not None
    options = solution_for(game, aim).options(0, 6, game.roll)
    assert len(options) == len(data["keeps"])
    places = {tile["metric"]: tile["at"] for tile in data["tiles"]}
    for option, row in zip(options, data["keeps"], strict=True):
        assert row[:2] == ["".join(map(str, option.dice)), option.action]
        assert row[places[f"{option.action}-p-bust"]] == option.p_bust
        assert row[places[f"{option.action}-mean-turn"]] == approximately(option.mean_turn)
        assert row[places[f"{option.action}-loss"]] == approximately(option.loss)
        assert row[3] == approximately(option.value)
        assert row[7] == 1 + sum(other.loss < option.loss for other in options)


def test_hints_after_the_decision_say_what_it_gave_away() -> None:
    app = plain(ten=FIRST, hints="after")
    choose_dice(app, 1, 1, 5)
    click(app, "act")
    game = turn_of(app)
    loss = next(
        option.loss
        for option in solution_for(game, "mean").options(0, 6, (1, 1, 2, 4, 5, 6))
        if (option.dice, option.action) == ((1, 1, 5), ROLL)
    )
    assert f"You chose 1 1 5 and roll on and gave away {loss:.1f} points." in words(app)


@pytest.mark.parametrize("act", [ROLL, BANK])
def test_the_tutor_stops_what_loses_too_much_and_nothing_else(act: str) -> None:
    app = plain(ten=FIRST, tutor="on", stop_ten="25")
    button = {ROLL: "act", BANK: "bank"}[act]
    choose_dice(app, 1, 1, 5)
    click(app, button)
    assert app.query_params["ten"] == FIRST
    (said,) = [warning.value for warning in app.warning]
    assert "blunder" in said
    assert not {"act", "bank"} & labels(app).keys()
    click(app, "show")
    assert picked(read_ten(FIRST).roll, chosen(app)) == (1,)
    click(app, "act")
    assert len(turn_of(app).steps) == 2
    click(app, "undo")
    choose_dice(app, 1, 1, 5)
    click(app, button)
    click(app, "anyway")
    assert turn_of(app).is_banked == (act == BANK)
    assert turn_of(app).steps[0].kept == (1, 1, 5)


def test_a_finished_turn_is_looked_back_on_and_can_be_taken_up_again() -> None:
    app = plain(ten="t1.d.2417.1000.112456T666H233466")
    assert "Decision by decision" in words(app)
    assert "look-back" in html(app)
    click(app, "ten_review_back_0")
    assert app.query_params["ten"] == FIRST
    assert picked(read_ten(FIRST).roll, chosen(app)) == (1, 1, 5)


def test_a_second_click_takes_nothing_else_back() -> None:
    table = ten_table.TenTable(play=read_ten("t1.d.2417.1000.112456T666H233466"))
    tables = [table]
    with patch("midnight_ui.ten_table.KEEPER", Mock(move=lambda change: tables.append(change(tables[-1])))):
        for decision in (1, 1, 0):
            ten_table.take_back(decision)
    assert tables[1].play.code == "t1.d.2417.1000.112456T666"
    assert picked((6, 6, 6), tables[1].chosen) == (6, 6, 6)
    assert tables[3] is tables[2] is tables[1]


# ------------------------------------------------------------------------------------- house rules, bad links


def test_a_link_brings_its_house_rules_and_others_start_anew() -> None:
    app = plain(ten="t1.o350-t5000.2417.1000.112456")
    assert app.pills(key="house_preset").value == "quick"
    app.pills(key="house_preset").set_value("strict").run()
    game = turn_of(app)
    assert (game.steps, game.house.least) == ((), 300)
    assert read_house(app.query_params["house"]) == game.house


def test_house_rules_of_the_address_are_played_by() -> None:
    game = turn_of(plain(house="o500"))
    assert (game.house.opening, game.score, game.steps) == (500, 500, ())


@pytest.mark.parametrize(
    "code",
    ["", "x", "t1", "t1.d.2417.1000.112456B2", "t1.d.1.10000", "k1.d.P.1.~", "k1.d.PP.1.9", "t1.d.1.0.<b>"],
)
def test_a_bad_code_gets_a_sentence_and_a_turn_to_play(code: str) -> None:
    app = opened(PLAY, ten=code)
    assert len(errors(app)) == 1
    assert "act" in labels(app)


def test_a_bad_code_takes_nothing_away() -> None:
    app = plain(ten=FIRST)
    at_address(app, ten="t1.d.1.0.9", controls="plain")
    assert errors(app)
    assert app.query_params["ten"] == FIRST


# ----------------------------------------------------------------------------------------------- in Norwegian


def test_everything_is_said_in_norwegian_too() -> None:
    app = opened(PLAY, ten=FIRST, lang="nb")
    data = data_of(app, TRAY)
    assert data["notes"]["115"].replace("\N{NO-BREAK SPACE}", " ") == (
        "To 1\N{NON-BREAKING HYPHEN}ere, én 5\N{NON-BREAKING HYPHEN}er: 200 + 50 = 250. Turen står på 250."
    )
    assert data["text"]["act_bank"] == "Skriv opp"
    assert labels(app)["act"] == "Kast videre"
    app = plain(ten=FIRST + "T", lang="nb", throws="own")
    assert labels(app)["bank"] == "Skriv opp 250"
    click(app, "bank")
    assert "250 poeng skrevet opp" in words(app)


# --------------------------------------------------------------------------------------------------- a match


def test_a_match_is_agreed_on_and_begun() -> None:
    solve_solitaire(HouseRules(opening=350, target=5000))
    app = plain()
    app.pills(key="ten_kind").set_value("match").run()
    assert "ten" not in app.query_params
    app.pills(key="match_players").set_value("3").run()
    app.text_input(key="match_name_0").set_value("Ada *<b>*").run()
    app.selectbox(key="match_kind_1").set_value("d").run()
    app.pills(key="house_preset").set_value("quick").run()
    click(app, "ten_start")
    match = match_of(app)
    assert match.setup.seats == ("person", "bold", "winner")
    assert (match.setup.house.target, match.totals) == (5000, (0, 0, 0))
    assert "Ada *&lt;b&gt;*" in html(app)
    assert "<b>" not in re.sub(r"<b aria-hidden='true'>▸ </b>", "", html(app))


def test_a_match_with_a_bot_is_played_to_its_end() -> None:
    app = plain(ten=f"k1.{SMALL}.Pc.11.1", pace="once")
    chance = random.Random(3)
    for _ in range(60):
        match = match_of(app)
        if match.is_over:
            break
        assert match.kind == "person"
        if match.to_beat is not None:
            assert "Last round." in words(app)
            assert f"needs more than {match.to_beat:,} to win" in words(app)
        game = match.game
        assert game is not None
        if not game.roll:
            click(app, "act")
            continue
        dice = set_asides(game.house, game.roll)[0].dice
        choose(app, mask_of(game.roll, dice))
        click(app, "bank" if chance.random() < 0.5 else "act")
    match = match_of(app)
    assert match.is_over
    assert play_on(Match(match.setup, match.turns)) == match
    assert re.search(r"(wins|share the win) with \d", app.header[0].value)
    assert f"{max(match.totals):,}" in html(app)
    click(app, "undo")
    assert not match_of(app).is_over
    assert match_of(app).kind == "person"


@pytest.mark.parametrize("code", [FIRST, f"k1.{SMALL}.PP.5.1.112456"])
def test_a_second_press_writes_nothing_else_down(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ten_table, "pace", lambda: "steps")
    read = read_ten if code == FIRST else read_ten_match
    tables = [ten_table.TenTable(play=read(code), chosen=1)]
    keeper = Mock(move=lambda change: tables.append(change(tables[-1])))
    for _ in range(2):
        replace(ten_table.DEALER, keeper=keeper).bank(code)
    assert tables[1].code == f"{code}B!"
    assert tables[2] is tables[1]


def test_a_bot_plays_throw_by_throw_or_is_hurried() -> None:
    app = plain(ten=f"k1.{SMALL}.bP.11.1", pace="steps")
    assert labels(app)["hurry"] == "Skip to my turn"
    assert not {"act", "bank"} & labels(app).keys()
    assert not numbers(app)
    click(app, "hurry")
    assert match_of(app).kind == "person"
    assert len(match_of(app).turns) == 1


@pytest.mark.parametrize("aim", ["mean", "turns", "win"])
def test_numbers_of_a_match_are_for_the_goal(aim: str) -> None:
    solve_solitaire(DEFAULT)
    app = plain(ten="k1.d.PP.6.1.!Ae!AY~", aim=aim)
    game = match_of(app).game
    assert game is not None
    dice = set_asides(game.house, game.roll)[0].dice
    choose(app, mask_of(game.roll, dice))
    solution = solution_for(game, aim, theirs=1200)
    assert numbers(app) == approximately(told(solution, game, chosen(app), aim))
    shares = {
        int(seat): float(value)
        for seat, value in re.findall(r"data-equity='(\d)' data-value='([^']+)'", html(app))
    }
    if aim != "win":
        assert not shares
        return
    chance = max(o.value for o in solution.options(0, 6, game.roll) if o.dice == dice)
    assert shares == approximately({0: chance, 1: 1 - chance})


def test_the_last_round_is_played_for_the_win_also_by_three() -> None:
    app = plain(ten=f"k1.{SMALL}.PPP.5.1.!AW!AI~", aim="win")
    match = match_of(app)
    assert (match.to_beat, match.mover) == (1100, 2)
    game = match.game
    assert game is not None
    choose(app, mask_of(game.roll, set_asides(game.house, game.roll)[0].dice))
    solution = last_turn(game.house, 0, 1100)
    assert numbers(app) == approximately(told(solution, game, chosen(app), "win"))


def test_more_than_two_fall_back_on_the_fewest_turns_and_say_so() -> None:
    solve_solitaire(read_house(SMALL))
    app = plain(ten=f"k1.{SMALL}.PPP.5.1.~")
    assert "A race of more than two is not solved" in " ".join(each.value for each in app.caption)


def test_a_bust_passes_the_dice_on_and_shows_them() -> None:
    match = Match(Setup(seed=5, house=HouseRules(opening=0, target=1000), first=0)).enter((2, 3, 3, 4, 6, 6))
    app = opened(PLAY, ten=match.code)
    data = data_of(app, TRAY)
    assert (data["dice"], data["fixed"]) == ([2, 3, 3, 4, 6, 6], True)
    assert "Player 1: 2 3 3 4 6 6 scores nothing: a bust." in words(app)


def test_after_a_turn_of_a_match_its_last_decision_is_judged() -> None:
    start = Match(Setup(seed=5, house=HouseRules(), first=0)).note(1500).note(1500)
    match = start.enter((1, 1, 2, 4, 5, 6)).keep(0b010011)
    app = plain(ten=match.bank().code, hints="after", aim="mean")
    loss = next(
        option.loss
        for option in solve_turn(DEFAULT).options(0, 6, (1, 1, 2, 4, 5, 6))
        if (option.dice, option.action) == ((1, 1, 5), BANK)
    )
    assert f"You chose 1 1 5 and write down and gave away {loss:.1f} points." in words(app)


def test_a_score_is_noted_and_an_impossible_one_gets_a_sentence() -> None:
    app = plain(ten="k1.d.PP.5.1", throws="scores")
    app.number_input(key="score after 0").set_value(300)
    click(app, "late_note_0")
    assert errors(app) == ["300 points are too few to open: it takes 1,000."]
    app.number_input(key="score after 0").set_value(1200)
    click(app, "late_note_0")
    assert match_of(app).totals == (1200, 0)
    click(app, "late_note_1")
    assert match_of(app).totals == (1200, 0)
    assert match_of(app).mover == 0


def test_after_a_bust_it_says_whose_dice_lie_there() -> None:
    app = opened(PLAY, ten="k1.d.PP.254312244.1.111234H!222345g22346", throws="own")
    said = data_of(app, TRAY)["text"]["empty_table"]
    assert said == "Bust for Player 2: 50 points lost. Player 1: enter what your dice show."
    assert "1,000 of 10,000 points; Player 2 has 0." in words(app)


def test_a_match_is_put_away_by_the_back_button_and_by_its_own() -> None:
    app = plain(table="match")
    click(app, "ten_start")
    assert match_of(app)
    gone_back(app, table="match", controls="plain")
    assert "ten_start" in labels(app)
    click(app, "ten_start")
    click(app, "put_away")
    assert "ten_start" in labels(app)
    app.pills(key="ten_kind").set_value("turn").run()
    assert turn_of(app)


# ------------------------------------------------------------------------------------- races that are solved


def wait_for(what: str, *houses: HouseRules) -> None:
    while not all(ten_races.is_solved(what, house) for house in houses):
        ten_races.share_done(what, houses)
        time.sleep(0.01)


def test_the_fewest_turns_are_solved_behind_the_page_and_known_the_second_time(at_a_word: Event) -> None:
    house = HouseRules(opening=0, target=1000, straight=1250)
    app = plain(ten="t1.s1250-o0-t1000.1.0.~", aim="turns")
    assert "ten_cancel" in labels(app)
    assert not numbers(app)
    click(app, "act")
    assert len(app.get("progress")) == 1, "the dice are played on meanwhile"
    at_a_word.set()
    wait_for(ten_races.TURNS, house)
    app.run()
    assert not app.get("progress")
    game = turn_of(app)
    choose(app, mask_of(game.roll, set_asides(house, game.roll)[0].dice))
    assert numbers(app) == approximately(told(solve_solitaire(house).turn(0), game, chosen(app), "turns"))
    again = plain(ten=game.code, aim="turns")
    assert not again.get("progress")
    assert "ten_solve" not in labels(again)


def test_numbers_to_come_have_their_room_and_are_not_told(at_a_word: Event) -> None:
    address = {"ten": "t1.s1050-o0-t1000.1.0.112456", "aim": "turns"}
    before = data_of(opened(PLAY, **address), TRAY)
    assert before["keeps"] is None
    assert before["text"]["hidden"] == "The numbers come when they are worked out."
    at_a_word.set()
    wait_for(ten_races.TURNS, HouseRules(opening=0, target=1000, straight=1050))
    after = data_of(opened(PLAY, **address), TRAY)
    assert after["keeps"]
    assert before["tiles"] == after["tiles"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_solving_that_breaks_off_says_so_and_is_offered_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_house: HouseRules, _tell: Any) -> None:
        raise MemoryError

    monkeypatch.setitem(ten_races._SOLVERS, ten_races.TURNS, broken)
    app = plain(ten="t1.s1600-o0-t1000.1.0.~", aim="turns")
    while app.get("progress"):
        app.run()
    assert errors(app) == ["This could not be worked out."]
    assert "ten_solve" in labels(app)
    app.run()
    assert not errors(app), "it is said once"


def test_solving_the_fewest_turns_is_given_up_and_taken_up_again(at_a_word: Event) -> None:
    house = HouseRules(opening=0, target=1000, straight=1200)
    app = plain(ten="t1.s1200-o0-t1000.1.0.~", aim="turns")
    click(app, "ten_cancel")
    assert "ten_solve" in labels(app)
    at_a_word.set()
    app.run()
    assert not ten_races.is_solved(ten_races.TURNS, house)
    click(app, "ten_solve")
    wait_for(ten_races.TURNS, house)
    app.run()
    assert not {"ten_solve", "ten_cancel"} & labels(app).keys()


@pytest.mark.parametrize("pace", ["once", "steps"])
def test_bots_wait_until_the_fewest_turns_are_solved(at_a_word: Event, pace: str) -> None:
    straight = {"once": 1150, "steps": 1100}[pace]
    start = f"k1.s{straight}-o0-t1000.Pf.5.2"
    app = plain(ten=start, pace=pace)
    assert "ten_cancel" in labels(app)
    assert app.query_params["ten"] == start
    at_a_word.set()
    wait_for(ten_races.TURNS, HouseRules(opening=0, target=1000, straight=straight))
    app.run()
    assert not app.get("progress")
    if pace == "steps":
        click(app, "hurry")
    assert match_of(app).kind == "person"
    assert len(match_of(app).turns) == 1


def test_a_race_is_not_offered_for_a_turn_that_does_without_it() -> None:
    app = plain(ten="t1.s1450-o0-t1000.1.0.~", aim="win", theirs="1000")
    assert "ten_solve" not in labels(app)
    game = turn_of(app)
    choose(app, mask_of(game.roll, set_asides(game.house, game.roll)[0].dice))
    assert numbers(app) == approximately(told(last_turn(game.house, 0, 1000), game, chosen(app), "win"))


def test_a_race_by_other_rules_is_solved_on_demand_and_kept(tmp_path: Path) -> None:
    house = HouseRules(opening=0, target=1000, straight=1450)
    assert ten_races.known(house) is None
    app = plain(ten="t1.s1450-o0-t1000.1.0.~", aim="win", theirs="0")
    assert "ten_solve" in labels(app)
    assert not numbers(app)
    click(app, "ten_solve")
    assert "ten_cancel" in labels(app)
    wait_for(ten_races.RACE, house)
    assert (tmp_path / "race-s1450-o0-t1000.npz").exists()
    app.run()
    game = turn_of(app)
    choose(app, mask_of(game.roll, set_asides(house, game.roll)[0].dice))
    race = games.known_race(house, tmp_path)
    assert race is not None
    assert numbers(app) == approximately(told(race.turn(0, 0), game, chosen(app), "win"))


def test_a_race_is_given_up() -> None:
    house = HouseRules(opening=0, straight=1400)
    app = plain(house="s1400-o0", aim="win")
    click(app, "ten_solve")
    click(app, "ten_cancel")
    assert "ten_solve" in labels(app)
    assert ten_races.known(house) is None


def test_option_of_takes_the_dice_in_any_order() -> None:
    options = solve_turn(DEFAULT).options(0, 6, (1, 1, 2, 4, 5, 6))
    found = ten_view.option_of(options, (5, 1, 1), BANK)
    assert isinstance(found, Option)
    assert (found.dice, found.total) == ((1, 1, 5), 250)
    assert ten_view.option_of(options, (2,), BANK) is None


# -------------------------------------------------------------------------------------- the device's history


def kept(app: Any) -> tuple[TenPlayed, ...]:
    data = data_of(app, "midnight_diary")
    return read_history(data["add"]).ten_turns if data is not None else ()


def finish(app: Any) -> None:
    """Set aside what is most and write down, and roll on where that may not be."""
    while not turn_of(app).is_over:
        game = turn_of(app)
        if game.roll:
            choose(app, mask_of(game.roll, set_asides(game.house, game.roll)[0].dice))
        click(app, "bank" if game.roll and game.total + 1000 > game.floor else "act")


def test_a_turn_finished_here_is_noted_for_what_it_was_played_for() -> None:
    app = plain(ten=FIRST)
    assert kept(app) == ()
    finish(app)
    [event] = kept(app)
    assert (event.game, event.goal) == (turn_of(app), POINTS)
    app.pills(key="segments_aim").set_value("Win the race").run()
    assert not app.exception
    assert [(each.game, each.goal) for each in kept(app)] == [(event.game, POINTS)], "that was first"
    click(app, "late")
    assert kept(app) == ()


def test_a_turn_opened_from_a_link_is_not_noted_nor_another_way_through_its_dice() -> None:
    app = plain(ten="t1.d.2417.1000.112456T666H!")
    assert kept(app) == ()
    click(app, "ten_review_back_0")
    finish(app)
    assert turn_of(app).is_over
    assert kept(app) == ()
    click(app, "late")
    click(app, "act")
    finish(app)
    [event] = kept(app)
    assert event.game == turn_of(app)


def test_a_turn_played_to_win_is_noted_by_the_standard_rules_and_else_said_not_to_be() -> None:
    app = plain(ten=FIRST, aim="win", theirs="4350")
    finish(app)
    assert [event.goal for event in kept(app)] == [TenGoal(Measure.CHANCE, 4350)]
    app = plain(ten=f"t1.{SMALL}.2417.900.112456", aim="win", theirs="1200")
    finish(app)
    assert [event.goal for event in kept(app)] == [TenGoal(Measure.CHANCE, 1200)]
    solve_race(read_house(SMALL), folder=ten_races.folder())
    app = plain(ten=f"t1.{SMALL}.2417.900.112456", aim="win", theirs="500")
    finish(app)
    assert kept(app) == ()
    assert any("only by the standard house rules" in caption.value for caption in app.caption)
