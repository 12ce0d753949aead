"""Arrays without reference counting: they hold what was written, and begin anew with zeros."""

from __future__ import annotations

import numpy as np
import pytest

from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed, scratch
from lutetia.kernel.types import Floats

ROWS, COLUMNS = 3, 4
new_table = scratch(ROWS, COLUMNS)


@compiled
def filled(first: Floats, times: int, out: Floats) -> None:
    """Each time adds to a new table; the last table is copied."""
    numbers = borrowed(first)
    for time in range(times):
        table = new_table()
        for row in range(ROWS):
            place = table[row]
            place[row] += numbers[0] + time
        out[:, :] = table


@pytest.mark.plain
def test_every_new_table_begins_with_zeros_and_its_rows_are_its_own() -> None:
    out = np.ones((ROWS, COLUMNS))
    numbers = np.array([2.0, 5.0])
    filled(numbers, 5, out)
    assert np.array_equal(out, 6.0 * np.eye(ROWS, COLUMNS))
    assert np.array_equal(numbers, [2.0, 5.0])
