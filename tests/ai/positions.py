"""Positions of both games from all over them, for tests of players."""

from __future__ import annotations

from functools import cache

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

BOXES = (("lumiere", 2), ("belle_epoque", 2), ("belle_epoque", 3))


@cache
def opened(name: str, seats: int) -> Game:
    return open_game(name, seats)


@cache
def random_states(name: str, seats: int, seed: str = "positions") -> list[Record]:
    """All states of one random game but its end."""
    game = opened(name, seats)
    chance = generator(derived_seed(seed, name, seats))
    state = game.deal_with(chance)
    states = []
    while not game.is_over(state):
        states.append(state)
        moves = game.legal_moves(state)
        state = game.play(state, int(moves[below(chance, len(moves))]))
    return states


def decisions(name: str, seats: int, count: int) -> list[Record]:
    """Spread over a game, states in which there is something to choose."""
    game = opened(name, seats)
    found = [state for state in random_states(name, seats) if len(game.legal_moves(state)) > 1]
    return [found[index * (len(found) - 1) // max(1, count - 1)] for index in range(count)]
