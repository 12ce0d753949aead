"""Players by name: `random`, `greedy`, `mcts:PLAYOUTS`, `level:N`."""

from __future__ import annotations

from typing import ClassVar

from lutetia.ai.player import Player, RandomPlayer, SearchPlayer
from lutetia.ai.search.evaluator import random_playouts
from lutetia.ai.search.search import TREES
from lutetia.ai.search.settings import PLAIN
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import LutetiaError

MOST_PLAYOUTS = 10_000_000
KINDS = "random, greedy, mcts:PLAYOUTS, level:N"


class UnknownPlayer(LutetiaError):
    """No computer player has this name."""

    code: ClassVar[str] = "unknown-player"


def player_named(name: str, game: Game, seed: bytes, threads: int = TREES) -> Player:
    """A player for one game; its choices follow from the name, the seed and what it sees."""
    kind, colon, argument = name.strip().lower().partition(":")
    if kind == "random" and not colon:
        return RandomPlayer(seed)
    if kind == "mcts":
        playouts = _number(name, argument, MOST_PLAYOUTS)
        return SearchPlayer(name, random_playouts(game), PLAIN, playouts, seed, threads)
    raise UnknownPlayer(f"no player is called {name!r}; there are {KINDS}")


def _number(name: str, text: str, most: int) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= most:
        raise UnknownPlayer(f"{name!r}: after the colon comes a whole number from 1 to {most}")
    return int(text)
