"""Opened games. Tables that play the same game with the same options share one `Game`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.components import Which
from lutetia.kernel.contract import Game

MOST = 256
"""Games kept in memory."""
_games: dict[tuple[str, int, str, Which, int | None], Game] = {}


def shared_game(
    name: str,
    seats: int,
    options: Mapping[str, Any],
    components: Which = None,
    rules_version: int | None = None,
) -> Game:
    """The opened game. It holds no state, so all tables can share it.

    A stored table names its components, or holds the players' own, and names its version of the
    rules. A new table names neither and gets the newest ones.
    """
    found = _games.get((name, seats, _text(options), components, rules_version))
    if found is None:
        found = open_game(name, seats, options, components, rules_version)
        if len(_games) >= MOST:
            _games.clear()
        # Two keys: the options as given, and all options as table headers list them.
        for written in (options, found.options):
            _games[name, seats, _text(written), components, rules_version] = found
    return found


def _text(options: Mapping[str, Any]) -> str:
    return json.dumps(dict(options), sort_keys=True)
