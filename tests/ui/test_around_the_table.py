"""Around the table: its findings beside the core, the address, the variant and both languages."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import midnight_core as mc
from midnight_core.lessons_rounds import last_die
from midnight_ui import snippets
from midnight_ui.rounds_charts import in_rows
from midnight_ui.strategy_list import by_kind
from midnight_ui.text import signed
from tests.ui.screen import LANGUAGES, charts, html, opened, prose, words

PAGE = "pages/learn/around_the_table.py"
RULES = {"1-4-24": mc.MIDNIGHT, "2-4-24": mc.TWO_FOUR_24}
TIES = ("rollover", "extra", "replay", "split", "earlier")
PERFECT = mc.strategies.NAMED["perfect"]


def rows_of(app: Any, caption: str) -> list[list[str]]:
    """Return the body of the table with this caption, as text."""
    body = html(app).split(f"<caption>{caption}</caption>")[1].split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>")[:-1]]
    return [[re.sub("<[^>]+>", "", cell) for cell in row] for row in cells]


def number(text: str) -> float:
    return float(text.replace("−", "-").rstrip("%"))


def against(rules: mc.Rules, players: int, tie: str, own: Any, others: Any) -> np.ndarray[Any, Any]:
    """Return one player's equity in each seat."""
    shares = []
    for seat in range(players):
        strategies = [others] * players
        strategies[seat] = own
        shares.append(mc.solve_round(rules, players, tie, strategies=strategies).equity[seat])
    return np.array(shares)


@pytest.mark.parametrize(
    ("variant", "players", "tie"),
    [("1-4-24", 4, "rollover"), ("2-4-24", 3, "earlier"), ("1-4-24", 3, "extra")],
)
def test_every_seat_stands_beside_an_equal_share(variant: str, players: int, tie: str) -> None:
    app = opened(PAGE, lang="en", variant=variant, players=str(players), tie=tie)
    equity = mc.solve_round(RULES[variant], players, tie).equity
    (bars,) = charts(app)[0]["data"]
    assert bars["y"] == pytest.approx(100 * (equity - 1 / players), abs=1e-12)
    assert (
        f"With {players} players, seat {equity.argmax() + 1} is the best: its equity is {equity.max():.2%} "
        f"of the pot. Seat {equity.argmin() + 1} is the worst, with {equity.min():.2%}."
    ) in words(app)
    rows = rows_of(app, "Every seat for 2 to 8 players")
    assert [row[0] for row in rows] == list("2345678")
    for count, row in enumerate(rows, start=2):
        found = mc.solve_round(RULES[variant], count, tie)
        points = 100 * (found.equity - 1 / count)
        assert [number(cell) for cell in row[1 : count + 1]] == pytest.approx(points, abs=0.0501)
        assert not any(row[count + 1 : 9])
        digits = 4 if tie == "extra" else 1
        assert row[9:] == ([] if tie == "earlier" else [f"{found.p_rollover:.{digits}%}"])
        assert row[9:] == [] or float(row[9].rstrip("%")) > 0
    last = {"rollover": "Rolls over", "extra": "Nobody qualifies", "earlier": "8"}[tie]
    assert f'<th scope="col">{last}</th></tr>' in html(app)


@pytest.mark.parametrize(
    ("players", "tie", "why"),
    [
        ("4", "rollover", "Why late seats are better"),
        ("2", "earlier", "The first seat wins every tie, and still it is behind"),
        ("3", "earlier", "Why the first seat is better here"),
    ],
)
def test_who_has_the_advantage_is_explained(players: str, tie: str, why: str) -> None:
    said = words(opened(PAGE, lang="en", players=players, tie=tie))
    assert why in said
    equity = mc.solve_round(mc.MIDNIGHT, int(players), tie).equity
    assert (equity[-1] > equity[0]) == ("late" in why or "behind" in why)


@pytest.mark.parametrize("tie", TIES)
def test_how_often_nobody_wins_is_said_by_every_rule_for_ties(tie: str) -> None:
    app = opened(PAGE, lang="en", players="2", tie=tie)
    chance = mc.solve_round(mc.MIDNIGHT, 2, tie).p_rollover
    expected = {
        "rollover": f"In {chance:.2%} of rounds nobody takes the pot.",
        "extra": f"In {chance:.4%} of rounds nobody qualifies",
        "replay": f"In {chance:.2%} of rounds the table has to play again.",
        "split": "no pot is left over: one player takes it, or several share it",
        "earlier": "no pot is left over, and nobody has to share it",
    }
    assert expected[tie] in words(app)
    assert (chance == 0) == (tie in ("split", "earlier"))
    assert ("This section is about one rule for ties" in words(app)) == (tie != "rollover")


