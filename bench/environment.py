"""The Python environment of the other engines: bench/.venv, from bench/requirements.txt."""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import venv
from functools import cache
from pathlib import Path

from bench.machine import ROOT
from bench.measure import Missing, output_of, progress

FOLDER = ROOT / "bench" / ".venv"
REQUIREMENTS = ROOT / "bench" / "requirements.txt"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


@cache
def peer_python() -> str:
    """The interpreter of that environment. The first call installs the requirements.

    If a package cannot be installed here, the others are installed all the same. The engine that
    needs it is then reported as missing.
    """
    wanted = REQUIREMENTS.read_text()
    stamp = FOLDER / ".installed"
    if not stamp.exists() or stamp.read_text() != wanted:
        progress("installing the other engines")
        if FOLDER.exists():
            shutil.rmtree(FOLDER)
        venv.create(FOLDER, with_pip=True)
        if _install(wanted):
            stamp.write_text(wanted)
        else:
            for package in packages(wanted):
                _install(package)
    return str(PYTHON)


def packages(requirements: str) -> list[str]:
    """The requirements of each package, one by one."""
    return re.findall(r"^\w[^\n]*==[^\n]*(?:\n +--hash=[^\n]*)+", requirements, re.MULTILINE)


def _install(requirements: str) -> bool:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "-qq"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "requirements.txt")
        file.write_text(requirements)
        try:
            output_of([*pip, "install", "--no-deps", "--require-hashes", "-r", str(file)])
        except Missing as reason:
            progress(f"not installed: {reason}")
            return False
    return True
