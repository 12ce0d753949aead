"""The ledger of La Cité: the start player, postcards used and left, buildings early and late.

There are no aims: all figures of La Cité are printed.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.lumiere.rules.moves import BUILDING_COUNT, PASS, TAKE
from lutetia.games.lumiere.rules.names import BUILDINGS, POSTCARDS
from lutetia.kernel.contract import Game
from lutetia.kernel.measure import Measure
from lutetia.kernel.statistics import share_of
from lutetia.kernel.types import Flags, Floats, Integers, Record

FIRST_SEAT = BUILDING_COUNT
"""The column that is 1 for the seat that made the first move."""
EARLY = BUILDING_COUNT // 2
"""The first half of all takes is early."""


class LumiereLedger:
    """Notes who began, and as which of all takes each building was taken."""

    columns = BUILDING_COUNT + 1

    def account(self, game: Game, state: Record, move: int, out: Integers) -> None:
        """Play a move in place, and note it."""
        seat = int(state.to_move)
        if int(state.ply) == 0:
            out[seat, FIRST_SEAT] = 1
        if TAKE <= move < PASS:
            out[seat, move - TAKE] = 1 + np.count_nonzero(out[:, :BUILDING_COUNT])
        game.rules.apply(game.box, state, move)

    def measures(
        self,
        game: Game,
        states: NDArray[Any],
        accounts: NDArray[np.int64],
        lines: NDArray[np.int32],  # noqa: ARG002
        standings: NDArray[np.int64],
    ) -> list[Measure]:
        """The share of wins of the start player, with each postcard and with each building."""
        first = standings == standings.max(axis=1, keepdims=True)
        wins = first / first.sum(axis=1, keepdims=True)
        rows = [_wins("wins", "start player", accounts[:, :, FIRST_SEAT] > 0, wins)]
        seats = np.arange(game.seats)
        for card, name in enumerate(POSTCARDS):
            in_play = (states["in_play"] >> card & 1).astype(bool)
            used = (states["used_by"][:, card, None] == seats) & in_play[:, None]
            taken = used.any(axis=1)
            if in_play.any():
                share = share_of(float(taken.sum()), int(in_play.sum()))
                rows += [
                    Measure("games with postcard used", name, share.share, share.low, share.high),
                    _wins("wins of who used it", name, used, wins),
                    _wins("wins of who left it to the rival", name, ~used & taken[:, None], wins),
                ]
        for building, name in enumerate(BUILDINGS):
            order = accounts[:, :, building]
            rows += [
                _wins("wins of who took it early", name, (order > 0) & (order <= EARLY), wins),
                _wins("wins of who took it late", name, order > EARLY, wins),
            ]
        return rows


LEDGER = LumiereLedger()


def _wins(group: str, name: str, found: Flags, wins: Floats) -> Measure:
    share = share_of(float(wins[found].sum()), int(found.sum()))
    return Measure(group, name, share.share, share.low, share.high)
