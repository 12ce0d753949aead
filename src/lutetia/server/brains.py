"""What runs in a thinking process: one question or one whole analysis at a time.

These functions are called by name in other processes, so their arguments are plain data.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np

from lutetia.games.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record
from lutetia.server.levels import player_of_level
from lutetia.server.warmth import exercise

Job = dict[str, Any]


def warm_up(game: str) -> None:
    """Compile a game's rules, so that they lie on disk for everybody."""
    exercise(game)


def think(job: Job) -> dict[str, Any]:
    """Answer a `match.ports.Question`."""
    game = open_game(job["game"], job["seats"], job["options"])
    view = _record(game, bytes.fromhex(job["view"]))
    player = player_of_level(job["level"], derived_seed("thinker", job["seed"]))
    move = player.choose(game, view, job["seat"])
    game.check(view, move)
    return {"move": game.notation(move), "words": None, "proved": False}


def _record(game: Game, content: bytes) -> Record:
    if len(content) != game.state_type.itemsize:
        raise ValueError("this view comes from another version of the game")
    return np.frombuffer(content, dtype=np.dtype((np.record, game.state_type)))[0].copy()


def analyse(text: str, effort: int, progress: Callable[[float], None]) -> dict[str, Any]:
    """Analyse a whole record."""
    from lutetia.server.analysts import analyse_record

    return analyse_record(json.loads(text), effort, progress)
