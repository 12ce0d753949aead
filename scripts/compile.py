"""Compile every installed game once, rules and players: later processes find it on the disk.

Without this each worker of the tests would compile everything for itself.
"""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from lutetia.ai.warming import warm_endings, warm_network, warm_players
from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.warming import warm_rules


def compile_game(name: str) -> None:
    """Compile one game."""
    for seats in find_game(name).seat_counts:
        warm_rules(open_game(name, seats))
    warm_players(open_game(name))
    warm_network(open_game(name))
    warm_endings(open_game(name))


def main() -> None:
    """Compile all games side by side."""
    with ProcessPoolExecutor(len(GAMES), multiprocessing.get_context("spawn")) as pool:
        list(pool.map(compile_game, GAMES))


if __name__ == "__main__":
    main()
