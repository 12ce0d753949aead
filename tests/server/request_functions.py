"""Work for requests that tests do in another process. It imports little, so the process starts
quickly."""

from __future__ import annotations

import os
import time
from pathlib import Path

from lutetia.server.budget import Budget
from lutetia.server.thinking import process_pool


def show_work(budget: Budget, path: str) -> None:
    """Say that the work runs, until it is stopped."""
    while True:
        Path(path).touch()
        budget()


def process_and_niceness(budget: Budget) -> tuple[int, int]:
    """The id and the `nice` value of the process."""
    del budget
    return os.getpid(), os.nice(0)


def endless_analysis(name: str, record: str, effort: int, threads: int) -> dict[str, str]:
    """An analysis that never ends and writes its process into the file that `record` names; without
    a name it ends at once."""
    del effort, threads
    if record:
        Path(record).write_text(str(os.getpid()))
        while True:
            pass
    return {"name": name}


def begun_analysis(name: str, record: str, effort: int, threads: int) -> dict[str, str]:
    """An analysis that tells its first progress and never ends."""
    del record, effort, threads
    process_pool._report(name, 0.5)
    while True:
        time.sleep(60)
