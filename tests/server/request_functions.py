"""Work for requests that tests do in another process. It imports little, so the process starts
quickly."""

from __future__ import annotations

import os
from pathlib import Path

from lutetia.server.budget import Budget


def show_work(budget: Budget, path: str) -> None:
    """Say that the work runs, until it is stopped."""
    while True:
        Path(path).touch()
        budget()


def process_and_niceness(budget: Budget) -> tuple[int, int]:
    """The id and the `nice` value of the process."""
    del budget
    return os.getpid(), os.nice(0)
