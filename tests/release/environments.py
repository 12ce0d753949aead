"""Empty Python environments that need no network.

A wheel is installed as it is. Its dependencies are linked from the environment of the tests: these
packages in these versions and no others, so that the tests find a forgotten dependency.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.release.sources import UV


def new_environment(folder: Path) -> Path:
    """An environment with nothing in it, not even pip; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return folder / "bin/python"


def install(python: Path, wheel: Path) -> None:
    """Install a wheel and its dependencies, and let the installer check them."""
    options = ["--offline", "--quiet", "--no-cache", "--python", str(python)]
    subprocess.run([UV, "pip", "install", *options, "--no-deps", wheel], check=True)
    (installed,) = site_packages(python).glob("lutetia-*.dist-info")
    wanted = Distribution.at(installed).requires or []
    link(site_packages(python), closure(wanted))
    subprocess.run([UV, "pip", "check", "--quiet", "--python", python], check=True)


def site_packages(python: Path) -> Path:
    """The folder of an environment's packages."""
    (found,) = python.parents[1].glob("lib/python3*/site-packages")
    return found


def closure(requirements: Iterable[str]) -> dict[str, Distribution]:
    """All requirements, and the requirements of these."""
    found: dict[str, Distribution] = {}
    waiting = [(text, "") for text in requirements]
    seen = set()
    while waiting:
        text, extra = waiting.pop()
        requirement = Requirement(text)
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(requirement.name)
        for wanted in ("", *requirement.extras):
            if (name, wanted) in seen:
                continue
            seen.add((name, wanted))
            found[name] = distribution(name)
            waiting += [(more, wanted) for more in found[name].requires or []]
    return found


def link(site: Path, distributions: dict[str, Distribution]) -> None:
    """Give an environment some installed packages of this one."""
    assert "lutetia" not in distributions
    for one in distributions.values():
        for top in top_level(one):
            if (site / top.name).exists():
                continue
            if top.suffix in {".dist-info", ".egg-info"}:  # an installer follows no links
                shutil.copytree(top, site / top.name)
            else:
                (site / top.name).symlink_to(top)


def top_level(one: Distribution) -> Iterator[Path]:
    """The files and folders of a package in the folder of packages."""
    # An old pip installs a source archive without a list of files.
    old = Path(str(one.locate_file(""))).glob(f"{one.name.replace('-', '_')}-*.egg-info")
    names = {folder.name for folder in old}
    if names:
        names |= set((one.read_text("top_level.txt") or "").split())
    else:
        names = {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}
    assert names, one.name
    for name in sorted(names):
        yield Path(str(one.locate_file(name)))
