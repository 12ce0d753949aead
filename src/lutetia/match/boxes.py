"""Opened games, shared by all tables that play them with the same options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lutetia.games.catalogue import open_game
from lutetia.kernel.contract import Game


def shared_game(name: str, seats: int, options: Mapping[str, Any]) -> Game:
    """The opened game; it holds no state, so one serves everybody."""
    return _opened(name, seats, json.dumps(dict(options), sort_keys=True))


@lru_cache(maxsize=256)
def _opened(name: str, seats: int, options: str) -> Game:
    return open_game(name, seats, json.loads(options))
