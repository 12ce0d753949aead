"""docs/adding-a-game.md: what stands on the page is installed, and its commands are run."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from lutetia.kernel.package import GamePackage
from tests.examples.conftest import COMMAND, ROOT, installed

PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
EXAMPLE = ROOT / "examples/nim"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """The files of the game, as the page tells them."""
    *rules, package = blocks("python")
    (project,) = blocks("toml")
    return {
        "lutetia_nim/rules.py": "\n\n".join(rules),
        "lutetia_nim/__init__.py": package,
        "pyproject.toml": project,
    }


def test_the_page_tells_the_whole_example() -> None:
    kept = {path.relative_to(EXAMPLE).as_posix() for path in EXAMPLE.rglob("*.py")}
    assert kept | {"pyproject.toml"} == set(files())
    for name, text in files().items():
        # The formatter counts blank lines between parts; the page need not.
        told = [line for line in text.splitlines() if line]
        assert told == [line for line in (EXAMPLE / name).read_text("utf-8").splitlines() if line]


def test_the_page_tells_everything_that_a_package_may_say() -> None:
    told = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE))))
    said = {name for name in vars(GamePackage) if not name.startswith("_")}
    assert told == said - {"game"}


@pytest.mark.long
@pytest.mark.slow
def test_what_stands_on_the_page_can_be_installed_and_played(tmp_path: Path) -> None:
    source = tmp_path / "page"
    for name, text in files().items():
        file = source / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    site = installed(source, tmp_path)
    (commands,) = blocks("sh")
    said = {}
    for line in commands.splitlines():
        name, *words = line.split()
        assert name == "lutetia"
        ran = subprocess.run(
            [*COMMAND, *words],
            check=True,
            cwd=tmp_path,
            # Other tests compile the same sources.
            env={**os.environ, "PYTHONPATH": str(site), "LUTETIA_JIT": "0"},
            capture_output=True,
            text=True,
        )
        said[words[0]] = ran.stdout
    assert set(said) == {"games", "play", "verify", "hint", "perft"}
    assert "nim  Nim" in said["games"]
    assert "valid" in said["verify"]
    assert "take:" in said["hint"]
    assert said["perft"].splitlines()[-1] == "depth 3: 27"
