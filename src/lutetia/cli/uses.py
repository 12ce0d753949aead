"""What each player used in finished games: postcards, buildings, tiles, landmarks."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lutetia.kernel.contract import Game

Uses: TypeAlias = Mapping[str, Mapping[str, NDArray[np.bool_]]]
"""For each group of things, for each thing: whether a seat used it in a game (game, seat)."""


def uses_in(game: Game, states: NDArray[Any]) -> Uses:
    """The uses that the last states of games show."""
    found: Uses = import_module(f"lutetia.games.{game.id}.terminal.uses").uses_in(game, states)
    return found
