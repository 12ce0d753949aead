"""Where computer players think: processes of this machine, or workers anywhere through a queue."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from lutetia.match.errors import Unavailable
from lutetia.match.ports import Question, Thought
from lutetia.server import brains, metrics

THINK_WITHIN = 60.0
"""Seconds after which a thinker counts as lost."""

T = TypeVar("T")


def as_job(question: Question) -> brains.Job:
    """A question as plain data."""
    return {**asdict(question), "options": dict(question.options), "view": question.view.hex()}


class Pool:
    """Processes that think; a broken one is replaced."""

    def __init__(self, processes: int = 0) -> None:
        # One core is left to the tables.
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None
        self._progress: Any = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Spawned and not forked: the server has threads.
            context = multiprocessing.get_context("spawn")
            self._progress = context.SimpleQueue()
            self._pool = ProcessPoolExecutor(
                self.processes,
                mp_context=context,
                initializer=_begin,
                initargs=(self._progress,),
            )
        return self._pool

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run a function in a process."""
        for _ in range(2):
            pool = self._open()
            try:
                return await asyncio.wrap_future(pool.submit(work, *arguments))
            except BrokenProcessPool:
                metrics.failures.labels("thinker-died").inc()
                if self._pool is pool:
                    self._pool = None
                    pool.shutdown(wait=False, cancel_futures=True)
        raise Unavailable("the computer's thinking process died twice")

    async def think(self, question: Question) -> Thought:
        """Answer a question."""
        began = monotonic()
        with metrics.thinking.track_inprogress():
            async with asyncio.timeout(THINK_WITHIN):
                answer = await self.run(brains.think, as_job(question))
        metrics.thought_for.labels(question.level).observe(monotonic() - began)
        return Thought(**answer)

    async def warm(self, game: str) -> None:
        """Compile a game's rules."""
        await self.run(brains.warm_up, game)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record in a process, with news on the way."""
        pool = self._open()
        future: Future[dict[str, Any]] = pool.submit(_analyse, name, record, effort)
        waiting = asyncio.wrap_future(future)
        while not waiting.done():
            await asyncio.wait([waiting], timeout=0.5)
            while not self._progress.empty():
                whose, share = self._progress.get()
                if whose == name:
                    progress(share)
        return await waiting

    def stop(self) -> None:
        """End all processes; what they thought is thought again later."""
        if self._pool is None:
            return
        processes = list((self._pool._processes or {}).values())  # noqa: SLF001 (no public way)
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        self._pool = None


_queue: Any = None


def _begin(queue: Any) -> None:
    """In a new process: remember where progress is told, and let Ctrl-C to the parent."""
    import signal

    global _queue  # noqa: PLW0603 (a pool hands a queue over in no other way)
    _queue = queue
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _analyse(name: str, record: str, effort: int) -> dict[str, Any]:
    return brains.analyse(record, effort, partial(_report, name))


def _report(name: str, share: float) -> None:
    if _queue is not None:
        _queue.put((name, share))
