"""How a game ended, and the place of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


@dataclass(frozen=True, slots=True)
class Outcome:
    """Why the game ended, and the place of each seat."""

    reason: Literal["played", "resigned", "time", "draw"]
    ranks: tuple[int, ...]


def ranks_of(game: Game, state: Record, given_up: Sequence[int]) -> tuple[int, ...]:
    """Places by the standing. Seats that gave up come last, the first of them at the very end."""
    standing = game.ranks(state)
    stayed = [seat for seat in range(game.seats) if seat not in given_up]
    ranks = [0] * game.seats
    for seat in stayed:
        ranks[seat] = 1 + sum(standing[other] < standing[seat] for other in stayed)
    for place, seat in enumerate(reversed(given_up)):
        ranks[seat] = len(stayed) + place + 1
    return tuple(ranks)
