"""A position as JSON, and back (docs/notation-belle-epoque.md).

The position of a view tells what its seat can see. What is behind another seat's screen is null,
although the record knows it from the log (see `view`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import FIRST_LANDMARK
from lutetia.kernel.errors import BadTable
from lutetia.kernel.position_check import number_of
from lutetia.kernel.types import Record, new_record, unpacked

Json = dict[str, Any]

_OF_BOX = ("players", "put_away", "values", "scoring", "income", "tile_type", "end_copies")
"""The fields of the box that a position contains."""
_END_LISTS = ("end_taker", "end_face", "end_seen", "end_user", "end_used_face")


def tile_name(box: Record, tile: int) -> str | None:
    """A building tile by its printed home, as `montmartre:5`."""
    if tile < 0:
        return None
    district, slot = divmod(int(tile), terms.SLOTS)
    return f"{terms.DISTRICTS[district]}:{int(box.values[slot])}"


def face_name(face: int) -> str | None:
    """The face of an end-of-game tile, as `points:4`; None if it is hidden."""
    return terms.FACES[face] if face >= 0 else None


def position(box: Record, state: Record) -> Json:
    """The whole position, or what a view shows of it."""
    box = SimpleNamespace(**{name: box[name].tolist() for name in _OF_BOX})
    state = unpacked(state)
    seats = range(int(box.players))
    return {
        "ply": int(state.ply),
        "to_move": _seat(state.to_move),
        "phase": s.PHASES[int(state.phase)],
        "stage": s.STAGES[int(state.stage)],
        "first": _seat(state.first),
        "turns": int(state.turns),
        "round": int(state.turns) // int(box.players) + 1,
        "waiting": _waiting(box, state),
        "piles": [_pile(box, state, pile) for pile in range(terms.PILES)],
        "put_away": _tiles(box, state.away[: int(box.put_away)]),
        "drawn": tile_name(box, int(state.drawn)),
        "left_the_game": [tile_name(box, tile) for tile in _gone(state)],
        "arc": [terms.SEATS[seat] for seat in seats if state.arc[seat]],
        "districts": {
            name: _district(box, state, district) for district, name in enumerate(terms.DISTRICTS)
        },
        "landmarks": [
            int(box.values[terms.SLOTS + landmark])
            for landmark in range(terms.LANDMARKS)
            if not any(laid >> landmark & 1 for laid in state.laid)
        ],
        "scoring_tiles": [
            box.scoring[tile][0]
            for tile in range(terms.SCORING_TILES)
            if tile not in state.scoring_tile
        ],
        "supply": {
            kind: int(state.supply[index])
            for index, kind in enumerate(terms.KINDS[: terms.RESOURCES])
        },
        "track": sorted(
            (
                {
                    "space": int(state.bonus_space[tile]),
                    "tile": tile + 1,
                    "left": sum(layer >> tile & 1 for layer in state.track),
                }
                for tile in range(terms.BONUS_TILES)
            ),
            key=lambda place: place["space"],
        ),
        "end_tiles": _end_tiles(box, state),
        "seats": {terms.SEATS[seat]: _seat_position(state, seat) for seat in seats},
    }


def members(word: Any) -> list[int]:
    """The members of a set, ascending."""
    number = int(word)
    return [index for index in range(number.bit_length()) if number >> index & 1]


def _seat(seat: int) -> str | None:
    return terms.SEATS[int(seat)] if seat >= 0 else None


def _waiting(box: Record, state: Record) -> Json | None:
    """The property whose benefits wait for an answer."""
    target = int(state.target)
    if target < 0:
        return None
    if target < FIRST_LANDMARK:
        district, site = divmod(target, terms.SLOTS)
    else:
        landmark = target - int(FIRST_LANDMARK)
        district = [landmark in members(laid) for laid in state.laid].index(True)
        site = landmark + terms.SLOTS
    return {
        "district": terms.DISTRICTS[district],
        "value": int(box.values[site]),
        "scoring": bool(state.scoring_waits),
    }


def _pile(box: Record, state: Record, pile: int) -> Json:
    left = int(state.pile_left[pile])
    back = int(state.backs[pile])
    return {
        "left": left,
        "back": terms.DISTRICTS[back] if back >= 0 else None,
        "tiles": _tiles(box, state.piles[pile][:left][::-1]),
    }


def _tiles(box: Record, tiles: Any) -> list[str | None] | None:
    return None if s.HIDDEN in tiles else [tile_name(box, int(tile)) for tile in tiles]


def _gone(state: Record) -> list[int]:
    """Tiles that fitted into no district (B2.4)."""
    return [
        tile for tile in members(state.turned) if tile not in state.tile_at and tile != state.drawn
    ]


def _district(box: Record, state: Record, district: int) -> Json:
    seats = range(int(box.players))
    scoring = int(state.scoring_tile[district])
    return {
        "income": int(box.income[district]),
        "bank": [terms.SEATS[seat] for seat in seats if district in members(state.banks[seat])],
        "scoring_tile": box.scoring[scoring][0] if scoring >= 0 else None,
        "spaces": {
            str(int(box.values[slot])): _space(box, state, district, slot)
            for slot in range(terms.SLOTS)
        },
        "landmarks": {
            str(int(box.values[terms.SLOTS + landmark])): _keys(
                box, state, int(FIRST_LANDMARK) + landmark
            )
            for landmark in members(state.laid[district])
        },
    }


def _space(box: Record, state: Record, district: int, slot: int) -> Json:
    space = district * terms.SLOTS + slot
    tile = int(state.tile_at[space])
    token = int(state.token_at[space])
    return {
        "tile": tile_name(box, tile),
        "type": terms.TYPES[int(box.tile_type[tile])] if tile >= 0 else None,
        "token": terms.KINDS[token] if token >= 0 else None,
        "keys": _keys(box, state, space),
    }


def _keys(box: Record, state: Record, place: int) -> dict[str, int]:
    keys = {
        terms.SEATS[seat]: sum(layer >> place & 1 for layer in state.keys[seat])
        for seat in range(int(box.players))
    }
    return {seat: count for seat, count in keys.items() if count}


def _end_tiles(box: Record, state: Record) -> Json:
    taken = range(int(state.end_taken))
    looking = state.phase == s.CHOOSE and state.viewer == state.to_move + 2
    return {
        "left": terms.END_TILES - int(state.end_taken),
        "faces": _left(box, state) if looking or state.viewer == s.TRUTH else None,
        "taken": [
            {
                "by": _seat(state.end_taker[index]),
                "face": face_name(int(state.end_face[index])),
                "used": None if state.end_face[index] < 0 else bool(state.end_spent[index]),
            }
            for index in taken
        ],
        "used": [
            {
                "by": _seat(state.end_user[index]),
                "face": face_name(int(state.end_used_face[index])),
            }
            for index in range(int(state.end_used))
        ],
        "looks": {
            terms.SEATS[seat]: _looks(state, seat) if _sees(state, seat) else None
            for seat in range(int(box.players))
        },
    }


def _left(box: Record, state: Record) -> list[str]:
    """The faces on the table, as known to the truth or to the seat that looks at them now."""
    known = [*state.end_face, *state.end_seen]
    return [
        name
        for face, name in enumerate(terms.FACES)
        for _ in range(box.end_copies[face] - known.count(face))
    ]


def _looks(state: Record, seat: int) -> list[Json]:
    """What a seat's looks told it: which faces others took in between, not who took which one."""
    looks: list[Json] = []
    since = 0
    ends = [index for index in range(int(state.end_taken)) if state.end_taker[index] == seat]
    if state.phase == s.CHOOSE and state.to_move == seat:
        ends.append(int(state.end_taken))
    for end in ends:
        found = state.end_face if state.viewer == s.TRUTH else state.end_seen
        faces = sorted(int(face) for face in found[since:end])
        takers = [_seat(taker) for taker in state.end_taker[since:end]]
        if faces:
            looks.append({"by": takers, "faces": [face_name(face) for face in faces]})
        since = end + 1
    return looks


