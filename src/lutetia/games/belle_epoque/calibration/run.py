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
from lutetia.games.belle_epoque.calibration.trials import SETUPS, Trials, refit
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
PLAYS_ALONE = 5
"""Each single-minded player plays one game for so many measured ones."""
LAST_STEPS = 4
"""Steps of the last refit; the last two are smaller."""


def last_refit(
    trials: Trials,
    candidate: Candidate,
    weights: dict[int, Floats],
    games: int,
    seed: str,
    tell: Callable[[str], None],
) -> dict[int, Floats]:
    """The players after the last refit; each of its steps plays so many games."""
    for step in range(LAST_STEPS):
        pace = 1.0 if step < LAST_STEPS - 2 else 0.5
        weights = refit(trials, candidate, weights, games, f"{seed}.last.{step}", pace)
        tell(f"last refit, step {step + 1} of {LAST_STEPS}")
    return weights


class BelleEpoqueCalibration:
    """The calibration of the reconstructed figures."""

    def run(self, folder: Path, plan: CalibrationPlan, tell: Callable[[str], None]) -> None:
        """Search, refit the players once more, and measure them on fresh shuffles.

        Without generations players are only refitted to the present figures and to the options
        and the number of players of the plan, and measured."""
        trials = Trials(plan.cores, plan.options)
        stages = tuple(stage.times(plan.effort) for stage in s.STAGES)
        try:
            present = s.present_result()
            candidate, weights = present.candidate, present.weights
            if plan.players:
                weights = {plan.players: weights[plan.players]}
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
            games = stages[-1].refit_games
            if plan.effort:
                weights = last_refit(trials, candidate, weights, games, plan.seed, tell)
            refitted = LAST_STEPS * games
            seed = f"{plan.seed}.fresh"
            measured = s.played(trials, candidate, weights, plan.games, seed)
            tell("games on fresh shuffles are over; single-minded players play")
            alone = -(-plan.games // PLAYS_ALONE)
            duels = s.single_minded(trials, candidate, weights, SETUPS, alone, seed)
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
    duels: dict[str, dict[str, float]],
) -> None:
    components = components_of(candidate)
    landmarks = [landmark.name for landmark in components.landmarks]
    tables: dict[str, list[Measure]] = {
        f"{name.replace(' ', ' players, ')} set-up": aims(found, landmarks)
        for name, found in measured.items()
    }
    # Fewer games than were played, as the places of one game depend on each other.
    alone = -(-plan.games // PLAYS_ALONE)
    for name, shares in duels.items():
        title = f"{name.replace(' ', ' players, ')} set-up, single-minded players"
        tables[title] = wishes(shares, alone)
    report = {
        "figures": described(candidate),
        "options": dict(plan.options),
        "refitted": refitted,
        "games": plan.games,
        "games_alone": alone,
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
