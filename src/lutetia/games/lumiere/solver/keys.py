"""Keys of positions and packings: 64-bit hashes of exactly what their value depends on."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import ALL, NOT_FILE_A, NOT_FILE_H, ONE, beside
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    CHARTIER,
    FONTAINE,
    FOUNTAIN,
    GARDEN,
    GRANDE_LUMIERE,
    LAMP,
    LAMPADAIRE,
    LEVITATION,
    METROPOLITAIN,
    MOULIN_ROUGE,
    NONE,
    PAINTER,
    PEINTRE,
    PENSEUR,
    STATUE,
)
from lutetia.games.lumiere.rules.placing import EMPTY
from lutetia.games.lumiere.solver.mixing import finished, mixed
from lutetia.games.lumiere.solver.pieces import (
    OWN_DANCER,
    OWN_PAINTER,
    OWN_STATUE,
    PIECE_CARDS,
    changing_pieces,
)
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Record, Word

NEAR_BUILDINGS = (1 << BOUQUINISTES) | (1 << LAMPADAIRE) | (1 << GRANDE_LUMIERE) | (1 << FONTAINE)
"""Postcards whose points depend on the places of the buildings."""


MOVES, TURNS = np.uint64(0xA0761D6478BD642F), np.uint64(0xE7037ED1A0B428DB)


@compiled
def salt_of(box: Record, state: Record) -> int:
    """The hash of what never changes in phase two: the board and the options."""
    hash_ = np.uint64(box.penseur_own + 1)
    for kind in range(4):
        hash_ = mixed(hash_, state.spaces[kind])
    return finished(hash_)


@compiled
def move_key(seat: int, move: int) -> int:
    """The key of one move of a set. The order of the moves does not change the board."""
    return finished(mixed(MOVES, np.uint64(move * 2 + seat + 1)))


@compiled
def turn_key(seat: int, passes: int) -> int:
    """The key of the seat that is next, unless it is passed over, and of the passes (L4.4)."""
    return finished(mixed(TURNS, np.uint64(passes * 2 + seat + 1)))


@compiled
def position_key(state: Record, salt: int, open_: int) -> int:
    """The hash of everything that later moves or scores depend on."""
    hash_ = mixed(salt, state.occupied)
    hash_ = mixed(hash_, state.built[0])
    for building in range(GARDEN + 1):
        if state.owner[building] != NONE:
            hash_ = mixed(hash_, state.footprint[building] + np.uint64(state.owner[building]))
    small = np.uint64(open_)
    small |= np.uint64(state.reserve[0]) << np.uint64(12)
    small |= np.uint64(state.reserve[1]) << np.uint64(24)
    small |= np.uint64(state.to_move) << np.uint64(36)
    small |= np.uint64(state.tokens[0]) << np.uint64(37)
    small |= np.uint64(state.tokens[1]) << np.uint64(40)
    small |= np.uint64(state.passes) << np.uint64(43)
    small |= np.uint64(state.pending + 1) << np.uint64(45)
    small |= np.uint64(state.power[0]) << np.uint64(49)
    small |= np.uint64(state.power[1]) << np.uint64(51)
    small |= np.uint64(state.facing + 1) << np.uint64(53)
    hash_ = mixed(hash_, small)
    users = EMPTY
    for card in range(12):
        users |= np.uint64(state.used_by[card] + 1) << np.uint64(2 * card)
    if (open_ >> LEVITATION) & 1:
        users |= np.uint64(state.pool) << np.uint64(24)
    hash_ = mixed(hash_, users)
    places = EMPTY
    for piece in range(6):
        places = (places << np.uint64(8)) | np.uint64(state.piece[piece] + 1)
    return finished(mixed(hash_, places))


@compiled
def packing_key(
    box: Record,
    state: Record,
    shared: Record,
    side: Record,
    rival: Record,
    seat: int,
    cards: int,
    safe: int,
    salt: int,
) -> int:
    """The hash of what a packing depends on, except the ground; see `problem.set_up`."""
    beyond = ~rival.spread if safe else ALL
    metro = shared.printed if (cards >> METROPOLITAIN) & 1 else side.metro
    chartier = (
        state.spaces[1 - seat] & ~state.occupied if (cards >> CHARTIER) & 1 else side.chartier
    )
    small = np.uint64(cards) | np.uint64(side.reserve) << np.uint64(12)
    small |= np.uint64(seat) << np.uint64(24)
    small |= np.uint64(side.spared) << np.uint64(25)
    changing = changing_pieces(side, cards, safe)
    if changing or cards & PIECE_CARDS:
        # Without these, safe only means less ground and less light. Both are in the hash below.
        small |= np.uint64(safe) << np.uint64(26)
    small |= np.uint64(changing) << np.uint64(27)
    hash_ = mixed(salt, small)
    hash_ = mixed(hash_, side.built)
    lamps = shared.lamps
    lit = shared.lit
    if safe:
        lamps &= ~rival.reach
        lit = shared.safe_lit
    hash_ = mixed(hash_, lamps)
    if lit != EMPTY:
        hash_ = mixed(hash_, lit + np.uint64(1))
    if metro != EMPTY:
        hash_ = mixed(hash_, (metro & beyond) + np.uint64(2))
    if chartier != EMPTY:
        hash_ = mixed(hash_, (chartier & beyond) + np.uint64(3))
    if (cards >> LEVITATION) & 1:
        hash_ = mixed(hash_, np.uint64(state.pool | side.reserve_count << 16))
    if metro != EMPTY or cards & NEAR_BUILDINGS:
        for building in range(GARDEN + 1):
            if state.owner[building] == seat:
                hash_ = mixed(hash_, state.footprint[building])
    if cards & PIECE_CARDS:
        hash_ = _cards_words(state, shared, side, rival, seat, cards, safe, hash_)
    return finished(_pieces_words(state, side, rival, seat, cards, safe, changing, hash_))


@compiled
def _cards_words(
    state: Record,
    shared: Record,
    side: Record,
    rival: Record,
    seat: int,
    cards: int,
    safe: int,
    hash_: Word,
) -> Word:
    """Where pieces still to come may go, and which player they help."""
    beyond = ~rival.spread if safe else ALL
    hash_ = mixed(hash_, side.colour & beyond)
    if (cards >> FONTAINE) & 1:
        hash_ = mixed(hash_, side.ground & beyond)
    if (cards >> LAMPADAIRE) & 1 and safe:
        hash_ = mixed(hash_, rival.built | rival.walls)
        painter = np.uint64(state.used_by[PEINTRE] + 1)
        hash_ = mixed(hash_, painter | np.uint64(shared.open & (1 << PEINTRE)))
    if (cards >> GRANDE_LUMIERE) & 1:
        hash_ = mixed(hash_, shared.printed & beyond)
        hash_ = mixed(hash_, rival.built)
        hash_ = mixed(hash_, side.built)
        if safe:
            hash_ = _rival_words(state, rival, seat, hash_)
    return hash_


@compiled
def _rival_words(state: Record, rival: Record, seat: int, hash_: Word) -> int:
    """Add what the rival's gain from a large streetlight depends on."""
    hash_ = mixed(hash_, rival.walls)
    hash_ = mixed(hash_, np.uint64(rival.placeable | rival.tokens << 20))
    for building in range(GARDEN + 1):
        if state.owner[building] == 1 - seat:
            hash_ = mixed(hash_, state.footprint[building])
    return hash_


