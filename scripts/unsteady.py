"""Runs a few failed tests again that drive a browser or servers; `scripts/test.sh` calls it.

Such a test can lose a race when the machine is busy with all the others. If at most `MOST` of them
failed, and nothing else, each runs once more with nothing beside it. A test that passes then is
printed as unsteady. It has a fault, which somebody must mend; but it does not stop all other work.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

MOST = 3
DRIVES_PROGRAMS = re.compile(r"tests/(browser|hostile|server)/.+::")
"""Tests of other folders only compute: if one fails, that is no matter of time."""
SOME_FAILED = 1
"""What pytest exits with when tests failed and nothing worse happened."""


def failed_tests(folder: Path) -> dict[str, list[str]] | None:
    """The failed tests of each part, or None if one of them may not run again.

    `folder` has three files of a part: what pytest printed, its exit status and its cache."""
    found = {}
    for status in sorted(folder.glob("*.status")):
        code, part = int(status.read_text()), status.stem
        if code == 0:
            continue
        kept = folder / f"{part}.cache/v/cache/lastfailed"
        if code != SOME_FAILED or not kept.is_file() or crashed(folder / part):
            return None
        found[part] = sorted(json.loads(kept.read_text(encoding="utf-8")))
    tests = [test for part in found.values() for test in part]
    return found if 0 < len(tests) <= MOST and all(map(DRIVES_PROGRAMS.match, tests)) else None


def crashed(log: Path) -> bool:
    """Whether a process of tests died: that is never a matter of time."""
    return bool(re.search(r"^worker '\w+' crashed", log.read_text("utf-8"), re.MULTILINE))


def passes(tests: Iterable[str]) -> bool:
    """Run these tests, one after the other."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, check=False).returncode == 0


def main(folder: Path) -> int:
    """0 if every failed test passes now."""
    found = failed_tests(folder)
    if found is None:
        return 1
    for part, tests in found.items():
        print(f"\nOnce more, with nothing beside them ({part}):", *tests, sep="\n  ", flush=True)
        if not passes(tests):
            return 1
    for test in (test for tests in found.values() for test in tests):
        print(f"UNSTEADY {test}: it failed beside the others and passed alone; mend it")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
