"""The benchmark of the network: it measures both files, and judges moves without proofs."""

from __future__ import annotations

import pytest

from bench.measure import Settings
from bench.suites import network as suite
from lutetia.ai.network.catalogue import subject_of
from lutetia.ai.network.player import NetworkPlayer


def test_the_suite_measures_both_files_and_what_their_moves_lose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(suite, "SIMULATIONS", (2,))
    body = suite.run(Settings(1, 0.05, {"together": 4, "proved": 2, "sample": 1}))
    subject = subject_of("lumiere")
    sizes = [
        f"{path.name}, {path.stat().st_size / 1e6:.1f} MB"
        for path in (subject.model, subject.small)
    ]
    for name in (*sizes, "net:2 | 2", "int8:2 | 2"):
        assert f"| {name} |" in body


def test_the_judged_players_prove_nothing() -> None:
    player = suite.unproved("int8:5", b"seed")
    assert isinstance(player, NetworkPlayer)
    assert player._finishers == []
    assert player._small
