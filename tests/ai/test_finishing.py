"""A last turn is played as well as it can be, wherever nothing is left to chance."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.ai.finishing import LastTurnFinisher
from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.search.evaluator import outcome
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from tests.ai.positions import opened

NODES = 3_000


def last_turns(game: Game, games: int) -> list[Record]:
    """The last choices of the last turn of random games."""
    found = []
    for number in range(games):
        chance = generator(derived_seed("last turns", number))
        state, last = game.deal_with(chance), None
        while not game.is_over(state):
            seat, moves = int(state.to_move), game.legal_moves(state)
            if len(moves) > 1 and heuristic_of(game).is_last_turn(game, state, seat):
                last = state
            state = game.play(state, int(moves[below(chance, len(moves))]))
        if last is not None:
            found.append(last)
    return found


def best_value(game: Game, state: Record, seat: int, known: dict[bytes, float]) -> float:
    """By following every order of moves in plain Python."""
    if game.is_over(state):
        values = np.zeros(game.seats)
        outcome(game).settle(game.box, state, values, np.zeros((game.seats, len(game.score_lines))))
        return float(values[seat])
    key = state.tobytes()
    if key not in known:
        known[key] = -1.0  # a way round in a circle is no way to the end
        known[key] = max(
            best_value(game, game.play(state, int(move)), seat, known)
            for move in game.legal_moves(state)
        )
    return known[key]


@pytest.mark.parametrize("seats", [2, 3])
def test_the_last_turn_ends_as_well_as_any_order_of_moves(seats: int) -> None:
    game = opened("belle_epoque", seats)
    finisher = LastTurnFinisher(NODES)
    compared = 0
    for state in last_turns(game, 18):
        seat = int(state.to_move)
        move = finisher.best_move(game, game.view(state, seat), seat)
        if move is None:
            continue
        after = best_value(game, game.play(state, move), seat, {})
        assert after == pytest.approx(best_value(game, state, seat, {}))
        compared += 1
    assert compared >= 6


def test_a_turn_with_too_many_orders_is_left_to_the_search() -> None:
    game = opened("belle_epoque", 2)
    state = last_turns(game, 1)[0]
    seat = int(state.to_move)
    assert LastTurnFinisher(0).best_move(game, game.view(state, seat), seat) is None
