"""The one error that bad input raises."""

from __future__ import annotations

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
    shown = str(value) if is_number else repr(value)
    if len(shown) > _LONGEST:
        return f"{shown[:_LONGEST]}…"
    return value if is_number else shown


_LONGEST = 40
_MOST_BITS = 1000
