"""Moves as text (docs/notation.md): words with colons between them, the same in every position."""

from __future__ import annotations

from functools import cache

from lutetia.games.lumiere.rules import moves
from lutetia.games.lumiere.rules.geometry import SPACES, SQUARES, space_name
from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    BUILDINGS,
    CHARTIER,
    METROPOLITAIN,
    PIECE_POSTCARD,
    POSTCARDS,
    SACRE_COEUR,
    TILES,
)

SIDES = ("north", "east", "south", "west")
UNDONE = "undone"
WHOLE_ACTIVATIONS = (METROPOLITAIN, CHARTIER, SACRE_COEUR)
"""Postcards whose activation has no further choice and is never undone (L6.2)."""


def square_name(square: int) -> str:
    """A square has the name of its lower left space: a1, c1, … g7."""
    return space_name(square // 4 * 16 + square % 4 * 2)


@cache
def _all_notations() -> tuple[str, ...]:
    """The notation of every move, by its number."""
    degrees = ("0", "90", "180", "270")
    spaces = [space_name(space) for space in range(SPACES)]
    squares = [square_name(square) for square in range(SQUARES)]
    words = [
        f"lay:{tile + 1}:{square}:{turn}"
        for tile in range(TILES)
        for square in squares
        for turn in degrees
    ]
    words += [f"take:{building}" for building in BUILDINGS]
    words.append("pass")
    words += [
        f"build:{b}:{space}:{turn}" for b in BUILDINGS for turn in degrees for space in spaces
    ]
    words += [
        card if number in WHOLE_ACTIVATIONS else f"{card}:{UNDONE}"
        for number, card in enumerate(POSTCARDS)
    ]
    words += [f"levitation:{given}:{taken}" for given in BUILDINGS for taken in BUILDINGS]
    words += [f"jardin-des-plantes:{space}:{turn}" for turn in degrees for space in spaces]
    words += [f"{POSTCARDS[card]}:{space}" for card in PIECE_POSTCARD[:5] for space in spaces]
    words += [f"le-penseur:{space}:{side}" for space in spaces for side in SIDES]
    words += [f"bouquinistes:{space}:{host}" for space in spaces for host in BUILDING_NAMES]
    assert len(words) == moves.MOVE_SPACE
    return tuple(words)


@cache
def _numbers() -> dict[str, int]:
    return {text: move for move, text in enumerate(_all_notations())}


def notation(move: int) -> str:
    """The text of a move."""
    return _all_notations()[move]


def parse_exact(text: str) -> int | None:
    """The move of a full notation."""
    return _numbers().get(text)
