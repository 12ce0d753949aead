"""La Cité de la Lumière: this package holds everything that Lutetia knows about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.measure import Ledger
from lutetia.kernel.observation import Observation
from lutetia.kernel.package import (
    GamePackage,
    Places,
    Renderer,
    SamePositions,
    Solver,
    TableScorer,
    Uses,
)
from lutetia.kernel.score_parts import ScoreParts
from lutetia.kernel.score_sheet import TieBreaks
from lutetia.kernel.strength import Strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel


class LumierePackage(GamePackage):
    """La Cité de la Lumière, described to the rest of the program."""

    margin = 12.0
    outlook_games = 160
    has_client = True

    def game(self) -> type[Game]:
        """The rules."""
        from lutetia.games.lumiere.rules import Lumiere

        return Lumiere

    def position_model(self) -> type[BaseModel]:
        """The model of a position as JSON."""
        from lutetia.games.lumiere.rules.position_model import Position

        return Position

    def heuristic(self) -> Heuristic:
        """Tuned weights of moves."""
        from lutetia.games.lumiere.evaluation.heuristic import LumiereHeuristic

        return LumiereHeuristic()

    def levels(self) -> Sequence[Strength]:
        """First the fast players without a search, then searches with more and more effort."""
        from lutetia.games.lumiere.evaluation.levels import STRENGTHS

        return STRENGTHS

    def observation(self) -> Observation:
        """The city as planes of spaces, and numbers."""
        from lutetia.games.lumiere.network.observation import OBSERVATION

        return OBSERVATION

    def solver(self) -> Solver:
        """Solves the second phase exactly."""
        from lutetia.games.lumiere.solver.facet import SecondPhaseSolver

        return SecondPhaseSolver()

    def puzzles(self) -> Path:
        """Positions of the second phase."""
        return Path(__file__).with_name("puzzles.json")

    def places(self) -> Places:
        """The spaces of the city."""
        from lutetia.games.lumiere.rules.places import places

        return places

    def same_positions(self) -> SamePositions:
        """The city turned or mirrored, and the colours swapped."""
        from lutetia.games.lumiere.rules.symmetry import same_positions

        return same_positions

    def score_parts(self) -> ScoreParts:
        """Buildings, the largest group, unbuilt buildings, pieces."""
        from lutetia.games.lumiere.rules.score_parts import score_parts

        return score_parts

    def tie_breaks(self) -> TieBreaks:
        """Uncovered spaces of one's colour."""
        from lutetia.games.lumiere.rules.score_parts import tie_breaks

        return tie_breaks

    def table_scorer(self) -> TableScorer:
        """Scores a finished city."""
        from lutetia.games.lumiere.real_table.scoring import score_table

        return score_table

    def renderer(self) -> Renderer:
        """The city in a terminal."""
        from lutetia.games.lumiere.terminal.rendering import RENDERER

        return RENDERER

    def uses(self, game: Game, states: NDArray[np.void]) -> Uses:
        """Postcards and buildings."""
        from lutetia.games.lumiere.terminal.uses import uses_in

        return uses_in(game, states)

    def ledger(self) -> Ledger:
        """The start player, postcards used and left, buildings taken early and late."""
        from lutetia.games.lumiere.balance.ledger import LEDGER

        return LEDGER


PACKAGE = LumierePackage()
