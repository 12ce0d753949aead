"""The words of the rules as numbers: kinds of space, buildings, postcards, pieces, phases."""

from __future__ import annotations

import numpy as np

from lutetia.kernel.bits import constant, constants

ORANGE, BLUE = 0, 1
SEATS = ("orange", "blue")

# Kinds of space (L1.2). The number of a colour is the seat of its player.
MIXED, STREETLIGHT = 2, 3
KINDS = ("orange", "blue", "mixed", "streetlight")

# Buildings (L1.4). The garden counts as a building everywhere (L7.1).
BUILDINGS = (
    "line", "corner", "square", "small-t", "small-l", "zigzag",
    "big-t", "cross", "stairs", "chunk", "smile", "big-l",
)  # fmt: skip
SIZES = (3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6)
GARDEN = constant(12)
BUILDING_NAMES = (*BUILDINGS, "garden")

# Postcards (L1.5), the first-game set first.
POSTCARDS = (
    "levitation", "metropolitain", "jardin-des-plantes", "sacre-coeur",
    "le-peintre", "chartier", "bouquinistes", "lampadaire",
    "moulin-rouge", "fontaine-des-mers", "le-penseur", "la-grande-lumiere",
)  # fmt: skip
(
    LEVITATION, METROPOLITAIN, JARDIN, SACRE_COEUR,
    PEINTRE, CHARTIER, BOUQUINISTES, LAMPADAIRE,
    MOULIN_ROUGE, FONTAINE, PENSEUR, GRANDE_LUMIERE,
) = constants(12)  # fmt: skip
FIRST_GAME_SET = tuple(range(8))
POSTCARDS_IN_PLAY = 8

# Pieces of one space that a postcard brings (L1.6), in the order of their move numbers.
PIECES = ("painter", "lamp", "dancer", "fountain", "large-lamp", "statue")
PAINTER, LAMP, DANCER, FOUNTAIN, LARGE_LAMP, STATUE = constants(6)
PIECE_POSTCARD = np.array(
    [PEINTRE, LAMPADAIRE, MOULIN_ROUGE, FONTAINE, GRANDE_LUMIERE, PENSEUR], dtype=np.int64
)

# Powers that are held until they are spent (L7.3, L7.4).
METRO, MIXED_SPACE = constants(2)
POWERS = ("metropolitain", "chartier")
NOT_HELD, HELD, SPENT = range(3)
POWER_STATES = ("none", "held", "spent")

LAYING, BUILDING_PHASE, OVER = 1, 2, 3

TILES = 8
TOKENS = 4
NONE = -1

LINES = ("light", "group", "unbuilt", "postcards")
LIGHT_LINE, GROUP_LINE, UNBUILT_LINE, POSTCARD_LINE = range(4)
UNBUILT_POINTS = -3
"""For each unbuilt building (L8.3)."""
