"""The `@compiled` decorator: Numba with an on-disk cache, or the same source as plain Python.

Numba's own cache checks only the file of the function that it compiles. It would miss a change in
a called function of another file. So the name of our cache folder depends on everything that can
change the machine code: the sources that a module imports, the values that a pattern was made
with, and the versions. Numba itself checks the processor.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
import platformdirs

from lutetia.kernel.sources import sources_behind

JIT = os.environ.get("LUTETIA_JIT", "1") != "0"
"""Whether functions are compiled. `LUTETIA_JIT=0` runs the same source as Python, to debug it."""

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_root() -> Path:
    """The folder for files that Lutetia can build again; `LUTETIA_CACHE_DIR` moves it."""
    return Path(os.environ.get("LUTETIA_CACHE_DIR") or platformdirs.user_cache_dir("lutetia"))


def code_folder(*modules: str) -> Path:
    """The folder with the machine code of a module's functions on this machine.

    For several modules: a folder whose name changes when the sources of one of them change.
    """
    made = [_patterns[module] for module in modules if module in _patterns]
    names = [name for pattern in made for name in pattern.modules]
    names += [module for module in modules if module not in _patterns]
    folder = cache_root() / "machine-code" / _digest(tuple(sorted(set(names))))
    return folder / made[0].name if made else folder


class Pattern(NamedTuple):
    """The origin of a module that has no file of its own (`specialise`)."""

    name: str
    """Numba names its files after the source, and all modules of one pattern share the source. So
    each module has its own folder. Its name depends on the values that the module was made with."""
    modules: tuple[str, ...]
    """The pattern, and the modules of the functions that were put into it."""


_patterns: dict[str, Pattern] = {}


def made_from(module: str, name: str, pattern: str, parts: Mapping[str, Any]) -> None:
    """Remember the origin of a module: a pattern, with functions and values for its names."""
    modules = {pattern}
    values = hashlib.sha256()
    for key, part in sorted(parts.items()):
        if callable(part):
            behind = _patterns.get(part.__module__)
            modules |= {part.__module__} if behind is None else set(behind.modules)
            values.update(b"" if behind is None else behind.name.encode())
        else:
            content = part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode()
            values.update(key.encode() + content)
    name = f"{name}-{values.hexdigest()[:12]}"
    _patterns[module] = Pattern(name, tuple(sorted(modules)))


@cache
def _digest(modules: tuple[str, ...]) -> str:
    import llvmlite
    import numba

    digest = hashlib.sha256()
    for part in (sys.version, np.__version__, numba.__version__, llvmlite.__version__):
        digest.update(part.encode())
    for name, source in sorted(sources_behind(*modules).items()):
        digest.update(name.encode())
        digest.update(source)
    return digest.hexdigest()[:20]


def compiled(function: Function) -> Function:
    """Compile a function on its first call and keep the machine code on disk.

    Such a function reads and changes NumPy records and arrays. It uses only its arguments and
    constants. It does the same when it runs as plain Python.
    """
    return _compiled(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Compile a function of a few instructions. It becomes a part of the functions that call it."""
    return _compiled(function, forceinline=True)


def _compiled(function: Function, *, forceinline: bool) -> Function:
    if not JIT:
        return _plain(function)
    import numba

    # Numba reads the cache folder while it decorates: change its global setting, then restore it.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(code_folder(function.__module__))
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": forceinline}
        return numba.njit(**options)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def _plain(function: Function) -> Function:
    """The same source; 64-bit words wrap around without a warning, as in compiled code."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return call  # type: ignore[return-value]


@contextmanager
def compiling(what: str, *modules: str) -> Iterator[None]:
    """Run a warm-up of modules. Show progress in the terminal if it has to compile.

    With a filled cache nothing is printed. A marker file beside the machine code says that the
    cache is filled.
    """
    if not JIT or is_compiled(what, *modules):
        yield
        return
    from numba.core import event

    event.Listener.register(_Progress)  # it has the only method that Numba calls
    started = time.perf_counter()
    with _Progress(what) as progress, event.install_listener("numba:compile", progress):
        yield
    marker = _marker(what, *modules)
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.write_text(f"{time.perf_counter() - started:.1f} s\n", encoding="utf-8")


def is_compiled(what: str, *modules: str) -> bool:
    """Whether a warm-up was done before, with the same sources."""
    return _marker(what, *modules).exists()


def _marker(what: str, *modules: str) -> Path:
    name = hashlib.sha256(" ".join([what, *modules]).encode()).hexdigest()[:20]
    return code_folder(*modules) / f"{name}.compiled"


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
        """Numba calls this when it begins a function and when it has finished one."""
        if event.is_end:
            self.count += 1
            if sys.stderr.isatty():
                self._print("\r", "")

    def _print(self, start: str, end: str) -> None:
        line = f"{start}Compiling {self.what} (once): {self.count} functions"
        sys.stderr.write(line + end)
        sys.stderr.flush()