@compiled
def _pieces_words(
    state: Record,
    side: Record,
    rival: Record,
    seat: int,
    cards: int,
    safe: int,
    changing: int,
    hash_: Word,
) -> int:
    """Pieces on the board and still to come: where they are, and what is free around them."""
    if state.piece[FOUNTAIN] != NONE and state.used_by[FONTAINE] == seat:
        hash_ = mixed(hash_, np.uint64(state.piece[FOUNTAIN] + 1))
    if changing & OWN_PAINTER:
        hash_ = mixed(hash_, side.painter_area[safe])
        hash_ = mixed(hash_, np.uint64((state.piece[LAMP] + 1) | (state.piece[PAINTER] + 1) << 8))
    if changing & OWN_DANCER:
        hash_ = mixed(hash_, side.dancer_area[safe] + np.uint64(1))
    if changing & OWN_STATUE:
        hash_ = mixed(hash_, side.statue_area[safe])
        hash_ = mixed(hash_, np.uint64((state.piece[STATUE] + 1) | (state.facing + 1) << 8))
    if (cards >> PEINTRE) & 1 or (cards >> GRANDE_LUMIERE) & 1:
        walls = state.built[0] | state.built[1]
        if safe:
            walls |= rival.walls
        hash_ = mixed(hash_, walls)
        hash_ = mixed(hash_, np.uint64(state.piece[LAMP] + 1))
    if (cards >> LAMPADAIRE) & 1 and side.pieces & OWN_PAINTER and not safe:
        hash_ = mixed(hash_, side.painter_area[0])
    if (cards >> MOULIN_ROUGE) & 1 or (cards >> PENSEUR) & 1:
        free = ~state.occupied
        if safe:
            free &= ~rival.spread
        if (cards >> MOULIN_ROUGE) & 1 == 0:
            near = side.colour | beside(side.colour)
            free &= near | (near << ONE & NOT_FILE_A) | (near >> ONE & NOT_FILE_H)
        hash_ = mixed(hash_, free)
    if safe and (changing or cards & PIECE_CARDS):
        hash_ = mixed(hash_, side.ground)
        hash_ = mixed(hash_, np.uint64(side.reserve))
    return hash_
