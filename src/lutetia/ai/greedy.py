"""A player that moves at first sight, and overlooks things as people do."""

from __future__ import annotations

import math

import numpy as np

from lutetia.ai.heuristic import heuristic_of
from lutetia.kernel.chance import generator, next_word
from lutetia.kernel.contract import Game
from lutetia.kernel.strength import FLAWLESS, Flaws
from lutetia.kernel.types import Floats, Record, Words


class GreedyPlayer:
    """Plays what looks best at first sight."""

    def __init__(self, name: str, seed: bytes, flaws: Flaws = FLAWLESS) -> None:
        self.name = name
        self._flaws = flaws
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:  # noqa: ARG002
        """The move with the highest rating, after this player's flaws changed the weights."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        heuristic = heuristic_of(game)
        weights = seen_through(heuristic.knowledge(game), self._flaws, self._chance)
        ratings = heuristic.ratings(game, view, moves, weights)
        ratings[heuristic.needless(game, view, moves)] = -math.inf
        if self._flaws.hasty > 0:
            for index in range(len(ratings)):
                ratings[index] += self._flaws.hasty * _gumbel(self._chance)
        return int(moves[int(ratings.argmax())])


def seen_through(weights: Floats, flaws: Flaws, chance: Words) -> Floats:
    """Weights as a player with flaws uses them for one decision."""
    if flaws.overlooked == 0 and flaws.misjudged == 0:
        return weights
    seen = weights.copy()
    for index in range(len(seen)):
        if _share(chance) < flaws.overlooked:
            seen[index] = 0.0
        else:
            seen[index] *= math.exp(flaws.misjudged * _normal(chance))
    return seen


def _share(chance: Words) -> float:
    """A random number between 0 and 1, never 0 or 1 itself."""
    return (float(int(next_word(chance)) >> 11) + 0.5) / 2.0**53


def _gumbel(chance: Words) -> float:
    """Noise for ratings. With it each move is chosen as often as its rating says."""
    return -math.log(-math.log(_share(chance)))


def _normal(chance: Words) -> float:
    return math.sqrt(-2.0 * math.log(_share(chance))) * float(np.cos(math.tau * _share(chance)))
