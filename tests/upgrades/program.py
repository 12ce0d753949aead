"""The program from one source folder: its commands and its running server."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

MOST_WARMING = 600
"""A server must be ready after so many seconds."""


@dataclass(frozen=True)
class Program:
    """The `lutetia` of one source tree."""

    source: Path
    """The folder that holds the package `lutetia`."""
    settings: dict[str, str] = field(default_factory=dict)
    """Environment variables."""

    def environment(self) -> dict[str, str]:
        """Where Python finds this program before any other one."""
        return {
            **os.environ,
            "PYTHONPATH": str(self.source),
            # All requests come from one address, and a fast machine would meet its limits.
            "LUTETIA_LIMIT_FACTOR": "100",
            "LUTETIA_THINKERS": "1",
            **self.settings,
        }

    def run(self, *words: str, stdin: str = "", expect: int = 0) -> str:
        """Run one command to its end. Returns its output."""
        done = subprocess.run(
            [*_lutetia(), *words],
            input=stdin,
            capture_output=True,
            text=True,
            env=self.environment(),
            check=False,
        )
        assert done.returncode == expect, (words, done.returncode, done.stdout, done.stderr)
        return done.stdout + done.stderr

    @contextmanager
    def serving(self, data: Path) -> Iterator[Serving]:
        """`lutetia serve` on a data folder; killed at the end, if it still runs."""
        log = data / "server.log"
        with log.open("ab") as errors:
            process = subprocess.Popen(
                [*_lutetia(), "serve", "--port", "0", "--data", str(data)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self.environment(),
            )
        assert process.stdout is not None
        try:
            found = [line for line in _until_ready(process) if "ready:" in line]
            assert found, log.read_text()[-2000:]
            address = found[-1].split("ready:")[1].strip()
            _wait_until_warm(address, log)
            yield Serving(address, process, log)
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            process.stdout.close()


@dataclass(frozen=True)
class Serving:
    """A server that runs."""

    address: str
    process: subprocess.Popen[str]
    log: Path

    def stop(self) -> None:
        """Stop it as an operator does."""
        self.process.terminate()
        self.process.wait(MOST_WARMING)

    def kill(self) -> None:
        """Kill the server, as a power failure would."""
        self.process.kill()
        self.process.wait()


def _lutetia() -> list[str]:
    return [sys.executable, "-m", "lutetia.cli.main"]


def _until_ready(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        yield line
        if "ready:" in line:
            return


def _wait_until_warm(address: str, log: Path) -> None:
    for _ in range(MOST_WARMING * 2):
        if httpx.get(f"{address}/readyz").status_code == 200:
            return
        if "warming-failed" in log.read_text():
            break
        time.sleep(0.5)
    raise AssertionError("the server did not become ready: " + log.read_text()[-2000:])
