"""The files of a fresh clone of the repository, and what is built from them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared import made_once

ROOT = Path(__file__).resolve().parents[2]
STATIC = "src/lutetia/server/static"
UV = Path(sys.executable).with_name("uv")
SYSTEM = "/usr/local/bin:/usr/bin:/bin"


def clean_checkout(to: Path) -> Path:
    """The files of a clone, with present changes: nothing built, nothing installed."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True,
    )  # fmt: skip
    for name in filter(None, os.fsdecode(listed.stdout).split("\0")):
        if (ROOT / name).is_file():  # it may have been deleted
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    assert not (to / STATIC).exists()
    assert not (to / "web/node_modules").exists()
    return to


def give_packages(web: Path) -> None:
    """The packages of `npm ci`, without a network: it installed the same ones for the checkout."""
    shutil.copytree(ROOT / "web/node_modules", web / "node_modules", copy_function=link_or_copy)


def link_or_copy(source: str, to: str) -> None:
    """Links, because there are tens of thousands of files; builds never write into them."""
    try:
        os.link(source, to, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, to, follow_symlinks=False)


def build(sources: Path, out: Path, kind: str, path: str | None = None) -> Path:
    """Let a build frontend make a `wheel` or an `sdist`, with the installed packages."""
    ran = run_build(sources, out, kind, path)
    assert ran.returncode == 0, ran.stderr
    (made,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def wheel_of_a_clean_checkout(factory: pytest.TempPathFactory) -> Path:
    """The wheel that a build frontend makes from a clone, once for all tests."""

    def make(folder: Path) -> None:
        checkout = clean_checkout(folder / "checkout")
        give_packages(checkout / "web")
        build(checkout, folder, "wheel")

    (wheel,) = made_once(factory, "wheel", make).glob("*.whl")
    return wheel


def run_build(
    sources: Path, out: Path, kind: str, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    """The same, but returns the process of the frontend."""
    return subprocess.run(
        [
            UV, "build", f"--{kind}", "--offline", "--no-build-isolation", "--no-cache",
            "--python", sys.executable, "--out-dir", out, sources,
        ],
        env={**os.environ, "PATH": path or os.environ["PATH"]},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def without_node(folder: Path) -> str:
    """A PATH with a shell and without Node."""
    for name in ("bash", "sh", "dirname"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return str(folder)
