"""Tunes the weights of La Cité's moves: `python -m lutetia.games.lumiere.tuning.moves --help`.

A search with the current weights plays against itself. Its postcards are drawn from all twelve.
Then the weights are fitted to the visits of this search. The new weights give the priors and the
playouts of the next search. Repeat this until the fit no longer changes.
"""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path

import numpy as np

from lutetia.ai.heuristic import guided
from lutetia.ai.tuning.imitation import Choice, fit, quality
from lutetia.ai.tuning.selfplay import Thought, self_play, shares_of
from lutetia.ai.tuning.workers import Workers
from lutetia.ai.weights import dump_weights, parse_weights
from lutetia.games.lumiere.evaluation import building, laying, policy
from lutetia.games.lumiere.evaluation.heuristic import SECTIONS, knowledge
from lutetia.games.lumiere.rules.names import LAYING
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats

COMMENT = """What each feature of a move is worth: a difference of 1 makes a move e times as likely.
Written by `python -m lutetia.games.lumiere.tuning.moves`."""


def choice_of(game: Game, thought: Thought) -> tuple[bool, Choice]:
    """Whether a decision belongs to phase one, and the decision as rows of features."""
    moves, shares = shares_of(game, thought)
    in_phase_one = int(thought.view.phase) == LAYING
    length = laying.FEATURES if in_phase_one else building.FEATURES
    rows = np.zeros((len(moves), length))
    policy.feature_rows(game.box, thought.view, moves, rows)
    return in_phase_one, Choice(rows, shares)


def one_game(
    game: Game, number: int, seed: str, playouts: int, weights: Floats
) -> list[tuple[bool, Choice]]:
    """The decisions of one game of self-play."""
    played = self_play(game, guided(game, weights), playouts, derived_seed("tuning", seed, number))
    return [choice_of(game, thought) for thought in played.thoughts]


def main() -> int:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--playouts", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--start", type=Path, help="weights to begin with (the package's own)")
    parser.add_argument("--out", type=Path, help="where the weights go (the package's own file)")
    arguments = parser.parse_args()
    weights = knowledge().copy()
    if arguments.start is not None:
        weights = parse_weights(
            arguments.start.read_text(encoding="utf-8"), str(arguments.start), SECTIONS
        )
    choices: list[tuple[bool, Choice]] = []
    jobs = [(n, arguments.seed, arguments.playouts, weights) for n in range(arguments.games)]
    with Workers("lumiere", 2, postcards="random") as workers:
        for done, found in enumerate(workers.do(one_game, jobs), 1):
            choices += found
            sys.stderr.write(f"\r{done} of {len(jobs)} games, {len(choices)} decisions")
    sys.stderr.write("\n")
    for name, in_phase_one, first, length in (
        ("laying", True, policy.LAYING_WEIGHTS, laying.FEATURES),
        ("building", False, policy.BUILDING_WEIGHTS, building.FEATURES),
    ):
        mine = [choice for phase_one, choice in choices if phase_one == in_phase_one]
        held_out, used = mine[::5], [c for n, c in enumerate(mine) if n % 5]
        before = weights[first : first + length].copy()
        found_fit = fit(used, before)
        weights[first : first + length] = found_fit.weights
        for label, values in (("before", before), ("after", found_fit.weights)):
            surprise, hits = quality(held_out, values)
            sys.stderr.write(f"{name} {label}: {surprise:.3f} nats, {hits:.1%} hits\n")
    target = arguments.out or Path(
        str(resources.files("lutetia.games.lumiere.evaluation").joinpath("weights.toml"))
    )
    target.write_text(dump_weights(weights, SECTIONS, COMMENT), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
