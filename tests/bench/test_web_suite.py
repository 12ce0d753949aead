"""The web client's benchmark: what a visit tells, and a table of it."""

from __future__ import annotations

import pytest

from bench.finger import FingerGame
from bench.measure import Missing, Settings
from bench.suites import web as suite
from bench.suites.web import Visit


def test_a_drag_is_measured_by_its_frames() -> None:
    visit = Visit(interactive=400.0, loaded=80.0, frames=[16.7, 16.7, 16.7, 33.4])
    assert visit.rate == pytest.approx(4000 / 83.5)
    assert visit.late == 25.0


def test_each_figure_is_shown_beside_its_target() -> None:
    visits = [Visit(400.0, 80.0, [16.7, 16.7]), Visit(600.0, 82.0, [16.7, 33.4])]
    games = [FingerGame(1, [3, 3, 2]), FingerGame(1, [4, 3])]
    text = suite._table(visits, games)
    assert "| interactive, ms | 500 (400–600) | at most 1,000 |" in text
    assert "| late frames, of 100 | 25 (0–50) |  |" in text
    assert "| touches from the start to the first turn | 1 (1–1) | 1 |" in text
    assert "| touches a placed building | 3.08 (2.67–3.5) | at most 3 |" in text


def test_a_machine_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise Missing("no Chromium")

    monkeypatch.setattr(suite, "lutetia_server", missing)
    assert "**missing**: no Chromium" in suite.run(Settings(1, 1.0))
