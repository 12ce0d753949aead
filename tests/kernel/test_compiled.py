"""`@compiled`: the same source in both modes; machine code is stored by its content."""

from __future__ import annotations

import ast
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import lutetia
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel import compiled as module
from lutetia.kernel import sources
from lutetia.kernel.chance import generator, next_word
from lutetia.kernel.compiled import (
    JIT,
    cache_root,
    code_folder,
    compiled,
    compiling,
)
from lutetia.kernel.contract import Game
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
    """Play whole games of the catalogue in a separate process."""
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
def test_64_bit_words_wrap_around_without_a_warning_in_both_modes() -> None:
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


FILES = {
    "__init__": "",
    "numbers": "ONE = 1\n",
    "rules": "from house_of_cards.numbers import (\n    ONE,  # so many\n)\n",
    "evaluation": "import house_of_cards.rules as rules\nfrom lutetia.kernel.chance import below\n",
    "words": "def later():\n    from house_of_cards import rules\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A small package of another author, imported."""
    folder = tmp_path / "house_of_cards"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.invalidate_caches()
    for name in FILES:
        importlib.import_module(
            f"house_of_cards.{name}" if name != "__init__" else "house_of_cards"
        )
    yield folder
    for name in [name for name in sys.modules if name.startswith("house_of_cards")]:
        del sys.modules[name]
    _forget()


def _forget() -> None:
    """Clear all caches, as in a new process."""
    for known in (module._digest, sources._read, sources._file_of):
        known.cache_clear()


def folders() -> dict[str, Path]:
    _forget()
    return {name: code_folder(f"house_of_cards.{name}") for name in FILES if name != "__init__"}


@pytest.mark.parametrize(
    ("changed", "affected"),
    [
        ("numbers", {"numbers", "rules", "evaluation"}),
        ("rules", {"rules", "evaluation"}),
        ("evaluation", {"evaluation"}),
        ("words", {"words"}),
    ],
)
def test_a_changed_source_moves_the_machine_code_that_may_contain_it(
    package: Path, changed: str, affected: set[str]
) -> None:
    before = folders()
    with (package / f"{changed}.py").open("a", encoding="utf-8") as file:
        file.write("TWO = 2\n")
    after = folders()
    assert {name for name in before if before[name] != after[name]} == affected


@pytest.mark.parametrize(
    ("name", "has", "has_not"),
    [
        ("lutetia.games.lumiere.rules.play", "lumiere.rules.moves", "lumiere.rules.notation"),
        ("lutetia.games.lumiere.rules.play", "kernel.chance", "ai.search"),
        ("lutetia.games.lumiere.solver.search", "lumiere.rules.scoring", "belle_epoque"),
        ("lutetia.games.belle_epoque.evaluation.estimate", "belle_epoque.rules.state", "terminal"),
        ("house_of_cards.evaluation", "lutetia.kernel.chance", "house_of_cards.words"),
    ],
)
def test_machine_code_depends_on_what_a_module_imports(
    package: Path, name: str, has: str, has_not: str
) -> None:
    importlib.import_module(name)
    found = " ".join(sources.sources_behind(name))
    assert name in found
    assert has in found
    assert has_not not in found


def test_the_values_and_functions_of_a_pattern_have_their_own_folder() -> None:
    pattern = "lutetia.ai.search.outcome"
    folders = set()
    games: list[type[Game]] = [Lumiere, BelleEpoque]
    for number, game in enumerate(games):
        for margin in (8.0, 12.0):
            parts = {**game.rules._asdict(), "lines": 4, "margin": margin}
            made = f"{pattern}[test{number}-{margin}]"
            module.made_from(made, "test", pattern, parts)
            folders.add(code_folder(made))
            del module._patterns[made]
    assert len(folders) == 4


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
    """The compiled functions of a module, and the functions that each calls by a plain name."""
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
    """If Numba loads such a function from its cache, the process ends."""
    circles = []
    for path in Path(lutetia.__file__).parent.rglob("*.py"):
        calls = compiled_functions(path.read_text(encoding="utf-8"))
        circles += [f"{path.name}: {name}" for name in calls if name in reached(calls, name)]
    assert circles == []
