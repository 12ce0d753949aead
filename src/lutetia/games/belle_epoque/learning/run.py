"""What `lutetia train belle_epoque` does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
        table = Table(plan.threads, base)
        try:
            Training(table, recipe, folder, torch.device(plan.device), tell).run(plan.now)
        finally:
            table.close()


TRAINING = BelleEpoqueTraining()
