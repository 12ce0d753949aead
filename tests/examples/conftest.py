"""Nim, installed as a package of its own: nothing but what its folder holds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.shared import made_once

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
OFFLINE = ["--no-deps", "--no-build-isolation", "--no-index"]
COMMAND = [sys.executable, "-m", "lutetia.cli.main"]

Ran: TypeAlias = "subprocess.CompletedProcess[str]"
Lutetia: TypeAlias = Callable[..., Ran]


def installed(source: Path, folder: Path) -> Path:
    """Install a copy of a package into a folder of its own; where it lies then."""
    copy, site = folder / "source", folder / "site"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    subprocess.run([*PIP, "install", *OFFLINE, "--target", site, copy], check=True)
    return site


def installed_nim(factory: pytest.TempPathFactory) -> Path:
    """The folder in which Nim is installed and compiled, once for all tests."""

    def make(folder: Path) -> None:
        site = installed(ROOT / "examples/nim", folder)
        compile_nim = "from scripts.compile import compile_game; compile_game('nim')"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)])}
        subprocess.run([sys.executable, "-c", compile_nim], env=environment, check=True)

    return made_once(factory, "nim", make) / "site"


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of somebody who has Lutetia and Nim."""
    site = installed_nim(tmp_path_factory)
    data = str(tmp_path_factory.mktemp("nim"))
    return {**os.environ, "PYTHONPATH": str(site), "LUTETIA_DATA_DIR": data, "COLUMNS": "120"}


@pytest.fixture(scope="session")
def lutetia(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Lutetia:
    """Runs the command, in a folder of its own; a traceback is never right."""
    folder = tmp_path_factory.mktemp("here")

    def run(*words: str, text: str = "", fails: bool = False, **variables: str) -> Ran:
        ran = subprocess.run(
            [*COMMAND, *words],
            check=False,
            cwd=folder,
            env={**environment, **variables},
            input=text,
            capture_output=True,
            text=True,
        )
        assert "Traceback" not in ran.stderr, ran.stderr
        assert ran.returncode == (2 if fails else 0), ran.stderr
        return ran

    return run


@pytest.fixture(scope="session")
def record(lutetia: Lutetia) -> str:
    """A game that two computers played."""
    ran = lutetia("play", "nim", "--watch", "--seed", "s", "--option", "heap=20", "--out", "g.json")
    assert "The record is in g.json" in ran.stdout
    return "g.json"
