"""Several threads share one counter, and none gets the number of another."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest

from lutetia.kernel.compiled import JIT, compiled
from lutetia.kernel.sharing import taken
from lutetia.kernel.types import Record

THREADS = 4
EACH = 20_000 if JIT else 200


@compiled
def take_many(counter: Record, found: Record) -> None:
    """Take one number after the other."""
    for index in range(len(found)):
        found[index] = taken(counter, 1)


@pytest.mark.plain
def test_a_number_is_what_the_counter_was() -> None:
    counter = np.array([5], dtype=np.int64)
    found = np.zeros(3, dtype=np.int64)
    take_many(counter, found)
    assert found.tolist() == [5, 6, 7]
    assert counter[0] == 8


def test_no_two_threads_get_the_same_number() -> None:
    counter = np.zeros(1, dtype=np.int64)
    found = np.zeros((THREADS, EACH), dtype=np.int64)
    threads = [Thread(target=take_many, args=(counter, row)) for row in found]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found.ravel().tolist()) == list(range(THREADS * EACH))
