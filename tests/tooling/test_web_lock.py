"""The client's lock file is whole: `npm ci` takes it on every system, and it names no address."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
LOCK: dict[str, Any] = json.loads((WEB / "package-lock.json").read_text("utf-8"))


def test_npm_ci_takes_the_lock_file(tmp_path: Path) -> None:
    """With an empty cache and without a network: the lock file alone must be enough to decide."""
    ran = subprocess.run(
        [
            ROOT / "scripts/npm.sh", "ci", "--dry-run", "--offline", "--no-audit", "--no-fund",
            f"--cache={tmp_path}", "--loglevel=error",
        ],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_packages_for_other_systems_are_locked_too() -> None:
    """A package that a mirror did not have is left out of the file without a word, and the file
    then fails elsewhere. It happened: keep to versions that are there for all systems."""
    locked = LOCK["packages"]
    for where, package in locked.items():
        for name in package.get("optionalDependencies", {}):
            places = (f"{where}/node_modules/{name}", f"node_modules/{name}")
            assert any(place in locked for place in places), f"{where} asks for {name}"


def test_everything_is_locked_by_hash_and_no_address_is_recorded() -> None:
    for where, package in LOCK["packages"].items():
        assert where == "" or package["integrity"].startswith("sha512-"), where
        # Where a package asks for donations is no place to fetch it from.
        kept = {key: value for key, value in package.items() if key != "funding"}
        assert "://" not in json.dumps(kept), where
