"""The pieces of a game as a person reads them, and what is wrong with a file of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One figure on a piece."""

    piece: str
    name: str
    value: str
    source: str


@dataclass(frozen=True)
class ComponentSheet:
    """All figures of a component file in their order, and its faults."""

    figures: list[Figure]
    """Empty if the file cannot be used."""
    faults: list[str]
    """Why the file cannot be used."""
    contradictions: list[str]
    """Figures that differ from what the rules print. The file can be used all the same."""
    digest: str
    """Empty if the file cannot be used."""
