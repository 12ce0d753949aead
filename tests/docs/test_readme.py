"""What README shows is what happens: its code and its commands are run as they stand."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lutetia.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """The command lines of the shell blocks, without their comments."""
    lines = [
        line.partition("#")[0].strip() for block in blocks("sh") for line in block.splitlines()
    ]
    return [line for line in lines if line]


def test_the_first_screen_is_a_sentence_a_picture_and_two_commands() -> None:
    title, sentence, picture, block, *_ = re.split(r"\n\n+", PAGE)
    assert title == "# Lutetia"
    assert sentence.count(".") == 1
    assert re.fullmatch(r"!\[.+\]\(docs/images/.+\.(?:png|svg)\)", picture)
    assert [line.split("#")[0].strip() for line in block.splitlines()[1:-1]] == [
        "pipx install ./lutetia-*.whl",
        "lutetia serve --open",
    ]


def test_a_visitor_learns_how_to_install_which_systems_work_and_where_to_report() -> None:
    install = PAGE.partition("\n## Install\n")[2].partition("\n## ")[0]
    for words in (
        "pipx install",
        "pipx run",
        "uvx --from",
        "pip install",
        "make play",
        "make image",
    ):
        assert f"| `{words}" in install
    for system in ("Linux", "macOS", "Windows"):
        assert re.search(rf"^\| {system}", install, re.MULTILINE)
    assert re.search(
        r"first start compiles the rules.*\d+ seconds.*`time LUTETIA_CACHE_DIR=", install, re.DOTALL
    )
    assert "issue" in install
    assert "(SECURITY.md)" in install


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)
    won, *out = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"\['\w+'\] \{'orange': -?\d+, 'blue': -?\d+\}", won)
    assert [line.split()[0] for line in out] == ["orange", "blue"]


def test_make_targets_do_what_the_page_says() -> None:
    named = set(re.findall(r"`make ([a-z]+)`", PAGE))
    assert {"play", "test", "dist", "image"} <= named
    for target in named:
        told = subprocess.run(
            ["make", "-n", target],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "lutetia" in told.stdout or "test" in told.stdout


@pytest.mark.slow
def test_the_commands_of_the_page_run_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    lines = [line for line in commands() if line.startswith("lutetia ")]
    lines.remove("lutetia serve --open")  # never ends by itself; the browser's tests run it
    assert {line.split()[1] for line in lines} >= {"play", "selfplay", "verify", "replay", "score"}
    command = tmp_path / "bin/lutetia"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m lutetia.cli.main "$@"\n')
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "LUTETIA_DATA_DIR": str(tmp_path / "data"),
    }
    for line in lines:
        ran = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{line}\n{ran.stderr}"
        assert ran.stdout, line


def test_the_picture_shows_the_example_game_as_it_looks_now(tmp_path: Path) -> None:
    """After a change of its look: lutetia replay docs/examples/lumiere.json --picture …"""
    drawn = tmp_path / "lumiere.svg"
    record = ROOT / "docs/examples/lumiere.json"
    assert main(["replay", str(record), "--picture", str(drawn)]) == 0
    assert drawn.read_text("utf-8") == (ROOT / "docs/images/lumiere.svg").read_text("utf-8")
