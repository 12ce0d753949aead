"""Names for the NumPy types that cross every boundary."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

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

Integers: TypeAlias = NDArray[Any]
"""A field of small integers, one for each seat, piece or space."""

Record: TypeAlias = Any
"""A structured NumPy record (`np.record`) of any game. Fields are attributes, compiled or not. A
game's own rules name its records by classes (`record_type`), so that mypy knows their fields."""


def record_type(fields: type) -> np.dtype:
    """The NumPy type of a record whose fields a class names, in their order.

    A field is written `name: Annotated[int, np.int8]`, or with a shape as third argument. The class
    is for type checkers and readers; at run time a record of this NumPy type stands for it.
    """
    columns = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        assert get_origin(hint) is Annotated, f"{fields.__name__}.{name} has no NumPy type"
        columns.append((name, *get_args(hint)[1:]))
    return np.dtype(columns, align=True)


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
