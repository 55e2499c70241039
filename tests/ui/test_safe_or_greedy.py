"""Safe or greedy?: its findings beside the core, the address, the variant and both languages."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from fractions import Fraction
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import midnight_core as mc
from midnight_core import frontier
from midnight_core.gamecode import read_position, read_turn
from midnight_core.review import review
from midnight_ui import snippets
from midnight_ui.walkthrough import CAREFUL, GREEDY, opening, played
from tests.ui.screen import LANGUAGES, at_address, charts, html, opened, prose, words
from tests.ui.test_notebooks import offered

PAGE = "pages/learn/safe_or_greedy.py"
RULES = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
SCORES = np.arange(25)


def best_for(rules: mc.Rules, payoff: Any) -> Any:
    """Return the distribution of the best play for a payoff, without the frontier."""
    return mc.solve(rules, mc.Goal("for a test", tuple(payoff))).distribution(mc.Turn(rules))


def weighed(rules: mc.Rules, target: int, bonus: int) -> tuple[float, float]:
    chances = best_for(rules, [score + bonus * (score >= target) for score in range(25)])
    return float(chances @ SCORES), float(chances[target:].sum())


@pytest.mark.parametrize("variant", RULES)
def test_the_best_average_is_said_to_be_the_safest_and_the_corner_is_not_empty(variant: str) -> None:
    app = opened(PAGE, lang="en", variant=variant)
    rules = RULES[variant]
    best, safest = best_for(rules, range(25)), best_for(rules, [0] + [1] * 24)
    assert best[0] == pytest.approx(safest[0], abs=1e-15)
    mean, chance = float(best @ SCORES), float(safest[1:].sum())
    figure = charts(app)[0]
    lines = [(line["x0"], line["y0"]) for line in figure["layout"]["shapes"]]
    assert lines == [pytest.approx((mean, 0)), pytest.approx((0, chance))]
    (corner,) = [trace for trace in figure["data"] if trace["name"] == "Best average"]
    assert (corner["x"][0], corner["y"][0]) == pytest.approx((mean, chance))
    for trace in figure["data"]:
        assert trace["x"][0] <= mean + 1e-12
        assert trace["y"][0] <= chance + 1e-12
    said = words(app)
    assert f"The best average that there is, {mean:.2f}, and the best chance to qualify, {chance:.2%}" in said
    slow = mc.evaluate(rules, mc.strategies.NAMED["throws-21"])
    assert f"scores {mean - slow @ SCORES:.2f} points less" in said
    assert f"averages {mean / chance:.2f} points" in said
    names = [trace["name"] for trace in figure["data"]]
    numbers = [trace["text"][0] for trace in figure["data"][1:]]
    rows = rows_of(app, "The safest first")
    assert [row[0] for row in rows] == [
        "1. Best average",
        *map(". ".join, zip(numbers, names[1:], strict=True)),
    ]
    assert [row[1:] for row in rows] == [
        [f"{trace['x'][0]:.2f}", f"{trace['y'][0]:.2%}"] for trace in figure["data"]
    ]
    gap = mean - max(trace["x"][0] for trace in figure["data"][1:])
    assert 0 < gap < 0.005
    assert any("“The index card” is less than 0.01 points behind" in caption.value for caption in app.caption)
    (checked,) = app.success
    assert "each of the 924 positions" in checked.value
    assert "each of the 11,914 rolls" in checked.value
    assert "There is no exception." in checked.value
    assert "all 15 pairs of faces" in said


@pytest.mark.parametrize("variant", RULES)
def test_why_is_shown_on_the_opening_roll(variant: str) -> None:
    rules = RULES[variant]
    mean, qualify = (mc.solve(rules, goal) for goal in (mc.goals.mean_score(), mc.goals.qualify()))
    turn, roll = mc.Turn(rules), opening(rules)
    options = {option.keep: option for option in mean.options(turn, roll)}
    best, early = options[4,], options[4, 6]
    assert not best.loss
    rarer = 100 * (best.p_qualify - early.p_qualify)
    worth = rarer * mean.value(turn) / qualify.value(turn) / 100
    assert worth > early.loss > 0
    assert (
        f"Take the roll {' '.join(map(str, roll))}: keeping 4 6 instead of 4 costs {rarer:.1f} percentage "
        f"points, which are worth about {worth:.1f} points. The 6 that is sure wins back less than that: the "
        f"keep is {early.loss:.2f} points worse."
    ) in words(opened(PAGE, lang="en", variant=variant))


@pytest.mark.usefixtures("cold_caches")
def test_a_check_that_fails_is_said_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (mc.Turn(mc.MIDNIGHT, (4, 6)), mc.Turn(mc.MIDNIGHT, (5,)))
    failed = frontier.Check(924, 11914, found)
    monkeypatch.setattr(frontier, "best_mean_qualifies_best", lambda _: failed)
    app = opened(PAGE, lang="en")
    assert not app.success
    (said,) = app.error
    assert said.value.replace("\N{NO-BREAK SPACE}", " ") == (
        "Checked, and it is not so: from 2 of 924 positions the play with the best average qualifies less "
        "often than is possible, first with 4 6 kept."
    )
    assert "pairs of faces" not in words(app)


@pytest.mark.parametrize(
    ("variant", "target", "bonus"),
    [("1-4-24", 19, 10), ("2-4-24", 19, 3), ("1-4-24", 24, 50), ("1-4-24", 18, 1000)],
)
def test_the_chosen_point_and_the_ends_are_the_best_play_for_their_goals(
    variant: str, target: int, bonus: int
) -> None:
    app = opened(PAGE, lang="en", variant=variant, target=str(target), bonus=str(bonus))
    rules = RULES[variant]
    first, chosen = weighed(rules, target, 0), weighed(rules, target, bonus)
    # A bonus larger than any chance of points makes the chance come first, and the average second.
    last = weighed(rules, target, 10**9)
    curve, ring = charts(app)[1]["data"][0], charts(app)[1]["data"][-1]
    assert (ring["x"][0], ring["y"][0]) == pytest.approx(chosen)
    corners = list(zip(curve["x"], curve["y"], strict=True))
    assert corners[0] == pytest.approx(first)
    assert corners[-1] == pytest.approx(last)
    assert any(corner == pytest.approx(chosen) for corner in corners)
    said = words(app)
    assert f"With a bonus of {bonus:,}, the best play gives up {first[0] - chosen[0]:.2f} points" in said
    assert f"wins {100 * (chosen[1] - first[1]):.1f} percentage points of reaching {target}" in said
    assert f"The whole way costs {first[0] - last[0]:.2f} points" in said
    assert f"{len(corners)} ways of playing are the best for some bonus" in said
    assert [row[0] for row in rows_of(app, "The two ends of the line, and your bonus")] == [
        "Best average",
        f"Bonus of {bonus:,}",
        f"Best chance of {target}",
    ]
    assert f"to the best chance, {last[1]:.1%} with {last[0]:.2f} points" in said


def test_55_corners_make_the_line_for_19_and_no_strategy_lies_beyond_it() -> None:
    figure = charts(opened(PAGE, lang="en"))[1]
    curve, *others = figure["data"]
    assert len(curve["x"]) == 55
    points = frontier.trade_off(mc.Turn(mc.MIDNIGHT), 19).points
    names = [trace["name"] for trace in others]
    assert names[:2] == ["Best average", "Best chance of 19"]
    assert len(names) == len(set(names)) > 8
    for trace in others:
        for point in points:
            worth = trace["x"][0] + float(point.weight) * trace["y"][0]
            assert worth <= float(point.mean + point.weight * point.chance) + 1e-9


def test_the_cheap_half_of_the_way_is_worked_out() -> None:
    points = frontier.trade_off(mc.Turn(mc.MIDNIGHT), 19).points
    first, last = points[0], points[-1]
    half = min((p for p in points if 2 * p.chance >= first.chance + last.chance), key=lambda p: p.chance)
    said = words(opened(PAGE, lang="en"))
    assert (
        f"More than half of what can be won, {100 * float(half.chance - first.chance):.1f} of "
        f"{100 * float(last.chance - first.chance):.1f} percentage points, costs only "
        f"{float(first.mean - half.mean):.2f} points, and a bonus of 6 is enough for it."
    ) in said
    assert "it takes a bonus of 792 to go it" in said
    assert weighed(mc.MIDNIGHT, 19, 6)[1] == pytest.approx(float(half.chance), abs=1e-14)
    assert weighed(mc.MIDNIGHT, 19, 5)[1] < half.chance - Fraction(1, 1000)
    best = mc.solve(mc.MIDNIGHT, mc.goals.at_least(19)).value(mc.Turn(mc.MIDNIGHT))
    assert weighed(mc.MIDNIGHT, 19, 792)[1] == pytest.approx(best, abs=1e-14)
    assert weighed(mc.MIDNIGHT, 19, 791)[1] < best - 1e-7


def test_every_bonus_in_the_stated_range_gives_the_same_play() -> None:
    app = opened(PAGE, lang="en")
    (said,) = re.findall(r"Every bonus .*? to the same play\.", words(app))
    point = frontier.trade_off(mc.Turn(mc.MIDNIGHT), 19).at(10)
    assert point.high is not None
    assert f"from {float(point.low):.1f} to {float(point.high):.1f} points" in said
    inside = point.low + (point.high - point.low) * Fraction(9, 10)
    assert weighed(mc.MIDNIGHT, 19, inside) == pytest.approx(weighed(mc.MIDNIGHT, 19, 10))  # type: ignore[arg-type]


def test_the_spread_of_the_scores_is_told_and_drawn() -> None:
    app = opened(PAGE, lang="en", target="19", bonus="10")
    first = best_for(mc.MIDNIGHT, range(25))
    chosen = best_for(mc.MIDNIGHT, [score + 10 * (score >= 19) for score in range(25)])
    bars, line = charts(app)[2]["data"]
    shown = [0, *range(4, 25)]
    assert bars["y"] == pytest.approx(first[shown])
    assert line["y"] == pytest.approx(chosen[shown])
    assert (
        f"with a bonus of 10, {chosen[0]:.1%} do not qualify, against {first[0]:.1%} for the best average; "
        f"{chosen[1:19].sum():.1%} qualify but stay below 19, against {first[1:19].sum():.1%}; and "
        f"{chosen[19:].sum():.1%} reach 19 or more, against {first[19:].sum():.1%}."
    ) in words(app)


def test_without_a_bonus_the_point_is_the_best_average() -> None:
    app = opened(PAGE, lang="en", bonus="0")
    said = words(app)
    assert "A bonus of 0 changes nothing: the best play is still that for the best average." in said
    assert "gives up" not in said
    assert len(charts(app)[2]["data"]) == 1


def test_a_target_that_every_qualifying_turn_reaches_is_no_trade_off() -> None:
    app = opened(PAGE, lang="en", target="4")
    said = words(app)
    assert (
        "The line is a single point, and no bonus changes the play: 18.68 points on average and 95.67% for 4 "
        "or more."
    ) in said
    assert "cost" not in said.split("The line is a single point")[1].split("The rule texts tell")[0]
    assert not app.select_slider
    assert "Every bonus" not in said
    assert "The two ends of the line" not in html(app)
    figure = charts(app)[1]
    assert len(figure["data"][0]["x"]) == 1
    assert "Bonus" not in str([trace["name"] for trace in figure["data"]])
    low, high = figure["layout"]["yaxis"]["range"]
    assert low < 0.95 < figure["data"][0]["y"][0] < high


def test_a_gain_too_small_to_see_is_called_so() -> None:
    said = words(opened(PAGE, lang="en", target="5"))
    points = frontier.trade_off(mc.Turn(mc.MIDNIGHT), 5).points
    cost = float(points[0].mean - points[-1].mean)
    assert f"hardly anything to win here: the whole way costs {cost:.2f} points" in said
    assert "wins less than 0.1 percentage points, and it takes a bonus of 206,718,337 to go it" in said


@pytest.mark.parametrize("target", [5, 12, 18, 19, 24])
def test_the_slider_reaches_the_end_of_every_line_and_stops_there(target: int) -> None:
    app = opened(PAGE, lang="en", target=str(target))
    slider = app.select_slider(key="slider_bonus")
    bonuses = [int(option.replace(",", "")) for option in slider.options]
    assert bonuses[:8] == [0, 1, 2, 3, 5, 7, 10, 15]
    assert bonuses == sorted(bonuses)
    end = frontier.trade_off(mc.Turn(mc.MIDNIGHT), target).points[-1].low
    assert bonuses[-2] <= end < bonuses[-1]
    slider.set_value(bonuses[-1]).run()
    assert app.query_params["bonus"] == str(bonuses[-1])
    curve, ring = charts(app)[1]["data"][0], charts(app)[1]["data"][-1]
    assert (ring["x"][0], ring["y"][0]) == (curve["x"][-1], curve["y"][-1])


def test_a_bonus_beyond_the_end_of_another_line_leads_to_its_end_and_is_not_lost() -> None:
    app = opened(PAGE, lang="en", target="19", bonus="1000")
    app.number_input(key="number_target").set_value(24).run()
    assert app.select_slider(key="slider_bonus").value == 500
    assert "With a bonus of 500" in words(app)
    app.number_input(key="number_target").set_value(4).run()
    assert not app.select_slider
    app.number_input(key="number_target").set_value(19).run()
    assert app.select_slider(key="slider_bonus").value == 1000


def test_the_strategies_below_the_line_have_the_numbers_of_the_first_table() -> None:
    app = opened(PAGE, lang="en")
    rows = [row[0] for row in rows_of(app, "The safest first")]
    numbered = {
        f"{trace['text'][0]}. {trace['name']}" for trace in charts(app)[1]["data"] if "text" in trace
    } - {". Best chance of 19"}
    assert numbered == set(rows[:8])
    (caption,) = [c.value for c in app.caption if c.value.startswith("Below the line")]
    assert caption.startswith(f"Below the line: {', '.join(rows[1:8])}. Too far")


def test_the_notebook_does_not_speak_of_what_only_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    _, notebook = offered(PAGE, monkeypatch, lang="en", bonus="30")
    cells = notebook["cells"]
    told = "".join(cell["source"] for cell in cells if cell["cell_type"] == "markdown")
    for picture in ("dotted", "your point", "below it", "picture", "to the right"):
        assert picture not in told
    assert "With a bonus of 30," in told
    code = "".join(cell["source"] for cell in cells if cell["cell_type"] == "code")
    assert "bonus = 30" in code
    assert "trade_off(turn, target)" in code


def rows_of(app: Any, caption: str) -> list[list[str]]:
    """Return the body of the table with this caption, as text."""
    body = html(app).split(f"<caption>{caption}</caption>")[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>")[:-1]]
    return [[re.sub("<[^>]+>", "", cell).replace("\N{NO-BREAK SPACE}", " ") for cell in row] for row in cells]


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize(
    ("line", "caption"), [(CAREFUL, "The careful player"), (GREEDY, "The greedy player")]
)
def test_the_worked_examples_are_judged_keep_by_keep(variant: str, line: str, caption: str) -> None:
    app = opened(PAGE, lang="en", variant=variant)
    rules = RULES[variant]
    solution = mc.solve(rules, mc.goals.mean_score())
    turn, lost, lucky = mc.Turn(rules), 0.0, 0.0
    *rows, total = rows_of(app, caption)
    steps = played(rules, line).steps
    assert len(rows) == len(steps)
    for row, step in zip(rows, steps, strict=True):
        options = solution.options(turn, step.roll)
        kept = next(option for option in options if option.keep == tuple(sorted(step.kept)))
        luck = options[0].value - solution.value(turn)
        assert row == [
            " ".join(map(str, sorted(step.roll))),
            " ".join(map(str, kept.keep)),
            " ".join(map(str, options[0].keep)),
            f"{luck:+.2f}".replace("-", "−"),
            f"{kept.loss:.2f}",
            f"{kept.p_qualify:.1%}",
        ]
        lost, lucky = lost + kept.loss, lucky + luck
        turn = turn.keep(step.kept)
    assert total[3:5] == [f"{lucky:+.2f}".replace("-", "−"), f"{lost:.2f}"]
    # What was expected, luck and loss make the score: nothing is left over.
    assert solution.value(mc.Turn(rules)) + lucky - lost == pytest.approx(turn.score, abs=1e-9)
    assert f"by loss make {turn.score}." in words(app)


@pytest.mark.parametrize("variant", RULES)
def test_what_is_said_of_the_two_players_is_so(variant: str) -> None:
    app = opened(PAGE, lang="en", variant=variant)
    careful, greedy = (rows_of(app, f"The {who} player")[:-1] for who in ("careful", "greedy"))
    # "Slipped" and "mistake" mean one costly keep each, and after the greedy one all is bad luck.
    for rows, slip in ((careful, 1), (greedy, 0)):
        assert [row[4] != "0.00" for row in rows] == [place == slip for place in range(4)]
        assert f"roll {slip + 1}" in words(app)
    assert all(row[3].startswith("−") for row in greedy)
    said = words(app).replace("\N{NO-BREAK SPACE}", " ")
    assert (
        f"keeping {careful[1][2]} instead of {careful[1][1]} would have been better by {careful[1][4]}"
        in said
    )
    assert careful[1][5] == "100.0%"
    options = review(played(RULES[variant], CAREFUL), mc.goals.mean_score()).decisions[1]
    assert options.kept.p_qualify == options.best.p_qualify == 1
    assert "The turn was safe either way." in said
    assert f"keeping {greedy[0][1]} left a chance to qualify of {greedy[0][5]}" in said
    luck = sum(float(row[3].replace("−", "-")) for row in careful) - sum(
        float(row[3].replace("−", "-")) for row in greedy
    )
    told = re.search(r"Luck made (\d+\.\d+) of them, and what they chose made (\d+\.\d+)", said)
    assert told is not None
    assert float(told[1]) == pytest.approx(luck, abs=0.05)
    assert float(told[1]) + float(told[2]) == pytest.approx(21, abs=0.011)


def test_each_roll_leads_to_its_position_in_what_if() -> None:
    links = re.findall(r"<a href='what-if\?position=([^&']+)&lang=en'", html(opened(PAGE, lang="en")))
    found = [read_position(link) for link in links]
    expected = []
    for line in (CAREFUL, GREEDY):
        for step, played_step in enumerate(played(mc.MIDNIGHT, line).steps):
            before = played(mc.MIDNIGHT, line, step)
            expected.append((before.turn.kept, tuple(sorted(played_step.roll))))
    assert [(position.kept, position.roll) for position in found] == expected


def test_the_prose_follows_the_variant() -> None:
    said = {name: words(opened(PAGE, lang="en", variant=name)) for name in RULES}
    assert "find the 1 and the 4" in said["1-4-24"]
    assert "find the 2 and the 4" in said["2-4-24"]
    # The recorded dice swap the two faces.
    assert "1 2 3 5 6" in html(opened(PAGE, lang="en", variant="2-4-24")).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("variant", RULES)
def test_the_code_gives_the_numbers_of_the_page(variant: str) -> None:
    rules = RULES[variant]
    given = {
        "rules": rules,
        "target": 22,
        "bonus": 15,
        "opening": "".join(map(str, opening(rules))),
        "careful": played(rules, CAREFUL).code,
        "greedy": played(rules, GREEDY).code,
    }
    assert read_turn(str(given["greedy"])).rules == rules
    run = snippets.run("safe_or_greedy", given)
    point = frontier.trade_off(mc.Turn(rules), 22).at(15)
    told = {"average": round(float(point.mean), 3), "chance": f"{float(point.chance):.2%}"}
    assert run["frontier"][-1].output == repr(told)
    assert literal_eval(run["frontier"][-2].output) == {"from bonus": round(float(point.low), 1)} | told
    assert "exceptions=()" in run["qualify"][0].output
    for who, cell in zip(("careful", "greedy"), run["examples"], strict=True):
        rows = rows_of(opened(PAGE, lang="en", variant=variant), f"The {who} player")[:-1]
        found = literal_eval(cell.output)
        assert [f"{luck:+.2f}".replace("-", "−") for luck in found["luck"]] == [row[3] for row in rows]
        assert [f"{loss:.2f}" for loss in found["loss"]] == [row[4] for row in rows]
    app = opened(PAGE, lang="en", variant=variant, target="22", bonus="15")
    shown = "\n".join(code.value for code in app.code)
    assert run["frontier"][-1].output in shown
    assert "target = 22" in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_plotly_accepts_the_figures_and_each_states_its_finding(language: str) -> None:
    drawn = opened(PAGE, lang=language, target="21", bonus="20").get("plotly_chart")
    assert len(drawn) == 3
    for chart in drawn:
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40


@pytest.mark.parametrize(
    ("language", "score", "chance"), [("en", "18.68", "95.67%"), ("nb", "18,68", "95,67\N{NO-BREAK SPACE}%")]
)
def test_both_languages_say_the_finding(language: str, score: str, chance: str) -> None:
    said = prose(opened(PAGE, lang=language))
    assert score in said
    assert chance in said


@pytest.mark.parametrize("bad", ["", "0", "25", "-3", "19.5", "<b>", "1e1", "9" * 300])
def test_a_bad_address_is_the_default(bad: str) -> None:
    app = opened(PAGE, lang="en", target=bad, bonus=bad or "4", variant=bad)
    assert not app.error
    assert app.number_input(key="number_target").value == 19
    assert app.select_slider(key="slider_bonus").value == (0 if bad == "0" else 10)


def test_the_slider_stands_in_the_address() -> None:
    app = opened(PAGE, lang="en")
    app.select_slider(key="slider_bonus").set_value(50).run()
    assert app.query_params["bonus"] == "50"
    again = at_address(app, lang="en", bonus="7")
    assert again.select_slider(key="slider_bonus").value == 7
