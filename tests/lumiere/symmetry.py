"""The twins of a game: turned, reflected, or with the colours swapped.

No rule depends on a direction or a colour, so a game and its twin must agree on everything. The
rules never mirror a piece (L1.4), so a reflected twin plays with components that are mirrored.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from lutetia.games.lumiere.rules import Lumiere
from lutetia.games.lumiere.rules.components import all_turns, load_components
from lutetia.kernel.types import Record

DEGREES = ("0", "90", "180", "270")
SIDES = ("north", "east", "south", "west")
SPACES = [column + row for row in "12345678" for column in "abcdefgh"]
Cells = frozenset[tuple[int, int]]


def mirrored_components() -> str:
    """The standard component file with every piece mirrored."""
    source = resources.files("lutetia.games.lumiere.rules").joinpath("components.toml")
    data = tomllib.loads(source.read_text("utf-8"))

    def flipped(rows: list[str]) -> list[str]:
        return [row[::-1] for row in rows]

    shapes = {k: flipped(v) for k, v in data["buildings"].items() if k != "provenance"}
    lines = ["format = 1", "[tiles]", f"set = {[flipped(tile) for tile in data['tiles']['set']]}",
             "[buildings]", *(f"{name} = {rows}" for name, rows in shapes.items()),
             "[large-streetlight]",
             f"pattern = {flipped(data['large-streetlight']['pattern'])}"]  # fmt: skip
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Twin:
    """A twin: first reflected (left to right), then turned clockwise."""

    quarters: int
    reflected: bool
    swapped: bool
    own: Path | None
    """The component file of the game itself."""
    other: Path | None
    """The component file of the twin."""

    def cell(self, x: int, y: int) -> tuple[int, int]:
        if self.reflected:
            x = 7 - x
        for _ in range(self.quarters):
            x, y = y, 7 - x
        return x, y

    def space(self, name: str) -> str:
        x, y = self.cell(ord(name[0]) - ord("a"), int(name[1]) - 1)
        return "abcdefgh"[x] + str(y + 1)

    def square(self, name: str) -> str:
        """A square has the name of its lower left space."""
        column, row = ord(name[0]), int(name[1])
        corners = [chr(column + x) + str(row + y) for x in (0, 1) for y in (0, 1)]
        found = [self.space(corner) for corner in corners]
        return min(s[0] for s in found) + min(s[1] for s in found)

    def direction(self, number: int) -> int:
        """A side or a quarter turn, counted clockwise."""
        return ((-number if self.reflected else number) + self.quarters) % 4

    def move(self, text: str) -> str:
        """The twin's notation of a move."""
        verb, *words = text.split(":")
        if words == ["undone"] or not words or verb in ("take", "levitation"):
            return text
        if verb == "lay":
            turn = DEGREES[self.direction(DEGREES.index(words[2]))]
            return f"lay:{words[0]}:{self.square(words[1])}:{turn}"
        if verb in ("build", "jardin-des-plantes"):
            piece = words[0] if verb == "build" else "garden"
            cells = places(self.own)[piece][f"{words[-2]}:{words[-1]}"]
            place = names(self.other)[piece][frozenset(self.cell(*cell) for cell in cells)]
            return f"{verb}:{piece}:{place}" if verb == "build" else f"{verb}:{place}"
        if verb == "le-penseur":
            side = SIDES[self.direction(SIDES.index(words[1]))]
            return f"{verb}:{self.space(words[0])}:{side}"
        return ":".join([verb, self.space(words[0]), *words[1:]])

    def deal(self, game: Lumiere, state: Record, twin: Lumiere) -> Record:
        """The twin's start."""
        position = game.position(state)
        return twin.state_from(colours_swapped(position) if self.swapped else position)


def colours_swapped(position: dict[str, Any]) -> dict[str, Any]:
    """A start with the players swapped. Both sets of tiles differ only in their colours."""
    changed = dict(position)
    for part in ("hands", "piles"):
        changed[part] = {"orange": position[part]["blue"], "blue": position[part]["orange"]}
    changed["to_move"] = "blue" if position["to_move"] == "orange" else "orange"
    return changed


@cache
def places(components: Path | None) -> dict[str, dict[str, Cells]]:
    """For every piece: place in notation -> spaces. Turns that look the same are left out."""
    shapes = {**load_components(components).pieces.buildings, "garden": ((0, 0), (1, 0))}
    found: dict[str, dict[str, Cells]] = {}
    for name, shape in shapes.items():
        found[name] = {}
        seen = []
        for degrees, cells in zip(DEGREES, all_turns(shape), strict=True):
            if cells in seen:
                continue
            seen.append(cells)
            for anchor in SPACES:
                x, y = ord(anchor[0]) - ord("a"), int(anchor[1]) - 1
                moved = frozenset((x + dx, y + dy) for dx, dy in cells)
                if all(0 <= a < 8 and 0 <= b < 8 for a, b in moved):
                    found[name][f"{anchor}:{degrees}"] = moved
    return found


@cache
def names(components: Path | None) -> dict[str, dict[Cells, str]]:
    """For every piece: spaces -> place in notation."""
    return {
        name: {cells: place for place, cells in found.items()}
        for name, found in places(components).items()
    }
