"""What is impossible in a position of the Belle Époque that somebody wrote.

The shape of the position, and whether its parts agree, is checked before (`checked_state`). These
checks count the pieces of the box, and ask whether the phase fits. They do not ask how the position
came about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from lutetia.games.belle_epoque.rules import terms
from lutetia.kernel.types import Record

Json = Mapping[str, Any]

TOKENS = 6
"""Tokens of each kind in the box (B1.5)."""
WAITING = ("bonus", "prestige", "scoring")
"""The phases in which a property's benefits wait for an answer."""


def impossible(box: Record, found: Json) -> Iterator[str]:
    """Every fault as a sentence with its rule. The parts of the position agree."""
    tiles = [*found["put_away"], *(tile for pile in found["piles"] for tile in pile["tiles"])]
    if None in tiles:
        yield "a building tile is hidden, so this is no whole position"
        return
    yield from _building_tiles(box, found)
    yield from _keys(box, found)
    yield from _tokens(found)
    yield from _bonus_tiles(box, found)
    yield from _end_tiles(box, found)
    yield from _small_numbers(found)
    yield from _turn(box, found)


def _spaces(found: Json) -> Iterator[tuple[str, str, Json]]:
    for district, part in found["districts"].items():
        for value, space in part["spaces"].items():
            yield district, value, space


def _building_tiles(box: Record, found: Json) -> Iterator[str]:
    """B1.2, B2.1, B2.4."""
    every = Counter(
        f"{district}:{int(value)}"
        for district in terms.DISTRICTS
        for value in box.values[: terms.SLOTS]
    )
    tiles = Counter(tile for pile in found["piles"] for tile in pile["tiles"])
    tiles.update(found["put_away"])
    tiles.update(found["left_the_game"])
    tiles.update(space["tile"] for _, _, space in _spaces(found) if space["tile"])
    tiles.update([found["drawn"]] if found["drawn"] else [])
    for tile in sorted(tiles.keys() | every.keys()):
        if tiles[tile] != 1:
            yield f"the building tile {tile} is in {tiles[tile]} places, not in one (B1.2)"
    for pile in found["piles"]:
        if pile["tiles"] and pile["back"] != pile["tiles"][0].partition(":")[0]:
            yield "the back of a pile is not that of its top tile (B1.3)"
    if len(found["put_away"]) != box.put_away:
        yield f"{len(found['put_away'])} tiles are put away, not {int(box.put_away)} (B2.1)"
    for district, value, space in _spaces(found):
        if space["tile"] is None:
            continue
        home, _, printed = space["tile"].partition(":")
        if printed != value or (home != district and not box.any_district):
            yield f"the tile {space['tile']} cannot be on {district}:{value} (B3.1, B2.4)"
    for district, part in found["districts"].items():
        types = Counter(space["type"] for space in part["spaces"].values() if space["tile"])
        if max(types.values(), default=0) > 1:
            yield f"{district} has two buildings of one type (B2.4)"
    if not box.any_district and (found["left_the_game"] or found["drawn"]):
        yield "a tile waits or has left the game, which only any-district can bring (B2.4)"


def _keys(box: Record, found: Json) -> Iterator[str]:
    """B1.11, B5.1."""
    for seat, has in found["seats"].items():
        count = found["arc"].count(seat)
        for part in found["districts"].values():
            count += part["bank"].count(seat)
            for place in [*(s["keys"] for s in part["spaces"].values()), *_landmarks(part)]:
                count += place.get(seat, 0)
        whole = int(box.hand) + int(box.pool)
        total = has["hand"] + has["pool"] + count
        if min(has["hand"], has["pool"]) < 0 or has["pool"] > box.pool or total != whole:
            yield f"{seat} has {total} keys in hand, pool and on the board, not {whole} (B1.11)"
    for district, value, space in _spaces(found):
        if space["keys"] and space["tile"] is None:
            yield f"a key is on {district}:{value}, where no building stands (B5.1)"


def _landmarks(part: Json) -> Iterator[Mapping[str, int]]:
    yield from part["landmarks"].values()


def _tokens(found: Json) -> Iterator[str]:
    """B1.5, B3.3."""
    for kind in terms.KINDS:
        own = 0
        for seat, has in found["seats"].items():
            tokens, from_tiles = has["tokens"][kind], has["from_tiles"][kind]
            if not 0 <= from_tiles <= tokens:
                yield f"{seat} has {tokens} {kind} and {from_tiles} of them from tiles (B3.3)"
            own += tokens - from_tiles
        total = own + sum(space["token"] == kind for _, _, space in _spaces(found))
        supply = found["supply"].get(kind)
        if supply is None and total > TOKENS:
            yield f"there are {total} {kind}, but the box has {TOKENS} (B1.5)"
        if supply is not None and (supply < 0 or total + supply != TOKENS):
            yield f"there are {total + supply} {kind}, but the box has {TOKENS} (B1.5)"


