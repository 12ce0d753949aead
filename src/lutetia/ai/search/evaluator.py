"""The seam between search and judgement: whoever values leaves, search looks the same.

A compiled evaluator is woven into the search and values each leaf as it is met. One that is
written in Python, or asks an accelerator, gets leaves in batches.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Protocol

import numpy as np

from lutetia.ai.search.buffers import Room
from lutetia.ai.search.parameters import Settings
from lutetia.ai.search.tree import Floats, Tree
from lutetia.ai.search.view_key import field_masks
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record, Words

NO_KNOWLEDGE: Floats = np.zeros(1)

MARGINS = {"lumiere": 12.0, "belle_epoque": 8.0}
"""For each game the lead in points that makes a win probable; others get ten."""


class Evaluator(Protocol):
    """What a search asks to think with."""

    batch: int
    """How many leaves are valued together."""

    def think(
        self,
        game: Game,
        settings: Settings,
        tree: Tree,
        room: Room,
        chance: Words,
        view: Record,
        seat: int,
        playouts: int,
        only: int,
    ) -> None:
        """Descend so many times, and value what was met; all begin with `only`, if not ANY."""

    def node_of(self, tree: Tree, view: Record) -> int:
        """The node of a view."""


def outcome(game: Game) -> ModuleType:
    """The values of finished games."""
    return specialise(
        "lutetia.ai.search.outcome",
        game.id,
        game.rules,
        lines=len(game.score_lines),
        margin=MARGINS.get(game.id, 10.0),
    )


def descent(game: Game, judgement: str, evaluate: Any, rate_moves: Any) -> ModuleType:
    """The search loops of a game with an evaluator woven in."""
    return specialise(
        "lutetia.ai.search.descent",
        f"{game.id}+{judgement}",
        game.rules,
        evaluate=evaluate,
        rate_moves=rate_moves,
        masks=field_masks(game.state_type),
        state_size=game.state_type.itemsize,
    )


class Compiled:
    """An evaluator that is compiled into the search."""

    batch = 1

    def __init__(self, loops: ModuleType, knowledge: Floats = NO_KNOWLEDGE) -> None:
        self.loops = loops
        self.knowledge = knowledge

    def think(
        self,
        game: Game,
        settings: Settings,
        tree: Tree,
        room: Room,
        chance: Words,
        view: Record,
        seat: int,
        playouts: int,
        only: int,
    ) -> None:
        """Descend so many times, each valued at once."""
        self.loops.think(
            game.box, self.knowledge, settings, tree, room, chance, view, seat, playouts, only
        )

    def node_of(self, tree: Tree, view: Record) -> int:
        """The node of a view."""
        return int(self.loops.node_of(tree, view))


class Judge(Protocol):
    """Values many positions at once."""

    batch: int

    def judge(self, game: Game, worlds: Record, values: Floats, lines: Floats) -> None:
        """Fill in values and scoring lines of each of the worlds, finished ones included."""


class Batched:
    """An evaluator that asks a judge outside the compiled search."""

    def __init__(self, loops: ModuleType, judge: Judge, knowledge: Floats = NO_KNOWLEDGE) -> None:
        self.loops = loops
        self.judge = judge
        self.knowledge = knowledge
        self.batch = judge.batch

    def think(
        self,
        game: Game,
        settings: Settings,
        tree: Tree,
        room: Room,
        chance: Words,
        view: Record,
        seat: int,
        playouts: int,
        only: int,
    ) -> None:
        """Descend in batches, and let the judge value their leaves together."""
        done = 0
        while done < playouts:
            leaves = min(self.batch, playouts - done)
            self.loops.gather(
                game.box, self.knowledge, settings, tree, room, chance, view, seat, leaves, only
            )
            self.judge.judge(game, room.worlds[:leaves], room.values[:leaves], room.lines[:leaves])
            self.loops.scatter(tree, room, leaves)
            done += leaves

    def node_of(self, tree: Tree, view: Record) -> int:
        """The node of a view."""
        return int(self.loops.node_of(tree, view))


def random_playouts(game: Game) -> Compiled:
    """The evaluator that knows nothing."""
    patterns = specialise(
        "lutetia.ai.search.playouts", game.id, game.rules, settle=outcome(game).settle
    )
    return Compiled(descent(game, "playouts", patterns.evaluate, patterns.rate_moves))
