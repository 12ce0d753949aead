"""Names for the NumPy types that cross every boundary."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
"""64-bit words: the state of a generator, sets of spaces."""

Word: TypeAlias = Any
"""One 64-bit word, a set of up to 64 things. Compiled it is `uint64` throughout; mixed with a
signed integer it would turn into a float, so constants are written `np.uint64(…)`."""

Moves: TypeAlias = NDArray[np.int32]
"""Moves as integers of a game's fixed move space."""

Lines: TypeAlias = NDArray[np.int32]
"""Points, one row a seat and one column a scoring line."""

Standing: TypeAlias = NDArray[np.int64]
"""One comparable number a seat, tie-breaks included: the higher one stands before the lower."""

Floats: TypeAlias = NDArray[np.float64]
"""Weights, values, ratings."""

Flags: TypeAlias = NDArray[np.bool_]

Record: TypeAlias = Any
"""A structured NumPy record (`np.record`); fields are attributes, compiled and interpreted."""


def new_record(dtype: np.dtype) -> Record:
    """An all-zero record whose fields can be read as attributes."""
    return np.zeros(1, dtype=np.dtype((np.record, dtype)))[0]


def copy_record(record: Record) -> Record:
    """An independent copy, to the byte: NumPy's own `copy` leaves chance bytes in the gaps between
    fields, and two equal states would then hash differently."""
    return np.frombuffer(bytearray(record.tobytes()), dtype=record.dtype)[0]


def unpacked(record: Record) -> Any:
    """The fields of a record as Python's own numbers and lists, by name.

    Reading a field of a NumPy record costs a microsecond or more, which who reads many of them
    again and again, as a server does, pays once here.
    """
    return SimpleNamespace(
        **{
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in zip(record.dtype.names, record.item(), strict=True)
        }
    )
