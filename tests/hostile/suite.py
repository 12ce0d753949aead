"""`make hostile`: all attacks in at most ten minutes, on this machine only; prints a table.

    python -m tests.hostile [--scale S] [--write]

`--scale 0.01` runs a hundredth. `--write` puts the table into docs/security.md. The exit code is 1
if something was lost or leaked, or if there was a fault.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import multiprocessing
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from lutetia.server.logs import configure
from tests.hostile.clocks import clock_jumps
from tests.hostile.deaths import cluster_failures, full_disks, kills, stopped_processes
from tests.hostile.floods import floods
from tests.hostile.fuzz import fuzz_alone
from tests.hostile.result import Result, table

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/security.md"
MARKS = ("<!-- hostile: begin -->", "<!-- hostile: end -->")
INPUTS = 1_000_000
KILLS = 1_000
LANES = 4
"""Processes that attack at the same time. Kills wait for the next server most of their time, so two
cores have room for more than two."""
SECONDS = 600


def _quiet() -> None:
    """The servers in the processes of the trials write no log."""
    configure("json")
    sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 (until the process ends)


def _fuzz(inputs: int, seed: int, until: float) -> list[Result]:
    return [fuzz_alone(inputs, seed, until)]


def _kills(count: int, seed: int, until: float) -> list[Result]:
    return [asyncio.run(kills(count, seed, until))]


def _others(scale: float, seed: int, until: float) -> list[Result]:
    """The trials that wait more than they compute. They are short."""
    del until

    async def run() -> list[Result]:
        return [
            *await cluster_failures(max(1, round(6 * scale)), seed),
            await full_disks(max(2, round(40 * scale)), seed + 1),
            await stopped_processes(max(1, round(5 * scale)), seed + 2, 4.0),
            await clock_jumps(max(50, round(2_000 * scale)), seed + 3),
            await floods(max(1, round(10 * scale)), seed + 4),
        ]

    return asyncio.run(run())


def trials(scale: float, seed: int) -> list[Result]:
    """All trials, in some lanes at a time. Those that would take too long do less."""
    # The kills leave time for the inputs, which come last.
    began = time.monotonic()
    ends = {_kills: began + 0.6 * SECONDS, _fuzz: began + 0.95 * SECONDS, _others: began}
    parts: list[tuple[Callable[..., list[Result]], float]] = [
        (_others, scale),
        *[(_kills, math.ceil(KILLS * scale / 4))] * 4,
        *[(_fuzz, math.ceil(INPUTS * scale / 8))] * 8,
    ]
    found: dict[str, Result] = {}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(LANES, mp_context=context, initializer=_quiet) as pool:
        running = [
            pool.submit(part, size, seed + 1_000 * number, ends[part])
            for number, (part, size) in enumerate(parts)
        ]
        for one in running:
            for result in one.result():
                if result.trial in found:
                    found[result.trial].add(result)
                else:
                    found[result.trial] = result
    return list(found.values())


def title(results: list[Result], scale: float) -> str:
    """How much of everything was run."""
    if scale < 1:
        return f"The last run at scale {scale:g}"
    counts = {result.unit: result.count for result in results}
    if counts["kills"] >= KILLS and counts["inputs"] >= INPUTS:
        return "The last full run"
    return f"The last run, cut short at its bound of time (aim: {KILLS:,} kills, {INPUTS:,} inputs)"


def write(results: list[Result], seconds: float, scale: float) -> None:
    """Put the table into the documentation, with its date and commit."""
    git = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    day = datetime.now(UTC).date().isoformat()  # noqa: TID251 (the date of the run)
    words = f"{title(results, scale)}: {day}, commit {commit}, {seconds / 60:.0f} minutes."
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
    lines.append(f"{seconds:.0f} s, seed {arguments.seed}, scale {arguments.scale:g}")
    sys.stdout.write("\n".join([*lines, ""]))
    if arguments.write:
        write(results, seconds, arguments.scale)
    return 0 if all(result.clean for result in results) else 1
