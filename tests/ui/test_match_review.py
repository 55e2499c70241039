"""The look back on a match of either game: its page says what its turns come to, judged one by one."""

from __future__ import annotations

import re
from html import unescape
from threading import Event
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qs

import pytest

from midnight_core import match_review
from midnight_core.gamecode import mask_of, picked, read_position
from midnight_core.match import read_match
from midnight_core.outlook import outlook
from midnight_core.review import review
from midnight_core.sheet import Rounds
from midnight_core.ten_thousand import solve_solitaire, solve_turn
from midnight_core.ten_thousand.bots import last_turn
from midnight_core.ten_thousand.match import Match, read_ten_match
from midnight_core.ten_thousand.review import Measure, Review
from midnight_core.ten_thousand.review import review as ten_review
from midnight_ui import match_review_parts, ten_aim, ten_races
from midnight_ui.text import decimal, faces, percent
from tests.ui.screen import MATCH, html, opened, prose, words
from tests.ui.test_hostile_codes import assert_nothing_active
from tests.ui.test_match import solved

TEN = "pages/ten_thousand/play.py"
ENDED = (
    "g1.14.r3p.Pgw.1.5.~.~I~E~E~C~C~B~B~P~B~Y~E~E~C~B~B~E~E~C~D~F~I~D~B~R~I~B~C~B~C~Q~C~E~C~B~I~Q~P~k~B~C~B~B"
)
"""A person, a greedy bot and one that plays to win, over three rounds."""

GOING_ON = "g1.14.r2p.PP.0.2417.1.!T123456J6652P~B"
RACE = "g1.14.f8r.PP.1.7.1.123456J6652P!E"
TEN_ENDED = "k1.o0-t1000.PdP.21.1.112456T666H!!AF111116f!112346D2346!AA"
TEN_GOING_ON = "k1.o0-t1000.PP.21.1.112456T666H!~"


def on_screen(page: str, code: str, is_open: bool = False, **address: str) -> Any:
    """Open a match with all it takes solved, and its look back when the match is not over."""
    if page == TEN:
        solve_solitaire(read_ten_match(code).setup.house)
    name = "match" if page == MATCH else "ten"
    app = opened(page, controls="plain", **{name: code}, **address)
    if is_open:
        app.session_state["look_back"] = True
        app.run()
        assert not app.exception, app.exception[0].value
    return app


