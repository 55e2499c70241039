"""A lesson: what its page says and the code behind its numbers; both together are a notebook to take home."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import streamlit as st

from midnight_core import Rules
from midnight_core.ten_thousand import HouseRules
from midnight_ui import snippets, variant
from midnight_ui.copy_link import title_with_link
from midnight_ui.text import language, tr


class Lesson:
    """Draws a lesson and remembers it for the notebook, in the order drawn.

    What is drawn in a fragment is drawn again by itself, so it must not be said through a lesson.

    Parameters
    ----------
    name : str
        The lesson's file of code, and the notebook's file name.
    by : mapping
        The rules that the lesson is by, under the name that the code's setup gives them.

    Attributes
    ----------
    given : dict
        What else the reader has chosen, by the names that the code's setup gives it.
    """

    def __init__(self, name: str, by: Mapping[str, Any]) -> None:
        self.name = name
        self._by = by
        self.given: dict[str, int | str] = {}
        self._notes: list[tuple[str, str]] = []
        self.note(
            tr(
                "*A lesson of Midnight. The code needs the package `midnight_core`: run `pip install .` in a "
                "copy of the project.*"
            )
        )

    @classmethod
    def opened(cls, name: str, title: str, **choice: Callable[[], Any]) -> Self:
        """Head the page, draw the choice of the rules, and return the lesson by those chosen.

        Parameters
        ----------
        name, title : str
        **choice : callable
            Draws the choice of rules and returns them, under the name that the code's setup gives them:
            ``rules`` for Midnight's, which are chosen unless said, and ``house`` for those of 10 000.
        """
        title_with_link(title)
        drawn = choice or {"rules": variant.of_lesson}
        lesson = cls(name, {rules: draw() for rules, draw in drawn.items()})
        lesson.note(f"# {title}")
        return lesson

    @property
    def rules(self) -> Rules:
        """The rules of a lesson on Midnight."""
        rules: Rules = self._by["rules"]
        return rules

    @property
    def house(self) -> HouseRules:
        """The house rules of a lesson on 10 000."""
        house: HouseRules = self._by["house"]
        return house

    def header(self, text: str, anchor: str | None = None) -> None:
        """Begin a section; its anchor, for links to it, is made from the text unless said."""
        st.header(text, anchor=anchor)
        self.note(f"## {text}")

    def subheader(self, text: str) -> None:
        """Begin a part of a section."""
        st.subheader(text)
        self.note(f"### {text}")

    def say(self, text: str) -> None:
        """Write a paragraph of Markdown."""
        st.markdown(text)
        self.note(text)

    def latex(self, formula: str) -> None:
        """Write a formula."""
        st.latex(formula)
        self.note(f"$${formula}$$")

    def note(self, text: str) -> None:
        """Put a paragraph into the notebook that the page shows in another way, such as a chart's finding."""
        self._notes.append(("text", text))

    def code(self, part: str) -> None:
        """Offer the code of a part: what it starts from, its lines, and what they give."""
        with st.expander(tr("Show the code"), icon=":material/code:"):
            code = self._run(part)
            setup = "\n".join(cell.source for cell in code[snippets.SETUP])
            start = snippets.needed(setup, "\n".join(cell.source for cell in code[part]))
            for cell in code[part]:
                st.code(f"{start}\n\n{cell.source}" if start else cell.source, language=None, wrap_lines=True)
                start = ""
                if cell.output:
                    st.code(cell.output, language=None, wrap_lines=True)
        if not any(kind == "code" for kind, _ in self._notes):
            self._notes.append(("code", snippets.SETUP))
        self._notes.append(("code", part))

    def _run(self, part: str | None = None) -> dict[str, tuple[snippets.Cell, ...]]:
        return snippets.run(self.name, {**self._by, **self.given}, part)

    def take_home(self) -> None:
        """Offer the lesson as a notebook, made when it is asked for."""
        code = language()
        st.download_button(
            tr("Take it home: a Jupyter notebook"),
            data=self.notebook,
            file_name=f"midnight-{self.name.replace('_', '-')}-{code}.ipynb",
            mime="application/x-ipynb+json",
            icon=":material/download:",
            key="take_home",
            on_click="ignore",
        )

    def notebook(self) -> bytes:
        """Return the lesson as a Jupyter notebook: the page's prose and code, nothing run yet."""
        # Takes longer to import than a page to draw.
        import nbformat  # noqa: PLC0415

        make: Any = nbformat.v4

        cells: list[Any] = []
        code = self._run()
        for kind, text in self._notes:
            if kind == "text":
                cells.append(make.new_markdown_cell(text))
            else:
                cells += [make.new_code_cell(cell.source) for cell in code[text]]
        for number, cell in enumerate(cells):
            cell["id"] = f"{self.name}-{number}"
        kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
        return str(make.writes(make.new_notebook(cells=cells, metadata={"kernelspec": kernel}))).encode()
