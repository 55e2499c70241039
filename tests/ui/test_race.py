"""The race to 100: its findings beside the core, position and roll of the address, variant, languages."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

import midnight_core as mc
from midnight_core import lessons_race
from midnight_core.lessons_race import AVERAGE, gain
from midnight_core.race import FINISHES, Race, solve_race
from midnight_ui import snippets
from tests.ui.screen import LANGUAGES, at_address, charts, click, errors, html, opened, type_in, words
from tests.ui.test_notebooks import offered
from tests.ui.test_safe_or_greedy import rows_of

PAGE = "pages/learn/race.py"
RULES = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
TYPED = "race_typed"
SCORES = np.arange(25)


def page(**address: str) -> Any:
    """Open the page for a race to 25, which is quick."""
    return opened(PAGE, **({"lang": "en", "to": "25"} | address))


def turn_at(race: Race, mine: int, theirs: int, mover: int = 0) -> Any:
    totals = (theirs, mine) if mover else (mine, theirs)
    return mc.solve(race.rules, race.goal(totals, mover)).distribution(mc.Turn(race.rules))


def best(rules: mc.Rules) -> Any:
    return mc.evaluate(rules, AVERAGE)


def points(chance: float) -> str:
    number = "less than 0.1" if 0 < chance < 0.0005 else f"{100 * chance:.1f}"
    return f"{number} percentage points"


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("finish", FINISHES)
def test_who_wins_from_no_points(finish: str, variant: str) -> None:
    said = words(page(finish=finish, variant=variant))
    first = solve_race(RULES[variant], 25, finish).win[0, 0]
    assert f"From the start the player who begins wins {first:.1%} of all races, and the other" in said
    assert f"{1 - first:.1%}. To begin is {'a disadvantage' if first < 0.5 else 'an advantage'}" in said
    assert (first < 0.5) == (finish == "round"), "The reasons given are those of the two ways to finish."
    assert ("the round is completed, and the higher total wins" in said) == (finish == "round")


@pytest.mark.parametrize("who", ["first", "second"])
def test_the_position_is_told_and_every_place_of_the_map_can_be_read(who: str) -> None:
    app = page(mine="11", theirs="20", who=who)
    race, mover = solve_race(mc.MIDNIGHT, 25), int(who == "second")
    chance = 1 - race.chance((20, 11), 1) if mover else race.chance((11, 20), 0)
    assert f"You win {chance:.2%} of the time." in words(app)
    tiles, even, here = charts(app)[0]["data"]
    assert (here["x"], here["y"]) == ([11], [20])
    assert len(tiles["z"]) == (49 if mover else 25)
    for mine, theirs in ((0, 0), (11, 20), (24, 3), (7, 24)):
        chance = 1 - race.chance((theirs, mine), 1) if mover else race.chance((mine, theirs), 0)
        assert tiles["z"][theirs][mine] == pytest.approx(chance, abs=6e-5)
    for mine, edge in zip(even["x"], even["y"], strict=True):
        assert all((tiles["z"][theirs][mine] >= 0.5) == (theirs < edge) for theirs in range(len(tiles["z"])))


def test_the_last_turn_of_a_race_is_told_as_such() -> None:
    said = words(page(who="second", mine="10", theirs="30"))
    assert "They are over the line with 30 points, and this is your last turn." in said
    assert "You have 10 and need 20 to draw level." in said
    lost = words(page(who="second", mine="10", theirs="35"))
    assert "They are over the line with 35 points, and you have 10: more than one turn behind" in lost
    assert "Whatever you keep of 1 4 4 5 5 5, you cannot win any more." in plain(lost)


def test_an_even_chance_is_told_half_way() -> None:
    race = solve_race(mc.MIDNIGHT, 25)
    most = max(theirs for theirs in range(25) if race.win[12, theirs] >= 0.5)
    assert most < 12
    assert f"With 12 points you need a lead of {12 - most} point" in words(page())
    immediate = solve_race(mc.MIDNIGHT, 25, "immediate")
    most = max(theirs for theirs in range(25) if immediate.win[12, theirs] >= 0.5)
    assert f"not more than {most - 12} points behind" in words(page(finish="immediate"))


@pytest.mark.parametrize("finish", FINISHES)
def test_points_are_counted_in_words_that_fit(finish: str) -> None:
    app = page(finish=finish)
    names = {trace["name"] for trace in charts(app)[1]["data"] if trace.get("name")}
    assert {"gambles: more than 0.1 points", "gambles: more than 1 point"} <= names
    assert "for more than 1 point if you are on" in words(app)
    assert not re.search(r"(?<![\d.])1(\.0)? points", " ".join([words(app), *names]))


@pytest.mark.parametrize("finish", FINISHES)
def test_the_map_of_gambles_is_what_the_solver_gives_up(finish: str) -> None:
    app = page(finish=finish, variant="2-4-24")
    tiles = charts(app)[1]["data"][0]
    race, average = solve_race(mc.TWO_FOUR_24, 25, finish), best(mc.TWO_FOUR_24)
    rng = np.random.default_rng(4)
    for mine, theirs in rng.integers(0, 25, (30, 2)).tolist():
        turn = turn_at(race, mine, theirs)
        given_up = (average - turn) @ SCORES
        assert tiles["customdata"][theirs][mine] == pytest.approx(given_up, abs=6e-3)
        band = int(np.searchsorted((0.1, 1, 3), given_up))
        is_gamble = turn[0] - average[0] > 1e-9
        assert tiles["z"][theirs][mine] == (band if is_gamble else -min(band, 2))


def test_the_finding_counts_the_gambles_behind_and_ahead() -> None:
    app = page()
    kinds = np.array(charts(app)[1]["data"][0]["z"]).T
    mine, theirs = np.indices(kinds.shape)
    behind, ahead = (kinds[where] > 0 for where in (theirs > mine, theirs < mine))
    lead = int((mine - theirs)[kinds > 0].max())
    assert lead > 0
    assert (
        f"Gamble when you are behind: best play does so in {behind.mean():.0%} of these positions, in "
        f"{ahead.mean():.0%} of those in which you are ahead, and never with a lead of more than {lead} "
        "points."
    ) in words(app)
    second = page(who="second")
    kinds = np.array(charts(second)[1]["data"][0]["z"]).T
    mine, theirs = np.indices(kinds.shape)
    edge = int((theirs - mine)[kinds > 0].min())
    assert edge > 0
    assert f"never when you are less than {edge} points behind" in words(second)
    immediate = page(finish="immediate")
    kinds = np.array(charts(immediate)[1]["data"][0]["z"]).T
    mine, theirs = np.indices(kinds.shape)
    assert f"best play gambles in {(kinds[theirs > mine] > 0).mean():.0%} of the positions" in words(
        immediate
    )


@pytest.mark.parametrize(
    ("mine", "theirs", "word"), [("5", "5", "gamble"), ("12", "2", "aim"), ("21", "0", "is good enough")]
)
def test_what_the_position_asks_for_is_told(mine: str, theirs: str, word: str) -> None:
    app = page(mine=mine, theirs=theirs)
    turn = turn_at(solve_race(mc.MIDNIGHT, 25), int(mine), int(theirs))
    average = best(mc.MIDNIGHT)
    given_up = (average - turn) @ SCORES
    (said,) = re.findall(rf"With you on {mine} and them on {theirs} .*?\.(?= [A-Z]|$)", words(app))
    assert word in said
    shown = "less than 0.01" if given_up < 0.005 else f"{given_up:.2f}"
    assert f"{shown} points" in said
    if word == "gamble":
        assert f"qualify in {1 - turn[0]:.1%} instead of {1 - average[0]:.1%}" in said


def test_safer_than_the_best_average_is_said_to_be_impossible_and_is() -> None:
    app = page()
    average, qualify = best(mc.MIDNIGHT), mc.solve(mc.MIDNIGHT, mc.goals.qualify())
    assert 1 - average[0] == pytest.approx(qualify.value(mc.Turn(mc.MIDNIGHT)), abs=1e-12)
    assert f"it qualifies in {1 - average[0]:.2%}, and nothing does better" in words(app)
    tiles = charts(app)[1]["data"][0]
    aimed = np.where(np.array(tiles["z"]) < 0, np.array(tiles["customdata"]), 0).max()
    assert f"the most that this gives up is {aimed:.2f} points" in words(app)


@pytest.mark.parametrize("variant", RULES)
def test_every_keep_is_weighed_for_winning_and_for_the_average(variant: str) -> None:
    rules = RULES[variant]
    app = page(variant=variant, mine="3", theirs="17", dice="613463")
    turn, roll = mc.Turn(rules), (1, 3, 3, 4, 6, 6)
    race = solve_race(rules, 25)
    winning = mc.solve(rules, race.goal((3, 17), 0)).options(turn, roll)
    scoring = {one.keep: one.value for one in mc.solve(rules, mc.goals.mean_score()).options(turn, roll)}
    average = max(scoring, key=lambda keep: scoring[keep])
    rows = rows_of(app, "Best keeps for winning")
    assert [row[0] for row in rows[:8]] == [" ".join(map(str, one.keep)) for one in winning[:8]]
    for row, option in zip(rows[:8], winning, strict=False):
        assert row[1] == f"{option.value:.1%}"
        assert row[3] == f"{scoring[option.keep]:.2f}"
    assert any(row[0] == " ".join(map(str, average)) for row in rows)
    drawn = charts(app)[2]["data"]
    assert sum(len(trace["x"]) for trace in drawn) == len(winning) + (winning[0].keep == average)
    named = {trace["name"]: (trace["x"][0], trace["y"][0]) for trace in drawn[1:]}
    assert named["Best for winning"][1] == pytest.approx(winning[0].value, abs=1e-6)
    assert named["Best average"][0] == pytest.approx(scoring[average], abs=1e-4)
    cost = next(one.loss for one in winning if one.keep == average)
    if cost:
        assert f"Not looking at the totals costs {100 * cost:.1f} percentage points here." in words(app)
    else:
        assert "both want the same" in words(app)


@pytest.mark.usefixtures("rough_races")
@pytest.mark.parametrize("variant", RULES)
def test_the_roll_that_the_search_found_is_the_default(variant: str) -> None:
    app = opened(PAGE, lang="en", variant=variant)
    rules = RULES[variant]
    said = plain(words(app))
    goal = solve_race(rules).goal((80, 80), 0)
    roll = tuple(sorted((*rules.required, 4, 5, 5, 5)))
    kept = AVERAGE.keep(mc.Turn(rules), roll)
    options = mc.solve(rules, goal).options(mc.Turn(rules), roll)
    cost = next(one.loss for one in options if one.keep == kept)
    assert kept == roll
    assert (
        f"With {' '.join(map(str, roll))}, the best average, 19.00, keeps {' '.join(map(str, kept))}" in said
    )
    assert f"costs {100 * cost:.1f} percentage points here" in said
    assert "the roll scores 19, and 99 is 1 short of 100" in said
    # tests/core looks for a costlier one.
    assert "A search through all 462 first rolls from all 10,000 pairs of totals found this one" in said
    assert "A search through" not in words(page(variant=variant))


@pytest.mark.parametrize(
    ("who", "named"),
    [
        ("first", "you are on 1, they are on 7, and you begin"),
        ("second", "you are on 1, they are on 7 and have had this round's turn"),
    ],
)
def test_the_position_is_repeated_where_a_keep_is_weighed(who: str, named: str) -> None:
    app = page(who=who, mine="1", theirs="7")
    assert f"for winning from the position chosen above: {named}." in words(app)
    (link,) = (text.value for text in app.markdown if "(#position)" in text.value)
    assert link == "[Change the position](#position)"
    assert [header.proto.anchor for header in app.header].count("position") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_totals_do_not_look_like_a_stretch_of_points(language: str) -> None:
    """A dash stands only between the ends of a stretch, in the list of stripes."""
    app = page(lang=language, mine="11", theirs="20")
    stretches = solve_stretches()
    found = re.findall(r"\d+–\d+", words(app))
    assert found == [f"{start}–{end}" for start, end in stretches if start != end]


def solve_stretches() -> list[tuple[int, int]]:
    seen = lessons_race.board(solve_race(mc.MIDNIGHT, 25), 0)
    return list(seen.stretches(24, 1.0))


def test_a_roll_is_typed_and_stands_in_the_address() -> None:
    app = page()
    type_in(app, TYPED, "6 6 5 4 1 2")
    assert app.query_params["dice"] == "665412"
    assert "With 1 2 4 5 6 6" in plain(words(app))
    type_in(app, TYPED, "6 6 7")
    assert "Type dice as digits from 1 to 6" in errors(app)[0]
    assert plain(errors(app)[0]).endswith("Still showing 1 2 4 5 6 6.")
    assert app.text_input(key=TYPED).value == "6 6 7"
    type_in(app, TYPED, "665")
    assert errors(app)[0].startswith("Type 6 dice.")
    again = at_address(app, lang="en", to="25", dice="111111")
    assert not errors(again)
    assert plain(again.text_input(key=TYPED).value) == "1 1 1 1 1 1"


def test_the_default_roll_follows_the_variant() -> None:
    app = page()
    assert plain(app.text_input(key=TYPED).value) == "1 4 4 5 5 5"
    app.pills(key="segments_variant").set_value("2-4-24").run()
    assert plain(app.text_input(key=TYPED).value) == "2 4 4 5 5 5"


def test_the_costliest_roll_of_a_position_and_the_found_one_are_a_press_away() -> None:
    app = page(mine="2", theirs="20", who="second")
    goal = solve_race(mc.MIDNIGHT, 25).goal((20, 2), 1)
    click(app, "costliest")
    roll = tuple(map(int, app.query_params["dice"]))
    turn = mc.Turn(mc.MIDNIGHT)
    options = mc.solve(mc.MIDNIGHT, goal).options(turn, roll)
    cost = next(one.loss for one in options if one.keep == AVERAGE.keep(turn, roll))
    assert f"costs {100 * cost:.1f} percentage points here" in words(app)
    click(app, "found")
    assert (app.query_params["mine"], app.query_params["theirs"]) == ("5", "5")
    assert app.pills(key="segments_who").value == "first"
    assert plain(app.text_input(key=TYPED).value) == "1 4 4 5 5 5"


@pytest.mark.parametrize("finish", FINISHES)
def test_the_totals_are_worth_what_the_races_say(finish: str) -> None:
    app = page(finish=finish)
    both, first, second = (
        solve_race(mc.MIDNIGHT, 25, finish, strategies=pair).win
        for pair in ((AVERAGE, AVERAGE), (None, AVERAGE), (AVERAGE, None))
    )
    said = words(app)
    assert (
        f"worth {points((first - both)[0, 0])} to the one who begins, and "
        f"{points((both - second)[0, 0])} to the other"
    ) in said
    level, behind, ahead = charts(app)[3]["data"]
    assert level["y"] == pytest.approx(100 * (first - both).diagonal(), abs=1e-3)
    assert behind["y"] == pytest.approx([100 * (first - both)[at - 19, at] for at in behind["x"]], abs=1e-3)
    assert ahead["y"] == pytest.approx([100 * (first - both)[at, at - 19] for at in ahead["x"]], abs=1e-3)
    best_best = solve_race(mc.MIDNIGHT, 25, finish).win[0, 0]
    assert rows_of(app, "Chance of the one who begins to win, from the start") == [
        ["Best play", f"{best_best:.2%}", f"{first[0, 0]:.2%}"],
        ["Best average", f"{second[0, 0]:.2%}", f"{both[0, 0]:.2%}"],
    ]
    other = page(finish="round", who="second")
    races = [solve_race(mc.MIDNIGHT, 25, strategies=pair).win for pair in ((AVERAGE,) * 2, (AVERAGE, None))]
    assert charts(other)[3]["data"][0]["y"] == pytest.approx(100 * (races[0] - races[1]).diagonal(), abs=1e-3)


def test_the_approximation_is_measured_on_two_players() -> None:
    app = page()
    rows = rows_of(app, "Chance to win from the start")
    both, first, second = (
        solve_race(mc.MIDNIGHT, 25, strategies=pair).win[0, 0]
        for pair in ((AVERAGE, AVERAGE), (None, AVERAGE), (AVERAGE, None))
    )
    for row, average, most in zip(rows, (both, 1 - both), (first, 1 - second), strict=True):
        assert (row[1], row[3]) == (f"{average:.2%}", f"{most:.2%}")
        weighed = float(row[2][:-1]) / 100
        assert average < weighed <= most + 1e-4
        assert float(row[4][:-1]) == pytest.approx(100 * (weighed - average) / (most - average), abs=0.5)
        assert row[4] in words(app)


def test_games_of_more_players_are_played_on_request() -> None:
    app = page(games="100", seed="7")
    assert len(charts(app)) == 4
    click(app, "play")
    assert len(charts(app)) == 5
    rows = rows_of(app, "Gain from weighing, in percentage points")
    for players, row in zip(range(3, 9), rows, strict=True):
        found = gain(mc.MIDNIGHT, 25, "round", players, 7, 100)
        assert row == [
            str(players),
            f"{1 / players:.1%}",
            f"{100 * found.mean:.2f}",
            f"{100 * found.error:.2f}",
            "100",
        ]
    drawn = charts(app)[4]["data"][0]
    assert drawn["x"] == list(range(3, 9))
    assert drawn["y"] == pytest.approx([float(row[2]) for row in rows], abs=6e-3)
    assert f"With 8 it gains {points(gain(mc.MIDNIGHT, 25, 'round', 8, 7, 100).mean)}" in words(app)
    click(app, "other_seed")
    assert len(charts(app)) == 4, "Other games are played when they are asked for."


def test_a_race_that_is_not_shipped_is_solved_and_the_progress_goes_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("midnight_core.race._RACES", {})
    app = page()
    assert f"wins {solve_race(mc.MIDNIGHT, 25).win[0, 0]:.1%} of all races" in words(app)
    assert not app.get("progress")


def test_each_section_is_there_before_the_next_one_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """How many charts stand on the page, and what the progress says, whenever something is computed."""
    monkeypatch.setattr("midnight_core.race._RACES", {})
    monkeypatch.setattr("midnight_core.lessons_race._BOARDS", {})
    monkeypatch.setattr("midnight_core.lessons_race._WEIGHINGS", {})
    drawn: list[str] = []
    told: list[tuple[int, str]] = []
    show = st.plotly_chart

    def draw(*args: Any, **more: Any) -> Any:
        drawn.append(more["key"])
        return show(*args, **more)

    monkeypatch.setattr(st, "plotly_chart", draw)

    def note(_bar: Any, _done: float, text: str) -> None:
        if (len(drawn), text) not in told:
            told.append((len(drawn), text))

    monkeypatch.setattr(DeltaGenerator, "progress", note)
    page()
    against, weighed = (
        "Solving the race to 25 against the best average, step {} of 3 …",
        "Weighing the turn at every pair of totals, step {} of 2 …",
    )
    assert told == [
        (0, "Solving the race to 25 …"),
        (1, "Solving the turn at every pair of totals …"),
        *((3, against.format(number)) for number in (1, 2, 3)),
        *((4, weighed.format(number)) for number in (1, 2)),
    ]


def test_a_race_to_100_needs_only_the_turns_of_its_board(monkeypatch: pytest.MonkeyPatch) -> None:
    opened(PAGE, lang="en")
    monkeypatch.setattr("midnight_core.lessons_race._BOARDS", {})
    solved: list[int] = []
    many = lessons_race.solve_many

    def counted(rules: mc.Rules, payoffs: Any) -> Any:
        solved.append(len(payoffs))
        return many(rules, payoffs)

    monkeypatch.setattr("midnight_core.lessons_race.solve_many", counted)
    opened(PAGE, lang="en")
    # One payoff for each pair of totals; the few others are those of the games that the code plays.
    assert max(solved) <= 512
    assert 10_000 <= sum(solved) < 12_500


@pytest.mark.parametrize("language", LANGUAGES)
def test_plotly_accepts_the_figures_and_each_states_its_finding(language: str) -> None:
    for who in ("first", "second"):
        app = page(lang=language, who=who, mine="5", theirs="11")
        click(app, "play")
        drawn = app.get("plotly_chart")
        assert len(drawn) == 5
        for chart in drawn:
            go.Figure(json.loads(chart.proto.spec))
            assert len(chart.proto.alt) > 40


@pytest.mark.parametrize(("language", "chance"), [("en", "{:.1%}"), ("nb", "{:.1f}\N{NO-BREAK SPACE}%")])
def test_both_languages_say_the_finding(language: str, chance: str) -> None:
    first = solve_race(mc.MIDNIGHT, 25).win[0, 0]
    app = page(lang=language)
    shown = chance.format(first) if language == "en" else chance.format(100 * first).replace(".", ",")
    assert any(shown in element.value for element in app.markdown)


@pytest.mark.parametrize("bad", ["", "-1", "25", "1e1", "<b>", "9" * 300, "14455", "1445557", "1 4 4 5 5 5"])
def test_a_bad_address_is_the_default(bad: str) -> None:
    names = ("finish", "variant", "who", "mine", "theirs", "dice", "games", "seed")
    app = page(**dict.fromkeys(names, bad))
    assert not errors(app)
    assert app.number_input(key="number_mine").value == app.number_input(key="number_theirs").value == 5
    assert plain(app.text_input(key=TYPED).value) == "1 4 4 5 5 5"
    assert "<b>" not in html(app)


def test_a_bad_target_is_the_default() -> None:
    app = opened(PAGE, lang="en", to="101", mine="99", theirs="0")
    assert app.pills(key="segments_to").value == "100"
    assert f"You win {solve_race(mc.MIDNIGHT).win[99, 0]:.2%} of the time." in words(app)


def test_totals_beyond_the_target_count_only_for_the_second_player() -> None:
    app = page(who="second", mine="8", theirs="48")
    assert app.number_input(key="number_theirs").value == 48
    app.pills(key="segments_who").set_value("first").run()
    assert not app.exception
    assert app.number_input(key="number_theirs").value == 5


@pytest.mark.parametrize("who", ["first", "second"])
def test_the_code_gives_the_numbers_of_the_page(who: str) -> None:
    address = {"variant": "2-4-24", "mine": "9", "theirs": "14", "who": who, "dice": "122566"}
    app = page(**address)
    given = {"rules": mc.TWO_FOUR_24, "target": 25, "finish": "round", "mine": 9, "theirs": 14}
    run = snippets.run("race", given | {"mover": int(who == "second"), "roll": "122566", "seed": 24})
    said = words(app)
    assert f"{literal_eval(run['win'][-1].output)['yours']:.2%} of the time" in said
    ours, average = literal_eval(run["gamble"][-1].output)["qualifies"]
    assert f"it qualifies in {average}" in said
    assert f"{literal_eval(run['gamble'][-1].output)['average given up']:.2f} points" in said
    assert float(ours[:-1]) <= float(average[:-1])
    keep, chance = literal_eval(run["keep"][-1].output)["to win"]
    row = rows_of(app, "Best keeps for winning")[0]
    assert row[0] == " ".join(map(str, keep))
    assert float(row[1][:-1]) == pytest.approx(100 * chance, abs=0.06)
    races = literal_eval(run["totals"][-1].output)
    assert (
        rows_of(app, "Chance of the one who begins to win, from the start")[0][2]
        == f"{races['first looks']:.2%}"
    )
    for share, row in zip(
        literal_eval(run["weighing"][0].output), rows_of(app, "Chance to win from the start"), strict=True
    ):
        assert row[4] == f"{share:.1%}"
    shown = "\n".join(code.value for code in app.code)
    for part in ("win", "gamble", "keep", "totals", "weighing"):
        assert run[part][-1].output in shown


def test_the_notebook_takes_the_choices_along(monkeypatch: pytest.MonkeyPatch) -> None:
    _, notebook = offered(PAGE, monkeypatch, lang="en", to="25", mine="7", finish="immediate")
    code = "".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code")
    for line in ("target = 25", "mine = 7", "finish = 'immediate'"):
        assert line in code
    told = "".join(cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "markdown")
    assert "First past the post, it is not enough" in told
