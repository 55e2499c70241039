"""The look back on a turn of 10 000 on the screen, and why a decision is good or bad, in words."""

from __future__ import annotations

import re
from dataclasses import replace

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from midnight_core import InputError
from midnight_core.ten_thousand import BANK, DEFAULT, ROLL, solve_solitaire, solve_turn
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.gamecode import read_ten
from midnight_core.ten_thousand.review import Measure, review
from midnight_ui import ten_why, units
from midnight_ui.ten_review import luck_in_words
from tests.ui.screen import charts, html, words

TURN, OPENING = solve_turn(DEFAULT), solve_turn(DEFAULT, is_open=False)
LAST = last_turn(DEFAULT, 8600, 10_000)
PLAYED = "t1.d.2417.1000.112456T666H!"
BUST = "t1.d.2417.1000.112456T234"


def why(solution, total, roll, dice, action=None, measure=Measure.POINTS):
    said = ten_why.why(solution, measure, total, roll, dice, action)
    return said.replace("**", "").replace("\N{NO-BREAK SPACE}", "")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            why(TURN, 0, (1, 1, 2, 4, 5, 6), (1, 1, 5), ROLL),
            "1 and roll on is worth 107.1 points more than 115 and roll on: more dice score more often, and "
            "a bust comes in 7.7% instead of 27.8%.",
        ),
        (
            why(TURN, 0, (1, 4, 4, 4, 5, 6), (1, 4, 4, 4), BANK),
            "14445 and write down is worth 50.0 points more than 1444 and write down: both are certain",
        ),
        (
            why(TURN, 250, (2, 4, 5), (5,), ROLL),
            "what 2 dice may add does not make up for a bust in 44.4%. 5 and roll on puts 300 points at",
        ),
        (
            why(TURN, 250, (6, 6, 6), (6, 6, 6), BANK),
            "all six dice are thrown again, with a bust in only 2.3%. 666 and write down makes 850 points",
        ),
        (
            why(OPENING, 550, (1, 3, 5), (1, 5)),
            "its points are worth more than the dice that they cost. 15 and roll on puts 700 points at stake "
            "on 1 die: a bust in 66.7%, 411.4 points on average. They cannot be written down yet, that takes",
        ),
        (
            why(LAST, 600, (1, 1, 3, 4, 4), (1, 1), BANK, Measure.CHANCE),
            "In this last turn fewer than 1,400 points are worth nothing; before the roll there were 600.",
        ),
        (
            why(LAST, 600, (1, 1, 3, 4, 4), (1, 1), BANK, Measure.CHANCE),
            "what is written down too early wins nothing. 11 and write down makes 800 points for certain, "
            "which win in 0.0%.",
        ),
        (
            why(solve_solitaire(DEFAULT).turn(3000), 300, (1, 3, 5), (1, 5), ROLL, Measure.TURNS),
            "15 and write down is worth 0.20 turns more than 15 and roll on",
        ),
    ],
)
def test_what_decides_is_said_with_its_numbers(said: str, expected: str) -> None:
    assert expected in said


def test_the_better_action_is_meant_unless_one_is_named() -> None:
    best = TURN.options(250, 3, (6, 6, 6))[0]
    assert (best.dice, best.action) == ((6, 6, 6), ROLL)
    assert why(TURN, 250, (6, 6, 6), (6, 6, 6)) == why(TURN, 250, (6, 6, 6), (6, 6, 6), ROLL)
    with pytest.raises(InputError, match="has to score"):
        why(TURN, 0, (1, 2, 3, 4, 6, 6), (2,))


def test_only_a_last_turn_needs_points() -> None:
    assert ten_why.needed(LAST, Measure.CHANCE) == 1400
    assert ten_why.needed(TURN, Measure.POINTS) is None


