"""Where nothing is hidden, the search sees positions, and looks at improbable moves, too."""

from __future__ import annotations

import math
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lutetia.ai.network import proving
from lutetia.ai.network.catalogue import session_of, subject_of
from lutetia.ai.network.gumbel import OFTEN
from lutetia.ai.network.loops import (
    MANY_EDGES,
    MOST_CANDIDATES,
    SIMULATIONS_AN_EVALUATION,
    search_loops,
)
from lutetia.ai.network.proving import Proofs
from lutetia.ai.network.selfplay import IN_PROOF, NOT_PROVED, PROVED_OR_NOT, TO_PROVE
from lutetia.ai.network.thinking import NetworkSearch
from lutetia.ai.network.trees import NO_NODE, ROOT, Trees, clear, find, new_trees
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("lumiere")


@pytest.fixture(scope="module")
def loops(game: Game) -> ModuleType:
    return search_loops(subject_of("lumiere"), game)


def building_phase(game: Game, word: str) -> Record:
    """A position of phase two, reached by random moves."""
    state, chance = game.deal(derived_seed("open", word)), generator(derived_seed("open", word))
    while game.position(state)["phase"] == "laying":
        legal = game.legal_moves(state)
        state = game.play(state, int(legal[below(chance, len(legal))]))
    return state


def test_a_position_has_one_fingerprint_whatever_moves_led_to_it(game: Game) -> None:
    fingerprint = subject_of("lumiere").fingerprint
    dealt = game.deal(derived_seed("open"))
    assert fingerprint(game.box, dealt) == 0, "tiles are hidden"
    met = 0
    start = building_phase(game, "orders")
    legal = [int(move) for move in game.legal_moves(start)]
    assert fingerprint(game.box, start) != 0
    for first in legal[:12]:
        between = game.play(start, first)
        answers = {int(move) for move in game.legal_moves(between)}
        for second in legal[-12:]:
            reply = next((move for move in sorted(answers) if move not in legal), None)
            if reply is None or first == second:
                continue
            one = played(game, start, [first, reply, second])
            other = played(game, start, [second, reply, first])
            if one is None or other is None:
                continue
            met += 1
            assert fingerprint(game.box, one) == fingerprint(game.box, other)
            assert fingerprint(game.box, one) != fingerprint(game.box, between)
    assert met > 0, "no two orders of moves were both possible"


def played(game: Game, state: Record, moves: list[int]) -> Record | None:
    """The position after some moves; None if one of them is not legal."""
    for move in moves:
        if move not in game.legal_moves(state):
            return None
        state = game.play(state, move)
    return state


def one_node(probabilities: list[float], visits: list[int], *, is_open: bool) -> Trees:
    """A tree of one node whose moves all have the same value."""
    trees = new_trees(1, 4, MANY_EDGES, 8, 2)
    clear(trees, 0)
    trees.node_open[0, ROOT] = is_open
    trees.node_mover[0, ROOT] = 0
    trees.node_value[0, ROOT] = 0.5
    trees.node_width[0, ROOT] = len(probabilities)
    trees.node_visits[0, ROOT] = sum(visits)
    for edge, (probability, seen) in enumerate(zip(probabilities, visits, strict=True)):
        trees.edge_logit[0, ROOT, edge] = math.log(probability)
        trees.edge_visits[0, ROOT, edge] = seen
        trees.edge_sum[0, ROOT, edge] = 0.5 * seen
    return trees


def test_a_node_with_many_visits_tries_an_improbable_move_where_nothing_is_hidden(
    loops: ModuleType,
) -> None:
    probabilities, visits = [0.999, 0.001], [OFTEN, 0]
    hidden = one_node(probabilities, visits, is_open=False)
    assert loops.choose_inside(hidden, 0, ROOT) == 0
    seen = one_node(probabilities, visits, is_open=True)
    assert loops.choose_inside(seen, 0, ROOT) == 1
    seldom = one_node(probabilities, [OFTEN - 1, 0], is_open=True)
    assert loops.choose_inside(seldom, 0, ROOT) == 0, "too early to look at it"


