"""What all messages share: strict types, limits for texts, errors with a code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, LiteralString

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError

from lutetia.kernel.strength import MOST_LEVELS
from lutetia.storage.names import clean_name

PROTOCOL = 1
"""This number increases when an older client would misunderstand a message."""

LONGEST_MESSAGE = 16_384
"""Bytes of one message from a client. Real messages have at most a few hundred."""

BAD_NAME = "bad-name"
"""The code of the refusal of a name."""

TableId = Annotated[str, StringConstraints(pattern=r"^[a-z2-7]{16}$")]
"""80 random bits. Only people with the link know the id."""

Notation = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Line = Annotated[str, StringConstraints(min_length=1, max_length=320)]
"""Moves of one seat that follow one another, with a space between them."""


def name_rule(sentence: LiteralString) -> Callable[[Any, ValidatorFunctionWrapHandler], Any]:
    """A validator that refuses a name with the whole rule, whichever part of it is broken."""

    def validate(name: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        try:
            return handler(name)
        except ValidationError:
            if not isinstance(name, str):
                raise
            raise PydanticCustomError(BAD_NAME, sentence) from None

    return validate


Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=24, pattern=r"^[^\x00-\x1f\x7f<>]+$"
    ),
    AfterValidator(clean_name),
    WrapValidator(
        name_rule(
            "a name has up to 24 letters of one script, digits, spaces and common signs,"
            " but neither < nor >"
        )
    ),
]
Share = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 random bytes as a hexadecimal number (docs/security.md, "Nobody chooses the shuffle")."""
Author = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]
"""A writer of chat (`ChatLine.author`)."""
Seat = Annotated[int, Field(ge=0, le=7)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Level = Annotated[int, Field(ge=1, le=MOST_LEVELS)]
"""A game may have fewer levels than this."""
Milliseconds = Annotated[int, Field(description="milliseconds")]
Json = dict[str, Any]


class Wire(BaseModel):
    """A body or message. Unknown fields are refused. The docstrings are the documentation."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, frozen=True)


class Fault(Wire):
    """Why something was not done. Every refusal of the server has this body."""

    code: str
    """Stable, for programs: `illegal`, `stale`, `not-your-turn`, `not-found`, `limit`, …"""
    message: str
    """One sentence for people."""
    rule: str | None = None
    """The rule that forbids a move, for example L5.1."""
