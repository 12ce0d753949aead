"""The benchmark's C++ program plays La Cité by the same rules, so that it bounds the same work.

It is also a second implementation of the rules: with the same seed both programs play the same
games, and any difference in the deal, in the legal moves or in the score shows in the sums.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from bench.measure import Missing
from bench.native import COMPILER, native_program
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Words

GAMES = 20_000

needs_compiler = pytest.mark.skipif(
    shutil.which(COMPILER[0]) is None, reason="the bound needs a C++ compiler"
)


def _bound(*words: str) -> dict[str, Any]:
    done = subprocess.run(
        [native_program("lumiere"), *words], capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _engine(options: dict[str, Any], chance: Words) -> tuple[int, list[list[int]]]:
    """All plies and, for each seat and line, all points of the engine's games."""
    game = open_game("lumiere", None, options)
    playout = specialise("lutetia.kernel.playout", game.id, game.rules)
    state = game.new_state()
    moves = np.empty(game.move_space, dtype=np.int32)
    lines = np.zeros((game.seats, len(game.score_lines)), dtype=np.int32)
    plies, points = 0, np.zeros(lines.shape, dtype=np.int64)
    for _ in range(GAMES):
        plies += playout.random_games(game.box, state, chance, moves, lines, 1)[0]
        points += lines
    return plies, points.tolist()


@needs_compiler
@pytest.mark.parametrize(
    ("options", "flags"),
    [
        ({}, []),
        ({"postcards": "random"}, ["--drawn-postcards"]),
        (
            {"postcards": "random", "penseur": "own", "two-tile-hand": True},
            ["--drawn-postcards", "--penseur-own", "--two-tile-hand"],
        ),
    ],
    ids=["first-game", "drawn-postcards", "every-option"],
)
def test_same_seed_same_games(options: dict[str, Any], flags: list[str]) -> None:
    seed = generator(derived_seed("bound", *flags))
    words = [str(int(word)) for word in seed]
    bound = _bound("--games", str(GAMES), "--seed", *words, *flags)
    assert bound["games"] == GAMES
    assert (bound["plies"], bound["points"]) == _engine(options, seed)


@needs_compiler
def test_time_limit_and_rates() -> None:
    found = _bound("--seconds", "0.05")
    assert found["seconds"] >= 0.05
    assert found["games_per_second"] == pytest.approx(found["games"] / found["seconds"], rel=1e-3)
    assert found["plies_per_second"] == pytest.approx(found["plies"] / found["seconds"], rel=1e-3)


@needs_compiler
def test_bad_words_are_refused() -> None:
    words = [str(native_program("lumiere")), "--gmaes", "3"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--gmaes" in done.stderr


def test_without_a_compiler_the_bound_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(Missing, match="no g\\+\\+"):
        native_program("lumiere")
