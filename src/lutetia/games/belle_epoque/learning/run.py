"""What `lutetia train belle_epoque` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lutetia.games.belle_epoque.evaluation.insight_file import read_insight
from lutetia.games.belle_epoque.evaluation.weights import weights_for
from lutetia.games.belle_epoque.learning.table import PLAYERS, Table
from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.kernel.package import TrainingPlan


class BelleEpoqueTraining:
    """Teaches the network of insight, for the components of new games."""

    def run(self, folder: Path, plan: TrainingPlan, tell: Callable[[str], None]) -> None:
        """Train, or continue a training."""
        import torch

        from lutetia.games.belle_epoque.learning.training import Recipe, Training

        base = {players: weights_for(BelleEpoque.open(players)) for players in PLAYERS}
        recipe = Recipe(plan.minutes, seed=plan.seed)
        if plan.games is not None:
            recipe = Recipe(plan.minutes, games=plan.games, seed=plan.seed)
        start = None if plan.start is None else read_insight(plan.start)
        table = Table(plan.threads, base)
        try:
            device = torch.device(plan.device)
            Training(table, recipe, folder, device, tell, start).run(plan.now)
        finally:
            table.close()


TRAINING = BelleEpoqueTraining()
