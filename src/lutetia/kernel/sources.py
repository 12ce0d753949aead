"""The source files that a module's machine code may depend on: its own, and those it imports.

Numba puts the code of called functions and the values of constants into the machine code. Both
come from imports at the top of a module. So we follow these imports, through Lutetia and through
the package of the module itself.
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
"""Imports at the top level. Compiled code does not use imports inside functions."""


class Source(NamedTuple):
    """The facts about one file that matter here."""

    digest: bytes
    """The hash of its content."""
    imports: tuple[str, ...]
    """Modules, or names in modules, as dotted names."""


def sources_behind(*modules: str) -> dict[str, bytes]:
    """The modules that these may take code from (themselves too), with a digest of each source.

    A module without a file, such as one typed in a shell, has no source and is left out.
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
    """The folders of a package that is not loaded."""
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
    """The names in the text of an import, such as `(one, two as other,  # comment`."""
    lines = [line.partition("#")[0] for line in text.strip("()").splitlines()]
    parts = [part.split() for part in " ".join(lines).split(",")]
    return [words[0] for words in parts if words]
