"""Points and places at the end (B9), or if the game ended now."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import sites_of
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Lines, Standing

SCORE_LINES = ("points", "tile-27", *terms.DISTRICTS)
POINTS, FRANCS, FIRST_DISTRICT = 0, 1, 2
TILE_27 = 26
ONE = np.uint64(1)
RANKS = 3


@compiled
def score(box: Box, state: State, out: Lines) -> None:
    """Points won in play, tile 27, and each district with a scoring tile."""
    sums = np.zeros(s.SEATS, dtype=np.int64)
    best = np.zeros(s.SEATS, dtype=np.int64)
    for seat in range(box.players):
        out[seat, POINTS] = state.points[seat]
        out[seat, FRANCS] = 0
        if (state.had[seat] >> np.uint64(TILE_27)) & ONE:
            out[seat, FRANCS] = whole(state.francs[seat]) * whole(box.bonus_points[TILE_27])
    for district in range(s.DISTRICTS):
        for seat in range(box.players):
            out[seat, FIRST_DISTRICT + district] = 0
        tile = whole(state.scoring_tile[district])
        if tile >= 0:
            for seat in range(box.players):
                sums[seat], best[seat] = worth(box, state, seat, district)
            for seat in range(box.players):
                points = majority(box, whole(box.players), tile, seat, sums, best)
                out[seat, FIRST_DISTRICT + district] = points


@compiled
def worth(box: Box, state: State, seat: int, district: int) -> tuple[int, int]:
    """The sum of the values of a seat's properties in a district, and its most valuable one."""
    total = 0
    best = 0
    for layer in range(s.KEY_LAYERS):
        sites = sites_of(state, state.keys[seat, layer], district)
        while sites:
            value = whole(box.values[lowest(sites)])
            total += value
            best = max(best, value)
            sites &= sites - ONE
    return total, best


@compiled
def majority(box: Box, players: int, tile: int, seat: int, sums: Standing, best: Standing) -> int:
    """What a scoring tile gives a seat, from the sums and best properties of all seats (B9.2)."""
    if sums[seat] == 0:
        return 0
    rank = 0
    highest = sums[seat]
    for other in range(players):
        highest = max(highest, sums[other])
        if sums[other] > sums[seat] or (sums[other] == sums[seat] and best[other] > best[seat]):
            rank += 1
    if rank >= RANKS or (players == 2 and 2 * sums[seat] < highest):
        return 0
    return whole(box.scoring[tile, rank])


@compiled
def standing(box: Box, state: State, out: Standing) -> None:
    """The total, then francs, then the sum of the values of all properties (B9.3)."""
    lines = np.zeros((s.SEATS, FIRST_DISTRICT + s.DISTRICTS), dtype=np.int32)
    score(box, state, lines)
    for seat in range(box.players):
        total = 0
        for line in range(lines.shape[1]):
            total += whole(lines[seat, line])
        value = 0
        for district in range(s.DISTRICTS):
            value += worth(box, state, seat, district)[0]
        out[seat] = (total << 40) + (whole(state.francs[seat]) << 16) + value
