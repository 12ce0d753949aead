"""The state of a game: one fixed-size record.

Seats, districts, spaces, kinds and tiles are numbered as in `terms`. A bonus tile n of the
rules has index n − 1; a building tile is named by its printed home: district · 6 + slot.

Everything but the piles, the tiles put away and the end-of-game tiles happens in the open, so
the record of a view still holds what others have behind their screens: who listens knows it.
What is shown of it is a matter of `position` (see `view`).
"""

from __future__ import annotations

import numpy as np

from lutetia.games.belle_epoque import terms

NONE = -1
"""Nothing there: no tile, no token, no district, nobody."""
HIDDEN = -2
"""In a view: something is there, and this seat may not know what."""

NOT_HAD, UNUSED, USED = 0, 1, 2
"""What a seat has of a bonus tile (B7.1 asks whether it ever had it)."""

DRAW, PLACE, ACT, CHOOSE, BONUS, PRESTIGE, SCORING, END, OVER = range(9)
"""What the rules wait for; free actions are allowed besides (B3.2)."""
PHASES = ("draw", "place", "act", "choose", "bonus", "prestige", "scoring", "end", "over")

OPEN, LAST_ROUND, FINAL = range(3)
"""Before the last end-of-game tile is taken; the rest of that round; one more turn each (B8.2)."""
STAGES = ("open", "last-round", "final")

TRUTH = 0
"""`viewer` of the truth; that of a view is the seat + 2, so that a watcher's is 1."""

SEATS = len(terms.SEATS)
DISTRICTS = len(terms.DISTRICTS)

STATE = np.dtype(
    [
        ("to_move", "i1"),
        ("ply", "i4"),
        ("viewer", "i1"),
        ("phase", "i1"),
        ("stage", "i1"),
        ("first", "i1"),  # the seat that began
        ("turns", "i2"),  # finished turns of all seats
        # Building tiles. The next tile of a pile is at index pile_left − 1.
        ("piles", "i1", (terms.PILES, terms.PILE)),
        ("pile_left", "i1", (terms.PILES,)),
        ("backs", "i1", (terms.PILES,)),  # home district of each top tile
        ("away", "i1", (terms.PILE,)),  # put away unseen (B2.1)
        ("turned", "u1", (terms.TILES,)),  # 1 once everybody has seen the tile
        ("drawn", "i1"),  # the tile that waits for its district (B2.4)
        ("built", "i1", (DISTRICTS, terms.SLOTS)),  # the tile on each space
        ("token", "i1", (DISTRICTS, terms.SLOTS)),  # the kind beside each space
        ("landmark_at", "i1", (terms.LANDMARKS,)),  # its district, NONE on the display
        ("scoring_tile", "i1", (DISTRICTS,)),
        # Keys on the board.
        ("arc", "i1", (SEATS,)),
        ("bank", "i1", (SEATS, DISTRICTS)),
        ("keys", "i1", (SEATS, terms.PROPERTIES)),
        # What a seat has.
        ("hand", "i1", (SEATS,)),
        ("pool", "i1", (SEATS,)),
        ("francs", "i4", (SEATS,)),
        ("points", "i4", (SEATS,)),
        ("tokens", "i1", (SEATS, len(terms.KINDS))),
        ("from_tiles", "i1", (SEATS, len(terms.KINDS))),  # of those, how many tiles gave (B3.3)
        ("supply", "i1", (terms.RESOURCES,)),
        # The bonus track.
        ("meeple", "i1", (SEATS,)),  # 0 before space 1
        ("bonus_space", "i1", (terms.BONUS_TILES,)),
        ("bonus_left", "i1", (terms.BONUS_TILES,)),
        ("bonus", "i1", (SEATS, terms.BONUS_TILES)),
        # A move's benefits that wait for an answer (B6).
        ("target", "i1"),  # the property that was moved onto
        ("scoring_waits", "i1"),
        # End-of-game tiles, in the order in which they were taken and used (B8.1).
        ("end_taken", "i1"),
        ("end_taker", "i1", (terms.END_TILES,)),
        ("end_face", "i1", (terms.END_TILES,)),
        ("end_spent", "i1", (terms.END_TILES,)),
        ("end_seen", "i1", (terms.END_TILES,)),  # views only: what was missing at a look
        ("end_used", "i1"),
        ("end_user", "i1", (terms.END_TILES,)),
        ("end_used_face", "i1", (terms.END_TILES,)),
    ],
    align=True,
)
