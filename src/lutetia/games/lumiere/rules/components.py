"""Reads the component file, checks it, and fills the box (L1.3, L1.4, L1.8)."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from lutetia.games.lumiere.rules.geometry import ONE, SIDE, SPACES, space_at
from lutetia.games.lumiere.rules.names import BUILDING_NAMES, BUILDINGS, GARDEN, KINDS, SIZES, TILES
from lutetia.kernel.components import CURRENT, Chosen, Which, chosen_components, current_text
from lutetia.kernel.errors import BadComponents
from lutetia.kernel.types import Record

Cells = tuple[tuple[int, int], ...]
"""The spaces of a shape as (column, row). Rows count upwards; the bounding box starts at (0, 0)."""

TOTALS = {"o": 16, "r": 7, "m": 5, "L": 4}
"""Spaces of each kind in one player's eight tiles (L1.3)."""

PATTERN_SIDE = 5


@dataclass(frozen=True)
class Components:
    """The checked contents of a component file."""

    tiles: tuple[tuple[str, str], ...]
    buildings: dict[str, Cells]
    large_streetlight: Cells
    """Offsets from the lamp."""

    def digest(self) -> str:
        """A hash of what the file means. Comments and order do not change it."""
        meaning = [self.tiles, sorted(self.buildings.items()), sorted(self.large_streetlight)]
        return hashlib.sha256(json.dumps(meaning).encode()).hexdigest()


@cache
def standard_components() -> Components:
    """The components with which new games are played."""
    return parse_components(current_text(__package__), CURRENT)


def load_components(which: Which) -> Chosen[Components]:
    """The components of a user's own file, of a digest, or the standard ones; and their digest."""
    return chosen_components(__package__, which, standard_components, parse_components)


def parse_components(text: str, name: str) -> Components:
    """Check a component file; `BadComponents` names the file and the field."""
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Errors of TOML itself, numbers with thousands of digits, and lists nested too deeply.
        raise BadComponents(f"{name}: not a TOML file ({error})") from None
    reader = _Reader(name, data)
    reader.expect("format", str(data.get("format")) == "1", "must be 1")
    return Components(
        tiles=reader.tiles(),
        buildings=reader.buildings(),
        large_streetlight=reader.pattern(),
    )


class _Reader:
    """Reads one file, and says where it is wrong."""

    def __init__(self, name: str, data: dict[str, Any]) -> None:
        self.name = name
        self.data = data

    def expect(self, field: str, holds: bool, fault: str) -> None:
        if not holds:
            raise BadComponents(f"{self.name}: {field}: {fault}")

    def section(self, field: str) -> dict[str, Any]:
        section = self.data.get(field)
        if not isinstance(section, dict):
            raise BadComponents(f"{self.name}: {field}: this section is missing")
        return section

    def rows(self, field: str, value: Any, letters: str) -> list[str]:
        """A list of words of the same length that use only these letters."""
        self.expect(
            field,
            isinstance(value, list) and bool(value) and all(isinstance(r, str) for r in value),
            "must be a list of rows in quotes",
        )
        self.expect(field, len({len(row) for row in value}) == 1, "rows differ in length")
        wrong = sorted(set("".join(value)) - set(letters))
        self.expect(field, not wrong, f"unknown sign {''.join(wrong)!r}, known are {letters!r}")
        self.expect(field, bool(value[0]), "rows are empty")
        return list(value)

    def tiles(self) -> tuple[tuple[str, str], ...]:
        tiles = self.section("tiles").get("set")
        if not isinstance(tiles, list) or len(tiles) != TILES:
            raise BadComponents(f"{self.name}: tiles.set: must list {TILES} tiles")
        checked = []
        for number, tile in enumerate(tiles, 1):
            field = f"tiles.set[{number}]"
            rows = self.rows(field, tile, "ormL")
            self.expect(field, len(rows) == 2 == len(rows[0]), "must be two rows of two spaces")
            checked.append((rows[0], rows[1]))
        found = Counter("".join(top + bottom for top, bottom in checked))
        for kind, total in TOTALS.items():
            self.expect(
                "tiles.set", found[kind] == total, f"{found[kind]} spaces {kind!r}, not {total}"
            )
        return tuple(checked)

    def buildings(self) -> dict[str, Cells]:
        section = {k: v for k, v in self.section("buildings").items() if k != "provenance"}
        for name in section:
            self.expect(f"buildings.{name}", name in BUILDINGS, "no building has this name")
        shapes: dict[str, Cells] = {}
        for name, size in zip(BUILDINGS, SIZES, strict=True):
            field = f"buildings.{name}"
            self.expect(field, name in section, "is missing")
            rows = self.rows(field, section[name], "#.")
            cells = cells_of(rows, "#")
            self.expect(field, len(cells) == size, f"has {len(cells)} spaces, not {size}")
            self.expect(field, _is_trimmed(cells, rows), "has an empty row or column at its edge")
            self.expect(field, _is_connected(cells), "its spaces do not hang together")
            for other, shape in shapes.items():
                self.expect(field, cells not in all_turns(shape), f"is the same shape as {other}")
            shapes[name] = cells
        return shapes

    def pattern(self) -> Cells:
        field = "large-streetlight.pattern"
        rows = self.rows(field, self.section("large-streetlight").get("pattern"), ".*L")
        middle = PATTERN_SIDE // 2
        self.expect(
            field, len(rows) == PATTERN_SIDE == len(rows[0]), "must be five rows of five spaces"
        )
        lamps = cells_of(rows, "L")
        self.expect(field, lamps == ((middle, middle),), "one L must stand in the middle")
        lit = tuple((x - middle, y - middle) for x, y in cells_of(rows, "*"))
        self.expect(field, bool(lit), "lights no space")
        return lit


