"""Records as values."""

from __future__ import annotations

import pickle
from typing import Annotated, Any, Protocol

import numpy as np
import pytest

from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import (
    Integers,
    Word,
    copy_record,
    new_record,
    record_from,
    record_type,
)

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


@compiled
def count_up(record: Any, by: int) -> int:
    """Change a record as a rule does."""
    record.narrow += by
    record.wide[7] = record.narrow
    return int(record.narrow)


# As plain Python a record that was sent cannot be changed: NumPy assigns to a copy of it.
@pytest.mark.parametrize(
    "kept",
    [
        pytest.param(pickle.dumps, id="sent"),
        pytest.param(copy_record, id="copied", marks=pytest.mark.plain),
    ],
)
def test_a_compiled_function_reads_and_changes_the_record_itself(kept: Any) -> None:
    record = new_record(GAPPED)
    record.narrow = 3
    found = kept(record)
    record = pickle.loads(found) if isinstance(found, bytes) else found
    assert count_up(record, 2) == 5
    assert (record.narrow, record["wide"][7]) == (5, 5)


def test_records_of_one_type_share_it_so_that_compiled_functions_know_it_at_once() -> None:
    first, second = new_record(GAPPED), record_from(GAPPED, bytes(GAPPED.itemsize))
    assert first.dtype is second.dtype is copy_record(first).dtype


def test_a_field_that_does_not_exist_is_an_unknown_attribute() -> None:
    with pytest.raises(AttributeError, match="the record has no field 'wider'"):
        _ = new_record(GAPPED).wider
    assert not hasattr(new_record(GAPPED), "wider")


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
