"""Gives every test of this folder each box of the catalogue in turn."""

from __future__ import annotations

import pytest

from lutetia.kernel.contract import Game
from tests.conformance.boxes import Box, Sample, boxes, samples


@pytest.fixture(params=boxes())
def box(request: pytest.FixtureRequest) -> Box:
    """One way to open one game."""
    found = request.param
    assert isinstance(found, Box)
    return found


@pytest.fixture
def game(box: Box) -> Game:
    """That game, opened."""
    return samples(box)[0].game


@pytest.fixture
def sampled(box: Box) -> list[Sample]:
    """Whole random games of that box."""
    return samples(box)
