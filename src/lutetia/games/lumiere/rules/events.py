"""What a move changed, computed from the states before and after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lutetia.games.lumiere.rules.names import (
    BUILDING_NAMES,
    LAYING,
    OVER,
    POWERS,
    SEATS,
    SPENT,
    TILES,
)
from lutetia.kernel.contract import Event
from lutetia.kernel.types import Record

if TYPE_CHECKING:
    from lutetia.kernel.contract import Game


def events(game: Game, before: Record, move: int, after: Record) -> list[Event]:
    """The move itself, what it drew or spent, and how each score changed."""
    # By index: reading a field as an attribute takes three times as long, and a server asks often.
    seat, pending = int(before["to_move"]), int(before["pending"])
    phase, now = int(before["phase"]), int(after["phase"])
    words = game.notation(move).split(":")
    found = [Event(words[0], seat, {"words": words[1:]})]
    if after["drawn"][seat] > before["drawn"][seat]:
        found.append(Event("draw", seat, {"tiles": _drawn(before, after, seat)}))
    for name, had, has in zip(
        POWERS, before["power"].tolist(), after["power"].tolist(), strict=True
    ):
        if had != has == SPENT:
            found.append(Event("spend", seat, {"power": name}))
    if pending >= 0:
        found.append(Event("levitated", seat, {"building": BUILDING_NAMES[pending]}))
    if phase != now != OVER:
        found.append(Event("phase-two", int(after["to_move"]), {}))
    if now != LAYING:
        found += _changes(game, before, after)
    if now == OVER:
        found.append(Event("over", seat, {"ranks": game.ranks(after)}))
    return found


def _drawn(before: Record, after: Record, seat: int) -> list[int] | None:
    """The tiles that came into the hand, or None if the views do not show them."""
    came = int(after["held"][seat]) & ~int(before["held"][seat])
    tiles = [tile + 1 for tile in range(TILES) if came >> tile & 1]
    return tiles or None


def _changes(game: Game, before: Record, after: Record) -> list[Event]:
    found = []
    pairs: list[tuple[dict[str, int], dict[str, int]]] = list(
        zip(game.score(before), game.score(after), strict=True)
    )
    for seat, (old, new) in enumerate(pairs):
        changed: dict[str, Any] = {
            line: new[line] - old[line] for line in new if new[line] != old[line]
        }
        if changed:
            found.append(Event("points", seat, {"seat": SEATS[seat], "lines": changed}))
    return found
