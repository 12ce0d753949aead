"""The bonus track: steps of a meeple and tiles that are taken from it (B7)."""

from __future__ import annotations

from lutetia.games.belle_epoque import refusals as no
from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque import terms
from lutetia.games.belle_epoque.moves import BONUS
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Record


@compiled
def may_take(state: Record, seat: int, tile: int) -> int:
    """Why a seat cannot take a tile from the track: it is gone, or the seat had it (B7.1)."""
    if state.bonus_left[tile] == 0:
        return no.TILE_GONE
    if state.bonus[seat, tile] != s.NOT_HAD:
        return no.TILE_HAD
    return no.LEGAL


@compiled
def list_steps(state: Record, seat: int, out: Moves, count: int) -> int:
    """Every tile that the meeple can move forward to."""
    for tile in range(terms.BONUS_TILES):
        if (
            state.bonus_space[tile] > state.meeple[seat]
            and state.bonus_left[tile] > 0
            and state.bonus[seat, tile] == s.NOT_HAD
        ):
            out[count] = BONUS + tile
            count += 1
    return count


@compiled
def step_possible(state: Record, seat: int) -> bool:
    """Whether the meeple can move forward at all."""
    for tile in range(terms.BONUS_TILES):
        if state.bonus_space[tile] > state.meeple[seat] and may_take(state, seat, tile) == no.LEGAL:
            return True
    return False


@compiled
def within_back(box: Record, state: Record, seat: int, tile: int) -> bool:
    """Whether tile 25 lets the meeple go back to a tile's space."""
    back = int(state.meeple[seat]) - int(state.bonus_space[tile])
    return 1 <= back <= int(box.step_back)


@compiled
def take_tile(state: Record, seat: int, tile: int) -> None:
    """The top tile of its number goes behind the seat's screen."""
    state.bonus_left[tile] -= 1
    state.bonus[seat, tile] = s.UNUSED
