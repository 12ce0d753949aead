"""Estimates for analyses: which moves are good, and what a move leads to.

The game's network makes them where it can be used; otherwise a tree search with the heuristic.
"""

from __future__ import annotations

from typing import Protocol

from lutetia.ai.heuristic import guided_search
from lutetia.ai.network.catalogue import can_judge, session_of
from lutetia.ai.network.thinking import NetworkSearch
from lutetia.ai.search.search import Found
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record

PLAYOUTS_A_SIMULATION = 8
"""This many playouts of a tree search take about as long as one simulation with a network."""
FEWEST_SIMULATIONS = 16


class Estimator(Protocol):
    """Estimates positions of one game. All moves are estimated in the same imagined worlds."""

    def ranked(self, view: Record, seat: int) -> list[Found]:
        """The moves that were looked at, the best first."""

    def follow(self, view: Record, seat: int, move: int) -> Floats:
        """The expected points by seat and scoring line after a move."""


class SearchEstimator:
    """A tree search with the heuristic of the game."""

    def __init__(self, game: Game, playouts: int, seed: bytes, threads: int) -> None:
        self._what = game, playouts, seed, threads

    def ranked(self, view: Record, seat: int) -> list[Found]:
        """The moves of the tree, the most visited first."""
        return guided_search(*self._what).think(view, seat)

    def follow(self, view: Record, seat: int, move: int) -> Floats:
        """The mean over all playouts that begin with the move."""
        search = guided_search(*self._what)
        search.think(view, seat, only=move)
        return search.expected_lines()


class NetworkEstimator:
    """A tree search with the network of the game."""

    def __init__(self, game: Game, simulations: int, seed: bytes, threads: int) -> None:
        self._what = game, session_of(game, threads), simulations, seed

    def ranked(self, view: Record, seat: int) -> list[Found]:
        """The candidates of the search, the best first."""
        return [
            Found(
                one.move,
                one.visits,
                one.values,
                one.lines.sum(axis=1),
            )
            for one in NetworkSearch(*self._what).think(view, seat)
        ]

    def follow(self, view: Record, seat: int, move: int) -> Floats:
        """The mean over all simulations that begin with the move."""
        return NetworkSearch(*self._what).follow(view, seat, move)


def estimator_for(game: Game, playouts: int, seed: bytes, threads: int) -> Estimator:
    """The best estimator of a game for an effort that is given in playouts."""
    if can_judge(game):
        simulations = max(FEWEST_SIMULATIONS, playouts // PLAYOUTS_A_SIMULATION)
        return NetworkEstimator(game, simulations, seed, threads)
    return SearchEstimator(game, playouts, seed, threads)
