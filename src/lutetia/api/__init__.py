"""The public Python API: play, save and compare games in a few lines (docs/python.md).

It is a thin layer over the kernel and the players. It contains no rule.
"""

from lutetia.api.analysis import GameAnalysis
from lutetia.api.breakdown import Breakdown
from lutetia.api.drawing import Picture
from lutetia.api.game import Computer, GameInPlay, load, loads, new_game, resume
from lutetia.api.match import MatchResult, play_match
from lutetia.api.record_player import RecordPlayer

__all__ = [
    "Breakdown",
    "Computer",
    "GameAnalysis",
    "GameInPlay",
    "MatchResult",
    "Picture",
    "RecordPlayer",
    "load",
    "loads",
    "new_game",
    "play_match",
    "resume",
]
