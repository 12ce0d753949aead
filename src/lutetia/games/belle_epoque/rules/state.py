"""The state of a game: one fixed-size record.

Seats, districts, spaces, kinds and tiles have the numbers of `terms`. Bonus tile n of the rules
has index n − 1. A building tile is named by its printed home: district · 6 + slot.

Sets are 64-bit words. The place of a key is a property: a building by its space (district · 6 +
slot), or 36 + a landmark. Several keys or tiles of one kind are layers of sets: layer n holds what
is there more than n times.

Everything happens in the open, except the piles, the tiles put away and the end-of-game tiles. So
the record of a view still holds what others have behind their screens: a seat that followed the
game knows it. `position` decides what is shown (see `view`).
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np

from lutetia.games.belle_epoque.rules import terms
from lutetia.kernel.bits import constant, constants
from lutetia.kernel.types import Integers, Word, Words, record_type

whole: Any = np.int64
"""Converts a field to the one integer type that rules pass to each other. Without it, Numba
compiles a function again for each combination of types."""

NONE = constant(-1)
"""Nothing there: no tile, no token, no district, nobody."""
HIDDEN = constant(-2)
"""In a view: something is there, but this seat may not know what."""

DRAW, PLACE, ACT, CHOOSE, BONUS, PRESTIGE, SCORING, END, OVER = constants(9)
"""What the rules wait for; free actions are allowed, too (B3.2)."""
PHASES = ("draw", "place", "act", "choose", "bonus", "prestige", "scoring", "end", "over")

OPEN, LAST_ROUND, FINAL = constants(3)
"""Before the last end-of-game tile is taken; the rest of that round; one more turn each (B8.2)."""
STAGES = ("open", "last-round", "final")

TRUTH = constant(0)
"""`viewer` of the truth; for a view it is the seat + 2, so for a watcher it is 1."""

KEY_LAYERS = 3
"""Tiles 9 and 16 can each add one more key of a seat to a property (B5.4)."""
TRACK_LAYERS = 2
"""Some bonus tiles are on the track twice (B1.9)."""

SEATS = len(terms.SEATS)
DISTRICTS = len(terms.DISTRICTS)


class State(Protocol):
    """A position."""

    # Sets.
    turned: Annotated[Word, np.uint64]  # building tiles that everybody has seen
    built: Annotated[Word, np.uint64]  # spaces with a building
    keys: Annotated[Words, np.uint64, (SEATS, KEY_LAYERS)]  # properties with a seat's key
    laid: Annotated[Words, np.uint64, (DISTRICTS,)]  # landmarks in each district
    banks: Annotated[Words, np.uint64, (SEATS,)]  # districts where a seat has a key in the bank
    track: Annotated[Words, np.uint64, (TRACK_LAYERS,)]  # bonus tiles still on the track
    had: Annotated[Words, np.uint64, (SEATS,)]  # all bonus tiles that a seat has taken (B7.1)
    used: Annotated[Words, np.uint64, (SEATS,)]  # bonus tiles that are face up (B7.2)
    # The turn.
    ply: Annotated[int, np.int32]
    turns: Annotated[int, np.int16]  # finished turns of all seats
    to_move: Annotated[int, np.int8]
    viewer: Annotated[int, np.int8]
    phase: Annotated[int, np.int8]
    stage: Annotated[int, np.int8]
    first: Annotated[int, np.int8]  # the seat that began
    target: Annotated[int, np.int8]  # the property whose benefits wait for an answer (B6)
    scoring_waits: Annotated[int, np.int8]
    # Building tiles. The next tile of a pile is at index pile_left − 1.
    drawn: Annotated[int, np.int8]  # the tile that waits for its district (B2.4)
    piles: Annotated[Integers, np.int8, (terms.PILES, terms.PILE)]
    pile_left: Annotated[Integers, np.int8, (terms.PILES,)]
    backs: Annotated[Integers, np.int8, (terms.PILES,)]  # home district of each top tile
    away: Annotated[Integers, np.int8, (terms.PILE,)]  # put away unseen (B2.1)
    tile_at: Annotated[Integers, np.int8, (terms.TILES,)]  # the tile on each space
    token_at: Annotated[Integers, np.int8, (terms.TILES,)]  # the kind of token beside each space
    scoring_tile: Annotated[Integers, np.int8, (DISTRICTS,)]
    # What a seat has.
    points: Annotated[Integers, np.int32, (SEATS,)]
    francs: Annotated[Integers, np.int32, (SEATS,)]
    arc: Annotated[Integers, np.int8, (SEATS,)]  # a key on the Arc
    hand: Annotated[Integers, np.int8, (SEATS,)]
    pool: Annotated[Integers, np.int8, (SEATS,)]
    meeple: Annotated[Integers, np.int8, (SEATS,)]  # its space, 0 before the first
    tokens: Annotated[Integers, np.int8, (SEATS, len(terms.KINDS))]
    # of those, how many came from tiles (B3.3)
    from_tiles: Annotated[Integers, np.int8, (SEATS, len(terms.KINDS))]
    supply: Annotated[Integers, np.int8, (terms.RESOURCES,)]
    bonus_space: Annotated[Integers, np.int8, (terms.BONUS_TILES,)]
    # End-of-game tiles, in the order in which they were taken and used (B8.1).
    end_taken: Annotated[int, np.int8]
    end_used: Annotated[int, np.int8]
    end_taker: Annotated[Integers, np.int8, (terms.END_TILES,)]
    end_face: Annotated[Integers, np.int8, (terms.END_TILES,)]
    end_spent: Annotated[Integers, np.int8, (terms.END_TILES,)]
    # only in views: the faces that were missing at a look
    end_seen: Annotated[Integers, np.int8, (terms.END_TILES,)]
    end_user: Annotated[Integers, np.int8, (terms.END_TILES,)]
    end_used_face: Annotated[Integers, np.int8, (terms.END_TILES,)]


STATE = record_type(State)
