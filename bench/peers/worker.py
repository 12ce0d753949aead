"""The peers' side of `bench.measure.Worker`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

Batch = Callable[[], tuple[int, float]]
"""Plays some whole games; how many, and how many decisions of players they took."""


def serve(batch: Batch, note: str) -> None:
    """Tell that we are ready, then answer each line of seconds with what was played in them."""
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
