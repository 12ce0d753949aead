"""Proofs of positions for players: they come from the game's solver."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats, Record


@dataclass(frozen=True)
class Proof:
    """Best play to the end."""

    line: tuple[int, ...]
    """The moves from the position to the end."""
    lines: Floats
    """The points at the end for each seat and scoring line."""


class Prover:
    """Proves positions of one game with a limited number of nodes. It returns None if it fails."""

    def __init__(self, game: Game, nodes: int, cores: int = 1) -> None:
        self.game = game
        self.nodes = nodes
        self.cores = cores
        self._solver = package_of(game).solver() if nodes > 0 else None

    def can_try(self, state: Record) -> bool:
        """Whether the game has a solver and a proof is likely."""
        return (
            self._solver is not None
            and self._solver.solvable(self.game, state) is None
            and self._solver.promising(self.game, state)
        )

    def prove(self, state: Record) -> Proof | None:
        """The best line of a position, if it is proved."""
        if self._solver is None or not self.can_try(state):
            return None
        solution = self._solver.solve(
            self.game, state, seconds=None, nodes=self.nodes, cores=self.cores
        )
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
