"""When to stop: every number beside the naive twin's, by several houses; addresses, figures, code."""

from __future__ import annotations

import json
import re
import time
from ast import literal_eval
from functools import cache
from threading import Event
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from midnight_core import ten_thousand as tt
from midnight_ui import snippets, ten_races
from tests.reference import naive_ten
from tests.ui.screen import LANGUAGES, charts, errors, html, opened, prose, type_in, words
from tests.ui.test_ten_rules import HOUSES, code_of, rows_of, shown, twin

PAGE = "pages/ten_thousand/strategy.py"
CAP = 400
"""Units of 50 from which the twin writes down; the borders looked at lie far below."""

EXTREME = (
    "s10000-p10000-o20000-t20000-b20000",
    "a0-k0_0_0_0_0_0-s0-p0-o0-r0",
    "a50-f0-k0_0_0_0_0_0-s0-p0-o10000-b10000-h1",
)


@cache
def fast(name: str) -> naive_ten.Fast:
    return naive_ten.Fast(twin(name))


@cache
def rolled(name: str, is_open: bool = True) -> np.ndarray:
    """Return what rolling is worth in points, by total in units and dice less one."""
    worth = [50.0 * total for total in range(CAP + fast(name).most + 1)]
    return fast(name).rolled(worth, 0.0, naive_ten.floor(twin(name), int(is_open)), CAP)


def borders(name: str, is_open: bool = True) -> list[int]:
    """Return up to which total to roll with one to five dice."""
    floor = naive_ten.floor(twin(name), int(is_open))
    table = rolled(name, is_open)
    return [
        max(50 * total for total in range(CAP) if 50 * total < floor or table[total, dice] > 50 * total)
        for dice in range(5)
    ]


def start(name: str, worth: list[float], floor: int) -> float:
    return fast(name).start(worth, 0.0, floor)


def chart(app: Any, key: str) -> Any:
    """Return a figure by what its axis says."""
    return next(each for each in charts(app) if each["layout"]["xaxis"]["title"]["text"].startswith(key))


def said(app: Any) -> str:
    return words(app).replace("\N{NO-BREAK SPACE}", " ")


# ----------------------------------------------------------------------------------------------- when to stop


def test_the_published_borders_and_values_stand_on_the_page() -> None:
    # FACTS, with three pairs at 1500: 300 200 400 1000 3050 17700, mean 582.317214, R(300,1) 300.385620.
    app = opened(PAGE, lang="en", house="p1500")
    assert (
        "write down anything above: 300 with 1 die left; 200 with 2 dice left; 400 with 3 dice left; "
        "1,000 with 4 dice left; 3,050 with 5 dice left; 17,700 with 6 dice left."
    ) in said(app)
    assert "A turn played like this writes down 582.3 points on average." in said(app)
    rows = rows_of(app, "With 300 points at stake")
    assert rows[0] == ["1", "33.3%", "33.3%", f"{300.385620 * 3:.0f}", "300.4"]


@pytest.mark.parametrize(
    ("name", "is_open"), [(name, is_open) for name in HOUSES for is_open in (True, False)]
)
def test_the_borders_are_the_twins_and_drawn_where_they_are(name: str, is_open: bool) -> None:
    app = opened(PAGE, lang="en", house=code_of(name), opened="yes" if is_open else "no")
    found = borders(name, is_open)
    for count, border in enumerate(found, 1):
        assert f"{border:,} with {count} di" in said(app)
    *must, roll, down = chart(app, "Turn total, dice")["data"]
    assert len(must) == (naive_ten.floor(twin(name), int(is_open)) > 50)
    ends = [base + length for base, length in zip(roll["base"], roll["x"], strict=True)]
    assert ends[:5] == pytest.approx([max(40, border + 25) for border in found])
    assert down["base"] == pytest.approx(ends)
    assert (
        len({trace["marker"].get("pattern", {}).get("shape") for trace in [*must, roll, down]})
        == len(must) + 2
    )
    if HOUSES[name].get("must_roll_hot"):
        assert down["x"][5] == 0
        assert "All six must be thrown again in any case." in said(app)


def test_one_die_left_beats_two_and_why() -> None:
    app = opened(PAGE, lang="en")
    table = rolled("standard")
    house = twin("standard")
    for dice, scores, hot, if_it_scores, value in rows_of(app, "With 250 points at stake"):
        count = int(dice)
        bust = float(naive_ten.p_bust(house, count))
        ways = sum(many for roll, many in naive_ten.rolls(count).items() if naive_ten.points(house, roll))
        worth = table[5, count - 1]
        assert (scores, hot) == (f"{1 - bust:.1%}", f"{ways / 6**count:.1%}")
        assert (if_it_scores, value) == (f"{worth / (1 - bust):.0f}", f"{worth:.1f}")
    assert "So one die is worth throwing up to 250, and two only up to 200." in said(app)
    assert "not enough to turn the order around: one die is thrown up to 250, two up to 250." in said(
        opened(PAGE, lang="en", house=code_of("strict"))
    )


