"""Drawing a building tile and putting it on the board (B2.4, B3.1)."""

from __future__ import annotations

from lutetia.games.belle_epoque import refusals as no
from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque import terms
from lutetia.games.belle_epoque.moves import DRAW, PLACE
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Record


@compiled
def list_draws(state: Record, out: Moves, count: int) -> int:
    """Every pile that has a tile."""
    for pile in range(terms.PILES):
        if state.pile_left[pile] > 0:
            out[count] = DRAW + pile
            count += 1
    return count


@compiled
def list_places(box: Record, state: Record, out: Moves, count: int) -> int:
    """Every district that takes the drawn tile."""
    for district in range(s.DISTRICTS):
        if fits(box, state, int(state.drawn), district):
            out[count] = PLACE + district
            count += 1
    return count


@compiled
def fits(box: Record, state: Record, tile: int, district: int) -> bool:
    """Whether a district has the tile's space empty and its type not yet (B2.4)."""
    return state.built[district, tile % terms.SLOTS] < 0 and not has_type(
        box, state, district, int(box.tile_type[tile])
    )


@compiled
def has_type(box: Record, state: Record, district: int, building_type: int) -> bool:
    """Whether a building of the type stands in the district."""
    for slot in range(terms.SLOTS):
        tile = state.built[district, slot]
        if tile >= 0 and box.tile_type[tile] == building_type:
            return True
    return False


@compiled
def refuse_place(box: Record, state: Record, district: int) -> int:
    """Why the drawn tile does not go to a district."""
    tile = int(state.drawn)
    if state.built[district, tile % terms.SLOTS] >= 0:
        return no.SPACE_TAKEN
    if has_type(box, state, district, int(box.tile_type[tile])):
        return no.TYPE_TAKEN
    return no.LEGAL


@compiled
def draw(box: Record, state: Record, pile: int) -> None:
    """Turn up the top tile of a pile; it goes home, or waits for its district."""
    left = int(state.pile_left[pile]) - 1
    tile = int(state.piles[pile, left])
    state.piles[pile, left] = s.NONE
    state.pile_left[pile] = left
    state.backs[pile] = state.piles[pile, left - 1] // terms.SLOTS if left > 0 else s.NONE
    state.turned[tile] = 1
    state.phase = s.ACT
    if box.any_district == 0:
        state.built[tile // terms.SLOTS, tile % terms.SLOTS] = tile
        return
    for district in range(s.DISTRICTS):
        if fits(box, state, tile, district):
            state.drawn = tile
            state.phase = s.PLACE
            return


@compiled
def place(state: Record, district: int) -> None:
    """Put the drawn tile on the space of its value in a district (B2.4)."""
    tile = int(state.drawn)
    state.built[district, tile % terms.SLOTS] = tile
    state.drawn = s.NONE
    state.phase = s.ACT
