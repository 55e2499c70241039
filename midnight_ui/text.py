"""Words and numbers in the reader's language.

English sentences are the message ids; the Norwegian ones stand in ``locale/nb/LC_MESSAGES/midnight.po``.
Nothing here is process-wide: every session has its own language.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import streamlit as st
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from midnight_core import InputError

LANGUAGES = {"en": "English", "nb": "Norsk"}
"""Language code -> its own name."""

NO_BREAK = "\N{NO-BREAK SPACE}"

_LOCALE = Path(__file__).parent / "locale"
_SESSION = "language"
_NORWEGIAN = ("nb", "nn", "no")


def language() -> str:
    """Return the session's language, ``en`` or ``nb``."""
    return str(st.session_state.get(_SESSION, "en"))


def set_language(code: str) -> None:
    """Make `code` the session's language; anything but a known one is left alone."""
    if code in LANGUAGES:
        st.session_state[_SESSION] = code


def browser_language() -> str:
    """Return the language that the reader's browser asks for, as far as we speak it."""
    locale = st.context.locale or "en"
    return "nb" if locale.lower().split("-")[0] in _NORWEGIAN else "en"


@cache
def catalogue(code: str) -> gettext.NullTranslations:
    """Return the messages of a language; compiled from the .po file, so there is no second copy to forget."""
    path = _LOCALE / code / "LC_MESSAGES" / "midnight.po"
    if not path.exists():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def tr(message: str, **values: Any) -> str:
    """Return a message in the session's language, with its ``{placeholders}`` filled in."""
    text = catalogue(language()).gettext(message)
    return text.format(**values) if values else text


def ntr(singular: str, plural: str, count: int, **values: Any) -> str:
    """Return a message in the form that `count` asks for; ``{count}`` is filled in as well."""
    text = catalogue(language()).ngettext(singular, plural, count)
    return text.format(count=count, **values)


def sentence(error: InputError) -> str:
    """Return what is wrong with an input, translated, with every value escaped: users typed it."""
    values = {
        name: sentence(value) if isinstance(value, InputError) else escaped(_as_number(value))
        for name, value in error.values.items()
    }
    return tr(error.template, **values) if values else tr(error.template)


def _as_number(value: object) -> object:
    return whole(value) if type(value) is int else value


def escaped(value: object) -> str:
    """Return a value as Markdown that shows exactly its characters, without line breaks.

    Streamlit makes icons, links and arrows of what is left once Markdown is read. A joiner, which takes no
    room, keeps their characters apart.
    """
    shown = _MORE_THAN_MARKDOWN.sub(_JOINER, re.sub(r"\s+", " ", str(value)))
    return re.sub(r"([\\`*_{}\[\]()<>#+\-.!|~$:&^=])", r"\\\1", shown)


_JOINER = "\N{WORD JOINER}"
_MORE_THAN_MARKDOWN = re.compile(r"(?<=[:@])(?=\S)|(?<=www\.)|(?<=[-<>~])(?=[-=>])", re.IGNORECASE)


def decimal(number: float, digits: int = 2) -> str:
    """Return a number with so many decimals, with the language's decimal sign."""
    return str(format_decimal(round(number, digits) + 0.0, format=_pattern(digits), locale=language()))


def grouped(number: float, digits: int) -> str:
    """Return a number with so many decimals, and with the language's thousands sign."""
    return str(
        format_decimal(round(number, digits) + 0.0, format=f"#,##{_pattern(digits)}", locale=language())
    )


def signed(number: float, digits: int = 2) -> str:
    """Return a number with its sign, also when it is positive; 0 as shown has none."""
    shown = grouped(abs(number), digits)
    if shown == decimal(0, digits):
        return shown
    return f"{'−' if number < 0 else '+'}{shown}"


def percent(chance: float, digits: int = 1) -> str:
    """Return a chance between 0 and 1 as a percentage."""
    return str(format_percent(chance, format=f"{_pattern(digits)}{percent_sign()}", locale=language()))


def percent_sign() -> str:
    """Return the language's percent sign, with the space before it."""
    return f"{NO_BREAK}%" if language() == "nb" else "%"


def whole(number: int) -> str:
    """Return a whole number with the language's thousands sign."""
    return str(format_decimal(number, locale=language()))


def _pattern(digits: int) -> str:
    return f"0.{'0' * digits}" if digits else "0"


def faces(dice: Iterable[int]) -> str:
    """Return dice as text, for example ``1 4 6``, never broken over two lines; a dash when there are none."""
    return NO_BREAK.join(map(str, dice)) or "–"


def listed(dice: Iterable[int]) -> str:
    """Return one or two faces as words, for example ``1 and 4``."""
    return tr(" and ").join(map(str, dice))


def added(numbers: Iterable[int]) -> str:
    """Return a sum as it is written, for example ``6 + 5 + 5``, never broken over two lines."""
    return f"{NO_BREAK}+{NO_BREAK}".join(map(str, numbers))


def plotly_separators() -> str:
    """Return Plotly's decimal and thousands signs in the session's language."""
    return ", " if language() == "nb" else ".,"
