"""The computer players that a table can seat, by level."""

from __future__ import annotations

from lutetia.ai.names import UnknownPlayer, player_named
from lutetia.ai.player import Player, RandomPlayer

LEVELS = range(1, 9)


def player_of_level(level: int, seed: bytes) -> Player:
    """A player of a strength from 1 to 8."""
    try:
        return player_named(f"level:{level}", seed)
    except UnknownPlayer:
        return RandomPlayer(seed)


def level_name(game: str, level: int) -> str:
    """What a level is called at the table."""
    del game
    return f"level {level}"
