"""Tunes the value function of Belle Époque.

Help: `python -m lutetia.games.belle_epoque.tuning.first_sight --help`.

How it works: two players move at first sight. One has all weights changed a little, up or down at
random; the other has the opposite changes. They play each other on the same shuffles from both
seats. The weights of first sight follow the changes that won, in proportion to the margin (an
evolution strategy with mirrored samples). The weights of reflection stay as they are:
`lutetia.games.belle_epoque.tuning.reflection` fits them to games of players that plan. With
`--reflect` they are fitted here, to how games of the changed players at first sight ended (ridge
regression). Use it if there are no weights of reflection yet.
"""

from __future__ import annotations

import argparse
import sys
from importlib import resources
from pathlib import Path
from types import ModuleType

import numpy as np

from lutetia.ai.tuning.workers import Workers
from lutetia.ai.weights import dump_weights, parse_weights
from lutetia.games.belle_epoque.evaluation.estimate import (
    DISTRICTS_LATER,
    DISTRICTS_NOW,
    KNOWLEDGE,
    PLAY_LATER,
    PLAY_NOW,
    REFLECTION,
)
from lutetia.games.belle_epoque.evaluation.features import ALWAYS, FEATURES, RIVAL_SCORED, SCORED
from lutetia.games.belle_epoque.evaluation.heuristic import functions
from lutetia.games.belle_epoque.evaluation.weights import SECTIONS, tuned_weights
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Floats

COMMENT = """What each feature of a seat is worth in final points: now, and more for the time left.
First sight is tuned by `python -m lutetia.games.belle_epoque.tuning.first_sight`, reflection by
`python -m lutetia.games.belle_epoque.tuning.reflection`."""
WEIGHTS = Path(
    str(resources.files("lutetia.games.belle_epoque.evaluation").joinpath("weights.toml"))
)
"""The package's own file."""
MOST_ROWS = 4000
HOME = 0.01
"""Each round pulls the weights back to their start by this share: useless changes disappear."""
STEP_POINTS = 0.3
"""A change moves the estimate by this many points for a feature's usual spread."""
VARIETY = 2.0
"""By how many changes the players of noted games differ, to note more than the best play."""
DECAY = 0.01
"""How strongly weights fitted to games at first sight are pulled to zero."""
PARTS = 32
"""The number of jobs for the noted games."""
RARE = 0.3
"""The fit treats features that vary less as if they varied this much: rare cases prove little."""


def rehearsal(game: Game) -> ModuleType:
    """The compiled functions that play the games."""
    return specialise(
        "lutetia.games.belle_epoque.evaluation.rehearsal",
        game.id,
        game.rules,
        leads_after=functions(game).leads_after,
        blind_moves=functions(game).blind_moves,
    )


def noted_games(
    game: Game, count: int, seed: str, weights: Floats, sizes: Floats
) -> tuple[Floats, Floats, Floats]:
    """Features, times left and two targets (play and districts), from games of varied players."""
    play = rehearsal(game)
    rows, notes = np.zeros((MOST_ROWS, FEATURES)), np.zeros((MOST_ROWS, play.NOTES))
    lines = np.zeros((game.seats, len(game.score_lines)))
    moves = np.zeros(game.move_space, dtype=np.int32)
    state = game.new_state()
    numbers = random_numbers("noted", seed)
    inputs, times, targets = [], [], []
    for number in range(count):
        varied = weights + VARIETY * sizes * numbers.normal(size=(game.seats, len(weights)))
        chance = generator(derived_seed("tuning", seed, number))
        used = play.rehearse(game.box, varied, state, chance, moves, rows, notes, lines)
        inputs.append(rows[:used].copy())
        times.append(notes[:used, play.TIME].copy())
        seats, then = notes[:used, play.SEAT], notes[:used, play.POINTS_THEN]
        targets.append(what_came(lines, seats, then))
    return np.concatenate(inputs), np.concatenate(times), np.concatenate(targets)


def what_came(lines: Floats, seats: Floats, points_then: Floats) -> Floats:
    """For each row, what its seat still won in play, and what its districts gave at the end."""
    own = lines[seats.astype(np.int64)]
    won = own[:, :FIRST_DISTRICT].sum(axis=1) - points_then
    return np.stack([won, own[:, FIRST_DISTRICT:].sum(axis=1)], axis=1)


def random_numbers(*names: str) -> np.random.Generator:
    """Random numbers that depend only on names."""
    return np.random.default_rng(int.from_bytes(derived_seed(*names)[:8], "big"))


def contest(
    game: Game, number: int, seed: str, up: Floats, down: Floats, pairs: int
) -> tuple[int, float]:
    """The mean margin of one set of weights over another, on the same shuffles from both seats."""
    play = rehearsal(game)
    nothing = np.zeros((0, FEATURES))
    lines = np.zeros((2, len(game.score_lines)))
    moves = np.zeros(game.move_space, dtype=np.int32)
    state = game.new_state()
    margin = 0.0
    for shuffle in range(pairs):
        for seat in range(2):
            both = np.stack([up, down] if seat == 0 else [down, up])
            chance = generator(derived_seed("contest", seed, number, shuffle))
            play.rehearse(game.box, both, state, chance, moves, nothing, nothing, lines)
            totals = lines.sum(axis=1)
            margin += totals[seat] - totals[1 - seat]
    return number, margin / (2 * pairs)


