"""The web client's benchmark: what a visit tells, and a table of it."""

from __future__ import annotations

import json

import pytest

from bench.finger import FingerGame
from bench.measure import Missing, Settings
from bench.suites import web as suite
from bench.suites.web import Frames, Visit


def test_a_drag_is_measured_by_its_frames() -> None:
    frames = Frames([16.7, 16.7, 16.7, 33.4])
    assert frames.rate == pytest.approx(4000 / 83.5)
    assert frames.late == 25.0


def test_each_figure_is_shown_beside_its_target() -> None:
    quick, slow = Frames([16.7, 16.7]), Frames([16.7, 33.4])
    visits = [
        Visit(400.0, 80.0, quick, {"lumiere: travel": slow}),
        Visit(600.0, 82.0, slow, {"lumiere: travel": slow}),
    ]
    games = [FingerGame(1, [3, 3, 2]), FingerGame(1, [4, 3])]
    text = suite._table(visits, games)
    assert "| interactive, ms | 500 (400–600) | at most 1,000 |" in text
    assert "| late frames, of 100 | 25 (0–50) |  |" in text
    assert "| touches from the start to the first turn | 1 (1–1) | 1 |" in text
    assert "| touches a placed building | 3.08 (2.67–3.5) | at most 3 |" in text
    assert "| late frames, lumiere: travel, of 100 | 50 (50–50) |  |" in text
    assert "| frames a second, lumiere: travel |" in text


def test_a_random_game_is_played_to_its_end() -> None:
    record, movers = suite._random_game("lumiere")
    assert len(json.loads(record)["moves"]) == len(movers) > 20


def test_a_machine_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise Missing("no Chromium")

    monkeypatch.setattr(suite, "lutetia_server", missing)
    assert "**missing**: no Chromium" in suite.run(Settings(1, 1.0))
