"""The component file: its form, its checks, and the source of each figure.

`components.toml` beside this module is the set that the program plays with. An owner of the box
can use a corrected copy. An impossible set is refused with the name of the field.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.moves import MOST_PAIRS
from lutetia.kernel.component_sheet import ComponentFault, FaultKind
from lutetia.kernel.components import CURRENT, Chosen, Which, chosen_components, current_text
from lutetia.kernel.errors import BadComponents

FIRST_FIGURES = "4bd8ea5665ab891ae3f64b205a73a12d04794af8302510fe540553e64b9c59cd"
"""The digest of the first reconstruction. Version 1 of the rules is played with it."""

Source = Literal["rulebook", "public", "reconstruction", "calibrated", "box"]
"""Where a figure comes from; `box`: read from the real pieces, in a file of one's own."""
Kind = Literal["wood", "marble", "gold", "bronze-medal", "silver-medal", "gold-medal"]
Resource = Literal["wood", "marble", "gold"]
Medal = Literal["bronze-medal", "silver-medal", "gold-medal"]
Type = Literal["cafe", "bakery", "restaurant", "hotel", "theatre", "residence"]
District = Literal[
    "montmartre", "la-villette", "saint-germain", "belleville", "batignolles", "chaillot"
]
Amount = Annotated[int, Field(ge=0, le=99)]
Price = Annotated[int, Field(ge=1, le=99)]
Few = Annotated[int, Field(ge=0, le=12)]
ByPlayers = dict[Literal["2", "3", "4"], Amount]

RESOURCE_TILES = {10: 1, 21: 2}
PRESTIGE_TILES = {8: 1, 19: 2}
"""The amounts that the rules print for the tiles that count as tokens of any kind (B1.9)."""

_FIGURES: dict[int, frozenset[str]] = {
    tile: frozenset(names.split())
    for names, tiles in {
        "francs": (1, 7),
        "points": (5, 12, 27, 29),
        "francs points": (22,),
        "token": (2, 3, 4),
        "building points": (6, 11, 15, 18, 26, 28),
        "amount": (8, 10, 19, 21),
        "price": (13, 14),
        "points_by_players": (20, 23, 24),
        "back": (25,),
        "points_by_types": (30,),
        "": (9, 16, 17),
    }.items()
    for tile in tiles
}
_BONUS_FIGURES = frozenset().union(*_FIGURES.values())


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, populate_by_name=True)


class _Sourced(_Part):
    """A part of the file; every figure in it names its source."""

    source: dict[str, Source] = Field(alias="from")

    @model_validator(mode="after")
    def _every_figure_has_a_source(self) -> _Sourced:
        figures = self.model_fields_set - {"source", "tile"}
        if missing := sorted(figures - set(self.source)):
            raise ValueError(f"“from” does not say where {missing[0]} comes from")
        if unknown := sorted(set(self.source) - figures):
            raise ValueError(f"“from” names {unknown[0]}, which is not given")
        return self


def _listed(figures: list[int]) -> str:
    return ", ".join(map(str, figures))


class Board(_Sourced):
    """What all districts have in common (B1.1, B1.4, B6)."""

    values: Annotated[list[Price], Field(min_length=terms.SLOTS, max_length=terms.SLOTS)]
    residence_wood: Amount
    meeple_price: dict[str, Amount]
    points: dict[str, Amount]
    keys_for_scoring_tile: Price
    most_prestige_discarded: Annotated[int, Field(ge=0, le=3)]

    @model_validator(mode="after")
    def _values_rise(self) -> Board:
        if self.values != sorted(set(self.values)):
            raise ValueError(f"the values must rise, not {_listed(self.values)} (B1.1)")
        for benefit in (*self.meeple_price, *self.points):
            if benefit not in map(str, self.values):
                raise ValueError(f"no building has the value {benefit} (B6.2)")
        return self


class Start(_Sourced):
    """What every player begins with (B1.11, B2.1)."""

    francs: Amount
    keys: dict[Literal["2", "3", "4"], Annotated[int, Field(ge=1, le=12)]]
    pool: Few
    put_away: Few

    @model_validator(mode="after")
    def _whole_piles(self) -> Start:
        if (terms.TILES - self.put_away) % terms.PILES:
            raise ValueError("put_away must leave three piles of one height (B2.1)")
        if len(self.keys) != 3:
            raise ValueError("keys must be given for 2, 3 and 4 players (B1.11)")
        if max(self.keys.values()) + self.pool > 12:
            raise ValueError("keys and pool are more than the 12 of a player (B1.11)")
        return self