def changeable(spread: Floats) -> Floats:
    """The size of a change of each weight: a feature changes only in the block it belongs to."""
    about_districts = np.zeros(FEATURES, dtype=bool)
    about_districts[SCORED : RIVAL_SCORED + 1] = True
    size = STEP_POINTS / np.maximum(0.4, spread)
    size[ALWAYS] = 0.0
    sizes = np.zeros(KNOWLEDGE)
    for block, mine in (
        (PLAY_NOW, ~about_districts),
        (PLAY_LATER, ~about_districts),
        (DISTRICTS_NOW, about_districts),
        (DISTRICTS_LATER, about_districts),
    ):
        sizes[block * FEATURES : (block + 1) * FEATURES] = np.where(mine, size, 0.0)
    return sizes


def fitted(
    weights: Floats, rows: Floats, times: Floats, targets: Floats, decay: float = DECAY
) -> Floats:
    """The same weights, but those of reflection are fitted to how games ended."""
    found = weights.copy()
    inputs = np.concatenate([rows, times[:, None] * rows], axis=1)
    pull = decay * len(inputs) * np.maximum(RARE, inputs.var(axis=0))
    pull[[ALWAYS, FEATURES + ALWAYS]] = 0.0
    # A small number on the diagonal: features that never occurred have no slope.
    square = inputs.T @ inputs + np.diag(pull + 1e-6)
    for column, block in ((0, PLAY_NOW), (1, DISTRICTS_NOW)):
        first = (REFLECTION + block) * FEATURES
        found[first : first + 2 * FEATURES] = np.linalg.solve(square, inputs.T @ targets[:, column])
    return found


def tune(workers: Workers, arguments: argparse.Namespace, weights: Floats, target: Path) -> None:
    """Run all rounds; the result is written every ten rounds."""
    first = weights.copy()
    (noted,) = workers.do(noted_games, [(100, arguments.seed, weights, np.zeros(KNOWLEDGE))])
    sizes = changeable(noted[0].std(axis=0))
    changed = float((sizes > 0).sum())
    numbers = random_numbers(arguments.seed)
    drift = np.zeros(KNOWLEDGE)
    for number in range(1, arguments.rounds + 1):
        seed = f"{arguments.seed}.{number}"
        changes = numbers.normal(size=(arguments.changes, KNOWLEDGE)) * (sizes > 0)
        jobs = [
            (index, seed, weights + sizes * change, weights - sizes * change, arguments.pairs)
            for index, change in enumerate(changes)
        ]
        margins = np.zeros(arguments.changes)
        for index, margin in workers.do(contest, jobs):
            margins[index] = margin
        drift = 0.8 * drift + 0.2 * (margins[:, None] * changes).mean(axis=0)
        length = float(np.linalg.norm(drift))
        pace = arguments.pace * (1.0 - 0.8 * number / arguments.rounds)
        weights = weights + pace * sizes * drift * np.sqrt(changed) / max(length, 1e-9)
        weights += HOME * (first - weights)
        sys.stderr.write(f"round {number}: margins spread {margins.std():.1f}\n")
        if number % 10 == 0 or number == arguments.rounds:
            (check,) = workers.do(contest, [(0, f"{seed}.check", weights, first, 200)])
            sys.stderr.write(f"margin over the first weights: {check[1]:+.1f}\n")
            if arguments.reflect:
                weights = reflected(workers, arguments, weights, sizes)
            target.write_text(dump_weights(weights, SECTIONS, COMMENT), encoding="utf-8")


def reflected(
    workers: Workers, arguments: argparse.Namespace, weights: Floats, sizes: Floats
) -> Floats:
    """The weights of reflection, fitted to the number of games that was asked for."""
    each = -(-arguments.games // PARTS)
    jobs = [(each, f"{arguments.seed}.{part}", weights, sizes) for part in range(PARTS)]
    # The order does not depend on speed, so the sums are the same to the last digit.
    noted = sorted(workers.do(noted_games, jobs), key=lambda part: float(part[0].sum()))
    rows, times, targets = (np.concatenate(column) for column in zip(*noted, strict=True))
    return fitted(weights, rows, times, targets)


def starting_weights(parser: argparse.ArgumentParser, start: Path | None) -> Floats:
    """The weights of a file, by default the package's own; bad weights end the program."""
    if start is None:
        return tuned_weights().copy()
    try:
        return parse_weights(start.read_text(encoding="utf-8"), str(start), SECTIONS)
    except (OSError, ValueError, AssertionError) as error:
        parser.error(f"--start: {error}")


def target_file(parser: argparse.ArgumentParser, out: Path | None) -> Path:
    """Where the weights go; if the file cannot be written, the program ends before it begins."""
    target = out or WEIGHTS
    if target.is_dir() or not target.parent.is_dir():
        parser.error(f"--out: {target} cannot be written")
    return target


def main() -> int:
    """Compete, follow, repeat, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--changes", type=int, default=16, help="random changes in each round")
    parser.add_argument("--pairs", type=int, default=16, help="shuffles for each change")
    parser.add_argument(
        "--reflect",
        action="store_true",
        help="fit the weights of reflection too, to games at first sight (else they stay)",
    )
    parser.add_argument("--games", type=int, default=3200, help="noted games of each such fit")
    parser.add_argument("--pace", type=float, default=0.15, help="length of a step, in changes")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--start", type=Path, help="weights to begin with (the package's own)")
    parser.add_argument("--out", type=Path, help="where the weights go (the package's own file)")
    arguments = parser.parse_args()
    weights = starting_weights(parser, arguments.start)
    target = target_file(parser, arguments.out)
    with Workers("belle_epoque", 2) as workers:
        tune(workers, arguments, weights, target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
