"""The types of a position: published as JSON Schema, from which the client's types are made.

`position` makes plain dictionaries; the conformance suite checks them against these models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["orange", "blue", "absinthe", "peony"]
District = Literal[
    "montmartre", "la-villette", "saint-germain", "belleville", "batignolles", "chaillot"
]
Resource = Literal["wood", "marble", "gold"]
Kind = Literal["wood", "marble", "gold", "bronze-medal", "silver-medal", "gold-medal"]
BuildingType = Literal["cafe", "bakery", "restaurant", "hotel", "theatre", "residence"]
Phase = Literal["draw", "place", "act", "choose", "bonus", "prestige", "scoring", "end", "over"]

BonusTile = Annotated[int, Field(ge=1, le=30)]
Keys = dict[Seat, Annotated[int, Field(ge=1, le=3)]]
"""How many keys each seat has at a place; seats without a key there are left out."""
Amounts = Annotated[dict[Kind, int], Field(min_length=6)]


class Part(BaseModel):
    """What all models of this game share."""

    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Space(Part):
    """A building space of a district."""

    tile: str | None
    """The tile by its printed home, for example `montmartre:5`."""
    type: BuildingType | None
    token: Kind | None
    keys: Keys


class DistrictState(Part):
    """One of the six districts."""

    income: int
    bank: list[Seat]
    scoring_tile: int | None
    """The scoring tile on this district, by its points for the first place."""
    spaces: dict[str, Space]
    """By the printed value."""
    landmarks: dict[str, Keys]


class BonusTiles(Part):
    """The bonus tiles of a seat."""

    unused: list[BonusTile] | None
    unused_count: int
    used: list[BonusTile]


class SeatState(Part):
    """What a seat has; null if it is behind another seat's screen."""

    points: int
    francs: int | None
    tokens: Amounts | None
    from_tiles: Amounts | None
    hand: int | None
    pool: int
    meeple: int
    bonus: BonusTiles
    end_tiles: int


class TakenEndTile(Part):
    """An end-of-game tile that somebody took."""

    by: Seat
    face: str | None
    used: bool | None


class UsedEndTile(Part):
    """An end-of-game tile that somebody used."""

    by: Seat
    face: str | None


class Look(Part):
    """What a look at the end-of-game tiles told: the faces that others took since the last look."""

    by: list[Seat]
    faces: list[str | None]


class EndTiles(Part):
    """The end-of-game tiles."""

    left: int
    faces: list[str] | None
    """The tiles that are left, for the seat that looks at them now."""
    taken: list[TakenEndTile]
    used: list[UsedEndTile]
    looks: dict[Seat, list[Look] | None]


class Pile(Part):
    """A pile of building tiles."""

    left: int
    back: District | None
    tiles: list[str | None] | None


class Waiting(Part):
    """The property whose benefits wait for an answer."""

    district: District
    value: int
    scoring: bool


class TrackSpace(Part):
    """A space of the bonus track with its tile."""

    space: BonusTile
    tile: BonusTile
    left: Annotated[int, Field(ge=0, le=2)]


class Position(Part):
    """A position of the Belle Époque (docs/notation-belle-epoque.md)."""

    ply: int
    to_move: Seat | None
    phase: Phase
    stage: Literal["open", "last-round", "final"]
    first: Seat
    turns: int
    round: int
    waiting: Waiting | None
    piles: list[Pile]
    put_away: list[str | None] | None
    drawn: str | None
    left_the_game: list[str]
    arc: list[Seat]
    districts: Annotated[dict[District, DistrictState], Field(min_length=6)]
    landmarks: list[int]
    scoring_tiles: list[int]
    supply: Annotated[dict[Resource, int], Field(min_length=3)]
    track: list[TrackSpace]
    end_tiles: EndTiles
    seats: dict[Seat, SeatState]
