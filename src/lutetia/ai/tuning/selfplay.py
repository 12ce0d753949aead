"""Games that a search plays against itself, with its results for each decision."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.search.search import Found, Search
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Moves, Record

DARING = 10
"""In this many plies at the start of a game, moves are drawn by their visits, for variety."""


@dataclass(frozen=True)
class Thought:
    """A decision of a game."""

    view: Record
    seat: int
    found: list[Found]


@dataclass(frozen=True)
class SelfPlayed:
    """One game and its end."""

    thoughts: list[Thought]
    points: list[int]


def self_play(game: Game, evaluator: Evaluator, playouts: int, seed: bytes) -> SelfPlayed:
    """One game of a search against itself."""
    chance = generator(seed)
    state = game.deal_with(chance)
    searches = [
        Search(
            game, evaluator, SearchParameters(), derived_seed(seed.hex(), seat), playouts, threads=1
        )
        for seat in range(game.seats)
    ]
    thoughts = []
    while not game.is_over(state):
        seat = int(state.to_move)
        view = game.view(state, seat)
        moves = game.legal_moves(state)
        move = int(moves[0])
        if len(moves) > 1:
            found = searches[seat].think(view, seat)
            thoughts.append(Thought(view, seat, found))
            move = found[0].move
            if int(state.ply) < DARING:
                visits = np.cumsum([one.visits for one in found])
                move = found[int(np.searchsorted(visits, below(chance, visits[-1]), "right"))].move
        state = game.play(state, move)
    return SelfPlayed(thoughts, game.totals(state))


def shares_of(game: Game, thought: Thought) -> tuple[Moves, Floats]:
    """The legal moves of a decision, and the share of visits of each."""
    moves = game.legal_moves(thought.view)
    visits = {one.move: one.visits for one in thought.found}
    counts = np.array([float(visits.get(int(move), 0)) for move in moves])
    return moves, counts / counts.sum()
