"""Whatever is typed, the command answers: exit code 0 or 2, never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lutetia.cli.main import main
from tests.cli.conftest import without_progress

ROOT = Path(__file__).resolve().parents[2]
WORDS = [
    "lumiere", "belle-epoque", "chess", "", "é", "-", "--", "--json", "--watch", "--divide",
    "--players", "2", "0", "-1", "9" * 30, "--option", "start=orange", "a=b", "=", "x=",
    "--seed", "s", "--depth", "1", "--ply", "--seat", "orange", "--boards", "--help",
    "--components", os.devnull, str(ROOT), str(ROOT / "README.md"), "nowhere",
    str(ROOT / "docs/examples/lumiere.json"), str(ROOT / "docs/examples/lumiere-table.txt"),
    str(ROOT / "docs/examples/belle-epoque-table.txt"), "--seconds", "nan", "inf", "--resume",
    "--player", "--against", "random", "level:0", "mcts:", "mcts:-1", "guided:x",
]  # fmt: skip
SMALL = {"balance": ["--games", "2"], "bench": ["--seconds", "0.01"], "selfplay": ["--games", "1"]}


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.sampled_from(["play", "games", "selfplay", "replay", "verify", "score", "perft", "bench"]),
    st.lists(st.sampled_from(WORDS), max_size=5),
)
def test_any_command_line_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: list[str]
) -> None:
    monkeypatch.setenv("LUTETIA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([name, *words, *SMALL.get(name, [])])
    told = without_progress(err.getvalue())
    assert code in (0, 2)
    if code == 2:
        assert told.startswith("lutetia: ")
        assert name == "verify" or told.count("\n") == 1
    else:
        assert told == ""


@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.binary(max_size=60), st.integers(0, 2**20), st.sampled_from(["verify", "replay", "score"])
)
def test_any_damage_to_a_file_is_answered(
    tmp_path: Path, bytes_in: bytes, place: int, name: str
) -> None:
    """A piece of a sound file is replaced by anything."""
    source = "lumiere-table.txt" if name == "score" else "lumiere.json"
    content = (ROOT / "docs/examples" / source).read_bytes()
    start = place % len(content)
    path = tmp_path / "file"
    path.write_bytes(content[:start] + bytes_in + content[start + len(bytes_in) :])
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main([name, str(path)])
    told = without_progress(err.getvalue())
    assert code in (0, 2)
    if code == 2:
        assert out.getvalue() == ""
        assert told.startswith(f"lutetia: {path}: ")
        assert told.count("\n") == 1
