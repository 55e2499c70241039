"""Safe or greedy?: its findings beside the core, the address, the variant and both languages."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import midnight_core as mc
from midnight_core import frontier
from midnight_core.gamecode import read_position, read_turn
from midnight_ui import snippets
from midnight_ui.walkthrough import CAREFUL, GREEDY, played
from tests.ui.screen import LANGUAGES, at_address, charts, html, opened, prose, words

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
    assert f"the best average that there is, {mean:.2f}" in said
    assert f"best chance to qualify, {chance:.2%}" in said
    slow = mc.evaluate(rules, mc.strategies.NAMED["throws-21"])
    assert f"scores {mean - slow @ SCORES:.2f} points less" in said
    assert f"averages {mean / chance:.2f} points" in said
    (checked,) = app.success
    assert "each of the 924 positions" in checked.value
    assert "each of the 11,914 rolls" in checked.value
    assert "There is no exception." in checked.value
    assert "all 15 pairs of faces" in said


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
    [("1-4-24", 19, 10), ("2-4-24", 19, 3), ("1-4-24", 24, 60), ("1-4-24", 18, 100)],
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
    assert f"costs {first[0] - chosen[0]:.2f} points" in said
    assert f"wins {100 * (chosen[1] - first[1]):.1f} percentage points of reaching {target}" in said
    assert f"The whole way costs {first[0] - last[0]:.2f} points" in said
    assert f"The line has {len(corners)} corners" in said
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
    assert (
        f"{100 * float(half.chance - first.chance):.1f} percentage points of the "
        f"{100 * float(last.chance - first.chance):.1f} percentage points that can be won cost "
        f"{float(first.mean - half.mean):.2f} points"
    ) in words(opened(PAGE, lang="en"))


def test_every_bonus_in_the_stated_range_gives_the_same_play() -> None:
    app = opened(PAGE, lang="en")
    (said,) = [c.value for c in app.caption if c.value.startswith("Every bonus")]
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
        f"at your point {chosen[0]:.1%} do not qualify, against {first[0]:.1%} for the best average; "
        f"{chosen[1:19].sum():.1%} qualify but stay below 19, against {first[1:19].sum():.1%}; and "
        f"{chosen[19:].sum():.1%} reach 19 or more, against {first[19:].sum():.1%}."
    ) in words(app)


def test_without_a_bonus_the_point_is_the_best_average() -> None:
    app = opened(PAGE, lang="en", bonus="0")
    said = words(app)
    assert "your point is the best average itself" in said
    assert "Going from the best average" not in said
    assert len(charts(app)[2]["data"]) == 1


def test_a_target_that_every_qualifying_turn_reaches_is_no_trade_off() -> None:
    app = opened(PAGE, lang="en", target="4")
    said = words(app)
    assert "The line is a single point: 18.68 points on average and 95.67% for 4 or more." in said
    assert "costs" not in said.split("The line is a single point")[1].split("The rule texts tell")[0]
    assert len(charts(app)[1]["data"][0]["x"]) == 1


def test_a_gain_too_small_to_see_is_called_so() -> None:
    said = words(opened(PAGE, lang="en", target="5"))
    points = frontier.trade_off(mc.Turn(mc.MIDNIGHT), 5).points
    cost = float(points[0].mean - points[-1].mean)
    assert f"hardly anything to win here: the whole way costs {cost:.2f} points" in said
    assert "wins less than 0.1 percentage points" in said


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
        "bonus": 12,
        "careful": played(rules, CAREFUL).code,
        "greedy": played(rules, GREEDY).code,
    }
    assert read_turn(str(given["greedy"])).rules == rules
    run = snippets.run("safe_or_greedy", given)
    point = frontier.trade_off(mc.Turn(rules), 22).at(12)
    first = frontier.trade_off(mc.Turn(rules), 22).points[0]
    expected = tuple((round(float(p.mean), 3), round(100 * float(p.chance), 2)) for p in (first, point))
    assert run["frontier"][-1].output == repr(expected)
    assert "exceptions=()" in run["qualify"][0].output
    app = opened(PAGE, lang="en", variant=variant, target="22", bonus="12")
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
    app = opened(PAGE, lang="en", target=bad, bonus=bad if bad not in ("0", "25") else "101", variant=bad)
    assert not app.error
    assert app.number_input(key="number_target").value == 19
    assert app.slider(key="slider_bonus").value == 10


def test_the_slider_stands_in_the_address() -> None:
    app = opened(PAGE, lang="en")
    app.slider(key="slider_bonus").set_value(42).run()
    assert app.query_params["bonus"] == "42"
    again = at_address(app, lang="en", bonus="7")
    assert again.slider(key="slider_bonus").value == 7
