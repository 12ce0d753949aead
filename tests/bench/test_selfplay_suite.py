"""The benchmark of self-play: what it counts, and what it says where there is no GPU."""

from __future__ import annotations

import importlib.util

import numpy as np
import pytest

from bench.measure import Settings
from bench.suites import selfplay as suite
from lutetia.ai.network.selfplay import EVALUATED, PLAYED, PROVED, TALLIES


class SomeGames:
    """Every turn of these games evaluates ten positions, proves two and ends one game."""

    def __init__(self) -> None:
        self.turns = 0

    def turn(self) -> list[object]:
        self.turns += 1
        return []

    def tallies(self) -> np.ndarray:
        found = np.zeros(TALLIES, dtype=np.int64)
        found[[EVALUATED, PROVED, PLAYED]] = self.turns * np.array([10, 2, 1])
        return found


def test_the_rates_belong_to_the_time_of_the_measurement() -> None:
    games = SomeGames()
    games.turns = 1_000_000  # before it
    evaluations, ended, proofs, cores = suite._play(games, 0.05)
    assert evaluations == pytest.approx(10 * ended)
    assert proofs == pytest.approx(2 * ended)
    assert 0 < ended < 1_000_000 / 0.05
    assert cores > 0


def test_a_machine_without_pytorch_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    settings = Settings(rounds=1, seconds=0.01, options={"games": 2, "simulations": 1})
    assert "PyTorch is not installed" in suite.run(settings)
