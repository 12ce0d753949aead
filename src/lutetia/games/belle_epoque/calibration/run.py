"""Runs a whole calibration: the search, a last refit, and a report from fresh shuffles."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lutetia.games.belle_epoque.balance.ledger import aims
from lutetia.games.belle_epoque.balance.ledger import single_minded as wishes
from lutetia.games.belle_epoque.calibration import search as s
from lutetia.games.belle_epoque.calibration.candidates import (
    Candidate,
    components_of,
    described,
)
from lutetia.games.belle_epoque.calibration.trials import Trials, refit
from lutetia.games.belle_epoque.evaluation.weights import refitted_text
from lutetia.games.belle_epoque.rules.component_text import component_text
from lutetia.kernel.measure import Measure, as_markdown
from lutetia.kernel.package import CalibrationPlan
from lutetia.kernel.types import Floats

COMMENT = """The components of Paris of the Belle Époque, with calibrated figures.

`from` says where a figure comes from:
  rulebook         printed in the rules, in words or in an example
  public           told by another public source
  reconstruction   our own: the rules show it only in pictures
  calibrated       our own, found by `lutetia calibrate belle_epoque`"""
LAST_STEPS = 4
"""Steps of the last refit; the last two are smaller."""


class BelleEpoqueCalibration:
    """The calibration of the reconstructed figures."""

    def run(self, folder: Path, plan: CalibrationPlan, tell: Callable[[str], None]) -> None:
        """Search, refit the players once more, and measure them on fresh shuffles.

        Without generations players are only refitted to the present figures and to the options
        of the plan, and measured."""
        trials = Trials(plan.cores, plan.options)
        stages = tuple(stage.times(plan.effort) for stage in s.STAGES)
        try:
            present = s.present_result()
            candidate, weights = present.candidate, present.weights
            if plan.generations:
                found = s.Search(
                    trials, folder / "search.jsonl", plan.seed, stages, plan.house, tell
                )
                starts = [
                    (one.candidate, one.weights)
                    for one in s.earlier_results()
                    if plan.house or not one.has_house_rules()
                ]
                best = found.run(starts, plan.generations, plan.candidates)
                candidate, weights = best.candidate, best.weights
            for step in range(LAST_STEPS):
                games = stages[-1].refit_games
                pace = 1.0 if step < LAST_STEPS - 2 else 0.5
                seed = f"{plan.seed}.last.{step}"
                weights = refit(trials, candidate, weights, games, seed, pace)
                tell(f"last refit, step {step + 1} of {LAST_STEPS}")
            refitted = LAST_STEPS * stages[-1].refit_games
            seed = f"{plan.seed}.fresh"
            measured = s.played(trials, candidate, weights, plan.games, seed)
            duels = s.single_minded(trials, candidate, weights[2], plan.games, seed)
        finally:
            trials.close()
        _write(folder, plan, candidate, weights, refitted, measured, duels)


CALIBRATION = BelleEpoqueCalibration()


def _write(
    folder: Path,
    plan: CalibrationPlan,
    candidate: Candidate,
    weights: dict[int, Floats],
    refitted: int,
    measured: dict[str, Any],
    duels: dict[str, float],
) -> None:
    components = components_of(candidate)
    landmarks = [landmark.name for landmark in components.landmarks]
    tables: dict[str, list[Measure]] = {
        f"{name.replace(' ', ' players, ')} set-up": aims(found, landmarks)
        for name, found in measured.items()
    }
    tables["2 players, basic set-up, single-minded players"] = wishes(duels, plan.games // 2 * 2)
    report = {
        "figures": described(candidate),
        "options": dict(plan.options),
        "refitted": refitted,
        "games": plan.games,
        "seed": plan.seed,
        "found": measured,
        "duels": duels,
        "penalties": s.total_penalties(measured, duels),
        "measures": {name: [row.as_json() for row in rows] for name, rows in tables.items()},
    }
    pages = [f"## {name}\n\n{as_markdown(rows)}" for name, rows in tables.items()]
    files = {
        "components.toml": component_text(components, COMMENT),
        "report.json": json.dumps(report, ensure_ascii=False, indent=1) + "\n",
        "report.md": f"# {plan.games} games of each set-up\n\n" + "\n".join(pages),
    }
    for players, own in weights.items():
        comment = f"Weights of reflection for {players} players, refitted by a calibration."
        files[f"weights-{players}.toml"] = refitted_text(own, comment)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
