"""The cells and rows of the tables of docs/balance.md."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lutetia.games.belle_epoque.balance.measures import FEW_OWNERS
from scripts.balance.verdicts import Found, largest_line, tiles_taken

ROW = (
    "players, set-up", "games", "wins by place", "the most winning tile", "tiles",
    "rarest landmark", "medals spent / sold", "districts", "largest line", "margin",
    "best single wish",
)  # fmt: skip


def rows(heading: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [heading, ["---"] * len(heading), *body]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def columns(names: Iterable[str]) -> list[str]:
    """The headings of set-ups."""
    return [name.replace(" ", ", ", 1) for name in names]


def row(setup: str, found: Found) -> list[str]:
    """One set-up in one row, under the headings of `ROW`."""
    return [
        setup.replace(" ", ", "),
        str(found["games"]),
        places(found),
        worst_owner(found),
        str(tiles_taken(found)),
        f"{min(found['landmarks']):.0%}",
        medals_words(found),
        f"{found['districts']:.1f}",
        line_words(found),
        f"{found['margin']:.0%}",
        best_wish(found),
    ]


def worst_owner(found: Found) -> str:
    """The tile whose owner wins most, and how often."""
    pairs = zip(found["owner_wins"], found["owners"], strict=True)
    wins = [(share, tile) for tile, (share, n) in enumerate(pairs, 1) if n >= FEW_OWNERS]
    if not wins:
        return "–"
    share, tile = max(wins)
    return f"{tile}: {share:.0%}"


def best_wish(found: Found) -> str:
    """The single wish that is ahead of most mixed players, and how often."""
    if "alone" not in found:
        return "–"
    wish = max(found["alone"], key=found["alone"].__getitem__)
    return f"{wish} {found['alone'][wish]:.0%}"


def line_words(found: Found) -> str:
    """The line of the score with the most points."""
    name = max(found["lines"], key=found["lines"].__getitem__)
    return f"{name} {largest_line(found):.0%}"


def places(found: Found) -> str:
    """The shares of wins by place."""
    return " / ".join(f"{100 * share:.0f}" for share in found["wins_by_place"])


def medals_words(found: Found) -> str:
    """Medals spent and sold in a game."""
    return f"{found['medals_spent']:.1f} / {found['medals_sold']:.1f}"


def plain(value: Any) -> str:
    """A choice without brackets."""
    if isinstance(value, dict):
        return " ".join(f"{n} {kind}" for kind, n in value.items())
    return ", ".join(map(plain, value)) if isinstance(value, list) else str(value)
