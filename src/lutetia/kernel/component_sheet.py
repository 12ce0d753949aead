"""The pieces of a game as a person reads them, and what is wrong with a file of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Figure:
    """One figure on a piece."""

    place: str
    """Its field in the file, such as `landmarks[0].cost`."""
    piece: str
    name: str
    value: str
    source: str


FaultKind = Literal["text", "missing", "unknown", "value", "rule"]
"""The file is no TOML; a field is missing; a field is unknown; a value is impossible; a rule
forbids it."""


@dataclass(frozen=True)
class ComponentFault:
    """Why a file cannot be used."""

    kind: FaultKind
    place: str
    """The field, such as `landmarks[0].cost`; empty for the whole file."""
    message: str
    """A sentence that begins with the place."""


@dataclass(frozen=True)
class Contradiction:
    """A figure that differs from what the rules print."""

    place: str
    """The field, such as `landmarks[0].cost`, or the list that several figures contradict together,
    such as `districts`."""
    message: str


@dataclass(frozen=True)
class ComponentSheet:
    """All figures of a component file in their order, and its faults."""

    text: str
    """The file."""
    figures: list[Figure]
    """Empty if the file cannot be used."""
    faults: list[ComponentFault]
    """Why the file cannot be used."""
    contradictions: list[Contradiction]
    """Figures that differ from what the rules print. The file can be used all the same."""
    digest: str
    """Empty if the file cannot be used."""
    content: Mapping[str, Any]
    """What the file says; empty if it cannot be used."""
