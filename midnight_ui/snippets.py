"""The few lines of code behind a lesson's numbers, run where they are shown.

They stand in ``snippets/`` as doctests, so the tests hold them true. A page runs them again with what its
reader has chosen, and a notebook takes them along.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from midnight_core import MIDNIGHT, TWO_FOUR_24, Rules
from midnight_core.ten_thousand import DEFAULT, HouseRules

FOLDER = Path(__file__).with_name("snippets")
SETUP = "setup"
"""The part that every other part starts from."""

_PART = re.compile(r"^\[([\w-]+)\]$", re.MULTILINE)
_WRITTEN_RULES = {MIDNIGHT: "mc.MIDNIGHT", TWO_FOUR_24: "mc.TWO_FOUR_24"}


@dataclass(frozen=True)
class Cell:
    """Code up to one result.

    Attributes
    ----------
    source : str
    output : str
        How the last line's value is written; empty if it has none.
    """

    source: str
    output: str


def names() -> tuple[str, ...]:
    """Return which lessons have code."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))


def parts(name: str) -> dict[str, str]:
    """Return the parts of a lesson's file by their names, each a doctest."""
    _, *pieces = _PART.split((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    return dict(zip(pieces[::2], pieces[1::2], strict=True))


def written(value: object) -> str:
    """Return a value as source code."""
    if isinstance(value, Rules):
        return _WRITTEN_RULES[value]
    if isinstance(value, HouseRules):
        own = {rule.name: getattr(value, rule.name) for rule in fields(value)}
        changes = (f"{name}={rule!r}" for name, rule in own.items() if rule != getattr(DEFAULT, name))
        return f"tt.HouseRules({', '.join(changes)})"
    return repr(value)


def run(name: str, given: Mapping[str, object], only: str | None = None) -> dict[str, tuple[Cell, ...]]:
    """Run a lesson's code, part by part, and return what is shown of it.

    Parameters
    ----------
    name : str
    given : mapping
        Values for names that the setup assigns, in the place of those that stand there: numbers, words or
        rules.
    only : str, optional
        The one part to run, with the setup.

    Returns
    -------
    dict
        Part -> its cells.
    """
    return _run(name, tuple(sorted((key, written(value)) for key, value in given.items())), only)


@lru_cache(maxsize=1024)
def _run(name: str, given: tuple[tuple[str, str], ...], only: str | None) -> dict[str, tuple[Cell, ...]]:
    space: dict[str, Any] = {}
    return {
        part: tuple(_cells(text, dict(given), space))
        for part, text in parts(name).items()
        if only is None or part in (SETUP, only)
    }


@lru_cache(maxsize=1024)
def needed(setup: str, source: str) -> str:
    """Return the lines of a setup that some code needs: its imports and what it is given, in their order."""
    lines: list[str] = []
    names = _names(ast.parse(source))
    for statement in reversed(ast.parse(setup).body):
        if _bound(statement) & names:
            lines.insert(0, ast.get_source_segment(setup, statement) or "")
            names |= _names(statement)
    return "\n".join(lines)


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement of a setup gives a meaning to."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in statement.names}
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement]
    return {name for target in targets for name in _names(target)}


def _cells(text: str, given: dict[str, str], space: dict[str, Any]) -> list[Cell]:
    cells, waiting = [], ""
    for example in doctest.DocTestParser().get_examples(text):
        source = _assigned(example.source, given)
        waiting += source
        value = _value(source, space)
        if value is not None:
            cells.append(Cell(waiting.rstrip("\n"), repr(value)))
            waiting = ""
    return [*cells, Cell(waiting.rstrip("\n"), "")] if waiting else cells


def _assigned(source: str, given: dict[str, str]) -> str:
    """Return a line of the setup with the value that is given for its name."""
    name, equals, _ = source.partition(" = ")
    return f"{name} = {given[name]}\n" if equals and name in given else source


def _value(source: str, space: dict[str, Any]) -> Any:
    """Run a statement and return its value if it is an expression. The code is the project's own."""
    (statement,) = ast.parse(source).body
    if isinstance(statement, ast.Expr):
        return eval(compile(ast.Expression(statement.value), "<lesson>", "eval"), space)
    exec(compile(source, "<lesson>", "exec"), space)
    return None
