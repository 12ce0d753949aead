"""The features of the moves of phase one: where a tile would lie, which building is taken."""

from __future__ import annotations

import numpy as np

from lutetia.games.lumiere.rules.geometry import ALL, ONE, beside
from lutetia.games.lumiere.rules.moves import PASS, TAKE
from lutetia.games.lumiere.rules.names import MIXED, STREETLIGHT, TILES
from lutetia.games.lumiere.rules.placing import EMPTY, fitting_anchors
from lutetia.kernel.bits import constants, count
from lutetia.kernel.compiled import compiled
from lutetia.kernel.types import Floats, Moves, Record, Word

NAMES = (
    "lay",
    "own beside own",
    "own beside mixed",
    "rival beside rival",
    "rival beside mixed",
    "light beside own",
    "light beside rival",
    "light beside mixed",
    "light beside light",
    "own beside unlaid",
    "light beside unlaid",
    "light at the edge",
    "own reserve fits",
    "rival reserve fits",
    "take line", "take corner", "take square", "take small-t", "take small-l", "take zigzag",
    "take big-t", "take cross", "take stairs", "take chunk", "take smile", "take big-l",
    "take, for each in reserve",
    "take, for each space in reserve",
    "take, for each tile to lay",
    "take, for each tile the rival has to lay",
    "take, fits",
    "take, fits the rival",
    "take, best light",
    "take, rival's best light",
    "take, no tile left",
    "pass",
    "lay, for each in reserve",
    "lay, last tile of all",
    "lay, rival has none left",
)  # fmt: skip
FEATURES = len(NAMES)

(
    LAY_MOVE,
    OWN_OWN,
    OWN_MIXED,
    RIVAL_RIVAL,
    RIVAL_MIXED,
    LIGHT_OWN,
    LIGHT_RIVAL,
    LIGHT_MIXED,
    LIGHT_LIGHT,
    OWN_UNLAID,
    LIGHT_UNLAID,
    LIGHT_EDGE,
    OWN_FITS,
    RIVAL_FITS,
    TAKE_FIRST,
) = constants(15)
(
    TAKE_RESERVE,
    TAKE_SPACES,
    TAKE_TILES,
    TAKE_RIVAL_TILES,
    TAKE_FITS,
    TAKE_RIVAL_FITS,
    TAKE_LIGHT,
    TAKE_RIVAL_LIGHT,
    TAKE_NO_TILE,
    PASS_MOVE,
    LAY_RESERVE,
    LAY_LAST,
    LAY_ALONE,
) = constants(FEATURES)[26:]

ENOUGH = 4
"""More places than this make no difference."""


@compiled
def tiles_to_lay(state: Record, seat: int) -> int:
    """Tiles that a seat holds or has in its pile."""
    return int(state.held_count[seat]) + TILES - int(state.drawn[seat])


@compiled
def reserve_fits(box: Record, reserve: int, ground: Word) -> float:
    """How many buildings of a reserve find a place; one with few places counts in part."""
    total = 0.0
    for building in range(12):
        if (reserve >> building) & 1:
            total += float(places(box, building, ground)) / ENOUGH
    return total


@compiled
def places(box: Record, building: int, ground: Word) -> int:
    """The number of places of a building on a ground, at most ENOUGH."""
    found = 0
    for turns in range(4):
        found += count(fitting_anchors(box, building, turns, ground, EMPTY, EMPTY))
        if found >= ENOUGH:
            return ENOUGH
    return found


@compiled
def best_light(box: Record, building: int, ground: Word, lights: Word) -> int:
    """The most streetlights that a building can have beside it on a ground."""
    best = 0
    for turns in range(4):
        anchors = fitting_anchors(box, building, turns, ground, EMPTY, EMPTY)
        while anchors != EMPTY:
            lowest_one = anchors & (~anchors + ONE)
            anchor = count(lowest_one - ONE)
            anchors ^= lowest_one
            best = max(best, count(beside(box.placement[building, turns, anchor]) & lights))
    return best


@compiled
def laid_spaces(state: Record) -> Word:
    """All spaces of laid tiles."""
    return state.spaces[0] | state.spaces[1] | state.spaces[MIXED] | state.spaces[STREETLIGHT]


