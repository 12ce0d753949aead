"""`make hostile`: all attacks in at most ten minutes, on this machine only; prints a table.

    python -m tests.hostile [--scale S] [--write]

`--scale 0.01` runs a hundredth. `--write` puts the table into docs/security.md. The exit code is 1
if something was lost or leaked, if there was a fault, or if a trial had to be ended.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import multiprocessing
import os
import random
import re
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from bench.machine import commit_of
from lutetia.server.logs import configure
from tests.hostile.clocks import clock_jumps
from tests.hostile.deaths import cluster_failures, full_disks, kills, stopped_processes
from tests.hostile.floods import floods
from tests.hostile.fuzz import fuzz
from tests.hostile.result import BEGUN, Result, table
from tests.hostile.silence import silence

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/security.md"
MARKS = ("<!-- hostile: begin -->", "<!-- hostile: end -->")
INPUTS = 1_000_000
KILLS = 1_000
SILENT = 1_100
LANES = 5
"""Processes that attack at the same time. Kills wait for the next server most of their time, and
the long stop waits all the time, so two cores have room for more than two."""
LONG_STOP = 75.0
"""Seconds: more than the minute that each player has."""
SECONDS = 600


def _quiet() -> None:
    """The servers in the processes of the trials write no log. With all that it starts, the process
    is a group of its own, so that it can be ended."""
    os.setsid()
    configure("json")
    sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 (until the process ends)


Part = Callable[[Any, int, float, float], list[Result]]
Trial = Callable[[], Coroutine[Any, Any, object]]


async def bounded(trials: Sequence[Trial], hard: float) -> list[Result]:
    """Run trials one after the other until a time of the monotonic clock. What they found until
    then counts, also if one hangs."""
    begun = len(BEGUN)
    for trial in trials:
        before = len(BEGUN)
        try:
            async with asyncio.timeout(max(0.0, hard - time.monotonic())):
                await trial()
        except TimeoutError:
            for result in BEGUN[before:]:
                result.stopped = True
    return BEGUN[begun:]


def _run(
    until: float, hard: float, *trials: Callable[..., Coroutine[Any, Any, object]]
) -> list[Result]:
    """Run trials in this process. Each ends by itself soon after `until`."""
    return asyncio.run(bounded([partial(trial, until=until) for trial in trials], hard))


def _fuzz(inputs: int, seed: int, until: float, hard: float) -> list[Result]:
    return _run(until, hard, partial(fuzz, inputs, seed))


def _kills(count: int, seed: int, until: float, hard: float) -> list[Result]:
    return _run(until, hard, partial(kills, count, seed))


def _long_stop(seconds: float, seed: int, until: float, hard: float) -> list[Result]:
    """It waits nearly all the time."""
    return _run(until, hard, partial(stopped_processes, 1, seed, seconds))


def _others(scale: float, seed: int, until: float, hard: float) -> list[Result]:
    """The trials that wait more than they compute. They are short."""
    return _run(
        until,
        hard,
        partial(cluster_failures, max(1, round(6 * scale)), seed),
        partial(full_disks, max(2, round(40 * scale)), seed + 1),
        partial(stopped_processes, max(1, round(5 * scale)), seed + 2, 4.0),
        partial(clock_jumps, max(50, round(2_000 * scale)), seed + 3),
        partial(floods, max(1, round(10 * scale)), seed + 4),
        partial(silence, max(50, round(SILENT * scale)), seed + 5),
    )


def trials(scale: float, seed: int, seconds: float = SECONDS) -> list[Result]:
    """All trials, in some lanes at a time. Those that would take too long do less."""
    # The kills leave time for the inputs, which come last.
    ends: dict[Part, float] = {_kills: 0.6, _fuzz: 0.9, _others: 0.85, _long_stop: 0.9}
    parts: list[tuple[Part, float]] = [
        (_others, scale),
        *([(_long_stop, LONG_STOP)] if scale >= 0.1 else []),
        *[(_kills, math.ceil(KILLS * scale / 4))] * 4,
        *[(_fuzz, math.ceil(INPUTS * scale / 8))] * 8,
    ]
    began = time.monotonic()
    hard = began + 0.96 * seconds
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(LANES, mp_context=context, initializer=_quiet)
    running = [
        pool.submit(part, size, seed + 1_000 * number, began + ends[part] * seconds, hard)
        for number, (part, size) in enumerate(parts)
    ]
    try:
        return gathered(running, began + seconds)
    finally:
        _end(pool)


def gathered(running: Sequence[Future[list[Result]]], end: float) -> list[Result]:
    """The results of all parts that end in time, by trial."""
    found: dict[str, Result] = {}
    done, late = wait(running, timeout=max(0.0, end - time.monotonic()))
    for one in running:
        for result in one.result() if one in done else ():
            if result.trial in found:
                found[result.trial].add(result)
            else:
                found[result.trial] = result
    if late:
        found["late"] = Result("parts that did not end in time", "parts", len(late), stopped=True)
    return list(found.values())


def _end(pool: ProcessPoolExecutor) -> None:
    """End the processes of the trials, with all servers that they started."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        if process.pid is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def title(results: list[Result], scale: float) -> str:
    """How much of everything was run."""
    if scale < 1:
        return f"The last run at scale {scale:g}"
    counts = {result.unit: result.count for result in results}
    whole = not any(result.stopped for result in results)
    if whole and counts.get("kills", 0) >= KILLS and counts.get("inputs", 0) >= INPUTS:
        return "The last full run"
    return f"The last run, cut short at its bound of time (aim: {KILLS:,} kills, {INPUTS:,} inputs)"


def provenance() -> str:
    """The date and the commit, and whether the files differ from it."""
    day = datetime.now(UTC).date().isoformat()  # noqa: TID251 (the date of the run)
    return f"{day}, commit {commit_of('src', 'tests')}"


def write(results: list[Result], seconds: float, scale: float) -> None:
    """Put the table into the documentation, with its date and commit."""
    words = f"{title(results, scale)}: {provenance()}, {seconds / 60:.0f} minutes."
    text = PAGE.read_text()
    begin, end = MARKS
    new = f"{begin}\n{words}\n\n{table(results)}\n{end}"
    PAGE.write_text(re.sub(f"{begin}.*?{end}", lambda _: new, text, flags=re.DOTALL))


def main() -> int:
    """Run all trials."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**9))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    began = time.monotonic()
    results = trials(arguments.scale, arguments.seed)
    seconds = time.monotonic() - began
    lines = [table(results)]
    lines += [f"{one.trial}: {example}" for one in results for example in one.examples]
    lines.append(
        f"{provenance()}; {seconds:.0f} s, seed {arguments.seed}, scale {arguments.scale:g}"
    )
    sys.stdout.write("\n".join([*lines, ""]))
    if arguments.write:
        write(results, seconds, arguments.scale)
    return 0 if all(result.clean for result in results) else 1
