"""The files of the components: HTML, CSS and JavaScript as they are, with no build step."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_FOLDER = Path(__file__).with_name("components")


def boxed(data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return data in a box: Streamlit looks for data frames in every value of a bare dictionary."""
    return [data]


def part(name: str) -> str:
    """Return the text of one file of a component, without what only its readers need.

    Streamlit sends these texts along with every run, so comments and indentation stay at home.
    """
    text = re.sub(r"/\*.*?\*/", "", (_FOLDER / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"
