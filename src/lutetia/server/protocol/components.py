"""HTTP bodies about component files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from lutetia.kernel.components import LARGEST_OWN_FILE
from lutetia.server.protocol.base import Json, Wire

OwnFileText = Annotated[str, Field(max_length=LARGEST_OWN_FILE)]
"""The text of a component file."""


class ComponentFile(Wire):
    """A component file to check."""

    text: OwnFileText


class ComponentFaultInfo(Wire):
    """Why a component file cannot be used."""

    kind: Literal["text", "missing", "unknown", "value", "rule"]
    """It is no TOML; a field is missing; a field is unknown; a value is impossible; a rule forbids
    it."""
    place: str
    """The field, such as `landmarks[0].cost`; empty for the whole file."""
    message: str


class ContradictionInfo(Wire):
    """A figure that differs from what the rules print. The file can be used all the same."""

    place: str
    message: str


class Components(Wire):
    """A component file: what it says, and what is wrong with it."""

    game: str
    text: str
    digest: str
    """Empty if the file cannot be used."""
    current: bool
    """Whether new games are played with it unless they choose another one."""
    content: Json
    """What the file says; empty if it cannot be used."""
    faults: list[ComponentFaultInfo]
    """Empty if the file can be used."""
    contradictions: list[ContradictionInfo]
