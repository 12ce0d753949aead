"""The types of what a move leads to, and of what the bonus tiles would bring a seat now.

`offers` makes plain dictionaries; a test checks them against these models. The client's types are
made from them.
"""

from __future__ import annotations

from lutetia.games.belle_epoque.rules.position_model import District, Kind, Part, Seat


class TileFigure(Part):
    """What a bonus tile would bring the seat now, if the seat held it unused."""

    tile: int
    ways: int
    """The number of ways to use it now; 0: it would do nothing."""
    points: int
    """The most points that a use gives; for tile 27 the points if the game ended now."""
    francs: int
    sold: list[int]
    """The least and the most francs for which the tokens of a use can be sold, if it gives any."""


class Walk(Part):
    """The step of the meeple that the move offers (B6.2)."""

    price: int
    can_pay: bool
    tiles: list[int]
    """The tiles that the meeple can reach."""


class Medals(Part):
    """The medals that the landmark takes (B6.3)."""

    kind: Kind
    most: int
    points: int
    """The points for the most medals."""


class ScoringPlace(Part):
    """A scoring tile on a district, and what it would score there if the game ended now."""

    tile: int
    """By its points for the first place."""
    district: District
    points: dict[Seat, int]


class ScoringRight(Part):
    """The right to put a scoring tile on a district (B6.4)."""

    keys: int
    """The key that brings it: the fourth, or an earlier one with a house rule."""
    tiles: list[int]
    """The scoring tiles that are left, by their points for the first place."""
    best: ScoringPlace
    """The place with the best lead over the other seats now."""


class Rival(Part):
    """Another seat in the district of a key move."""

    seat: Seat
    sum: int
    overtaken: bool
    """The rival was not behind before the move, and is behind after it."""


class Sums(Part):
    """The sums of values in the district of a key move (B9.2)."""

    district: District
    before: int
    after: int
    place: int
    """The place of the seat after the move; 1 is the first."""
    rivals: list[Rival]


class Left(Part):
    """The property that the key leaves. It is free for others afterwards (B5.3)."""

    district: District
    value: int


class Offer(Part):
    """What a move leads to."""

    walk: Walk | None
    medals: Medals | None
    scoring: ScoringRight | None
    sums: Sums | None
    left: Left | None
    tile: TileFigure | None
    """The bonus tile that the move takes."""


class Figures(Part):
    """What each bonus tile would bring the seat now."""

    tiles: list[TileFigure]
