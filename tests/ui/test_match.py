"""A match played through the widgets: what is on screen is what the code in the address replays to."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from html import escape, unescape
from itertools import pairwise
from time import sleep
from typing import Any
from urllib.parse import parse_qs, quote

import plotly.graph_objects as go
import pytest

from midnight_core import MIDNIGHT, TWO_FOUR_24, Goal, evaluate, solve
from midnight_core.bots import is_bots_turn, play_on, step
from midnight_core.gamecode import mask_of, picked, read_position
from midnight_core.goals import mean_score, qualify
from midnight_core.match import BOTS, PERSON, WINNER, Match, Setup, opening, read_match
from midnight_core.outlook import expected_chips, outlook, timeline
from midnight_core.race import solve_race
from midnight_core.sheet import Race, Rounds
from midnight_core.strategies import NAMED
from midnight_ui.goal_picker import Picked
from midnight_ui.match_table import can_undo
from midnight_ui.match_words import advice, needed
from midnight_ui.text import catalogue, percent, tr
from tests.ui.screen import (
    LANGUAGES,
    MATCH,
    TURN,
    WHAT_IF,
    approximately,
    at_address,
    charts,
    choose,
    chosen,
    click,
    data_of,
    dice_widget,
    errors,
    expected,
    gone_back,
    html,
    labels,
    numbers,
    opened,
    prose,
    type_in,
    words,
)
from tests.ui.test_hostile_codes import assert_nothing_active
from tests.ui.test_text import plain_text_of as as_commonmark


def plain_text_of(markdown: str) -> str | None:
    """Return what is seen of it: a joiner takes no room."""
    shown = as_commonmark(markdown)
    return None if shown is None else shown.replace("\N{WORD JOINER}", "")


MINUS, NBSP = "\N{MINUS SIGN}", "\N{NO-BREAK SPACE}"
TWO, ROUND_TWO = "g1.14.r2p.PP.1.2417.1", "g1.14.r2p.PP.1.2417.1.!T!K"


def plain(**address: str) -> Any:
    return solved(opened(MATCH, controls="plain", **address))


def solved(app: Any) -> Any:
    """Wait for a race that is solved first."""
    for _ in range(600):
        if not app.get("progress"):
            return app
        sleep(0.05)
        app.run()
    raise AssertionError("the race is not solved")


def match_of(app: Any) -> Match:
    return read_match(app.query_params["match"])


def said(message: str, language: str = "en", **values: object) -> str:
    return catalogue(language).gettext(message).format(**values)


def default_names(setup: Setup, language: str = "en") -> list[str]:
    return [
        said("Player {number}" if kind == PERSON else "Bot {number}", language, number=seat + 1)
        for seat, kind in enumerate(setup.seats)
    ]


def cells(app: Any, kind: str) -> list[list[str]]:
    """Return the text of every row of a table on the screen, its head first."""
    (table,) = re.findall(rf"<table class='{kind}'>.*?</table>|<div class='{kind}'.*?</div>", html(app), re.S)
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.S)
    return [
        [
            unescape(re.sub(r"<small>.*?</small>|<[^>]*>", "", cell))
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row)
        ]
        for row in rows
    ]


def equities(app: Any) -> dict[int, float]:
    found = re.findall(r"data-equity='(\d)' data-value='([^']+)'", html(app))
    return {int(seat): float(value) for seat, value in found}


def signed(number: int) -> str:
    return "0" if not number else f"{number:+d}".replace("-", MINUS)


def options_of(match: Match) -> Any:
    return solve(match.setup.rules, outlook(match).goal).options(match.game.turn, match.game.roll)


def numbers_of(options: Any, keep: tuple[int, ...], target: int) -> Any:
    """Return the numbers that a keep's overlay has to show; equal ones, but for rounding, share a rank."""
    loss = next(option.loss for option in options if option.keep == keep)
    rank = 1 + sum(option.loss < loss for option in options)
    return approximately(expected(options, keep, target) | {"rank": rank})


def target_of(match: Match) -> int:
    """Return the least score with which the mover would be ahead, or win the race there and then."""
    enough = [score for score in (*range(4, 25),) if is_enough(match, score)]
    if isinstance(match.setup.form, Race) and match.sitting != "extra":
        return enough[0] if enough else 19
    best = max(match.scores, default=0)
    return 19 if not best else enough[0] if enough else 24


def is_enough(match: Match, score: int) -> bool:
    if match.sitting == "extra" or isinstance(match.setup.form, Rounds):
        return score > max(match.scores, default=0)
    own = match.totals[match.mover] + score
    others = [total for seat, total in enumerate(match.totals) if seat != match.mover]
    return own >= match.setup.form.target and own > max(others)


def heading(app: Any) -> str:
    return app.main.header[0].value


def assert_screen_is_the_code(app: Any, language: str = "en") -> Match:
    """Compare all that plain controls show of a match with what its code replays to."""
    match = match_of(app)
    names, is_race = default_names(match.setup, language), isinstance(match.setup.form, Race)
    assert_tables_are(app, match, names)
    if match.is_over:
        assert said("{name} to play", language, name="")[1:] not in heading(app)
        assert all(names[seat] in heading(app) for seat in match.winners)
        assert not equities(app)
        assert dice_widget(app) is None
        return match
    assert ("undo" in labels(app)) == can_undo(match)
    game, name = match.game, names[match.mover]
    message = "{name}: extra turn" if match.sitting == "extra" else "{name} to play"
    assert heading(app) == said(message, language, name=name)
    if match.pot:
        assert re.search(rf"\b{match.pot} (chip|sjetong)", words(app))
    if match.scores and max(match.scores) and not (is_race and match.sitting != "extra"):
        assert f"{max(match.scores)}, " in words(app)
    kept = NBSP.join(map(str, game.kept)) or "–"
    assert said("Dice kept: {dice}", language, dice=kept) in prose(app).splitlines()
    ahead, wanted, widget = outlook(match), outlook(match).equity, dice_widget(app)
    is_bots = is_bots_turn(match)
    assert (widget is not None) == bool(game.roll and not is_bots)
    if is_bots and game.roll:
        assert (
            said("Thrown: {dice}", language, dice=NBSP.join(map(str, game.roll))) in prose(app).splitlines()
        )
    if widget is None:
        assert not numbers(app)
    else:
        assert len(widget.options) == len(game.roll)
        assert all(str(face) in die for face, die in zip(game.roll, widget.options, strict=True))
    if widget is not None:
        options = options_of(match)
        keep = tuple(sorted(picked(game.roll, chosen(app))))
        assert numbers(app) == (numbers_of(options, keep, target_of(match)) if keep else {})
        after = next((option for option in options if option.keep == keep), options[0])
        wanted = after.distribution @ ahead.by_score
    assert equities(app) == pytest.approx(dict(enumerate(wanted.tolist())), abs=1e-12)
    return match


def by_result(match: Match) -> list[int]:
    """Return the seats by what decides a match, and those that are level in the order of playing."""
    net = match.standing.net
    return sorted(match.order, key=lambda seat: (seat not in match.winners, -net[seat], -match.totals[seat]))


def assert_tables_are(app: Any, match: Match, names: list[str]) -> None:
    is_race, has_chips = isinstance(match.setup.form, Race), match.setup.ante > 0
    head, *rows = cells(app, "standings")
    count = match.totals if is_race else match.rounds_won
    scores = {**dict.fromkeys(match.order, "–"), **dict.fromkeys(match.playing, "")}
    scores |= dict(zip(match.playing, map(str, match.scores), strict=False))
    order = [names.index(row[0].removeprefix("▸ ")) for row in rows]
    assert order == by_result(match) if match.is_over else order == list(match.order)
    for seat, row in zip(order, rows, strict=True):
        assert row[0].startswith("▸") == (seat == match.mover)
        shown = [] if match.is_over else [scores[seat]]
        shown += [str(count[seat]), *([signed(match.chips[seat])] if has_chips else [])]
        assert row[1 : 1 + len(shown)] == shown
        assert len(row) == len(head)
    head, *rows = cells(app, "sheet")
    assert head[1 : 1 + len(names)] == names
    for row, shown in zip(match.sheet, rows[: len(match.sheet)], strict=True):
        assert re.match(rf"{row.round}\b", shown[0])
        assert shown[1 : 1 + len(names)] == ["" if score is None else str(score) for score in row.scores]
        assert not has_chips or shown[1 + len(names)] == str(row.pot)
        assert bool(shown[-1]) == (row.outcome not in ("open", "counts"))
        assert all(names[seat] in shown[-1] for seat in row.leaders)
    sums = rows[len(match.sheet) :]
    assert sums[0][1 : 1 + len(names)] == list(map(str, count))
    assert not has_chips or sums[1][1 : 1 + len(names)] == [signed(chips) for chips in match.chips]
    assert len(sums) == 1 + has_chips
    won = re.findall(r"<td class=won>(\d+)</td>", html(app))
    assert won == [
        str(row.scores[seat]) for row in match.sheet if row.outcome == "won" for seat in row.leaders
    ]


