"""A search for one seat of one game: several trees search in parallel, and their sums are used.

The trees are independent, so two cores do not wait for each other. The answer depends only on the
seed and the number of playouts, not on which core was faster.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from lutetia.ai.search.buffers import new_buffers
from lutetia.ai.search.evaluator import Evaluator
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.search.tree import ANY, EDGES_USED, NODES_USED, clear, edges_of, new_tree
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record

TREES = 2
SLICE = 256
"""The number of playouts between two checks whether to stop."""
FEWEST_PLAYOUTS = 2
"""The least number for one tree: the first playout only adds the root."""
EDGES_A_NODE = 12
MOST_NODES = 1_500_000

Stop = Callable[[], bool]


@dataclass(frozen=True)
class Found:
    """The results of a search for one move."""

    move: int
    visits: int
    values: Floats
    """For each seat, between 0 and 1."""
    points: Floats
    """For each seat: the mean points at the end."""


class Search:
    """Searches one position of a game after the other, and keeps its trees."""

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        parameters: SearchParameters,
        seed: bytes,
        playouts: int,
        threads: int = TREES,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.parameters = parameters
        self.playouts = playouts
        self.done = [0] * TREES
        """How many playouts each tree made in the last search."""
        self.threads = threads
        nodes = min(MOST_NODES, 2 * (playouts // TREES) + 64)
        edges = nodes * (EDGES_A_NODE if parameters.first_width <= EDGES_A_NODE else 40)
        self.trees = [new_tree(nodes, edges, game.seats) for _ in range(TREES)]
        self.buffers = [
            new_buffers(game.state_type, game.move_space, game.seats, len(game.score_lines))
            for _ in range(TREES)
        ]
        self.chances = [generator(derived_seed(seed.hex(), "tree", n)) for n in range(TREES)]

    def think(
        self, view: Record, seat: int, stop: Stop | None = None, only: int = ANY
    ) -> list[Found]:
        """All moves that were searched, the most visited first.

        `stop` is called after each slice. If it returns true, the search ends early.
        With `only` the search follows that one move, and no moves are compared.
        """
        self._make_room()
        for buffers in self.buffers:
            buffers.line_sums[:] = 0.0
        shares = [
            max(FEWEST_PLAYOUTS, share)
            for share in (self.playouts - self.playouts // TREES, self.playouts // TREES)
        ]
        if self.threads > 1:
            with ThreadPoolExecutor(TREES) as pool:
                jobs = [
                    pool.submit(self._think, tree, view, seat, share, stop, only)
                    for tree, share in enumerate(shares)
                ]
                for job in jobs:
                    job.result()
        else:
            for tree, share in enumerate(shares):
                self._think(tree, view, seat, share, stop, only)
        return self._together(view)

    def expected_lines(self) -> Floats:
        """For each seat and scoring line: the mean over all playouts of the last search."""
        sums = np.sum([buffers.line_sums for buffers in self.buffers], axis=0)
        return sums / sum(self.done)

    def _make_room(self) -> None:
        """Clear the trees if one of them has not enough space for this search."""
        for tree in self.trees:
            nodes, edges = tree.used[NODES_USED], tree.used[EDGES_USED]
            if 2 * nodes > len(tree.node_first) or 2 * edges > len(tree.edge_next):
                clear(tree)

    def _think(
        self,
        number: int,
        view: Record,
        seat: int,
        playouts: int,
        stop: Stop | None,
        only: int,
    ) -> None:
        tree, buffers, chance = self.trees[number], self.buffers[number], self.chances[number]
        done = 0
        while done < playouts and not (done and stop is not None and stop()):
            some = min(SLICE, playouts - done)
            self.evaluator.think(
                self.game, self.parameters, tree, buffers, chance, view, seat, some, only
            )
            done += some
        self.done[number] = done

    def _together(self, view: Record) -> list[Found]:
        """The moves at the root, with the sums of all trees."""
        visits: dict[int, int] = {}
        sums: dict[int, tuple[Floats, Floats]] = {}
        nothing = np.zeros(self.game.seats)
        for tree in self.trees:
            for edge in edges_of(tree, self.evaluator.node_of(tree, view)):
                move = int(tree.edge_move[edge])
                values, points = sums.get(move, (nothing, nothing))
                visits[move] = visits.get(move, 0) + int(tree.edge_visits[edge])
                sums[move] = (values + tree.edge_value[edge], points + tree.edge_points[edge])
        found = [
            Found(move, count, sums[move][0] / max(1, count), sums[move][1] / max(1, count))
            for move, count in visits.items()
        ]
        seat = int(view.to_move)
        return sorted(found, key=lambda one: (-one.visits, -one.values[seat], one.move))
