"""Positions that are the same question for a player: the city turned or mirrored, colours swapped.

Advice about one of them is advice about all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

SIDE = 8
SIDES = ("north", "east", "south", "west")
COLOURS = {"orange": "blue", "blue": "orange"}
SPACES = {
    f"{chr(97 + column)}{row + 1}": (column, row)
    for row, column in product(range(SIDE), range(SIDE))
}


def same_positions(position: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All forms of a position; its own form comes first. A form does not say how the tiles lie on
    their squares: the kinds of the spaces say it."""
    squares = [[tile["owner"], tile["tile"]] for tile in position["squares"].values() if tile]
    plain = {**position, "squares": squares}
    for swapped, mirrored, quarters in product((False, True), (False, True), range(4)):
        names = {name: _moved(place, mirrored, quarters) for name, place in SPACES.items()}
        for number, side in enumerate(SIDES):
            names[side] = SIDES[((-number if mirrored else number) + quarters) % 4]
        if swapped:
            names |= COLOURS
        yield _sorted(_renamed(plain, names))


def _moved(place: tuple[int, int], mirrored: bool, quarters: int) -> str:
    column, row = place
    if mirrored:
        column = SIDE - 1 - column
    for _ in range(quarters):
        column, row = row, SIDE - 1 - column
    return f"{chr(97 + column)}{row + 1}"


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {names.get(key, key): _renamed(inner, names) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names) for inner in value]
    return names.get(value, value) if isinstance(value, str) else value


def _sorted(position: dict[str, Any]) -> dict[str, Any]:
    """No order of a list tells anything: sort those whose order depends on places or colours."""
    buildings = [{**one, "spaces": sorted(one["spaces"])} for one in position["buildings"]]
    return {
        **position,
        "squares": sorted(position["squares"]),
        "buildings": sorted(buildings, key=lambda one: json.dumps(one, sort_keys=True)),
    }