def test_the_play_off_is_not_offered() -> None:
    app = opened(PAGE, lang="en", tie="play-off")
    assert app.selectbox(key="one_of_tie").value == "rollover"
    assert len(app.selectbox(key="one_of_tie").options) == len(TIES)


@pytest.mark.parametrize(
    ("variant", "players", "tie", "seat", "lower", "leaders"),
    [
        ("1-4-24", 4, "rollover", 4, 3, 1),
        ("2-4-24", 4, "rollover", 3, 4, 2),
        ("1-4-24", 5, "split", 4, 5, 3),
        ("1-4-24", 2, "earlier", 2, 1, 1),
    ],
)
def test_the_marks_are_what_stopping_and_throwing_are_worth(
    variant: str, players: int, tie: str, seat: int, lower: int, leaders: int
) -> None:
    app = opened(
        PAGE,
        lang="en",
        variant=variant,
        players=str(players),
        tie=tie,
        seat="last" if seat == players else str(seat),
        lower=str(lower),
        leaders=str(leaders),
    )
    found = mc.solve_round(RULES[variant], players, tie)
    drawn = {}
    for trace in charts(app)[1]["data"]:
        for beat, score, (stop, throw) in zip(trace["x"], trace["y"], trace["customdata"], strict=True):
            drawn[int(beat.replace("–", "0")), score] = trace["name"], stop / 100, throw / 100
    assert len(drawn) == 22 * (17 - lower)
    for (beat, score), (name, stop, throw) in drawn.items():
        before = [beat] * leaders + [0] * (seat - 1 - leaders) if beat else [0] * (seat - 1)
        worth = found.goal(before).payoff
        thrown = float(np.mean([worth[score - lower + face] for face in range(1, 7)]))
        assert (stop, throw) == pytest.approx((worth[score], thrown), abs=1e-14)
        gain = worth[score] - thrown
        if abs(gain) > 1e-9:
            assert name == ("stop" if gain > 0 else "throw the lower die again")
        elif abs(gain) < 1e-14:
            assert name == "makes no difference"
    told = {
        "Stop on": [score for (beat, score), one in drawn.items() if beat == 21 and one[0] == "stop"],
        "Throw the lower die again on": [
            score for (beat, score), one in drawn.items() if beat == 21 and one[0].startswith("throw")
        ],
    }
    said = words(app)
    many = f", which {leaders}{' or more' * (tie == 'rollover' and seat > 3)} have" * (leaders > 1)
    assert f"In seat {seat} of {players} with 21 to beat{many}, when the lower die shows {lower}:" in said
    for start, scores in told.items():
        assert (f"{start} {in_rows(sorted(scores))}." in said) == bool(scores)


def test_the_table_of_borders_says_from_where_on_to_stop() -> None:
    app = opened(PAGE, lang="en", lower="3")
    found = mc.solve_round(mc.MIDNIGHT, 4)
    table = {
        row[0]: row[1:] for row in rows_of(app, "The lowest score to stop on when the lower die shows 3")
    }
    assert table["none yet"] == ["never", "never", "never", "any"]
    assert table["4–5"] == ["", "never", "never", "any"]
    assert table["17"] == ["", "never", "never", "18"]
    # Seat 3 stops on 20, but not on 21.
    assert table["19"] == ["", "never", "never*", "20"]
    assert [one.verdict for one in last_die(found, (19, 0), 3)][-2:] == [1, -1]
    assert table["20"] == ["", "never", "21", "21"]
    assert table["21–24"] == ["", "never", "never", "never"]