def _sees(state: Record, seat: int) -> bool:
    """Whether the position tells what a seat has behind its screen."""
    return state.viewer in (s.TRUTH, seat + 2)


def _seat_position(state: Record, seat: int) -> Json:
    behind = _sees(state, seat)
    unused = [tile + 1 for tile in members(state.had[seat] & ~state.used[seat])]
    taken = state.end_taker[: state.end_taken].count(seat)
    used = state.end_user[: state.end_used].count(seat)
    return {
        "points": int(state.points[seat]),
        "francs": int(state.francs[seat]) if behind else None,
        "tokens": _amounts(state.tokens[seat]) if behind else None,
        "from_tiles": _amounts(state.from_tiles[seat]) if behind else None,
        "hand": int(state.hand[seat]) if behind else None,
        "pool": int(state.pool[seat]),
        "meeple": int(state.meeple[seat]),
        "bonus": {
            "unused": unused if behind else None,
            "unused_count": len(unused),
            "used": [tile + 1 for tile in members(state.used[seat])],
        },
        "end_tiles": taken - used,
    }


def _amounts(amounts: Any) -> dict[str, int]:
    return {kind: int(amount) for kind, amount in zip(terms.KINDS, amounts, strict=True)}


def read_position(box: Record, found: Mapping[str, Any]) -> Record:
    """The state that a whole position describes. `position_check` says whether it can be."""
    state = new_record(s.STATE)
    for name in ("tile_at", "scoring_tile", *_END_LISTS):
        state[name][:] = s.NONE
    state.target = s.NONE
    _read_turn(box, state, found)
    _read_tiles(box, state, found)
    for district, name in enumerate(terms.DISTRICTS):
        _read_district(box, state, district, found["districts"][name])
    for seat in range(int(box.players)):
        _read_seat(state, seat, found["seats"][terms.SEATS[seat]])
    _read_track(state, found)
    _read_end_tiles(state, found["end_tiles"])
    _read_waiting(box, state, found["waiting"])
    return state


