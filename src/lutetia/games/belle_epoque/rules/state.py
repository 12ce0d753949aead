"""The state of a game: one fixed-size record.

Seats, districts, spaces, kinds and tiles are numbered as in `terms`. A bonus tile n of the
rules has index n − 1; a building tile is named by its printed home: district · 6 + slot.

Sets are 64-bit words. A key's place is a property: a building by its space (district · 6 + slot),
or 36 + a landmark. Several keys or tiles of one kind are layers of sets: layer n holds what is
there more than n times.

Everything but the piles, the tiles put away and the end-of-game tiles happens in the open, so
the record of a view still holds what others have behind their screens: who listens knows it.
What is shown of it is a matter of `position` (see `view`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.belle_epoque.rules import terms
from lutetia.kernel.bits import constant, constants

whole: Any = np.int64
"""Widens a field to the one integer type that rules hand to each other: Numba compiles a
function anew for each combination of types."""

NONE = constant(-1)
"""Nothing there: no tile, no token, no district, nobody."""
HIDDEN = constant(-2)
"""In a view: something is there, and this seat may not know what."""

DRAW, PLACE, ACT, CHOOSE, BONUS, PRESTIGE, SCORING, END, OVER = constants(9)
"""What the rules wait for; free actions are allowed besides (B3.2)."""
PHASES = ("draw", "place", "act", "choose", "bonus", "prestige", "scoring", "end", "over")

OPEN, LAST_ROUND, FINAL = constants(3)
"""Before the last end-of-game tile is taken; the rest of that round; one more turn each (B8.2)."""
STAGES = ("open", "last-round", "final")

TRUTH = constant(0)
"""`viewer` of the truth; that of a view is the seat + 2, so that a watcher's is 1."""

KEY_LAYERS = 3
"""Tiles 9 and 16 can each bring one more key of a seat onto a property (B5.4)."""
TRACK_LAYERS = 2
"""Some bonus tiles are on the track twice (B1.9)."""

SEATS = len(terms.SEATS)
DISTRICTS = len(terms.DISTRICTS)

STATE = np.dtype(
    [
        # Sets.
        ("turned", "u8"),  # building tiles that everybody has seen
        ("built", "u8"),  # spaces with a building
        ("keys", "u8", (SEATS, KEY_LAYERS)),  # properties with a seat's key
        ("laid", "u8", (DISTRICTS,)),  # landmarks in each district
        ("banks", "u8", (SEATS,)),  # districts in whose bank a seat has a key
        ("track", "u8", (TRACK_LAYERS,)),  # bonus tiles still on the track
        ("had", "u8", (SEATS,)),  # bonus tiles that a seat ever took (B7.1)
        ("used", "u8", (SEATS,)),  # bonus tiles laid open (B7.2)
        # The turn.
        ("ply", "i4"),
        ("turns", "i2"),  # finished turns of all seats
        ("to_move", "i1"),
        ("viewer", "i1"),
        ("phase", "i1"),
        ("stage", "i1"),
        ("first", "i1"),  # the seat that began
        ("target", "i1"),  # the property whose benefits wait for an answer (B6)
        ("scoring_waits", "i1"),
        # Building tiles. The next tile of a pile is at index pile_left − 1.
        ("drawn", "i1"),  # the tile that waits for its district (B2.4)
        ("piles", "i1", (terms.PILES, terms.PILE)),
        ("pile_left", "i1", (terms.PILES,)),
        ("backs", "i1", (terms.PILES,)),  # home district of each top tile
        ("away", "i1", (terms.PILE,)),  # put away unseen (B2.1)
        ("tile_at", "i1", (terms.TILES,)),  # the tile on each space
        ("token_at", "i1", (terms.TILES,)),  # the kind of token beside each space
        ("scoring_tile", "i1", (DISTRICTS,)),
        # What a seat has.
        ("points", "i4", (SEATS,)),
        ("francs", "i4", (SEATS,)),
        ("arc", "i1", (SEATS,)),  # a key on the Arc
        ("hand", "i1", (SEATS,)),
        ("pool", "i1", (SEATS,)),
        ("meeple", "i1", (SEATS,)),  # its space, 0 before the first
        ("tokens", "i1", (SEATS, len(terms.KINDS))),
        ("from_tiles", "i1", (SEATS, len(terms.KINDS))),  # of those, how many tiles gave (B3.3)
        ("supply", "i1", (terms.RESOURCES,)),
        ("bonus_space", "i1", (terms.BONUS_TILES,)),
        # End-of-game tiles, in the order in which they were taken and used (B8.1).
        ("end_taken", "i1"),
        ("end_used", "i1"),
        ("end_taker", "i1", (terms.END_TILES,)),
        ("end_face", "i1", (terms.END_TILES,)),
        ("end_spent", "i1", (terms.END_TILES,)),
        ("end_seen", "i1", (terms.END_TILES,)),  # views only: what was missing at a look
        ("end_user", "i1", (terms.END_TILES,)),
        ("end_used_face", "i1", (terms.END_TILES,)),
    ],
    align=True,
)
