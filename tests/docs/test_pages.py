"""Commands, glossary and rulings tell of everything there is, and of nothing else."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lutetia.ai.names import KINDS
from lutetia.cli.main import COMMANDS, parser

ROOT = Path(__file__).resolve().parents[2]
COMMANDS_PAGE = (ROOT / "docs/commands.md").read_text("utf-8")
BOX = {"--players", "--option", "--components"}


def options_of(command: argparse.ArgumentParser) -> Iterator[str]:
    """Every option of a command and of its verbs."""
    for action in command._actions:
        if isinstance(action, argparse._SubParsersAction):
            for verb in action.choices.values():
                yield from options_of(verb)
        yield from (name for name in action.option_strings if name not in ("-h", "--help"))


def command(name: str) -> argparse.ArgumentParser:
    (subparsers,) = parser([name])._subparsers._group_actions  # type: ignore[union-attr]
    found: argparse.ArgumentParser = subparsers.choices[name]  # type: ignore[index]
    return found


def section(name: str) -> str:
    text = COMMANDS_PAGE.partition(f"\n## {name}\n")[2]
    return text.partition("\n## ")[0]


def test_the_page_has_a_section_for_each_command_in_their_order() -> None:
    headings = re.findall(r"^## (\w+)$", COMMANDS_PAGE, re.MULTILINE)
    assert headings == [*COMMANDS, "Players"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_described_and_every_described_option_exists(name: str) -> None:
    text = section(name)
    rows = set(re.findall(r"^\| `(--[a-z-]+)", text, re.MULTILINE))
    shared = BOX if "`GAME`, `--players`, `--option`, `--components` as above." in text else set()
    assert rows | shared == set(options_of(command(name)))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_has_a_help_text_or_a_telling_name(name: str) -> None:
    for action in command(name)._actions:
        if action.option_strings and action.nargs != 0:
            assert action.metavar or action.choices, action.option_strings


def test_every_kind_of_player_is_described() -> None:
    rows = re.findall(r"^\| `([a-zA-Z0-9:]+)`", section("Players"), re.MULTILINE)
    assert rows == [name for name, _ in KINDS]


def sources() -> str:
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.toml")]
    return "\n".join(path.read_text("utf-8") for path in files)


def rows(page: str) -> list[list[str]]:
    text = (ROOT / page).read_text("utf-8")
    found = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [
        row for row in found if row[0] not in ("word", "rule", "question") and set(row[0]) != {"-"}
    ]


def test_the_names_of_the_glossary_exist() -> None:
    client = [path.read_text("utf-8") for path in (ROOT / "web/src").rglob("*.ts")]
    client += [path.stem for path in (ROOT / "web/src").rglob("*.svelte")]
    words = set(re.findall(r"[A-Za-z_]+", "\n".join([sources(), *client])))
    for row in rows("docs/glossary.md"):
        for name in re.findall(r"`([^`]+)`", row[-1]):
            parts = re.findall(r"[A-Za-z_]+", name)
            assert set(parts) <= words, name


def test_no_word_is_explained_twice() -> None:
    page = (ROOT / "docs/glossary.md").read_text("utf-8")
    for part in page.split("\n## ")[1:]:
        words = re.findall(r"^\| ([^|]+?) \|", part, re.MULTILINE)
        assert len(words) == len(set(words))


def test_every_ruling_cites_a_rule_that_is_cited_elsewhere() -> None:
    tests = "\n".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    glossary = (ROOT / "docs/glossary.md").read_text("utf-8")
    cited = set(re.findall(r"\b[LB]\d+(?:\.\d+)?\b", sources() + tests + glossary))
    found = rows("docs/rulings.md")
    assert len(found) > 20
    for *rules, question, ruling in found:
        assert question.endswith("?")
        assert ruling.endswith(".")
        # Rulings about tables and matches hold for all games and cite no rule of one.
        for number in [number for rule in rules for number in rule.split(", ")]:
            assert number in cited, number


def test_the_packages_and_files_of_the_architecture_exist() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    package = ROOT / "src/lutetia"
    for name in re.findall(r"`([a-z_/]+\.(?:py|toml))`", page):
        assert (ROOT / name).exists() or list(package.rglob(name)), name
    packages = re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE)
    assert set(packages) == {path.parent.name for path in package.glob("*/__init__.py")} | {"web"}
