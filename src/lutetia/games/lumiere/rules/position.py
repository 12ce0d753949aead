"""A position as JSON and back (docs/notation.md, "The position of La Cité")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import numpy as np

from lutetia.games.lumiere.rules.geometry import ONE, SPACES, SQUARES, space_name
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    BUILDINGS,
    HELD,
    KINDS,
    NONE,
    PIECE_POSTCARD,
    PIECES,
    POSTCARDS,
    POWER_STATES,
    POWERS,
    SEATS,
    STATUE,
    TILES,
)
from lutetia.games.lumiere.rules.notation import SIDES, square_name
from lutetia.games.lumiere.rules.state import STATE
from lutetia.kernel.position_check import number_of
from lutetia.kernel.types import Record, Word, new_record, record_from, unpacked

PHASES = {1: "laying", 2: "building", 3: "over"}
CARD_OF_PIECE: list[int] = PIECE_POSTCARD.tolist()
SPACE_NAMES = tuple(space_name(space) for space in range(SPACES))
SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES))
NUMBER_OF_SPACE = {space_name(space): space for space in range(SPACES)}
NUMBER_OF_SQUARE = {square_name(square): square for square in range(SQUARES)}


def position(state: Record) -> dict[str, Any]:
    """Everything about a position. What a view hides is null.

    Positions share their equal parts, because a server asks often: do not change them.
    """
    content = state.tobytes()
    seen = b"".join(content[part] for part in _SEEN_BY_ALL)
    held, pile, drawn = state["held"].tolist(), state["pile"].tolist(), state["drawn"].tolist()
    counts = state["held_count"].tolist()
    return {
        **_seen_by_all(seen),
        "hands": _by_seat(lambda seat: _hand(held[seat], counts[seat])),
        "piles": _by_seat(lambda seat: _pile(pile[seat], drawn[seat])),
    }


HIDDEN = ("held", "pile")
"""The fields that viewers see differently."""


def _without(fields: tuple[str, ...]) -> tuple[slice, ...]:
    """The bytes of a state without some fields."""
    assert STATE.fields is not None
    places = sorted((STATE.fields[name][1], STATE.fields[name][0].itemsize) for name in fields)
    begins = [0, *(offset + size for offset, size in places)]
    ends = [*(offset for offset, _ in places), STATE.itemsize]
    return tuple(map(slice, begins, ends))


_SEEN_BY_ALL = _without(HIDDEN)


@lru_cache(64)
def _seen_by_all(content: bytes) -> dict[str, Any]:
    """The parts of a position that all viewers see in the same way, from the bytes of a state
    without the hidden fields. A server asks for them for one seat after the other."""
    whole, begin = bytearray(STATE.itemsize), 0
    for part in _SEEN_BY_ALL:
        end = begin + part.stop - part.start
        whole[part], begin = content[begin:end], end
    state = unpacked(record_from(STATE, bytes(whole)))
    return {
        "game": "lumiere",
        "ply": int(state.ply),
        "phase": PHASES[int(state.phase)],
        "to_move": _seat(state.to_move),
        "passes": int(state.passes),
        "pending": _name(BUILDING_NAMES, state.pending),
        "squares": dict(zip(SQUARE_NAMES, map(_tile, state.square), strict=True)),
        "spaces": _spaces(state),
        "buildings": [
            {
                "name": BUILDING_NAMES[building],
                "owner": _seat(state.owner[building]),
                "spaces": names_of(state.footprint[building]),
                "annex": _annex(state, building),
            }
            for building in range(len(BUILDING_NAMES))
            if state.owner[building] != NONE
        ],
        "pieces": {PIECES[piece]: _piece(state, piece) for piece in range(len(PIECES))},
        "pool": _set(BUILDINGS, state.pool),
        "reserves": _by_seat(lambda seat: _set(BUILDINGS, state.reserve[seat])),
        "postcards": [
            {
                "name": POSTCARDS[card],
                "state": _card_state(state, card),
                "owner": _seat(state.used_by[card]),
            }
            for card in range(len(POSTCARDS))
            if state.in_play >> card & 1
        ],
        "powers": {
            name: POWER_STATES[int(power)] for name, power in zip(POWERS, state.power, strict=True)
        },
        "tokens": _by_seat(lambda seat: int(state.tokens[seat])),
        "hands": None,
        "hand_counts": _by_seat(lambda seat: int(state.held_count[seat])),
        "piles": None,
        "pile_counts": _by_seat(lambda seat: TILES - int(state.drawn[seat])),
    }


def names_of(spaces: Word) -> list[str]:
    """The names of the spaces of a set."""
    return [SPACE_NAMES[space] for space in _members_of(int(spaces))]


def _members_of(spaces: int) -> Iterator[int]:
    """The spaces of a set, in ascending order."""
    while spaces:
        lowest = spaces & -spaces
        yield lowest.bit_length() - 1
        spaces ^= lowest


def _by_seat(value: Any) -> dict[str, Any]:
    return {name: value(seat) for seat, name in enumerate(SEATS)}


def _seat(seat: int) -> str | None:
    return _name(SEATS, seat)


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NONE else names[int(number)]


@lru_cache(1024)
def _set(names: tuple[str, ...], members: int) -> list[str]:
    return [name for number, name in enumerate(names) if members >> number & 1]


@cache
def _tile(laid: int) -> dict[str, Any] | None:
    if laid == NONE:
        return None
    return {"owner": SEATS[laid // 32], "tile": laid // 4 % 8 + 1, "turned": laid % 4 * 90}


def _hand(held: int, count: int) -> list[int] | None:
    tiles = [tile + 1 for tile in range(TILES) if held >> tile & 1]
    return tiles if len(tiles) == count else None


def _pile(pile: list[int], drawn: int) -> list[int] | None:
    left = [tile + 1 for tile in pile[drawn:]]
    return None if 0 in left else left


def _card_state(state: Record, card: int) -> str:
    if state.used_by[card] == NONE:
        return "open"
    name = POSTCARDS[card]
    held = name in POWERS and state.power[POWERS.index(name)] == HELD
    return "held" if held else "used"


def _annex(state: Record, building: int) -> str | None:
    return SPACE_NAMES[state.annex] if state.annex_host == building else None


def _piece(state: Record, piece: int) -> dict[str, Any] | None:
    space = int(state.piece[piece])
    if space == NONE:
        return None
    found = {"space": SPACE_NAMES[space], "owner": _piece_owner(state, piece)}
    if piece == STATUE:
        found["facing"] = SIDES[int(state.facing)]
    return found


def _spaces(state: Record) -> dict[str, Any]:
    """Every space: its printed kind, what stands on it and who owns that."""
    kinds = _printed(tuple(state.spaces))
    found = kinds.copy()

    def put(space: int, piece: str, owner: str | None) -> None:
        name = SPACE_NAMES[space]
        found[name] = {"kind": kinds[name]["kind"], "piece": piece, "owner": owner}

    for building, footprint in enumerate(state.footprint):
        if footprint:
            owner = _seat(state.owner[building])
            for space in _members_of(footprint):
                put(space, BUILDING_NAMES[building], owner)
    if state.annex != NONE:
        put(state.annex, "annex", _seat(state.owner[state.annex_host]))
    for piece, space in enumerate(state.piece):
        if space != NONE:
            put(space, PIECES[piece], _piece_owner(state, piece))
    return found


@lru_cache(256)
def _printed(spaces: tuple[int, ...]) -> dict[str, Any]:
    """Every space with its printed kind and nothing on it, from the sets of spaces by kind."""
    found: dict[str, Any] = dict.fromkeys(SPACE_NAMES)
    for kind, members in zip(KINDS, spaces, strict=True):
        for space in _members_of(members):
            found[SPACE_NAMES[space]] = {"kind": kind, "piece": None, "owner": None}
    return found


def _piece_owner(state: Any, piece: int) -> str | None:
    return _seat(state.used_by[CARD_OF_PIECE[piece]])


def read_position(found: Mapping[str, Any]) -> Record:
    """The state that a whole position describes. `position_check` says whether it can be."""
    state = new_record(STATE)
    state.ply = found["ply"]
    state.phase = next(number for number, name in PHASES.items() if name == found["phase"])
    state.to_move = _number(SEATS, found["to_move"])
    state.passes = found["passes"]
    state.pending = _number(BUILDINGS, found["pending"], "building")
    state.pool = _members(BUILDINGS, found["pool"], "building")
    state.in_play = _members(POSTCARDS, [card["name"] for card in found["postcards"]], "postcard")
    _read_squares(state, found)
    _read_seats(state, found)
    _read_postcards(state, found)
    _read_buildings(state, found)
    _read_pieces(state, found)
    return state


def _number(names: tuple[str, ...], name: str | None, what: str = "seat") -> int:
    return NONE if name is None else number_of(names, name, what)


def _members(names: tuple[str, ...], found: list[str], what: str) -> int:
    return sum(1 << number_of(names, name, what) for name in found)


def _space(name: str) -> int:
    return number_of(SPACE_NAMES, name, "space")


def _spaces_set(names: list[str]) -> np.uint64:
    return np.uint64(sum({1 << _space(name) for name in names}))


def _read_squares(state: Record, found: Mapping[str, Any]) -> None:
    state.square[:] = NONE
    for name, tile in found["squares"].items():
        if tile is not None:
            number = SEATS.index(tile["owner"]) * TILES + tile["tile"] - 1
            square = number_of(SQUARE_NAMES, name, "square")
            state.square[square] = number * 4 + tile["turned"] // 90
    for name, space in found["spaces"].items():
        if space is not None:
            kind = KINDS.index(space["kind"])
            state.spaces[kind] |= ONE << np.uint64(_space(name))
            if space["piece"] is not None:
                state.occupied |= ONE << np.uint64(_space(name))


def _read_seats(state: Record, found: Mapping[str, Any]) -> None:
    state.pile[:] = NONE
    for seat, name in enumerate(SEATS):
        state.reserve[seat] = _members(BUILDINGS, found["reserves"][name], "building")
        state.tokens[seat] = found["tokens"][name]
        state.held[seat] = sum(1 << tile - 1 for tile in found["hands"][name] or [])
        state.held_count[seat] = found["hand_counts"][name]
        state.drawn[seat] = TILES - found["pile_counts"][name]
        for place, tile in enumerate(found["piles"][name] or [], int(state.drawn[seat])):
            state.pile[seat, place] = tile - 1


def _read_postcards(state: Record, found: Mapping[str, Any]) -> None:
    state.used_by[:] = NONE
    for card in found["postcards"]:
        state.used_by[POSTCARDS.index(card["name"])] = _number(SEATS, card["owner"])
    for number, name in enumerate(POWERS):
        state.power[number] = POWER_STATES.index(found["powers"][name])


def _read_buildings(state: Record, found: Mapping[str, Any]) -> None:
    state.owner[:] = NONE
    state.annex = state.annex_host = NONE
    for building in found["buildings"]:
        number = number_of(BUILDING_NAMES, building["name"], "building")
        seat = SEATS.index(building["owner"])
        state.owner[number] = seat
        state.footprint[number] = _spaces_set(building["spaces"])
        state.built[seat] |= state.footprint[number]
        if building["annex"] is not None:
            state.annex = _space(building["annex"])
            state.annex_host = number


def _read_pieces(state: Record, found: Mapping[str, Any]) -> None:
    state.piece[:] = NONE
    state.facing = NONE
    for number, name in enumerate(PIECES):
        piece = found["pieces"][name]
        if piece is not None:
            state.piece[number] = _space(piece["space"])
            if number == STATUE:
                state.facing = SIDES.index(piece["facing"])
