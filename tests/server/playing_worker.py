"""A worker in a process of its own, whose computers play random moves at once.

python -m tests.server.playing_worker REDIS
"""

from __future__ import annotations

import asyncio
import sys

from lutetia.server.logs import configure
from lutetia.server.thinking import queue
from tests.server.in_process import Threads
from tests.server.waiting_worker import until_stopped


def main() -> None:
    """Work."""
    # A move takes milliseconds here: a job of a worker that was killed need not wait two minutes.
    queue.REPEAT_AFTER[queue.TABLES] = 2.0
    configure("json")
    asyncio.run(until_stopped(sys.argv[1], Threads(1)))


if __name__ == "__main__":
    main()
