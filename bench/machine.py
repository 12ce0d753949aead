"""What was measured and where: commit, processor, versions; and how to use only one core."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def one_core() -> Iterator[str]:
    """Keep this process and its children on one core, if the system can. Yields a description."""
    if not hasattr(os, "sched_setaffinity"):
        yield "not kept on one core"
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield "all on one core"
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def all_cores() -> Iterator[str]:
    """Let the system use all cores."""
    yield "on all cores"


def provenance(command: str, where: str) -> str:
    """The lines above every table of results."""
    numbers = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba"))
    return "\n".join(
        [
            f"- command: `{command}`",
            f"- commit: {commit_of('src', 'bench', ':!bench/results.md')}",
            f"- date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
            f"- machine: {_processor()}, {os.cpu_count()} cores ({where}), {platform.system()}",
            f"- others at work when started: {_others()}",
            f"- versions: Python {platform.python_version()}, {numbers}",
        ]
    )


def commit_of(*paths: str) -> str:
    """The commit that was measured, and whether these paths differ from it."""
    commit = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--", *paths)
    return f"`{commit}`{' with uncommitted changes' if changed else ''}" if commit else "unknown"


def _git(*words: str) -> str:
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def _others(seconds: float = 1.0) -> str:
    """How many cores other programs use now."""
    if not _STAT.exists():
        return "unknown"
    before = _ticks()
    time.sleep(seconds)
    idle, all_of_them = (now - then for now, then in zip(_ticks(), before, strict=True))
    return f"{(1 - idle / all_of_them) * (os.cpu_count() or 1):.1f} cores"


_STAT = Path("/proc/stat")


def _ticks() -> tuple[int, int]:
    """The idle time and the whole time of all cores since the machine started."""
    ticks = [int(word) for word in _STAT.read_text().splitlines()[0].split()[1:9]]
    return ticks[3] + ticks[4], sum(ticks)


def _processor() -> str:
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
