"""Why a move is not legal: the validator. It shares no code with the generator.

It checks one move against the rules, in the order in which a player would ask. The answer is the
first rule that forbids the move.
"""

from __future__ import annotations

from lutetia.games.lumiere.rules.geometry import IN_FRONT_OF, SIDES_OF, has
from lutetia.games.lumiere.rules.moves import (
    ACTIVATE,
    ANNEX,
    BUILD,
    BUILDING_COUNT,
    ERECT,
    EXCHANGE,
    HOSTS,
    MOVE_SPACE,
    PASS,
    PLANT,
    PUT,
    TAKE,
)
from lutetia.games.lumiere.rules.names import (
    BOUQUINISTES,
    FOUNTAIN,
    GARDEN,
    JARDIN,
    LARGE_LAMP,
    LAYING,
    LEVITATION,
    METRO,
    MIXED,
    MIXED_SPACE,
    NONE,
    OVER,
    PENSEUR,
    PIECE_POSTCARD,
    STREETLIGHT,
)
from lutetia.games.lumiere.rules.placing import EMPTY, can_build, holds
from lutetia.games.lumiere.rules.state import Box, State
from lutetia.kernel.bits import count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.contract import Refusal

REFUSALS = {
    1: Refusal("L1", "there is no such move"),
    2: Refusal("L4.4", "the game is over"),
    3: Refusal("L3.1", "you can place tiles and take buildings only in phase one"),
    4: Refusal("L4.2", "you can build and use postcards only in phase two"),
    5: Refusal("L3.1", "this tile is not in your hand"),
    6: Refusal("L3.1", "this square already has a tile"),
    7: Refusal("L3.1", "this building is not in the pool"),
    8: Refusal("L3.2", "you cannot pass while you have tiles to place"),
    9: Refusal("L4.3", "you cannot pass while you have an action token"),
    10: Refusal(
        "L4.3", "you cannot pass: one of your buildings fits without Métropolitain or Chartier"
    ),
    11: Refusal("L7.2", "first build the building that you took with Lévitation"),
    12: Refusal("L5.1", "this building is not in your reserve"),
    13: Refusal("L5.1", "turned like this, it does not fit on the board"),
    14: Refusal("L5.1", "another piece is on one of these spaces"),
    15: Refusal("L5.1", "you cannot build on a streetlight"),
    16: Refusal("L5.1", "one of these spaces has your rival's colour"),
    17: Refusal("L7.3", "Métropolitain lets you cover one streetlight, not more"),
    18: Refusal("L7.4", "Chartier lets you cover one space of your rival's colour, not more"),
    19: Refusal("L4.2", "you have no action token left"),
    20: Refusal("L2.1", "this postcard is not in play"),
    21: Refusal("L6.1", "this postcard is already used"),
    22: Refusal("L7.2", "you can only give back a building from your reserve"),
    23: Refusal("L7.2", "you can only take a building from the pool"),
    24: Refusal("L7.2", "the board has no room for the building that you would take"),
    25: Refusal("L6.3", "this space is not free"),
    26: Refusal("L6.3", "this piece needs a space of your colour"),
    27: Refusal("L7.10", "the fountain needs a space of your colour or a mixed space"),
    28: Refusal("L7.12", "the great streetlight needs a free printed streetlight"),
    29: Refusal("L7.11", "the statue cannot face the edge of the board"),
    30: Refusal("L7.11", "the space in front of the statue is not free"),
    31: Refusal("L7.7", "this building is not yours"),
    32: Refusal("L7.7", "the annex must share a side with the building that it enlarges"),
    33: Refusal("L1.4", "this piece looks the same when it is turned less: use the smaller turn"),
}


@compiled
def refusal(box: Box, state: State, move: int) -> int:
    """0, or the number of the reason (the contract's `Rules.refusal`)."""
    if move < 0 or move >= MOVE_SPACE:
        return 1
    if state.phase == OVER:
        return 2
    if move == PASS:
        return _pass(box, state)
    if move < PASS:
        return _phase_one(state, move)
    if state.phase == LAYING:
        return 4
    if move < ACTIVATE:
        return _build(
            box, state, (move - BUILD) // 256, ((move - BUILD) // 64) % 4, (move - BUILD) % 64
        )
    if state.pending != NONE:
        return 11
    if state.tokens[state.to_move] == 0:
        return 19
    return _activation(box, state, move)


@compiled
def _pass(box: Box, state: State) -> int:
    seat = state.to_move
    if state.phase == LAYING:
        return 8 if state.held_count[seat] > 0 else 0
    if state.pending != NONE:
        return 11
    if state.tokens[seat] > 0:
        return 9
    return 10 if can_build(box, state, seat, EMPTY, EMPTY) else 0


