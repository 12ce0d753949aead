"""Where a position can be proved, and what the proof says: the way from the solver to players."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lutetia.ai.search.tree import Floats
from lutetia.games.lumiere.rules.names import BUILDING_PHASE
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

MOST_TOKENS = 5
"""With more of them left to use, the solver is seldom done within a player's patience."""


@dataclass(frozen=True)
class Proof:
    """Best play to the end."""

    line: tuple[int, ...]
    """The moves, from the position on."""
    lines: Floats
    """For each seat and scoring line the points at the end."""


class Prover:
    """Proves positions of one game within a number of nodes; where it cannot, it says nothing."""

    def __init__(
        self, game: Game, nodes: int, cores: int = 1, most_tokens: int = MOST_TOKENS
    ) -> None:
        self.game = game
        self.nodes = nodes
        self.cores = cores
        self.most_tokens = most_tokens

    def can_try(self, state: Record) -> bool:
        """Whether nothing is hidden or left to chance, and the end is near (L4)."""
        return (
            self.nodes > 0
            and self.game.id == "lumiere"
            and int(state.phase) == BUILDING_PHASE
            and int(state.tokens.sum()) <= self.most_tokens
        )

    def prove(self, state: Record) -> Proof | None:
        """The best line of a position, if it is proved."""
        if not self.can_try(state):
            return None
        from lutetia.games.lumiere.solver import solve

        solution = solve(self.game, state, nodes=self.nodes, cores=self.cores)
        if not solution.proved:
            return None
        return self._followed(state, tuple(int(move) for move in solution.best_line))

    def prove_after(self, state: Record, move: int) -> Proof | None:
        """The best line that begins with a move."""
        after = self.game.play(state, move)
        if self.game.is_over(after):
            return self._followed(state, (move,))
        proof = self.prove(after)
        return None if proof is None else Proof((move, *proof.line), proof.lines)

    def _followed(self, state: Record, line: tuple[int, ...]) -> Proof:
        for move in line:
            state = self.game.play(state, move)
        points = [list(lines.values()) for lines in self.game.score(state)]
        return Proof(line, np.array(points, dtype=np.float64))
