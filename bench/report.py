"""bench/results.md: one section for each benchmark, with machine, commit and date.

A run replaces the sections that it measured and leaves the others as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench.machine import ROOT
from bench.measure import Spread

RESULTS = ROOT / "bench" / "results.md"

HEAD = """\
# Benchmark results

Written by `make bench`. Figures are medians over the rounds, with the lowest and the highest
round in brackets; in a round every contestant plays in turn. `machine` says whether all used one
core (engine, start) or all cores.
"""


def write_section(path: Path, title: str, provenance: str, body: str) -> None:
    """Replace or add one section."""
    sections = _sections(path.read_text()) if path.exists() else {}
    sections[title] = f"{provenance}\n\n{body.strip()}\n"
    parts = [HEAD, *(f"## {name}\n\n{text}" for name, text in sections.items())]
    path.write_text("\n".join(parts))


def _sections(text: str) -> dict[str, str]:
    sections = {}
    for part in text.split("\n## ")[1:]:
        title, _, body = part.partition("\n")
        sections[title] = body.strip() + "\n"
    return sections


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table. The first column is text, the others are numbers."""
    rule = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [head, rule, *rows])


def spread(found: Spread) -> str:
    """A median with the lowest and the highest value."""
    return f"{figure(found.middle)} ({figure(found.lowest)}–{figure(found.highest)})"


def figure(value: float) -> str:
    """A number with three or four significant digits."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"