# ------------------------------------------------------------------------------------------------- the set-up

SETTINGS = {
    "seats": ("Pw", "PPPPPPPP", "bwtoxvgh", "sP"),
    "form": ("rounds", "race"),
    "rounds": ("8", "1", "50"),
    "tie": ("rollover", "extra", "again"),
    "to": ("100", "8", "300"),
    "finish": ("round", "immediate"),
    "variant": ("1-4-24", "2-4-24"),
    "ante": ("1", "0", "1000"),
    "first": ("highest", "1", "2"),
}
"""Everything that is agreed, its default first."""


def begun(app: Any) -> Setup:
    """Start the match as it is agreed on the screen."""
    click(app, "match_start")
    return match_of(app).setup


def test_the_set_up_proposes_a_match_against_a_bot() -> None:
    app = plain()
    assert not errors(app)
    assert "match" not in app.query_params
    setup = begun(app)
    assert (setup.seats, setup.form) == ((PERSON, WINNER), Rounds(8, "rollover"))
    assert (setup.rules, setup.ante, setup.first) == (MIDNIGHT, 1, None)


def test_every_match_has_a_seed_of_its_own() -> None:
    app = plain(seats="PP")
    seeds = set()
    for _ in range(3):
        seeds.add(begun(app).seed)
        click(app, "put_away")
    assert len(seeds) == 3


@pytest.mark.parametrize("name", SETTINGS)
def test_what_is_agreed_stands_in_the_address_and_is_played(name: str, language: str) -> None:
    for value in SETTINGS[name]:
        address = {"seats": "PP", "form": "race" if name in ("to", "finish") else "rounds", name: value}
        if name in ("form", "to"):
            address |= {"seats": "PPP"}  # a race of two would have to be solved
        app = plain(lang=language, **address)
        assert not errors(app)
        setup = begun(app)
        assert {
            "seats": "".join("P" if kind == PERSON else BOTS[kind] for kind in setup.seats),
            "form": "race" if isinstance(setup.form, Race) else "rounds",
            "rounds": str(getattr(setup.form, "count", None)),
            "tie": getattr(setup.form, "tie", None),
            "to": str(getattr(setup.form, "target", None)),
            "finish": getattr(setup.form, "finish", None),
            "variant": {MIDNIGHT: "1-4-24", TWO_FOUR_24: "2-4-24"}[setup.rules],
            "ante": str(setup.ante),
            "first": "highest" if setup.first is None else str(setup.first + 1),
        }[name] == value


