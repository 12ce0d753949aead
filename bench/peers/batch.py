"""Lutetia: `batch.py GAME GAMES` steps many games at once through the public Python API.

A step gives observations, masks of legal moves and rewards, as a learning program needs them.
"""

from __future__ import annotations

import os
import sys

from bench.peers.worker import serve
from lutetia.environments import Batch

STEPS_A_CALL = 8


class Games:
    """Random moves in every game; games that end are dealt anew."""

    def __init__(self, name: str, size: int, workers: int) -> None:
        self._batch = Batch(name, size, workers=workers)

    def batch(self) -> tuple[int, float]:
        """Continue. Returns the number of finished games and of decisions."""
        games = 0
        for _ in range(STEPS_A_CALL):
            games += int(self._batch.step(self._batch.random_moves()).done.sum())
        return games, STEPS_A_CALL * self._batch.size


def main(name: str, size: str) -> None:
    workers = len(os.sched_getaffinity(0))
    games = Games(name, int(size), workers)
    while games.batch()[0] == 0:
        pass  # until games end in every call
    serve(games.batch, f"{size} games at once, {workers} threads")


if __name__ == "__main__":
    main(*sys.argv[1:])