def test_the_score_to_beat_is_chosen_and_marked() -> None:
    app = opened(PAGE, lang="en", beat="18")
    row = last_die(mc.solve_round(mc.MIDNIGHT, 4), (18, 0, 0), 3)
    said = words(app)
    assert "In seat 4 of 4 with 18 to beat, when the lower die shows 3:" in said
    assert f"Throw the lower die again on {in_rows(one.score for one in row if one.verdict < 0)}." in said
    (frame,) = charts(app)[1]["layout"]["shapes"]
    assert (frame["x0"], frame["x1"]) == (14.5, 15.5)
    assert charts(app)[1]["layout"]["xaxis"]["categoryarray"][15] == "18"
    app.selectbox(key="one_of_beat").set_value("0").run()
    assert app.query_params["beat"] == "0"
    assert "In seat 4 of 4, when nobody has qualified yet and the lower die shows 3:" in words(app)
    assert charts(app)[1]["layout"]["shapes"][0]["x0"] == -0.5
    app.pills(key="segments_seat").set_value("1").run()
    assert "one_of_beat" not in [box.key for box in app.selectbox]
    assert "In seat 1 of 4, when the lower die shows 3:" in words(app)
    assert "shapes" not in charts(app)[1]["layout"]


@pytest.mark.parametrize("tie", ["rollover", "replay"])
def test_what_is_said_follows_a_set_of_scores_with_a_gap(tie: str) -> None:
    app = opened(PAGE, lang="en", players="8", seat="1", lower="5", tie=tie)
    said = words(app)
    assert "Throw even a 4 again, whatever your score is." in said
    assert "Throw even a 5 again on 19, but on no other score." in said
    assert "Stop on 12–18, 20–23. - Throw the lower die again on 19." in said
    assert "More points do not always mean stop: stop on 18 (equity" in said
    drawn = {trace["name"]: sorted(trace["y"]) for trace in charts(app)[1]["data"]}
    assert drawn["throw the lower die again"] == [19]
    assert drawn["stop"] == [*range(12, 19), *range(20, 24)]


@pytest.mark.parametrize("variant", RULES)
def test_the_double_that_is_left_out_is_one(variant: str) -> None:
    app = opened(PAGE, lang="en", variant=variant, others="qualify")
    rules, known = RULES[variant], by_kind(19)
    best, double = (mc.evaluate(rules, known[kind].strategy) for kind in ("perfect", "qualify"))
    assert best == pytest.approx(double, abs=1e-15)
    assert "“Best chance to qualify” is left out: it makes every score exactly as often" in words(app)
    assert app.selectbox(key="one_of_others").value == "perfect"
    assert "Best chance to qualify" not in app.selectbox(key="one_of_others").options


def test_a_limit_of_extra_turns_is_named_where_there_are_any() -> None:
    assert "In extra turns everybody plays" in words(opened(PAGE, lang="en", players="2", tie="extra"))
    assert "In extra turns everybody plays" not in words(opened(PAGE, lang="en", players="2"))


def test_a_score_to_throw_above_one_to_stop_on_is_told_with_its_worth() -> None:
    app = opened(PAGE, lang="en", seat="3")
    row = {one.score: one for one in last_die(mc.solve_round(mc.MIDNIGHT, 4), (19, 0), 3)}
    assert (
        f"With 19 to beat, stop on 20 (equity {row[20].stop:.2%}, throwing {row[20].throw:.2%}), but throw "
        f"again on 21 (stopping {row[21].stop:.2%}, throwing {row[21].throw:.2%})"
    ) in words(app)
    assert row[20].stop > row[20].throw
    assert row[21].stop < row[21].throw
    assert "There is one border at most for each score to beat" in words(opened(PAGE, lang="en", seat="last"))


@pytest.mark.parametrize(
    ("seat", "tie", "most"), [("last", "rollover", 2), ("last", "split", 3), ("2", "split", 0)]
)
def test_leaders_are_asked_for_where_they_matter(seat: str, tie: str, most: int) -> None:
    app = opened(PAGE, lang="en", seat=seat, tie=tie)
    found = [pills for pills in app.pills if pills.key == "segments_leaders"]
    assert [len(pills.options) for pills in found] == [most] * bool(most)


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_a_pot_that_rolls_over_is_worth_what_it_converges_to(variant: str, players: int) -> None:
    app = opened(PAGE, lang="en", variant=variant, players=str(players))
    worth = np.full(players, 1 / players)
    for _ in range(30):
        found = mc.solve_round(RULES[variant], players, rollover=worth.tolist())
        worth = found.equity
    once, carried = charts(app)[2]["data"]
    assert carried["y"] == pytest.approx(100 * (worth - 1 / players), abs=1e-11)
    equal = mc.solve_round(RULES[variant], players).equity
    assert once["y"] == pytest.approx(100 * (equal - 1 / players), abs=1e-12)
    said = words(app)
    assert f"the pot rolls over in {found.p_rollover:.1%} of rounds" in said
    assert f"it takes {1 / (1 - found.p_rollover):.2f} rounds until" in said
    assert f"is worth {worth[-1]:.2%} to seat {players} and {worth[0]:.2%} to seat 1, instead of" in said
    assert f"moves equity by {100 * np.abs(worth - equal).max():.2f} percentage points at most" in said
    row = rows_of(app, "A pot that rolls over to the same seats")[players - 2]
    assert row == [
        str(players),
        f"{found.p_rollover:.1%}",
        f"{1 / (1 - found.p_rollover):.2f}",
        f"{1 / players:.2%}",
        f"{worth[0]:.2%}",
        f"{worth[-1]:.2%}",
    ]


