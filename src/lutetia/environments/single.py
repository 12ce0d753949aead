"""One game for the adapters: observations, masks and rewards as arrays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.environments.batch import loops_of, unpacked_planes
from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.contract import Game
from lutetia.kernel.observation import SPACES
from lutetia.kernel.types import Record, copy_record

Vector = NDArray[np.float32]
Mask = NDArray[np.int8]


class Encoder:
    """Turns positions of one opened game into the arrays that learning programs use."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.observation = package_of(game).observation()
        self._loops = loops_of(game, self.observation)
        if self.observation is None:
            self.length = game.state_type.itemsize
        else:
            self.length = self.observation.planes * SPACES + self.observation.numbers
        self.lowest, self.highest = (0.0, 255.0) if self.observation is None else (-127.0, 127.0)

    def observe(self, state: Record, seat: int) -> Vector:
        """What a seat may know: planes space by space, then numbers divided by their scales.

        A seat that is not to move sees the position as if it were.
        """
        view = copy_record(self.game.view(state, seat))
        if self.observation is None:
            return np.frombuffer(view.tobytes(), dtype=np.uint8).astype(np.float32)
        view.to_move = seat
        planes = np.zeros(self.observation.planes, dtype=np.uint64)
        numbers = np.zeros(self.observation.numbers, dtype=np.int8)
        self.observation.observe(self.game.box, view, planes, numbers)
        boards = unpacked_planes(planes).reshape(-1).astype(np.float32)
        return np.concatenate([boards, numbers.astype(np.float32) / self.observation.scales])

    def mask(self, state: Record, seat: int) -> Mask:
        """1 for each legal move of a seat; all 0 if it is not to move."""
        found = np.zeros(self.game.move_space, dtype=np.int8)
        if int(state.to_move) == seat:
            found[self.game.legal_moves(state)] = 1
        return found

    def rewards(self, state: Record) -> list[float]:
        """For each seat at the end of a game: from 1 for the first to −1 for the last."""
        standings = np.zeros(self.game.seats, dtype=np.int64)
        self.game.rules.standing(self.game.box, state, standings)
        found = np.zeros(self.game.seats, dtype=np.float32)
        self._loops.rank_rewards(standings, found)
        return [float(reward) for reward in found]


def opened(
    game: str,
    seats: int | None,
    options: Mapping[str, Any] | None,
    components: str | Path | None,
) -> Encoder:
    """Open a game for an adapter."""
    path = Path(components) if components is not None else None
    return Encoder(open_game(game, seats, options, path))
