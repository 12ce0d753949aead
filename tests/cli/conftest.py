"""Running the command inside the test's own process, and a few records to run it on."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from lutetia.cli.main import main


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """`run("verify", path, stdin="…")`."""
    monkeypatch.setenv("LUTETIA_DATA_DIR", str(tmp_path / "data"))

    def call(*words: object, stdin: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        capsys.readouterr()
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(code, out, without_progress(err))

    return call


def without_progress(err: str) -> str:
    """What was said on standard error besides the line of a first compilation."""
    lines = [line for line in err.splitlines(keepends=True) if not line.startswith("Compiling ")]
    return "".join(lines)


def refused(ran: Ran, *words: str) -> None:
    """Bad input is answered with exit code 2 and one line that says these words."""
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("lutetia: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    for word in words:
        assert word in ran.err, ran.err


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three finished games of La Cité."""
    folder = tmp_path_factory.mktemp("records")
    assert main(["selfplay", "lumiere", "--games", "3", "--seed", "7", "--out", str(folder)]) == 0
    return sorted(folder.iterdir())
