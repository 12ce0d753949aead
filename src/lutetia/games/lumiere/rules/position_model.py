"""What a position says, as types: published as JSON Schema, and the client's types come from it.

`position` makes plain dictionaries; the conformance suite holds them to these models.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["orange", "blue"]
Side = Literal["north", "east", "south", "west"]
PieceName = Literal["painter", "lamp", "dancer", "fountain", "large-lamp", "statue"]

TileNumber = Annotated[int, Field(ge=1, le=8)]
Count = Annotated[int, Field(ge=0, le=100)]
BySeat = Field(min_length=2)
"""Every seat has an entry."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, use_attribute_docstrings=True)


class Tile(_Part):
    """A street tile that lies on a square of the board."""

    owner: Seat
    tile: TileNumber
    turned: Annotated[int, Field(ge=0, le=270)]


class Space(_Part):
    """A space with its printed kind, what stands on it and whose that is."""

    kind: Literal["orange", "blue", "mixed", "streetlight"]
    piece: str | None
    owner: Seat | None


class Building(_Part):
    """A building on the board."""

    name: str
    owner: Seat
    spaces: list[str]
    annex: str | None


class Piece(_Part):
    """A piece of a postcard on the board."""

    space: str
    owner: Seat | None
    facing: Side | None = None
    """Only the statue looks to a side."""


class Postcard(_Part):
    """A postcard in play."""

    name: str
    state: Literal["open", "held", "used"]
    owner: Seat | None


class Position(_Part):
    """A position of La Cité (docs/notation.md); what a view hides is null."""

    game: Literal["lumiere"]
    ply: int
    phase: Literal["laying", "building", "over"]
    to_move: Seat | None
    passes: int
    pending: str | None
    """The building that has to be built now."""
    squares: dict[str, Tile | None]
    spaces: dict[str, Space | None]
    buildings: list[Building]
    pieces: Annotated[dict[PieceName, Piece | None], Field(min_length=6)]
    pool: list[str]
    reserves: Annotated[dict[Seat, list[str]], BySeat]
    postcards: list[Postcard]
    powers: dict[str, Literal["none", "held", "spent"]]
    tokens: Annotated[dict[Seat, int], BySeat]
    hands: Annotated[dict[Seat, list[TileNumber] | None], BySeat]
    hand_counts: Annotated[dict[Seat, Count], BySeat]
    piles: Annotated[dict[Seat, list[TileNumber] | None], BySeat]
    pile_counts: Annotated[dict[Seat, Count], BySeat]
