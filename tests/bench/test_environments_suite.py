"""The benchmark of the environments: its own side really steps, and its tables are right."""

from __future__ import annotations

import pytest

from bench.measure import Sample, Settings
from bench.peers.batch import Games
from bench.suites import environments
from tests.bench.test_harness import Player


def test_our_side_steps_every_game() -> None:
    games = Games("lumiere", 32, 1)
    finished, steps = 0, 0.0
    while finished < 32:
        more, made = games.batch()
        finished, steps = finished + more, steps + made
    assert 20 < steps / finished < 60, "a game of La Cité has about 38 decisions"


def test_the_tables_compare_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    log: list[str] = []
    ours, other = Player(environments.LA_CITE, log), Player("Peer: game", log)
    monkeypatch.setattr(environments, "contestants", lambda _: [ours, other])
    body = environments.run(Settings(2, 1.0, {"batch": 8}))
    assert "| environment: game | steps a second |" in body
    assert "| times as many as | La Cité |" in body
    assert isinstance(ours.measure(1.0), Sample)
