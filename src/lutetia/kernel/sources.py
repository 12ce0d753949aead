"""Which source files a module's machine code may contain: its own, and those that it imports.

Numba puts the code of called functions and the values of constants into what it compiles. Both
come from imports at the top of a module, so these are followed, through Lutetia and through the
package that the module itself belongs to.
"""

from __future__ import annotations

import hashlib
import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

HOUSE = "lutetia"
_IMPORT = re.compile(
    r"^(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]+)|import[ \t]+([^\n]+))",
    re.MULTILINE,
)
"""Imports at the top level; those inside functions are no business of compiled code."""


class Source(NamedTuple):
    """One file, as far as it matters here."""

    digest: bytes
    """Of its content."""
    imports: tuple[str, ...]
    """Modules, or names in modules, with dots."""


def sources_behind(*modules: str) -> dict[str, bytes]:
    """For each module that these may take code from, themselves included, a digest of its source.

    A module without a file, such as one that is typed in, has no source and is left out.
    """
    found: dict[str, bytes] = {}
    waiting = list(modules)
    seen = set(waiting)
    followed = {HOUSE, *(_top(module) for module in modules)}
    while waiting:
        name = waiting.pop()
        path = _file_of(name)
        if path is None:
            # A name in a module: `from package import name`.
            owner = name.rpartition(".")[0]
            more = [owner] if owner else []
        else:
            source = _read(path)
            found[name] = source.digest
            more = [one for one in source.imports if _top(one) in followed]
        for one in more:
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    return found


def _top(module: str) -> str:
    return module.partition(".")[0]


@cache
def _file_of(module: str) -> Path | None:
    """The file of a module, found without importing it; None if there is none."""
    loaded = sys.modules.get(module)
    if loaded is not None:
        file = getattr(loaded, "__file__", None)
        return Path(file) if file and file.endswith(".py") and Path(file).is_file() else None
    package, dot, last = module.rpartition(".")
    if not dot:
        return None
    for folder in getattr(sys.modules.get(package), "__path__", None) or _folders(package):
        for place in (Path(folder) / f"{last}.py", Path(folder) / last / "__init__.py"):
            if place.is_file():
                return place
    return None


def _folders(package: str) -> list[str]:
    """Where the modules of a package lie that is not loaded itself."""
    file = _file_of(package)
    return [str(file.parent)] if file is not None and file.name == "__init__.py" else []


@cache
def _read(path: Path) -> Source:
    content = path.read_bytes()
    imports: list[str] = []
    for module, names, plain in _IMPORT.findall(content.decode("utf-8", "replace")):
        if module:
            imports += [f"{module}.{name}" for name in _names(names)]
        else:
            imports += _names(plain)
    return Source(hashlib.sha256(content).digest(), tuple(imports))


def _names(text: str) -> list[str]:
    """The names of `(one, two as other,  # comment` as written in an import."""
    lines = [line.partition("#")[0] for line in text.strip("()").splitlines()]
    parts = [part.split() for part in " ".join(lines).split(",")]
    return [words[0] for words in parts if words]
