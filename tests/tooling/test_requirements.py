"""The compiled requirements pin everything, by hash, and name no place to fetch it from."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
COMPILED = sorted((ROOT / "requirements").glob("*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def pins(file: Path) -> dict[str, str]:
    """Requirement with its marker → the hashes that follow it."""
    text = re.sub(r"^\s*#.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return dict(re.split(r"\s+(?=--hash)", line.strip(), maxsplit=1) for line in lines if line)


def versions(file: Path) -> dict[str, str]:
    """The version of every package that is installed on this system."""
    pinned = {}
    for requirement in pins(file):
        package, _, marker = requirement.partition(" ; ")
        if not marker or Marker(marker).evaluate():
            name, _, version = package.partition("==")
            pinned[name] = version
    return pinned


def missing(pinned: dict[str, str]) -> list[str]:
    """What a pinned package needs, and what is pinned at no version that it accepts."""
    found = []
    for package in pinned:
        for needed in map(Requirement, requires(package) or []):
            if needed.marker is not None and not needed.marker.evaluate({"extra": ""}):
                continue
            name = re.sub(r"[-_.]+", "-", needed.name).lower()
            version = pinned.get(name)
            if version is None or not needed.specifier.contains(version, prereleases=True):
                found.append(f"{package} needs {needed}")
    return found


def names(requirements: list[str]) -> set[str]:
    """The bare names of what is asked for."""
    return {re.split(r"[\[<>=! ]", requirement)[0] for requirement in requirements}


@pytest.mark.parametrize("file", COMPILED, ids=lambda file: file.name)
def test_everything_is_pinned_and_hashed(file: Path) -> None:
    for requirement, hashes in pins(file).items():
        assert re.match(r"[a-z0-9.-]+==[\w.!+]+( ; .+)?$", requirement), requirement
        assert re.fullmatch(r"(--hash=sha256:[0-9a-f]{64}\s*)+", hashes), requirement


@pytest.mark.parametrize("file", COMPILED, ids=lambda file: file.name)
def test_nothing_is_missing(file: Path) -> None:
    """The Makefile installs these files with `--no-deps`."""
    pinned = versions(file)
    assert missing(pinned) == []
    without = {name: version for name, version in pinned.items() if name != "numpy"}
    assert any(fault.startswith("numba needs numpy") for fault in missing(without))
    assert any(fault.startswith("numba needs numpy") for fault in missing(pinned | {"numpy": "1"}))


@pytest.mark.parametrize("file", COMPILED, ids=lambda file: file.name)
def test_no_address_and_no_path_is_recorded(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    options = set(re.findall(r"--[a-z-]+", text))
    assert options == {"--hash"}
    assert "://" not in text
    assert not re.search(r"(^|\s)/\w", text)


def test_the_program_s_dependencies_are_locked() -> None:
    locked = names(list(pins(ROOT / "requirements/run.txt")))
    assert names(PROJECT["dependencies"]) <= locked
    # Whoever plays from a checkout meets the strongest levels.
    assert names(PROJECT["optional-dependencies"]["network"]) <= locked


def test_the_tools_environment_has_the_extras_but_not_the_trainer() -> None:
    locked = names(list(pins(ROOT / "requirements/dev.txt")))
    extras = PROJECT["optional-dependencies"]
    for extra in ("cluster", "plots", "notebooks", "learning"):
        assert names(extras[extra]) <= locked
    assert not names(extras["train"]) & locked
    assert names(extras["sb3"]) & locked == names(["gymnasium"])  # the rest needs PyTorch


def test_player_and_contributor_get_the_same_versions() -> None:
    run, dev = pins(ROOT / "requirements/run.txt"), pins(ROOT / "requirements/dev.txt")
    assert run.items() <= dev.items()
