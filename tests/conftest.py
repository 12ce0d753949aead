"""For all tests: settings of Hypothesis, summaries, and which tests share a worker of xdist."""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

TESTS = Path(__file__).parent
PLAIN = os.environ.get("LUTETIA_JIT") == "0"

# The first example may compile for seconds, so deadlines are off.
_SHARED = settings(
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=15 if PLAIN else 100,
)
settings.register_profile("dev", _SHARED)
settings.register_profile("ci", _SHARED, derandomize=True)
settings.register_profile("thorough", _SHARED, max_examples=5_000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev")
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow tests come first, so that no worker has to finish one alone."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    call: pytest.CallInfo[None],
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The summary of a failure names its line: a test may wait for many things."""
    report = yield
    crash = getattr(report.longrepr, "reprcrash", None)
    if call.excinfo is not None and crash is not None:
        ours = [step for step in call.excinfo.traceback if Path(step.path).is_relative_to(TESTS)]
        where = ", ".join(f"{Path(step.path).name}:{step.lineno + 1}" for step in ours)
        crash.message = f"{where}: {crash.message}"
    return report


TOGETHER = {
    "tests/release/test_image.py": "the image",
    "tests/release/test_compose.py": "the image",
    "tests/ai/test_analysis.py": "the analysed games",
    "tests/ai/test_explanations.py": "the analysed games",
}
"""Files that share something expensive."""
OWN_SERVER = {
    f"tests/browser/test_{name}.py" for name in ("any_game", "installed", "unopened", "upgraded")
}


class Scheduler(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Gives all tests of a file to one worker, because they share what is expensive to make.

    Most tests of the browser share only the server that each worker has. They go to any worker.
    (`--dist loadgroup` would read markers, but pytest-xdist 3.8 and pytest 9.2 lose them.)
    """

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file in TOGETHER:
            return TOGETHER[file]
        if file.startswith("tests/browser/") and file not in OWN_SERVER:
            return nodeid
        return file

    def _reschedule(self, node: Any) -> None:
        """Give a worker more work.

        A worker begins a test when it knows the next one, or knows that there is none. After the
        death of another worker pytest-xdist 3.8 gives it one unit, and that may be a finished one.
        """
        super()._reschedule(node)
        if node.shutting_down:
            return
        while self.workqueue and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)
        if not self.workqueue and self._pending_of(self.assigned_work[node]) < 2:
            node.shutdown()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Called by pytest-xdist."""
    config.option.loadscopereorder = False  # the slow tests stay first
    return Scheduler(config, log)