@pytest.mark.parametrize("name", HOUSES)
def test_busts_are_counted_over_all_ordered_rolls(name: str) -> None:
    app = opened(PAGE, lang="en", house=code_of(name))
    chances = [naive_ten.p_bust(twin(name), dice) for dice in range(1, 7)]
    assert rows_of(app, "The same as fractions")[0][1:] == [str(chance) for chance in chances]
    (bars,) = chart(app, "Dice in the roll")["data"]
    assert bars["y"] == pytest.approx([float(chance) for chance in chances])
    scores = 1 - chances[5]
    claim = f"{scores.numerator:,} of {scores.denominator:,}, or {float(scores):.2%}, one bust in"
    assert claim in said(app)
    assert ("That is right" in said(app)) == (round(40 * scores) == 39)


# --------------------------------------------------------------------------------------- rolling or writing


@pytest.mark.parametrize("left", [1, 2, 5])
def test_the_curves_cross_where_rolling_stops_being_better(left: int) -> None:
    app = opened(PAGE, lang="en", left=str(left))
    border = borders("standard")[left - 1]
    roll, down, mark = charts(app)[2]["data"]
    assert down["x"] == down["y"] == roll["x"]
    table = rolled("standard")
    for total, worth in zip(roll["x"], roll["y"], strict=True):
        if total < 50 * CAP:
            assert worth == pytest.approx(table[total // 50, left - 1])
            assert (worth > total) == (total <= border)
    assert mark["x"] == [border]
    assert f"rolling at {border:,} is worth {table[border // 50, left - 1]:.1f}" in said(app)


# -------------------------------------------------------------------------------------------- setting aside


def options(
    name: str, before: int, roll: tuple[int, ...], is_open: bool = True
) -> dict[tuple[Any, str], float]:
    """Return everything that can be done with a roll and what it is worth."""
    house, table = twin(name), rolled(name, is_open)
    found = {}
    for dice, points in naive_ten.set_asides(house, roll).items():
        total, left = before + points, len(roll) - len(dice) or 6
        found[dice, f"roll {left} {'die' if left == 1 else 'dice'}"] = float(table[total // 50, left - 1])
        may = total >= naive_ten.floor(house, int(is_open))
        if may and not (left == 6 and house.must_roll_hot):
            found[dice, f"write down {total:,}"] = float(total)
    return found


@pytest.mark.parametrize(
    ("name", "before", "roll", "is_open"),
    [
        ("standard", 0, "112456", True),
        ("standard", 850, "15", False),
        ("generous", 400, "115666", True),
        ("strict", 250, "555", True),
        ("strict", 0, "123456", False),
    ],
)
def test_every_option_of_a_typed_roll_is_the_twins(name: str, before: int, roll: str, is_open: bool) -> None:
    app = opened(
        PAGE, lang="en", house=code_of(name), before=str(before), opened="yes" if is_open else "no", roll="5"
    )
    type_in(app, "typed_roll", roll)
    assert app.query_params["roll"] == roll
    rows = rows_of(app, "Everything that you can do, best first")
    expected = options(name, before, tuple(map(int, roll)), is_open)
    found = {(tuple(map(int, dice.split())), then): (mean, loss) for dice, then, _, mean, loss in rows}
    assert found.keys() == expected.keys()
    best = max(expected.values())
    for option, worth in expected.items():
        mean, loss = found[option]
        assert float(mean) == pytest.approx(worth, abs=0.051)
        assert float(loss.replace("–", "0")) == pytest.approx(best - worth, abs=0.051)
    losses = [float(loss.replace("–", "0")) for *_, loss in rows]
    assert losses == sorted(losses)
    dice, then = max(expected, key=lambda option: expected[option])
    assert f"set aside {' '.join(map(str, dice))} and {then}: {best:.1f} points on average." in said(app)


def test_fewer_dice_are_better_as_often_and_as_much_as_it_says() -> None:
    app = opened(PAGE, lang="en")
    house, often, cost, worst = twin("standard"), 0, 0.0, 0.0
    for roll, ways in naive_ten.rolls(6).items():
        found = options("standard", 0, roll)
        if not found:
            continue
        asides = naive_ten.set_asides(house, roll)
        most = min(asides, key=lambda dice: (-asides[dice], len(dice), dice))
        best = max(found, key=lambda option: found[option])
        lost = found[best] - max(worth for (dice, _), worth in found.items() if dice == most)
        if lost > 1e-9 and len(best[0]) < len(most):
            often, cost, worst = often + ways, cost + ways * lost, max(worst, lost)
    assert f"In {often / 6**6:.1%} of all first rolls" in said(app)
    assert f"loses {cost / 6**6:.1f} points a turn" in said(app)
    assert f"Of 1 2 3 4 5 5 set aside only 1 and roll on: that is worth {worst:.0f} points more" in said(app)


@pytest.mark.parametrize("typed", ["", "9", "1234561", "<b>5</b>"])
def test_what_is_no_roll_is_said(typed: str) -> None:
    app = opened(PAGE, lang="en", roll="15")
    type_in(app, "typed_roll", typed)
    assert len(errors(app)) == 1
    assert app.text_input(key="typed_roll").value == typed
    assert "Of 1 5 set aside" in said(app)


def test_a_roll_that_scores_nothing_is_a_bust() -> None:
    app = opened(PAGE, lang="en", roll="234466")
    assert "2 3 4 4 6 6 scores nothing: a bust." in said(app)
    assert "Everything that you can do" not in html(app)


# ---------------------------------------------------------------------------------------------- the opening


@pytest.mark.parametrize("name", ["standard", "strict"])
def test_the_chance_to_open_is_the_twins(name: str) -> None:
    app = opened(PAGE, lang="en", house=code_of(name))
    rows = rows_of(app, "Getting started")
    assert [row[0] for row in rows] == ["none", "350", "500", "1,000"]
    turns = []
    for row in rows:
        opening = int(row[0].replace("none", "0").replace(",", ""))
        floor = max(50, opening, twin(name).least)
        chance = start(name, [1.0] * (floor // 50 + 1), floor)
        turns.append(1 / chance)
        assert row[1:] == [f"{chance:.1%}", f"{1 / chance:.2f}", f"{(1 - chance) ** 3:.1%}"]
    (bars,) = chart(app, "Opening")["data"]
    assert bars["y"] == pytest.approx(turns)
    assert f"so it takes {turns[-1]:.2f} turns on average" in said(app)


def test_an_opening_of_the_readers_own_is_added() -> None:
    app = opened(PAGE, lang="en", house="o800")
    assert [row[0] for row in rows_of(app, "Getting started")] == ["none", "350", "500", "800", "1,000"]
    assert re.search(r"With your opening of 800 it takes \d\.\d\d\.", said(app))
    (bars,) = chart(app, "Opening")["data"]
    assert len(set(bars["marker"]["color"])) == 2
    assert bars["marker"]["color"].count(bars["marker"]["color"][3]) == 1


def test_whole_games_are_worked_out_when_asked_for(at_a_word: Event) -> None:
    app = opened(PAGE, lang="en", house="o500-t1050")
    assert "Played for the fewest turns" not in html(app)
    app.session_state["games_openings_o500-t1050"] = True
    app.run()
    assert not app.exception
    assert "Played for the fewest turns" not in html(app), "the page does not wait"
    assert len(app.get("progress")) == 1
    assert "Cancel" in {button.label for button in app.button}
    at_a_word.set()
    houses = [tt.HouseRules(target=1050, opening=opening) for opening in (0, 350, 500, 1000)]
    while not all(ten_races.is_solved(ten_races.TURNS, each) for each in houses):
        time.sleep(0.02)
    app.run()
    house = naive_ten.House(target=1050)
    turns = {opening: naive_ten.fewest_turns(house._replace(opening=opening))[0] for opening in (0, 500)}
    rows = {row[0]: row[1:] for row in rows_of(app, "Played for the fewest turns")}
    assert rows.keys() == {"none", "350", "500", "1,000"}
    assert rows["none"] == ["1,050", f"{turns[0]:.2f}"]
    assert rows["500"] == ["1,050", f"{turns[500]:.2f}"]
    assert f"the opening of 500 costs {turns[500] - turns[0]:.2f} turns" in said(app)
    # Other rules ask again.
    app.pills(key="house_preset").set_value("quick").run()
    assert "Played for the fewest turns" not in html(app)


# ------------------------------------------------------------------------------------------- the last turn


@pytest.mark.parametrize(("name", "tie"), [("standard", 0.5), ("strict", 0.0)])
def test_the_chance_to_catch_up_is_the_twins(name: str, tie: float) -> None:
    app = opened(PAGE, lang="en", house=code_of(name), behind="1000")
    curve, mark = chart(app, "Points behind")["data"]
    assert curve["x"] == list(range(0, 3001, 50))
    floor = naive_ten.floor(twin(name), 1)
    for behind in (0, 350, 1000, 1350):
        chance = start(name, [0.0] * (behind // 50) + [tie, 1.0], floor)
        assert curve["y"][behind // 50] == pytest.approx(chance)
    assert (mark["x"], mark["y"]) == ([1000], [curve["y"][20]])
    assert "1,000 points behind takes 1,050 to go ahead." in said(app)
    assert f"the last turn wins with a chance of {curve['y'][20]:.1%}." in said(app)
    even = max(behind for behind, chance in zip(curve["x"], curve["y"], strict=True) if chance >= 0.5)
    assert f"at least 50% up to {even} points behind" in said(app)
    assert ("count half" in said(app)) == (tie == 0.5)


def test_the_last_turn_moves_every_border_to_what_is_needed() -> None:
    app = opened(PAGE, lang="en", behind="1400")
    rows = rows_of(app, "How the last turn moves the borders")
    assert [row[1] for row in rows[:5]] == [shown(border) for border in borders("standard")]
    # A shared win is written down rather than risked on one die.
    assert [row[2] for row in rows] == ["1,350", *["1,400"] * 5]


def test_a_house_without_a_last_round_is_told() -> None:
    assert "Your house has no last round." in said(opened(PAGE, lang="en", house="r0"))


# -------------------------------------------------------------------------------------------- other houses


def test_the_presets_are_compared_and_the_readers_own_added() -> None:
    caption = "Average turn, and up to which total to roll with 1 to 4 dice left"
    rows = {row[0]: row[1:] for row in rows_of(opened(PAGE, lang="en"), caption)}
    assert len(rows) == len(tt.PRESETS)
    for label, name in (("Generous", "generous"), ("Strict", "strict"), ("Standard (yours)", "standard")):
        mean, bust, *found = rows[label]
        assert float(mean) == pytest.approx(float(rolled(name)[0, 5]), abs=0.51)
        assert bust == f"{float(naive_ten.p_bust(twin(name), 6)):.1%}"
        assert found == [shown(border) for border in borders(name)[:4]]
    own = {row[0]: row[1:] for row in rows_of(opened(PAGE, lang="en", house="p1500"), caption)}
    assert own["Your own"][0] == "582"
    assert rows.keys() - own.keys() == {"Standard (yours)"}
    assert own.keys() - rows.keys() == {"Standard", "Your own"}


# ---------------------------------------------------------------------------- addresses, languages, figures


@pytest.mark.parametrize("bad", ["", "0", "-1", "25", "nonsense", "<b>", "9" * 300, "1e2", "７"])
def test_a_bad_address_is_the_default(bad: str) -> None:
    # Each is bad for every control.
    app = opened(
        PAGE, lang="en", left=f"{bad}x", before=f"{bad}y", behind=f"{bad}z", opened=bad, roll=f"{bad}0"
    )
    assert not errors(app)
    assert app.number_input(key="number_left").value == 2
    assert app.pills(key="segments_opened").value == "yes"
    assert "Of 1 2 3 4 5 5 set aside" in said(app)
    assert "1,350 points behind" in said(app)


def test_the_choice_of_being_open_is_there_only_where_it_matters() -> None:
    assert not [
        pills for pills in opened(PAGE, house="o0", opened="no").pills if pills.key == "segments_opened"
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("house", ["d", code_of("strict"), *EXTREME])
def test_plotly_accepts_the_figures_and_each_states_its_finding(house: str, language: str) -> None:
    app = opened(PAGE, lang=language, house=house, opened="no", left="6")
    drawn = app.get("plotly_chart")
    assert len(drawn) == 5
    for each in drawn:
        go.Figure(json.loads(each.proto.spec))
        assert len(each.proto.alt) > 40
        assert re.sub(r"\s+", " ", each.proto.alt) in words(app)


@pytest.mark.parametrize(("language", "number"), [("en", "561.7"), ("nb", "561,7")])
def test_both_languages_say_the_finding(language: str, number: str) -> None:
    assert number in prose(opened(PAGE, lang=language))


def test_the_code_gives_the_numbers_of_the_page() -> None:
    given = {"house": tt.HouseRules(**HOUSES["generous"]), "is_open": False, "left": 4, "behind": 500}
    given |= {"total": 300, "roll": "115666", "before": 400}
    run = snippets.run("ten_strategy", given)
    assert list(literal_eval(run["stops"][0].output).values())[:5] == borders("generous", is_open=False)
    assert run["busts"][0].output == repr(
        {dice: str(naive_ten.p_bust(twin("generous"), dice)) for dice in range(1, 7)}
    )
    app = opened(
        PAGE,
        lang="en",
        house=code_of("generous"),
        opened="no",
        left="4",
        behind="500",
        roll="115666",
        before="400",
    )
    code = [each.value for each in app.code]
    assert all(cell.output in code for part, cells in run.items() for cell in cells if cell.output)
