"""Checks of a position that somebody wrote: its shape, and that its parts agree.

A game adds its own checks. Whatever is wrong becomes a `BadTable` with one sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from pydantic import BaseModel, ValidationError

from lutetia.kernel.errors import BadTable
from lutetia.kernel.places import place_of
from lutetia.kernel.real_table import raise_faults
from lutetia.kernel.types import Record

Read: TypeAlias = Callable[[Mapping[str, Any]], Record]
"""Makes a state from a position."""
Write: TypeAlias = Callable[[Record], Mapping[str, Any]]
"""Makes the position of a state."""


def number_of(names: Sequence[str], name: str, what: str) -> int:
    """The number of a name; `BadTable` for an unknown one."""
    if name not in names:
        raise BadTable(f"position: {what} {name!r} is unknown")
    return names.index(name)


def checked_state(
    found: Mapping[str, Any], model: type[BaseModel], read: Read, write: Write
) -> Record:
    """The state of a position that has the right shape and whose parts agree with each other."""
    given = _shaped(model, found)
    try:
        state = read(found)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        fault = "a thing in it is hidden, or a number is too large"
        raise BadTable(f"position: this is no whole position: {fault} ({error})") from None
    try:
        expected = _shaped(model, write(state))
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise BadTable(f"position: its parts do not agree ({error})") from None
    difference = _difference(given, expected, "position")
    if difference is not None:
        raise BadTable(difference)
    return state


def refuse(faults: Iterable[str]) -> None:
    """Raise everything that is impossible as one error, if there is anything."""
    raise_faults([f"position: {fault}" for fault in faults])


def _shaped(model: type[BaseModel], found: Mapping[str, Any]) -> Any:
    if not isinstance(found, Mapping):
        raise BadTable("position: it must be one JSON object")
    try:
        return model.model_validate(found).model_dump()
    except ValidationError as error:
        first = error.errors()[0]
        place = place_of(["position", *first["loc"]])
        raise BadTable(f"{place}: {first['msg'].lower()}") from None


def _difference(given: Any, expected: Any, place: str) -> str | None:
    """A sentence about the first part that does not follow from the others."""
    if isinstance(given, dict) and isinstance(expected, dict):
        for name in [*given, *expected]:
            if name not in given:
                return f"{place}.{name}: missing"
            if name not in expected:
                return f"{place}.{name}: {name!r} does not belong there"
            inner = _difference(given[name], expected[name], f"{place}.{name}")
            if inner is not None:
                return inner
        return None
    if isinstance(given, list) and isinstance(expected, list) and len(given) == len(expected):
        pairs = enumerate(zip(given, expected, strict=True))
        every = (_difference(one, other, f"{place}[{index + 1}]") for index, (one, other) in pairs)
        return next((found for found in every if found is not None), None)
    if given == expected:
        return None
    return f"{place}: {given!r}, but the rest of the position says {expected!r}"
