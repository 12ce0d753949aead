"""Moves as text: lower-case words with colons between them, the same in every position.

docs/notation-belle-epoque.md describes every move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import terms

_RESOURCES = terms.KINDS[: terms.RESOURCES]
_MEDALS = terms.KINDS[terms.RESOURCES :]
_SUFFIX = {m.PLAIN: "", m.WITH_9: ":with-9", m.WITH_16: ":with-16"}

UNREAD_CHOICE = "choose"
"""What the others read when a seat chooses among the end-of-game tiles (B8.1)."""


@lru_cache(maxsize=8)
def texts(site_values: tuple[int, ...], scoring_values: tuple[int, ...]) -> tuple[str, ...]:
    """The notation of every move; a scoring tile is named by its points for the first place."""
    found = [f"draw:{pile + 1}" for pile in range(terms.PILES)]
    found += [f"place:{district}" for district in terms.DISTRICTS]
    found += ["key:arc"] + [f"key:{district}" for district in terms.DISTRICTS]
    found += [_key_move(move, site_values) for move in range(m.MOVE, m.TAKE)]
    found += ["take", "pass"]
    found += [f"choose:{face}" for face in terms.FACES]
    found += [f"bonus:{tile + 1}" for tile in range(terms.BONUS_TILES)]
    found += [f"discard:{amount + 1}" for amount in range(3)]
    for points in scoring_values:
        found += [f"score:{points}:{district}" for district in terms.DISTRICTS]
    found.append("decline")
    found += [f"buy:{kind}" for kind in _RESOURCES]
    found += [f"sell:{kind}" for kind in terms.KINDS]
    found += [f"activate:{tile + 1}" for tile in m.PLAIN_TILES]
    found += _activations()
    found += _uses()
    found.append("end")
    return tuple(found)


def _key_move(move: int, site_values: tuple[int, ...]) -> str:
    way = way_of(move)
    district = terms.DISTRICTS[way.district]
    target = site_values[way.site]
    suffix = _SUFFIX[way.mode]
    if way.source == m.FROM_ARC:
        return f"move:arc:{district}:{target}{suffix}"
    start = "bank" if way.source == m.FROM_BANK else site_values[way.source - m.FROM_SITE]
    return f"move:{district}:{start}:{target}{suffix}"


class Way(NamedTuple):
    """The parts of a key move, for texts about it."""

    district: int
    source: int
    site: int
    mode: int


def way_of(move: int) -> Way:
    """Read the parts of a key move without compiled code."""
    district, rest = divmod(int(move) - int(m.MOVE), m.WAYS * m.MODES)
    way, mode = divmod(rest, m.MODES)
    return Way(district, int(m.SOURCE_OF_WAY[way]), int(m.SITE_OF_WAY[way]), mode)


def _mixtures(kinds: Sequence[str]) -> list[str]:
    pairs = zip(m.FIRST_OF_TWO, m.SECOND_OF_TWO, strict=True)
    return [f"{kinds[first]}:{kinds[second]}" for first, second in pairs]


def _activations() -> list[str]:
    """The bonus tiles that need a choice, in the order of the move space."""
    tracks = range(1, terms.BONUS_TILES + 1)
    pairs = [":".join(map(str, counts)) for counts in product(range(m.MOST_PAIRS + 1), repeat=3)]
    choices: list[tuple[int, Sequence[object]]] = [
        (8, _MEDALS),
        (10, _RESOURCES),
        (17, tracks),
        (19, _mixtures(_MEDALS)),
        (21, _mixtures(_RESOURCES)),
        (23, pairs),
        (24, pairs),
        (25, tracks),
    ]
    return [f"activate:{tile}:{choice}" for tile, options in choices for choice in options]


def _uses() -> list[str]:
    """The end-of-game tiles, with the kinds of the tokens that they give."""
    found = [f"activate:{face}" for face in terms.FACES[: terms.RESOURCES_FACE]]
    for face, options in zip(
        terms.FACES[terms.RESOURCES_FACE :],
        (_RESOURCES, _mixtures(_RESOURCES), _MEDALS, _mixtures(_MEDALS)),
        strict=True,
    ):
        found += [f"activate:{face}:{choice}" for choice in options]
    return found


@lru_cache(maxsize=8)
def numbers(site_values: tuple[int, ...], scoring_values: tuple[int, ...]) -> dict[str, int]:
    """The reverse of `texts`."""
    return {text: move for move, text in enumerate(texts(site_values, scoring_values))}


def is_secret(move: int) -> bool:
    """Whether only the mover may know which move it was (B8.1)."""
    return m.CHOOSE <= move < m.BONUS
