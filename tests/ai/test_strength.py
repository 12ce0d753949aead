"""The page about strength: what it says of a few games is what they still show."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lutetia.ai.levels import TITLES
from lutetia.cli.main import main

PAGE = (Path(__file__).resolve().parents[2] / "docs/strength.md").read_text("utf-8")
REPEATED = PAGE.partition("## What a test repeats")[2].partition("\n## ")[0]
COMMANDS = re.findall(r"^lutetia (arena .+)$", REPEATED, re.MULTILINE)
ROWS = re.findall(
    r"^\| (\S+) \| (\S+) – (\S+) \| (\d+) \| ([\d.]+)% \| ([+−][\d.]+) \|$", REPEATED, re.MULTILINE
)


def test_the_page_names_every_level() -> None:
    for number, title in enumerate(TITLES, 1):
        assert f"| {number} | {title} |" in PAGE


def test_both_games_are_repeated() -> None:
    assert {command.split()[1] for command in COMMANDS} == {"lumiere", "belle_epoque"}
    assert len(ROWS) >= 2 * len(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_says_what_the_games_show(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = command.split()
    assert main([*words, "--workers", "1", "--json"]) == 0
    found = {
        (words[1], duel["one"], duel["other"], str(duel["games"])): (
            f"{duel['share']:.1%}".rstrip("%"),
            f"{duel['margin']:+.1f}".replace("-", "−"),
        )
        for duel in json.loads(capsys.readouterr().out)["duels"]
    }
    written = {
        (game, one, other, games): (share, margin)
        for game, one, other, games, share, margin in ROWS
        if game == words[1]
    }
    assert found == written