def _read_turn(box: Record, state: Record, found: Mapping[str, Any]) -> None:
    state.ply = found["ply"]
    state.to_move = _number(terms.SEATS, found["to_move"])
    state.phase = s.PHASES.index(found["phase"])
    state.stage = s.STAGES.index(found["stage"])
    state.first = terms.SEATS.index(found["first"])
    state.turns = found["turns"]
    for name in found["arc"]:
        state.arc[terms.SEATS.index(name)] = 1
    for index, kind in enumerate(terms.KINDS[: terms.RESOURCES]):
        state.supply[index] = found["supply"][kind]


def _number(names: tuple[str, ...], name: str | None) -> int:
    return s.NONE if name is None else names.index(name)


def _set(found: list[int]) -> Any:
    return np.uint64(sum(1 << index for index in found))


def _read_tile(box: Record, name: str | None) -> int:
    if name is None:
        return s.NONE
    district, _, value = name.partition(":")
    values = [str(value) for value in box.values[: terms.SLOTS]]
    if district not in terms.DISTRICTS or value not in values:
        raise BadTable(f"position: the building tile {name!r} is unknown")
    return terms.DISTRICTS.index(district) * terms.SLOTS + values.index(value)


def _read_tiles(box: Record, state: Record, found: Mapping[str, Any]) -> None:
    """Piles and tiles that are not on the board; districts have the tiles on the board."""
    state.piles[:] = s.NONE
    state.away[:] = s.NONE
    for index, name in enumerate(found["put_away"]):
        state.away[index] = _read_tile(box, name)
    for pile, content in enumerate(found["piles"]):
        tiles = [_read_tile(box, name) for name in content["tiles"]]
        state.pile_left[pile] = len(tiles)
        state.piles[pile, : len(tiles)] = tiles[::-1]
        state.backs[pile] = _number(terms.DISTRICTS, content["back"])
    state.drawn = _read_tile(box, found["drawn"])
    for name in [*found["left_the_game"], found["drawn"]]:
        if name is not None:
            state.turned |= _set([_read_tile(box, name)])


