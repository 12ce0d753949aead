"""Records as values."""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np
import pytest

from lutetia.kernel.types import Integers, Word, copy_record, new_record, record_type

GAPPED = np.dtype([("wide", np.uint64, 8), ("narrow", np.int8)], align=True)
"""Seven bytes at the end belong to no field."""


@pytest.mark.plain
def test_a_new_record_is_all_zero_and_has_its_fields_as_attributes() -> None:
    record = new_record(GAPPED)
    assert set(record.tobytes()) == {0}
    record.narrow = 7
    assert record["narrow"] == 7


@pytest.mark.plain
def test_a_copy_is_independent() -> None:
    record = new_record(GAPPED)
    copy = copy_record(record)
    copy.narrow = 1
    copy.wide[3] = 9
    assert record.narrow == 0
    assert record.wide[3] == 0
    assert type(copy) is type(record)


@pytest.mark.plain
def test_copies_are_equal_to_the_byte_even_in_the_gaps_between_fields() -> None:
    """`np.record.copy` left random memory there, so equal states had different hashes."""
    record = new_record(GAPPED)
    assert GAPPED.itemsize == 72
    copies = []
    for _ in range(200):
        np.full(GAPPED.itemsize, 255, dtype=np.uint8)  # freed memory full of ones
        copies.append(copy_record(record))
    assert {copy.tobytes() for copy in copies} == {record.tobytes()}


class Position(Protocol):
    """Fields for a test."""

    ply: Annotated[int, np.int32]
    tokens: Annotated[Integers, np.int8, (2, 3)]
    built: Annotated[Word, np.uint64]


def test_a_class_names_the_fields_of_a_record() -> None:
    made = record_type(Position)
    assert made == np.dtype(
        [("ply", np.int32), ("tokens", np.int8, (2, 3)), ("built", np.uint64)], align=True
    )
    assert new_record(made).tokens.shape == (2, 3)


def test_a_field_without_a_numpy_type_is_refused() -> None:
    class Unfinished(Protocol):
        ply: int

    with pytest.raises(AssertionError, match=r"Unfinished\.ply has no NumPy type"):
        record_type(Unfinished)
