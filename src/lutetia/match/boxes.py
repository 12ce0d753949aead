"""Opened games, shared by all tables that play them in the same way."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game

MOST = 256
_boxes: dict[tuple[str, int, str, str | None, int | None], Game] = {}


def shared_game(
    name: str,
    seats: int,
    options: Mapping[str, Any],
    components: str | None = None,
    rules_version: int | None = None,
) -> Game:
    """The opened game; it holds no state, so one serves everybody.

    A table that has begun names its components and its version of the rules; a new one leaves
    them out and gets the newest.
    """
    found = _boxes.get((name, seats, _text(options), components, rules_version))
    if found is None:
        found = open_game(name, seats, options, components, rules_version)
        if len(_boxes) >= MOST:
            _boxes.clear()
        # Also under all its options, as the headers of tables write them.
        for written in (options, found.options):
            _boxes[name, seats, _text(written), components, rules_version] = found
    return found


def _text(options: Mapping[str, Any]) -> str:
    return json.dumps(dict(options), sort_keys=True)
