"""The 8×8 board as 64-bit sets: space a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63 (L1.1)."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.compiled import compiled, inlined
from lutetia.kernel.types import Word, Words

SIDE = 8
SPACES = 64
SQUARES = 16
FILES = "abcdefgh"

ONE: Word = np.uint64(1)
ALL: Word = np.uint64(0xFFFFFFFFFFFFFFFF)
NOT_FILE_A = np.uint64(0xFEFEFEFEFEFEFEFE)
NOT_FILE_H = np.uint64(0x7F7F7F7F7F7F7F7F)

LOWER_LEFTS: Word = np.uint64(0x0055005500550055)
"""The lower left space of each of the sixteen squares, in the order of the squares."""

NORTH, EAST, SOUTH, WEST = range(4)
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def space_name(space: int) -> str:
    """The coordinate of a space: a1 to h8."""
    return f"{FILES[space % SIDE]}{space // SIDE + 1}"


def space_at(column: int, row: int) -> int | None:
    """The space of a column and row counted from 0, or None beyond the edge."""
    return row * SIDE + column if 0 <= column < SIDE and 0 <= row < SIDE else None


def _space_sets(steps: list[tuple[int, int]]) -> Words:
    sets = np.zeros(SPACES, dtype=np.uint64)
    for space in range(SPACES):
        for dx, dy in steps:
            other = space_at(space % SIDE + dx, space // SIDE + dy)
            if other is not None:
                sets[space] |= ONE << np.uint64(other)
    return sets


SIDES_OF = _space_sets(list(STEPS))
"""For each space: the spaces that share a side with it."""

CORNERS_OF = _space_sets([(-1, -1), (-1, 1), (1, -1), (1, 1)])
"""For each space: the spaces that touch it at a corner."""

IN_FRONT_OF = np.array(
    [
        [-1 if (other := space_at(s % SIDE + dx, s // SIDE + dy)) is None else other
         for dx, dy in STEPS]
        for s in range(SPACES)
    ],
    dtype=np.int64,
)  # fmt: skip
"""For each space and direction: the next space, or −1 beyond the edge."""


@inlined
def bit(space: int) -> Word:
    """The set of one space."""
    return ONE << np.uint64(space)


@inlined
def has(spaces: Word, space: int) -> bool:
    """Whether a set contains a space."""
    return (spaces >> np.uint64(space)) & ONE != np.uint64(0)


@inlined
def beside(spaces: Word) -> Word:
    """All spaces that share a side with a space of the set.

    A space of the set itself is included only if it shares a side with another one.
    """
    return (
        (spaces << np.uint64(8))
        | (spaces >> np.uint64(8))
        | ((spaces << ONE) & NOT_FILE_A)
        | ((spaces >> ONE) & NOT_FILE_H)
    )


@compiled
def reach(start: Word, ground: Word) -> Word:
    """The start, and all spaces of the ground that are connected to it by sides."""
    area = start
    while True:
        wide = area | (beside(area) & ground)
        wider = wide | (beside(wide) & ground)
        if wider == area:
            return area
        area = wider
