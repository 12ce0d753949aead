"""The rules stand in docs/rules as the client shows them, and every cited number exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "L": ROOT / "docs/rules/lumiere.md",
    "B": ROOT / "docs/rules/belle-epoque.md",
    "H": ROOT / "docs/rules/belle-epoque.md",
}
"""H: our house rules."""
CITED = re.compile(r"\b([LBH])(\d{1,2}\.\d{1,2})\b")


def numbers(letter: str) -> set[str]:
    text = PAGES[letter].read_text("utf-8")
    return set(re.findall(rf"^### ({letter}\d+\.\d+) ", text, re.MULTILINE))


def test_the_pages_are_what_the_client_shows() -> None:
    command = [sys.executable, str(ROOT / "scripts/rules.py"), "--check"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("letter", PAGES)
def test_no_number_is_left_out(letter: str) -> None:
    last: dict[int, int] = {}
    for chapter, rule in sorted(
        (int(chapter), int(rule))
        for chapter, rule in (number[1:].split(".") for number in numbers(letter))
    ):
        assert rule == last.get(chapter, 0) + 1, f"{letter}{chapter}.{rule}"
        last[chapter] = rule
    assert list(last) == list(range(1, len(last) + 1))


@pytest.mark.parametrize("folder", ["src", "tests", "docs", "web/src"])
def test_every_rule_that_is_cited_exists(folder: str) -> None:
    known = {number for letter in PAGES for number in numbers(letter)}
    files = [
        file
        for ending in ("py", "md", "toml", "ts", "svelte")
        for file in (ROOT / folder).rglob(f"*.{ending}")
        if "static" not in file.parts
    ]
    assert files
    unknown = {
        f"{file.relative_to(ROOT)}: {letter}{number}"
        for file in files
        for letter, number in CITED.findall(file.read_text("utf-8"))
        if letter + number not in known
    }
    assert unknown == set()
