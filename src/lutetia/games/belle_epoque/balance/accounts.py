"""What the moves of a game brought each seat: points by their origin, tokens sold and spent."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.actions import apply
from lutetia.games.belle_epoque.rules.bonus_tiles import tile_of_activation
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.bits import constants, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Integers

(
    EIGHTS, PRESTIGE, END_TILES, MEDALS_SOLD, MEDALS_SPENT, RESOURCES_SOLD, RESOURCES_BOUGHT,
    KEYS_MOVED, FIRST_TILE,
) = constants(9)  # fmt: skip
TILE_ROUND = FIRST_TILE + terms.BONUS_TILES
"""For each bonus tile, the round in which the seat took it; 0: never."""
COLUMNS = int(TILE_ROUND) + terms.BONUS_TILES
ONE = np.uint64(1)
NAMES = (
    "points of eights",
    "points of prestige",
    "points of end-of-game tiles",
    "medals sold",
    "medals spent on landmarks",
    "resources sold",
    "resources bought",
    "moves of keys",
    *(f"points of tile {number}" for number in range(1, terms.BONUS_TILES + 1)),
    *(f"round of tile {number}" for number in range(1, terms.BONUS_TILES + 1)),
)


@compiled
def account(box: Box, state: State, move: int, out: Integers) -> None:
    """Play a move, and add what it brought to the row of its seat."""
    seat = whole(state.to_move)
    points = whole(state.points[seat])
    had = state.had[seat]
    this_round = whole(state.turns) // whole(box.players) + 1
    apply(box, state, move)
    gained = whole(state.points[seat]) - points
    if m.MOVE <= move < m.TAKE:
        out[seat, EIGHTS] += gained
        out[seat, KEYS_MOVED] += 1
    elif m.DISCARD <= move < m.SCORE:
        out[seat, PRESTIGE] += gained
        out[seat, MEDALS_SPENT] += move - m.DISCARD + 1
    elif m.BUY <= move < m.SELL:
        out[seat, RESOURCES_BOUGHT] += 1
    elif m.SELL <= move < m.ACTIVATE:
        sold = RESOURCES_SOLD if move - m.SELL < terms.RESOURCES else MEDALS_SOLD
        out[seat, sold] += 1
    elif m.ACTIVATE <= move < m.USE:
        out[seat, FIRST_TILE + tile_of_activation(move)] += gained
    elif m.USE <= move < m.END:
        out[seat, END_TILES] += gained
    taken = state.had[seat] & ~had
    while taken:
        out[seat, TILE_ROUND + lowest(taken)] = this_round
        taken &= taken - ONE
