"""Trials of the search for garbage. Each runs in a new process, with its name as the argument.

A process that has run other tests may hold the garbage of servers that were killed. To free it here
would raise their warnings in the wrong test.
"""

from __future__ import annotations

import gc
import sys
import weakref

from lutetia.server.garbage import ALL_EVERY, FEW, MANY_STEPS, GarbageSearch


class Circle:
    """Knows itself, so only a search for garbage frees it."""

    def __init__(self) -> None:
        self.itself = self


def many_steps() -> list[list[int]]:
    """Live objects, so many that the collector looks often."""
    return [[] for _ in range((MANY_STEPS + 2) * FEW)]


def new_garbage_is_found_and_what_was_seen_is_put_aside() -> None:
    GarbageSearch(lambda: 0.0).begin()
    before = gc.get_freeze_count()
    seen = weakref.ref(Circle())
    kept = many_steps()
    assert seen() is None
    assert gc.get_freeze_count() >= before + len(kept) - FEW


def everything_is_searched_while_nobody_plays_or_now_and_then() -> None:
    now = [0.0]
    garbage = GarbageSearch(lambda: now[0])
    garbage.begin()

    def one_put_aside() -> weakref.ref[Circle]:
        old = Circle()
        kept = many_steps()
        assert kept
        return weakref.ref(old)

    found = one_put_aside()
    garbage.look(quiet=False)
    assert found() is not None
    garbage.look(quiet=True)
    assert found() is None
    found = one_put_aside()
    now[0] += ALL_EVERY
    garbage.look(quiet=False)
    assert found() is None


def the_collector_is_as_before_at_the_end() -> None:
    before = gc.callbacks.copy()
    found = GarbageSearch(lambda: 0.0)
    found.begin()
    assert len(gc.callbacks) == len(before) + 1
    found.end()
    found.end()
    assert gc.callbacks == before
    assert gc.get_freeze_count() == 0


TRIALS = {
    trial.__name__: trial
    for trial in (
        new_garbage_is_found_and_what_was_seen_is_put_aside,
        everything_is_searched_while_nobody_plays_or_now_and_then,
        the_collector_is_as_before_at_the_end,
    )
}

if __name__ == "__main__":
    TRIALS[sys.argv[1]]()
