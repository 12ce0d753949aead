"""Opened games, shared by all tables that play them with the same options."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game

MOST = 256
_boxes: dict[tuple[str, int, str], Game] = {}


def shared_game(name: str, seats: int, options: Mapping[str, Any]) -> Game:
    """The opened game; it holds no state, so one serves everybody."""
    found = _boxes.get((name, seats, _text(options)))
    if found is None:
        found = open_game(name, seats, options)
        if len(_boxes) >= MOST:
            _boxes.clear()
        # Also under all its options, as the headers of tables write them.
        for written in (options, found.options):
            _boxes[name, seats, _text(written)] = found
    return found


def _text(options: Mapping[str, Any]) -> str:
    return json.dumps(dict(options), sort_keys=True)
