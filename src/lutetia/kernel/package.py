"""What a game says about itself: one descriptor a game, found by the catalogue.

The rules are the only thing that a game must bring.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from lutetia.kernel.contract import Game


class GamePackage(ABC):
    """The descriptor of one game. Its methods import what they hand out, so naming a game is cheap.

    A package registers an instance under the entry point group `lutetia.games`; the name of the
    entry point is the `id` of the game.
    """

    @abstractmethod
    def game(self) -> type[Game]:
        """The rules with words around them."""
