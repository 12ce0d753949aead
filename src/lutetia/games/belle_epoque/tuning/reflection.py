"""Fits Belle Époque's weights of reflection to games of planners.

Help: `python -m lutetia.games.belle_epoque.tuning.reflection --help`.

How it works: two players that plan each turn in a beam (`search/turn.py`) play each other. Each has
all weights multiplied by random factors, and a few weights dropped, so that the games show more
than the best play. The program notes the features of both seats at the end of each turn, and
sometimes within it. When a game is over, each row gets what its seat still won in play and what its
districts gave. The weights of reflection are fitted to these rows (ridge regression) and play the
next round. Each fit uses the games of all rounds so far. The weights of first sight and the
sharpness of priors stay the same.

The same arguments give the same weights on any number of cores.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from lutetia.ai.heuristic import turn_functions
from lutetia.ai.search.beam_buffers import new_beam_buffers
from lutetia.ai.tuning.workers import Workers
from lutetia.ai.weights import dump_weights
from lutetia.games.belle_epoque.evaluation.estimate import (
    DISTRICTS_NOW,
    PLAY_NOW,
    REFLECTION,
    SHARPNESS,
)
from lutetia.games.belle_epoque.evaluation.features import FEATURES
from lutetia.games.belle_epoque.evaluation.weights import SECTIONS
from lutetia.games.belle_epoque.tuning.first_sight import (
    COMMENT,
    MOST_ROWS,
    fitted,
    random_numbers,
    rehearsal,
    starting_weights,
    target_file,
    what_came,
)
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats

VARIETY = 0.15
"""The spread of players' weights: the standard deviation of the logarithms of their factors."""
DROPPED = 0.03
"""This share of a player's weights is zero for one game."""
WITHIN_TURNS = 0.3
"""This share of the positions within a turn is noted."""
DECAY = 0.003
"""How strongly fitted weights are pulled to zero: games of planners tell more."""


class Noted(NamedTuple):
    """Rows of features, the time left, and what the seat then won in play and in districts."""

    rows: Floats
    times: Floats
    targets: Floats


def varied(weights: Floats, numbers: np.random.Generator) -> Floats:
    """The weights of one player for one game."""
    factors = np.exp(VARIETY * numbers.normal(size=len(weights)))
    factors[numbers.random(len(weights)) < DROPPED] = 0.0
    factors[SHARPNESS] = 1.0
    return weights * factors


def planned_game(
    game: Game, number: int, seed: str, width: int, weights: Floats
) -> tuple[int, Noted]:
    """The rows of one game between planners with beams of this width."""
    plans, play = turn_functions(game), rehearsal(game)
    assert plans is not None
    beam = new_beam_buffers(game, width)
    rows, notes = np.zeros((MOST_ROWS, FEATURES)), np.zeros((MOST_ROWS, play.NOTES))
    numbers = random_numbers("planners", seed, str(number))
    chance = generator(derived_seed("planned game", seed, number))
    players = [varied(weights, numbers) for _ in range(game.seats)]
    beam.worlds[0] = game.deal_with(chance)
    world = beam.worlds[0]
    used = 0
    while not game.is_over(world) and world.ply < play.LONGEST:
        seat = int(world.to_move)
        # Turn up the tile first, so that the planned path begins at the present position.
        plans.turn_up(game.box, world, seat, chance, beam)
        within = world.copy()
        plans.plan_turn(game.box, players[seat], chance, beam, seat, width)
        for move in beam.path[beam.path != plans.NONE]:
            if numbers.random() < WITHIN_TURNS:
                used = play.note(game.box, within, rows, notes, used)
            game.rules.apply(game.box, within, int(move))
        assert within == world, "a path leads where its turn ended"
        if not game.is_over(world):
            used = play.note(game.box, world, rows, notes, used)
    lines = np.zeros((game.seats, len(game.score_lines)), dtype=np.int32)
    game.rules.score(game.box, world, lines)
    seats, then = notes[:used, play.SEAT], notes[:used, play.POINTS_THEN]
    targets = what_came(lines.astype(np.float64), seats, then)
    return number, Noted(rows[:used].copy(), notes[:used, play.TIME].copy(), targets)


def pooled(parts: Sequence[Noted]) -> Noted:
    """All rows together."""
    return Noted(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def missed_by(weights: Floats, noted: Noted) -> float:
    """The error of the weights of reflection in points (root mean square)."""
    inputs = np.concatenate([noted.rows, noted.times[:, None] * noted.rows], axis=1)
    missed = noted.targets.sum(axis=1)
    for block in (PLAY_NOW, DISTRICTS_NOW):
        first = (REFLECTION + block) * FEATURES
        missed -= inputs @ weights[first : first + 2 * FEATURES]
    return float(np.sqrt((missed**2).mean()))


def tune(workers: Workers, arguments: argparse.Namespace, weights: Floats, target: Path) -> None:
    """Run all rounds; the result is written after each round."""
    noted: list[Noted] = []
    for number in range(1, arguments.rounds + 1):
        seed = f"{arguments.seed}.{number}"
        jobs = [(one, seed, arguments.width, weights) for one in range(arguments.games)]
        games: dict[int, Noted] = dict(workers.do(planned_game, jobs))
        # The order does not depend on speed, so the sums are the same to the last digit.
        noted.append(pooled([games[one] for one in range(arguments.games)]))
        sys.stderr.write(
            f"round {number}: {len(noted[-1].rows)} rows, which the weights that played missed by "
            f"{missed_by(weights, noted[-1]):.1f} points\n"
        )
        weights = fitted(weights, *pooled(noted), decay=DECAY)
        target.write_text(dump_weights(weights, SECTIONS, COMMENT), encoding="utf-8")


def at_least_one(text: str) -> int:
    """A count of at least one."""
    count = int(text)
    if count < 1:
        raise argparse.ArgumentTypeError(f"{count} is less than 1")
    return count


def main(words: Sequence[str] | None = None) -> int:
    """Play, fit, repeat, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=at_least_one, default=500, help="games of each round")
    parser.add_argument("--rounds", type=at_least_one, default=3)
    parser.add_argument("--width", type=at_least_one, default=5, help="width of the beams")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--start", type=Path, help="weights to begin with (the package's own)")
    parser.add_argument("--out", type=Path, help="where the weights go (the package's own file)")
    arguments = parser.parse_args(words)
    weights = starting_weights(parser, arguments.start)
    target = target_file(parser, arguments.out)
    with Workers("belle_epoque", 2) as workers:
        tune(workers, arguments, weights, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
