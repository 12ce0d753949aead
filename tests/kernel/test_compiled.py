"""`@compiled`: the same source in both modes, and machine code kept by what it contains."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from lutetia.kernel import compiled as module
from lutetia.kernel.chance import generator, next_word
from lutetia.kernel.compiled import (
    JIT,
    PACKAGE,
    cache_root,
    code_folder,
    compiled,
    compiling,
)
from lutetia.kernel.types import Word

PLAY = """
import hashlib, json, sys
import numpy as np
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.compiled import JIT
found = {"jit": JIT}
for name, package in GAMES.items():
    kind = package.game()
    for seats in kind.seat_counts:
        game = kind.open(seats)
        chance = generator(derived_seed("both modes", name, seats))
        state = game.deal_with(chance)
        digest = hashlib.sha256(state.tobytes())
        while not game.is_over(state):
            moves = game.legal_moves(state)
            state = game.play(state, int(moves[below(chance, len(moves))]))
            digest.update(state.tobytes())
            digest.update(json.dumps(game.score(state)).encode())
        views = [game.view(state, seat) for seat in range(-1, seats)]
        digest.update(b"".join(view.tobytes() for view in views))
        found[f"{name} {seats}"] = digest.hexdigest()
json.dump(found, sys.stdout)
"""


def played(jit: str) -> dict[str, object]:
    """Whole games of the catalogue in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "LUTETIA_JIT": jit},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_the_same_seed_plays_the_same_game_in_both_modes() -> None:
    jit, plain = played("1"), played("0")
    assert (jit.pop("jit"), plain.pop("jit")) == (True, False)
    assert len(jit) >= 1
    assert jit == plain


@pytest.mark.plain
def test_words_wrap_around_silently_in_both_modes() -> None:
    @compiled
    def tripled(word: Word) -> Word:
        return word * np.uint64(3)

    assert int(tripled(np.uint64(2**63 + 1))) == (2**63 + 1) * 3 % 2**64


@pytest.mark.plain
def test_the_mode_is_what_the_environment_asked_for() -> None:
    asked = os.environ.get("LUTETIA_JIT", "1") != "0"
    assert asked == JIT
    assert hasattr(next_word, "py_func") == JIT
    assert next_word(generator(bytes(32))) is not None


def folder_of(monkeypatch: pytest.MonkeyPatch, package: Path, name: str) -> str:
    """The cache folder that a module would get if the package lay there."""
    monkeypatch.setattr(module, "PACKAGE", package)
    module._digest.cache_clear()
    return code_folder(name).as_posix()


@pytest.fixture
def package(tmp_path: Path) -> Iterator[Path]:
    """A small package with the rooms of ours."""
    for name in ("kernel", "games/lumiere", "games/belle_epoque", "ai/search", "server"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "code.py").write_text("one", encoding="utf-8")
    yield tmp_path
    module._digest.cache_clear()


NAMES = (
    "lutetia.kernel.chance",
    "lutetia.games.lumiere.rules.play",
    "lutetia.games.belle_epoque.rules.turn",
    "lutetia.kernel.playout[lumiere]",
    "lutetia.kernel.playout[belle_epoque]",
    "lutetia.ai.search.tree[lumiere]",
)


@pytest.mark.parametrize(
    ("changed", "affected"),
    [
        ("kernel/code.py", NAMES),
        ("games/lumiere/code.py", (NAMES[1], NAMES[3], NAMES[5])),
        ("games/belle_epoque/code.py", (NAMES[2], NAMES[4])),
        ("ai/search/code.py", (NAMES[1], NAMES[2], NAMES[5])),
        ("server/code.py", ()),
    ],
)
def test_a_changed_source_moves_the_machine_code_that_may_contain_it(
    package: Path, monkeypatch: pytest.MonkeyPatch, changed: str, affected: tuple[str, ...]
) -> None:
    before = {name: folder_of(monkeypatch, package, name) for name in NAMES}
    (package / changed).write_text("two", encoding="utf-8")
    after = {name: folder_of(monkeypatch, package, name) for name in NAMES}
    assert tuple(name for name in NAMES if before[name] != after[name]) == affected


def test_a_new_or_renamed_source_moves_it_too(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_of(monkeypatch, package, NAMES[0])
    (package / "kernel" / "code.py").rename(package / "kernel" / "renamed.py")
    renamed = folder_of(monkeypatch, package, NAMES[0])
    (package / "kernel" / "new.py").write_text("", encoding="utf-8")
    assert len({before, renamed, folder_of(monkeypatch, package, NAMES[0])}) == 3


def test_modules_made_from_one_pattern_do_not_share_a_folder(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {folder_of(monkeypatch, package, name) for name in NAMES[3:5]}
    assert len(folders) == 2


@pytest.mark.plain
def test_the_cache_can_be_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUTETIA_CACHE_DIR", str(tmp_path / "here"))
    assert cache_root() == tmp_path / "here"
    assert (tmp_path / "here") in code_folder("lutetia.kernel.chance").parents
    monkeypatch.setenv("LUTETIA_CACHE_DIR", "")
    assert cache_root().name == "lutetia"


def test_the_slow_first_time_is_announced_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LUTETIA_CACHE_DIR", str(tmp_path))
    with compiling("Nim", "lutetia.kernel.chance"):
        pass
    assert capsys.readouterr().err.startswith("Compiling Nim (once): 0 functions\r")
    with compiling("Nim", "lutetia.kernel.chance"):
        pass
    assert capsys.readouterr().err == ""


def test_a_failed_first_time_is_not_taken_for_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUTETIA_CACHE_DIR", str(tmp_path))
    with (
        pytest.raises(KeyboardInterrupt),
        compiling("Nim", "lutetia.kernel.chance"),
    ):
        raise KeyboardInterrupt
    assert list(tmp_path.rglob("*.compiled")) == []


def compiled_functions(source: str) -> dict[str, set[str]]:
    """The compiled functions of a module, and whom each calls by a plain name."""
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and any(
            isinstance(mark, ast.Name) and mark.id == "compiled" for mark in node.decorator_list
        ):
            calls = (inner.func for inner in ast.walk(node) if isinstance(inner, ast.Call))
            found[node.name] = {call.id for call in calls if isinstance(call, ast.Name)}
    return found


def reached(calls: dict[str, set[str]], first: str) -> set[str]:
    found: set[str] = set()
    waiting = list(calls[first])
    while waiting:
        name = waiting.pop()
        if name in calls and name not in found:
            found.add(name)
            waiting += calls[name]
    return found


def test_the_search_for_circles_finds_one() -> None:
    source = "@compiled\ndef a(): b()\n@compiled\ndef b(): a()\n@compiled\ndef c(): a()\n"
    calls = compiled_functions(source)
    assert [name for name in calls if name in reached(calls, name)] == ["a", "b"]


def test_no_compiled_function_calls_itself() -> None:
    """Loaded from Numba's cache, such a function ends the process."""
    circles = []
    for path in PACKAGE.rglob("*.py"):
        calls = compiled_functions(path.read_text(encoding="utf-8"))
        circles += [f"{path.name}: {name}" for name in calls if name in reached(calls, name)]
    assert circles == []
