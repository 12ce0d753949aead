"""The command itself: help, version, and how it ends."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from lutetia import __version__
from lutetia.cli import main as command
from lutetia.cli.main import COMMANDS, main
from lutetia.kernel.catalogue import GAMES
from tests.cli.conftest import Run, refused
from tests.patience import PATIENCE

LUTETIA = [sys.executable, "-m", "lutetia.cli.main"]


def test_version(run: Run) -> None:
    assert run("--version").out == f"lutetia {__version__}\n"


def test_the_command_alone_says_what_one_can_do_next(run: Run) -> None:
    told = run()
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"Lutetia {__version__}: ")
    offered = re.findall(r"^  lutetia (.+?) {2,}\S", told.out, re.MULTILINE)
    assert {line.split()[0] for line in offered} >= {"serve", "play", "games", "--help"}
    assert {f"play {name}" for name in GAMES} <= set(offered)
    for line in offered:
        if line != "--help":
            words = line.split()
            assert command.parser([words[0]]).parse_args(words).run is not None
    assert max(map(len, told.out.splitlines())) <= 80


def test_help_tells_every_command_with_a_summary(run: Run) -> None:
    told = run("--help")
    assert told.code == 0
    for name in COMMANDS:
        assert re.search(rf"^    {name}\s+\w", told.out, re.MULTILINE), name


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(run: Run, name: str) -> None:
    told = run(name, "--help")
    assert told.code == 0
    assert told.out.startswith(f"usage: lutetia {name}")


@pytest.mark.plain
def test_games_lists_the_catalogue_with_options(run: Run) -> None:
    told = run("games").out
    assert "lumiere  La Cité de la Lumière, 2 players" in told
    for word in ("two-tile-hand", "L2.4", "first-game, random", "penseur", "start"):
        assert word in told


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--"], "required: COMMAND"),
        (["sing"], "invalid choice: 'sing'"),
        (["play", "--sing"], "unrecognized arguments: --sing"),
        (["verify"], "required: FILE"),
        (["perft", "lumiere", "--depth", "many"], "'many' is not a whole number"),
        (["perft", "lumiere", "--depth", "99"], "99 is not between 0 and 12"),
        (["bench", "lumiere", "--seconds", "0"], "not between 0 and 86400 seconds"),
        (["bench", "lumiere", "--seconds", "soon"], "'soon' is not a number of seconds"),
        (["selfplay", "lumiere", "--games", "-1", "--out", "x"], "-1 is not between 1"),
    ],
)
def test_a_wrong_command_line_is_one_line(run: Run, words: list[str], message: str) -> None:
    refused(run(*words), message, "--help")


def test_an_interruption_is_quiet(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("lutetia.cli.games.run", interrupted)
    ran = run("games")
    assert (ran.code, ran.err) == (130, "\n")


def test_a_message_stays_on_its_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["perft", "evil\ngame\x1b[31m", "--depth", "1"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_a_reader_that_goes_away_is_no_fault(records: list[Path]) -> None:
    # Far more is printed than a pipe holds, and nobody reads it.
    shown = subprocess.Popen(
        [*LUTETIA, "replay", str(records[0]), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert shown.stdout is not None
    assert shown.stdout.readline().startswith('{"type":"game"')
    shown.stdout.close()
    assert shown.stderr is not None
    assert "Traceback" not in shown.stderr.read()
    assert shown.wait(timeout=PATIENCE) == 0
    shown.stderr.close()


def test_the_installed_command_ends_with_the_code(tmp_path: Path) -> None:
    ran = subprocess.run(
        [*LUTETIA, "verify", str(tmp_path / "none.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "none.json: cannot be read (No such file or directory)" in ran.stderr


def test_a_single_command_loads_only_itself() -> None:
    assert [action.dest for action in command.parser(["games"])._actions][-1] == "command"
    names = command.parser(["games"]).format_help()
    assert "selfplay" not in names
