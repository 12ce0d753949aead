"""The loop of a program that `bench.measure.Worker` runs."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

Batch = Callable[[], tuple[int, float]]
"""Plays some whole games. Returns the number of games and of decisions."""


def serve(batch: Batch, note: str) -> None:
    """Write that the program is ready. Then play for each line of seconds and write the result."""
    print(json.dumps({"note": note}), flush=True)
    for line in sys.stdin:
        print(json.dumps(_play(batch, float(line))), flush=True)


def _play(batch: Batch, seconds: float) -> dict[str, float]:
    games, plies = 0, 0.0
    start = time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds or games == 0:
        more_games, more_plies = batch()
        games += more_games
        plies += more_plies
    return {"games": games, "plies": plies, "seconds": elapsed}
