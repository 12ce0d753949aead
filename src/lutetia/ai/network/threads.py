"""The threads of self-play: some for the games, and some of low priority for proofs.

A proof may take a hundred times as long as a step of the games. So the games do not wait for each
other's proofs: these use the time of the cores that the games leave free.
"""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

POLITE = 10


@dataclass(frozen=True)
class Threads:
    """As many threads for the games as for proofs."""

    games: ThreadPoolExecutor
    proofs: ThreadPoolExecutor


def new_threads(number: int) -> Threads | None:
    """So many threads of both kinds; None for one: then everything happens in turn."""
    if number == 1:
        return None
    return Threads(ThreadPoolExecutor(number), ThreadPoolExecutor(number, initializer=_be_polite))


def _be_polite() -> None:
    """Lower the priority of this thread. Only Linux has priorities of single threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), POLITE)