class Prices(_Sourced):
    """Prices of tokens, for buying and selling (B1.7)."""

    buy: dict[Resource, Price]
    sell: dict[Kind, Amount]

    @model_validator(mode="after")
    def _no_profit(self) -> Prices:
        if len(self.buy) != terms.RESOURCES or len(self.sell) != len(terms.KINDS):
            raise ValueError("every kind of token needs its price (B1.7)")
        for kind, price in self.buy.items():
            if self.sell[kind] >= price:
                # Otherwise a player could buy and sell for ever.
                raise ValueError(f"{kind} must sell for less than it costs (B1.7)")
        return self


class DistrictPart(_Sourced):
    """A district's bank, buildings and tokens (B1.1, B1.2, B1.5)."""

    name: District
    income: Amount
    buildings: Annotated[list[Type], Field(min_length=terms.SLOTS, max_length=terms.SLOTS)]
    tokens: Annotated[list[Kind], Field(min_length=terms.SLOTS, max_length=terms.SLOTS)]

    @model_validator(mode="after")
    def _each_type_once(self) -> DistrictPart:
        if len(set(self.buildings)) != terms.SLOTS:
            raise ValueError(f"{self.name} must have each type once (B1.2)")
        return self


class Landmark(_Sourced):
    """A landmark with its cost and its points for prestige (B1.6)."""

    name: Annotated[str, Field(max_length=40, pattern=r"^[^\x00-\x1f\x7f-\x9f<>]+$")]
    value: Price
    cost: dict[Resource, Annotated[int, Field(ge=0, le=6)]]
    prestige: Medal
    points: Amount


class ScoringTile(_Part):
    """Points for the first, the second and the third place (B1.8)."""

    points: Annotated[list[Amount], Field(min_length=3, max_length=3)]
    source: Annotated[list[Source], Field(alias="from", min_length=3, max_length=3)]


class BonusTile(_Sourced):
    """The figures of a bonus tile (B1.9)."""

    tile: Annotated[int, Field(ge=1, le=terms.BONUS_TILES)]
    zone: Literal["A", "B", "C"]
    second_copy_from: Literal[3, 4] | None = None
    francs: Price | None = None
    points: Price | None = None
    token: Resource | None = None
    building: Price | None = None
    amount: Literal[1, 2] | None = None
    price: Amount | None = None
    points_by_players: ByPlayers | None = None
    back: Annotated[int, Field(ge=1, le=terms.BONUS_TILES)] | None = None
    points_by_types: dict[Literal["4", "5", "6", "7"], Price] | None = None

    @model_validator(mode="after")
    def _figures_of_this_tile(self) -> BonusTile:
        given = self.model_fields_set & _BONUS_FIGURES
        wanted = _FIGURES[self.tile]
        if missing := sorted(wanted - given):
            raise ValueError(f"tile {self.tile} needs {missing[0]} (B1.9)")
        if unknown := sorted(given - wanted):
            raise ValueError(f"tile {self.tile} has no {unknown[0]} (B1.9)")
        printed = RESOURCE_TILES | PRESTIGE_TILES
        if self.amount != printed.get(self.tile):
            raise ValueError(f"the amount of tile {self.tile} is {printed[self.tile]} (B1.9)")
        for table, size in ((self.points_by_players, 3), (self.points_by_types, 4)):
            if table is not None and len(table) != size:
                raise ValueError(f"tile {self.tile} needs {size} figures (B1.9)")
        return self


class EndTile(_Sourced):
    """End-of-game tiles of one face (B1.10)."""

    gives: Literal["points", "francs", "resources", "prestige"]
    amount: Annotated[int, Field(ge=1, le=terms.MOST_AMOUNT)]
    copies: Annotated[int, Field(ge=1, le=terms.END_TILES)]

    @model_validator(mode="after")
    def _few_tokens(self) -> EndTile:
        if self.face not in terms.FACES:
            raise ValueError(f"a tile gives at most {terms.MOST_TOKENS} tokens (B1.10)")
        return self

    @property
    def face(self) -> str:
        """The face in the words of the notation."""
        return f"{self.gives}:{self.amount}"


class Components(_Part):
    """A whole set."""

    format: Literal[1]
    board: Board
    start: Start
    prices: Prices
    districts: Annotated[list[DistrictPart], Field(min_length=6, max_length=6)]
    landmarks: Annotated[list[Landmark], Field(min_length=8, max_length=8)]
    scoring_tiles: Annotated[list[ScoringTile], Field(min_length=6, max_length=6)]
    bonus_tiles: Annotated[list[BonusTile], Field(min_length=30, max_length=30)]
    end_tiles: list[EndTile]

    @model_validator(mode="after")
    def _a_whole_set(self) -> Components:
        _check_districts(self)
        _check_landmarks(self)
        _check_scoring_tiles(self)
        _check_bonus_tiles(self)
        _check_end_tiles(self)
        return self

    def digest(self) -> str:
        """SHA-256 of the figures; layout and sources do not matter."""
        meaning = json.dumps(_without_sources(self.model_dump(by_alias=True)), sort_keys=True)
        return hashlib.sha256(meaning.encode()).hexdigest()


