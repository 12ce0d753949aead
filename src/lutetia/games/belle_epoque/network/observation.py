"""The observation of Belle Époque: a position as numbers.

It holds only what the seat to move may know. Seats are counted from it: "own" is the seat to move,
"rival 1" is the next one. docs/observation.md describes the groups of numbers. If you change one,
raise `VERSION`: the program refuses a network that was trained on another version.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.box import Box
from lutetia.games.belle_epoque.rules.state import State, whole
from lutetia.kernel.compiled import compiled
from lutetia.kernel.observation import Observation
from lutetia.kernel.types import Words

VERSION = 1

Bytes = NDArray[np.int8]

FACES = len(terms.FACES)
KINDS = len(terms.KINDS)
TYPES = len(terms.TYPES)
SPACES = s.DISTRICTS * terms.SLOTS
SEAT_NUMBERS = 8 + 2 * KINDS + s.DISTRICTS + terms.PROPERTIES + 2 * terms.BONUS_TILES
MOST = 127
"""The largest number that one byte holds; larger ones are cut."""


def _properties() -> list[str]:
    buildings = [f"{name} {slot + 1}" for name in terms.DISTRICTS for slot in range(terms.SLOTS)]
    return [*buildings, *(f"landmark {number + 1}" for number in range(terms.LANDMARKS))]


def _number_names() -> tuple[str, ...]:
    properties = _properties()
    spaces = properties[:SPACES]
    bonus = range(1, terms.BONUS_TILES + 1)
    names = [f"phase: {name}" for name in s.PHASES]
    names += [f"stage: {name}" for name in s.STAGES]
    names += [f"{count} players" for count in (2, 3, 4)]
    names += ["advanced set-up", "any district", "turns", "own is the first seat", "scoring waits"]
    names += [f"waits for an answer: {name}" for name in properties]
    names += [f"drawn: home {name}" for name in terms.DISTRICTS]
    names += [f"drawn: slot {slot + 1}" for slot in range(terms.SLOTS)]
    names += [f"drawn: {name}" for name in terms.TYPES]
    for pile in range(1, terms.PILES + 1):
        names += [f"pile {pile}: tiles left"]
        names += [f"pile {pile}: back of {name}" for name in terms.DISTRICTS]
    names += [f"unseen tile: {name}" for name in spaces]
    names += [f"{space}: {name}" for space in spaces for name in ("built", *terms.TYPES)]
    names += [f"{space}: token {kind}" for space in spaces for kind in terms.KINDS]
    names += [
        f"{name}: landmark {number + 1}"
        for name in terms.DISTRICTS
        for number in range(terms.LANDMARKS)
    ]
    names += [
        f"{name}: scoring tile {number + 1}"
        for name in terms.DISTRICTS
        for number in range(terms.SCORING_TILES)
    ]
    names += [f"supply: {kind}" for kind in terms.KINDS[: terms.RESOURCES]]
    names += [f"bonus tile {tile}: left on the track" for tile in bonus]
    names += [f"bonus tile {tile}: space" for tile in bonus]
    names += ["end tiles taken", "end tiles used"]
    names += [f"own unused end tiles: {face}" for face in terms.FACES]
    names += [f"faces that others took: {face}" for face in terms.FACES]
    names += [f"faces that were used: {face}" for face in terms.FACES]
    for side in ("own", "rival 1", "rival 2", "rival 3"):
        names += [f"{side} plays", f"{side} points", f"{side} francs", f"{side} on the arc"]
        names += [f"{side} keys in hand", f"{side} keys in the pool", f"{side} walker"]
        names += [f"{side} end tiles in hand"]
        names += [f"{side} tokens: {kind}" for kind in terms.KINDS]
        names += [f"{side} tokens from tiles: {kind}" for kind in terms.KINDS]
        names += [f"{side} bank: {name}" for name in terms.DISTRICTS]
        names += [f"{side} keys: {name}" for name in properties]
        names += [f"{side} unused bonus tile {tile}" for tile in bonus]
        names += [f"{side} used bonus tile {tile}" for tile in bonus]
    return tuple(names)


NUMBER_NAMES = _number_names()
NUMBERS = len(NUMBER_NAMES)

_SCALES = (
    (("turns",), 40.0),
    (("points", "francs"), 32.0),
    (("tiles left",), 12.0),
    (("space", "walker"), 30.0),
    (("end tiles taken", "end tiles used"), 12.0),
    (("keys in hand", "keys in the pool", "supply:", "tokens:", "tokens from tiles:"), 4.0),
)


def _scale(name: str) -> float:
    """The divisor of a number. After the division all numbers have about the same size."""
    return next((scale for words, scale in _SCALES if _any_in(words, name)), 1.0)


def _any_in(words: Iterable[str], name: str) -> bool:
    return any(name.endswith(word) or f"{word} " in name + " " for word in words)


SCALES = np.array([_scale(name) for name in NUMBER_NAMES], dtype=np.float32)


@compiled
def observe(box: Box, state: State, planes: Words, numbers: Bytes) -> None:
    """Fill in what the seat to move may know. The function reads nothing else of the state."""
    numbers[:] = 0
    seat = whole(state.to_move)
    place = _count_turn(box, state, seat, numbers)
    place = _count_tiles(box, state, numbers, place)
    place = _count_board(box, state, numbers, place)
    place = _count_track(state, numbers, place)
    place = _count_end_tiles(state, seat, numbers, place)
    for turn in range(s.SEATS):
        if turn < box.players:
            _count_seat(state, (seat + turn) % whole(box.players), numbers, place)
        place += SEAT_NUMBERS


@compiled
def _one(numbers: Bytes, place: int, choice: int, choices: int) -> int:
    """Mark one of several choices; none for a negative choice."""
    if choice >= 0:
        numbers[place + choice] = 1
    return place + choices


@compiled
def _set(numbers: Bytes, place: int, members: int, length: int) -> int:
    for index in range(length):
        numbers[place + index] = (members >> index) & 1
    return place + length


@compiled
def _count_turn(box: Box, state: State, seat: int, numbers: Bytes) -> int:
    place = _one(numbers, 0, whole(state.phase), len(s.PHASES))
    place = _one(numbers, place, whole(state.stage), len(s.STAGES))
    place = _one(numbers, place, whole(box.players) - 2, 3)
    numbers[place] = box.advanced
    numbers[place + 1] = box.any_district
    numbers[place + 2] = min(MOST, whole(state.turns))
    numbers[place + 3] = state.first == seat
    numbers[place + 4] = state.scoring_waits
    return _one(numbers, place + 5, whole(state.target), terms.PROPERTIES)


@compiled
def _count_tiles(box: Box, state: State, numbers: Bytes, place: int) -> int:
    """The drawn tile, the piles as everybody sees them, and the tiles that nobody has seen."""
    drawn = whole(state.drawn)
    if drawn >= 0:
        numbers[place + drawn // terms.SLOTS] = 1
        numbers[place + s.DISTRICTS + drawn % terms.SLOTS] = 1
        numbers[place + s.DISTRICTS + terms.SLOTS + whole(box.tile_type[drawn])] = 1
    place += s.DISTRICTS + terms.SLOTS + TYPES
    for pile in range(terms.PILES):
        numbers[place] = state.pile_left[pile]
        place = _one(numbers, place + 1, whole(state.backs[pile]), s.DISTRICTS)
    return _set(numbers, place, whole(~state.turned), terms.TILES)


@compiled
def _count_board(box: Box, state: State, numbers: Bytes, place: int) -> int:
    for space in range(SPACES):
        tile = whole(state.tile_at[space])
        if tile >= 0:
            numbers[place] = 1
            numbers[place + 1 + whole(box.tile_type[tile])] = 1
        place += 1 + TYPES
    for space in range(SPACES):
        place = _one(numbers, place, whole(state.token_at[space]), KINDS)
    for district in range(s.DISTRICTS):
        place = _set(numbers, place, whole(state.laid[district]), terms.LANDMARKS)
    for district in range(s.DISTRICTS):
        place = _one(numbers, place, whole(state.scoring_tile[district]), terms.SCORING_TILES)
    for kind in range(terms.RESOURCES):
        numbers[place + kind] = state.supply[kind]
    return place + terms.RESOURCES


@compiled
def _count_track(state: State, numbers: Bytes, place: int) -> int:
    for tile in range(terms.BONUS_TILES):
        for layer in range(s.TRACK_LAYERS):
            numbers[place + tile] += whole(state.track[layer] >> np.uint64(tile)) & 1
        numbers[place + terms.BONUS_TILES + tile] = state.bonus_space[tile]
    return place + 2 * terms.BONUS_TILES


@compiled
def _count_end_tiles(state: State, seat: int, numbers: Bytes, place: int) -> int:
    """Own tiles, faces that were missing at this seat's last look, and used faces (B8.1)."""
    taken = whole(state.end_taken)
    numbers[place] = taken
    numbers[place + 1] = state.end_used
    own = place + 2
    missing = own + FACES
    used = missing + FACES
    looked = 0
    if state.phase == s.CHOOSE:
        looked = taken
    for index in range(taken):
        if state.end_taker[index] == seat:
            looked = max(looked, index + 1)
            if state.end_spent[index] == 0:
                numbers[own + whole(state.end_face[index])] += 1
    for index in range(looked):
        if state.end_taker[index] != seat and state.viewer == s.TRUTH:
            numbers[missing + whole(state.end_face[index])] += 1
        if state.viewer != s.TRUTH and state.end_seen[index] >= 0:
            numbers[missing + whole(state.end_seen[index])] += 1
    for index in range(state.end_used):
        numbers[used + whole(state.end_used_face[index])] += 1
    return used + FACES