def test_a_move_gets_the_value_of_the_position_behind_it(game: Game, loops: ModuleType) -> None:
    """Other orders of moves found this position, too, and what they found counts."""
    state = building_phase(game, "values")
    seat = int(state.to_move)
    view = game.view(state, seat)
    search = NetworkSearch(game, session_of(game), 1200, derived_seed("values"))
    search.think(view, seat)
    trees, fingerprint = search.trees, session_of(game).subject.fingerprint
    checked = 0
    for edge in range(int(trees.node_width[0, ROOT])):
        visits = int(trees.edge_visits[0, ROOT, edge])
        after = game.play(view, int(trees.edge_move[0, ROOT, edge]))
        node = find(trees, 0, np.uint64(fingerprint(game.box, after)))
        if visits == 0 or node == NO_NODE:
            continue
        value = trees.edge_sum[0, ROOT, edge, seat] / visits
        # A node that other moves have entered since then may be worth something else now.
        if int(trees.node_visits[0, node]) + 1 == visits:
            assert value == pytest.approx(loops.node_worth(trees, 0, node, seat), abs=1e-5)
            checked += 1
    assert checked > 0


@pytest.mark.parametrize(
    ("built", "simulations", "compared"), [(True, 1280, 20), (True, 640, 16), (False, 1280, 16)]
)
def test_a_long_search_compares_more_moves_where_nothing_is_hidden(
    game: Game, built: bool, simulations: int, compared: int
) -> None:
    state = building_phase(game, "wide") if built else game.deal(derived_seed("wide"))
    assert len(game.legal_moves(state)) > compared
    seat = int(state.to_move)
    search = NetworkSearch(game, session_of(game), simulations, derived_seed("wide"))
    assert len(search.think(game.view(state, seat), seat)) == compared


def near_the_end(game: Game, word: str, last: int) -> Record:
    """A position of phase two, so many moves before the end of a game of random moves."""
    states = [building_phase(game, word)]
    chance = generator(derived_seed("the end", word))
    while not game.is_over(states[-1]):
        legal = game.legal_moves(states[-1])
        states.append(game.play(states[-1], int(legal[below(chance, len(legal))])))
    return next(state for state in reversed(states[:-last]) if len(game.legal_moves(state)) > 4)


@pytest.mark.parametrize("follows", [False, True])
def test_near_the_end_a_search_makes_more_simulations_than_evaluations(
    game: Game, monkeypatch: pytest.MonkeyPatch, follows: bool
) -> None:
    """Most of them end with the game, or in a position that is known, and ask no network."""
    state = near_the_end(game, "many", 4)
    seat, view = int(state.to_move), game.view(state, int(state.to_move))
    search = NetworkSearch(game, session_of(game), 200, derived_seed("many"))
    evaluated = 0
    answer = search.session.answer

    def counted(leaves: Any, count: int, *expected: Any) -> Any:
        nonlocal evaluated
        evaluated += count
        return answer(leaves, count, *expected)

    monkeypatch.setattr(search.session, "answer", counted)
    if follows:
        search.follow(view, seat, int(game.legal_moves(state)[0]))
    else:
        search.think(view, seat)
    simulated = int(search.trees.node_visits[0, ROOT])
    assert evaluated <= 200 + MOST_CANDIDATES
    assert 200 < simulated <= SIMULATIONS_AN_EVALUATION * 200 + MOST_CANDIDATES


def test_games_go_on_without_a_proof_when_too_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proving, "MOST_WAITING", 6)
    games: Any = SimpleNamespace(
        waiting=np.full(10, TO_PROVE, dtype=np.int8), certain_move=np.zeros(10, dtype=np.int32)
    )
    jobs: list[Any] = []

    class Busy:
        """Threads that have not begun yet."""

        @staticmethod
        def submit(_: Any, __: Any, part: Any) -> Any:
            jobs.append(part)
            return SimpleNamespace(add_done_callback=lambda _: None)

    busy: Any = Busy()
    Proofs(lambda *_: None, None, lambda: None).begin(games, busy)
    assert sorted(np.concatenate(jobs).tolist()) == list(range(6))
    assert (games.waiting[:6] == IN_PROOF).all()
    assert (games.waiting[6:] == PROVED_OR_NOT).all()
    assert (games.certain_move[6:] == NOT_PROVED).all()
