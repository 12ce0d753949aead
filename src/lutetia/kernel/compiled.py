"""The `@compiled` decorator: Numba with an on-disk cache, or the same source as plain Python.

Numba's own cache looks only at the file of the function it compiles, so a change in a called
function of another file would be missed. Ours lies in a folder named after everything that can
change the machine code: every source file of the package, the versions and the processor.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import platformdirs

JIT = os.environ.get("LUTETIA_JIT", "1") != "0"
"""Whether functions are compiled; `LUTETIA_JIT=0` runs the same source for debugging."""

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parents[1]


def cache_root() -> Path:
    """The folder of everything Lutetia may rebuild; `LUTETIA_CACHE_DIR` moves it."""
    return Path(os.environ.get("LUTETIA_CACHE_DIR") or platformdirs.user_cache_dir("lutetia"))


def code_folder(module: str) -> Path:
    """Where the machine code of a module's functions, on this machine, is kept.

    Numba names its files after the source, which the modules made from one pattern share.
    """
    made_for = module.partition("[")[2].rstrip("]")
    return cache_root() / "machine-code" / _digest(_packages_behind(module)) / made_for


def _packages_behind(module: str) -> tuple[str, ...]:
    """The packages whose source a module's machine code may contain; imports only go down.

    A module made by `specialise` carries its game in brackets after its name, and after a plus
    sign what else it was made with. The rest of `ai` is not compiled.
    """
    path, _, name = module.removeprefix("lutetia.").partition("[")
    game = name.rstrip("]").partition("+")[0]
    parts = path.split(".")
    if parts[0] == "kernel":
        return ("kernel", f"games/{game}") if game else ("kernel",)
    if parts[0] == "games" and len(parts) > 1:
        return ("kernel", f"games/{parts[1]}", "ai/search")
    games = f"games/{game}" if game else "games"
    return ("kernel", games, "ai/search")


@cache
def _digest(packages: tuple[str, ...]) -> str:
    import llvmlite
    import numba

    digest = hashlib.sha256()
    for part in (sys.version, np.__version__, numba.__version__, llvmlite.__version__):
        digest.update(part.encode())
    for package in packages:
        for source in sorted((PACKAGE / package).rglob("*.py")):
            digest.update(source.relative_to(PACKAGE).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:20]


def compiled(function: Function) -> Function:
    """Compile a function on its first call and keep the machine code on disk.

    Such a function takes and changes NumPy records and arrays, fetches nothing from outside
    its arguments but constants, and means the same when it runs as plain Python.
    """
    return _compiled(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Compile a function of a few instructions, which becomes a part of those that call it."""
    return _compiled(function, forceinline=True)


def _compiled(function: Function, *, forceinline: bool) -> Function:
    if not JIT:
        return _plain(function)
    import numba

    # Numba picks the cache's place while decorating, so its global setting is only borrowed.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(code_folder(function.__module__))
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": forceinline}
        return numba.njit(**options)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def _plain(function: Function) -> Function:
    """The same source, with 64-bit words that wrap around silently as they do when compiled."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call  # type: ignore[return-value]


@contextmanager
def compiling(what: str, module: str) -> Iterator[None]:
    """Run a warm-up of a module; tell the person at the terminal when it is the slow first one.

    From the cache nothing is printed. A marker beside the machine code says which it is.
    """
    if not JIT:
        yield
        return
    marker = code_folder(module) / f"{module}.compiled"
    if marker.exists():
        yield
        return
    from numba.core import event

    event.Listener.register(_Progress)  # it has the one method that Numba calls
    started = time.perf_counter()
    with _Progress(what) as progress, event.install_listener("numba:compile", progress):
        yield
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text(f"{time.perf_counter() - started:.1f} s\n", encoding="utf-8")


class _Progress:
    """Counts compiled functions on one line of standard error."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.count = 0
        self.started = time.perf_counter()

    def __enter__(self) -> _Progress:
        self._print("", "")
        return self

    def __exit__(self, *_: object) -> None:
        self._print("\r", f", {time.perf_counter() - self.started:.1f} s\n")

    def notify(self, event: Any) -> None:
        """Numba tells when it begins and when it has finished a function."""
        if event.is_end:
            self.count += 1
            if sys.stderr.isatty():
                self._print("\r", "")

    def _print(self, start: str, end: str) -> None:
        line = f"{start}Compiling {self.what} (once): {self.count} functions"
        sys.stderr.write(line + end)
        sys.stderr.flush()
