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


def git(*words: str) -> str | None:
    """What git answers; None if it refuses."""
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return None if ran.returncode else ran.stdout.strip()


@pytest.mark.parametrize("page", PAGES)
def test_every_commit_that_was_measured_is_in_the_repository(page: str) -> None:
    """A source archive has no history, and a shallow clone only the end of it: there only the form
    can be wrong."""
    named = commits(page)
    assert named, f"{page} names no commit"
    for commit in named:
        assert re.fullmatch("[0-9a-f]{12}", commit), commit
    if not (ROOT / ".git").exists() or git("rev-parse", "--is-shallow-repository") != "false":
        return
    unknown = [
        commit
        for commit in dict.fromkeys(named)
        if git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}") is None
    ]
    assert not unknown, f"{page} names commits that this repository does not have: {unknown}"
