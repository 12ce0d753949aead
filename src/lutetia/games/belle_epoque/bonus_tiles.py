"""Activating a bonus tile (B1.9, B3.2, B7.2). Tiles 9 and 16 belong to `keys`, 27 to `scoring`."""

from __future__ import annotations

from lutetia.games.belle_epoque import moves as m
from lutetia.games.belle_epoque import refusals as no
from lutetia.games.belle_epoque import state as s
from lutetia.games.belle_epoque import terms
from lutetia.games.belle_epoque.board import buildings_owned, landmarks_owned, types_owned
from lutetia.games.belle_epoque.market import gain_from_tile, give_up
from lutetia.games.belle_epoque.track import may_take, take_tile, within_back
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Record

TILE_8, TILE_9, TILE_10, TILE_16, TILE_17, TILE_19 = 7, 8, 9, 15, 16, 18
TILE_20, TILE_21, TILE_23, TILE_24, TILE_25 = 19, 20, 22, 23, 24
TILE_27, TILE_29, TILE_30 = 26, 28, 29


@compiled
def list_activations(box: Record, state: Record, seat: int, out: Moves, count: int) -> int:
    """Every use of every unused tile that would do something."""
    for index in range(len(m.PLAIN_TILES)):
        tile = int(m.PLAIN_TILES[index])
        if state.bonus[seat, tile] == s.UNUSED and plain_effect(box, state, seat, tile):
            out[count] = m.ACTIVATE + index
            count += 1
    count = list_all(state, seat, TILE_8, m.ANY_PRESTIGE, 3, out, count)
    count = list_all(state, seat, TILE_10, m.ANY_RESOURCE, 3, out, count)
    if state.bonus[seat, TILE_17] == s.UNUSED:
        for tile in range(terms.BONUS_TILES):
            if may_take(state, seat, tile) == no.LEGAL:
                out[count] = m.FETCH + tile
                count += 1
    count = list_all(state, seat, TILE_19, m.TWO_PRESTIGE, m.TWO, out, count)
    count = list_all(state, seat, TILE_21, m.TWO_RESOURCES, m.TWO, out, count)
    if state.bonus[seat, TILE_23] == s.UNUSED and box.bonus_points[TILE_23] > 0:
        count = list_pairs(state, seat, terms.RESOURCES, m.PRESTIGE_PAIRS, out, count)
    if state.bonus[seat, TILE_24] == s.UNUSED and box.bonus_points[TILE_24] > 0:
        count = list_pairs(state, seat, 0, m.RESOURCE_PAIRS, out, count)
    if state.bonus[seat, TILE_25] == s.UNUSED:
        for tile in range(terms.BONUS_TILES):
            if within_back(box, state, seat, tile) and may_take(state, seat, tile) == no.LEGAL:
                out[count] = m.BACK + tile
                count += 1
    return count


@compiled
def list_all(
    state: Record, seat: int, tile: int, first: int, choices: int, out: Moves, count: int
) -> int:
    """All choices of a tile that always gives something."""
    if state.bonus[seat, tile] == s.UNUSED:
        for choice in range(choices):
            out[count] = first + choice
            count += 1
    return count


