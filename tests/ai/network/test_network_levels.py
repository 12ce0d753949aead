"""The levels and analyses that rest on a network, and what they do without it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from lutetia.ai.analysis.estimating import NetworkEstimator, SearchEstimator, estimator_for
from lutetia.ai.analysis.hint import advise
from lutetia.ai.levels import LevelPlayer
from lutetia.ai.network import catalogue
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.network.playing_out import network_ends
from lutetia.ai.player import SearchPlayer
from lutetia.cli.main import main
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from tests.ai.positions import decisions, opened

SEED = derived_seed("network levels")
KEPT = (catalogue.why_not, catalogue._session, catalogue._said)


@pytest.fixture
def no_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As where onnxruntime is not installed."""
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    for kept in KEPT:
        kept.cache_clear()
    yield
    for kept in KEPT:
        kept.cache_clear()


@pytest.mark.parametrize("level", [7, 8, 9])
def test_the_best_levels_of_la_cite_search_with_the_network(level: int) -> None:
    game = opened("lumiere", 2)
    player = LevelPlayer(level, SEED, 1)._for(game)
    assert isinstance(player, NetworkPlayer)
    assert player._simulations == package_of(game).levels()[level - 1].simulations
    assert isinstance(LevelPlayer(level, SEED, 1, network=False)._for(game), SearchPlayer)


def test_with_components_of_the_players_own_the_level_plays_without_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = opened("lumiere", 2)
    assert catalogue.can_judge(game)
    monkeypatch.setattr(game, "own_components", "text", raising=False)
    assert isinstance(LevelPlayer(8, SEED, 1)._for(game), SearchPlayer)


def test_without_onnxruntime_the_level_plays_as_before_and_the_log_says_so_once(
    no_onnxruntime: None, caplog: pytest.LogCaptureFixture
) -> None:
    game = opened("lumiere", 2)
    with caplog.at_level(logging.WARNING):
        for state in decisions("lumiere", 2, 3):
            seat = int(state.to_move)
            view = game.view(state, seat)
            classic = LevelPlayer(7, SEED, 1, network=False).choose(game, view, seat)
            assert LevelPlayer(7, SEED, 1).choose(game, view, seat) == classic
    (said,) = [record.getMessage() for record in caplog.records]
    assert said.startswith("lumiere plays without its network: ")
    assert "lutetia[network]" in said
    assert isinstance(estimator_for(game, 100, SEED, 1), SearchEstimator)


def test_the_command_lists_the_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["levels"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "9 Master of light network, 4,096 simulations" in told
    assert "play without their network" not in told


def test_the_command_says_that_the_network_is_missing(
    no_onnxruntime: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["levels"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "8 Engineer of the Tower 5,000 playouts" in told
    assert "Levels 7 to 9 play without their network: a network needs onnxruntime" in told


def test_an_estimate_covers_every_legal_move_and_is_exact_at_the_end() -> None:
    game = opened("lumiere", 2)
    for state in decisions("lumiere", 2, 4):
        seat = int(state.to_move)
        view = game.view(state, seat)
        estimator = estimator_for(game, 160, SEED, 1)
        assert isinstance(estimator, NetworkEstimator)
        ranked = estimator.ranked(view, seat)
        moves = game.legal_moves(state)
        assert {one.move for one in ranked} <= set(moves.tolist())
        left_out = [int(move) for move in moves if move not in {one.move for one in ranked}]
        for move in [ranked[0].move, *left_out[:1]]:
            lines = estimator.follow(view, seat, move)
            assert lines.shape == (2, len(game.score_lines))
            assert np.isfinite(lines).all()
    last = decisions("lumiere", 2, 4)[-1]
    end = game.play(last, int(game.legal_moves(last)[0]))
    if game.is_over(end):
        seat = int(last.to_move)
        lines = estimator_for(game, 160, SEED, 1).follow(
            game.view(last, seat), seat, int(game.legal_moves(last)[0])
        )
        assert lines.sum(axis=1).tolist() == game.totals(end)


def test_a_hint_of_the_network_is_a_legal_move_with_a_reason() -> None:
    game = opened("lumiere", 2)
    state = decisions("lumiere", 2, 6)[2]
    advice = advise(game, state, 200, "hint", 1, 3)
    assert game.is_legal(state, game.read(advice.moves[0].move))
    assert sum(one.share for one in advice.moves) <= 1.0001
    assert advice.seat == game.seat_name(int(state.to_move))


def test_a_network_plays_many_games_to_their_end_at_once() -> None:
    game = opened("lumiere", 2)
    state = decisions("lumiere", 2, 6)[3]
    seat = int(state.to_move)
    view = game.view(state, seat)

    def ends() -> list[list[int]]:
        chance = generator(SEED)
        worlds = [game.imagine(view, seat, chance) for _ in range(4)]
        found = network_ends(game, worlds, chance)
        assert all(game.is_over(end) for end in found)
        return [game.totals(end) for end in found]

    assert ends() == ends()
