"""Names a position by what everybody at the table can see of it.

Two positions with the same key are the same question for a player, whatever led to them: other
moves, another shuffle or other options.
"""

from __future__ import annotations

import hashlib
import json

from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.types import Record

HISTORY = frozenset({"ply"})
"""What a position tells about the way to it."""


def position_key(game: Game, state: Record) -> str:
    """The key of a position."""
    shown = game.position(game.view(state, WATCHER))
    content = {name: value for name, value in shown.items() if name not in HISTORY}
    text = json.dumps([game.id, game.seats, content], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
