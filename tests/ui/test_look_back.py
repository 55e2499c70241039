"""The look back on a finished turn: luck and losses add up, and every decision can be taken up again."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from unittest.mock import Mock, patch
from urllib.parse import parse_qsl

import plotly.graph_objects as go
import pytest

from midnight_core.gamecode import picked, read_turn
from midnight_core.history import read_history
from midnight_ui import turn_lines
from midnight_ui.navigation import WHAT_IF_URL
from midnight_ui.turn_table import TurnTable, take_back
from tests.reference import naive
from tests.ui.screen import (
    LANGUAGES,
    TURN,
    VARIANTS,
    at_address,
    charts,
    choose,
    chosen,
    click,
    data_of,
    game_of,
    goal_of,
    html,
    labels,
    opened,
    words,
)

FINISHED = "m1.14.1.123456J6652P"
OTHER = "m1.14.1.123456J6652H4B"
UNQUALIFIED = "m1.14.7.222221_"


def twin_of(code: str, kind: str = "mean") -> tuple[Fraction, list[tuple[Fraction, Fraction]], Fraction]:
    """Return start value, luck and loss of every decision, and payoff, by plain enumeration."""
    game = read_turn(code)
    twin = naive.Naive(game.rules.required, goal_of(kind).payoff)
    kept: tuple[int, ...] = ()
    parts = []
    for step in game.steps:
        before = twin.worth(kept).value
        best = max(
            twin.worth(naive.with_more(kept, keep)).value for keep in naive.keeps(tuple(sorted(step.roll)))
        )
        kept = naive.with_more(kept, tuple(sorted(picked(step.roll, step.mask))))
        parts.append((best - before, best - twin.worth(kept).value))
    return twin.worth(()).value, parts, twin.worth(kept).value


def finished(**address: str):
    return opened(TURN, **({"turn": FINISHED, "controls": "plain"} | address))


@pytest.mark.parametrize("code", [FINISHED, OTHER, UNQUALIFIED, "m1.24.9.~B~B~B~B~B~B"])
@pytest.mark.parametrize("kind", ["mean", "at-least"])
def test_the_waterfall_leads_from_the_start_to_the_score(code: str, kind: str) -> None:
    start, parts, end = twin_of(code, kind)
    (figure,) = charts(finished(turn=code, goal=kind))
    steps = drawn(figure)
    changes = [change for luck, loss in parts for change in ((luck, -loss) if loss else (luck,))]
    levels = [start, *(start + sum(changes[: number + 1]) for number in range(len(changes)))]
    assert levels[-1] == end
    assert steps[0] == ("Worth", 0, approximately(start))
    assert steps[-1] == ("Worth", 0, approximately(end))
    names = [name for luck, loss in parts for name in (("Luck", "Given away") if loss else ("Luck",))]
    for name, step, before, after in zip(names, steps[1:-1], levels, levels[1:], strict=False):
        assert step == (name, approximately(min(before, after)), approximately(abs(after - before)))
    assert len(steps) == len(changes) + 2


def drawn(figure: dict) -> list[tuple[str, float, float]]:
    """Return what each bar of a waterfall is, where it begins and how long it is, from top to bottom."""
    rows = {
        row: (bars.name, base, length)
        for bars in go.Figure(figure).data
        for row, base, length in zip(bars.y, bars.base, bars.x, strict=True)
    }
    return [rows[row] for row in range(len(rows))]


def approximately(value: Fraction | int) -> float:
    return pytest.approx(float(value), rel=1e-12, abs=1e-12)


def test_the_sum_is_said_in_words() -> None:
    start, parts, end = twin_of(FINISHED)
    luck, loss = (float(sum(part)) for part in zip(*parts, strict=True))
    said = words(finished())
    assert f"{float(start):.2f} expected at the start, +{luck:.2f} luck, −{loss:.2f} given away" in said
    assert f"{float(end):.2f}" in said
    assert f"Error rate: {loss / 2:.2f} points a decision, over 2 decisions." in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_opens_to_why_and_to_its_luck(language: str) -> None:
    app = finished(lang=language, turn=OTHER)
    assert len(app.expander) == len(read_turn(OTHER).steps)
    for number, box in enumerate(app.expander, start=1):
        assert box.label.startswith(f"{number}. ")
        assert len(box.markdown) == 2
    assert {"en": "doubtful", "nb": "tvilsomt"}[language] in app.expander[0].label
    assert {"en": "no choice", "nb": "ikke noe valg"}[language] in app.expander[2].label


def test_the_table_names_the_band_of_every_keep_and_links_to_what_if() -> None:
    table = html(finished(turn=OTHER, lang="en"))
    assert table.count("<tr>") == 1 + 3
    assert re.findall(r"href='([^'?]*)\?", table) == [WHAT_IF_URL] * 3
    _, parts, _ = twin_of(OTHER)
    cells = re.findall(r"<td>([^<]*)</td></tr>", table)
    assert [cell.split()[0] for cell in cells] == [f"{float(parts[0][1]):.2f}", "✓", "no"]
    assert cells[0].endswith("?! doubtful")


def test_a_decision_without_a_choice_cannot_be_taken_back_for_another() -> None:
    app = finished(turn=OTHER)
    assert {key for key in labels(app) if key.startswith("take back")} == {"take back 0", "take back 1"}


def test_a_decision_is_taken_back_with_the_same_dice_to_come() -> None:
    app = finished(turn="m1.14.2417.~Q~E~C~G~B")
    first = game_of(app)
    click(app, "take back 1")
    assert game_of(app).code == "m1.14.2417.~Q~"
    assert game_of(app).roll == first.steps[1].roll
    assert chosen(app) == first.steps[1].mask
    choose(app, 0b00010)
    click(app, "act")
    dice = len(game_of(app).roll)
    assert game_of(app).roll == first.steps[2].roll[:dice]


def test_ways_through_the_same_dice_stand_side_by_side() -> None:
    app = finished(turn="m1.14.2417.~Q~f")
    assert "look-back lines" not in html(app)
    click(app, "take back 1")
    choose(app, 0b00001)
    click(app, "act")
    choose(app, (1 << len(game_of(app).roll)) - 1)
    click(app, "act")
    assert game_of(app).is_over
    table = html(app)[html(app).index("kept otherwise") :]
    rows = re.findall(r"<td>([^<]+)</td><td>([^<]+)</td><td>([^<]+)</td></tr>", table)
    games = [read_turn("m1.14.2417.~Q~f"), game_of(app)]
    assert app.query_params["lines"] == ",".join(game.code for game in games)
    for (score, luck, loss), game in zip(rows, games, strict=True):
        assert int(score) == naive.score((1, 4), game.turn.kept)
        _, parts, _ = twin_of(game.code)
        assert float(luck.replace("−", "-")) == pytest.approx(
            float(sum(part for part, _ in parts)), abs=0.005
        )
        assert float(loss) == pytest.approx(float(sum(part for _, part in parts)), abs=0.005)


def test_other_dice_begin_with_no_lines() -> None:
    app = finished(turn="m1.14.2417.~Q~f")
    click(app, "restart")
    assert "lines" in app.query_params
    click(app, "new")
    assert "lines" not in app.query_params


def test_no_more_lines_are_kept_than_a_link_should_carry() -> None:
    app = finished(turn="m1.14.2417.~_")
    for mask in (0b111110, 0b111101, 0b111011, 0b110111, 0b101111):
        click(app, "take back 0")
        choose(app, mask)
        click(app, "act")
        choose(app, 1)
        click(app, "act")
    assert len(app.query_params["lines"].split(",")) == turn_lines.MOST
    assert app.query_params["lines"].endswith(game_of(app).code)


@pytest.mark.parametrize(
    "lines",
    [
        "",
        ",",
        "x",
        FINISHED[:-1],
        f"{FINISHED},",
        f"{FINISHED},m1.14.2.123456_",
        ",".join([FINISHED] * 2),
        ",".join([FINISHED] * 9),
        "<b>",
        "%00",
    ],
)
def test_lines_that_cannot_be_read_are_no_lines(lines: str) -> None:
    app = finished(lines=lines)
    assert "look-back lines" not in html(app)
    assert app.query_params["lines"] == FINISHED


@pytest.mark.parametrize("faces", VARIANTS)
def test_only_a_turn_finished_here_is_noted_on_the_device(faces: str) -> None:
    app = finished(turn=f"m1.{faces}.2417.~")
    assert data_of(app, "midnight_diary") is None
    choose(app, 0b111111)
    click(app, "act")
    (noted,) = read_history(data_of(app, "midnight_diary")["add"]).turns
    assert (noted.game, noted.goal) == (game_of(app), goal_of("mean"))
    click(app, "take back 0")
    choose(app, 0b011111)
    click(app, "act")
    choose(app, 1)
    click(app, "act")
    assert game_of(app).is_over
    assert data_of(app, "midnight_diary") is None, "Who plays the same dice again knows them."


def test_a_turn_that_came_by_a_link_is_not_noted() -> None:
    app = finished()
    assert data_of(app, "midnight_diary") is None
    at_address(app, turn=OTHER, controls="plain")
    assert data_of(app, "midnight_diary") is None


@pytest.mark.parametrize("code", ["m1.41.2417.~_", "m1.14.2417.~_"])
def test_however_a_link_writes_a_turn_it_is_not_noted(code: str) -> None:
    app = finished(turn=code)
    assert game_of(app).code == "m1.14.2417.~_"
    assert data_of(app, "midnight_diary") is None


def test_a_second_click_takes_nothing_else_back() -> None:
    table = TurnTable(play=read_turn("m1.14.2417.~Q~E~C~G~B"))
    tables = [table]
    with patch("midnight_ui.turn_table.KEEPER", Mock(move=lambda change: tables.append(change(tables[-1])))):
        for decision in (1, 1, 3):
            take_back(decision)
    assert tables[1].play.code == "m1.14.2417.~Q~"
    assert tables[1].chosen == table.play.steps[1].mask
    assert tables[3] is tables[2] is tables[1]


def test_a_roll_without_luck_is_neither_lucky_nor_unlucky() -> None:
    code = "m1.14.7.222222f2B"
    app = finished(turn=code)
    _, parts, _ = twin_of(code)
    assert [luck for luck, _ in parts][1] == 0
    said = app.expander[1].markdown[0].value
    assert said == "A roll that changed nothing: the best keep leaves it at 0.00."


@pytest.mark.parametrize("kind", ["mean", "beat"])
def test_a_sum_that_does_not_add_up_as_it_is_shown_says_why(kind: str) -> None:
    seen = set()
    for seed in range(1, 12):
        app = finished(turn=f"m1.14.{seed}.~B~B~B~B~B~B", goal=kind)
        shown = words(app)[words(app).index(" expected at the start") - 6 :]
        numbers = re.findall(r"[+−]?\d+\.\d+", shown)[:4]
        start, luck, loss, end = (Fraction(number.replace("−", "-")) for number in numbers)
        adds_up = start + luck + loss == end
        assert adds_up == ("Each number is rounded" not in shown)
        seen.add(adds_up)
    assert seen == {True, False}


def test_ways_through_a_turn_lead_to_the_same_page_and_decisions_to_the_same_goal() -> None:
    app = finished(turn=FINISHED, lines=OTHER, goal="beat", target="21", hints="off")
    (line,) = (dict(parse_qsl(href[1:])) for href in re.findall(r"href='(\?[^']*)'", unescape(html(app))))
    assert line == dict(app.query_params) | {"turn": OTHER}
    links = re.findall(rf"href='{WHAT_IF_URL}\?([^']*)'", unescape(html(app)))
    assert links
    assert {(dict(parse_qsl(link))["goal"], dict(parse_qsl(link))["target"]) for link in links} == {
        ("beat", "21")
    }


def test_dice_of_ones_own_are_not_called_the_same() -> None:
    assert "The same turn, played otherwise" in html(finished(lines=OTHER))
    app = finished(turn="m1.14.2417.~Q~f", lines="m1.14.2417.~_")
    assert "The same dice, kept otherwise" in html(app)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pictures_of_the_look_back_say_their_finding(language: str) -> None:
    (chart,) = finished(lang=language).get("plotly_chart")
    go.Figure(json.loads(chart.proto.spec))
    assert {"en": "18.68", "nb": "18,68"}[language] in chart.proto.alt
