"""Compile the rules and players of every installed game. Later processes load them from disk.

Without this, each worker of the tests would compile everything again.
"""

from __future__ import annotations

import gc
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from lutetia.ai.warming import warm_endings, warm_network, warm_players
from lutetia.kernel.catalogue import GAMES, find_game, open_game
from lutetia.kernel.warming import warm_rules


def compile_game(name: str) -> None:
    """Compile one game."""
    # Numba makes very many objects. To search them for garbage took 7% of the time.
    gc.disable()
    for seats in find_game(name).seat_counts:
        warm_rules(open_game(name, seats))
    warm_players(open_game(name))
    warm_network(open_game(name))
    warm_endings(open_game(name))


def main() -> None:
    """Compile all games in parallel."""
    with ProcessPoolExecutor(len(GAMES), multiprocessing.get_context("spawn")) as pool:
        list(pool.map(compile_game, GAMES))


if __name__ == "__main__":
    main()
