"""The one error that bad input raises."""

from __future__ import annotations

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
