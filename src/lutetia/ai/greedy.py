"""A player that moves at first sight, and overlooks things as people do."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from lutetia.ai.heuristic import judgement_of
from lutetia.ai.search.tree import Floats
from lutetia.kernel.chance import generator, next_word
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, Words


@dataclass(frozen=True)
class Flaws:
    """How a player errs. All of it is drawn anew for every decision."""

    overlooked: float = 0.0
    """The chance that one thing that matters (a streetlight beside a space, the points of a
    postcard, what the rival wants) is not thought of at all."""

    misjudged: float = 0.0
    """The spread of the factor by which what is thought of is taken too high or too low."""

    hasty: float = 0.0
    """How far a move may look worse than the best one and still be played now and then."""


FLAWLESS = Flaws()


class GreedyPlayer:
    """Plays what looks best at first sight."""

    def __init__(self, name: str, seed: bytes, flaws: Flaws = FLAWLESS) -> None:
        self.name = name
        self._flaws = flaws
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:  # noqa: ARG002
        """The move with the highest rating, seen through this player's flaws."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        judgement = judgement_of(game)
        weights = seen_through(judgement.knowledge(), self._flaws, self._chance)
        ratings = judgement.ratings(game, view, moves, weights)
        ratings[judgement.needless(game, view, moves)] = -math.inf
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
    """A number between 0 and 1, never either."""
    return (float(int(next_word(chance)) >> 11) + 0.5) / 2.0**53


def _gumbel(chance: Words) -> float:
    """Added to ratings, it draws each move as often as its rating says."""
    return -math.log(-math.log(_share(chance)))


def _normal(chance: Words) -> float:
    return math.sqrt(-2.0 * math.log(_share(chance))) * float(np.cos(math.tau * _share(chance)))
