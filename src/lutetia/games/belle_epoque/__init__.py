"""Paris of the Belle Époque: this package holds everything that Lutetia knows about the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lutetia.kernel.component_sheet import ComponentSheet
from lutetia.kernel.contract import Game
from lutetia.kernel.heuristic import Heuristic
from lutetia.kernel.measure import Ledger
from lutetia.kernel.observation import Observation
from lutetia.kernel.package import (
    Calibration,
    GamePackage,
    Places,
    Renderer,
    TableScorer,
    Training,
    Uses,
)
from lutetia.kernel.score_parts import ScoreParts
from lutetia.kernel.score_sheet import TieBreaks
from lutetia.kernel.strength import Strength

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from pydantic import BaseModel


class BelleEpoquePackage(GamePackage):
    """Paris of the Belle Époque, described to the rest of the program."""

    margin = 8.0
    outlook_games = 48
    has_client = True

    def game(self) -> type[Game]:
        """The rules."""
        from lutetia.games.belle_epoque.rules import BelleEpoque

        return BelleEpoque

    def position_model(self) -> type[BaseModel]:
        """Everything that a position says."""
        from lutetia.games.belle_epoque.rules.position_model import Position

        return Position

    def client_models(self) -> Sequence[type[BaseModel]]:
        """What a move leads to, and what the bonus tiles would bring now."""
        from lutetia.games.belle_epoque.rules.offer_model import Figures, Offer

        return Offer, Figures

    def heuristic(self) -> Heuristic:
        """A tuned value function."""
        from lutetia.games.belle_epoque.evaluation.heuristic import BelleEpoqueHeuristic

        return BelleEpoqueHeuristic()

    def levels(self) -> Sequence[Strength]:
        """Fast players first, then players that plan whole turns."""
        from lutetia.games.belle_epoque.evaluation.levels import STRENGTHS

        return STRENGTHS

    def observation(self) -> Observation:
        """The position as numbers."""
        from lutetia.games.belle_epoque.network.observation import OBSERVATION

        return OBSERVATION

    def places(self) -> Places:
        """The properties."""
        from lutetia.games.belle_epoque.rules.places import places

        return places

    def score_parts(self) -> ScoreParts:
        """Points in play, tile 27 and the districts."""
        from lutetia.games.belle_epoque.rules.score_parts import score_parts

        return score_parts

    def tie_breaks(self) -> TieBreaks:
        """Francs, then the value of all properties."""
        from lutetia.games.belle_epoque.rules.score_parts import tie_breaks

        return tie_breaks

    def table_scorer(self) -> TableScorer:
        """Scores a finished table."""
        from lutetia.games.belle_epoque.real_table.scoring import score_table

        return score_table

    def renderer(self) -> Renderer:
        """The board in a terminal."""
        from lutetia.games.belle_epoque.terminal.rendering import RENDERER

        return RENDERER

    def uses(self, game: Game, states: NDArray[np.void]) -> Uses:
        """Bonus tiles and landmarks."""
        from lutetia.games.belle_epoque.terminal.uses import uses_in

        return uses_in(game, states)

    def ledger(self) -> Ledger:
        """Points by origin, tokens sold and spent, tiles taken."""
        from lutetia.games.belle_epoque.balance.ledger import LEDGER

        return LEDGER

    def calibration(self) -> Calibration:
        """Searches the reconstructed figures."""
        from lutetia.games.belle_epoque.calibration.run import CALIBRATION

        return CALIBRATION

    def training(self) -> Training:
        """Teaches the network that corrects the value function."""
        from lutetia.games.belle_epoque.learning.run import TRAINING

        return TRAINING

    def component_sheet(self, text: str | None) -> ComponentSheet:
        """Every figure with its source."""
        from lutetia.games.belle_epoque.rules.sheet import sheet_of

        return sheet_of(text)


PACKAGE = BelleEpoquePackage()
