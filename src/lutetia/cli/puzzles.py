"""`lutetia puzzles`: makes a collection of puzzles, or proves one again."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from lutetia.ai.puzzles.candidates import solver_of
from lutetia.ai.puzzles.collection import Collection, load
from lutetia.ai.puzzles.grading import LEVELS
from lutetia.ai.puzzles.making import GRADES, grade_of, grow, new_collection, prove
from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.cli.files import faults_in, write
from lutetia.cli.screen import progress
from lutetia.cli.warm import warm, warm_player
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile, BadOption


def add(subparsers: Subparsers) -> None:
    """Add the command and its arguments."""
    parser = add_command(
        subparsers, "puzzles", _run, "make puzzles: positions with one proved best move"
    )
    add_game(parser)
    parser.add_argument(
        "--number",
        type=whole(1, 100_000),
        default=60,
        metavar="N",
        help="how many puzzles the file should have (default: 60)",
    )
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file; if it exists, the command goes on where it stopped",
    )
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="prove every puzzle of this file again"
    )


def _run(arguments: argparse.Namespace) -> int:
    if (arguments.out is None) == (arguments.check is None):
        raise BadOption("name one file: --out FILE to make puzzles, --check FILE to prove them")
    return _check(arguments) if arguments.check else _make(arguments)


def _make(arguments: argparse.Namespace) -> int:
    game = opened(arguments)
    solver_of(game)
    collection = _begun(game, arguments.seed, arguments.out)
    warm(game)
    for level in range(1, LEVELS + 1):
        warm_player(game, f"classic:{level}")
    with progress() as bar:
        task = bar.add_task("Puzzles", total=arguments.number, completed=len(collection.puzzles))
        steps = grow(game, collection)
        while len(collection.puzzles) < arguments.number:
            found = next(steps)
            if len(found.puzzles) > len(collection.puzzles):
                write(arguments.out, found.dumps())
            collection = found
            bar.update(
                task,
                completed=len(collection.puzzles),
                description=f"Puzzles (game {collection.games})",
            )
    counts = Counter(grade_of(puzzle) for puzzle in collection.puzzles)
    told = ", ".join(f"{counts[grade]} {grade}" for grade in GRADES)
    print(f"{len(collection.puzzles)} puzzles in {arguments.out}: {told}")
    return 0


def _begun(game: Game, seed: str, path: Path) -> Collection:
    """The collection in the file, or a new one. It must be of the same game and seed."""
    fresh = new_collection(game, seed)
    if not path.exists():
        return fresh
    begun = load(path)
    for name in ("game", "rules_version", "seats", "options", "components", "seed"):
        told, wanted = getattr(begun, name), getattr(fresh, name)
        if told != wanted:
            raise BadFile(f"{path}: {name} is {told!r}, not {wanted!r}: choose another file")
    return begun


def _check(arguments: argparse.Namespace) -> int:
    game = opened(arguments)
    collection = load(arguments.check)
    with faults_in(arguments.check):
        if collection.game != game.id:
            raise BadFile(f"these are puzzles of {collection.game}, not of {game.id}")
        kept = collection.open()
        solver_of(kept)
        with progress() as bar:
            for puzzle in bar.track(collection.puzzles, description="Proving"):
                prove(kept, puzzle)
    print(f"{len(collection.puzzles)} puzzles, all proved")
    return 0
