"""What players of the Belle Époque used: bonus tiles, landmarks, end-of-game tiles, types."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.game import BelleEpoque
from lutetia.kernel.contract import Game
from lutetia.kernel.package import Uses


def uses_in(game: Game, states: NDArray[Any]) -> Uses:
    """Everything that a player may have used or not."""
    assert isinstance(game, BelleEpoque)
    seats = game.seats
    owned = np.bitwise_or.reduce(states["keys"], axis=2)[:, :seats]
    faces = [face for face in range(len(terms.FACES)) if game.box.end_copies[face]]
    return {
        "bonus-tiles": {
            str(tile + 1): _has(states["had"][:, :seats], tile) for tile in range(terms.BONUS_TILES)
        },
        "landmarks": {
            landmark.name: _has(owned, terms.TILES + number)
            for number, landmark in enumerate(game.components.landmarks)
        },
        "end-tiles": {
            terms.FACES[face]: np.stack(
                [
                    ((states["end_face"] == face) & (states["end_taker"] == seat)).any(axis=1)
                    for seat in range(seats)
                ],
                axis=1,
            )
            for face in faces
        },
        "types": {
            name: _owns_type(states, owned, np.flatnonzero(game.box.tile_type == number))
            for number, name in enumerate(terms.TYPES)
        },
    }


def _has(sets: NDArray[np.uint64], member: int) -> NDArray[np.bool_]:
    return (sets >> np.uint64(member) & np.uint64(1)).astype(bool)


def _owns_type(
    states: NDArray[Any], owned: NDArray[np.uint64], tiles: NDArray[Any]
) -> NDArray[np.bool_]:
    """Whether a seat has a key on a building of one type; in any district (B2.4)."""
    of_type = np.isin(states["tile_at"], tiles)
    found = np.zeros(owned.shape, dtype=bool)
    for space in range(terms.TILES):
        found |= _has(owned, space) & of_type[:, space, None]
    return found
