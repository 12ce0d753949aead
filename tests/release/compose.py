"""Starts the services of a compose file as plain processes, in the order of the file.

Names of services become ports of this machine, volumes stay in the image's folder, and servers
listen on loopback alone. Everything else comes from the file: commands, variables, health checks,
and which service waits for which.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import time
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.release.dockerfile import Replay
from tests.storage.services import Postgres, free_port, postgres_programs, redis_program

Definition = dict[str, Any]


class Database(Postgres):
    """PostgreSQL as in its image: a user with a password, and one database."""

    def __init__(self, folder: Path, port: int, variables: dict[str, str]) -> None:
        super().__init__(folder, port)
        self._variables = variables
        self.users = ["-U", variables["POSTGRES_USER"], "-A", "scram-sha-256"]

    def prepare(self) -> None:
        password = self.folder / "password"
        password.write_text(self._variables["POSTGRES_PASSWORD"])
        password.chmod(0o644)
        self.users += ["--pwfile", str(password)]
        super().prepare()

    def create(self) -> None:
        """Make the database as this user."""
        subprocess.run(
            [postgres_programs() / "createdb", self._variables["POSTGRES_DB"]],
            env={
                "PGHOST": "127.0.0.1", "PGPORT": str(self.port),
                "PGUSER": self._variables["POSTGRES_USER"],
                "PGPASSWORD": self._variables["POSTGRES_PASSWORD"],
            },
            check=True,
        )  # fmt: skip


class Composition:
    """The services of a compose file; `up` starts them."""

    def __init__(self, file: Path, variables: dict[str, str], image: Replay) -> None:
        text = _interpolated(file.read_text("utf-8"), variables)
        self.services: dict[str, Definition] = import_module("yaml").safe_load(text)["services"]
        self.started: list[str] = []
        """Services in the order in which they were started, replicas one by one."""
        self._image = image
        # Not pytest's folder: PostgreSQL's user cannot enter it, and the socket needs a short path.
        self.folder = Path(mkdtemp(prefix="lutetia-"))
        self.folder.chmod(0o755)
        self._ports = {name: free_port() for name in self.services}
        self._processes: list[tuple[str, subprocess.Popen[bytes]]] = []
        self._database: Database | None = None

    def port(self, name: str) -> int:
        """Where a service listens."""
        return self._ports[name]

    def up(self, name: str) -> None:
        """Start a service after the services that it waits for."""
        definition = self.services[name]
        for other, wish in definition.get("depends_on", {}).items():
            if other not in self.started:
                self.up(other)
            if wish["condition"] == "service_healthy":
                self.wait_until_healthy(other)
        for _ in range(definition.get("deploy", {}).get("replicas", 1)):
            self._start(name, definition)
            self.started.append(name)

    def _start(self, name: str, definition: Definition) -> None:
        if definition["image"].startswith("postgres:"):
            folder = self.folder / name
            folder.mkdir()
            self._database = Database(folder, self.port(name), definition["environment"])
            self._database.prepare()
            self._database.start()
            self._database.create()
            return
        words = [self._here(name, word) for word in definition["command"]]
        if definition["image"].startswith("redis:"):
            own = ["--port", str(self.port(name)), "--bind", "127.0.0.1", "--dir", str(self.folder)]
            words = [redis_program(), *words[1:], *own]
        elif "--host" in words:
            words[words.index("--host") + 1] = "127.0.0.1"
        with self.log(name).open("ab") as log:
            process = subprocess.Popen(
                words, env=self._environment(name), cwd=self._folder(name), stdout=log, stderr=log
            )
        self._processes.append((name, process))

    def _folder(self, name: str) -> Path:
        ours = "LUTETIA_SECRET" in self.services[name].get("environment", {})
        return Path(self._image.here(self._image.stages[-1].folder)) if ours else self.folder

    def _environment(self, name: str) -> dict[str, str]:
        own = self.services[name].get("environment", {})
        found = {key: self._here(name, str(value)) for key, value in own.items()}
        # Compiling the rules in every process would tell nothing about the services.
        return {**self._image.environment(self._image.stages[-1]), **found, "LUTETIA_JIT": "0"}

    def _here(self, name: str, text: str) -> str:
        """The text with ports of this machine in place of names, and of the service's own port."""
        for other, port in self._ports.items():
            text = re.sub(rf"(?<=[@/]){other}(:\d+)?(?=/)", f"127.0.0.1:{port}", text)
        for inside in self.services[name].get("expose", ()):
            text = re.sub(rf"(?<![\w.]){inside}\b", str(self.port(name)), text)
        return text

    def log(self, name: str) -> Path:
        """The output of a service."""
        return self.folder / f"{name}.log"

    def is_healthy(self, name: str) -> bool:
        """Ask a service in the way of its health check."""
        kind, *words = self.services[name]["healthcheck"]["test"]
        assert kind == "CMD"
        words = [self._here(name, word) for word in words]
        environment = self._environment(name)
        if words[0] == "pg_isready":
            words[0] = str(postgres_programs() / words[0])
            environment |= {"PGHOST": "127.0.0.1", "PGPORT": str(self.port(name))}
        if words[0] == "redis-cli":
            words[1:1] = ["-p", str(self.port(name))]
        ran = subprocess.run(words, env=environment, capture_output=True, check=False)
        return ran.returncode == 0

    def wait_until_healthy(self, name: str) -> None:
        """Wait without a limit; if a service stops, fail with its output."""
        while not self.is_healthy(name):
            self.check_alive()
            time.sleep(0.2)

    def wait_until_said(self, name: str, words: str) -> None:
        """Wait until all replicas of a service have written something."""
        while self.log(name).read_text().count(words) < self.started.count(name):
            self.check_alive()
            time.sleep(0.2)

    def check_alive(self) -> None:
        """Check that no service has stopped."""
        for name, process in self._processes:
            if process.poll() is not None:
                pytest.fail(f"{name} stopped:\n{self.log(name).read_text()[-2000:]}")

    def down(self) -> dict[str, set[int]]:
        """Stop everything, the last one first; returns how the services ended."""
        codes: dict[str, set[int]] = {}
        for name, process in reversed(self._processes):
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            codes.setdefault(name, set()).add(process.wait(PATIENCE))
        self._processes.clear()
        if self._database is not None:
            self._database.stop()
            self._database = None
        shutil.rmtree(self.folder, ignore_errors=True)
        return codes


def _interpolated(text: str, variables: dict[str, str]) -> str:
    """`${NAME:?why}` must be given, `${NAME:-default}` may."""

    def value(found: re.Match[str]) -> str:
        name, kind, rest = found.groups()
        if kind == "?":
            assert variables.get(name), f"{name}: {rest}"
        return variables.get(name) or rest

    return re.sub(r"\$\{(\w+):([?-])([^}]*)\}", value, text)


def environment_file(text: str) -> dict[str, str]:
    """The variables of an environment file."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)
