"""The tree search: repeatable, interruptible, fair to chance, and the same on one core or two."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from lutetia.ai.heuristic import guided
from lutetia.ai.names import player_named
from lutetia.ai.search.evaluator import Evaluator, outcome, random_playouts
from lutetia.ai.search.parameters import PLAIN, SearchParameters
from lutetia.ai.search.search import SLICE, Search
from lutetia.ai.search.tree import NO_NODE
from lutetia.ai.search.view_key import digest, field_masks
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from tests.ai.positions import BOXES, decisions, opened

SEED = derived_seed("search")


def answers(search: Search, state: Record) -> list[tuple[int, int, float]]:
    seat = int(state.to_move)
    found = search.think(search.game.view(state, seat), seat)
    return [(one.move, one.visits, float(one.values[seat])) for one in found]


@pytest.mark.parametrize(("name", "seats"), BOXES)
@pytest.mark.parametrize("evaluator", [random_playouts, guided])
def test_a_seed_and_a_number_of_playouts_give_one_answer(
    name: str, seats: int, evaluator: Callable[[Game], Evaluator]
) -> None:
    game = opened(name, seats)
    settings = PLAIN if evaluator is random_playouts else SearchParameters()
    for state in decisions(name, seats, 3):
        one_core = Search(game, evaluator(game), settings, SEED, 80, threads=1)
        two_cores = Search(game, evaluator(game), settings, SEED, 80, threads=2)
        first = answers(one_core, state)
        assert first == answers(two_cores, state)
        assert sum(visits for _, visits, _ in first) <= 80
        assert {move for move, _, _ in first} <= set(map(int, game.legal_moves(state)))


@pytest.mark.parametrize("kind", ["mcts:30", "mcts:1", "guided:30", "greedy", "level:1"])
@pytest.mark.parametrize(("name", "seats"), [("lumiere", 2), ("belle_epoque", 4)])
def test_whole_games_are_legal_and_end(name: str, seats: int, kind: str) -> None:
    game = opened(name, seats)
    state = game.deal(derived_seed("whole game"))
    players = [player_named(kind, derived_seed("player", seat)) for seat in range(seats)]
    while not game.is_over(state):
        seat = int(state.to_move)
        state = game.play(state, players[seat].choose(game, game.view(state, seat), seat))
        assert int(state.ply) < 3000
    assert min(game.ranks(state)) == 1


def test_a_search_stops_when_it_is_asked_to() -> None:
    game = opened("lumiere", 2)
    (state,) = decisions("lumiere", 2, 1)
    seat = int(state.to_move)
    search = Search(game, random_playouts(game), PLAIN, SEED, 1_000_000, threads=1)
    found = search.think(game.view(state, seat), seat, stop=lambda: True)
    assert search.done == [SLICE, SLICE]
    assert game.is_legal(state, found[0].move)


def test_the_tree_is_kept_for_the_next_move() -> None:
    game = opened("lumiere", 2)
    state = decisions("lumiere", 2, 5)[3]
    seat = int(state.to_move)
    search = Search(game, random_playouts(game), PLAIN, SEED, 2000, threads=1)
    best = search.think(game.view(state, seat), seat)[0]
    after = game.play(state, best.move)
    assert len(game.legal_moves(after)) > 1
    known = search.evaluator.node_of(search.trees[0], game.view(after, seat))
    assert known != NO_NODE
    assert search.trees[0].node_visits[known] > 0


def test_values_of_all_seats_are_shares_of_one_victory_and_points_are_those_of_the_game() -> None:
    game = opened("belle_epoque", 3)
    values, lines = np.zeros(3), np.zeros((3, len(game.score_lines)))
    chance = generator(derived_seed("end"))
    state = game.deal_with(chance)
    while not game.is_over(state):
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    outcome(game).settle(game.box, state, values, lines)
    assert lines.sum(axis=1).tolist() == game.totals(state)
    assert [
        int(rank) for rank in 1 + (values[None, :] > values[:, None]).sum(axis=1)
    ] == game.ranks(state)
    assert np.all((values > 0) & (values < 1))


def test_a_search_can_be_limited_to_one_move() -> None:
    game = opened("lumiere", 2)
    state = decisions("lumiere", 2, 4)[-1]
    seat = int(state.to_move)
    search = Search(game, random_playouts(game), PLAIN, SEED, 100, threads=1)
    move = int(game.legal_moves(state)[0])
    search.think(game.view(state, seat), seat, only=move)
    lines = search.expected_lines()
    assert lines.shape == (2, len(game.score_lines))
    assert np.isfinite(lines).all()
    assert search.evaluator.node_of(search.trees[0], game.view(state, seat)) == NO_NODE


@pytest.mark.parametrize(("name", "seats"), BOXES)
def test_views_have_different_names_exactly_if_a_field_differs(name: str, seats: int) -> None:
    game = opened(name, seats)
    masks, size = field_masks(game.state_type), game.state_type.itemsize
    names: dict[int, set[str]] = {}
    for state in decisions(name, seats, 20):
        names.setdefault(digest(state, masks, size), set()).add(str(game.position(state)))
        assert digest(state.copy(), masks, size) in names
    assert all(len(positions) == 1 for positions in names.values())


def test_bytes_between_fields_do_not_count() -> None:
    padded = np.dtype([("small", np.int8), ("large", np.int64)], align=True)
    records = np.zeros(2, dtype=np.dtype((np.record, padded)))
    records["large"] = 7
    records.view(np.uint8)[3] = 99
    masks = field_masks(padded)
    assert digest(records[0], masks, 16) == digest(records[1], masks, 16)
    records[1].large = 8
    assert digest(records[0], masks, 16) != digest(records[1], masks, 16)
