"""The public Python API: play, save and compare games in a few lines (docs/python.md).

It is a thin layer over the kernel and the players. It contains no rule.
"""

from lutetia.api.game import Computer, GameInPlay, load, loads, new_game, resume
from lutetia.api.match import MatchResult, play_match

__all__ = [
    "Computer",
    "GameInPlay",
    "MatchResult",
    "load",
    "loads",
    "new_game",
    "play_match",
    "resume",
]
