"""The catalogues are complete: every message of the sources, none doubtful, none left over."""

import ast
import re
import string
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]
SOURCES = [
    ROOT / "app.py",
    *(p for d in ("pages", "midnight_ui", "midnight_core") for p in (ROOT / d).rglob("*.py")),
]
LANGUAGES = sorted(path.name for path in (ROOT / "midnight_ui" / "locale").iterdir())
ARGUMENTS = {"tr": 1, "ntr": 2, "mark": 1, "InputError": 1}


def calls() -> list[tuple[str, str, list[ast.expr]]]:
    """Return file, function and message arguments of every call that takes a message, f-strings included."""
    found = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if name in ARGUMENTS:
                found.append((path.name, name, node.args[: ARGUMENTS[name]]))
    return found


def messages() -> set[str | tuple[str, ...]]:
    found: set[str | tuple[str, ...]] = set()
    for _, _, arguments in calls():
        texts = tuple(argument.value for argument in arguments if isinstance(argument, ast.Constant))
        if len(texts) == len(arguments):
            found.add(texts[0] if len(texts) == 1 else texts)
    return found


def read(language: str) -> Catalog:
    path = ROOT / "midnight_ui" / "locale" / language / "LC_MESSAGES" / "midnight.po"
    with path.open("rb") as file:
        return read_po(file, locale=language)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_every_error_of_the_core_has_its_sentence_where_it_is_raised() -> None:
    for file, name, arguments in calls():
        if name == "InputError" and file != "errors.py":
            assert isinstance(arguments[0], ast.Constant), file


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_exactly_the_messages_of_the_sources(language: str) -> None:
    singular = {forms(message)[0] for message in messages()}
    assert len(singular) > 300
    known = {forms(message.id)[0] for message in read(language) if message.id}
    assert known == singular


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_with_the_same_placeholders(language: str) -> None:
    for message in read(language):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        for original, text in zip(forms(message.id), forms(message.string), strict=True):
            assert text, message.id
            assert fields(text) == fields(original), message.id


FIGURE = re.compile(r"\d[.,]\d|\d\s?%|(?<!\d)(?:[7-9]|\d\d+)(?!\d)")
NAMED = re.compile(r"10.000|21[ -](?:throw|kast|terningkast|tries|forsøk)\w*")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_figure_is_typed_into_a_sentence(language: str) -> None:
    """Bounds, faces, names and examples in errors may be; what a reader could want to know is computed."""
    for message in read(language):
        if not message.id or all(place.startswith("midnight_core") for place, _ in message.locations):
            continue
        for texts in (message.id, message.string):
            for text in [texts] if isinstance(texts, str) else texts:
                said = NAMED.sub("", re.sub(r"\{[^}]*\}", "", text))
                assert not FIGURE.search(said), text
