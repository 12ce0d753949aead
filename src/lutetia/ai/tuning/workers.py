"""Processes that work on one game, as many as there are cores."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from types import TracebackType
from typing import Any

from lutetia.ai.arena.run import cores
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game

Job = tuple[Any, ...]


class Workers:
    """A context manager. Its processes, and what they have compiled, stay until its end."""

    def __init__(self, name: str, seats: int, **options: Any) -> None:
        self._box = (name, seats, tuple(options.items()))
        self._pool = ProcessPoolExecutor(cores(), multiprocessing.get_context("spawn"))

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def do(self, work: Callable[..., Any], jobs: Sequence[Job]) -> Iterator[Any]:
        """The answers of `work(game, *job)` for all jobs, as they come."""
        for done in as_completed([self._pool.submit(_do, work, self._box, job) for job in jobs]):
            yield done.result()


@cache
def _opened(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Game:
    return open_game(name, seats, dict(options))


def _do(work: Callable[..., Any], box: tuple[Any, ...], job: Job) -> Any:
    return work(_opened(*box), *job)
