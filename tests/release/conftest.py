"""The image, built once for all tests that run its content."""

from __future__ import annotations

import pytest

from tests.release.dockerfile import Context, Replay
from tests.release.sources import ROOT, clean_checkout


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    """`docker build -f deploy/Dockerfile .`, replayed from a clean checkout."""
    work = tmp_path_factory.mktemp("image")
    ignore = (ROOT / "deploy/Dockerfile.dockerignore").read_text("utf-8")
    context = Context(clean_checkout(work / "context"), ignore)
    replay = Replay((ROOT / "deploy/Dockerfile").read_text("utf-8"), context, work)
    replay.run()
    return replay
