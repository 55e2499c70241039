"""Words and numbers in both languages, and text from outside made harmless."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from midnight_core import InputError
from midnight_ui import text
from tests.ui.screen import ROOT

NBSP = "\N{NO-BREAK SPACE}"


@pytest.mark.usefixtures("language")
def test_an_unknown_message_is_shown_as_it_is() -> None:
    assert text.tr("No such message: {n}", n=3) == "No such message: 3"
    assert text.tr("Braces {stay} without values") == "Braces {stay} without values"


def test_singular_and_plural(language: str) -> None:
    one, many = (text.ntr("{count} point", "{count} points", count) for count in (1, 2))
    assert one.startswith("1 ")
    assert many.startswith("2 ")
    if language == "en":
        assert (one, many) == ("1 point", "2 points")


def test_a_translation_fills_in_the_same_values(language: str) -> None:
    known = text.catalogue(language).gettext("Die {n}, showing {face}")
    assert text.tr("Die {n}, showing {face}", n=3, face=5) == known.replace("{n}", "3").replace("{face}", "5")


@pytest.mark.parametrize(
    ("number", "digits", "english"),
    [
        (0.5, 2, "0.50"),
        (17.206, 2, "17.21"),
        (-0.0, 2, "0.00"),
        (-0.001, 2, "0.00"),
        (1234.5, 1, "1234.5"),
        (3, 0, "3"),
    ],
)
def test_decimals(language: str, number: float, digits: int, english: str) -> None:
    assert text.decimal(number, digits) == (english if language == "en" else english.replace(".", ","))


@pytest.mark.parametrize(
    ("chance", "digits", "english"),
    [(0.8237, 1, "82.4%"), (0, 1, "0.0%"), (1, 0, "100%"), (0.5, 2, "50.00%")],
)
def test_percentages(language: str, chance: float, digits: int, english: str) -> None:
    shown = text.percent(chance, digits)
    norwegian = english.replace(".", ",").replace("%", f"{NBSP}%")
    assert shown.replace(" ", NBSP) == (english if language == "en" else norwegian)


def test_a_norwegian_percentage_is_never_broken_over_two_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "language", lambda: "nb")
    assert text.percent(0.5) == f"50,0{NBSP}%"


def test_thousands(language: str) -> None:
    shown = text.whole(20000)
    assert re.fullmatch("20,000" if language == "en" else "20\\s000", shown)


def test_dice_are_not_broken_over_two_lines() -> None:
    assert text.faces((1, 4, 6)) == f"1{NBSP}4{NBSP}6"
    assert text.faces(()) == "–"


def test_plotly_has_the_languages_decimal_sign(language: str) -> None:
    assert text.plotly_separators()[0] == ("." if language == "en" else ",")


COMMONMARK = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def plain_text_of(markdown: str) -> str | None:
    """Return what CommonMark shows of it, None when anything but one paragraph of plain text comes out."""
    blocks = COMMONMARK.parse(markdown)
    if [block.type for block in blocks] != ["paragraph_open", "inline", "paragraph_close"]:
        return None
    parts = blocks[1].children or []
    return (
        "".join(part.content for part in parts)
        if {p.type for p in parts} <= {"text", "text_special"}
        else None
    )


@given(st.text(min_size=1).filter(lambda typed: not re.search(r"[\x00-\x1f\x7f-\x9f]", typed)))
@example("<script>alert(1)</script>")
@example("[x](javascript:alert(1)) ![y](z)")
@example("**b** __c__ ~~d~~ `e` $f$ :red[g] | h | &lt; &#35;")
@example(":material/home: https://a.b www.a.b x@y.de a--b -> <- >=")
@example("1. one")
@example("1) one")
@example("- a")
@example("# a")
@example("=== ---")
@example("\\")
@example("a\\")
def test_an_escaped_value_shows_exactly_its_characters(typed: str) -> None:
    shown = plain_text_of(f"x {text.escaped(typed)} x")
    assert shown is not None
    joiner = "\N{WORD JOINER}"
    assert shown.replace(joiner, "").split() == ["x", *typed.replace(joiner, "").split(), "x"]


@pytest.mark.parametrize(
    "typed",
    [
        ":material/home:",
        ":streamlit:",
        ":smile:",
        "https://a.b",
        "WWW.a.b",
        "x@y.de",
        "a--b",
        "->",
        "<->",
        ">=",
        "~=",
    ],
)
def test_what_streamlit_would_make_more_of_is_kept_apart(typed: str) -> None:
    shown = plain_text_of(text.escaped(typed))
    assert shown is not None
    assert not re.search(r":\w|://|www\.\w|@\w|--|->|<-|[<>~]=", shown, re.IGNORECASE)


@given(st.text())
def test_no_active_sign_is_left_after_escaping(typed: str) -> None:
    shown = text.escaped(typed)
    assert not re.search(r"[\\`*_{}\[\]()<>#+|~$:&^]", re.sub(r"\\.", "", shown))
    assert "\n" not in shown
    assert "\r" not in shown


@pytest.mark.usefixtures("language")
def test_the_sentence_of_an_error_escapes_its_values() -> None:
    error = InputError("A die shows a whole number from 1 to 6, not {face}.", face="<b>[x](y)</b> {z}")
    shown = text.sentence(error)
    assert "\\<b\\>\\[x\\]\\(y\\)" in shown
    assert plain_text_of(shown) is not None


def test_every_translation_has_the_placeholders_of_its_message() -> None:
    path = ROOT / "midnight_ui" / "locale" / "nb" / "LC_MESSAGES" / "midnight.po"
    with path.open("rb") as file:
        messages = [message for message in read_po(file, locale="nb") if message.id]
    assert messages
    for message in messages:
        pairs = (
            zip(message.id, message.string, strict=True)
            if message.pluralizable
            else [(message.id, message.string)]
        )
        for wanted, translation in pairs:
            if translation:
                assert placeholders(translation) == placeholders(wanted), wanted


def placeholders(message: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", message))


NORWEGIAN = {
    "Die {n}, showing {face}": "Terning {n}, viser {face}",
    "Roll": "Kast",
    "Keep and roll": "Behold og kast",
    "Keep and finish": "Behold og avslutt",
}


@pytest.mark.parametrize("message", NORWEGIAN)
def test_the_norwegian_names_are_the_promised_ones(message: str) -> None:
    assert text.catalogue("nb").gettext(message) == NORWEGIAN[message]