def tables(app: Any) -> list[list[list[str]]]:
    """Return the cells of the lines of every seat, without their head, of each table."""
    found = re.findall(r"<table class='look-back seats'>.*?</table>", html(app), re.S)
    return [
        [[unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", row)] for row in table.split("<tr>")[2:]]
        for table in found
    ]


def captions(app: Any) -> list[str]:
    return re.findall(r"<table class='look-back seats'><caption>(.*?)</caption>", html(app))


def closed(app: Any) -> list[str]:
    """Return what the decisions say before they are opened."""
    return [box.label for box in app.main.expander if "Roll " in box.label]


def signed(number: float, digits: int) -> str:
    sign = "+" if number > 0 else "−"
    return f"{sign}{abs(number):,.{digits}f}" if abs(number) >= 10**-digits / 2 else f"{0:.{digits}f}"


def judged(code: str) -> list[tuple[int, int, Any]]:
    """Return seat, pot and review of every turn of a match of Midnight whose dice are known."""
    match, found = read_match(code), []
    for number, turn in enumerate(match.turns):
        before = match.after(number)
        if turn.game is not None:
            pot = before.standing.pot * max(match.setup.ante, 1)
            stake = pot if isinstance(match.setup.form, Rounds) else 1
            found.append((turn.seat, stake, review(turn.game, outlook(before).goal)))
    return found


def lines_of(code: str, names: list[str], scale: int, digits: int) -> list[list[str]]:
    rows = []
    for seat, name in enumerate(names):
        own = [(stake, seen) for each, stake, seen in judged(code) if each == seat]
        made = [decision for _, seen in own for decision in seen.decisions]
        loss, luck = (
            scale * float(sum(stake * part(seen) for stake, seen in own))
            for part in (lambda seen: seen.loss, lambda seen: seen.luck)
        )
        if own:
            counts = (
                len(own),
                sum(not each.is_forced for each in made),
                sum(each.loss > 0.005 for each in made),
            )
            rows.append([name, *map(str, counts), f"{loss:.{digits}f}", signed(luck, digits)])
    return rows


@pytest.mark.parametrize("language", ["en", "nb"])
def test_the_seats_of_a_match_over_rounds_are_added_up_in_chips(language: str) -> None:
    app = on_screen(MATCH, ENDED, lang=language)
    names = {"en": ["Player 1", "Bot 2", "Bot 3"], "nb": ["Spiller 1", "Bot 2", "Bot 3"]}[language]
    (shown,) = tables(app)
    sign = {"en": ".", "nb": ","}[language]
    assert [[cell.replace(sign, ".") for cell in row] for row in shown] == lines_of(ENDED, names, 1, 2)
    assert {"en": "in chips", "nb": "i sjetonger"}[language] in captions(app)[0]
    assert app.main.header[-1].value == {"en": "Look back", "nb": "Se tilbake"}[language]


def test_those_of_a_race_in_chances_to_win() -> None:
    app = solved(on_screen(MATCH, RACE))
    assert read_match(RACE).is_over
    assert tables(app) == [lines_of(RACE, ["Player 1", "Player 2"], 100, 1)]
    assert "percentage points" in captions(app)[0]
    assert "1 turn of which only the score was noted is left out" in captions_below(app)


def captions_below(app: Any) -> str:
    return " ".join(caption.value for caption in app.main.caption)


def test_the_costliest_decisions_come_first_and_open_to_why_and_what_if() -> None:
    app = on_screen(MATCH, ENDED)
    made = [
        (stake * decision.loss, number, seat, stake, decision)
        for number, (seat, stake, seen) in enumerate(judged(ENDED))
        for decision in seen.decisions
        if decision.loss > 0.005
    ]
    made.sort(key=lambda each: -each[0])
    names, match = ["Player 1", "Bot 2", "Bot 3"], read_match(ENDED)
    boxes = [box for box in app.main.expander if "Roll " in box.label]
    assert len(boxes) == min(len(made), match_review_parts.MOST)
    for box, (loss, number, seat, stake, decision) in zip(boxes, made, strict=False):
        before = match.after(number)
        roll, kept, best = map(faces, (sorted(decision.roll), decision.kept.keep, decision.best.keep))
        start = f"{names[seat]}, round {before.round}. Roll {roll}, kept {kept}, best {best}: "
        assert box.label.startswith(start)
        assert box.label.endswith(f"loses {decimal(100 * float(decision.loss), 1)} percentage points")
        (said,) = (each.value for each in box.markdown)
        assert f"Best for winning: **{best}** ({percent(decision.best.value)})" in said
        assert f"Why: **{best}**" in said
        assert f"In a pot of {stake} chips that is {decimal(float(loss))} chips." in said
        (link,) = box.get("page_link")
        there = {name: value for name, (value,) in parse_qs(link.proto.query_string).items()}
        position = read_position(there.pop("position"))
        assert (position.kept, position.roll) == (decision.turn.kept, tuple(sorted(decision.roll)))
        assert position.pins == (mask_of(position.roll, decision.kept.keep),)
        assert picked(position.roll, position.pins[0]) == decision.kept.keep
        best_so_far = max(before.scores, default=0)
        assert there == ({"goal": "beat", "target": str(best_so_far)} if best_so_far else {})


def test_ones_own_decisions_can_be_picked() -> None:
    everybody, greedy = closed(on_screen(MATCH, ENDED)), on_screen(MATCH, ENDED, whose="2")
    assert {label[:5] for label in closed(greedy)} == {"Bot 2"}
    assert len(tables(greedy)[0]) == 3
    assert closed(on_screen(MATCH, ENDED, whose="9")) == everybody
    winner = on_screen(MATCH, ENDED, whose="3")
    assert closed(winner) == []
    assert "Nothing was given away." in prose(winner)


def test_before_the_end_it_is_worked_out_when_it_is_opened_and_not_before() -> None:
    with patch.object(match_review, "look_back", side_effect=AssertionError("nobody has asked")):
        app = on_screen(MATCH, GOING_ON)
    assert tables(app) == []
    assert "Look back" in [box.label for box in app.main.expander]
    app = on_screen(MATCH, GOING_ON, is_open=True)
    assert tables(app) == [lines_of(GOING_ON, ["Player 1", "Player 2"], 1, 2)]
    assert "There was no stake" in captions_below(app)
    assert "1 turn of which only the score was noted is left out" in captions_below(app)


@pytest.mark.parametrize(
    ("page", "code"),
    [
        (MATCH, "g1.14.r1p.PP.1.2417.1.!T!A"),
        (MATCH, "g1.14.r2p.PP.1.2417.1.~"),
        (TEN, "k1.o0-t1000.PP.21.1.!AW!AA"),
    ],
    ids=["noted", "begun", "ten noted"],
)
def test_where_no_dice_are_known_there_is_nothing_to_look_back_on(page: str, code: str) -> None:
    app = on_screen(page, code)
    assert tables(app) == []
    assert "Look back" not in [*(box.label for box in app.main.expander), *(h.value for h in app.main.header)]


def test_what_the_look_back_alone_waits_for_is_worked_out(at_a_word: Event) -> None:
    code = "k1.o0-t1250.PPP.5.1.~8~~o~D!~R~K!~~F~F!~2!~8!~g~b!"
    app = opened(TEN, ten=code, aim="win", controls="plain")
    assert not app.get("progress"), "the last round does without"
    app.session_state["look_back"] = True
    app.run()
    assert not app.exception
    assert len(app.get("progress")) == 1
    at_a_word.set()
    house = read_ten_match(code).setup.house
    while not ten_races.is_solved(ten_races.TURNS, house):
        ten_races.share_done(ten_races.TURNS, (house,))
    app.run()
    assert not app.get("progress")
    assert len(tables(app)[0]) == 3


@pytest.mark.parametrize(("page", "code"), [(MATCH, ENDED), (TEN, TEN_ENDED)])
def test_names_are_shown_as_they_are_typed(page: str, code: str) -> None:
    name = "<b>*Kari*"
    app = on_screen(page, code, names="%3Cb%3E%2AKari%2A")
    assert tables(app)[0][0][0] == name
    assert any(label.startswith("\\<b\\>\\*Kari\\*, ") for label in closed(app))
    for label in closed(app):
        assert_nothing_active(label)


# ----------------------------------------------------------------------------------------------------- 10 000


def ten_judged(code: str) -> list[tuple[int, int, Review]]:
    """Return number, seat and review of every turn: by the average, as it is picked, whoever is to win."""
    match = read_ten_match(code)
    return [
        (number, turn.seat, ten_review(turn.game, solve_turn(match.setup.house), Measure.POINTS))
        for number, turn in enumerate(match.turns)
        if turn.game is not None
    ]


def test_a_match_of_10_000_is_judged_by_the_goal_that_is_picked() -> None:
    app = on_screen(TEN, TEN_ENDED, aim="mean")
    assert read_ten_match(TEN_ENDED).is_over
    (shown,) = tables(app)
    seen = ten_judged(TEN_ENDED)
    assert [row[0] for row in shown] == ["Player 1", "Player 3"]
    for row, seat in zip(shown, (0, 2), strict=True):
        own = [turn for _, each, turn in seen if each == seat]
        free = [decision for turn in own for decision in turn.unforced]
        assert row[1:3] == [str(len(own)), str(len(free))]
        assert row[3] == str(sum(decision.loss > 2 for decision in free))
        assert row[4] == f"{sum(turn.loss for turn in own):.1f}"
        assert row[5] == signed(sum(turn.luck for turn in own), 1)
    made = sorted((each for *_, turn in seen for each in turn.decisions), key=lambda each: -each.loss)
    made = [each for each in made if each.loss > 2]
    assert made
    for label, decision in zip(closed(app), made, strict=True):
        assert f"Roll {faces(sorted(decision.roll))}, " in label
        assert label.endswith(f"loses {decimal(decision.loss, 1)} points")


def test_to_win_the_last_round_of_more_than_two_is_judged_apart() -> None:
    app = on_screen(TEN, TEN_ENDED, aim="win")
    assert [caption.partition(";")[0] for caption in captions(app)] == [
        "Played for the fewest turns",
        "Played to win",
    ]
    match = read_ten_match(TEN_ENDED)
    assert match.standing.closing == 3
    assert "A race of more than two is not solved" in captions_below(app)


def test_the_last_round_is_judged_by_the_chance_to_win_it() -> None:
    code = "k1.o0-t1000.PP.21.1.!AW112456T666H!"
    match = read_ten_match(code)
    seen = ten_review(
        match.turns[1].game, last_turn(match.setup.house, 0, match.after(1).to_beat), Measure.CHANCE
    )
    ((row,),) = tables(on_screen(TEN, code, aim="win"))
    assert row[4:] == [f"{100 * seen.loss:.1f}", signed(100 * seen.luck, 1)]


def test_before_the_end_of_10_000_it_is_worked_out_when_it_is_opened() -> None:
    assert tables(on_screen(TEN, TEN_GOING_ON, aim="mean")) == []
    app = on_screen(TEN, TEN_GOING_ON, is_open=True, aim="mean")
    assert len(tables(app)) == 1
    assert "Each decision is judged by the goal in the settings" in captions_below(app)


def test_it_waits_for_what_it_is_judged_by() -> None:
    of_match = ten_aim.of_match

    def nothing_known(kind: str, match: Match) -> Any:
        return of_match(kind, match) if match.turns else None

    with patch.object(ten_aim, "of_match", nothing_known):
        app = on_screen(TEN, TEN_ENDED)
    assert tables(app) == []
    assert "It comes as soon as the fewest turns are worked out." in words(app)