def _bonus_tiles(box: Record, found: Json) -> Iterator[str]:
    """B1.9, B7.1."""
    if sorted(place["space"] for place in found["track"]) != list(range(1, terms.BONUS_TILES + 1)):
        yield f"the bonus track does not have the spaces 1 to {terms.BONUS_TILES} (B1.9)"
    for place in found["track"]:
        tile, copies = place["tile"], int(box.bonus_copies[place["tile"] - 1])
        holders = sum(
            tile in (*has["bonus"]["unused"], *has["bonus"]["used"])
            for has in found["seats"].values()
        )
        if place["left"] + holders != copies:
            yield f"there are {place['left'] + holders} bonus tiles {tile}, not {copies} (B1.9)"
        if not box.advanced and place["space"] != tile:
            yield f"bonus tile {tile} is on space {place['space']} (B2.3)"


def _end_tiles(box: Record, found: Json) -> Iterator[str]:
    """B1.10, B8.1."""
    end = found["end_tiles"]
    taken = Counter(tile["face"] for tile in end["taken"])
    for face, count in taken.items():
        copies = int(box.end_copies[terms.FACES.index(face)])
        if count > copies:
            yield f"{count} end-of-game tiles {face} were taken, but the box has {copies} (B1.10)"
    used = Counter((tile["by"], tile["face"]) for tile in end["used"])
    if used != Counter((tile["by"], tile["face"]) for tile in end["taken"] if tile["used"]):
        yield "the used end-of-game tiles are not those of the tiles that were taken (B8.1)"
    piles = any(pile["left"] for pile in found["piles"])
    if piles and (end["taken"] or found["phase"] == "choose"):
        yield "end-of-game tiles are taken only when the piles are empty (B3.1)"
    if (found["stage"] == "open") != (len(end["taken"]) < terms.END_TILES):
        yield f"the stage is {found['stage']} with {len(end['taken'])} end-of-game tiles taken"


def _small_numbers(found: Json) -> Iterator[str]:
    for seat, has in found["seats"].items():
        if min(has["points"], has["francs"]) < 0:
            yield f"{seat} has less than no points or francs"
        if not 0 <= has["meeple"] <= terms.BONUS_TILES:
            yield f"{seat}'s flâneur is on space {has['meeple']}, but there are 30 (B7.1)"
    if found["turns"] < 0 or found["ply"] < found["turns"]:
        yield f"{found['turns']} turns cannot be finished after {found['ply']} moves"


def _turn(box: Record, found: Json) -> Iterator[str]:
    """B3.1, B6, B8.2."""
    phase, piles = found["phase"], any(pile["left"] for pile in found["piles"])
    if (phase == "over") != (found["to_move"] is None):
        yield "somebody is to move exactly while the game goes on (B8.2)"
    if phase == "over" and found["stage"] != "final":
        yield "the game is over only after the last turns (B8.2)"
    if phase == "draw" and not piles:
        yield "there is nothing left to draw (B3.1)"
    if (phase == "place") != (found["drawn"] is not None):
        yield "a drawn tile waits exactly in the phase `place` (B2.4)"
    if (phase in WAITING) != (found["waiting"] is not None):
        yield "the phase does not agree with what waits for an answer (B6)"
    elif found["waiting"] is not None:
        yield from _waiting(found)
    if found["to_move"] is not None:
        players = int(box.players)
        first = terms.SEATS.index(found["first"])
        if terms.SEATS.index(found["to_move"]) != (first + found["turns"]) % players:
            yield f"{found['to_move']} is not to move after {found['turns']} turns (B3.1)"


def _waiting(found: Json) -> Iterator[str]:
    waits = found["waiting"]
    part, value = found["districts"][waits["district"]], str(waits["value"])
    keys = part["landmarks"].get(value) or part["spaces"].get(value, {}).get("keys") or {}
    landmark = value in part["landmarks"]
    if found["to_move"] not in keys:
        yield "the property that waits for an answer has no key of the player to move (B6)"
    if (found["phase"] == "prestige" and not landmark) or (found["phase"] == "bonus" and landmark):
        yield f"the phase {found['phase']} does not belong to this property (B6.2, B6.3)"
    if found["phase"] == "scoring" and not waits["scoring"]:
        yield "no scoring tile waits to be placed (B6.4)"
