"""Names for the NumPy types that all packages share."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Words: TypeAlias = NDArray[np.uint64]
"""64-bit words: the state of a generator, sets of spaces."""

Word: TypeAlias = Any
"""One 64-bit word, a set of up to 64 things. In compiled code it is always `uint64`. Mixed with a
signed integer it would become a float, so constants are written `np.uint64(…)`."""

Moves: TypeAlias = NDArray[np.int32]
"""Moves as integers of a game's fixed move space."""

Lines: TypeAlias = NDArray[np.int32]
"""Points: one row for each seat, one column for each scoring line."""

Standing: TypeAlias = NDArray[np.int64]
"""One number for each seat, tie-breaks included: the higher number ranks first."""

Floats: TypeAlias = NDArray[np.float64]
"""Weights, values, ratings."""

Flags: TypeAlias = NDArray[np.bool_]

Integers: TypeAlias = NDArray[Any]
"""A field of small integers, one for each seat, piece or space."""

Record: TypeAlias = Any
"""A structured NumPy record (`QuickRecord`) of any game. Fields are attributes, compiled or not. A
game's own rules describe its records by classes (`record_type`), so that mypy knows their fields.
"""


def record_type(fields: type) -> np.dtype:
    """The NumPy type of a record. A class names its fields, in the same order.

    A field is written `name: Annotated[int, np.int8]`, or with a shape as third argument. The class
    is for type checkers and readers; at run time a record of this NumPy type is used instead.
    """
    columns = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        assert get_origin(hint) is Annotated, f"{fields.__name__}.{name} has no NumPy type"
        columns.append((name, *get_args(hint)[1:]))
    return np.dtype(columns, align=True)


class QuickRecord(np.record):  # type: ignore[misc]  # NumPy allows it, its type stubs do not
    """A record that costs little as an argument of a compiled function.

    At each call Numba asks a record for its `data`, and that for the address of its memory. NumPy's
    `data` first describes all fields in a text: that takes longer than most rules. The record can
    tell its address itself. And NumPy looks up every attribute with a function in Python.
    """

    data = property(lambda self: self)
    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """A field. Python calls this for a name that is no attribute."""
        try:
            return self[name]
        except (ValueError, KeyError):
            raise AttributeError(f"the record has no field {name!r}") from None


@lru_cache
def quick_type(dtype: np.dtype) -> np.dtype:
    """The same type, for records whose fields can be read as attributes. It is made once, because
    Numba recognises the type of an argument at once if it is the same object."""
    return np.dtype((QuickRecord, dtype))


def new_record(dtype: np.dtype) -> Record:
    """An all-zero record whose fields can be read as attributes."""
    return np.zeros(1, dtype=quick_type(dtype))[0]


def copy_record(record: Record) -> Record:
    """An independent copy of all bytes. NumPy's own `copy` leaves random bytes in the gaps between
    fields, so two equal states could have different hashes."""
    return np.frombuffer(bytearray(record.tobytes()), dtype=record.dtype)[0]


def record_from(dtype: np.dtype, content: bytes) -> Record:
    """The record with these bytes."""
    return np.frombuffer(bytearray(content), dtype=quick_type(dtype))[0]


def unpacked(record: Record) -> Any:
    """The fields of a record as Python's own numbers and lists, by name.

    Reading a field of a NumPy record costs a microsecond or more. A server reads many fields again
    and again; with this function it pays the cost once.
    """
    return SimpleNamespace(
        **{
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in zip(record.dtype.names, record.item(), strict=True)
        }
    )
