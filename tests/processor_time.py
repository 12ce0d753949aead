"""A plugin of pytest that lists the most expensive tests by processor time (Linux only).

    .venv/bin/pytest -p tests.processor_time tests/server

The time on the clock depends on what else the machine does. The processor time of a test does not.
It contains all processes that the test and its fixtures started: servers, browsers, builds. A
fixture that several tests share is counted for the first of them. When a test ends a server by
force, the time of the processes that this server had started is taken off again.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

SHOWN = 60
TICKS = os.sysconf("SC_CLK_TCK")
KEY = "processor seconds"


def processor_seconds() -> float:
    """The time of this process, of all its living descendants, and of those that have ended."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(folder.name)] = int(fields[1])
        # Its own time, and the time of the children that it has waited for.
        ticks[int(folder.name)] = sum(map(int, fields[11:15]))
    ours = {os.getpid()}
    while more := {one for one, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(one, 0) for one in ours) / TICKS


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Measure a test with its fixtures; the report of its teardown carries the result."""
    item.stash[STARTED] = processor_seconds()
    yield


STARTED = pytest.StashKey[float]()


@pytest.hookimpl(hookwrapper=True, trylast=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """The last step of a test."""
    yield
    used = processor_seconds() - item.stash[STARTED]
    item.user_properties.append((KEY, round(used, 2)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the list."""
    used: dict[str, float] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name == KEY:
                    used[report.nodeid] = value
    files: dict[str, float] = {}
    for test, seconds in used.items():
        file = test.partition("::")[0]
        files[file] = files.get(file, 0.0) + seconds
    for title, found in (("files", files), ("tests", used)):
        terminalreporter.section(f"processor time of {title}: {sum(found.values()):.0f} s")
        dearest = sorted(found.items(), key=lambda one: -one[1])[:SHOWN]
        for name, seconds in dearest:
            terminalreporter.line(f"{seconds:8.2f} s  {name}")
