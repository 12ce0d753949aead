"""`lutetia perft`: counts move sequences, to compare move generators."""

from __future__ import annotations

import argparse

from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, whole
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.compiled import compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.perft import workspace
from lutetia.kernel.specialise import specialise
from lutetia.kernel.types import Record

DEEPEST = 12


def add(subparsers: Subparsers) -> None:
    """`perft`."""
    parser = add_command(subparsers, "perft", run, "count the sequences of legal moves")
    add_game(parser)
    parser.add_argument(
        "--depth",
        type=whole(0, DEEPEST),
        required=True,
        metavar="N",
        help="the largest number of moves",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="any word; decides the shuffle (default: 1)"
    )
    parser.add_argument(
        "--divide", action="store_true", help="also print the count after each move"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the counts of every depth up to the given one."""
    game = opened(arguments)
    state = game.deal(derived_seed("perft", arguments.seed))
    if arguments.divide and arguments.depth > 0:
        for move in map(int, game.legal_moves(state)):
            print(
                f"{game.notation(move)} {count(game, game.play(state, move), arguments.depth - 1)}"
            )
    for depth in range(arguments.depth + 1):
        print(f"depth {depth}: {count(game, state, depth)}", flush=True)
    return 0


def count(game: Game, state: Record, depth: int) -> int:
    """The number of sequences with this many legal moves."""
    pattern = specialise("lutetia.kernel.perft", game.id, game.rules)
    with compiling(f"{game.title}, counting", pattern.__name__):
        return int(pattern.perft(game.box, *workspace(state, game.move_space, depth), depth))
