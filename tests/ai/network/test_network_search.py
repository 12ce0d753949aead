"""The shipped network and the search that it guides."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lutetia.ai.names import UnknownPlayer, player_named
from lutetia.ai.network.catalogue import session_of, subject_of
from lutetia.ai.network.gumbel import visit_plan
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.network.session import NoNetwork, Session
from lutetia.ai.network.thinking import NetworkSearch
from lutetia.ai.network.trees import new_leaves
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("lumiere")


def play(game: Game, names: list[str], word: str) -> tuple[list[int], Record]:
    """The moves of a game of two players, and its end."""
    players = [player_named(name, derived_seed(word, seat), 1) for seat, name in enumerate(names)]
    state = game.deal(derived_seed("network game", word))
    moves = []
    while not game.is_over(state):
        seat = int(state.to_move)
        moves.append(players[seat].choose(game, game.view(state, seat), seat))
        state = game.play(state, moves[-1])
    return moves, state


def test_every_round_halves_the_candidates() -> None:
    assert visit_plan(4, 12).tolist() == [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert visit_plan(1, 3).tolist() == [0, 1, 2]
    for candidates in range(1, 17):
        for simulations in (1, 7, 16, 100, 257):
            plan = visit_plan(candidates, simulations)
            assert len(plan) == simulations
            first = int((plan == 0).sum())
            assert first == min(simulations, candidates)


@pytest.mark.parametrize("games", [1, pytest.param(8, marks=pytest.mark.exhaustive)])
def test_a_network_beats_a_greedy_player(game: Game, games: int) -> None:
    """Every deal is played from both seats."""
    points = [0, 0]
    for word in ("one", "two", "three", "four", "five", "six", "seven", "eight")[:games]:
        for seat in range(2):
            names = ["net:16", "greedy"] if seat == 0 else ["greedy", "net:16"]
            totals = game.totals(play(game, names, word)[1])
            points[0] += totals[seat]
            points[1] += totals[1 - seat]
    assert points[0] > points[1]


def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    first, second = (play(game, ["net:6", "random"], "same")[0] for _ in range(2))
    assert first == second


def test_the_search_answers_for_every_variant() -> None:
    for options in ({"postcards": "random"}, {"two-tile-hand": True, "penseur": "own"}):
        game = open_game("lumiere", options=options)
        moves, state = play(game, ["net:8", "random"], "variant")
        assert game.is_over(state)
        assert moves


def test_what_is_considered_is_legal_and_all_simulations_are_used(game: Game) -> None:
    state = game.deal(derived_seed("considered"))
    seat = int(state.to_move)
    search = NetworkSearch(game, session_of(game), 100, derived_seed("considered"))
    found = search.think(game.view(state, seat), seat)
    assert sum(one.visits for one in found) == 100
    assert {one.move for one in found} <= set(game.legal_moves(state).tolist())
    assert found[0].visits == max(one.visits for one in found)
    assert all(((one.values >= 0.0) & (one.values <= 1.0)).all() for one in found)
    assert 0.0 < sum(one.probability for one in found) <= 1.0001


def test_a_batch_answers_as_one_by_one(game: Game) -> None:
    session = session_of(game)
    subject = session.subject
    leaves = new_leaves(5, subject)
    loops = NetworkSearch(game, session, 4, derived_seed("batch")).loops
    state, moves = game.deal(derived_seed("batch")), np.zeros(game.move_space, dtype=np.int32)
    for leaf in range(5):
        loops.present(game.box, state, leaves, leaf, moves)
        state = game.play(state, int(game.legal_moves(state)[0]))
    session.answer(leaves, 5)
    together = leaves.logits.copy(), leaves.values.copy()
    for leaf in range(5):
        count = int(leaves.counts[leaf])
        alone = new_leaves(1, subject)
        pairs: Any = zip(alone, leaves, strict=True)
        for part, whole in pairs:
            part[0] = whole[leaf]
        session.answer(alone, 1)
        gap = alone.logits[0, :count].astype(int) - together[0][leaf, :count].astype(int)
        assert abs(gap).max() <= 1
        assert alone.values[0] == pytest.approx(together[1][leaf], abs=1e-4)


def test_points_still_count_in_a_decided_game(game: Game) -> None:
    session = session_of(game, 1, False)
    win, both = np.full(2, 9.0, dtype=np.float32), np.full(2, 2, dtype=np.int8)
    lines = np.zeros((2, 2 * session.subject.lines), dtype=np.float32)
    lines[:, 0] = 40.0, 41.0
    far = session.worth(win, lines, both)[:, 0]
    expected = np.tile(np.array([40.0, -40.0], dtype=np.float32), (2, 1))
    near = session.worth(win, lines, both, expected)[:, 0]
    assert near[1] - near[0] > 5 * (far[1] - far[0]) > 0.0


def test_a_model_of_another_observation_is_refused() -> None:
    subject = subject_of("lumiere")
    with pytest.raises(NoNetwork, match=r"made for lumiere, observation 1; .* observation 2"):
        Session(subject.model, replace(subject, version=2))
    with pytest.raises(NoNetwork, match="needs belle_epoque"):
        Session(subject.model, replace(subject, game="belle_epoque"))


def test_the_network_of_8_bits_judges_nearly_as_the_other(game: Game) -> None:
    """The mean difference over the positions of a game."""
    sessions = [session_of(game, small=False), session_of(game)]
    subject = sessions[0].subject
    assert subject.model.stat().st_size + subject.small.stat().st_size < 16_000_000
    loops = NetworkSearch(game, sessions[0], 4, derived_seed("small")).loops
    state, moves = game.deal(derived_seed("small")), np.zeros(game.move_space, dtype=np.int32)
    leaves = new_leaves(64, subject)
    count = 0
    while not game.is_over(state) and count < 64:
        loops.present(game.box, state, leaves, count, moves)
        legal = game.legal_moves(state)
        state = game.play(state, int(legal[count % len(legal)]))
        count += 1
    values = []
    for session in sessions:
        session.answer(leaves, count)
        values.append(leaves.values[:count].copy())
    gap = np.abs(values[0] - values[1])
    assert 0.0 < gap.mean() < 0.03


def test_a_small_model_of_another_observation_is_refused() -> None:
    subject = subject_of("lumiere")
    with pytest.raises(NoNetwork, match=r"int8\.onnx: made for lumiere, observation 1; .* 2"):
        Session(subject.small, replace(subject, version=2))


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.onnx"
    path.write_bytes(b"no model")
    with pytest.raises(NoNetwork, match=r"broken\.onnx: no network can be read from it"):
        Session(path, subject_of("lumiere"))


def test_a_game_without_a_network_says_so() -> None:
    game = open_game("belle_epoque")
    state = game.deal(derived_seed("no network"))
    seat = int(state.to_move)
    player = NetworkPlayer("net:4", 4, derived_seed("no network"), 1)
    with pytest.raises(NoNetwork, match="belle_epoque: it has no network yet"):
        player.consider(game, game.view(state, seat), seat)


def test_without_onnxruntime_a_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    subject = subject_of("lumiere")
    with pytest.raises(NoNetwork, match=r"lutetia\[network\]"):
        Session(subject.model, subject)


@pytest.mark.parametrize("name", ["net", "net:0", "net:x", "net:99999"])
def test_a_number_of_simulations_is_checked(name: str) -> None:
    with pytest.raises(UnknownPlayer):
        player_named(name, b"")
