"""Every make target that a page names exists, and every target says what it is for."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from scripts.docs import pages

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
STEPS = {"ready", "check-style", "check-types", "check-layers", "web-check", "web-test"}
"""Parts of other targets."""
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))


def test_pages_name_only_targets_that_exist() -> None:
    for page in pages(ROOT):
        commands = re.findall(r"(?:^|`)make ([a-z][a-z -]*)", page.read_text("utf-8"), re.MULTILINE)
        for command in commands:
            assert set(command.split()) <= TARGETS, f"{page.name}: make {command}"


def test_help_tells_every_public_target() -> None:
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^  make ([a-z-]+) ", told.stdout, flags=re.MULTILINE))
    assert TARGETS - listed == STEPS


def test_all_tests_of_the_browser_are_in_the_folder_that_the_script_names() -> None:
    assert "tests/browser" in (ROOT / "scripts/test.sh").read_text("utf-8")
    marked = [
        file
        for file in (ROOT / "tests").rglob("test_*.py")
        if "mark.browser" in file.read_text("utf-8")
    ]
    assert marked
    assert {file.parent.name for file in marked} - {"tooling"} == {"browser"}
