"""Activating a bonus tile (B1.9, B3.2, B7.2). Tiles 9 and 16 belong to `keys`, 27 to `scoring`."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import refusals as no
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import EVERY_DISTRICT, keys_among, types_owned
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.market import gain_from_tile, give_up
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.games.belle_epoque.rules.track import behind, list_members, refuse_take, take_tile
from lutetia.kernel import bits
from lutetia.kernel.bits import constant, lowest
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Moves, Word

TILE_8, TILE_9, TILE_10 = constant(7), constant(8), constant(9)
TILE_13, TILE_14 = constant(12), constant(13)
TILE_16, TILE_17, TILE_19 = constant(15), constant(16), constant(18)
TILE_20, TILE_21, TILE_23 = constant(19), constant(20), constant(22)
TILE_24, TILE_25, TILE_27 = constant(23), constant(24), constant(26)
TILE_29, TILE_30 = constant(28), constant(29)
RESOURCE, PRESTIGE = constant(0), constant(terms.RESOURCES)
"""The first kind of each family of three."""
ONE = np.uint64(1)
LANDMARKS = np.uint64(((1 << terms.LANDMARKS) - 1) << terms.TILES)


@compiled
def list_activations(box: Box, state: State, seat: int, out: Moves, count: int) -> int:
    """Every use of every unused tile that would have an effect."""
    unused = state.had[seat] & ~state.used[seat]
    if not unused:
        return count
    plain = unused & m.PLAIN_SET
    while plain:
        tile = lowest(plain)
        plain &= plain - ONE
        if does_something(box, state, seat, tile):
            out[count] = m.ACTIVATE + m.PLAIN_NUMBER[tile]
            count += 1
    if unused & ~m.PLAIN_SET:
        count = list_choices_of_tiles(box, state, seat, unused, out, count)
    return count


@compiled
def list_choices_of_tiles(
    box: Box, state: State, seat: int, unused: Word, out: Moves, count: int
) -> int:
    """The uses of the tiles that need a choice."""
    if is_in(unused, TILE_8):
        count = list_run(m.ANY_PRESTIGE, m.ANY_RESOURCE, out, count)
    if is_in(unused, TILE_10):
        count = list_run(m.ANY_RESOURCE, m.FETCH, out, count)
    if is_in(unused, TILE_17):
        count = list_members(state.track[0] & ~state.had[seat], m.FETCH, out, count)
    if is_in(unused, TILE_19):
        count = list_run(m.TWO_PRESTIGE, m.TWO_RESOURCES, out, count)
    if is_in(unused, TILE_21):
        count = list_run(m.TWO_RESOURCES, m.PRESTIGE_PAIRS, out, count)
    if is_in(unused, TILE_23) and box.bonus_points[TILE_23] > 0:
        count = list_pairs(state, seat, PRESTIGE, m.PRESTIGE_PAIRS, out, count)
    if is_in(unused, TILE_24) and box.bonus_points[TILE_24] > 0:
        count = list_pairs(state, seat, RESOURCE, m.RESOURCE_PAIRS, out, count)
    if is_in(unused, TILE_25):
        count = list_members(behind(box, state, seat), m.BACK, out, count)
    return count


@compiled
def is_in(tiles: Word, tile: int) -> bool:
    """Whether a tile is in a set."""
    return (tiles >> np.uint64(tile)) & ONE != 0


@compiled
def list_run(first: int, end: int, out: Moves, count: int) -> int:
    """All moves from `first` to before `end`: the choices of a tile that always gives something."""
    for move in range(first, end):
        out[count] = move
        count += 1
    return count


@compiled
def list_pairs(state: State, seat: int, family: int, first: int, out: Moves, count: int) -> int:
    """Every number of pairs of each kind of a family, except no pairs at all."""
    most_0 = min(m.MOST_PAIRS, whole(state.tokens[seat, family]) // 2)
    most_1 = min(m.MOST_PAIRS, whole(state.tokens[seat, family + 1]) // 2)
    most_2 = min(m.MOST_PAIRS, whole(state.tokens[seat, family + 2]) // 2)
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
def does_something(box: Box, state: State, seat: int, tile: int) -> bool:
    """Whether a tile without a choice can be activated and has an effect now (B3.2)."""
    if tile in (TILE_13, TILE_14):
        return state.pool[seat] > 0 and state.francs[seat] >= box.bonus_price[tile]
    gives = box.bonus_francs[tile] > 0 or box.bonus_kind[tile] >= 0
    return tile not in (TILE_9, TILE_16, TILE_27) and (
        gives or tile_points(box, state, seat, tile) > 0
    )


@compiled
def tile_points(box: Box, state: State, seat: int, tile: int) -> int:
    """The points that a tile without a choice would give now."""
    each = whole(box.bonus_points[tile])
    if tile == TILE_20:
        return each * (bits.count(state.had[seat] & ~state.used[seat]) - 1)
    if tile == TILE_29:
        return each * keys_among(state, seat, LANDMARKS)
    if tile == TILE_30:
        return whole(box.type_points[types_owned(box, state, seat)])
    if box.bonus_slot[tile] >= 0:
        return each * keys_among(state, seat, EVERY_DISTRICT << np.uint64(box.bonus_slot[tile]))
    return each


@compiled
def tile_of_activation(move: int) -> int:
    """The bonus tile that a move activates."""
    if move < m.ANY_PRESTIGE:
        tile = whole(m.PLAIN_TILES[move - m.ACTIVATE])
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
def refuse_activation(box: Box, state: State, seat: int, move: int) -> int:
    """Why a bonus tile cannot be activated in this way."""
    tile = tile_of_activation(move)
    if not is_in(state.had[seat] & ~state.used[seat], tile):
        code = no.NO_SUCH_TILE
    elif move < m.ANY_PRESTIGE:
        code = refuse_plain(box, state, seat, tile)
    elif tile == TILE_17:
        code = refuse_take(state, seat, move - m.FETCH)
    elif tile == TILE_25:
        code = refuse_take(state, seat, move - m.BACK)
        if code == no.LEGAL and not is_in(behind(box, state, seat), move - m.BACK):
            code = no.NOT_WITHIN_BACK
    elif tile == TILE_23:
        code = refuse_pairs(box, state, seat, tile, PRESTIGE, move - m.PRESTIGE_PAIRS)
    elif tile == TILE_24:
        code = refuse_pairs(box, state, seat, tile, RESOURCE, move - m.RESOURCE_PAIRS)
    else:
        code = no.LEGAL
    return code


@compiled
def refuse_plain(box: Box, state: State, seat: int, tile: int) -> int:
    """Why a tile without a choice cannot be activated."""
    if tile in (TILE_9, TILE_16):
        return no.ONLY_WITH_A_MOVE
    if tile == TILE_27:
        return no.NEVER_ACTIVATED
    if tile in (TILE_13, TILE_14):
        if state.pool[seat] == 0:
            return no.POOL_EMPTY
        return no.LEGAL if state.francs[seat] >= box.bonus_price[tile] else no.TOO_DEAR
    gives = whole(box.bonus_francs[tile]) + tile_points(box, state, seat, tile)
    return no.LEGAL if gives > 0 or box.bonus_kind[tile] >= 0 else no.DOES_NOTHING


@compiled
def refuse_pairs(box: Box, state: State, seat: int, tile: int, family: int, choice: int) -> int:
    """Why these pairs cannot be given up."""
    if choice == 0 or box.bonus_points[tile] == 0:
        return no.DOES_NOTHING
    for kind in range(3):
        if 2 * m.pairs_of(choice, kind) > state.tokens[seat, family + kind]:
            return no.NO_SUCH_PAIRS
    return no.LEGAL


@compiled
def activate(box: Box, state: State, seat: int, move: int) -> None:
    """Use a tile; it stays with the seat, face up (B7.2)."""
    tile = tile_of_activation(move)
    if move < m.ANY_PRESTIGE:
        use_plain(box, state, seat, tile)
    elif tile == TILE_8:
        gain_from_tile(state, seat, PRESTIGE + move - m.ANY_PRESTIGE)
    elif tile == TILE_10:
        gain_from_tile(state, seat, RESOURCE + move - m.ANY_RESOURCE)
    elif tile == TILE_17:
        take_tile(state, seat, move - m.FETCH)
    elif tile == TILE_19:
        give_two(state, seat, PRESTIGE, move - m.TWO_PRESTIGE)
    elif tile == TILE_21:
        give_two(state, seat, RESOURCE, move - m.TWO_RESOURCES)
    elif tile == TILE_23:
        exchange_pairs(box, state, seat, tile, PRESTIGE, move - m.PRESTIGE_PAIRS)
    elif tile == TILE_24:
        exchange_pairs(box, state, seat, tile, RESOURCE, move - m.RESOURCE_PAIRS)
    else:
        state.meeple[seat] = state.bonus_space[move - m.BACK]
        take_tile(state, seat, move - m.BACK)
    state.used[seat] |= ONE << np.uint64(tile)


@compiled
def use_plain(box: Box, state: State, seat: int, tile: int) -> None:
    """Give francs, points, a token, or a key from the pool."""
    if tile in (TILE_13, TILE_14):
        state.francs[seat] -= box.bonus_price[tile]
        state.pool[seat] -= 1
        state.hand[seat] += 1
        return
    state.points[seat] += tile_points(box, state, seat, tile)
    state.francs[seat] += box.bonus_francs[tile]
    if box.bonus_kind[tile] >= 0:
        gain_from_tile(state, seat, whole(box.bonus_kind[tile]))


@compiled
def give_two(state: State, seat: int, family: int, choice: int) -> None:
    """Give two tokens of the chosen kinds."""
    gain_from_tile(state, seat, family + whole(m.FIRST_OF_TWO[choice]))
    gain_from_tile(state, seat, family + whole(m.SECOND_OF_TWO[choice]))


@compiled
def exchange_pairs(box: Box, state: State, seat: int, tile: int, family: int, choice: int) -> None:
    """Tiles 23 and 24: give points for each pair that is given up."""
    for kind in range(3):
        pairs = m.pairs_of(choice, kind)
        give_up(state, seat, family + kind, 2 * pairs)
        state.points[seat] += pairs * whole(box.bonus_points[tile])
