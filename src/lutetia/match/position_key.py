"""Names a position by what everybody at the table can see of it.

Two positions with the same key are the same question for a player, whatever led to them: other
moves, another shuffle or other options. A position that can be turned or mirrored has several keys.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from lutetia.kernel.catalogue import package_of
from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.types import Record

HISTORY = frozenset({"ply"})
"""What a position tells about the way to it."""


def position_key(game: Game, state: Record) -> str:
    """The key of a position."""
    return next(_keys(game, state))


def all_keys(game: Game, state: Record) -> frozenset[str]:
    """The keys of a position and of all its turned and mirrored forms."""
    return frozenset(_keys(game, state))


def _keys(game: Game, state: Record) -> Iterator[str]:
    shown = game.position(game.view(state, WATCHER))
    content = {name: value for name, value in shown.items() if name not in HISTORY}
    for form in package_of(game).same_positions()(content):
        text = json.dumps([game.id, game.seats, form], sort_keys=True)
        yield hashlib.sha256(text.encode()).hexdigest()
