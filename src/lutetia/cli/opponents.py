"""Computer players by the words that name them on the command line."""

from __future__ import annotations

from lutetia.ai.player import Player, RandomPlayer
from lutetia.kernel.errors import BadOption

KINDS = ("random",)


def make_player(words: str, seed: bytes) -> Player:
    """The player that a word such as `random` names."""
    if words == "random":
        return RandomPlayer(seed)
    raise BadOption(f"no player is called {words!r}; there are {', '.join(KINDS)}")
