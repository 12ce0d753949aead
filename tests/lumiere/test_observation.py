"""The observation of La Cité: what a network sees, and nothing else."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lutetia.games.lumiere.network.moves import QUARTERS, turned_space, twins
from lutetia.games.lumiere.network.observation import (
    NUMBER_NAMES,
    NUMBERS,
    PLANE_NAMES,
    PLANES,
    SCALES,
    TURNING,
    VERSION,
    observe,
)
from lutetia.games.lumiere.rules import Lumiere
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.types import Record
from tests.lumiere.playing import pick
from tests.lumiere.symmetry import Twin

ROOT = Path(__file__).resolve().parents[2]
BOXES: list[dict[str, Any]] = [
    {},
    {"postcards": "random"},
    {"postcards": "random", "two-tile-hand": True, "penseur": "own"},
]
DIGEST = {1: "6e96d3f32697b82dd4c24a5a4e742f4eb391c8103fe3bb5ee93ee9adf2b67c06"}
"""The hash of the observations of some games, by version."""


def seen(game: Lumiere, state: Record) -> tuple[np.ndarray, np.ndarray]:
    planes, numbers = np.zeros(PLANES, dtype=np.uint64), np.zeros(NUMBERS, dtype=np.int8)
    observe(game.box, state, planes, numbers)
    return planes, numbers


def random_game(game: Lumiere, word: str) -> Iterator[tuple[Record, int]]:
    """Positions of a random game, each with the next move."""
    chance = generator(derived_seed("observation", word))
    state = game.deal_with(chance)
    while not game.is_over(state):
        move = pick(game, state, chance)
        yield state, move
        state = game.play(state, move)


@pytest.mark.parametrize("options", BOXES)
def test_the_observation_needs_no_more_than_the_movers_view(options: dict[str, Any]) -> None:
    game = Lumiere.open(options=options)
    for word in range(6):
        for state, _ in random_game(game, f"view {word}"):
            planes, numbers = seen(game, state)
            view = game.view(state, int(state.to_move))
            view_planes, view_numbers = seen(game, view)
            assert (planes == view_planes).all()
            assert (numbers == view_numbers).all()


def test_the_observation_does_not_depend_on_colours() -> None:
    game = Lumiere.open()
    twin = Twin(0, reflected=False, swapped=True, own=None, other=None)
    for word in range(4):
        other: Record | None = None
        for state, move in random_game(game, f"colours {word}"):
            other = twin.deal(game, state, game) if other is None else other
            assert int(other.to_move) == 1 - int(state.to_move)
            for one, two in zip(seen(game, state), seen(game, other), strict=True):
                assert (one == two).all()
            other = game.play(other, move)


def turned(planes: np.ndarray) -> np.ndarray:
    """All planes after a quarter turn clockwise."""
    found = np.zeros_like(planes)
    for plane in range(PLANES):
        source = plane
        if plane in TURNING:
            source = TURNING[(TURNING.index(plane) - 1) % QUARTERS]
        for space in range(64):
            if int(planes[source]) >> space & 1:
                found[plane] |= np.uint64(1) << np.uint64(turned_space(space))
    return found


@pytest.mark.parametrize("options", BOXES)
def test_a_turned_game_is_seen_turned(options: dict[str, Any]) -> None:
    game = Lumiere.open(options=options)
    for word in range(3):
        other: Record | None = None
        for state, move in random_game(game, f"turned {word}"):
            other = state if other is None else other
            planes, numbers = seen(game, state)
            other_planes, other_numbers = seen(game, other)
            assert (turned(planes) == other_planes).all()
            assert (numbers == other_numbers).all()
            assert set(twins()[1][game.legal_moves(state)]) == set(game.legal_moves(other))
            other = game.play(other, int(twins()[1][move]))


def test_four_quarter_turns_change_nothing() -> None:
    found = twins()
    assert (found[1][found[3]] == found[0]).all()
    assert (found[2][found[2]] == found[0]).all()
    for quarter in range(QUARTERS):
        assert (np.sort(found[quarter]) == found[0]).all()


def test_the_page_lists_every_plane_and_number() -> None:
    text = (ROOT / "docs/observation.md").read_text("utf-8")
    for name in PLANE_NAMES:
        assert f"| {name} |" in text
    assert f"version {VERSION}" in text
    assert f"{PLANES} planes" in text
    assert f"{NUMBERS} numbers" in text
    assert len(NUMBER_NAMES) == NUMBERS == len(SCALES)
    assert len(set(NUMBER_NAMES)) == NUMBERS


def test_an_observation_of_one_version_never_changes() -> None:
    """If you change the observation, raise VERSION: trained networks depend on it."""
    digest = hashlib.sha256()
    for options in BOXES:
        game = Lumiere.open(options=options)
        for state, _ in random_game(game, "digest"):
            planes, numbers = seen(game, state)
            digest.update(planes.tobytes() + numbers.tobytes())
    assert digest.hexdigest() == DIGEST[VERSION]
