"""Wheel and source archive contain the client, or are not built; all have the same version."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from lutetia import __version__
from lutetia.server.app import create_app
from lutetia.server.settings import Settings
from scripts.build_client import CannotBuild, is_installed, provide
from scripts.project_urls import urls
from tests.release.sources import (
    ROOT,
    STATIC,
    build,
    clean_checkout,
    give_packages,
    run_build,
    wheel_of_a_clean_checkout,
    without_node,
)

pytestmark = pytest.mark.slow


def client_of(names: list[str], folder: str) -> set[str]:
    """The names of the client's files in an archive."""
    return {name.removeprefix(folder) for name in names if name.startswith(folder)} - {""}


def referred(index: str) -> set[str]:
    """The scripts and styles that the start page needs."""
    found = set(re.findall(r'(?:src|href)="/(assets/[^"]+)"', index))
    assert found
    return found


def test_a_wheel_of_a_clean_checkout_carries_the_client(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    wheel = wheel_of_a_clean_checkout(tmp_path_factory)
    assert wheel.name == f"lutetia-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        client = client_of(archive.namelist(), "lutetia/server/static/")
        index = archive.read("lutetia/server/static/index.html").decode()
        assert referred(index) <= client
        assert ".built" not in client
        modules = {f"lutetia/{path.relative_to(ROOT / 'src/lutetia')}" for path in python_files()}
        assert modules <= set(archive.namelist())
        assert not [name for name in archive.namelist() if name.endswith((".nbi", ".pyc"))]
        assert "lutetia/py.typed" in archive.namelist()


def python_files() -> list[Path]:
    return [*(ROOT / "src/lutetia").rglob("*.py")]


@pytest.mark.long
def test_a_source_archive_needs_no_node(tmp_path: Path) -> None:
    for name in ("archive", "sources", "wheel", "path"):
        (tmp_path / name).mkdir()
    checkout = clean_checkout(tmp_path / "checkout")
    give_packages(checkout / "web")
    archive = build(checkout, tmp_path / "archive", "sdist")
    # Debian 12 has Python 3.11.2, whose tarfile knows no filters.
    subprocess.run(["tar", "-xzf", archive, "-C", tmp_path / "sources"], check=True)
    (sources,) = (tmp_path / "sources").iterdir()
    assert {"web/src", "web/package-lock.json", "CHANGELOG.md", "LICENSE"} <= {
        name for name in ("web/src", "web/package-lock.json", "CHANGELOG.md", "LICENSE")
        if (sources / name).exists()
    }  # fmt: skip
    assert not (sources / "web/node_modules").exists()
    index = (sources / STATIC / "index.html").read_text("utf-8")
    wheel = build(sources, tmp_path / "wheel", "wheel", path=without_node(tmp_path / "path"))
    with zipfile.ZipFile(wheel) as made:
        assert made.read("lutetia/server/static/index.html").decode() == index
        assert referred(index) <= client_of(made.namelist(), "lutetia/server/static/")


def test_an_archive_that_lost_its_client_is_refused(tmp_path: Path) -> None:
    (tmp_path / "PKG-INFO").touch()
    (tmp_path / "web").mkdir()
    (tmp_path / "web/package.json").write_text("{}")
    with pytest.raises(CannotBuild, match=r"there is no web client in .*static, and no checkout"):
        provide(tmp_path)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_client_that_cannot_be_built_stops_the_build_with_a_sentence(
    kind: str, tmp_path: Path
) -> None:
    """No packages, and an npm that reaches no registry."""
    checkout = clean_checkout(tmp_path / "checkout")
    (tmp_path / "bin").mkdir()
    broken = tmp_path / "bin/npm"
    broken.write_text("#!/bin/sh\necho 'npm error network is gone' >&2\nexit 1\n")
    broken.chmod(0o755)
    (tmp_path / "bin/node").write_text("#!/bin/sh\nexit 0\n")
    (tmp_path / "bin/node").chmod(0o755)
    path = f"{tmp_path / 'bin'}:/usr/bin:/bin"
    ran = run_build(checkout, tmp_path / "out", kind, path)
    assert ran.returncode != 0
    assert "npm error network is gone" in ran.stderr
    assert "lutetia: the web client could not be built (npm ci" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not [*(tmp_path / "out").glob("lutetia*")]


def test_an_editable_installation_builds_no_client(tmp_path: Path) -> None:
    """`make venv` makes such an installation before there is a Node."""
    checkout = clean_checkout(tmp_path / "checkout")
    (tmp_path / "bin").mkdir()
    script = "import hatchling.build as b; b.build_editable('.')"
    subprocess.run(
        [sys.executable, "-c", script], cwd=checkout, check=True,
        env={"PATH": without_node(tmp_path / "bin")},  # no variable of a host
    )  # fmt: skip
    (wheel,) = checkout.glob("lutetia-*.whl")
    assert not (checkout / STATIC).exists()
    assert "Project-URL" not in metadata(wheel)


def metadata(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return archive.read(name).decode()


def test_a_release_names_the_addresses_of_the_host_that_builds_it(tmp_path: Path) -> None:
    checkout = clean_checkout(tmp_path / "checkout")
    host = {"GITHUB_SERVER_URL": "https://host.example", "GITHUB_REPOSITORY": "us/lutetia"}
    script = "import hatchling.build as b; b.build_editable('.')"
    subprocess.run([sys.executable, "-c", script], cwd=checkout, check=True, env=os.environ | host)
    (wheel,) = checkout.glob("lutetia-*.whl")
    written = dict(re.findall(r"^Project-URL: (\w+), (\S+)$", metadata(wheel), re.MULTILINE))
    assert written == urls(host)
    assert written["Homepage"] == "https://host.example/us/lutetia"
    assert {"Documentation", "Changelog", "Issues", "Security"} <= set(written)


def test_packages_that_are_not_those_of_the_lock_file_are_installed_anew(tmp_path: Path) -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text("utf-8"))
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "package-lock.json").write_text(json.dumps(lock))
    listed = tmp_path / "node_modules/.package-lock.json"
    assert not is_installed(tmp_path)
    here = {
        where: package
        for where, package in lock["packages"].items()
        if where and not package.get("optional")
    }
    listed.write_text(json.dumps({"packages": here}))
    assert is_installed(tmp_path)
    here["node_modules/svelte"] = {**here["node_modules/svelte"], "integrity": "sha512-other"}
    listed.write_text(json.dumps({"packages": here}))
    assert not is_installed(tmp_path)


def test_the_version_has_one_source() -> None:
    files = subprocess.run(
        ["git", "grep", "-lF", __version__, "--", ":!CHANGELOG.md", ":!tests"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert files.stdout.split() == ["src/lutetia/__init__.py"]
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.search(r'^dynamic = \["version", "urls"\]$', project, re.MULTILINE)
    for name in ("web/package.json", "web/package-lock.json"):
        assert "version" not in json.loads((ROOT / name).read_text("utf-8"))
    app = create_app(Settings(data=Path("unused")))
    assert app.openapi()["info"]["version"] == __version__
