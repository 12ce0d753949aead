"""Computer players that remember: a thinking process keeps those that it asked last.

A player keeps the tree that it has searched, and the plan of its turn. Both are found again by
what the player sees, so a takeback does no harm. A process that does not know a player, because
another one was asked before or it is new, begins with an empty memory.
"""

from __future__ import annotations

from collections import OrderedDict

from lutetia.ai.names import player_named
from lutetia.ai.player import Player
from lutetia.kernel.chance import derived_seed

MOST_PLAYERS = 8
"""The largest has a tree of a few megabytes."""


class Players:
    """The players of one process, those asked last."""

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
