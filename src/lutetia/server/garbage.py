"""The search for garbage, in short steps.

Python frees almost every object as soon as nobody uses it. The garbage collector only searches for
objects that know each other in a circle, and a server makes hardly any. But each search stops all
tables: with thousands of them it took up to 100 ms for the newest objects and longer for all. So it
looks at few new objects at a time and never again at those that it has seen. Everything is searched
only while nobody plays, or every ten minutes.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

FEW = 1_000
"""New objects that are looked at together. This takes some milliseconds."""
NEVER = 2**30
MANY_STEPS = 50
"""After so many steps there may be garbage among the objects that were seen before."""
ALL_EVERY = 600.0
"""Seconds after which everything is searched, even if somebody plays."""


class GarbageSearch:
    """The garbage collector of this process."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._steps = 0
        self._searched_all = now()

    def begin(self) -> None:
        """Search in short steps from now on."""
        self._search_all()
        gc.set_threshold(FEW, NEVER, NEVER)
        gc.callbacks.append(self._stepped)

    def end(self) -> None:
        """Search as Python usually does."""
        if self._stepped in gc.callbacks:
            gc.callbacks.remove(self._stepped)
            gc.set_threshold(700, 10, 10)
            gc.unfreeze()

    def look(self, quiet: bool) -> None:
        """Search everything if it is time for that. `quiet`: nobody plays."""
        waited = self._now() - self._searched_all
        if self._steps >= MANY_STEPS and (quiet or waited >= ALL_EVERY):
            self._search_all()

    def _search_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._steps = 0
        self._searched_all = self._now()

    def _stepped(self, phase: str, _: dict[str, int]) -> None:
        """A search begins or ends: at its end put aside what it has seen."""
        if phase == "stop":
            gc.freeze()
            self._steps += 1
