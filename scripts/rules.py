"""Write the numbered rules of both games into `docs/rules/`.

The text is the English catalogue that the client shows on its pages of rules, so that the two
cannot say different things. `--check` writes nothing and fails when a page is out of date.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
CATALOGUES = ROOT / "web" / "locales" / "en"
PAGES = ROOT / "docs" / "rules"


@dataclass(frozen=True)
class Book:
    """The rules of one game: their source, and the page for them."""

    catalogue: str
    page: str
    title: str


BOOKS = (
    Book("lumiere-book.po", "lumiere.md", "Rules of La Cité de la Lumière"),
    Book("belle_epoque-book.po", "belle-epoque.md", "Rules of Paris in the Belle Époque"),
)

HEAD = """# {title}

<!-- Written by scripts/rules.py. Change web/locales/en/{catalogue} instead. -->

A refusal names the number of its rule, such as `{example}`. No number is used for two rules.
[Rulings](../rulings.md) says how we read what the printed rules leave open.
"""


def numbered(catalogue: Path) -> dict[str, tuple[str, str]]:
    """Title and text of every rule, by its number, in the order of the catalogue."""
    entries = {entry.msgid: entry.msgstr for entry in polib.pofile(str(catalogue))}
    return {
        match[1]: (text, entries.get(name.removesuffix(".title"), ""))
        for name, text in entries.items()
        if (match := re.fullmatch(r"\w+\.rule\.([A-Z]\d+(?:\.\d+)?)\.title", name))
    }


def written(book: Book) -> str:
    """The page of a game."""
    rules = numbered(CATALOGUES / book.catalogue)
    example = next(number for number in rules if "." in number)
    parts = [HEAD.format(title=book.title, catalogue=book.catalogue, example=example)]
    for number, (title, text) in rules.items():
        level = "###" if "." in number else "##"
        parts.append(f"{level} {number} {title}\n")
        if text:
            parts.append(_markdown(text) + "\n")
    return "\n".join(parts)


def _markdown(text: str) -> str:
    """The tags of the catalogue as Markdown."""
    text = re.sub(r"</?b>", "**", text)
    text = re.sub(r"</?em>", "*", text)
    assert "<" not in text, f"a tag that Markdown has no form for: {text}"
    return text


def main(arguments: list[str]) -> int:
    """Write the pages, or check them."""
    stale = [book for book in BOOKS if _read(PAGES / book.page) != written(book)]
    if "--check" in arguments:
        for book in stale:
            print(f"docs/rules/{book.page} is out of date: run make rules", file=sys.stderr)
        return 1 if stale else 0
    PAGES.mkdir(exist_ok=True)
    for book in stale:
        (PAGES / book.page).write_text(written(book), encoding="utf-8")
        print(f"docs/rules/{book.page}")
    return 0


def _read(page: Path) -> str:
    return page.read_text(encoding="utf-8") if page.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
