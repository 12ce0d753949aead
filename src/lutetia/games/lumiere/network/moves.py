"""The shape of La Cité's move space for a network, and the turned twins of every move."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from lutetia.games.lumiere.rules.game import Lumiere
from lutetia.games.lumiere.rules.geometry import SIDE, SPACES, SQUARES
from lutetia.games.lumiere.rules.moves import (
    ANNEX,
    BUILD,
    BUILDING_COUNT,
    ERECT,
    HOSTS,
    LAY,
    MOVE_SPACE,
    PLANT,
    PUT,
    TURNS,
)
from lutetia.games.lumiere.rules.names import GARDEN, TILES

QUARTERS = 4


def turned_space(space: int) -> int:
    """Where a space lies after a quarter turn of the board clockwise."""
    column, row = space % SIDE, space // SIDE
    return (SIDE - 1 - column) * SIDE + row


def turned_square(square: int) -> int:
    """The same for a square of the 4×4 board."""
    column, row = square % 4, square // 4
    return (3 - column) * 4 + row


@cache
def twins() -> NDArray[np.int16]:
    """For 0 to 3 quarter turns clockwise and each move: the move on the turned board.

    A place at which a building cannot lie is its own twin. No move uses it.
    """
    once = np.arange(MOVE_SPACE)
    _turn_lays(once)
    _turn_places(once)
    for space in range(SPACES):
        there = turned_space(space)
        for piece in range(5):
            once[PUT + piece * SPACES + space] = PUT + piece * SPACES + there
        for facing in range(4):
            once[ERECT + space * 4 + facing] = ERECT + there * 4 + (facing + 1) % 4
        for host in range(HOSTS):
            once[ANNEX + space * HOSTS + host] = ANNEX + there * HOSTS + host
    found = np.zeros((QUARTERS, MOVE_SPACE), dtype=np.int16)
    found[0] = np.arange(MOVE_SPACE)
    for quarter in range(1, QUARTERS):
        found[quarter] = once[found[quarter - 1]]
    return found


def _turn_lays(once: NDArray[np.int64]) -> None:
    for tile in range(TILES):
        for square in range(SQUARES):
            for turns in range(TURNS):
                move = LAY + (tile * SQUARES + square) * TURNS + turns
                there = tile * SQUARES + turned_square(square)
                once[move] = LAY + there * TURNS + (turns + 1) % TURNS


def _turn_places(once: NDArray[np.int64]) -> None:
    """Buildings and the garden, by the spaces that they cover."""
    placement = Lumiere.open().box.placement
    for building in range(BUILDING_COUNT + 1):
        first = PLANT if building == GARDEN else BUILD + building * TURNS * SPACES
        names: dict[frozenset[int], int] = {}
        for digits in range(TURNS * SPACES):
            spaces = int(placement[building, digits // SPACES, digits % SPACES])
            if spaces:
                names[_members(spaces)] = first + digits
        for spaces_, move in names.items():
            once[move] = names[frozenset(turned_space(space) for space in spaces_)]


def _members(spaces: int) -> frozenset[int]:
    return frozenset(space for space in range(SPACES) if spaces >> space & 1)
