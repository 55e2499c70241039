"""The files of the components: HTML, CSS and JavaScript as they are, with no build step."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).with_name("components")


def part(name: str) -> str:
    """Return the text of one file of a component."""
    return (_FOLDER / name).read_text(encoding="utf-8")
