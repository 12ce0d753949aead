"""A new game (B2)."""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.games.belle_epoque.rules.turn import begin_turn
from lutetia.kernel.chance import below, shuffle
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Words

DISTRICTS = s.DISTRICTS
NOTHING = np.uint64(0)
ONE = np.uint64(1)


@compiled
def deal(box: Box, chance: Words, state: State) -> None:
    """Overwrite the state with the start of a game."""
    state.ply = 0
    state.viewer = s.TRUTH
    state.stage = s.OPEN
    state.turns = 0
    state.supply[:] = 0
    clear_board(state)
    clear_seats(box, state)
    deal_piles(box, chance, state)
    drawn = below(chance, whole(box.players))
    state.first = drawn if box.start < 0 else box.start
    for seat in range(box.players):
        place = (seat - whole(state.first)) % whole(box.players)
        state.francs[seat] += box.later_francs[place]
    lay_tokens(box, chance, state)
    lay_track(box, chance, state)
    begin_turn(state, whole(state.first))


@compiled
def clear_board(state: State) -> None:
    """Nothing is built, laid, owned or taken."""
    state.turned = NOTHING
    state.built = NOTHING
    state.keys[:, :] = NOTHING
    state.laid[:] = NOTHING
    state.banks[:] = NOTHING
    state.arc[:] = 0
    state.drawn = s.NONE
    state.tile_at[:] = s.NONE
    state.scoring_tile[:] = s.NONE
    state.target = s.NONE
    state.scoring_waits = 0
    state.end_taken = 0
    state.end_used = 0
    for index in range(terms.END_TILES):
        state.end_taker[index] = s.NONE
        state.end_face[index] = s.NONE
        state.end_spent[index] = 0
        state.end_seen[index] = s.NONE
        state.end_user[index] = s.NONE
        state.end_used_face[index] = s.NONE


@compiled
def clear_seats(box: Box, state: State) -> None:
    """Each seat has its francs and keys, and a meeple before space 1 (B1.11, B2.1)."""
    state.hand[:] = 0
    state.pool[:] = 0
    state.francs[:] = 0
    for seat in range(box.players):
        state.hand[seat] = box.hand
        state.pool[seat] = box.pool
        state.francs[seat] = box.francs
    state.points[:] = 0
    state.tokens[:, :] = 0
    state.from_tiles[:, :] = 0
    state.meeple[:] = 0
    state.had[:] = NOTHING
    state.used[:] = NOTHING


@compiled
def deal_piles(box: Box, chance: Words, state: State) -> None:
    """Shuffle the building tiles, put some away and make three piles (B2.1, B2.4)."""
    tiles = np.empty(terms.TILES, dtype=np.int64)
    for tile in range(terms.TILES):
        tiles[tile] = tile
    shuffle(chance, tiles, whole(terms.TILES))
    away = whole(box.put_away)
    state.away[:] = s.NONE
    for index in range(away):
        state.away[index] = tiles[index]
    height = (terms.TILES - away) // terms.PILES
    state.piles[:, :] = s.NONE
    for pile in range(terms.PILES):
        state.pile_left[pile] = height
        for depth in range(height):
            state.piles[pile, depth] = tiles[away + pile * height + depth]
        state.backs[pile] = state.piles[pile, height - 1] // terms.SLOTS


@compiled
def lay_tokens(box: Box, chance: Words, state: State) -> None:
    """A token beside every space; shuffled in the advanced set-up, gold beside the 8s (B2.3)."""
    for space in range(terms.TILES):
        state.token_at[space] = box.tokens[space]
    if box.advanced == 0:
        return
    others = np.empty(DISTRICTS * (terms.SLOTS - 1), dtype=np.int64)
    count = whole(0)
    for kind in range(len(terms.KINDS)):
        if kind != terms.GOLD:
            for _ in range(DISTRICTS):
                others[count] = kind
                count += 1
    shuffle(chance, others, count)
    for district in range(DISTRICTS):
        for slot in range(terms.SLOTS - 1):
            state.token_at[district * terms.SLOTS + slot] = others[
                district * (terms.SLOTS - 1) + slot
            ]
        state.token_at[district * terms.SLOTS + terms.SLOTS - 1] = terms.GOLD


@compiled
def lay_track(box: Box, chance: Words, state: State) -> None:
    """Tile n on space n; in the advanced set-up shuffled within its zone (B2.1, B2.3)."""
    state.track[:] = NOTHING
    for tile in range(terms.BONUS_TILES):
        state.bonus_space[tile] = tile + 1
        for copy in range(box.bonus_copies[tile]):
            state.track[copy] |= ONE << np.uint64(tile)
    if box.advanced == 0:
        return
    zone_tiles = np.empty(terms.BONUS_TILES, dtype=np.int64)
    space = 0
    for zone in range(3):
        count = whole(0)
        for tile in range(terms.BONUS_TILES):
            if box.bonus_zone[tile] == zone:
                zone_tiles[count] = tile
                count += 1
        shuffle(chance, zone_tiles, count)
        for index in range(count):
            space += 1
            state.bonus_space[zone_tiles[index]] = space
