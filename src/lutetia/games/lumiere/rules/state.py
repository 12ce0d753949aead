"""The record of a game of La Cité, and the record of the box it is played with."""

from __future__ import annotations

from typing import Annotated, Protocol

import numpy as np

from lutetia.games.lumiere.rules.geometry import SPACES, SQUARES
from lutetia.kernel.types import Integers, Word, Words, record_type


class State(Protocol):
    """A position."""

    spaces: Annotated[Words, np.uint64, 4]  # by kind: orange, blue, mixed, streetlight (L1.2)
    occupied: Annotated[Word, np.uint64]  # spaces under any piece
    # spaces of each player's buildings, garden and annex included
    built: Annotated[Words, np.uint64, 2]
    # spaces of each building on the board, annex included
    footprint: Annotated[Words, np.uint64, 13]
    ply: Annotated[int, np.int32]
    pool: Annotated[int, np.int32]  # sets of buildings
    reserve: Annotated[Integers, np.int32, 2]
    in_play: Annotated[int, np.int32]  # set of postcards (L2.1)
    to_move: Annotated[int, np.int8]
    phase: Annotated[int, np.int8]
    passes: Annotated[int, np.int8]  # turns in a row that were passed or passed over (L4.4)
    # the building that levitation took and that is built now (L7.2)
    pending: Annotated[int, np.int8]
    tokens: Annotated[Integers, np.int8, 2]
    # set of tiles in each hand, hidden from the rival (L2.2)
    held: Annotated[Integers, np.int16, 2]
    held_count: Annotated[Integers, np.int8, 2]
    drawn: Annotated[Integers, np.int8, 2]  # tiles taken from each pile so far
    pile: Annotated[Integers, np.int8, (2, 8)]  # in the order of drawing; −1 once drawn
    # the tile on each square: (owner × 8 + tile) × 4 + turns
    square: Annotated[Integers, np.int8, SQUARES]
    owner: Annotated[Integers, np.int8, 13]  # of each building on the board
    used_by: Annotated[Integers, np.int8, 12]  # whose token lies on each postcard
    power: Annotated[Integers, np.int8, 2]  # Métropolitain, Chartier: not held, held, spent
    piece: Annotated[Integers, np.int8, 6]  # the space of each special piece
    facing: Annotated[int, np.int8]  # of the statue
    annex: Annotated[int, np.int8]  # its space
    annex_host: Annotated[int, np.int8]  # the building it belongs to (L7.7)


STATE = record_type(State)


class Box(Protocol):
    """Components and options, as tables for the rules."""

    rules_version: Annotated[int, np.int64]  # tells which version of a rule applies
    # tile, turns, square, kind -> spaces; tiles 0–7 are orange's, 8–15 blue's
    tile_spaces: Annotated[Words, np.uint64, (16, 4, SQUARES, 4)]
    # building, turns, lower left space of its bounding box -> spaces, 0 where it cannot lie
    placement: Annotated[Words, np.uint64, (13, 4, SPACES)]
    turns: Annotated[Integers, np.int64, 13]  # how many turns look different: 1, 2 or 4
    # where it can lie on an empty board; 0: this turn looks like a smaller one
    anchors: Annotated[Words, np.uint64, (13, 4)]
    # bits from the anchor to each space of the building; a small building repeats its first space
    offset: Annotated[Words, np.uint64, (13, 4, 6)]
    building_size: Annotated[Integers, np.int64, 13]
    # spaces that the large streetlight always lights
    large_near: Annotated[Words, np.uint64, SPACES]
    # spaces that it lights unless a building stands between (L7.12)
    large_far: Annotated[Words, np.uint64, (SPACES, 4)]
    large_between: Annotated[Words, np.uint64, (SPACES, 4)]
    named_postcards: Annotated[int, np.int64]  # set of postcards, 0: eight are drawn (L2.1)
    hand_size: Annotated[int, np.int64]  # 2 with `two-tile-hand` (L2.4)
    penseur_own: Annotated[int, np.int64]  # option `penseur` (L7.11)
    starts: Annotated[int, np.int64]  # the seat that starts, −1: drawn (L2.3)


BOX = record_type(Box)
