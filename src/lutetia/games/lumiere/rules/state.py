"""The record of a game of La Cité, and the record of the box it is played with."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import SPACES, SQUARES

STATE = np.dtype(
    [
        ("spaces", np.uint64, 4),  # by kind: orange, blue, mixed, streetlight (L1.2)
        ("occupied", np.uint64),  # spaces under any piece
        ("built", np.uint64, 2),  # spaces of each player's buildings, garden and annex included
        ("footprint", np.uint64, 13),  # spaces of each building on the board, annex included
        ("ply", np.int32),
        ("pool", np.int32),  # sets of buildings
        ("reserve", np.int32, 2),
        ("in_play", np.int32),  # set of postcards (L2.1)
        ("to_move", np.int8),
        ("phase", np.int8),
        ("passes", np.int8),  # turns in a row that were passed or passed over (L4.4)
        ("pending", np.int8),  # the building that levitation took and that is built now (L7.2)
        ("tokens", np.int8, 2),
        ("held", np.int16, 2),  # set of tiles in each hand, hidden from the rival (L2.2)
        ("held_count", np.int8, 2),
        ("drawn", np.int8, 2),  # tiles taken from each pile so far
        ("pile", np.int8, (2, 8)),  # in the order of drawing; −1 once drawn
        ("square", np.int8, SQUARES),  # the tile on each square: (owner × 8 + tile) × 4 + turns
        ("owner", np.int8, 13),  # of each building on the board
        ("used_by", np.int8, 12),  # whose token lies on each postcard
        ("power", np.int8, 2),  # Métropolitain, Chartier: not held, held, spent
        ("piece", np.int8, 6),  # the space of each special piece
        ("facing", np.int8),  # of the statue
        ("annex", np.int8),  # its space
        ("annex_host", np.int8),  # the building it belongs to (L7.7)
    ],
    align=True,
)

BOX = np.dtype(
    [
        ("rules_version", np.int64),  # what a rule did in an earlier version depends on it
        # tile, turns, square, kind -> spaces; tiles 0–7 are orange's, 8–15 blue's
        ("tile_spaces", np.uint64, (16, 4, SQUARES, 4)),
        # building, turns, lower left space of its bounding box -> spaces, 0 where it cannot lie
        ("placement", np.uint64, (13, 4, SPACES)),
        ("turns", np.int64, 13),  # how many turns look different: 1, 2 or 4
        ("anchors", np.uint64, (13, 4)),  # where it can lie on an empty board; 0: turn is a copy
        # bits from the anchor to each space of the building; a small one repeats its first
        ("offset", np.uint64, (13, 4, 6)),
        ("building_size", np.int64, 13),
        ("large_near", np.uint64, SPACES),  # lit by the large streetlight whatever stands there
        ("large_far", np.uint64, (SPACES, 4)),  # lit unless a building stands between (L7.12)
        ("large_between", np.uint64, (SPACES, 4)),
        ("named_postcards", np.int64),  # set of postcards, 0: eight are drawn (L2.1)
        ("hand_size", np.int64),  # 2 with `two-tile-hand` (L2.4)
        ("penseur_own", np.int64),  # option `penseur` (L7.11)
        ("starts", np.int64),  # the seat that starts, −1: drawn (L2.3)
    ],
    align=True,
)