def _read_district(box: Record, state: Record, district: int, found: Mapping[str, Any]) -> None:
    for name in found["bank"]:
        state.banks[terms.SEATS.index(name)] |= _set([district])
    if found["scoring_tile"] is not None:
        tile = list(box.scoring[:, 0]).index(found["scoring_tile"])
        state.scoring_tile[district] = tile
    for slot in range(terms.SLOTS):
        space = found["spaces"][str(int(box.values[slot]))]
        place = district * terms.SLOTS + slot
        tile = _read_tile(box, space["tile"])
        if tile >= 0:
            state.turned |= _set([tile])
            state.tile_at[place] = tile
            state.built |= _set([place])
        state.token_at[place] = _number(terms.KINDS, space["token"])
        _read_keys(state, place, space["keys"])
    for value, keys in found["landmarks"].items():
        landmark = list(box.values[terms.SLOTS :]).index(int(value))
        state.laid[district] |= _set([landmark])
        _read_keys(state, int(FIRST_LANDMARK) + landmark, keys)


def _read_keys(state: Record, place: int, keys: Mapping[str, int]) -> None:
    for name, count in keys.items():
        for layer in range(count):
            state.keys[terms.SEATS.index(name), layer] |= _set([place])


def _read_seat(state: Record, seat: int, found: Mapping[str, Any]) -> None:
    state.points[seat] = found["points"]
    state.francs[seat] = found["francs"]
    state.hand[seat] = found["hand"]
    state.pool[seat] = found["pool"]
    state.meeple[seat] = found["meeple"]
    for index, kind in enumerate(terms.KINDS):
        state.tokens[seat, index] = found["tokens"][kind]
        state.from_tiles[seat, index] = found["from_tiles"][kind]
    state.used[seat] = _set([tile - 1 for tile in found["bonus"]["used"]])
    state.had[seat] = state.used[seat] | _set([tile - 1 for tile in found["bonus"]["unused"]])


def _read_track(state: Record, found: Mapping[str, Any]) -> None:
    for place in found["track"]:
        state.bonus_space[place["tile"] - 1] = place["space"]
        for layer in range(place["left"]):
            state.track[layer] |= _set([place["tile"] - 1])


def _read_end_tiles(state: Record, found: Mapping[str, Any]) -> None:
    state.end_taken = len(found["taken"])
    for index, tile in enumerate(found["taken"]):
        state.end_taker[index] = terms.SEATS.index(tile["by"])
        state.end_face[index] = _face(tile["face"])
        state.end_spent[index] = tile["used"]
    state.end_used = len(found["used"])
    for index, tile in enumerate(found["used"]):
        state.end_user[index] = terms.SEATS.index(tile["by"])
        state.end_used_face[index] = _face(tile["face"])


def _face(name: str | None) -> int:
    if name is None:
        raise BadTable("position: the face of an end-of-game tile is hidden, so it is not whole")
    return number_of(terms.FACES, name, "end-of-game tile")


def _read_waiting(box: Record, state: Record, found: Mapping[str, Any] | None) -> None:
    if found is None:
        return
    site = list(box.values).index(found["value"])
    if site < terms.SLOTS:
        district = terms.DISTRICTS.index(found["district"])
        state.target = district * terms.SLOTS + site
    else:
        state.target = FIRST_LANDMARK + site - terms.SLOTS
    state.scoring_waits = found["scoring"]
