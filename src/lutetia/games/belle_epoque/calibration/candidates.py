"""Candidates: choices of figures from `ranges.toml`, and the components made of them."""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from pydantic import ValidationError

from lutetia.games.belle_epoque.rules import BelleEpoque
from lutetia.games.belle_epoque.rules.box import fill_box
from lutetia.games.belle_epoque.rules.components import FIRST_FIGURES, Components, load
from lutetia.games.belle_epoque.rules.sheet import contradictions
from lutetia.kernel.types import Record

STEP = re.compile(r"([a-z_-]+)|\[(\d+|\*)\]")
SECOND_COPIES = "second copies from "
NO_OPTIONS: Mapping[str, Any] = {}


@dataclass(frozen=True)
class Figure:
    """One choice of the calibration: some places of the component file, or a house rule."""

    name: str
    places: tuple[str, ...]
    choices: tuple[Any, ...]


@cache
def ranges() -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """The figures of the components and of the house rules, from `ranges.toml`."""
    content = _ranges_file()
    return (
        tuple(
            Figure(row["name"], tuple(row["places"]), tuple(row["choices"]))
            for row in content["figures"]
        ),
        tuple(Figure(row["name"], (), tuple(row["choices"])) for row in content["house"]),
    )


def held_fixed() -> dict[str, str]:
    """The reconstructed places that no calibration changes, each with its reason."""
    return {place: row["why"] for row in _ranges_file()["fixed"] for place in row["places"]}


def _ranges_file() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("ranges.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def all_figures() -> tuple[Figure, ...]:
    """Figures, then house rules."""
    figures, house = ranges()
    return figures + house


Candidate = tuple[int, ...]
"""For each figure the number of its choice. House rules come last; 0 is "off"."""


def first_candidate() -> Candidate:
    """The first reconstruction, without house rules."""
    return (0,) * len(all_figures())


def with_values(candidate: Candidate, values: dict[str, Any]) -> Candidate:
    """A candidate with other choices, by the names of figures and the values of the choices."""
    found = list(candidate)
    names = [figure.name for figure in all_figures()]
    for name, value in values.items():
        place = names.index(name)
        found[place] = all_figures()[place].choices.index(value)
    return tuple(found)


def described(candidate: Candidate) -> dict[str, Any]:
    """The chosen values by the names of their figures."""
    pairs = zip(all_figures(), candidate, strict=True)
    return {figure.name: figure.choices[choice] for figure, choice in pairs}


def is_plausible(candidate: Candidate) -> bool:
    """Whether the chosen values rise where they must."""
    chosen = described(candidate)
    buy = dict(zip(("wood", "marble", "gold"), chosen["purchase of resources"], strict=True))
    sell = dict(zip(("wood", "marble", "gold"), chosen["sale of resources"], strict=True))
    costs = [
        *(chosen[f"cost of landmark {value}"][0] for value in (9, 10, 11)),
        {"marble": 1, "gold": 1},
        *(chosen[f"cost of landmark {value}"][0] for value in (13, 14)),
        {"marble": 1, "gold": 2},
        {"gold": 3},
    ]
    worth = [sum(buy[kind] * count for kind, count in cost.items()) for cost in costs]
    return (
        all(sell[kind] < buy[kind] for kind in buy)
        and worth == sorted(worth)
        and chosen["francs of tile 1"] < chosen["francs of tile 7"]
        and chosen["points of tile 5"] < chosen["points of tile 12"]
    )


def is_allowed(candidate: Candidate) -> bool:
    """Whether a candidate is plausible, and its components pass the checks of a component file."""
    try:
        return is_plausible(candidate) and not contradictions(components_of(candidate))
    except ValidationError:
        return False


def components_of(candidate: Candidate) -> Components:
    """The whole set, checked like any component file. What was chosen is marked as calibrated."""
    content = load(FIRST_FIGURES).pieces.model_dump(by_alias=True, exclude_unset=True)
    figures, _ = ranges()
    for figure, choice in zip(figures, candidate, strict=False):
        for place, value in zip(figure.places, figure.choices[choice], strict=True):
            if place.startswith(SECOND_COPIES):
                _set_copies(content, int(place.removeprefix(SECOND_COPIES)), value)
            else:
                _set(content, place, value)
    return Components.model_validate(content)


def _set_copies(content: dict[str, Any], players: int, tiles: list[int]) -> None:
    for row in content["bonus_tiles"]:
        if players == 3:
            # The list for 3 players comes first and clears the old copies.
            row.pop("second_copy_from", None)
            row["from"].pop("second_copy_from", None)
        if row["tile"] in tiles:
            row["second_copy_from"] = players
            row["from"]["second_copy_from"] = "calibrated"


def _set(content: dict[str, Any], place: str, value: Any) -> None:
    steps: list[Any] = [
        name or (number if number == "*" else int(number)) for name, number in STEP.findall(place)
    ]
    parts: list[tuple[Any, list[Any]]] = [(content, [])]
    for step in steps[:-1]:
        if step == "*":
            parts = [(row, [row]) for part, _ in parts for row in part]
        else:
            parts = [(part[step], [*way, part[step]]) for part, way in parts]
    for part, way in parts:
        part[steps[-1]] = copy.deepcopy(value)
        # The nearest part with sources; in it the field of the file that the place belongs to.
        owner = next(one for one in reversed([*way]) if isinstance(one, dict) and "from" in one)
        if isinstance(owner["from"], list):
            owner["from"][steps[-1]] = "calibrated"
        else:
            field = next(step for step in reversed(steps) if step in owner)
            owner["from"][field] = "calibrated"


def box_of(
    candidate: Candidate, players: int, setup: str, chosen_options: Mapping[str, Any] = NO_OPTIONS
) -> Record:
    """The box of a candidate, with its house rules and with other options of a table."""
    options = {option.name: option.default for option in BelleEpoque.options_offered}
    options |= {**chosen_options, "setup": setup}
    box = fill_box(components_of(candidate), players, options, BelleEpoque.rules_versions[-1])
    chosen = described(candidate)
    if chosen["tiles within a step"]:
        box.near_tiles = chosen["tiles within a step"]
    if any(chosen[f"later francs, {players} players"]):
        box.later_francs[1:players] = chosen[f"later francs, {players} players"]
    return box


def mutated(candidate: Candidate, numbers: np.random.Generator, house: bool) -> Candidate:
    """An allowed candidate with one to four other choices."""
    figures, _ = ranges()
    open_figures = len(all_figures()) if house else len(figures)
    while True:
        found = list(candidate)
        for _ in range(int(numbers.integers(1, 5))):
            place = int(numbers.integers(open_figures))
            found[place] = int(numbers.integers(len(all_figures()[place].choices)))
        if tuple(found) != candidate and is_allowed(tuple(found)):
            return tuple(found)


def crossed(one: Candidate, other: Candidate, numbers: np.random.Generator) -> Candidate:
    """An allowed mixture of two candidates."""
    while True:
        takes = numbers.random(len(one)) < 0.5
        found = tuple(a if take else b for a, b, take in zip(one, other, takes, strict=True))
        if is_allowed(found):
            return found
