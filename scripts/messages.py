"""Bring the message catalogues up to date: ``python scripts/messages.py``.

Collects every message of app, pages, ``midnight_ui`` and the core's errors, and merges them into the .po
files; translations stay, new messages come in empty, messages that are gone are dropped. A test fails as long
as one is missing. ``python scripts/messages.py --missing`` lists those.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "midnight_ui" / "locale"
SOURCES = ("app.py", "pages", "midnight_ui", "midnight_core")
KEYWORDS = {"tr": None, "ntr": (1, 2), "mark": None, "InputError": None}
WIDTH = 100


def collected() -> Catalog:
    """Return every message in the sources, with the places where it is used."""
    catalogue = Catalog(project="Midnight", charset="utf-8", fuzzy=False)
    for path in sorted(path for source in SOURCES for path in _files(ROOT / source)):
        found = extract_from_dir(
            path.parent,
            method_map=[(path.name, "python")],
            keywords=KEYWORDS,
            strip_comment_tags=True,
        )
        place = path.relative_to(ROOT).as_posix()
        for _, _line, message, comments, context in found:
            catalogue.add(message, locations=[(place, None)], auto_comments=comments, context=context)
    return catalogue


def _files(source: Path) -> list[Path]:
    return [source] if source.is_file() else list(source.rglob("*.py"))


def read(language: str) -> Catalog:
    """Return the catalogue of a language as it stands."""
    with (LOCALE / language / "LC_MESSAGES" / "midnight.po").open("rb") as file:
        return read_po(file, locale=language)


def update(language: str) -> Catalog:
    """Merge the collected messages into a language's file and return the result."""
    path = LOCALE / language / "LC_MESSAGES" / "midnight.po"
    catalogue = read(language) if path.exists() else Catalog(locale=language, project="Midnight", fuzzy=False)
    catalogue.update(collected(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = f"# Messages of Midnight ({language}), kept by scripts/messages.py."
    # A date that changes at every run would only make noise in the history.
    catalogue.creation_date = catalogue.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    text = BytesIO()
    write_po(text, catalogue, width=WIDTH, sort_by_file=True, omit_header=False, ignore_obsolete=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.getvalue())
    return catalogue


def missing(catalogue: Catalog) -> list[str]:
    """Return the messages without a translation, or with one that is marked as doubtful."""
    untranslated = []
    for message in catalogue:
        texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(texts)):
            untranslated.append(message.id if isinstance(message.id, str) else message.id[0])
    return untranslated


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", action="store_true", help="only list what is not translated")
    only_missing = parser.parse_args().missing
    for folder in sorted(LOCALE.iterdir()):
        result = read(folder.name) if only_missing else update(folder.name)
        left = missing(result)
        print(f"{folder.name}: {len(result)} messages, {len(left)} to translate")
        for text in left if only_missing else ():
            print(f"  {text!r}")
