"""The transposition table: bounds and best move of positions, shared by all threads.

Each place has two entries: one for a position that took long to search, one for the latest. An
entry is one word of data and a check word, which is the key mixed with the data. If another thread
has written only half of an entry, the entry is not found.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.kernel.bits import constant
from lutetia.kernel.compiled import compiled

FAR = constant(1000)
"""Larger than any margin."""

NO_MOVE = constant(8191)
_OFFSET = 4096
_SIXTEEN = np.uint64(0xFFFF)
_MOVE = np.uint64(8191)
_EFFORT = np.uint64(63)
_HASTY = np.uint64(1 << 54)

HASTY = constant(64)
"""Added to the effort if the bounds settled a window and could be tighter."""


@compiled
def written(lower: int, upper: int, move: int, effort: int) -> int:
    """An entry's data."""
    return (
        np.uint64(lower + _OFFSET)
        | np.uint64(upper + _OFFSET) << np.uint64(16)
        | np.uint64(move) << np.uint64(32)
        | np.uint64(effort) << np.uint64(48)
    )


@compiled
def lower_of(data: int) -> int:
    """The lower bound in an entry's data."""
    return np.int64(data & _SIXTEEN) - _OFFSET


@compiled
def upper_of(data: int) -> int:
    """The upper bound in an entry's data."""
    return np.int64((data >> np.uint64(16)) & _SIXTEEN) - _OFFSET


@compiled
def move_of(data: int) -> int:
    """The best move in an entry's data, or NO_MOVE."""
    return np.int64((data >> np.uint64(32)) & _MOVE)


@compiled
def is_hasty(data: int) -> bool:
    """Whether the bounds in an entry's data could be tighter without a search."""
    return data & _HASTY != np.uint64(0)


@compiled
def look_up(table: Any, key: int) -> int:
    """The data of a position, 0 if it is not there."""
    place = (key & np.uint64(table.size - 1)) & ~np.uint64(1)
    for index in range(2):
        entry = table[place + np.uint64(index)]
        data = entry.content
        if entry.check ^ data == key:
            return data
    return np.uint64(0)


@compiled
def remember(table: Any, key: int, lower: int, upper: int, move: int, effort: int) -> None:
    """Write an entry. If the first of the place took more effort, the second is replaced."""
    place = (key & np.uint64(table.size - 1)) & ~np.uint64(1)
    entry = table[place]
    old = entry.content
    long = (old >> np.uint64(48)) & _EFFORT
    if entry.check ^ old != key and np.int64(long) > effort % HASTY:
        entry = table[place + np.uint64(1)]
    data = written(lower, upper, move, effort)
    entry.content = data
    entry.check = key ^ data
