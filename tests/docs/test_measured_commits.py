"""Every table of results names the commit that was measured, and everybody can look at it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("docs/security.md", "bench/results.md")
NAMED = re.compile(r"\bcommit:? `([^`]*)`")


def commits(page: str) -> list[str]:
    """The commits that a page names."""
    return NAMED.findall((ROOT / page).read_text())


@pytest.mark.parametrize("page", PAGES)
def test_every_commit_that_was_measured_is_in_the_repository(page: str) -> None:
    """A source archive has no history: there only the form can be wrong. A clone needs all of it
    (`git fetch --unshallow`)."""
    named = commits(page)
    assert named, f"{page} names no commit"
    for commit in named:
        assert re.fullmatch("[0-9a-f]{12}", commit), commit
    if not (ROOT / ".git").exists():
        return
    unknown = [
        commit
        for commit in dict.fromkeys(named)
        if subprocess.run(
            ["git", "cat-file", "-e", f"{commit}^{{commit}}"],
            cwd=ROOT,
            capture_output=True,
            check=False,
        ).returncode
    ]
    assert not unknown, f"{page} names commits that this repository does not have: {unknown}"
