"""Check every link of the documentation, then make the site with Sphinx, and check the site.

A page is a Markdown file of the repository's root or of `docs/`. A link inside the repository must
lead to a file that exists and, where it names a heading, to a heading that exists. In the site
every link must lead somewhere, too, and no page may load anything from another site: it is read
from a folder, without a server and without a network.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / "build" / "docs"
LOADING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
"""Elements that load something, and the attribute that names it."""


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


def build(root: Path, out: Path, *words: str) -> None:
    """Make the site. A warning is an error."""
    shutil.rmtree(out, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-E", "--keep-going", "-b", "html"]
    places = ["-c", str(root / "docs"), "-d", str(out.parent / "doctrees"), *words]
    subprocess.run([*command, *places, str(root), str(out)], check=True)


class _Page(HTMLParser):
    """The anchors, links and loaded things of one page of the site."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Called for every element."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in LOADING and LOADING[tag] in found:
            self.loaded.append(found[LOADING[tag]])


def site_faults(out: Path) -> list[str]:
    """One line for every link of the site that leads nowhere, or loads from another site."""

    @cache
    def page(path: Path) -> _Page:
        return _Page(path.read_text(encoding="utf-8"))

    found = []
    for path in sorted(out.rglob("*.html")):
        name = path.relative_to(out)
        found += [
            f"{name}: {target}: loaded from elsewhere"
            for target in page(path).loaded
            if _elsewhere(target) and not target.startswith("data:")
        ]
        for target in [*page(path).links, *page(path).loaded]:
            if _elsewhere(target):
                continue
            file, _, anchor = unquote(target.partition("?")[0]).partition("#")
            there = (path.parent / file).resolve() if file else path
            if not there.is_file():
                found.append(f"{name}: {target}: no such file")
            elif anchor and there.suffix == ".html" and anchor not in page(there).anchors:
                found.append(f"{name}: {target}: no such place")
    for path in sorted(out.rglob("*.css")):
        for target in re.findall(
            r"(?:url\(|@import)\s*[\"']?(https?:[^)\"']+)", path.read_text("utf-8")
        ):
            found.append(f"{path.relative_to(out)}: {target}: loaded from elsewhere")
    return found


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


def main() -> int:
    """Check, make, check again; any fault is a failure."""
    broken = faults(ROOT)
    if not broken:
        build(ROOT, OUT)
        broken = site_faults(OUT)
    if broken:
        print(*broken, sep="\n", file=sys.stderr)
        return 1
    count = len(list(OUT.rglob("*.html")))
    print(f"{count} pages, every link checked: {OUT.relative_to(ROOT)}/index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
