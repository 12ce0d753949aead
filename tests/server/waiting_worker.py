"""A worker in a process of its own, whose analyses end when the test says so.

    python -m tests.server.waiting_worker REDIS FOLDER

An analysis that begins makes the file `begun-PID` in the folder; it ends when the file `go` is
there.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lutetia.server.thinking import queue, worker
from tests.server.in_process import Threads


class Waiting(Threads):
    """Analyses that wait."""

    def __init__(self, folder: Path) -> None:
        super().__init__(1)
        self._folder = folder

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        progress(0.5)
        (self._folder / f"begun-{os.getpid()}").touch()
        while not (self._folder / "go").exists():  # noqa: ASYNC110 (another process makes it)
            await asyncio.sleep(0.02)
        return await super().analyse(name, record, effort, progress)


def main() -> None:
    """Work."""
    vars(worker).update(SIGN_OF_LIFE=0.2, LIFE=2)
    queue.REPEAT_AFTER[queue.ANALYSES] = 4.0
    asyncio.run(until_stopped(sys.argv[1], Waiting(Path(sys.argv[2]))))


async def until_stopped(redis: str, pool: Threads) -> None:
    """Work until told to stop, as `lutetia worker` does."""
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await worker.work(redis, pool, stop, lambda: print("ready", flush=True))  # noqa: T201


if __name__ == "__main__":
    main()
