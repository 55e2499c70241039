"""Thousands of mangled codes in the address: a sentence for each bad one, and nothing shown is lost."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from streamlit.testing.v1 import AppTest

from midnight_core import InputError
from midnight_core.bots import play_on
from midnight_core.gamecode import MASKS, read_position, read_turn
from midnight_core.match import read_match
from midnight_core.outlook import unsolved_race
from midnight_ui import desk, match_table, turn_table
from midnight_ui.text import sentence
from tests.ui.screen import MATCH, TURN, WHAT_IF, errors, gone_back, opened

TURNS = ("m1.14.2417", "m1.14.2417.~", "m1.14.2417.~C~D~", "m1.24.999999999999.~_", "m1.14.1.123456J6652P")
MATCHES = (
    "g1.14.r2p.PPb.1.2417.~",
    "g1.14.r2e.PP.5.2417.1.~B~C~P",
    "g1.24.r1a.PPPP.0.999999999999.3.!T!A~",
    "g1.14.r1p.PP.1.1.1.123456J6652P!T",
    "g1.14.r50p.PPPPPPPP.1000.7.~.!T!T!T!T",
)
POSITIONS = ("p1.14", "p1.14.46.1235", "p1.14.46.1235.CE", "p1.24..234566.BDH", "p1.14.145566")
INJECTIONS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[click](javascript:alert(1))",
    "![x](http://x.invalid/y.png)",
    "**bold** _it_ `code` ~~no~~",
    "$x^2$ :red[danger] :material/home:",
    "{0.__class__} {missing} {{}} %s %(x)s",
    "'; DROP TABLE turns; --",
    "../../etc/passwd",
    "\\\\n\\r\\n# heading\n\n- list\n> quote\n| a | b |",
    "１４.²⁴.٣ ☃ \u202e \u0000 \x1b[31m",
    "m1.14.0",
    "m1.14.-1",
    "m1.14.1e9",
    "m1.14.0x10",
    "m1.14.1000000000000",
    "m1.14.²",
    "m1.14.１２３",
    "m1.44.1",
    "m1.11.1",
    "m1.123456.1",
    "m1.7.1",
    "m1..1",
    "m2.14.1",
    "M1.14.1",
    "m1.14.1.~~",
    "m1.14.1.~A",
    "m1.14.1.~_~",
    "m1.14.1.~_123456",
    "m1.14.1.12345",
    "m1.14.1.12345७J",
    "p1.14.1234567",
    "p1.14.46.123",
    "p1.14.46.1235.A",
    "p1.14.46.1235.BB",
    "p1.14.46.1235.BCDE",
    "p1.14.46.1235.é",
    "p1.14.46..B",
    "p1.14.46.1235._",
    "p1.14.46.1235.C.E",
    "",
    " ",
    ".",
    "....",
    "x" * 65,
    "9" * 100_000,
    "m1.14.2417." + "~B" * 50_000,
    "g1.14.r8p.PP.1.2417",
    "g1.14.r8p.P.1.2417.~",
    "g1.14.r8p.PPPPPPPPP.1.2417.~",
    "g1.14.r0p.PP.1.2417.~",
    "g1.14.r51p.PP.1.2417.~",
    "g1.14.r08p.PP.1.2417.~",
    "g1.14.r8r.PP.1.2417.~",
    "g1.14.f301r.PP.1.2417.~",
    "g1.14.f7i.PP.1.2417.~",
    "g1.14.r8p.Pz.1.2417.~",
    "g1.14.r8p.PP.1001.2417.~",
    "g1.14.r8p.PP.1.2417.3",
    "g1.14.r8p.PP.1.2417.~.",
    "g1.14.r8p.PP.1.2417.~.!",
    "g1.14.r8p.PP.1.2417.~.!B",
    "g1.14.r8p.PP.1.2417.~.~~",
    "g1.14.r1p.PP.1.2417.1.!T!K!A",
    "g1.14.r50p.PP.1.2417.1." + "!T" * 6000,
    "*" * 64,
)


def mangled(valid: tuple[str, ...], count: int, seed: str) -> Iterator[str]:
    """Yield the injections, then valid codes with characters changed, dropped or doubled."""
    yield from INJECTIONS
    chance = random.Random(seed)
    signs = MASKS + "~..~123456" + "<>[]()*_`\\{}$:%&#\"' \u00e6\u4e2d\U0001f3b2\u0660"
    for _ in range(count - len(INJECTIONS)):
        code = list(chance.choice(valid))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(code) + 1)
            match chance.randrange(6):
                case 0:
                    code[place : place + 1] = chance.choice(signs)
                case 1:
                    code[place : place + 1] = []
                case 2:
                    code.insert(place, chance.choice(signs))
                case 3:
                    code = code[:place]
                case 4:
                    code[place:] = code[place:] * 2
                case _:
                    code[place:place] = chance.choice(INJECTIONS[:12])
        yield "".join(code)


def assert_nothing_active(shown: str) -> None:
    """No Markdown or HTML is left once what is escaped is taken out."""
    bare = re.sub(r"\\([^\w\s]|_)", "", shown)
    assert not re.search(r"[<>\[\]`*_$~|{}\\]|:\w+[:\[/]|\n", bare), shown


KINDS = pytest.mark.parametrize(
    ("page", "keeper", "valid", "read"),
    [
        (TURN, turn_table.KEEPER, TURNS, read_turn),
        (WHAT_IF, desk.KEEPER, POSITIONS, read_position),
        (MATCH, match_table.KEEPER, MATCHES, read_match),
    ],
    ids=["turn", "position", "match"],
)


def _opening(keeper, codes) -> None:
    """Go to one address after the other, as the page does before it draws."""
    import streamlit as st

    from midnight_ui.text import sentence

    seen = []
    for code in codes:
        st.query_params[keeper.parameter] = code
        keeper.open_from_address()
        shown = keeper.current()
        keeper.say()
        seen.append((shown.code, None if shown.error is None else sentence(shown.error)))
    st.session_state["seen"] = seen


@KINDS
def test_a_thousand_mangled_codes_each_get_a_sentence(page, keeper, valid, read) -> None:
    codes = [valid[1], *mangled(valid, 1040, f"{page} 0")]
    app = AppTest.from_function(_opening, args=(keeper, codes), default_timeout=120)
    with patch("midnight_ui.address.is_back_or_forward", return_value=True):
        app.run()
    assert not app.exception, app.exception[0].value
    refused, now, said = 0, "", None
    for code, seen in zip(codes, app.session_state["seen"], strict=True):
        if code != now:
            try:
                now, said = read(code).code, None
            except InputError as error:
                said = sentence(error)
                assert_nothing_active(said)
                refused += 1
        assert seen == (now, said), code
    assert refused > len(codes) * 0.5


@KINDS
def test_a_page_at_mangled_codes_shows_what_it_showed_and_the_sentence(page, keeper, valid, read) -> None:
    def kept_of(code):
        """Return what a code says, a match once its bots have played, for whom the page does not wait."""
        kept = read(code)
        return (kept if page != MATCH or unsolved_race(kept) else play_on(kept)).code

    app = opened(page, **{keeper.parameter: valid[1]})
    now, refused = kept_of(valid[1]), 0
    codes = list(mangled(valid, 2 * len(INJECTIONS), f"{page} 1"))
    for code in codes:
        before = now
        gone_back(app, **{keeper.parameter: code, "hints": "off", "coach": "off", "pace": "once"})
        try:
            now = kept_of(code)
            wanted = []
        except InputError as error:
            wanted = [sentence(error)]
            refused += 1
        if code == before:
            wanted = errors(app)  # nothing moved, so what was said before may still stand
        assert errors(app) == wanted, code
        assert app.query_params[keeper.parameter] == now, code
        for shown in wanted:
            assert_nothing_active(shown)
    assert refused > len(codes) * 0.5


@pytest.mark.parametrize("code", INJECTIONS)
def test_a_bad_link_opens_a_fresh_turn_with_a_sentence(code: str) -> None:
    app = opened(TURN, turn=code)
    assert len(errors(app)) == 1
    assert not read_turn(app.query_params["turn"]).steps


@pytest.mark.parametrize("code", INJECTIONS)
def test_a_bad_link_opens_the_set_up_of_a_match_with_a_sentence(code: str) -> None:
    app = opened(MATCH, match=code)
    assert len(errors(app)) == 1
    assert app.button(key="match_start").label == "Start the match"
    assert "match" not in app.query_params


def test_a_bad_link_opens_a_fresh_desk_with_a_sentence() -> None:
    app = opened(WHAT_IF, position="p1.14.46.12")
    assert len(errors(app)) == 1
    assert app.query_params["position"] == "p1.14..234566"


def test_repeated_parameters_are_read_as_one() -> None:
    app = opened(TURN, turn=["<b>", "m1.14.2417.~"])
    assert errors(app) == []
    assert app.button(key="act").label == "Keep and roll"
    gone_back(app, turn=["m1.14.2417.~", "<b>"])
    assert (app.query_params["turn"], len(errors(app))) == ("m1.14.2417.~", 1)


def test_a_mangled_code_in_the_midst_of_a_turn_leaves_the_turn_alone() -> None:
    app = opened(TURN, turn="m1.14.2417.~B~")
    gone_back(app, turn="m1.14.2417.~B~ZZZZ")
    assert app.query_params["turn"] == "m1.14.2417.~B~"
    assert len(errors(app)) == 1
    gone_back(app, turn="m1.14.2417.~B~")
    app.button(key="undo").click().run()
    assert not errors(app)
