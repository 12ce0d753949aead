"""The fixed space of moves: every move of every position is one of these integers.

Each kind of move has a block of numbers. Inside the block, the parts of the move are the digits of
its number. A levitation has two steps: first the exchange, then an ordinary build of the building
that was taken (L7.2).
"""

from __future__ import annotations

from lutetia.games.lumiere.rules.geometry import SPACES, SQUARES
from lutetia.games.lumiere.rules.names import BUILDING_NAMES, BUILDINGS, POSTCARDS, TILES
from lutetia.kernel.compiled import compiled

TURNS = 4
BUILDING_COUNT = len(BUILDINGS)
HOSTS = len(BUILDING_NAMES)

LAY = 0  # tile, square, turns
TAKE = LAY + TILES * SQUARES * TURNS  # building
PASS = TAKE + BUILDING_COUNT
BUILD = PASS + 1  # building, turns, anchor
ACTIVATE = BUILD + BUILDING_COUNT * TURNS * SPACES  # postcard, with no further choice or undone
EXCHANGE = ACTIVATE + len(POSTCARDS)  # building given, building taken
PLANT = EXCHANGE + BUILDING_COUNT**2  # turns, anchor of the garden
PUT = PLANT + TURNS * SPACES  # piece other than the statue, space
ERECT = PUT + 5 * SPACES  # space, side the statue faces
ANNEX = ERECT + SPACES * 4  # space, host building
MOVE_SPACE = ANNEX + SPACES * HOSTS


@compiled
def lay(tile: int, square: int, turns: int) -> int:
    """Lay a held tile."""
    return LAY + (tile * SQUARES + square) * TURNS + turns


@compiled
def build(building: int, turns: int, anchor: int) -> int:
    """Build a building of the reserve, or the one that levitation took."""
    return BUILD + (building * TURNS + turns) * SPACES + anchor


@compiled
def exchange(given: int, taken: int) -> int:
    """The first step of levitation."""
    return EXCHANGE + given * BUILDING_COUNT + taken


@compiled
def plant(turns: int, anchor: int) -> int:
    """Place the garden."""
    return PLANT + turns * SPACES + anchor


@compiled
def put(piece: int, space: int) -> int:
    """Place painter, lamp, dancer, fountain or large lamp."""
    return PUT + piece * SPACES + space


@compiled
def erect(space: int, facing: int) -> int:
    """Place the statue."""
    return ERECT + space * 4 + facing


@compiled
def add_annex(space: int, host: int) -> int:
    """Place the annex and say which building it enlarges."""
    return ANNEX + space * HOSTS + host
