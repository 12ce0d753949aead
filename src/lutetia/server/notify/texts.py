"""The texts of notifications in every language of the client."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

FALLBACK = "en"


@cache
def _all() -> dict[str, dict[str, str]]:
    text = resources.files(__package__).joinpath("texts.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)
    return found


def languages() -> list[str]:
    """The languages that have texts."""
    return sorted(_all())


def words(language: str, key: str, **values: object) -> str:
    """A text in a language, or in English."""
    texts = _all()
    chosen = texts.get(language) or texts.get(language[:2]) or texts[FALLBACK]
    return chosen[key].format(**values)
