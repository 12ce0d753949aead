"""What is expensive to make is made once for all processes of a test run.

The workers of pytest-xdist and the parts of `scripts/test.sh` are processes of their own. A fixture
of one of them cannot serve the others, but a folder can.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

VARIABLE = "LUTETIA_TESTS_SHARE"
"""Names the folder that the parts of `scripts/test.sh` share."""


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder that one process of the test run fills; the others wait for it."""
    base = factory.getbasetemp()
    # Each worker of pytest-xdist has its own folder inside that of the run.
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    shared = Path(os.environ.get(VARIABLE) or run) / "shared"
    shared.mkdir(exist_ok=True)
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / f"{name}.made").exists():
            shutil.rmtree(folder, ignore_errors=True)  # an attempt that failed
            folder.mkdir()
            make(folder)
            (shared / f"{name}.made").touch()
    return folder