@compiled
def lay_features(box: Record, state: Record, move: int, out: Floats) -> None:
    """Features of laying a tile."""
    seat = int(state.to_move)
    tile = move // 64
    square = (move // 4) % 16
    turns = move % 4
    spaces = box.tile_spaces[seat * TILES + tile, turns, square]
    own, rival, mixed, light = (
        spaces[seat], spaces[1 - seat], spaces[MIXED], spaces[STREETLIGHT]
    )  # fmt: skip
    there_own, there_rival = state.spaces[seat], state.spaces[1 - seat]
    there_mixed, there_light = state.spaces[MIXED], state.spaces[STREETLIGHT]
    beside_own, beside_rival = beside(own), beside(rival)
    beside_mixed, beside_light = beside(mixed), beside(light)
    out[LAY_MOVE] = 1.0
    out[OWN_OWN] = count(beside_own & there_own)
    out[OWN_MIXED] = count(beside_own & there_mixed) + count(beside_mixed & there_own)
    out[RIVAL_RIVAL] = count(beside_rival & there_rival)
    out[RIVAL_MIXED] = count(beside_rival & there_mixed) + count(beside_mixed & there_rival)
    out[LIGHT_OWN] = count(beside_light & there_own) + count(beside_own & there_light)
    out[LIGHT_RIVAL] = count(beside_light & there_rival) + count(beside_rival & there_light)
    out[LIGHT_MIXED] = count(beside_light & there_mixed) + count(beside_mixed & there_light)
    out[LIGHT_LIGHT] = count(beside_light & there_light)
    unlaid = ALL & ~laid_spaces(state) & ~(own | rival | mixed | light)
    out[OWN_UNLAID] = count(beside_own & unlaid)
    out[LIGHT_UNLAID] = count(beside_light & unlaid)
    if light != EMPTY:
        out[LIGHT_EDGE] = 4 - count(beside_light)
    taken = state.reserve[seat]
    if taken != 0:
        ground = there_own | there_mixed
        out[OWN_FITS] = reserve_fits(box, taken, ground | own | mixed)
        out[OWN_FITS] -= reserve_fits(box, taken, ground)
    taken = state.reserve[1 - seat]
    if taken != 0:
        ground = there_rival | there_mixed
        out[RIVAL_FITS] = reserve_fits(box, taken, ground | rival | mixed)
        out[RIVAL_FITS] -= reserve_fits(box, taken, ground)
    out[LAY_RESERVE] = count(np.uint64(state.reserve[seat]))
    if tiles_to_lay(state, 1 - seat) == 0:
        out[LAY_ALONE] = 1.0
        if tiles_to_lay(state, seat) == 1:
            out[LAY_LAST] = 1.0


@compiled
def take_features(box: Record, state: Record, building: int, out: Floats) -> None:
    """Features of taking a building."""
    seat = int(state.to_move)
    reserve = state.reserve[seat]
    spaces = 0
    for other in range(12):
        if (reserve >> other) & 1:
            spaces += box.building_size[other]
    out[TAKE_FIRST + building] = 1.0
    out[TAKE_RESERVE] = count(np.uint64(reserve))
    out[TAKE_SPACES] = spaces / 10.0
    out[TAKE_TILES] = tiles_to_lay(state, seat)
    out[TAKE_RIVAL_TILES] = tiles_to_lay(state, 1 - seat)
    own = state.spaces[seat] | state.spaces[MIXED]
    rival = state.spaces[1 - seat] | state.spaces[MIXED]
    lights = state.spaces[STREETLIGHT]
    out[TAKE_FITS] = places(box, building, own) / ENOUGH
    out[TAKE_RIVAL_FITS] = places(box, building, rival) / ENOUGH
    out[TAKE_LIGHT] = best_light(box, building, own, lights)
    out[TAKE_RIVAL_LIGHT] = best_light(box, building, rival, lights)
    if out[TAKE_TILES] == 0:
        out[TAKE_NO_TILE] = 1.0


@compiled
def laying_features(box: Record, state: Record, move: int, out: Floats) -> None:
    """Features of any move of phase one. `out` must be zero before the call."""
    if move < TAKE:
        lay_features(box, state, move, out)
    elif move < PASS:
        take_features(box, state, move - TAKE, out)
    else:
        out[PASS_MOVE] = 1.0


@compiled
def thin_out(moves: Moves, first: int, last: int, keep: int, start: int, target: int) -> int:
    """Move about `keep` of the moves `first` to `last`, at equal distances, to `target`.

    Returns the index after the last move that it kept.
    """
    step = max(1, (last - first) // keep)
    index = first + start % step
    while index < last:
        moves[target] = moves[index]
        target += 1
        index += step
    return target


@compiled
def lays_among(moves: Moves, total: int) -> int:
    """How many moves of a list lay a tile. These moves come first."""
    lays = 0
    while lays < total and moves[lays] < TAKE:
        lays += 1
    return lays
