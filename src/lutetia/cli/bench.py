"""`lutetia bench`: how fast the engine alone plays, on one core."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np

from lutetia.cli.arguments import Subparsers, add_command, add_game, opened, seconds
from lutetia.cli.warm import warm_playout
from lutetia.kernel.chance import derived_seed, generator

CHUNK_S = 0.05
"""A chunk takes much less time than the measurement, and much more than reading the clock."""


def add(subparsers: Subparsers) -> None:
    """`bench`."""
    parser = add_command(subparsers, "bench", run, "measure the speed of random games on one core")
    add_game(parser)
    parser.add_argument(
        "--seconds", type=seconds, default=5.0, metavar="S", help="how long to measure (default: 5)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    started = time.perf_counter()
    game = opened(arguments)
    opened_at = time.perf_counter()
    playout = warm_playout(game)
    compiled_at = time.perf_counter()

    state = game.new_state()
    chance = generator(derived_seed("bench"))
    moves = np.empty(game.move_space, dtype=np.int32)
    lines = np.zeros((game.seats, len(game.score_lines)), dtype=np.int32)
    games = plies = longest = 0
    chunk = 1
    begun = time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < arguments.seconds:
        if elapsed > 0 and games > 0:
            chunk = max(1, int(games / elapsed * min(CHUNK_S, arguments.seconds / 10)))
        made, most = playout.random_games(game.box, state, chance, moves, lines, chunk)
        games += chunk
        plies += int(made)
        longest = max(longest, int(most))
    elapsed = time.perf_counter() - begun

    found: dict[str, Any] = {
        "game": game.id,
        "players": game.seats,
        "games": games,
        "plies": plies,
        "longest": longest,
        "seconds": elapsed,
        "games_per_second": games / elapsed,
        "plies_per_second": plies / elapsed,
        "start_s": opened_at - started,
        "compile_s": compiled_at - opened_at,
    }
    print(json.dumps(found) if arguments.json else _told(game.title, found))
    return 0


def _told(title: str, found: dict[str, Any]) -> str:
    return (
        f"{title}: {found['games_per_second']:,.1f} games and "
        f"{found['plies_per_second']:,.1f} plies a second on one core\n"
        f"{found['games']:,} games, {found['plies']:,} plies, the longest {found['longest']}, in "
        f"{found['seconds']:.1f} s; opened in {found['start_s']:.2f} s, "
        f"compiled or loaded in {found['compile_s']:.2f} s"
    )
