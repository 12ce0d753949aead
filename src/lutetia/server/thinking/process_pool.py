"""The process pool: processes of this machine in which computer players think, and in which the
longer work of requests is done."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, TypeVar

from lutetia.match.errors import Unavailable
from lutetia.match.ports import ThinkingJob, Thought
from lutetia.server import metrics
from lutetia.server.budget import SECONDS, Budget
from lutetia.server.logs import log
from lutetia.server.thinking import jobs

TABLES, ANALYSES, REQUESTS = "tables", "analyses", "requests"
"""Groups of processes, so that a table never waits for an analysis, nor a request for either."""
NICENESS = {TABLES: 0, ANALYSES: 10, REQUESTS: 5}
"""The `nice` value of the processes: moves come first."""
THINK_WITHIN = 60.0
"""A computer player that does not answer for so many seconds counts as lost."""
LOOK_EVERY = 0.5
"""How often the server looks for the progress of an analysis, in seconds."""
MARKS = 64
"""Places to mark work for which nobody waits any more. If a later mark takes the place of an
earlier one, the earlier work goes on until its budget is used up."""

T = TypeVar("T")


class RequestProcessDied(Unavailable):
    """The process that worked for a request has ended. A new one does the next work."""


def job_data(job: ThinkingJob) -> jobs.JobData:
    """A job as plain data."""
    return {**asdict(job), "options": dict(job.options), "view": job.view.hex()}


class ProcessPool:
    """Processes for computer players. A process that crashes is replaced.

    Analyses run in one extra process with a lower priority, so that they do not slow down the
    computer players at tables. The longer work of requests has a process of its own, too.
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
        self._one_analysis = asyncio.Lock()
        """Held by what runs in the process for analyses. The time of an analysis begins with it."""
        self._left = self._context.RawArray("Q", MARKS)
        """Numbers of work whose client has left. The processes see them."""
        # The work of requests has numbers of its own, from 1 on.
        self._numbers = count(2**32)
        self._stopped = False

    def _open(self, part: str) -> ProcessPoolExecutor:
        if part not in self._pools:
            if part == ANALYSES:
                # A process that was ended may have left its queue locked.
                self._progress = self._context.SimpleQueue()
            self._pools[part] = ProcessPoolExecutor(
                self.processes if part == TABLES else 1,
                mp_context=self._context,
                initializer=_begin,
                initargs=(self._progress, self._left, NICENESS[part]),
            )
        return self._pools[part]

    async def _run(self, work: Callable[..., T], *arguments: Any, part: str = TABLES) -> T:
        """Run a job in a process, and count it."""
        with metrics.queued.labels(part).track_inprogress():
            return await self._try(work, *arguments, part=part)

    async def _try(self, work: Callable[..., T], *arguments: Any, part: str = TABLES) -> T:
        """Run a function in a process; try once more if the process crashes."""
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
        with metrics.thinking.track_inprogress():
            async with asyncio.timeout(THINK_WITHIN):
                answer = Thought(**await self._run(jobs.think, job_data(job), self._threads))
        metrics.thought_for.labels(job.level).observe(monotonic() - began)
        return answer

    async def hint(self, job: ThinkingJob) -> Thought:
        """The best move."""
        return Thought(**await self._advise(jobs.hint, job_data(job), self._threads))

    async def outlook(self, job: ThinkingJob) -> dict[str, Any]:
        """How the board may look at the end, from the view of a job."""
        return await self._advise(jobs.outlook, job_data(job))

    async def _advise(self, work: Callable[..., T], *arguments: Any) -> T:
        """Work for somebody who waits. It ends early if the caller is cancelled."""
        number = next(self._numbers)
        try:
            with metrics.thinking.track_inprogress():
                async with asyncio.timeout(THINK_WITHIN):
                    return await self._run(_carry_out, number, THINK_WITHIN, work, *arguments)
        except asyncio.CancelledError:
            self.stop_request(number)
            raise
        except TimeoutError:
            self.stop_request(number)
            raise Unavailable("the computer is busy: ask again in a moment") from None

    async def warm_rules(self, game: str) -> None:
        """Compile a game's rules."""
        await self._try(jobs.warm_rules, game)

    async def warm_players(self, game: str) -> None:
        """Compile the players of a game, in the process for analyses: tables need not wait."""
        async with self._one_analysis:
            known, missing = await self._try(jobs.warm_players, game, part=ANALYSES)
        if known:
            metrics.network.labels(game).set(missing is None)
        if known and missing is not None:
            log().warning("no-network", game=game, reason=missing)

    async def warm_endings(self, game: str) -> None:
        """Compile the exact search near the end of a game."""
        async with self._one_analysis:
            await self._try(jobs.warm_endings, game, part=ANALYSES)

    async def analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        """Analyse a record in a process, and report the progress. One runs at a time, so that its
        process can be ended."""
        with metrics.queued.labels(ANALYSES).track_inprogress():
            async with self._one_analysis:
                return await self._analyse(name, record, effort, progress)

    async def _analyse(
        self, name: str, record: str, effort: int, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        until = monotonic() + jobs.ANALYSE_WITHIN[effort]
        running = asyncio.create_task(
            self._try(_analyse, name, record, effort, self._threads, part=ANALYSES)
        )
        try:
            while not running.done():
                if monotonic() > until:
                    raise Unavailable("the analysis needs too much time")
                await asyncio.wait([running], timeout=LOOK_EVERY)
                while self._progress is not None and not self._progress.empty():
                    whose, share = self._progress.get()
                    if whose == name:
                        progress(share)
            return running.result()
        finally:
            if not running.done():
                running.cancel()
                self._end(ANALYSES)

    async def start_requests(self, games: Sequence[str]) -> bool:
        """Start the process for the longer work of requests, and load the rules of games there.
        Returns whether it is ready."""
        for game in games:
            await self._try(jobs.warm_rules, game, part=REQUESTS)
        return True

    async def carry_out(
        self, number: int, apart: bool, work: Callable[..., T], *arguments: Any, **more: Any
    ) -> T:
        """Do the work of a request, in its own process or in one of the computer players."""
        if self._stopped:
            raise Unavailable("the server is stopping")
        pool = self._open(REQUESTS if apart else TABLES)
        try:
            submitted = pool.submit(_carry_out, number, SECONDS, work, *arguments, **more)
            return await asyncio.wrap_future(submitted)
        except BrokenProcessPool:
            metrics.failures.labels("request-process-died").inc()
            self._close(pool)
            raise RequestProcessDied("the server has lost this request: ask again") from None

    def stop_request(self, number: int) -> None:
        """Nobody waits for the work of this number any more."""
        self._left[number % MARKS] = number

    def _end(self, part: str) -> None:
        """End a process whose work nobody wants any more. What else waits there is tried again in a
        new one."""
        pool = self._pools.pop(part, None)
        for process in _processes(pool) if pool is not None else ():
            process.terminate()

    def _close(self, pool: ProcessPoolExecutor) -> None:
        self._pools = {part: other for part, other in self._pools.items() if other is not pool}
        processes = _processes(pool)
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()

    def stop(self) -> None:
        """End all processes. The next server starts their jobs again."""
        self._stopped = True
        for pool in list(self._pools.values()):
            self._close(pool)


def _processes(pool: ProcessPoolExecutor) -> list[Any]:
    return list((pool._processes or {}).values())  # noqa: SLF001 (no public way)


_queue: Any = None
_left: Any = None


def _end_with_the_server() -> None:
    """End this process when the server ends. A server that is killed cannot do it."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _begin(queue: Any, left: Any, niceness: int) -> None:
    """Set up a new process: keep what it shares, and leave Ctrl-C to the parent."""
    import signal

    # An initializer can pass them in no other way.
    global _queue, _left
    _queue, _left = queue, left
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_end_with_the_server, daemon=True).start()


def _carry_out(
    number: int, seconds: float, work: Callable[..., T], *arguments: Any, **more: Any
) -> T:
    budget = Budget(seconds, lambda: _left is not None and _left[number % MARKS] == number)
    budget()
    return work(budget, *arguments, **more)


def _analyse(name: str, record: str, effort: int, threads: int) -> dict[str, Any]:
    return jobs.analyse(record, effort, threads, partial(_report, name))


def _report(name: str, share: float) -> None:
    if _queue is not None:
        _queue.put((name, share))