@compiled
def _count_seat(state: State, seat: int, numbers: Bytes, place: int) -> None:
    """One seat. What lies behind its screen came there in the open, so it is known (B2.2)."""
    numbers[place] = 1
    numbers[place + 1] = min(MOST, whole(state.points[seat]))
    numbers[place + 2] = min(MOST, whole(state.francs[seat]))
    numbers[place + 3] = state.arc[seat]
    numbers[place + 4] = state.hand[seat]
    numbers[place + 5] = state.pool[seat]
    numbers[place + 6] = state.meeple[seat]
    for index in range(state.end_taken):
        numbers[place + 7] += state.end_taker[index] == seat
    for index in range(state.end_used):
        numbers[place + 7] -= state.end_user[index] == seat
    place += 8
    for kind in range(KINDS):
        numbers[place + kind] = state.tokens[seat, kind]
        numbers[place + KINDS + kind] = state.from_tiles[seat, kind]
    place = _set(numbers, place + 2 * KINDS, whole(state.banks[seat]), s.DISTRICTS)
    for index in range(terms.PROPERTIES):
        for layer in range(s.KEY_LAYERS):
            numbers[place + index] += whole(state.keys[seat, layer] >> np.uint64(index)) & 1
    place += terms.PROPERTIES
    unused = whole(state.had[seat] & ~state.used[seat])
    place = _set(numbers, place, unused, terms.BONUS_TILES)
    _set(numbers, place, whole(state.used[seat]), terms.BONUS_TILES)


OBSERVATION = Observation(VERSION, (), NUMBER_NAMES, SCALES, observe)
