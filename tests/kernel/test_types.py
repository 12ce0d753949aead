"""Records as values."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.kernel.types import copy_record, new_record

GAPPED = np.dtype([("wide", np.uint64, 8), ("narrow", np.int8)], align=True)
"""Seven bytes at its end belong to no field."""


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
    """`np.record.copy` left whatever lay in memory there, so equal states hashed differently."""
    record = new_record(GAPPED)
    assert GAPPED.itemsize == 72
    copies = []
    for _ in range(200):
        np.full(GAPPED.itemsize, 255, dtype=np.uint8)  # freed memory full of ones
        copies.append(copy_record(record))
    assert {copy.tobytes() for copy in copies} == {record.tobytes()}
