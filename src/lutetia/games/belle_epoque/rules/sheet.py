"""The component sheet: every figure as a person reads it, and what is wrong with a file."""

from __future__ import annotations

import tomllib
from typing import Any

from pydantic import ValidationError

from lutetia.games.belle_epoque.rules.components import (
    Components,
    current_components,
    faults_of,
    provenance,
)
from lutetia.kernel.component_sheet import ComponentFault, ComponentSheet, Contradiction, Figure
from lutetia.kernel.components import LARGEST_OWN_FILE, current_text

PRINTED = ("rulebook", "public")
ORDER = ("first", "second", "third")
HEADINGS = {"board": "Board", "start": "Start of a game", "prices": "Prices"}
EXAMPLES: dict[str, dict[int, str]] = {
    "montmartre": {2: "bakery", 5: "theatre"},
    "la-villette": {8: "theatre"},
    "saint-germain": {3: "residence", 4: "restaurant", 5: "hotel"},
}
"""Buildings that the examples of the rulebook name with their values (B10). All others are ours."""
BONUS_PIECES = 42
"""So many bonus tiles are printed, second copies counted (B1.9). Which have one is ours."""


def sheet_of(text: str | None) -> ComponentSheet:
    """The sheet of a component file, or of the current one."""
    if text is None:
        return _sheet(current_text(__package__), current_components())
    if len(text) > LARGEST_OWN_FILE:
        return _refused(text, [_unreadable(f"this has more than {LARGEST_OWN_FILE} characters")])
    try:
        components = Components.model_validate(tomllib.loads(text))
    except ValidationError as error:
        return _refused(text, faults_of(error))
    except (ValueError, RecursionError) as error:
        return _refused(text, [_unreadable(f"this is not TOML ({error})")])
    return _sheet(text, components)


def _unreadable(message: str) -> ComponentFault:
    return ComponentFault("text", "", message)


def _refused(text: str, faults: list[ComponentFault]) -> ComponentSheet:
    return ComponentSheet(text, [], faults, [], "", {})


def _sheet(text: str, components: Components) -> ComponentSheet:
    figures = [
        Figure(place, *_piece_and_name(components, place), _words(value), source)
        for place, value, source in provenance(components)
    ]
    return ComponentSheet(
        text,
        figures,
        [],
        contradictions(components),
        components.digest(),
        components.model_dump(by_alias=True, exclude_unset=True),
    )


def contradictions(components: Components) -> list[Contradiction]:
    """What differs from what the rules print or a public source tells."""
    given = {place: value for place, value, _ in provenance(components)}
    found = []
    for place, value, source in provenance(current_components()):
        if source in PRINTED and given.get(place) != value:
            piece, name = _piece_and_name(current_components(), place)
            where = "the rulebook prints" if source == "rulebook" else "a public source tells"
            message = f"{piece}, {name}: {_words(given.get(place))}, but {where} {_words(value)}"
            found.append(Contradiction(place, message))
    found += _against_examples(components)
    pieces = _bonus_pieces(components)
    if pieces != BONUS_PIECES:
        message = f"Bonus tiles, number of tiles: {pieces}, but the rulebook prints {BONUS_PIECES}"
        found.append(Contradiction("bonus_tiles", message))
    usual, own = _incomes(current_components()), _incomes(components)
    if own != usual:
        # Which district has which income is ours, but not the six incomes together (B1.1).
        message = f"Districts, incomes: {_words(own)}, but a public source tells {_words(usual)}"
        found.append(Contradiction("districts", message))
    return found


def _against_examples(components: Components) -> list[Contradiction]:
    """The buildings that cannot be had as an example of the rulebook has them."""
    values = current_components().board.values
    found = []
    for index, district in enumerate(components.districts):
        for value, printed in EXAMPLES.get(district.name, {}).items():
            slot = values.index(value)
            if (given := district.buildings[slot]) != printed:
                message = (
                    f"District {district.name}, building of value {value}: {given},"
                    f" but an example in the rulebook has a {printed}"
                )
                found.append(Contradiction(f"districts[{index}].buildings[{slot}]", message))
    return found


def _bonus_pieces(components: Components) -> int:
    second = [row for row in components.bonus_tiles if row.second_copy_from is not None]
    return len(components.bonus_tiles) + len(second)


def _incomes(components: Components) -> list[int]:
    return sorted(part.income for part in components.districts)


def _piece_and_name(components: Components, place: str) -> tuple[str, str]:
    """What a person calls a place of the file, such as `landmarks[0].cost`."""
    part, _, name = place.partition(".")
    group, _, number = part.rstrip("]").partition("[")
    name = name.replace("_", " ")
    if not number:
        return HEADINGS[group], name
    index = int(number)
    if group == "districts":
        return f"District {components.districts[index].name}", name
    if group == "landmarks":
        landmark = components.landmarks[index]
        return f"Landmark {landmark.value}, {landmark.name}", name
    if group == "scoring_tiles":
        return f"Scoring tile {index + 1}", f"points of the {ORDER[int(name[-2])]}"
    if group == "bonus_tiles":
        return f"Bonus tile {index + 1}", name
    return f"End-of-game tile {index + 1}", name


def _words(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        # Keys such as "2" are a number of players, a value or a number of types.
        pairs = [(f"{name}:" if name.isdigit() else name, part) for name, part in value.items()]
        return ", ".join(f"{name} {_words(part)}" for name, part in pairs)
    if isinstance(value, list):
        return ", ".join(_words(part) for part in value)
    return str(value)
