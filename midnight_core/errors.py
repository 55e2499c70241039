"""The one error that bad input raises."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any


class InputError(ValueError):
    """Bad input, said in a sentence that names what is wrong and what would be right.

    The sentence is kept as a template beside its values, so that an interface can translate the template
    and fill in the same values; ``str(error)`` is the English sentence.

    Parameters
    ----------
    template : str
        An English sentence with ``{name}`` placeholders.
    **values : Any
        What the placeholders stand for.
    """

    def __init__(self, template: str, **values: Any) -> None:
        super().__init__(template.format(**values))
        self.template = template
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        """Survive the way to another process with template and values."""
        return _rebuilt, (self.template, self.values)


def _rebuilt(template: str, values: dict[str, Any]) -> InputError:
    return InputError(template, **values)


def named(value: object) -> object:
    """Return a wrong value as a sentence should name it: quoted unless it is a number, and not endless."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        # Python refuses to write numbers of thousands of digits, and nobody wants to read them.
        return f"{'-' if value < 0 else ''}2^{value.bit_length() - 1}…"
    is_number = isinstance(value, float | Integral)
    try:
        shown = str(value) if is_number else " ".join(repr(value).split())
    except Exception:  # noqa: BLE001  (a wrong value may also be wrong in how it is written)
        return f"<{type(value).__name__}>"
    return value if is_number and len(shown) <= _LONGEST else shortened(shown)


def shortened(text: str) -> str:
    """Return a text no longer than a sentence can quote."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def is_choice(value: object, choices: Iterable[str]) -> bool:
    """Say whether a value is one of some words; arrays and the like are not, and are not compared."""
    return isinstance(value, str) and value in choices


def _can_be_gone_through(value: Any) -> bool:
    """Say whether there is a first value and a next: an array without axes only looks like it."""
    try:
        iter(value)
    except TypeError:
        return False
    return True


def check_kind(name: str, value: object, kind: type) -> None:
    """Raise an `InputError` if the argument called `name` is not of its kind."""
    if not isinstance(value, kind) or (kind is Iterable and not _can_be_gone_through(value)):
        raise InputError(
            "The argument {name} must be of type {kind}, not {value}.",
            name=name,
            kind=kind.__name__,
            value=named(value),
        )


_LONGEST = 40
_MOST_BITS = 1000
