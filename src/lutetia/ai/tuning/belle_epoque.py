"""Tunes the value function of Belle Époque: `python -m lutetia.ai.tuning.belle_epoque --help`.

The recipe: whole games at first sight with the present weights, with some haste so that many
kinds of positions come up, for two, three and four players; final points and district points
are then predicted from what was seen on the way, by ridge regression. Repeated with what was
found, each round on the games of the last three.
"""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path
from types import ModuleType

import numpy as np

from lutetia.ai.judgement.belle_epoque.estimate import KNOWLEDGE, SHARPNESS
from lutetia.ai.judgement.belle_epoque.features import FEATURES
from lutetia.ai.judgement.belle_epoque.knowledge import SECTIONS, knowledge, loops
from lutetia.ai.judgement.weights import dump_weights
from lutetia.ai.search.tree import Floats
from lutetia.ai.tuning.selfplay import many
from lutetia.games.belle_epoque.scoring import FIRST_DISTRICT
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

COMMENT = """What each feature of a seat is worth in final points: now, and more for the time left.
Written by `python -m lutetia.ai.tuning.belle_epoque`."""
MOST_ROWS = 4000
KEPT_ROUNDS = 3


def rehearsal(game: Game) -> ModuleType:
    """The compiled games."""
    return specialise(
        "lutetia.ai.judgement.belle_epoque.rehearsal",
        game.id,
        game.rules,
        leads_after=loops(game).leads_after,
    )


def games(
    game: Game, first: int, count: int, seed: str, haste: float, weights: Floats
) -> tuple[Floats, Floats, float]:
    """Rows (features and features times time), their two targets, and the mean points."""
    play = rehearsal(game)
    rows, notes = np.zeros((MOST_ROWS, FEATURES)), np.zeros((MOST_ROWS, play.NOTES))
    lines = np.zeros((game.seats, len(game.score_lines)))
    moves = np.zeros(game.move_space, dtype=np.int32)
    inputs, targets, totals = [], [], []
    for number in range(first, first + count):
        chance = generator(derived_seed("tuning", seed, number))
        used = play.rehearse(game.box, weights, chance, moves, haste, 8, rows, notes, lines)
        seats = notes[:used, play.SEAT].astype(np.int64)
        time = notes[:used, play.TIME, None]
        inputs.append(np.hstack([rows[:used], time * rows[:used]]))
        won = lines[seats, :FIRST_DISTRICT].sum(axis=1) - notes[:used, play.POINTS_THEN]
        targets.append(np.stack([won, lines[seats, FIRST_DISTRICT:].sum(axis=1)], axis=1))
        totals.append(lines.sum(axis=1).mean())
    return np.concatenate(inputs), np.concatenate(targets), float(np.mean(totals))


def regression(inputs: Floats, targets: Floats, ridge: float) -> Floats:
    """Weights for both targets, one column each, with the spread of each feature as its unit."""
    scale = np.maximum(1e-3, inputs.std(axis=0))
    scaled = inputs / scale
    square = scaled.T @ scaled / len(inputs)
    found = np.linalg.solve(
        square + ridge * np.eye(square.shape[0]), scaled.T @ targets / len(inputs)
    )
    return np.asarray(found / scale[:, None], dtype=np.float64)


def main() -> int:
    """Play, fit, repeat, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=300, help="in each round")
    parser.add_argument("--haste", type=float, default=1.0, help="points that moves are off")
    parser.add_argument("--ridge", type=float, default=1e-3)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, help="where the weights go (the package's own file)")
    arguments = parser.parse_args()
    weights = knowledge().copy()
    seen: list[tuple[Floats, Floats]] = []
    for number in range(arguments.rounds):
        points = []
        new = []
        for seats, share in ((2, 2), (3, 1), (4, 1)):
            count = arguments.games * share // 4
            jobs = [
                (half * count, count // 2, f"{arguments.seed}.{number}", arguments.haste, weights)
                for half in range(2)
            ]
            for inputs, targets, mean in many(games, "belle_epoque", seats, {}, jobs):
                new.append((inputs, targets))
                points.append(mean)
        seen = [*seen, *new][-KEPT_ROUNDS * len(new) :]
        inputs = np.concatenate([one for one, _ in seen])
        targets = np.concatenate([one for _, one in seen])
        fitted = regression(inputs, targets, arguments.ridge)
        missed = np.sqrt(((inputs @ fitted - targets) ** 2).mean(axis=0))
        spread = targets.std(axis=0)
        weights = np.zeros(KNOWLEDGE)
        weights[: 2 * FEATURES] = fitted[:, 0]
        weights[2 * FEATURES : 4 * FEATURES] = fitted[:, 1]
        weights[SHARPNESS] = knowledge()[SHARPNESS]
        sys.stderr.write(
            f"round {number + 1}: {len(inputs)} rows, {np.mean(points):.1f} points a seat; "
            f"error {missed[0]:.1f} of {spread[0]:.1f} in play, "
            f"{missed[1]:.1f} of {spread[1]:.1f} in districts\n"
        )
    target = arguments.out or Path(
        str(resources.files("lutetia.ai.judgement.belle_epoque").joinpath("weights.toml"))
    )
    target.write_text(dump_weights(weights, SECTIONS, COMMENT), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
