"""A worker of pytest-xdist that dies is replaced, and all other tests run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SEVEN = """
import os
import pytest

@pytest.mark.parametrize("number", range(7))
def test_one(number):
    if number == 5 and not os.path.exists("died"):
        open("died", "w").close()
        os._exit(1)
"""


def test_a_worker_that_dies_stops_nothing(tmp_path: Path) -> None:
    # Each test of this folder is given out alone, as those of the browser are.
    file = tmp_path / "tests/browser/test_seven.py"
    file.parent.mkdir(parents=True)
    file.write_text(SEVEN, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "tests.conftest", "-n", "2"]
    ran = subprocess.run(
        [*command, "tests/browser/test_seven.py"],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "crashed while running 'tests/browser/test_seven.py::test_one[5]'" in ran.stdout
    assert "1 failed, 7 passed" in ran.stdout
