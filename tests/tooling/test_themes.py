"""The dark and the light theme differ in colours alone, so most checks need only one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

WEB = Path(__file__).resolve().parents[2] / "web/src"
RULE = re.compile(r"([^{}]*\[data-theme[^{}]*)\{([^{}]*)\}")
COLOURS = {
    "color-scheme", "color", "fill", "stroke", "stop-color", "stop-opacity", "filter", "opacity",
    "text-shadow",
}  # fmt: skip


def rules() -> list[tuple[str, str]]:
    """The name and value of every declaration that holds in one theme only."""
    found = []
    for file in (*WEB.rglob("*.css"), *WEB.rglob("*.svelte")):
        text = re.sub(r"/\*.*?\*/", "", file.read_text("utf-8"), flags=re.DOTALL)
        for _, body in RULE.findall(text):
            for line in filter(str.strip, body.split(";")):
                name, _, value = line.partition(":")
                found.append((name.strip(), value.strip()))
    return found


def test_the_themes_set_nothing_but_colours() -> None:
    found = rules()
    assert len(found) > 100
    sizes = re.compile(r"(?<![#\w])\d+(\.\d+)?(em|rem|ch|vw|vh)\b")
    for name, value in found:
        assert name in COLOURS or name.startswith("--"), f"{name}: {value}"
        assert not sizes.search(value), f"{name}: {value}"