def _check_districts(components: Components) -> None:
    names = tuple(part.name for part in components.districts)
    if names != terms.DISTRICTS:
        wanted, found = ", ".join(terms.DISTRICTS), ", ".join(names)
        raise ValueError(f"districts must be {wanted}, in this order, not {found}")
    tokens: list[str] = [kind for part in components.districts for kind in part.tokens]
    for kind in terms.KINDS:
        if (lying := tokens.count(kind)) != 6:
            raise ValueError(f"districts: there must be 6 {kind} tokens, not {lying} (B1.5)")


def _check_landmarks(components: Components) -> None:
    values = [landmark.value for landmark in components.landmarks]
    if values != sorted(set(values)) or values[0] <= components.board.values[-1]:
        raise ValueError(
            f"landmarks: the values must rise, from above {components.board.values[-1]}, "
            f"not {_listed(values)} (B1.6)"
        )


def _check_scoring_tiles(components: Components) -> None:
    firsts = [tile.points[0] for tile in components.scoring_tiles]
    if firsts != sorted(set(firsts), reverse=True):
        raise ValueError(
            f"scoring_tiles: the points for the first must fall, not {_listed(firsts)} (B1.8)"
        )


def _check_bonus_tiles(components: Components) -> None:
    numbers = [row.tile for row in components.bonus_tiles]
    for place, number in enumerate(numbers, 1):
        if number != place:
            raise ValueError(
                f"bonus_tiles must be 1 to 30, in this order: {number} stands in place {place} "
                "(B1.9)"
            )
    for row in components.bonus_tiles:
        if row.building is not None and row.building not in components.board.values:
            raise ValueError(f"bonus_tiles: no building has tile {row.tile}'s value {row.building}")


def _check_end_tiles(components: Components) -> None:
    faces = [row.face for row in components.end_tiles]
    for face in faces:
        if (times := faces.count(face)) > 1:
            raise ValueError(f"end_tiles: {face} stands there {times} times, not once (B1.10)")
    if (found := sum(row.copies for row in components.end_tiles)) != terms.END_TILES:
        raise ValueError(f"end_tiles: there must be {terms.END_TILES} copies, not {found} (B1.10)")
    for gives, from_bonus in (("resources", 1 + 3), ("prestige", 3)):
        given = sum(row.copies * row.amount for row in components.end_tiles if row.gives == gives)
        # A move of tile 23 or 24 names its pairs, and there are moves for only so many pairs.
        most = 2 * MOST_PAIRS - 5 - from_bonus
        if given > most:
            raise ValueError(f"end_tiles give {given} {gives}, more than {most}")


def load(which: Which = None) -> Chosen[Components]:
    """The components of a user's own file, of a digest, or the current ones; with their digest."""
    return chosen_components(__package__, which, current_components, _parse)


@cache
def current_components() -> Components:
    """The components with which new games are played."""
    return _parse(current_text(__package__), CURRENT)


def _parse(text: str, name: str) -> Components:
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadComponents(f"{name}: not TOML ({error})") from None
    try:
        return Components.model_validate(content)
    except ValidationError as error:
        raise BadComponents(f"{name}: {faults_of(error)[0].message}") from None


_FAULTS: dict[str, FaultKind] = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "value_error": "rule",
}
"""Faults by the names that pydantic gives them. All others are impossible values."""


def faults_of(error: ValidationError) -> list[ComponentFault]:
    """Every fault of a file, with its place."""
    found = []
    for fault in error.errors(include_url=False):
        place = ""
        for step in fault["loc"]:
            place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
        reason = fault["msg"].removeprefix("Value error, ")
        message = f"{place}: {reason}" if place else reason
        found.append(ComponentFault(_FAULTS.get(fault["type"], "value"), place, message))
    return found


def _without_sources(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _without_sources(value) for name, value in part.items() if name != "from"}
    if isinstance(part, list):
        return [_without_sources(value) for value in part]
    return part


def provenance(components: Components) -> list[tuple[str, Any, str]]:
    """Every figure as (place in the file, value, source), for the app's help."""
    rows: list[tuple[str, Any, str]] = []
    for name in ("board", "start", "prices"):
        rows += _rows(name, getattr(components, name))
    for name in ("districts", "landmarks", "bonus_tiles", "end_tiles"):
        for index, part in enumerate(getattr(components, name)):
            rows += _rows(f"{name}[{index}]", part)
    for index, tile in enumerate(components.scoring_tiles):
        for rank, (points, source) in enumerate(zip(tile.points, tile.source, strict=True)):
            rows.append((f"scoring_tiles[{index}].points[{rank}]", points, source))
    return rows


def _rows(place: str, part: _Sourced) -> list[tuple[str, Any, str]]:
    return [
        (f"{place}.{name}", getattr(part, name), source) for name, source in part.source.items()
    ]
