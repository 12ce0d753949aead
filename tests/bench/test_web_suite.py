"""The web client's benchmark: what a visit tells, and a table of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from bench import animations
from bench.animations import Frames
from bench.finger import FingerGame
from bench.measure import Missing, Settings
from bench.suites import web as suite
from bench.suites.web import Visit


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
    best = [FingerGame(1, [2, 2]), FingerGame(1, [2, 2])]
    chance = [FingerGame(1, [3, 3, 2]), FingerGame(1, [4, 3])]
    text = suite._table(visits, best, chance)
    assert "| interactive, ms | 500 (400–600) | at most 1,000 |" in text
    assert "| late frames, of 100 | 25 (0–50) |  |" in text
    assert "| touches from the start to the first turn | 1 (1–1) | 1 |" in text
    assert "| touches a building, best place | 2 (2–2) | at most 3 |" in text
    assert "| touches a building, any place | 3.08 (2.67–3.5) | at most 3 |" in text
    assert "| late frames, lumiere: travel, of 100 | 50 (50–50) |  |" in text
    assert "| frames a second, lumiere: travel |" in text


@pytest.mark.parametrize("name", animations.ANIMATIONS)
def test_a_random_game_has_every_moment_whose_animations_are_measured(name: str) -> None:
    game = animations.random_game(name)
    assert list(game.moves) == json.loads(game.record)["moves"]
    assert len(game.moves) == len(game.movers) > 20
    assert 0 < game.announced < len(game.moves) - 1
    assert game.moves[game.first_lay(animations.LAYS[name])].startswith(animations.LAYS[name])


def test_an_animation_that_was_never_seen_is_an_error() -> None:
    seen = [{"travel": [16.7], "other": [16.7]}, {"travel": [33.4], "announcement": [16.7]}]
    found = animations.frames_of("belle_epoque", seen)
    assert found["travel"].times == [16.7, 33.4]
    assert set(found) == set(animations.ANIMATIONS["belle_epoque"])
    with pytest.raises(RuntimeError, match="lumiere: no frame of the animation 'count'"):
        animations.frames_of("lumiere", seen)


def test_a_machine_without_a_browser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise Missing("no Chromium")

    monkeypatch.setattr(suite, "lutetia_server", missing)
    assert "**missing**: no Chromium" in suite.run(Settings(1, 1.0))


def test_a_client_older_than_its_sources_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    static = tmp_path / "static"
    static.mkdir()
    (tmp_path / "App.svelte").touch()
    rule = "static/.built: App.svelte\n\t@touch $@\n"
    (tmp_path / "Makefile").write_text(rule, encoding="utf-8")
    monkeypatch.setattr(suite, "ROOT", tmp_path)
    monkeypatch.setattr(suite, "STATIC", static)
    assert not suite._built(), "there is no page"
    (static / "index.html").touch()
    (static / ".built").touch()
    os.utime(tmp_path / "App.svelte", (0, 0))
    assert suite._built()
    os.utime(static / ".built", (0, 0))
    os.utime(tmp_path / "App.svelte")
    assert not suite._built(), "a source has changed"