def cells_of(rows: list[str], sign: str) -> Cells:
    """The spaces with a sign, as sorted (column, row) with rows upwards."""
    height = len(rows)
    return tuple(
        sorted(
            (x, height - 1 - y)
            for y, row in enumerate(rows)
            for x, found in enumerate(row)
            if found == sign
        )
    )


def turned(cells: Cells) -> Cells:
    """A quarter turn clockwise, moved back to the corner."""
    width = max(x for x, _ in cells)
    return tuple(sorted((y, width - x) for x, y in cells))


def all_turns(cells: Cells) -> list[Cells]:
    """The shape turned by 0, 1, 2 and 3 quarter turns."""
    turns = [cells]
    for _ in range(3):
        turns.append(turned(turns[-1]))
    return turns


def _is_trimmed(cells: Cells, rows: list[str]) -> bool:
    xs, ys = {x for x, _ in cells}, {y for _, y in cells}
    return len(xs) == len(rows[0]) and len(ys) == len(rows)


def _is_connected(cells: Cells) -> bool:
    reached = {cells[0]}
    while True:
        wider = reached | {
            (x, y) for x, y in cells if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & reached
        }
        if wider == reached:
            return len(reached) == len(cells)
        reached = wider


def fill_box(box: Record, components: Components) -> None:
    """Compute every table that the rules read."""
    for tile, rows in enumerate(components.tiles):
        for seat in range(2):
            _fill_tile(box.tile_spaces[seat * TILES + tile], rows, seat)
    shapes = {**components.buildings, "garden": ((0, 0), (1, 0))}
    for building, name in enumerate(BUILDING_NAMES):
        _fill_building(box, building, shapes[name])
    assert box.building_size[GARDEN] == 2
    _fill_large_streetlight(box, components.large_streetlight)


def _fill_tile(table: Any, rows: tuple[str, str], seat: int) -> None:
    kinds = {"o": KINDS[seat], "r": KINDS[1 - seat], "m": "mixed", "L": "streetlight"}
    cells = {(x, 1 - y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    for turns in range(4):
        for square in range(16):
            left, bottom = square % 4 * 2, square // 4 * 2
            for (x, y), sign in cells.items():
                space = (bottom + y) * SIDE + left + x
                table[turns, square, KINDS.index(kinds[sign])] |= ONE << np.uint64(space)
        cells = {(y, 1 - x): sign for (x, y), sign in cells.items()}


def _fill_building(box: Record, building: int, shape: Cells) -> None:
    box.building_size[building] = len(shape)
    box.turns[building] = len(set(all_turns(shape)))
    seen: list[Cells] = []
    for turns, cells in enumerate(all_turns(shape)):
        if cells in seen:
            continue
        seen.append(cells)
        box.offset[building, turns, :] = cells[0][1] * SIDE + cells[0][0]
        for index, (x, y) in enumerate(cells):
            box.offset[building, turns, index] = y * SIDE + x
        width, height = (1 + max(c[axis] for c in cells) for axis in (0, 1))
        for anchor in range(SPACES):
            column, row = anchor % SIDE, anchor // SIDE
            if column + width <= SIDE and row + height <= SIDE:
                box.anchors[building, turns] |= ONE << np.uint64(anchor)
                for x, y in cells:
                    space = np.uint64((row + y) * SIDE + column + x)
                    box.placement[building, turns, anchor] |= ONE << space


def _fill_large_streetlight(box: Record, lit: Cells) -> None:
    for space in range(SPACES):
        arm = 0
        for dx, dy in lit:
            found = space_at(space % SIDE + dx, space // SIDE + dy)
            straight = sorted((abs(dx), abs(dy))) == [0, 2]
            if straight:
                between = space_at(space % SIDE + dx // 2, space // SIDE + dy // 2)
                if found is not None and between is not None:
                    box.large_far[space, arm] = ONE << np.uint64(found)
                    box.large_between[space, arm] = ONE << np.uint64(between)
                arm += 1
            elif found is not None:
                box.large_near[space] |= ONE << np.uint64(found)
