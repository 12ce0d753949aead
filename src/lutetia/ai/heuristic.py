"""A game's heuristic, in the form that searches and planners use."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from lutetia.ai.search.evaluator import NO_KNOWLEDGE, Compiled, descent, playouts, random_playouts
from lutetia.ai.search.parameters import PLAIN, SearchParameters
from lutetia.ai.search.search import TREES, Search
from lutetia.ai.search.view_key import field_masks, view_key
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats, Moves, Record, copy_record


class PlayoutHeuristic(Heuristic):
    """For games without a heuristic: the value of a position is the mean of random games."""

    WORLDS = 8
    """The number of random games that rate a move at first sight."""
    SCALE = 4.0
    """A rating of 1 is a quarter of a sure win."""

    def knowledge(self, game: Game) -> Floats:  # noqa: ARG002
        """No weights."""
        return NO_KNOWLEDGE

    def functions(self, game: Game) -> ModuleType:
        """Random playouts, and the same prior for all moves."""
        return playouts(game)

    def ratings(self, game: Game, view: Record, moves: Moves, weights: Floats) -> Floats:
        """The mean value of a few random games after each move. It depends only on the view."""
        seat = int(view.to_move)
        chance = generator(derived_seed("first sight", view_key(game, view)))
        evaluate = self.functions(game).evaluate
        values, lines = np.zeros(game.seats), np.zeros((game.seats, len(game.score_lines)))
        buffer = np.zeros(game.move_space, dtype=np.int32)
        found = np.zeros(len(moves))
        for _ in range(self.WORLDS):
            world = game.imagine(view, seat, chance)
            for index, move in enumerate(moves):
                after = copy_record(world)
                game.rules.apply(game.box, after, int(move))
                evaluate(game.box, weights, after, chance, buffer, values, lines)
                found[index] += values[seat]
        return found * (self.SCALE / self.WORLDS)


def heuristic_of(game: Game) -> Heuristic:
    """The heuristic of a game, or the general one."""
    return package_of(game).heuristic() or PlayoutHeuristic()


def guided(game: Game, weights: Floats | None = None) -> Compiled:
    """The best evaluator of a game, with its tuned weights or with other weights."""
    heuristic = package_of(game).heuristic()
    if heuristic is None:
        return random_playouts(game)
    made = heuristic.functions(game)
    return Compiled(
        descent(game, "guided", made.evaluate, made.rate_moves),
        heuristic.knowledge(game) if weights is None else weights,
    )


def guided_parameters(game: Game) -> SearchParameters:
    """The parameters of a search with `guided`. Without priors it tries every move."""
    return PLAIN if package_of(game).heuristic() is None else SearchParameters()


def guided_search(game: Game, playouts: int, seed: bytes, threads: int = TREES) -> Search:
    """The best search of a game."""
    return Search(game, guided(game), guided_parameters(game), seed, playouts, threads)


def rollout(game: Game) -> ModuleType:
    """Whole games by the priors of a game's heuristic, compiled."""
    return specialise(
        "lutetia.ai.search.rollout",
        game.id,
        game.rules,
        rate_moves=heuristic_of(game).functions(game).rate_moves,
    )


def turn_functions(game: Game) -> ModuleType | None:
    """The compiled planning of whole turns; None if a turn is a single move."""
    heuristic = heuristic_of(game)
    if not heuristic.plans_turns:
        return None
    made = heuristic.functions(game)
    return specialise(
        "lutetia.ai.search.turn",
        game.id,
        game.rules,
        evaluate=made.evaluate,
        promise=made.promise,
        blind_moves=made.blind_moves,
        undoes=made.undoes,
        masks=field_masks(game.state_type),
        state_size=game.state_type.itemsize,
    )