def test_whether_the_best_play_changes_is_said() -> None:
    assert "In 16 of 23 situations" in words(opened(PAGE, lang="en", players="2"))
    assert "The best play stays nearly the same" in words(opened(PAGE, lang="en", players="4"))


@pytest.mark.parametrize(
    ("variant", "players", "tie", "others"),
    [
        ("1-4-24", 4, "rollover", "greedy"),
        ("2-4-24", 2, "earlier", "at-least"),
        ("1-4-24", 3, "split", "card"),
    ],
)
def test_what_perfect_play_gains_against_every_strategy(
    variant: str, players: int, tie: str, others: str
) -> None:
    app = opened(PAGE, lang="en", variant=variant, players=str(players), tie=tie, others=others)
    rules = RULES[variant]
    known = by_kind(19)
    del known["qualify"]
    rows = rows_of(app, "Percentage points that perfect play gains")
    marks = [trace for trace in charts(app)[3]["data"] if trace["mode"] == "markers"]
    lines = [trace for trace in charts(app)[3]["data"] if trace["mode"] == "lines"]
    gained = {}
    for row, mark, line, (kind, listed) in zip(rows, marks, lines, known.items(), strict=True):
        best = against(rules, players, tie, None, listed.strategy) - 1 / players
        plain = against(rules, players, tie, PERFECT, listed.strategy) - 1 / players
        told = [signed(100 * share) for share in (best.mean(), best[0], best[-1], (best - plain).mean())]
        assert row == [listed.label, *told]
        assert mark["y"] == [listed.label]
        assert mark["x"] == pytest.approx([100 * best.mean()])
        assert line["x"] == pytest.approx([100 * best.min(), 100 * best.max()])
        assert (mark["marker"]["symbol"], mark["marker"]["color"]) == (listed.look.marker, listed.look.colour)
        gained[listed.label] = best.mean()
        if kind == others:
            seats = rows_of(app, f"Your equity when all the others play “{listed.label}”")
            assert [seat[1] for seat in seats] == [f"{share + 1 / players:.2%}" for share in best]
            assert [seat[3] for seat in seats] == [f"{share + 1 / players:.2%}" for share in plain]
            assert [seat[4] for seat in seats] == [signed(100 * share) for share in best - plain]
            assert f"perfect play is worth most in seat {best.argmax() + 1}" in words(app)
    hard, easy = min(gained, key=gained.__getitem__), max(gained, key=gained.__getitem__)
    assert f"The least is to be gained against “{hard}”: {100 * gained[hard]:.2f} percentage points" in words(
        app
    )
    assert f"The most is to be gained against “{easy}”: {100 * gained[easy]:.2f} percentage points" in words(
        app
    )


def test_what_it_is_worth_to_play_for_the_pot() -> None:
    best = against(mc.MIDNIGHT, 4, "rollover", None, PERFECT)
    assert (
        f"you have {best.mean():.1%} of it on average over the seats, instead of 25.0%. The first seat, "
        f"which sees nothing, gains {100 * best[0] - 25:.2f} percentage points over playing like the others, "
        f"simply by aiming at the score that wins. The last seat, which sees everything, gains "
        f"{100 * best[-1] - 25:.2f} percentage points."
    ) in words(opened(PAGE, lang="en"))


