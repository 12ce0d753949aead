"""What people may choose before a game starts, and the checks of their choices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lutetia.kernel.errors import BadOption, UnknownRules


@dataclass(frozen=True)
class Option:
    """A choice before the game, in the terms of the rules."""

    name: str
    default: Any
    choices: tuple[Any, ...]
    """The allowed values. A game that allows more (a list of names) says so in `meaning`."""
    rule: str
    meaning: str


def checked_seats(allowed: tuple[int, ...], seats: int | None) -> int:
    """A number of players that the game allows; the smallest for None."""
    if seats is None:
        return allowed[0]
    if seats not in allowed:
        shown = " or ".join(str(count) for count in allowed)
        raise BadOption(f"players: {seats} cannot play, {shown} can")
    return seats


def checked_version(title: str, offered: tuple[int, ...], version: int | None) -> int:
    """A version of the rules that the program knows; the newest for None."""
    if version is None:
        return offered[-1]
    if version not in offered:
        shown = " or ".join(str(known) for known in offered)
        raise UnknownRules(
            f"rules_version: {version} is unknown, this program plays {title} by version {shown}"
        )
    return version


SPELLINGS = dict.fromkeys(("true", "yes", "on", "1"), True) | dict.fromkeys(
    ("false", "no", "off", "0"), False
)
"""How people and other programs write true and false."""


def _true_or_false(value: Any) -> Any:
    """A usual spelling of true or false as such; anything else unchanged."""
    spelt = isinstance(value, str) or (type(value) is int and 0 <= value <= 1)
    return SPELLINGS.get(str(value).strip().lower(), value) if spelt else value


def checked_options(
    offered: tuple[Option, ...],
    given: Mapping[str, Any],
    more: Mapping[str, tuple[Any, ...]] | None = None,
) -> dict[str, Any]:
    """All options with their values; `more` allows values besides the fixed choices.

    A choice between false and true also takes the usual spellings: `yes`, `off`, 1.
    """
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            raise BadOption(f"{name}: no such option; there are {', '.join(known)}")
    chosen = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        choices = option.choices + (more or {}).get(name, ())
        if all(isinstance(choice, bool) for choice in option.choices):
            value = _true_or_false(value)
        # 1 equals True in Python, but a number is not a yes.
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            shown = ", ".join(str(choice).lower() for choice in option.choices)
            raise BadOption(f"{name}: {value!r} is not possible; choose {shown}")
        chosen[name] = value
    return chosen
