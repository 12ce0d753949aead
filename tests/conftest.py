"""For all tests: the settings of Hypothesis, and which tests share a worker."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

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
    """Run the tests that need PostgreSQL or Redis on one worker, which starts these once.

    The slow tests come first, so that no worker has to finish one alone.
    """
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        if item.get_closest_marker("services") is not None:
            item.add_marker(pytest.mark.xdist_group("services"))