@compiled
def _phase_one(state: State, move: int) -> int:
    if state.phase != LAYING:
        return 3
    if move >= TAKE:
        return 0 if (state.pool >> (move - TAKE)) & 1 else 7
    if not (state.held[state.to_move] >> (move // 64)) & 1:
        return 5
    return 0 if state.square[(move // 4) % 16] == NONE else 6


@compiled
def _build(box: Box, state: State, building: int, turns: int, anchor: int) -> int:
    seat = state.to_move
    if state.pending != NONE:
        if building != state.pending:
            return 11
    elif not (state.reserve[seat] >> building) & 1:
        return 12
    return _placement(box, state, building, turns, anchor)


@compiled
def _placement(box: Box, state: State, building: int, turns: int, anchor: int) -> int:
    """Whether the building may lie there, wherever it comes from (L5.1, L7.3, L7.4)."""
    seat = state.to_move
    if box.anchors[building, turns] == EMPTY:
        return 33
    spaces = box.placement[building, turns, anchor]
    if spaces == EMPTY:
        return 13
    if spaces & state.occupied != EMPTY:
        return 14
    lights = count(spaces & state.spaces[STREETLIGHT])
    if lights > 0 and not holds(state, seat, METRO):
        return 15
    if lights > 1:
        return 17
    rivals = count(spaces & state.spaces[1 - seat])
    if rivals > 0 and not holds(state, seat, MIXED_SPACE):
        return 16
    if rivals > 1:
        return 18
    return 0


@compiled
def _openness(state: State, postcard: int) -> int:
    if not (state.in_play >> postcard) & 1:
        return 20
    return 0 if state.used_by[postcard] == NONE else 21


@compiled
def _activation(box: Box, state: State, move: int) -> int:
    if move < EXCHANGE:
        return _openness(state, move - ACTIVATE)
    if move < PLANT:
        given = (move - EXCHANGE) // BUILDING_COUNT
        return _exchange(box, state, given, (move - EXCHANGE) % BUILDING_COUNT)
    if move < PUT:
        closed = _openness(state, JARDIN)
        if closed != 0:
            return closed
        return _placement(box, state, GARDEN, (move - PLANT) // 64, (move - PLANT) % 64)
    if move < ERECT:
        return _put(state, (move - PUT) // 64, (move - PUT) % 64)
    if move < ANNEX:
        return _erect(state, (move - ERECT) // 4, (move - ERECT) % 4)
    return _annex(state, (move - ANNEX) // HOSTS, (move - ANNEX) % HOSTS)


@compiled
def _exchange(box: Box, state: State, given: int, taken: int) -> int:
    """L7.2."""
    seat = state.to_move
    closed = _openness(state, LEVITATION)
    if closed != 0:
        return closed
    if not (state.reserve[seat] >> given) & 1:
        return 22
    if not (state.pool >> taken) & 1:
        return 23
    for turns in range(4):
        for anchor in range(64):
            if _placement(box, state, taken, turns, anchor) == 0:
                return 0
    return 24


@compiled
def _on_own_colour(state: State, space: int) -> int:
    """L6.3."""
    if has(state.occupied, space):
        return 25
    return 0 if has(state.spaces[state.to_move], space) else 26


@compiled
def _put(state: State, piece: int, space: int) -> int:
    """L7.6, L7.8, L7.9, L7.10, L7.12."""
    seat = state.to_move
    closed = _openness(state, PIECE_POSTCARD[piece])
    if closed != 0:
        return closed
    if piece == LARGE_LAMP:
        lamps = state.spaces[STREETLIGHT] & ~state.occupied
        return 0 if has(lamps, space) else 28
    if piece != FOUNTAIN:
        return _on_own_colour(state, space)
    if has(state.occupied, space):
        return 25
    if has(state.spaces[seat] | state.spaces[MIXED], space):
        return 0
    if has(state.spaces[1 - seat], space) and holds(state, seat, MIXED_SPACE):
        return 0
    return 27


@compiled
def _erect(state: State, space: int, facing: int) -> int:
    """L7.11."""
    closed = _openness(state, PENSEUR)
    if closed != 0:
        return closed
    wrong = _on_own_colour(state, space)
    if wrong != 0:
        return wrong
    front = IN_FRONT_OF[space, facing]
    if front < 0:
        return 29
    return 30 if has(state.occupied, front) else 0


@compiled
def _annex(state: State, space: int, host: int) -> int:
    """L7.7."""
    closed = _openness(state, BOUQUINISTES)
    if closed != 0:
        return closed
    wrong = _on_own_colour(state, space)
    if wrong != 0:
        return wrong
    if state.owner[host] != state.to_move:
        return 31
    return 0 if state.footprint[host] & SIDES_OF[space] != EMPTY else 32
