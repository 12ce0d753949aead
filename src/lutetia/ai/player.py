"""What a computer player is: something that sees a view and answers with a legal move."""

from __future__ import annotations

from typing import Protocol

from lutetia.kernel.chance import below, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


class Player(Protocol):
    """One computer player at one table."""

    name: str

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """A legal move for the seat, which is to move; the view is all that it may know."""


class RandomPlayer:
    """Plays every legal move equally often; the same seed, the same choices."""

    def __init__(self, seed: bytes) -> None:
        self.name = "random"
        self._chance = generator(seed)

    def choose(self, game: Game, view: Record, seat: int) -> int:  # noqa: ARG002 (whoever it is)
        """Any legal move."""
        moves = game.legal_moves(view)
        return int(moves[below(self._chance, len(moves))])
