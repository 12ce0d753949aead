"""Where computer players think: processes of this machine, or workers anywhere through a queue."""

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
from lutetia.server.thinking import jobs

TABLES, ANALYSES = "tables", "analyses"
"""Two sets of processes, so that analyses never keep a table waiting."""
PATIENCE = 10
"""How far an analysis stands back for moves, on the system's scale of niceness."""
THINK_WITHIN = 60.0
"""Seconds after which a thinker counts as lost."""

T = TypeVar("T")


def job_data(job: ThinkingJob) -> jobs.JobData:
    """A question as plain data."""
    return {**asdict(job), "options": dict(job.options), "view": job.view.hex()}


class Pool:
    """Processes that think; a broken one is replaced.

    Analyses have a process of their own, which gives way to the others: nobody's opponent stops
    thinking because somebody else asked what an old game was worth.
    """

    def __init__(self, processes: int = 0) -> None:
        cores = os.cpu_count() or 2
        # One core is left to the tables; whoever thinks alone may still use it.
        self.processes = processes or max(1, cores - 1)
        self._threads = max(1, cores // self.processes)
        self._pools: dict[str, ProcessPoolExecutor] = {}
        # Spawned and not forked: the server has threads.
        self._context = multiprocessing.get_context("spawn")
        self._progress: Any = None
        self._stopped = False

    def _open(self, part: str) -> ProcessPoolExecutor:
        if self._progress is None:
            self._progress = self._context.SimpleQueue()
        if part not in self._pools:
            patient = part == ANALYSES
            self._pools[part] = ProcessPoolExecutor(
                1 if patient else self.processes,
                mp_context=self._context,
                initializer=_begin,
                initargs=(self._progress, patient),
            )
        return self._pools[part]

    async def _run(self, work: Callable[..., T], *arguments: Any, part: str = TABLES) -> T:
        """Run a function in a process; once more if the process dies."""
        for _ in range(2):
            if self._stopped:
                raise Unavailable("the server stops")
            pool = self._open(part)
            try:
                return await asyncio.wrap_future(pool.submit(work, *arguments))
            except BrokenProcessPool:
                metrics.failures.labels("thinker-died").inc()
                self._close(pool)
        raise Unavailable("the computer's thinking process died twice")

    async def think(self, job: ThinkingJob) -> Thought:
        """A move of a level."""
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
        """Compile a game's players, away from the tables: who plays already need not wait."""
        await self._run(jobs.warm_players, game, part=ANALYSES)

    async def warm_endings(self, game: str) -> None:
        """Compile how a game is ended exactly."""
        await self._run(jobs.warm_endings, game, part=ANALYSES)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record in a process, with news on the way."""
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
        """End all processes; what they thought is thought again later."""
        self._stopped = True
        for pool in list(self._pools.values()):
            self._close(pool)


_queue: Any = None


def _end_with_the_server() -> None:
    """A server that was killed ends nobody: its thinkers notice by themselves."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _begin(queue: Any, patient: bool) -> None:
    """In a new process: remember where progress is told, and let Ctrl-C to the parent."""
    import signal

    global _queue  # noqa: PLW0603 (a pool hands a queue over in no other way)
    _queue = queue
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if patient and hasattr(os, "nice"):
        os.nice(PATIENCE)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _analyse(name: str, record: str, effort: int, threads: int) -> dict[str, Any]:
    return jobs.analyse(record, effort, threads, partial(_report, name))


def _report(name: str, share: float) -> None:
    if _queue is not None:
        _queue.put((name, share))
