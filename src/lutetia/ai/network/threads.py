"""The threads of self-play: some for the games, and some of low priority for proofs.

A proof may take a hundred times as long as a step of the games. So the games do not wait for each
other's proofs. These have cores of their own: each step of the games waits for the slowest thread,
and a proof on its core makes a thread slow, however low the priority of the proof is.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

POLITE = 10
CORES_A_PROVER = 8
"""One core in so many is for proofs."""


@dataclass(frozen=True)
class Threads:
    """Threads for the games, and threads for proofs."""

    games: ThreadPoolExecutor
    proofs: ThreadPoolExecutor
    pieces: int
    """The number of threads for the games."""


def new_threads(cores: int) -> Threads | None:
    """Threads for so many cores; None for one: then everything happens in turn."""
    if cores == 1:
        return None
    provers = max(1, cores // CORES_A_PROVER)
    pieces = cores - cores // CORES_A_PROVER
    return Threads(
        ThreadPoolExecutor(pieces), ThreadPoolExecutor(provers, initializer=_be_polite), pieces
    )


def _be_polite() -> None:
    """Lower the priority of this thread. Only Linux has priorities of single threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)
