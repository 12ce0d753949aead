"""The interface between search and evaluation. The search is the same for every evaluator.

An evaluator is compiled into the search and values each leaf at once. A network values many leaves
together, and has its own search (`ai.network`).
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Protocol

import numpy as np

from lutetia.ai.search.buffers import SearchBuffers
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.search.tree import Tree
from lutetia.ai.search.view_key import field_masks
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats, Record, Words

NO_KNOWLEDGE: Floats = np.zeros(1)


class Evaluator(Protocol):
    """The evaluator that a search uses."""

    def think(
        self,
        game: Game,
        parameters: SearchParameters,
        tree: Tree,
        buffers: SearchBuffers,
        chance: Words,
        view: Record,
        seat: int,
        playouts: int,
        only: int,
    ) -> None:
        """Descend this many times and value the leaves. All begin with `only`, if it is not ANY."""

    def node_of(self, tree: Tree, view: Record) -> int:
        """The node of a view."""


def outcome(game: Game) -> ModuleType:
    """The values of finished games."""
    return specialise(
        "lutetia.ai.search.outcome",
        game.id,
        game.rules,
        lines=len(game.score_lines),
        margin=package_of(game).margin,
    )


def descent(game: Game, name: str, evaluate: Any, rate_moves: Any) -> ModuleType:
    """The search loops of a game, compiled together with an evaluator."""
    return specialise(
        "lutetia.ai.search.descent",
        f"{game.id}+{name}",
        game.rules,
        evaluate=evaluate,
        rate_moves=rate_moves,
        masks=field_masks(game.state_type),
        state_size=game.state_type.itemsize,
    )


class Compiled:
    """An evaluator that is compiled into the search."""

    def __init__(self, loops: ModuleType, knowledge: Floats = NO_KNOWLEDGE) -> None:
        self.loops = loops
        self.knowledge = knowledge

    def think(
        self,
        game: Game,
        parameters: SearchParameters,
        tree: Tree,
        buffers: SearchBuffers,
        chance: Words,
        view: Record,
        seat: int,
        playouts: int,
        only: int,
    ) -> None:
        """Descend this many times. Each leaf is valued at once."""
        self.loops.think(
            game.box, self.knowledge, parameters, tree, buffers, chance, view, seat, playouts, only
        )

    def node_of(self, tree: Tree, view: Record) -> int:
        """The node of a view."""
        return int(self.loops.node_of(tree, view))


def random_playouts(game: Game) -> Compiled:
    """The evaluator without knowledge of a game."""
    made = playouts(game)
    return Compiled(descent(game, "playouts", made.evaluate, made.rate_moves))


def playouts(game: Game) -> ModuleType:
    """Values by random games, and the same prior for all moves."""
    return specialise(
        "lutetia.ai.search.playouts", game.id, game.rules, settle=outcome(game).settle
    )
