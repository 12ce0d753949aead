"""PostgreSQL and Redis for tests: real servers on loopback, in a folder that goes away."""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.patience import PATIENCE

PAUSE = 0.05
"""Seconds between two attempts."""
TRIES = int(PATIENCE / PAUSE)


def free_port() -> int:
    """A port that nobody listens on, below those that systems give to connections: a server that
    is stopped for a moment finds it free again."""
    for port in random.Random(os.urandom(8)).sample(range(20_000, 30_000), 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    pytest.fail("no port is free")


def wait_for_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a server listens; show its log if it dies first."""
    for _ in range(TRIES):
        if process.poll() is not None:
            pytest.fail(f"{process.args!r} stopped:\n{log.read_text()[-2000:]}")
        with socket.socket() as probe:
            probe.settimeout(0.5)
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(PAUSE)
    pytest.fail(f"{process.args!r} does not listen:\n{log.read_text()[-2000:]}")


def postgres_programs() -> Path:
    """The folder of initdb and postgres. The test fails if they are not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    for pattern in ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin"):
        folders += sorted(Path("/").glob(pattern), reverse=True)
    for folder in folders:
        if all(
            (folder / name).exists() for name in ("initdb", "postgres", "createdb", "pg_isready")
        ):
            return folder
    pytest.fail("PostgreSQL is not installed: make services says how to install it")


def redis_program() -> str:
    """The program redis-server or valkey-server. The test fails if none is installed."""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found:
            return found
    pytest.fail("Redis is not installed: make services says how to install it")


class Service(ABC):
    """One server that can be stopped hard and started again on the same port and data."""

    def __init__(self, folder: Path, port: int) -> None:
        self.folder = folder
        self.port = port
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """The command that starts the server."""

    def account(self) -> str | None:
        """The user of the server, if it must not be the user of the tests."""
        return None

    def start(self) -> None:
        log = self.folder / "log"
        with log.open("ab") as out:
            self._process = subprocess.Popen(
                self.command(), stdout=out, stderr=out, user=self.account(), cwd=self.folder
            )
        wait_for_port(self.port, self._process, log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None


class Postgres(Service):
    """A PostgreSQL server with a superuser called lutetia."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder, port)
        self._programs = postgres_programs()
        self._databases = 0
        self.users = ["-U", "lutetia", "-A", "trust"]
        """The options of `initdb` for its first user."""

    def account(self) -> str | None:
        # The server refuses to run as root.
        if os.geteuid() != 0:
            return None
        for name in ("postgres", "nobody"):
            try:
                pwd.getpwnam(name)
            except KeyError:
                continue
            return name
        pytest.fail("PostgreSQL cannot run as root, and there is no user postgres or nobody")

    def prepare(self) -> None:
        account = self.account()
        if account is not None:
            entry = pwd.getpwnam(account)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
        subprocess.run(
            [
                self._programs / "initdb", "-D", self.folder / "data", *self.users,
                "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions",
            ],
            check=True, stdout=subprocess.DEVNULL, user=account, cwd=self.folder,
        )  # fmt: skip

    def start(self) -> None:
        super().start()
        # The server listens before it accepts connections.
        ask = [str(self._programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        for _ in range(TRIES):
            if subprocess.run(ask, check=False).returncode == 0:
                return
            time.sleep(PAUSE)
        pytest.fail(f"PostgreSQL lets nobody in:\n{(self.folder / 'log').read_text()[-2000:]}")

    def command(self) -> list[str]:
        return [
            str(self._programs / "postgres"), "-D", str(self.folder / "data"),
            "-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder),
            "-c", "fsync=off", "-c", "max_connections=80", "-c", "shared_buffers=32MB",
        ]  # fmt: skip

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "lutetia"]
        subprocess.run([self._programs / "createdb", *where, name], check=True)
        return f"postgresql://lutetia@127.0.0.1:{self.port}/{name}"


class Redis(Service):
    """A Redis server that stores nothing on disk."""

    def command(self) -> list[str]:
        return [
            redis_program(), "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no", "--dir", str(self.folder),
        ]  # fmt: skip

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"


@contextmanager
def running(kind: type[Postgres] | type[Redis]) -> Iterator[Postgres | Redis]:
    """Start a server and stop it at the end."""
    # Not pytest's folder: PostgreSQL's user could not enter it, and its socket's path is short.
    folder = Path(mkdtemp(prefix="lutetia-"))
    folder.chmod(0o755)
    service = kind(folder, free_port())
    try:
        if isinstance(service, Postgres):
            service.prepare()
        service.start()
        yield service
    finally:
        service.stop()
        shutil.rmtree(folder, ignore_errors=True)
