"""Compile the C++ programs of the benchmarks into build/bench, if their sources have changed."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from pathlib import Path

from bench.machine import ROOT
from bench.measure import Missing, output_of

SOURCES = ROOT / "bench" / "cpp"
BUILD = ROOT / "build" / "bench"
COMPILER = ("g++", "-std=c++20", "-O3", "-march=native")


def native_program(name: str) -> Path:
    """The program of bench/cpp/NAME.cpp, compiled for this machine."""
    if shutil.which(COMPILER[0]) is None:
        raise Missing(f"no {COMPILER[0]} on this machine")
    version = output_of([*COMPILER, "--version"])
    digest = hashlib.sha256("\n".join([*COMPILER, version]).encode())
    for source in sorted(SOURCES.iterdir()):
        digest.update(source.read_bytes())
    program = BUILD / f"{name}-{digest.hexdigest()[:12]}"
    if not program.exists():
        BUILD.mkdir(parents=True, exist_ok=True)
        # Written under another name first, so that nobody runs an incomplete program.
        with tempfile.TemporaryDirectory(dir=BUILD) as folder:
            fresh = Path(folder, name)
            warnings = ("-Wall", "-Wextra", "-Werror")
            output_of([*COMPILER, *warnings, str(SOURCES / f"{name}.cpp"), "-o", str(fresh)])
            fresh.rename(program)
    return program
