"""The solver in the form that the rest of the program calls."""

from __future__ import annotations

from lutetia.games.lumiere.rules.names import BUILDING_PHASE
from lutetia.games.lumiere.solver.solving import solve
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Solution
from lutetia.kernel.types import Record

MOST_TOKENS = 5
"""With more tokens left, the solver seldom finishes while a player still waits."""


class SecondPhaseSolver:
    """Solves La Cité's second phase, where nothing is hidden and nothing is chance (L4)."""

    def solvable(self, game: Game, state: Record) -> str | None:  # noqa: ARG002
        """Whether the position belongs to the second phase."""
        if int(state.phase) == BUILDING_PHASE:
            return None
        return "only La Cité's second phase, with nothing hidden, can be solved"

    def promising(self, game: Game, state: Record) -> bool:  # noqa: ARG002
        """Whether the end is near."""
        return int(state.tokens.sum()) <= MOST_TOKENS

    def solve(
        self, game: Game, state: Record, *, seconds: float | None, nodes: int | None, cores: int
    ) -> Solution:
        """Best play."""
        return solve(game, state, seconds=seconds, nodes=nodes, cores=cores)