BEYOND = {
    "seats": ("P", "PPPPPPPPP", "Pz", "pw"),
    "rounds": ("0", "51", "08"),
    "to": ("7", "301"),
    "ante": ("1001", "1.5"),
    "first": ("0", "4", "two"),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_what_cannot_be_agreed_counts_as_not_said(name: str) -> None:
    is_race = name in ("to", "finish")
    agreed = {"form": "race", "seats": "PPP"} if is_race else {}
    for junk in ("", "nonsense", "-1", "9" * 400, "<b>", "\N{SNOWMAN}", *BEYOND.get(name, ())):
        app = plain(**agreed, **{name: junk})
        assert not errors(app)
        setup = begun(app)
        if is_race:
            assert setup == Setup(setup.seed, (PERSON,) * 3, Race(100, "round"))
        else:
            assert setup == Setup(setup.seed, (PERSON, WINNER))


def test_every_control_of_the_set_up_changes_what_is_played() -> None:
    app = plain()
    app.pills(key="match_players").set_value("4").run()
    assert app.query_params["seats"] == "Pwww"
    app.selectbox(key="match_kind_1").set_value("g").run()
    app.selectbox(key="match_kind_2").set_value("P").run()
    app.selectbox(key="match_kind_3").set_value("b").run()
    assert app.query_params["seats"] == "PgPb"
    app.pills(key="segments_form").set_value("race").run()
    app.number_input(key="number_to").set_value(40).run()
    app.pills(key="segments_finish").set_value("immediate").run()
    app.pills(key="segments_variant").set_value("2-4-24").run()
    app.number_input(key="number_ante").set_value(5).run()
    app.selectbox(key="one_of_first").set_value("3").run()
    type_in(app, "match_name_0", "  Kari   Nordmann ")
    assert app.selectbox(key="one_of_first").options == [
        "Highest die",
        "1. Kari Nordmann",
        "2. Bot 2",
        "3. Player 3",
        "4. Bot 4",
    ]
    address = dict(app.query_params)
    setup = begun(app)
    wanted = Setup(
        setup.seed, (PERSON, "greedy", PERSON, "perfect"), Race(40, "immediate"), TWO_FOUR_24, 5, 2
    )
    assert setup == wanted
    again = opened(MATCH, **address)
    assert begun(again).code.split(".")[:5] == wanted.code.split(".")[:5]


@pytest.mark.parametrize("seats", ["Pw", "PP", "Pg", "gPb", "PPwg", "wwwwwwww"])
def test_more_players_are_as_the_last_one(seats: str) -> None:
    app = plain(seats=seats)
    app.pills(key="match_players").set_value("8").run()
    assert app.query_params["seats"] == seats + seats[-1] * (8 - len(seats))


@pytest.mark.parametrize("seats", ["Pw", "PPP", "gPb", "wwwwwwww"])
@pytest.mark.parametrize("letter", ["P", "w"])
def test_everybody_or_one_is_a_person_at_a_press(seats: str, letter: str) -> None:
    app = plain(seats=seats, names="Ada,Bo")
    wanted = "P" + letter * (len(seats) - 1)
    assert (f"match_seating_{letter}" in labels(app)) == (seats != wanted)
    if seats != wanted:
        click(app, f"match_seating_{letter}")
    assert f"match_seating_{letter}" not in labels(app), "there is nothing to change"
    assert app.query_params["seats"] == wanted
    assert app.text_input(key="match_name_1").value == "Bo"
    kinds = {"P": PERSON} | {bot: kind for kind, bot in BOTS.items()}
    assert begun(app).seats == tuple(kinds[one] for one in wanted)


def test_the_players_fields_are_numbered(language: str) -> None:
    app = plain(seats="PPP", lang=language)
    for seat in range(3):
        number = seat + 1
        name, kind = app.text_input(key=f"match_name_{seat}"), app.selectbox(key=f"match_kind_{seat}")
        assert name.label == said("Player {number}: name", language, number=number)
        assert kind.label == said("Player {number}: who plays", language, number=number)
        assert name.placeholder == said("Player {number}", language, number=number)
    assert said("Player", "nb") == "Spiller", "Plass is a place in a ranking"
    assert said("{name} to play", "nb", name="Spiller 1") == "Spiller 1 sin tur"


@pytest.mark.parametrize("throws", ["own", "scores"])
def test_a_table_with_dice_of_its_own_says_who_begins(throws: str) -> None:
    app = plain(seats="PPP", throws=throws, names="Ada", first="highest")
    first = app.selectbox(key="one_of_first")
    assert first.options == ["1. Ada", "2. Player 2", "3. Player 3"]
    assert first.value == "1"
    first.set_value("3").run()
    assert begun(app).first == 2
    assert heading(app) == "Player 3 to play"


def test_who_begins_follows_the_dice_until_somebody_says() -> None:
    app = plain(seats="PP")
    assert app.selectbox(key="one_of_first").value == "highest"
    app.pills(key="segments_throws").set_value("own").run()
    assert app.selectbox(key="one_of_first").value == "1"
    app.pills(key="segments_throws").set_value("app").run()
    assert app.selectbox(key="one_of_first").value == "highest"
    app.selectbox(key="one_of_first").set_value("2").run()
    app.pills(key="segments_throws").set_value("own").run()
    assert begun(app).first == 1


@pytest.mark.parametrize("variant", ["1-4-24", "2-4-24"])
def test_what_the_bots_do_is_told_with_their_averages(variant: str, language: str) -> None:
    app = plain(variant=variant, lang=language)
    (told,) = [block.value for block in app.main.markdown if block.value.startswith("- ")]
    first, *lines = told.splitlines()
    assert first == "- " + said(
        "**{name}**: the best keep for winning, as the coach says.",
        language,
        name=said("Plays to win", language),
    )
    rules = {"1-4-24": MIDNIGHT, "2-4-24": TWO_FOUR_24}[variant]
    bots = [kind for kind in BOTS if kind != WINNER]
    averages = sorted((float(evaluate(rules, NAMED[kind]) @ range(25)) for kind in bots), reverse=True)
    assert len(lines) == len(bots)
    for line, average in zip(lines, averages, strict=True):
        number = f"{average:.2f}".replace(".", "," if language == "nb" else ".")
        end = " poeng i snitt." if language == "nb" else " points on average."
        assert line.endswith(f" {number}{end}")
        assert re.match(r"- \*\*\w[^*]*\*\*: \w", line)


def test_fewer_players_keep_the_seats_that_stay() -> None:
    app = plain(seats="Pgwb", first="4", names="Ada,,,Dot")
    app.pills(key="match_players").set_value("2").run()
    assert app.query_params["seats"] == "Pg"
    assert app.selectbox(key="one_of_first").value == "highest", "the fourth seat is gone"
    setup = begun(app)
    assert (setup.seats, setup.first) == ((PERSON, "greedy"), None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_seat_has_a_name_of_its_own(language: str) -> None:
    app = plain(lang=language)
    options = app.selectbox(key="match_kind_0").options
    assert len(options) == len(set(options)) == 1 + len(BOTS)
    assert options[:2] == [said("Person", language), said("Plays to win", language)]


def test_who_begins_is_thrown_for_and_told() -> None:
    app = plain(match="g1.14.r8p.PPPPP.1.36.~")
    throws, beginner = opening(match_of(app).setup)
    assert len(throws) == 3
    for throw in throws:
        assert ", ".join(f"Player {seat + 1}: {face}" for seat, face in throw) in prose(app)
    assert f"Player {beginner + 1} begins every round." in prose(app)
    assert heading(app) == f"Player {beginner + 1} to play"


def test_who_begins_at_a_real_table_is_only_told() -> None:
    app = plain(match="g1.14.r8p.PPP.1.36.2")
    assert "Player 2 begins every round." in prose(app)
    assert "Thrown" not in prose(app)


# -------------------------------------------------------------------------------------------- whole matches

WHOLE = {
    "two, rounds": "g1.14.r3p.PP.1.41.~",
    "two, extra turns, 2-4-24": "g1.24.r2e.PP.5.42.2",
    "two, played again": "g1.14.r2a.PP.0.43.~",
    "race of two": "g1.14.f30r.PP.1.44.~",
    "four": "g1.14.r2p.PPPP.1.45.~",
    "four, a race": "g1.14.f25i.PPPP.2.46.3",
    "four, two of them bots": "g1.14.r2e.PgPw.1.47.~",
}


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_shows_what_its_code_replays_to(name: str, language: str) -> None:
    """Played by people who mostly keep as the greedy do, and now and then at random."""
    app = plain(match=WHOLE[name], pace="once", lang=language)
    chance = random.Random(name)
    if is_bots_turn(match_of(app)):
        click(app, "hurry")
    while not assert_screen_is_the_code(app, language).is_over:
        before = match_of(app)
        if before.game.roll:
            mask = mask_of(before.game.roll, NAMED["greedy"].keep(before.game.turn, before.game.roll))
            if chance.random() < 0.4:
                mask = chance.randrange(1, 1 << len(before.game.roll))
            choose(app, mask)
            assert_screen_is_the_code(app, language)
            after = before.keep(mask)
            after = after.throw() if after.game and after.game.steps else play_on(after)
        else:
            after = before.throw()
        click(app, "act")
        assert app.query_params["match"] == after.code
    match = match_of(app)
    assert match.setup.code == WHOLE[name]
    assert {PERSON} == {match.setup.seats[turn.seat] for turn in match.turns} - set(BOTS)
    assert labels(app)["late"] == said("Play again", language)


def test_extra_turns_are_played_by_those_who_are_level() -> None:
    app = plain(match="g1.14.r1e.PPP.1.2417.2.!R!F!R")
    match = assert_screen_is_the_code(app)
    assert (match.sitting, match.playing) == ("extra", (1, 0))
    assert "Player 2 and Player 1 are level." in prose(app)
    assert cells(app, "sheet")[1][-1] == "Player 2 and Player 1 level: extra turns"
    assert cells(app, "sheet")[2][0] == "1, extra"
    assert equities(app)[2] == 0


def test_a_round_that_is_played_again_says_so() -> None:
    app = plain(match="g1.14.r1a.PP.3.2417.1.!A!A")
    match = assert_screen_is_the_code(app)
    assert (match.sitting, match.pot) == ("again", 6)
    assert "It is played again." in prose(app)
    assert cells(app, "sheet")[1][-1] == "nobody qualifies: played again"
    assert cells(app, "sheet")[2][0] == "1 again"


def test_a_pot_that_rolled_over_says_how_often() -> None:
    app = plain(match="g1.14.r4p.PP.1.2417.1.!A!A!R!R")
    assert assert_screen_is_the_code(app).carried == 2
    assert "6 chips in the pot. It has rolled over 2 times." in prose(app)
    assert [row[-1] for row in cells(app, "sheet")[1:3]] == [
        "nobody qualifies: rolls over",
        "Player 1 and Player 2 level: rolls over",
    ]


def test_a_last_pot_is_shared() -> None:
    app = plain(match="g1.14.r1p.PP.1.2417.1.!R!R")
    assert assert_screen_is_the_code(app).winners == (0, 1)
    assert heading(app) == "Player 1 and Player 2 share the match."
    assert cells(app, "sheet")[1][-1] == "Player 1 and Player 2 level: shared equally"


def test_what_there_is_to_beat_is_said() -> None:
    app = plain(match="g1.14.r1p.PPPP.1.2417.1.!A")
    assert "Nobody has qualified yet." in prose(app)
    app = plain(match="g1.14.r1p.PPPP.1.2417.1.!R!T!T")
    assert "To beat: 19, by Player 2 and Player 3." in prose(app)
    app = plain(match="g1.14.f60r.PPPP.1.2417.1.!R!T!T")
    assert "Round 1, to 60 points." in prose(app)
    assert "0 points, the best of the others 19." in prose(app)


# ------------------------------------------------------------------------------------------------------ moves


def test_the_main_button_says_what_it_will_do() -> None:
    app = plain(match=TWO)
    assert labels(app)["act"] == "Roll"
    click(app, "act")
    assert labels(app)["act"] == "Keep and roll"
    choose(app, 0b111111)
    assert labels(app)["act"] == "Keep and finish"


def test_keeping_nothing_gets_a_sentence_and_changes_nothing() -> None:
    app = plain(match=TWO + ".~")
    click(app, "act")
    assert errors(app) == ["Keep at least one die of every roll."]
    assert app.query_params["match"] == TWO + ".~"
    choose(app, 1)
    assert not errors(app)


def test_undo_goes_back_over_turns_with_the_dice_chosen_again() -> None:
    app = plain(match=TWO)
    codes, masks = [TWO], []
    click(app, "act")
    chance = random.Random(8)
    while len(match_of(app).turns) < 3:
        if roll := match_of(app).game.roll:
            masks.append(chance.randrange(1, 1 << len(roll)))
            codes.append(app.query_params["match"])
            choose(app, masks[-1])
        click(app, "act")
    for code, mask in zip(reversed(codes[1:]), reversed(masks), strict=True):
        click(app, "undo")
        assert app.query_params["match"] == code
        assert chosen(app) == mask
        assert_screen_is_the_code(app)
    click(app, "undo")
    assert app.query_params["match"] == TWO
    assert "undo" not in labels(app)


def test_undo_takes_back_what_bots_did_since() -> None:
    app = plain(match="g1.14.r3p.Pg.1.9.1.~", pace="once")
    choose(app, 0b111111)
    click(app, "act")
    match = match_of(app)
    assert [turn.seat for turn in match.turns] == [0, 1]
    assert match.mover == 0
    click(app, "undo")
    assert app.query_params["match"] == "g1.14.r3p.Pg.1.9.1.~"
    assert chosen(app) == 0b111111
    click(app, "act")
    assert match_of(app) == match


def test_undo_takes_the_end_of_a_match_back() -> None:
    app = plain(match="g1.14.r1p.PP.1.2417.1.!T!K")
    assert match_of(app).is_over
    click(app, "undo")
    assert app.query_params["match"] == "g1.14.r1p.PP.1.2417.1.!T"
    assert_screen_is_the_code(app)


def test_a_match_survives_a_change_of_any_setting() -> None:
    code = ROUND_TWO + "~"
    app = plain(match=code)
    choose(app, 0b010001)
    app.run()  # the choice drew only the parts of the match
    for key, value in (
        ("segments_coach", "ask"),
        ("segments_coach", "off"),
        ("segments_coach", "always"),
        ("segments_pace", "once"),
        ("segments_throws", "own"),
        ("segments_throws", "app"),
        ("segments_lang", "nb"),
        ("segments_lang", "en"),
    ):
        app.pills(key=key).set_value(value).run()
        assert not app.exception
        assert app.query_params["match"] == code
        assert chosen(app) == 0b010001
    assert_screen_is_the_code(app)


def test_the_session_keeps_the_match_when_the_address_names_none() -> None:
    app = plain(match=ROUND_TWO)
    at_address(app)
    assert app.query_params["match"] == ROUND_TWO
    app.switch_page(TURN).run()
    app.switch_page(MATCH).run()
    assert app.query_params["match"] == ROUND_TWO


def test_back_to_before_the_match_is_the_set_up() -> None:
    app = plain(match=ROUND_TWO)
    gone_back(app, controls="plain")
    assert "match_start" in labels(app)
    gone_back(app, controls="plain", match=TWO)
    assert app.query_params["match"] == TWO
    assert_screen_is_the_code(app)


def test_an_address_that_a_fast_click_brings_along_undoes_no_move() -> None:
    app = plain(match=TWO)
    click(app, "act")
    rolled = app.query_params["match"]
    choose(app, 1)
    click(app, "act")
    moved = app.query_params["match"]
    for overtaken in (TWO, rolled):
        app.query_params["match"] = overtaken
        app.run()
        assert app.query_params["match"] == moved


FRESH_OR_BOTS = (
    TWO,
    "g1.14.r2p.Pg.1.77.2",
    "g1.14.r2p.Pg.1.77.2.~",
    "g1.14.r2p.gb.1.77.1.~",
)


@pytest.mark.parametrize("code", FRESH_OR_BOTS)
def test_where_no_person_has_done_anything_there_is_nothing_to_undo(code: str) -> None:
    assert not can_undo(read_match(code))
    assert "undo" not in labels(plain(match=code))
    assert not can_undo(play_on(read_match("g1.14.r2p.Pgw.1.77.2")))


@pytest.mark.parametrize("seed", range(6))
def test_undo_can_be_pressed_where_it_takes_something_back(seed: int) -> None:
    """Bots that play again what they played are no change; everything else is."""
    chance, seen = random.Random(seed), set()
    for _ in range(25):
        seats = tuple(chance.choice([PERSON, PERSON, "greedy", WINNER]) for _ in range(chance.choice([2, 3])))
        match = Match(Setup(chance.randrange(10**6), seats, Rounds(2, "extra")))
        for _ in range(chance.randrange(12)):
            if match.is_over:
                break
            if is_bots_turn(match):
                match = step(match)
            elif match.game.roll:
                match = match.keep(chance.randrange(1, 1 << len(match.game.roll)))
            else:
                match = match.throw() if match.game.steps or chance.random() < 0.8 else match.note(19)
        if match.is_over:
            continue
        changes = play_on(match.undo()) != play_on(match)
        assert can_undo(match) == changes, match.code
        seen.add(changes)
    assert seen == {True, False}


def test_the_match_is_put_away_in_the_settings_or_after_its_end() -> None:
    app = plain(match=TWO)
    assert "put_away" in labels(app)
    assert "new_match" not in labels(app)
    over = plain(match="g1.14.r1p.PP.1.2417.1.!T!K")
    click(over, "new_match")
    assert "match" not in over.query_params
    assert "match_start" in labels(over)
    assert "put_away" not in labels(over), "there is none"


# ------------------------------------------------------------------------------------------------------- bots

BOT_MOVED = "match_bot_moved"


def tick(app: Any) -> None:
    """Let so much time pass that a bot makes its next move."""
    app.session_state[BOT_MOVED] = 0.0
    app.run()
    assert not app.exception, app.exception[0].value


def test_bots_at_once_have_played_when_a_person_is_to_play() -> None:
    app = plain(seats="Pgw", pace="once", first="2")
    setup = begun(app)
    match = assert_screen_is_the_code(app)
    assert match == play_on(Match(setup))
    assert [turn.seat for turn in match.turns] == [1, 2]
    choose_and_finish(app)
    assert match_of(app).mover == 0
    assert [turn.seat for turn in match_of(app).turns] == [1, 2, 0, 1, 2]


def choose_and_finish(app: Any) -> None:
    click(app, "act")
    choose(app, 0b111111)
    click(app, "act")


def test_bots_throw_by_throw_make_a_move_at_each_tick() -> None:
    app = plain(match="g1.14.r2p.Pg.1.77.2")
    match = Match(match_of(app).setup)
    for _ in range(12):
        shown = assert_screen_is_the_code(app)
        if not is_bots_turn(shown):
            break
        assert "act" not in labels(app)
        assert heading(app) == "Bot 2 to play"
        match = shown
        tick(app)
        assert match_of(app) == step(match)
    assert match_of(app) == play_on(Match(match.setup))
    assert labels(app)["act"] == "Roll"
    tick(app)
    assert match_of(app).mover == 0, "nobody plays for a person"


def test_between_two_ticks_nothing_moves() -> None:
    app = plain(match="g1.14.r2p.Pg.1.77.2")
    app.session_state[BOT_MOVED] = float("inf")
    now = app.query_params["match"]
    app.run()
    assert app.query_params["match"] == now


def test_who_will_not_wait_has_the_bots_play_on() -> None:
    app = plain(match="g1.14.r2p.Pgbt.1.77.2")
    click(app, "hurry")
    match = assert_screen_is_the_code(app)
    assert match == play_on(Match(match.setup))
    assert match.mover == 0


def test_bots_alone_play_to_the_end() -> None:
    app = plain(seats="gb", pace="once", rounds="2")
    begun(app)
    assert assert_screen_is_the_code(app).is_over


def test_what_a_bot_kept_is_told() -> None:
    app = plain(match="g1.14.r3p.Pg.1.9.1.~", pace="once")
    choose(app, 0b111111)
    click(app, "act")
    turn = match_of(app).turns[-1]
    kept = " | ".join(NBSP.join(map(str, thrown.kept)) for thrown in turn.game.steps)
    assert f"Bot 2 kept {kept}: {turn.score} point" in prose(app)


def test_all_that_happened_since_a_person_played_is_told(language: str) -> None:
    match = play_on(read_match("g1.14.r3p.Pgbs.1.9.1.!T"))
    app = plain(match=match.code, lang=language)
    assert [turn.seat for turn in match.turns] == [0, 1, 2, 3]
    (told,) = [block.value for block in app.main.markdown if "  \n" in block.value]
    lines = told.split("  \n")
    names = default_names(match.setup, language)
    assert lines[0] == said("{name} noted {score}.", language, name=names[0], score=19)
    for turn, line in zip(match.turns[1:], lines[1:], strict=True):
        kept = " | ".join(NBSP.join(map(str, thrown.kept)) for thrown in turn.game.steps)
        assert line.startswith(f"{names[turn.seat]} {'beholdt' if language == 'nb' else 'kept'} {kept}: ")
        assert re.search(rf": {turn.score} (points?|poeng)[.]", line)
    assert lines[-1].endswith((".", "!"))
    assert said("Round {number}: {outcome}.", language, number=1, outcome="")[:-2] in lines[-1]


def test_of_people_only_the_last_turn_is_told() -> None:
    app = plain(match="g1.14.r3p.PPP.1.9.1.!T!A!K")
    assert "Player 3 noted 10. Round 1: Player 1 wins." in prose(app)
    assert "Player 1 noted" not in prose(app)
    assert "Player 2 noted" not in prose(app)


@pytest.mark.parametrize("controls", ["rich", "plain"])
def test_the_dice_of_a_bot_are_not_to_be_chosen(controls: str) -> None:
    app = opened(MATCH, match="g1.14.r2p.gP.1.9.1", controls=controls, pace="steps")
    match = match_of(app)
    assert is_bots_turn(match)
    assert match.game.roll
    if controls == "rich":
        data = data_of(app, "midnight_tray")
        assert (data["dice"], data["fixed"]) == (list(match.game.roll), True)
    else:
        assert dice_widget(app) is None
        assert f"Thrown: {NBSP.join(map(str, match.game.roll))}" in prose(app)
    click(app, "hurry")
    assert match_of(app).kind == PERSON
    click(app, "act")
    assert dice_widget(app) is not None if controls == "plain" else not data_of(app, "midnight_tray")["fixed"]


def test_of_bots_alone_the_last_round_is_told() -> None:
    match = play_on(read_match("g1.14.r2p.gbs.1.9.1"))
    app = plain(match=match.code)
    (lines,) = [block.value.split("  \n") for block in app.main.markdown if "  \n" in block.value]
    for turn, line in zip(match.turns[-3:], lines, strict=True):
        assert f": {turn.score} point" in line
    told = [line.split(" kept")[0] for line in lines]
    assert told == ["Bot 1", "Bot 2", "Bot 3"]


def test_who_waits_for_bots_skips_to_their_own_turn_or_to_the_next_persons() -> None:
    assert labels(plain(match="g1.14.r2p.Pgb.1.77.2"))["hurry"] == "Skip to my turn"
    assert labels(plain(match="g1.14.r2p.PgP.1.77.2"))["hurry"] == "Skip to the next person"


# --------------------------------------------------------------------------------------------------- own dice


def own(**address: str) -> Any:
    return plain(throws="own", coach="always", **address)


def own_field(app: Any) -> Any:
    return next(field for field in app.text_input if field.key.startswith("own_roll"))


def test_own_dice_are_typed_for_a_whole_turn() -> None:
    app = own(match=TWO)
    assert labels(app)["act"] == "Use these dice"
    for typed, mask in (("1 2 3 4 5 6", 0b001001), ("6,6,2+5", 0b000011), ("53", 0b000011)):
        type_in(app, own_field(app).key, typed)
        assert_screen_is_the_code(app)
        choose(app, mask)
        click(app, "act")
        assert_screen_is_the_code(app)
    assert app.query_params["match"] == TWO + ".123456J6625D53D"
    assert match_of(app).turns[0].score == 6 + 6 + 5 + 3
    assert own_field(app).value == ""
    assert heading(app) == "Player 2 to play"


def test_own_dice_are_entered_by_the_buttons() -> None:
    app = own(match=TWO)
    for face in (6, 1, 4, 4, 2, 5):
        click(app, f"face {face}")
    assert app.query_params["match"] == TWO + ".614425"
    assert_screen_is_the_code(app)


@pytest.mark.parametrize("typed", ["1 2 3 4 5 7", "abc", "1234567", "**bold** [x](y)"])
def test_a_bad_roll_gets_a_sentence_and_stays_in_its_field(typed: str) -> None:
    app = own(match=TWO)
    type_in(app, own_field(app).key, typed)
    assert len(errors(app)) == 1
    assert own_field(app).value == typed
    assert app.query_params["match"] == TWO


EVERY_SCORE = (0, *range(4, 25))


def press_score(app: Any, score: int) -> None:
    (key,) = [key for key in labels(app) if key.startswith(f"score {score} ")]
    click(app, key)


def score_buttons(app: Any) -> list[int]:
    return [int(key.split()[1]) for key in labels(app) if key.startswith("score ")]


def popovers(app: Any) -> list[str]:
    return [block.proto.popover.label for block in app.get("popover")]


@pytest.mark.parametrize("throws", ["own", "scores"])
@pytest.mark.parametrize("score", [0, 4, 17, 24])
def test_only_the_score_of_a_turn_can_be_noted(score: int, throws: str) -> None:
    app = plain(match=TWO, throws=throws)
    assert score_buttons(app) == list(EVERY_SCORE)
    press_score(app, score)
    match = match_of(app)
    assert match == read_match(TWO).note(score)
    assert f"Player 1 noted {score}." in prose(app)
    assert heading(app) == "Player 2 to play"
    click(app, "undo")
    assert app.query_params["match"] == TWO
    assert "undo" not in labels(app)


def test_a_score_is_noted_in_place_of_what_was_entered_of_the_turn() -> None:
    for begun_turn in (".123456", ".123456J", ".123456J6625", ".~B~"):
        app = own(match=TWO + begun_turn)
        press_score(app, 21)
        assert assert_screen_is_the_code(app) == read_match(TWO).note(21)
        press_score(app, 0)
        assert match_of(app) == read_match(TWO).note(21).note(0)


@pytest.mark.parametrize("score", EVERY_SCORE)
def test_every_button_notes_what_it_says(score: int) -> None:
    app = plain(match=TWO, throws="scores")
    assert labels(app)[f"score {score} after 0"] == str(score)
    press_score(app, score)
    assert match_of(app) == read_match(TWO).note(score)


def test_who_may_note_a_score() -> None:
    assert "Only the score of Player 1" in popovers(own(match=TWO))
    assert "Only the score of Player 1" in popovers(own(match=TWO + ".123456"))
    assert score_buttons(plain(match=TWO)) == [], "the app throws"
    for throws in ("own", "scores"):
        app = plain(match="g1.14.r2p.Pg.1.77.2", throws=throws)
        assert score_buttons(app) == [], "bots throw for themselves"
        assert labels(app)["hurry"] == "Skip to my turn"
        over = plain(match="g1.14.r1p.PP.1.2417.1.!T!K", throws=throws)
        assert score_buttons(over) == []


def test_the_popover_of_a_score_names_the_player_harmlessly() -> None:
    for name in NAMES:
        app = own(match=TWO, names=quote(name[:20], safe=""))
        shown = popovers(app)[-1]
        assert plain_text_of(shown) == "Only the score of " + " ".join(name[:20].split())
        assert_nothing_active(shown)


def test_only_scores_leaves_out_the_dice_and_what_is_said_of_them() -> None:
    for controls in ("plain", "rich"):
        for coach in ("always", "ask", "off"):
            app = opened(MATCH, match=TWO + ".~B~", throws="scores", coach=coach, controls=controls)
            assert dice_widget(app) is None
            assert data_of(app, "midnight_tray") is None
            assert data_of(app, "midnight_ranking") is None
            assert not {"act", "ask"} & set(labels(app))
            assert not [field for field in app.text_input if field.key.startswith("own_roll")]
            assert "Best for" not in prose(app)
            assert bool(equities(app)) == (coach == "always")
            if coach == "always":
                assert equities(app) == pytest.approx(dict(enumerate(outlook(match_of(app)).equity)))


def test_what_the_coach_was_asked_is_not_told_to_who_only_notes_scores() -> None:
    app = plain(match=CHASE, coach="ask")
    click(app, "ask")
    assert "Best for winning" in prose(app)
    app.pills(key="segments_throws").set_value("scores").run()
    assert "Best for winning" not in prose(app)


@pytest.mark.parametrize("throws", ["own", "scores"])
def test_a_whole_match_is_noted(throws: str) -> None:
    app = plain(match="g1.14.r2p.PPP.1.2417.2", throws=throws)
    for number, score in enumerate((17, 0, 20, 24, 5, 5)):
        assert heading(app) == f"Player {(1 + number) % 3 + 1} to play"
        press_score(app, score)
        assert_tables_are(app, match_of(app), default_names(match_of(app).setup))
    assert match_of(app).winners == (0, 1)
    assert [row[1:4] for row in cells(app, "sheet")[1:3]] == [["20", "17", "0"], ["5", "24", "5"]]
    assert match_of(app).is_over
    assert score_buttons(app) == []


def test_bots_at_once_answer_a_noted_score() -> None:
    app = plain(match="g1.14.r2p.Pgw.1.77.1", throws="scores", pace="once")
    press_score(app, 17)
    assert match_of(app) == play_on(read_match("g1.14.r2p.Pgw.1.77.1").note(17))
    assert len(score_buttons(app)) == len(EVERY_SCORE)


COACHES = {"app": "always", "own": "ask", "scores": "ask"}


@pytest.mark.parametrize("throws", COACHES)
def test_the_coach_speaks_unasked_only_where_the_app_throws(throws: str) -> None:
    app = plain(match=TWO, throws=throws)
    assert app.pills(key="segments_coach").value == COACHES[throws]
    assert bool(equities(app)) == (throws == "app")
    said_so = plain(match=TWO, throws=throws, coach="off")
    assert said_so.pills(key="segments_coach").value == "off"
    app.pills(key="segments_throws").set_value("scores").run()
    assert app.query_params["throws"] == "scores"
    assert app.pills(key="segments_coach").value == "ask"
    assert app.query_params["match"] == TWO


@pytest.mark.parametrize("junk", ["", "dice", "OWN", "<b>", "own,scores"])
def test_other_dice_than_these_are_the_apps(junk: str) -> None:
    app = plain(match=TWO, throws=junk)
    assert app.pills(key="segments_throws").value == "app"
    assert labels(app)["act"] == "Roll"


def test_whose_dice_are_thrown_is_chosen_before_the_match_and_stays() -> None:
    app = plain(seats="PP")
    app.pills(key="segments_throws").set_value("scores").run()
    begun(app)
    assert app.query_params["throws"] == "scores"
    press_score(app, 9)
    assert match_of(app).turns[0].score == 9


def test_bots_throw_for_themselves_at_a_table_with_real_dice() -> None:
    app = own(match="g1.14.r2p.Pg.1.77.1", pace="once")
    type_in(app, own_field(app).key, "146666")
    choose(app, 0b111111)
    click(app, "act")
    match = assert_screen_is_the_code(app)
    assert match.turns[0].score == 24
    assert not any(thrown.typed for thrown in match.turns[1].game.steps)


# -------------------------------------------------------------------------------------------------- the coach

CHASE = "g1.14.r1p.PP.1.2417.1.!X142223D6555"
"""The last turn of a match: 1 and 4 are kept, 23 is to be beaten, and 6 5 5 5 lie on the table."""


def test_what_is_best_for_winning_is_not_what_is_best_for_the_average() -> None:
    app = plain(match=CHASE)
    game = match_of(app).game
    # Level is half of the pot, which nobody wins and all get back.
    worth = Goal("the pot", tuple(1.0 if score > 23 else 0.5 * (score == 23) for score in range(25)))
    options = solve(MIDNIGHT, worth).options(game.turn, game.roll)
    average = solve(MIDNIGHT, mean_score()).best_keep(game.turn, game.roll)
    other = next(option for option in options if option.keep == average)
    assert (options[0].keep, average) == ((6,), (5, 5, 5, 6))
    shown = words(app)
    assert f"Best for winning: 6 ({percent(options[0].value)})." in shown
    assert f"Best for the average is 5{NBSP}5{NBSP}5{NBSP}6".replace(NBSP, " ") in shown
    assert f"gives away {100 * (options[0].value - other.value):.1f} percentage points." in shown
    reached = [f"{100 * sum(option.distribution[23:]):.1f}%" for option in (options[0], other)]
    assert f"Why: 6 reaches 23 in {reached[0]} of turns, 5 5 5 6 in {reached[1]}" in shown
    assert "23 points are worth 50.0%, 22 only 0.0%." in shown
    assert "The price" not in shown, "both qualify for certain"


def test_when_the_best_for_winning_is_the_best_for_the_average_it_says_so() -> None:
    app = plain(match="g1.14.r1p.PP.1.2417.1.!T142223D6555")
    match = match_of(app)
    options = options_of(match)
    average = solve(MIDNIGHT, mean_score()).best_keep(match.game.turn, match.game.roll)
    assert options[0].keep == average
    best = NBSP.join(map(str, average))
    assert f"Best for winning: {best} ({percent(options[0].value)}).".replace(NBSP, " ") in words(app)
    assert "It is best for the average, too." in words(app)


SAME = "Best for winning: **{keep}** ({worth}). It is best for the average, too."
OTHER = (
    "Best for winning: **{keep}** ({worth}). Best for the average is **{other}**, which gives away {loss}."
)
HOPELESS = "Whatever you keep, this can hardly be won any more. Best for the average: **{keep}**."
REACHES = (
    "Why: **{keep}** reaches {score} in {chance} of turns, **{other}** in {less}; and {score} points are "
    "worth {score_worth}, {below} only {less_worth}."
)
QUALIFIES = "Why: **{keep}** qualifies in {chance} of turns, **{other}** in {less}."
PRICE = "The price: it qualifies in {chance} instead of {safer}."


def advice_for(match: Match, language: str) -> tuple[str, str]:
    """Return what the coach should say, computed here from what each keep scores, and its kind."""
    rules, goal = match.setup.rules, outlook(match).goal
    options = solve(rules, goal).options(match.game.turn, match.game.roll)
    worth = {option.keep: option.distribution @ goal.payoff for option in options}
    chances = {option.keep: option.distribution for option in options}
    average = solve(rules, mean_score()).best_keep(match.game.turn, match.game.roll)
    keep = average if max(worth.values()) - worth[average] < 1e-12 else max(worth, key=worth.__getitem__)
    shown = {
        "keep": NBSP.join(map(str, keep)),
        "other": NBSP.join(map(str, average)),
        "worth": in_percent(worth[keep], language),
    }
    if worth[keep] < 0.0005:
        return said(HOPELESS, language, keep=shown["other"]), "hopeless"
    if keep == average:
        return said(SAME, language, **shown), "same"
    lost = worth[keep] - worth[average]
    points = in_percent(lost, language).rstrip("%").rstrip(NBSP)
    if lost < 0.0005:
        points = said("less than {number}", language, number="0,1" if language == "nb" else "0.1")
    first = said(OTHER, language, **shown, loss=said("{number} percentage points", language, number=points))
    if lost < 0.0005:
        return first, "hardly"
    scores = (0, *range(4, 25))
    gains = {
        score: (goal.payoff[score] - goal.payoff[below])
        * (chances[keep][score:].sum() - chances[average][score:].sum())
        for below, score in pairwise(scores)
    }
    score = max(gains, key=gains.__getitem__)
    shown |= {
        "score": score,
        "below": score - 1,
        "chance": in_percent(chances[keep][score:].sum(), language),
        "less": in_percent(chances[average][score:].sum(), language),
        "score_worth": in_percent(goal.payoff[score], language),
        "less_worth": in_percent(goal.payoff[score - 1], language),
    }
    reason = said(QUALIFIES, language, **shown) if score == 4 else reaches(shown, language)
    safety, safer = chances[keep][4:].sum(), chances[average][4:].sum()
    if safer - safety < 0.0005:
        return f"{first} {reason}", "free"
    price = said(PRICE, language, chance=in_percent(safety, language), safer=in_percent(safer, language))
    return f"{first} {reason} {price}", "priced"


def reaches(shown: dict[str, Any], language: str) -> str:
    message = REACHES.replace("{score_worth}", "{worth}")
    return said(message, language, **{**shown, "worth": shown["score_worth"]})


def in_percent(share: float, language: str) -> str:
    return f"{100 * share:.1f}".replace(".", ",") + NBSP + "%" if language == "nb" else f"{100 * share:.1f}%"


def positions_to_advise() -> list[str]:
    """Return three positions for each kind of advice, in rounds and races of two and more."""
    chance, found = random.Random(12), {}
    for _ in range(3000):
        size = chance.choice([2, 2, 3, 8])
        form = chance.choice([Rounds(2), Rounds(2, "extra"), Rounds(1, "again"), Race(30, "immediate")])
        if isinstance(form, Race) and size == 2:
            form = Race(12)
        rules = chance.choice([MIDNIGHT, MIDNIGHT, TWO_FOUR_24]) if size > 2 else MIDNIGHT
        match = Match(Setup(chance.randrange(10**6), (PERSON,) * size, form, rules, first=0))
        for _ in range(chance.randrange(2 * size + 1)):
            after = match.note(chance.choice([0, 5, 17, 19, 20, 22, 23, 24]))
            match = match if after.is_over else after
        match = match.throw()
        for _ in range(chance.randrange(3)):
            if match.game.roll and len(match.game.roll) > 1:
                match = match.keep(chance.randrange(1, (1 << len(match.game.roll)) - 1)).throw()
        _, kind = advice_for(match, "en")
        if len(found.setdefault(kind, [])) < 3:
            found[kind].append(match.code)
        if len(found) == 5 and all(len(codes) == 3 for codes in found.values()):
            break
    assert set(found) == {"hopeless", "same", "hardly", "free", "priced"}
    return [code for codes in found.values() for code in codes]


def test_every_sentence_of_the_advice_is_what_is_computed(language: str) -> None:
    app = plain(lang=language, match=TWO)
    for code in positions_to_advise():
        gone_back(app, lang=language, controls="plain", match=code)
        wanted, _ = advice_for(match_of(app), language)
        assert wanted in prose(app).splitlines(), code


@pytest.mark.usefixtures("language")
def test_where_only_qualifying_counts_the_reason_says_so() -> None:
    match = read_match("g1.14.r1p.PP.1.2417.1.!A").throw()
    ahead, goal = outlook(match), qualify()
    options = solve(MIDNIGHT, goal).options(match.game.turn, match.game.roll)
    told = advice(replace(ahead, goal=goal), options, options[-1], Picked(goal, 19, "", ""))
    chances = {"chance": percent(options[0].p_qualify), "less": percent(options[-1].p_qualify)}
    keeps = {
        "keep": NBSP.join(map(str, options[0].keep)),
        "other": NBSP.join(map(str, options[-1].keep)),
    }
    assert told.endswith(tr(QUALIFIES, **keeps, **chances))
    assert options[-1].p_qualify < options[0].p_qualify - 0.01


NEEDED = {
    # In a round: one more than the best, as far as there is one.
    TWO: 19,
    TWO + ".!A": 19,
    TWO + ".!E": 5,
    TWO + ".!X": 24,
    TWO + ".!Y": 24,
    # In a race: what is missing, and more than the best of the others.
    "g1.14.f30r.PP.1.1.1": 19,
    "g1.14.f12r.PP.1.1.1": 12,
    "g1.14.f24r.PPP.1.1.1": 24,
    "g1.14.f25r.PPP.1.1.1": 19,
    "g1.14.f30i.PPP.1.1.1.!K!A!A": 20,
    "g1.14.f30r.PPP.1.1.1.!U!K!A": 10,
    "g1.14.f30r.PPP.1.1.1.!U!U!U!U": 21,
    "g1.14.f30r.PPP.1.1.1.!Y!P!Y!Y": 19,  # 33 points are out of reach
    "g1.14.f26r.PPP.1.1.1.!Y!A!A": 4,  # of the 2 that are missing
    # Extra turns of a race are as a round.
    "g1.14.f8r.PP.1.1.1.!K!K": 19,
    "g1.14.f8r.PP.1.1.1.!K!K!H": 8,
}


@pytest.mark.parametrize("code", NEEDED)
def test_the_score_that_is_needed(code: str) -> None:
    match = read_match(code)
    assert needed(match) == NEEDED[code] == target_of(match)


def test_advice_leads_to_what_if_with_the_same_dice() -> None:
    app = plain(match=CHASE)
    choose(app, 0b0001)
    link = next(link for link in app.main.get("page_link") if "position" in link.proto.query_string)
    said_there = {name: value for name, (value,) in parse_qs(link.proto.query_string).items()}
    position = read_position(said_there["position"])
    assert (position.kept, sorted(position.roll)) == ((1, 4), [5, 5, 5, 6])
    assert [picked(position.roll, pin) for pin in position.pins] == [(6,)]
    assert (said_there["goal"], said_there["target"]) == ("beat", "23")
    there = opened(WHAT_IF, **said_there)
    assert there.pills(key="segments_goal").value == "beat"
    assert there.number_input(key="number_target").value == 23
    assert there.query_params["position"] == said_there["position"]


@pytest.mark.parametrize("code", [TWO + ".~", "g1.14.r2p.PP.1.2417.1.!A~"])
def test_what_if_has_its_usual_goal_when_there_is_nothing_to_beat(code: str) -> None:
    app = plain(match=code)
    link = next(link for link in app.main.get("page_link") if "position" in link.proto.query_string)
    assert set(parse_qs(link.proto.query_string)) == {"position"}


NOTHING_TOLD = ("data-equity", "data-value")


def assert_nothing_is_told(app: Any) -> None:
    match = match_of(app)
    assert not any(mark in html(app) for mark in NOTHING_TOLD)
    assert data_of(app, "midnight_ranking") is None
    assert not app.get("plotly_chart")
    assert not app.dataframe
    assert "Best for winning" not in prose(app)
    assert "%" not in prose(app) + "".join(caption.value for caption in app.main.caption) + tables(app)
    assert heading(app), "the match itself is shown"
    assert_tables_are(app, match, default_names(match.setup))


def tables(app: Any) -> str:
    return str(cells(app, "standings") + cells(app, "sheet"))


@pytest.mark.parametrize("coach", ["off", "ask"])
@pytest.mark.parametrize("controls", ["plain", "rich"])
def test_a_coach_that_is_not_asked_leaks_no_number(controls: str, coach: str) -> None:
    app = opened(MATCH, match=CHASE, coach=coach, controls=controls)
    if controls == "plain":
        choose(app, 0b0001)
    else:
        data = data_of(app, "midnight_tray")
        assert data["dice"] == [6, 5, 5, 5]
        assert data["keeps"] is None
    assert_nothing_is_told(app)
    assert ("ask" in labels(app)) == (coach == "ask")


def test_a_coach_that_is_asked_tells_about_this_roll_and_no_other() -> None:
    app = plain(match=CHASE, coach="ask")
    click(app, "ask")
    assert "Best for winning" in prose(app)
    choose(app, 0b0001)
    assert numbers(app) == numbers_of(options_of(match_of(app)), (6,), 24)
    assert "ask" not in labels(app)
    click(app, "act")
    assert_nothing_is_told(app)
    assert "ask" in labels(app)


def test_a_coach_that_always_speaks_tells_the_tray_and_the_ranking() -> None:
    app = opened(MATCH, match=CHASE)
    tray = data_of(app, "midnight_tray")
    assert data_of(app, "midnight_ranking") is not None
    assert "At least 24" in [tile["name"] for tile in tray["tiles"]]
    for option, (digits, *row) in zip(options_of(match_of(app)), tray["keeps"], strict=True):
        wanted = numbers_of(options_of(match_of(app)), option.keep, 24).expected
        assert digits == "".join(map(str, option.keep))
        assert row == pytest.approx(
            [wanted[name] for name in ("value", "loss", "p-qualify", "mean-score", "p-at-least", "rank")]
        )


@pytest.mark.parametrize("coach", ["always", "ask"])
def test_nobody_is_told_about_a_bots_dice(coach: str) -> None:
    app = opened(MATCH, match="g1.14.r2p.Pg.1.77.2.~", coach=coach)
    assert is_bots_turn(match_of(app))
    assert data_of(app, "midnight_tray")["keeps"] is None
    assert "Best for winning" not in prose(app)
    assert "ask" not in labels(app)


MODELS = {
    "g1.14.r2p.PP.1.1.1": "Exact, if everybody plays their best to win from here on.",
    "g1.14.r2p.Pw.1.1.1": "Exact, if everybody plays their best to win from here on.",
    "g1.14.r2p.Pgg.1.1.1": "by their own strategy: Greedy.",
    "g1.14.f12r.Pg.1.1.1": "by their own strategy: Greedy.",
    "g1.14.f30r.PPP.1.1.1": "Approximate: a race of more than two is not solved.",
}


@pytest.mark.parametrize(
    ("code", "is_said"),
    [
        ("g1.14.r2e.Pgg.1.1.1", True),
        ("g1.14.r2e.Pgg.1.1.1.!T!T!T", True),
        ("g1.14.r2e.Pgg.1.1.1.!T!T!A", False),
        ("g1.14.r2e.PPw.1.1.1", False),
        ("g1.14.r2p.Pgg.1.1.1", False),
        ("g1.14.f12r.Pg.1.1.1", False),
    ],
)
def test_where_a_bots_strategy_is_left_out_that_is_said(code: str, is_said: bool) -> None:
    (caption,) = [caption.value for caption in plain(match=code).main.caption]
    assert ("Extra turns that may follow count as played at their best by everybody." in caption) == is_said


@pytest.mark.parametrize("code", MODELS)
def test_how_the_chances_are_found_is_said(code: str) -> None:
    (caption,) = [caption.value for caption in plain(match=code).main.caption]
    assert MODELS[code] in caption


# --------------------------------------------------------------------------------- a race of two and a bot


@pytest.mark.parametrize("finish", ["round", "immediate"])
def test_a_race_of_two_against_a_bot_is_weighed_exactly(finish: str) -> None:
    app = plain(match=f"g1.14.f12{finish[0]}.Pg.1.5.1.!A!F134456")
    match = assert_screen_is_the_code(app)
    race = solve_race(MIDNIGHT, 12, finish, strategies=(None, NAMED["greedy"]))
    options = solve(MIDNIGHT, race.goal((0, 5), 0)).options(match.game.turn, match.game.roll)
    assert equities(app)[0] == pytest.approx(options[0].value, abs=1e-12)
    keep = options[3].keep
    choose(app, mask_of(match.game.roll, keep))
    assert numbers(app)["value"] == pytest.approx(options[3].value, abs=1e-12)
    assert equities(app)[1] == pytest.approx(1 - options[3].value, abs=1e-12)


def test_a_race_is_played_to_its_end() -> None:
    app = plain(match="g1.14.f12r.Pg.1.5.1.!Y", pace="once")
    match = assert_screen_is_the_code(app)
    assert match.is_over
    best = max(match.totals)
    assert heading(app) == f"Player 1 wins the race with {best} points."
    assert "To 12 points, the round completed, a stake of 1 chip" in prose(app)


# --------------------------------------------------------------------------------- the line over the match


LINES = (ROUND_TWO + "!K", "g1.14.f40r.PPPP.1.2417.3.!T!K!A", "g1.14.r1e.PgPw.7.4.2.!T!K!A", TWO + ".!T!K!A")


def assert_lines_are(app: Any, lines: Any, meaning: str) -> None:
    match, names = match_of(app), default_names(match_of(app).setup)
    (figure,) = charts(app)
    go.Figure(figure)
    assert [trace["name"] for trace in figure["data"]] == [names[seat] for seat in match.order]
    for seat, trace in zip(match.order, figure["data"], strict=True):
        assert trace["x"] == list(range(len(match.turns) + 1))
        assert trace["y"] == pytest.approx(lines[:, seat].tolist(), abs=1e-12)
    assert len({(trace["line"]["color"], trace["line"]["dash"]) for trace in figure["data"]}) == len(names)
    assert figure["layout"]["yaxis"]["title"]["text"] == meaning
    low, high = figure["layout"]["yaxis"].get("range", (lines.min(), lines.max()))
    assert low <= lines.min()
    assert lines.max() <= high


MEANINGS = {"rollover": "Share of the pot", "extra": "Wins the round", "again": "Wins the round"}


@pytest.mark.parametrize("line", [None, "chips", "round", "nonsense"])
@pytest.mark.parametrize("code", LINES)
def test_the_line_over_the_match_is_in_chips_or_everybodys_equity(code: str, line: str | None) -> None:
    app = plain(match=code, coach="always", **({} if line is None else {"line": line}))
    match = match_of(app)
    if isinstance(match.setup.form, Race):
        assert "segments_line" not in [pills.key for pills in app.pills]
        assert_lines_are(app, timeline(match), "Wins the match")
    elif line == "round":
        assert_lines_are(app, timeline(match), MEANINGS[match.setup.form.tie])
    else:
        assert app.pills(key="segments_line").value == "chips"
        assert_lines_are(app, expected_chips(match), "Chips in the end")


def test_which_line_is_shown_is_a_choice_in_the_address() -> None:
    app = plain(match=LINES[0])
    app.pills(key="segments_line").set_value("round").run()
    assert app.query_params["line"] == "round"
    assert_lines_are(app, timeline(match_of(app)), "Share of the pot")
    app.pills(key="segments_line").set_value("chips").run()
    assert_lines_are(app, expected_chips(match_of(app)), "Chips in the end")
    assert app.query_params["match"] == LINES[0]


def test_without_chips_the_line_is_in_equity() -> None:
    app = plain(match="g1.14.r2p.PP.0.2417.1.!T!K", line="chips")
    assert "segments_line" not in [pills.key for pills in app.pills]
    assert_lines_are(app, timeline(match_of(app)), "Share of the pot")


def test_the_line_of_a_match_that_is_over_ends_with_the_chips(language: str) -> None:
    app = plain(match="g1.14.r2p.PPP.3.2417.1.!R!F!A!V!F!A", lang=language)
    (figure,) = charts(app)
    match = match_of(app)
    assert [trace["y"][-1] for trace in figure["data"]] == [match.chips[seat] for seat in match.order]


def test_eight_lines_are_all_told_apart() -> None:
    app = plain(match="g1.14.r2p.PPPPPPPP.1.2417.3.!T!K!A")
    (figure,) = charts(app)
    looks = {(t["line"]["color"], t["line"]["dash"], t["marker"]["symbol"]) for t in figure["data"]}
    assert len(looks) == 8


def test_before_the_first_turn_there_is_no_line() -> None:
    assert not charts(plain(match=TWO))


# -------------------------------------------------------------------------------------------- end and anew


def test_play_again_is_the_same_agreement_with_other_dice() -> None:
    app = plain(match="g1.24.r1e.PPP.7.2417.~.!T!K!F")
    before = match_of(app)
    assert before.is_over
    click(app, "late")
    after = assert_screen_is_the_code(app)
    assert not after.turns
    assert after.setup.seed != before.setup.seed
    assert (after.setup.seats, after.setup.form, after.setup.rules, after.setup.ante, after.setup.first) == (
        before.setup.seats,
        before.setup.form,
        before.setup.rules,
        before.setup.ante,
        before.setup.first,
    )


def test_a_new_match_is_agreed_anew_with_the_choices_as_they_were() -> None:
    app = plain(seats="PPP", form="race", to="30", ante="4", names="Ada,Bo")
    first = begun(app)
    click(app, "put_away")
    assert "match" not in app.query_params
    assert app.text_input(key="match_name_1").value == "Bo"
    second = begun(app)
    assert second.seed != first.seed
    assert (second.seats, second.form, second.ante) == (first.seats, first.form, first.ante)


def test_the_end_says_who_won_what() -> None:
    app = plain(match="g1.14.r2p.PPP.2.2417.1.!R!F!A!V!F!A", names="Ada")
    assert heading(app) == "Ada wins the match with 2 rounds."
    assert "2 rounds, a pot that nobody wins rolls over, a stake of 2 chips" in prose(app)
    assert "Best for winning" not in prose(app)
    assert not app.main.caption


# ------------------------------------------------------------------------------------------------------ names

NAMES = (
    "Kari & Per",
    "<b>x</b><img src=x>",
    "</td></table><script>",
    "**b** _i_ `c` ~~s~~",
    "[x](javascript:y)",
    "![x](http://x.in/y)",
    "$x^2$ :red[r]",
    ":material/home:",
    "# h",
    "1. one",
    "- a",
    "{name} {0} %s {{}}",
    'O\'Brien "Q"',
    "a, b; c | d",
    "50% & 100%25",
    "ÆØÅ æøå \N{GAME DIE}",
    "\\",
    "&lt;b&gt; &amp;",
)


def assert_name_is_shown(app: Any, name: str) -> None:
    assert not app.exception
    assert cells(app, "standings")[1][0].removeprefix("▸ ") == name
    assert cells(app, "sheet")[0][1] == name
    assert not re.search(
        r"<(b|img|script|td)\b(?! aria-hidden)", html(app).split("</style>")[1].replace("<td>", "")
    )
    assert plain_text_of(heading(app)) is not None
    assert name in plain_text_of(heading(app))
    assert_nothing_active(heading(app))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_exactly_and_does_nothing(name: str) -> None:
    app = plain(match="g1.14.r2e.PPP.1.2417.1", names=quote(name[:20], safe=""))
    name = " ".join(name[:20].split())
    assert_name_is_shown(app, name)
    for element in app.main.markdown:
        assert_nothing_active(element.value)
        assert plain_text_of(element.value) is not None
    assert f"{name}: roll the dice." in [plain_text_of(element.value) for element in app.main.markdown]
    assert f"{name} begins every round." in [plain_text_of(element.value) for element in app.main.markdown]
    # To beat, level, an extra turn, a noted score, and the chart.
    gone_back(app, controls="plain", names=quote(name, safe=""), match="g1.14.r2e.PPP.1.2417.1.!T!A!T")
    assert_name_is_shown(app, name)
    shown = " ".join(plain_text_of(element.value) or "" for element in app.main.markdown)
    assert f"{name} and Player 3 are level." in shown
    assert cells(app, "sheet")[1][-1] == f"{name} and Player 3 level: extra turns"
    (figure,) = charts(app)
    assert figure["data"][0]["name"] == escape(name)
    assert figure["layout"]["xaxis"]["ticktext"][1] == f"{escape(name)}: 19"
    gone_back(app, controls="plain", names=quote(name, safe=""), match="g1.14.r1p.PPP.1.2417.1.!T!A!F")
    assert plain_text_of(heading(app)) == f"{name} wins the match with 1 round."
    assert cells(app, "sheet")[1][-1] == f"{name} wins"


def test_a_name_is_plain_text_in_the_tray_too() -> None:
    name = "**b** <i>x</i>"
    app = opened(MATCH, match=TWO, names=quote(name, safe=""))
    assert data_of(app, "midnight_tray")["text"]["empty_table"] == f"{name}: roll the dice."


def test_names_are_typed_and_kept_in_the_link() -> None:
    app = plain(seats="PPP", first="1")
    type_in(app, "match_name_0", "  Ada, <b>  Lovelace ")
    type_in(app, "match_name_2", "100% & more")
    address = dict(app.query_params)
    begun(app)
    assert [row[0].removeprefix("▸ ") for row in cells(app, "standings")[1:]] == [
        "Ada, <b> Lovelace",
        "Player 2",
        "100% & more",
    ]
    again = opened(MATCH, **address)
    assert again.text_input(key="match_name_0").value == "Ada, <b> Lovelace"
    assert again.text_input(key="match_name_2").value == "100% & more"


def test_a_name_that_is_taken_away_is_the_number_again() -> None:
    app = plain(seats="PP", names="Ada,Bo", first="1")
    type_in(app, "match_name_0", "   ")
    begun(app)
    assert heading(app) == "Player 1 to play"


@pytest.mark.parametrize(
    "said_names",
    ["x" * 1999, "," * 1999, "x" * 5000, "%00%ff%u1234", "%25" * 300, ",,,,,,,,,,Zoe", "\u202e", "\x00"],
)
def test_any_names_in_a_link_do_no_harm(said_names: str) -> None:
    app = plain(match="g1.14.r2e.PP.1.2417.1.!T", names=said_names)
    assert not errors(app)
    shown = [row[0].removeprefix("▸ ") for row in cells(app, "standings")[1:]]
    assert all(1 <= len(name) <= 20 for name in shown)
    assert match_of(app).mover == 1


def test_names_belong_to_seats_and_not_to_the_order_of_playing() -> None:
    app = plain(match="g1.14.r2e.PPP.1.2417.3", names="Ada,Bo,Cy")
    assert [row[0].removeprefix("▸ ") for row in cells(app, "standings")[1:]] == ["Cy", "Ada", "Bo"]
    assert cells(app, "sheet")[0][1:4] == ["Ada", "Bo", "Cy"]
    assert heading(app) == "Cy to play"


# ------------------------------------------------------------------------------------------------ bad links


@pytest.mark.parametrize(
    "code",
    ["", "nonsense", "m1.14.2417", "g1.14.r8p.P.1.1.~", "g1.14.r8p.PP.1.1.1.~~", "<script>", "x" * 13000],
)
def test_a_bad_link_gets_a_sentence_and_the_set_up(code: str) -> None:
    app = plain(match=code)
    assert len(errors(app)) == 1
    assert_nothing_active(errors(app)[0])
    assert "match_start" in labels(app)
    begun(app)
    assert not errors(app), "the match that is begun has nothing to do with it"


def test_a_bad_link_in_the_midst_of_a_match_leaves_it_alone() -> None:
    app = plain(match=ROUND_TWO)
    gone_back(app, controls="plain", match=ROUND_TWO + "~~")
    assert len(errors(app)) == 1
    assert app.query_params["match"] == ROUND_TWO
    click(app, "act")
    assert not errors(app)


def test_a_bad_link_after_the_end_gets_a_sentence_too() -> None:
    app = plain(match="g1.14.r1p.PP.1.2417.1.!T!K")
    gone_back(app, controls="plain", match="g1.14.r1p.PP.1.2417.1.!T!K!K")
    assert errors(app) == ["This link goes on after its match is over."]


def test_rules_that_came_with_a_link_can_be_played() -> None:
    app = plain(match="g1.56.r1p.PP.1.2417.1.!T~")
    assert assert_screen_is_the_code(app).setup.rules.required == (5, 6)


def test_the_sum_of_all_shares_is_the_whole() -> None:
    app = plain(match="g1.14.f60i.PPPPPPPP.1.2417.3.!T!K!A")
    assert sum(equities(app).values()) == pytest.approx(1)
    assert max(equities(app), key=equities(app).__getitem__) == 2, "who has played well"
