"""The shapes of what Lutetia writes for other programs, as JSON Schemas (docs/formats.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.record import HEX_HASH, GameRecord
from lutetia.kernel.score_sheet import ScoreSheet

DIALECT = "https://json-schema.org/draft/2020-12/schema"


class _Line(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class ReplayGame(_Line):
    """The first line of a replay: the header of the record."""

    type: Literal["game"]
    game: str
    rules_version: int
    seats: int
    seat_names: list[str]
    options: dict[str, Any]
    components: str = Field(pattern=HEX_HASH)
    players: list[str]
    commitment: str = Field(pattern=HEX_HASH)
    seed: str = Field(pattern=HEX_HASH)


class ReplayPly(_Line):
    """One move of a replay, with the position before it."""

    type: Literal["ply"]
    ply: int = Field(ge=1)
    mover: str
    move: str
    legal: list[str]
    position: dict[str, Any]


class ReplayEnd(ScoreSheet):
    """The last line of a replay: the position after the last move, and its score."""

    type: Literal["end"]
    over: bool
    position: dict[str, Any]


ReplayLine = Annotated[ReplayGame | ReplayPly | ReplayEnd, Field(discriminator="type")]


def schemas() -> dict[str, dict[str, Any]]:
    """Every published schema by its name."""
    found = {
        "record": GameRecord.model_json_schema(),
        "replay-line": {"title": "ReplayLine", **TypeAdapter(ReplayLine).json_schema()},
        "score": ScoreSheet.model_json_schema(),
    }
    for name, package in GAMES.items():
        model = package.position_model()
        if model is not None:
            found[f"position-{name}"] = model.model_json_schema()
    return {name: {"$schema": DIALECT, **schema} for name, schema in found.items()}