def test_the_code_gives_the_numbers_of_the_page() -> None:
    given = {"players": 3, "tie": "split", "seat": 2, "lower": 4, "beat": 19, "others": "greedy"}
    app = opened(PAGE, lang="en", variant="2-4-24", **{name: str(value) for name, value in given.items()})
    run = snippets.run("around_the_table", {"rules": mc.TWO_FOUR_24, "leaders": 1, **given})
    shown = "\n".join(code.value for code in app.code)
    for part, cells in run.items():
        assert all(cell.output in shown for cell in cells), part
    assert "players = 3" in shown
    shares = literal_eval(run["seats"][0].output)
    assert [100 * (share - 1 / 3) for share in shares] == pytest.approx(
        charts(app)[0]["data"][0]["y"], abs=1e-4
    )
    thrown, stops = (literal_eval(cell.output) for cell in run["stop"])
    assert f"Throw the lower die again on {in_rows(thrown)}." in words(app)
    table = {row[0]: row[2] for row in rows_of(app, "The lowest score to stop on when the lower die shows 4")}
    for beat in (18, 19, 20):
        assert table[str(beat)].rstrip("*") == str(stops[beat])
    seats = rows_of(app, "Your equity when all the others play “Greedy”")
    for column, cell in ((1, run["gains"][0]), (3, run["gains"][1])):
        assert number(seats[1][column]) == pytest.approx(100 * literal_eval(cell.output), abs=0.0051)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", [{}, {"seat": "1", "tie": "earlier", "players": "2"}])
def test_plotly_accepts_the_figures_and_each_states_its_finding(
    language: str, address: dict[str, str]
) -> None:
    drawn = opened(PAGE, lang=language, **address).get("plotly_chart")
    assert len(drawn) == 4
    for chart in drawn:
        go.Figure(json.loads(chart.proto.spec))
        assert len(chart.proto.alt) > 40
        assert "*" not in chart.proto.alt


@pytest.mark.parametrize(("language", "share"), [("en", "26.84%"), ("nb", "26,84\N{NO-BREAK SPACE}%")])
def test_both_languages_say_the_finding(language: str, share: str) -> None:
    assert share in prose(opened(PAGE, lang=language))


@pytest.mark.parametrize("bad", ["", "0", "1", "9", "-3", "4.5", "<b>", "9" * 300, "last"])
def test_a_bad_address_is_the_default(bad: str) -> None:
    given = dict.fromkeys(("players", "tie", "leaders", "beat", "others", "variant"), bad)
    if bad == "1":
        del given["leaders"]
    if bad in ("0", "9"):
        del given["beat"]
    app = opened(PAGE, lang="en", **given)
    assert not app.error
    assert app.pills(key="segments_players").value == "4"
    assert app.selectbox(key="one_of_tie").value == "rollover"
    assert app.selectbox(key="one_of_others").value == "perfect"
    assert app.selectbox(key="one_of_beat").value == "21"
    assert app.pills(key="segments_leaders").value == "1"


@pytest.mark.parametrize("bad", ["", "0", "4", "9", "x"])
def test_a_seat_that_there_is_not_is_the_last_one(bad: str) -> None:
    app = opened(PAGE, lang="en", seat=bad, lower="6")
    assert app.pills(key="segments_seat").value == "last"
    assert app.pills(key="segments_lower").value == "3"
    assert "In seat 4 of 4 with" in words(app)


def test_choices_stand_in_the_address_and_a_seat_survives_fewer_players() -> None:
    app = opened(PAGE, lang="en", players="8", seat="7")
    app.pills(key="segments_players").set_value("3").run()
    assert app.query_params["players"] == "3"
    assert not app.exception
    assert app.pills(key="segments_seat").value == "last"
    app.selectbox(key="one_of_tie").set_value("split").run()
    assert app.query_params["tie"] == "split"
    assert "With 3 players, seat 3 is the best" in words(app)


@pytest.mark.parametrize(
    ("players", "seat", "tie"), [("8", "3", "replay"), ("8", "2", "rollover"), ("4", "2", "extra")]
)
def test_what_is_told_of_an_odd_score_is_visible_and_its_reason_true(
    players: str, seat: str, tie: str
) -> None:
    said = words(opened(PAGE, lang="en", players=players, seat=seat, tie=tie))
    told = re.search(
        r"With (\d+) to beat, stop on (\d+) \(equity ([\d.]+)%, throwing ([\d.]+)%\), but throw again on "
        r"(\d+) \(stopping ([\d.]+)%, throwing ([\d.]+)%\)",
        said,
    )
    assert told is not None
    beat, held, higher = (int(told[place]) for place in (1, 2, 5))
    assert float(told[3]) > float(told[4])
    assert float(told[6]) < float(told[7])
    behind = [sum(score - 3 + face <= beat for face in range(1, 7)) for score in (held, higher)]
    assert behind[0] > behind[1]
