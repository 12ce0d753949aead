"""What every test shares: how thoroughly Hypothesis searches, and which tests share a worker."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

PLAIN = os.environ.get("LUTETIA_JIT") == "0"

# A first example may compile for seconds, so neither deadlines nor slowness say anything.
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
    """Keep tests that need servers of others on one worker, which starts these once, and begin
    with the slow ones, so that no worker is left alone with one at the end."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)
    for item in items:
        if item.get_closest_marker("services") is not None:
            item.add_marker(pytest.mark.xdist_group("services"))