@compiled
def list_pairs(state: Record, seat: int, family: int, first: int, out: Moves, count: int) -> int:
    """Every number of pairs of each kind of a family, but none at all."""
    most_0 = min(m.MOST_PAIRS, int(state.tokens[seat, family]) // 2)
    most_1 = min(m.MOST_PAIRS, int(state.tokens[seat, family + 1]) // 2)
    most_2 = min(m.MOST_PAIRS, int(state.tokens[seat, family + 2]) // 2)
    base = m.MOST_PAIRS + 1
    for pairs_0 in range(most_0 + 1):
        for pairs_1 in range(most_1 + 1):
            for pairs_2 in range(most_2 + 1):
                choice = (pairs_0 * base + pairs_1) * base + pairs_2
                if choice > 0:
                    out[count] = first + choice
                    count += 1
    return count


@compiled
def plain_effect(box: Record, state: Record, seat: int, tile: int) -> bool:
    """Whether a tile without a choice would do something now (B3.2)."""
    if tile in (TILE_9, TILE_16, TILE_27):
        return False
    if is_key_tile(tile):
        return state.pool[seat] > 0 and state.francs[seat] >= box.bonus_price[tile]
    return (
        box.bonus_francs[tile] > 0
        or box.bonus_kind[tile] >= 0
        or tile_points(box, state, seat, tile) > 0
    )


@compiled
def is_key_tile(tile: int) -> bool:
    """Tiles 13 and 14: one more key from the pool."""
    return tile in (12, 13)


@compiled
def tile_points(box: Record, state: Record, seat: int, tile: int) -> int:
    """The points that a tile without a choice would bring now."""
    each = int(box.bonus_points[tile])
    if tile == TILE_20:
        return each * (unused_tiles(state, seat) - 1)
    if tile == TILE_29:
        return each * landmarks_owned(state, seat)
    if tile == TILE_30:
        return int(box.type_points[types_owned(box, state, seat)])
    if box.bonus_slot[tile] >= 0:
        return each * buildings_owned(state, seat, int(box.bonus_slot[tile]))
    return each


@compiled
def unused_tiles(state: Record, seat: int) -> int:
    """How many unused bonus tiles a seat has."""
    total = 0
    for tile in range(terms.BONUS_TILES):
        if state.bonus[seat, tile] == s.UNUSED:
            total += 1
    return total


@compiled
def tile_of_activation(move: int) -> int:
    """The bonus tile that a move activates."""
    if move < m.ANY_PRESTIGE:
        tile = int(m.PLAIN_TILES[move - m.ACTIVATE])
    elif move < m.ANY_RESOURCE:
        tile = TILE_8
    elif move < m.FETCH:
        tile = TILE_10
    elif move < m.TWO_PRESTIGE:
        tile = TILE_17
    elif move < m.TWO_RESOURCES:
        tile = TILE_19
    elif move < m.PRESTIGE_PAIRS:
        tile = TILE_21
    elif move < m.RESOURCE_PAIRS:
        tile = TILE_23
    elif move < m.BACK:
        tile = TILE_24
    else:
        tile = TILE_25
    return tile


@compiled
def refuse_activation(box: Record, state: Record, seat: int, move: int) -> int:
    """Why a bonus tile cannot be activated like this."""
    tile = tile_of_activation(move)
    if state.bonus[seat, tile] != s.UNUSED:
        code = no.NO_SUCH_TILE
    elif move < m.ANY_PRESTIGE:
        code = refuse_plain(box, state, seat, tile)
    elif tile == TILE_17:
        code = may_take(state, seat, move - m.FETCH)
    elif tile == TILE_25:
        code = may_take(state, seat, move - m.BACK)
        if code == no.LEGAL and not within_back(box, state, seat, move - m.BACK):
            code = no.NOT_WITHIN_BACK
    elif tile == TILE_23:
        code = refuse_pairs(box, state, seat, tile, terms.RESOURCES, move - m.PRESTIGE_PAIRS)
    elif tile == TILE_24:
        code = refuse_pairs(box, state, seat, tile, 0, move - m.RESOURCE_PAIRS)
    else:
        code = no.LEGAL
    return code


@compiled
def refuse_plain(box: Record, state: Record, seat: int, tile: int) -> int:
    """Why a tile without a choice cannot be activated."""
    if tile in (TILE_9, TILE_16):
        return no.ONLY_WITH_A_MOVE
    if tile == TILE_27:
        return no.NEVER_ACTIVATED
    if is_key_tile(tile):
        if state.pool[seat] == 0:
            return no.POOL_EMPTY
        return no.LEGAL if state.francs[seat] >= box.bonus_price[tile] else no.TOO_DEAR
    gives = int(box.bonus_francs[tile]) + tile_points(box, state, seat, tile)
    return no.LEGAL if gives > 0 or box.bonus_kind[tile] >= 0 else no.DOES_NOTHING


@compiled
def refuse_pairs(box: Record, state: Record, seat: int, tile: int, family: int, choice: int) -> int:
    """Why those pairs cannot be given up."""
    if choice == 0 or box.bonus_points[tile] == 0:
        return no.DOES_NOTHING
    for kind in range(3):
        if 2 * m.pairs_of(choice, kind) > state.tokens[seat, family + kind]:
            return no.NO_SUCH_PAIRS
    return no.LEGAL


@compiled
def activate(box: Record, state: Record, seat: int, move: int) -> None:
    """Use a tile; it stays the seat's, laid open (B7.2)."""
    tile = tile_of_activation(move)
    if move < m.ANY_PRESTIGE:
        use_plain(box, state, seat, tile)
    elif tile == TILE_8:
        give_one(state, seat, terms.RESOURCES, move - m.ANY_PRESTIGE)
    elif tile == TILE_10:
        give_one(state, seat, 0, move - m.ANY_RESOURCE)
    elif tile == TILE_17:
        take_tile(state, seat, move - m.FETCH)
    elif tile == TILE_19:
        give_two(state, seat, terms.RESOURCES, move - m.TWO_PRESTIGE)
    elif tile == TILE_21:
        give_two(state, seat, 0, move - m.TWO_RESOURCES)
    elif tile == TILE_23:
        exchange_pairs(box, state, seat, tile, terms.RESOURCES, move - m.PRESTIGE_PAIRS)
    elif tile == TILE_24:
        exchange_pairs(box, state, seat, tile, 0, move - m.RESOURCE_PAIRS)
    else:
        state.meeple[seat] = state.bonus_space[move - m.BACK]
        take_tile(state, seat, move - m.BACK)
    state.bonus[seat, tile] = s.USED


@compiled
def use_plain(box: Record, state: Record, seat: int, tile: int) -> None:
    """Francs, points, a token, or a key from the pool."""
    if is_key_tile(tile):
        state.francs[seat] -= box.bonus_price[tile]
        state.pool[seat] -= 1
        state.hand[seat] += 1
        return
    state.points[seat] += tile_points(box, state, seat, tile)
    state.francs[seat] += box.bonus_francs[tile]
    if box.bonus_kind[tile] >= 0:
        gain_from_tile(state, seat, int(box.bonus_kind[tile]))


@compiled
def give_one(state: Record, seat: int, family: int, choice: int) -> None:
    """One token of a kind that was chosen."""
    gain_from_tile(state, seat, family + choice)


@compiled
def give_two(state: Record, seat: int, family: int, choice: int) -> None:
    """Two tokens of kinds that were chosen."""
    gain_from_tile(state, seat, family + int(m.FIRST_OF_TWO[choice]))
    gain_from_tile(state, seat, family + int(m.SECOND_OF_TWO[choice]))


@compiled
def exchange_pairs(
    box: Record, state: Record, seat: int, tile: int, family: int, choice: int
) -> None:
    """Tiles 23 and 24: points for each pair that is given up."""
    for kind in range(3):
        pairs = m.pairs_of(choice, kind)
        give_up(state, seat, family + kind, 2 * pairs)
        state.points[seat] += pairs * int(box.bonus_points[tile])
