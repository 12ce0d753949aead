"""Check every link of the documentation, then build it as HTML.

A page is a Markdown file of the repository's root or of `docs/`. A link inside the repository must
lead to a file that exists and, where it names a heading, to a heading that exists.
"""

from __future__ import annotations

import html
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "docs"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
body {{ max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 Georgia, serif;
  color: #2b2622; background: #faf6ee; }}
nav {{ font-size: .9rem; border-bottom: 1px solid #d8cbb4; padding-bottom: .5rem; }}
pre, code {{ font: .9rem/1.45 ui-monospace, monospace; background: #f1e9da; }}
pre {{ padding: .8rem; overflow-x: auto; }}
table {{ border-collapse: collapse; }} th, td {{ border: 1px solid #d8cbb4; padding: .3rem .6rem; }}
img {{ max-width: 100%; }} a {{ color: #8a4b1f; }}
</style>
<nav>{navigation}</nav>
{body}
</html>
"""


def pages(root: Path) -> list[Path]:
    """The pages, the front page first."""
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    return sorted(found, key=lambda page: (page.name != "README.md", page.relative_to(root).parts))


def parse(page: Path) -> list[Token]:
    """The Markdown of a page as tokens, every heading with its anchor."""
    tokens = _markdown().parse(page.read_text(encoding="utf-8"))
    seen: dict[str, int] = {}
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            anchor = slug("".join(child.content for child in inline.children or ()))
            count = seen[anchor] = seen.get(anchor, -1) + 1
            opening.attrSet("id", f"{anchor}-{count}" if count else anchor)
    return tokens


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def faults(root: Path) -> list[str]:
    """One line for every broken link."""
    found = []
    for page in pages(root):
        for target in _targets(parse(page)):
            fault = _fault(page, target)
            if fault:
                found.append(f"{page.relative_to(root)}: {target}: {fault}")
    return found


def build(root: Path, out: Path) -> int:
    """Write every page and its pictures. Returns the number of pages."""
    shutil.rmtree(out, ignore_errors=True)
    every = pages(root)
    for page in every:
        tokens = parse(page)
        for token in _flat(tokens):
            if token.type == "link_open":
                token.attrSet("href", re.sub(r"\.md(?=#|$)", ".html", str(token.attrGet("href"))))
            elif token.type == "image" and not _elsewhere(str(token.attrGet("src"))):
                _copy(page.parent / unquote(str(token.attrGet("src"))), root, out)
        place = out / page.relative_to(root).with_suffix(".html")
        place.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (len(page.relative_to(root).parts) - 1)
        navigation = " · ".join(
            f'<a href="{up}{other.relative_to(root).with_suffix(".html").as_posix()}">'
            f"{html.escape(other.stem)}</a>"
            for other in every
        )
        markdown = _markdown()
        body = markdown.renderer.render(tokens, markdown.options, {})
        place.write_text(
            PAGE.format(title=html.escape(page.stem), navigation=navigation, body=body),
            encoding="utf-8",
        )
    return len(every)


def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("table")


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _targets(tokens: list[Token]) -> Iterator[str]:
    for token in _flat(tokens):
        if token.type in ("link_open", "image"):
            yield str(token.attrGet("href" if token.type == "link_open" else "src"))


def _elsewhere(target: str) -> bool:
    return re.match(r"[a-z]+:", target) is not None


def _fault(page: Path, target: str) -> str | None:
    if _elsewhere(target):  # links to other sites are not tested
        return None
    name, _, anchor = unquote(target).partition("#")
    file = (page.parent / name).resolve() if name else page
    if not file.exists():
        return "no such file"
    if anchor and file.suffix == ".md":
        headings = {token.attrGet("id") for token in parse(file) if token.type == "heading_open"}
        if anchor not in headings:
            return "no such heading"
    return None


def _copy(picture: Path, root: Path, out: Path) -> None:
    place = out / picture.resolve().relative_to(root)
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(picture, place)


def main() -> int:
    """Check, then build; any broken link is a failure."""
    broken = faults(ROOT)
    if broken:
        print(*broken, sep="\n", file=sys.stderr)
        return 1
    count = build(ROOT, OUT)
    print(f"{count} pages in {OUT.relative_to(ROOT)}, every link inside the repository checked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
