"""The computer players of a process. It keeps the last ones that it used.

A player keeps the tree of its last search and the plan of its turn. It finds both again by its
view, so a takeback does no harm. A process that does not have a player yet makes a new one.
"""

from __future__ import annotations

from collections import OrderedDict

from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.kernel.chance import derived_seed

MOST_PLAYERS = 8
"""A player may have a tree of a few megabytes."""


class Players:
    """The players that one process used last."""

    def __init__(self, most: int = MOST_PLAYERS) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, int, int], Player] = OrderedDict()

    def player(self, who: str, level: int, threads: int) -> Player:
        """The player of a seat at a table; `who` names both."""
        key = (who, level, threads)
        if key not in self._kept:
            seed = derived_seed("thinker", who)
            self._kept[key] = player_named(f"level:{level}", seed, threads)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[key]
