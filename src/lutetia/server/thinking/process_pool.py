"""The process pool: processes of this machine in which computer players think."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from lutetia.match.errors import Unavailable
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.server import metrics
from lutetia.server.logs import log
from lutetia.server.thinking import jobs

TABLES, ANALYSES = "tables", "analyses"
"""Two groups of processes, so that a table never waits for an analysis."""
NICENESS = 10
"""The `nice` value of the process for analyses: moves come first."""
THINK_WITHIN = 60.0
"""A computer player that does not answer for so many seconds counts as lost."""

T = TypeVar("T")


def job_data(job: ThinkingJob) -> jobs.JobData:
    """A job as plain data."""
    return {**asdict(job), "options": dict(job.options), "view": job.view.hex()}


class ProcessPool:
    """Processes for computer players. A process that crashes is replaced.

    Analyses run in one extra process with a lower priority, so that they do not slow down the
    computer players at tables.
    """

    def __init__(self, processes: int = 0) -> None:
        cores = os.cpu_count() or 2
        # One core is left for the tables. A computer that thinks alone may use it too.
        self.processes = processes or max(1, cores - 1)
        self._threads = max(1, cores // self.processes)
        self._pools: dict[str, ProcessPoolExecutor] = {}
        # Processes are spawned, not forked, because the server has threads.
        self._context = multiprocessing.get_context("spawn")
        self._progress: Any = None
        self._stopped = False

    def _open(self, part: str) -> ProcessPoolExecutor:
        if self._progress is None:
            self._progress = self._context.SimpleQueue()
        if part not in self._pools:
            for_analyses = part == ANALYSES
            self._pools[part] = ProcessPoolExecutor(
                1 if for_analyses else self.processes,
                mp_context=self._context,
                initializer=_begin,
                initargs=(self._progress, for_analyses),
            )
        return self._pools[part]

    async def _run(self, work: Callable[..., T], *arguments: Any, part: str = TABLES) -> T:
        """Run a function in a process; try once more if the process crashes."""
        with metrics.queued.labels(part).track_inprogress():
            return await self._try(work, *arguments, part=part)

    async def _try(self, work: Callable[..., T], *arguments: Any, part: str) -> T:
        for _ in range(2):
            if self._stopped:
                raise Unavailable("the server is stopping")
            pool = self._open(part)
            try:
                return await asyncio.wrap_future(pool.submit(work, *arguments))
            except BrokenProcessPool:
                metrics.failures.labels("thinker-died").inc()
                self._close(pool)
        raise Unavailable("the process of the computer player crashed twice")

    async def think(self, job: ThinkingJob) -> Thought:
        """A move of a computer of some level."""
        began = monotonic()
        answer = await self._ask(jobs.think, job)
        metrics.thought_for.labels(job.level).observe(monotonic() - began)
        return answer

    async def hint(self, job: ThinkingJob) -> Thought:
        """The best move."""
        try:
            return await self._ask(jobs.hint, job)
        except TimeoutError:
            raise Unavailable("the computer is busy: ask again in a moment") from None

    async def _ask(
        self, work: Callable[[jobs.JobData, int], dict[str, Any]], job: ThinkingJob
    ) -> Thought:
        with metrics.thinking.track_inprogress():
            async with asyncio.timeout(THINK_WITHIN):
                return Thought(**await self._run(work, job_data(job), self._threads))

    async def warm_rules(self, game: str) -> None:
        """Compile a game's rules."""
        await self._run(jobs.warm_rules, game)

    async def warm_players(self, game: str) -> None:
        """Compile the players of a game, in the process for analyses: tables need not wait."""
        known, missing = await self._run(jobs.warm_players, game, part=ANALYSES)
        if known:
            metrics.network.labels(game).set(missing is None)
        if known and missing is not None:
            log().warning("no-network", game=game, reason=missing)

    async def warm_endings(self, game: str) -> None:
        """Compile the exact search near the end of a game."""
        await self._run(jobs.warm_endings, game, part=ANALYSES)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record in a process, and report the progress."""
        running = asyncio.create_task(
            self._run(_analyse, name, record, effort, self._threads, part=ANALYSES)
        )
        try:
            while not running.done():
                await asyncio.wait([running], timeout=0.5)
                while self._progress is not None and not self._progress.empty():
                    whose, share = self._progress.get()
                    if whose == name:
                        progress(share)
            return running.result()
        finally:
            running.cancel()

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end, from the view of a job."""
        with metrics.thinking.track_inprogress():
            async with asyncio.timeout(THINK_WITHIN):
                return await self._run(jobs.outlook, job_data(job))

    def _close(self, pool: ProcessPoolExecutor) -> None:
        self._pools = {part: other for part, other in self._pools.items() if other is not pool}
        processes = list((pool._processes or {}).values())  # noqa: SLF001 (no public way)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def stop(self) -> None:
        """End all processes. The next server starts their jobs again."""
        self._stopped = True
        for pool in list(self._pools.values()):
            self._close(pool)


_queue: Any = None


def _end_with_the_server() -> None:
    """End this process when the server ends. A server that is killed cannot do it."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _begin(queue: Any, for_analyses: bool) -> None:
    """Set up a new process: keep the queue for progress, and leave Ctrl-C to the parent."""
    import signal

    global _queue  # noqa: PLW0603 (an initializer can pass the queue in no other way)
    _queue = queue
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if for_analyses and hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _analyse(name: str, record: str, effort: int, threads: int) -> dict[str, Any]:
    return jobs.analyse(record, effort, threads, partial(_report, name))


def _report(name: str, share: float) -> None:
    if _queue is not None:
        _queue.put((name, share))
