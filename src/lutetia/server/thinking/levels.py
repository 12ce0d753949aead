"""The computer players that a table can seat, by level."""

from __future__ import annotations

from lutetia.ai.levels import TITLES, title_of
from lutetia.ai.names import player_named
from lutetia.ai.player import Player

LEVELS = range(1, len(TITLES) + 1)


def player_of_level(level: int, seed: bytes, threads: int) -> Player:
    """A player of a strength from 1 to 8."""
    return player_named(f"level:{level}", seed, threads)


def level_name(level: int) -> str:
    """What a level is called at the table."""
    return title_of(level)