def page(code: str, measure: str) -> None:
    import streamlit as st

    from midnight_core.ten_thousand import solve_solitaire, solve_turn
    from midnight_core.ten_thousand.gamecode import read_ten
    from midnight_core.ten_thousand.review import Measure
    from midnight_ui.ten_review import look_back

    game = read_ten(code)
    solution = solve_turn(game.house) if measure == "points" else solve_solitaire(game.house).turn(game.score)

    def take_back(decision: int) -> None:
        st.session_state.taken_back = decision

    look_back(game, solution, Measure(measure), take_back, st.container())


def looked_back(code: str, measure: str = "points") -> AppTest:
    app = AppTest.from_function(page, kwargs={"code": code, "measure": measure}, default_timeout=60).run()
    assert not app.exception, app.exception[0].value
    return app


def test_the_look_back_says_what_the_core_says() -> None:
    app = looked_back(PLAYED)
    seen, unit = review(read_ten(PLAYED), TURN, Measure.POINTS), units.of_ten(Measure.POINTS)
    said = words(app)
    assert f"{unit.worth(seen.start)} expected at the start" in said
    assert f"{unit.change(-seen.loss)} given away: {unit.worth(850)}." in said
    assert [box.label.replace("\N{NO-BREAK SPACE}", "") for box in app.expander] == [
        "1. Roll 112456, 115 and roll on: ?? blunder, loses 107.1 points",
        "2. Roll 666, 666 and write down: ?? blunder, loses 457.9 points",
    ]
    (figure,) = charts(app)
    worth = go.Figure(figure).data[0]
    assert list(worth.x) == [pytest.approx(TURN.mean_turn), 850]
    assert [bars.name for bars in go.Figure(figure).data] == ["Worth", "Luck", "Given away"]
    assert re.search(r"<td>457\.9 \?\? blunder</td>", html(app))
    app.button(key="ten_review_back_1").click().run()
    assert app.session_state.taken_back == 1


def test_a_bust_is_bad_luck() -> None:
    app = looked_back(BUST)
    seen = review(read_ten(BUST), TURN, Measure.POINTS)
    assert seen.bust is not None
    luck = units.of_ten(Measure.POINTS).amount(-seen.bust.luck)
    assert f"scored nothing and took 250 points away: {luck} of bad luck." in words(app)
    worth, luck, *_ = charts(app)[0]["data"]
    assert (luck["x"][-1], luck["base"][-1]) == (pytest.approx(-seen.bust.luck), pytest.approx(0, abs=1e-9))
    assert worth["x"][-1] == 0


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("luck", "said"),
    [
        (0.0, "A roll that changed nothing: the best decision leaves it at"),
        (-1e-13, "A roll that changed nothing: the best decision leaves it at"),
        (1e-3, "A lucky roll, by less than 0.1 points:"),
        (-1e-3, "An unlucky roll, by less than 0.1 points:"),
    ],
)
def test_a_roll_without_luck_is_neither_lucky_nor_unlucky(luck: float, said: str) -> None:
    decision = replace(review(read_ten(PLAYED), TURN, Measure.POINTS).decisions[0], luck=luck)
    assert luck_in_words(decision, units.of_ten(Measure.POINTS)).startswith(said)


def test_turns_to_go_are_drawn_and_added_up_as_such() -> None:
    app = looked_back(PLAYED, "turns")
    worth, luck, lost = charts(app)[0]["data"]
    seen = review(read_ten(PLAYED), solve_solitaire(DEFAULT).turn(1000), Measure.TURNS)
    assert seen.start < 0
    assert worth["x"] == [pytest.approx(-seen.start), pytest.approx(-seen.end)]
    assert sum(lost["x"]) == pytest.approx(seen.loss)
    assert luck["x"] == [pytest.approx(abs(decision.luck)) for decision in seen.decisions]
    assert f"{-seen.start:.2f} turns to go expected at the start" in words(app)
    assert f"+{seen.loss:.2f} given away: {-seen.end:.2f} turns to go." in words(app)
