"""The parts of a score of La Cité: each building, the largest group, each unbuilt building (L8)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from lutetia.games.lumiere.rules.geometry import SPACES, beside, reach, space_name
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    BUILDINGS,
    DANCER,
    FOUNTAIN,
    GARDEN,
    GROUP_LINE,
    LARGE_LAMP,
    LIGHT_LINE,
    LINES,
    NONE,
    PAINTER,
    PIECE_POSTCARD,
    PIECES,
    POSTCARD_LINE,
    SACRE_COEUR,
    SEATS,
    STATUE,
    STREETLIGHT,
    UNBUILT_LINE,
    UNBUILT_POINTS,
)
from lutetia.games.lumiere.rules.scoring import large_light, piece_points, small_lights
from lutetia.kernel.contract import Game
from lutetia.kernel.score_parts import PartValue, ScorePart
from lutetia.kernel.types import Record


def score_parts(game: Game, state: Record) -> Iterator[ScorePart]:
    """All parts of the scores of both seats."""
    for seat in range(game.seats):
        own = [building for building in range(GARDEN + 1) if state.owner[building] == seat]
        for building in own:
            yield _light(game, state, seat, building)
        group = _largest_group(state, own)
        if group:
            yield _group(state, seat, group)
        yield from _unbuilt(state, seat)
        for piece in (PAINTER, DANCER, FOUNTAIN, STATUE):
            if state.piece[piece] != NONE and state.used_by[PIECE_POSTCARD[piece]] == seat:
                points = int(piece_points(game.box, state, seat, piece))
                values = {"piece": PIECES[piece], "at": space_name(int(state.piece[piece]))}
                line = LINES[POSTCARD_LINE]
                yield ScorePart(seat, line, PIECES[piece], points, values, PIECES[piece])


def _light(game: Game, state: Record, seat: int, building: int) -> ScorePart:
    """L8.1: the size of a building times the number of its streetlights."""
    name, size = BUILDING_NAMES[building], _size(state.footprint[building])
    lamps = _lamps(game, state, building)
    annex = " with annex" if state.annex_host == building else ""
    word = "light" if len(lamps) == 1 else "lights"
    return ScorePart(
        seat,
        LINES[LIGHT_LINE],
        name,
        size * len(lamps),
        {"building": name, "size": size, "lamps": lamps, "lost": _lost(state, building)},
        f"{name}{annex}: size {size} × {len(lamps)} {word}",
    )


def _lamps(game: Game, state: Record, building: int) -> list[str]:
    """The spaces of all streetlights that light a building."""
    footprint = state.footprint[building]
    near = int(beside(footprint) & np.uint64(small_lights(state)))
    lamps = [space for space in range(SPACES) if near >> space & 1]
    if int(footprint) & int(large_light(game.box, state)):
        lamps.append(int(state.piece[LARGE_LAMP]))
    return [space_name(space) for space in lamps]


def _lost(state: Record, building: int) -> list[str]:
    """The printed streetlights beside a building that are covered, and by whom: `d5:blue`."""
    near = int(beside(state.footprint[building]) & state.spaces[STREETLIGHT])
    return [
        f"{space_name(space)}:{name}"
        for space in range(SPACES)
        for seat, name in enumerate(SEATS)
        if (near & int(state.built[seat])) >> space & 1
    ]


def _group(state: Record, seat: int, group: list[int]) -> ScorePart:
    """L8.2: the spaces of touching buildings."""
    names = [BUILDING_NAMES[building] for building in group]
    points = sum(_size(state.footprint[building]) for building in group)
    values: dict[str, PartValue] = {"buildings": names, "size": points}
    return ScorePart(seat, LINES[GROUP_LINE], "", points, values, " + ".join(names))


def _largest_group(state: Record, own: list[int]) -> list[int]:
    """The buildings of the largest group; if several are equal, the first one."""
    best: list[int] = []
    largest = 0
    for building in own:
        seat = int(state.owner[building])
        spaces = reach(state.footprint[building], state.built[seat])
        if _size(spaces) > largest:
            largest = _size(spaces)
            best = [other for other in own if int(state.footprint[other]) & int(spaces)]
    return best


def _unbuilt(state: Record, seat: int) -> Iterator[ScorePart]:
    """L8.3, L7.5: what each building of the reserve costs."""
    spared = int(state.used_by[SACRE_COEUR]) == seat
    for building, name in enumerate(BUILDINGS):
        if int(state.reserve[seat]) >> building & 1:
            text = f"{name}{', spared by sacre-coeur' if spared else ''}"
            points = 0 if spared else UNBUILT_POINTS
            yield ScorePart(seat, LINES[UNBUILT_LINE], name, points, {"building": name}, text)


def tie_breaks(game: Game, state: Record) -> list[tuple[str, list[int]]]:
    """L8.6: the uncovered spaces of each colour."""
    uncovered = [_size(state.spaces[seat] & ~state.occupied) for seat in range(game.seats)]
    return [("uncovered spaces of one's colour", uncovered)]


def _size(spaces: int) -> int:
    return int(spaces).bit_count()
