"""The texts of notifications: a file of `locales/` for each language of the client."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

FALLBACK = "en"


@cache
def _all() -> dict[str, dict[str, str]]:
    folder = resources.files(__package__).joinpath("locales")
    return {
        file.name.removesuffix(".toml"): tomllib.loads(file.read_text("utf-8"))
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


def languages() -> list[str]:
    """The languages that have texts."""
    return sorted(_all())


def words(language: str, key: str, **values: object) -> str:
    """A text in a language, or in English."""
    texts = _all()
    chosen = texts.get(language) or texts.get(language[:2]) or texts[FALLBACK]
    return chosen[key].format(**values)
