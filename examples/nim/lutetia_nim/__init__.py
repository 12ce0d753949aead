"""Nim for Lutetia: a game of rules alone, in a package of its own."""

from __future__ import annotations

from lutetia.kernel.contract import Game
from lutetia.kernel.package import GamePackage


class NimPackage(GamePackage):
    """Nim, described to the rest of the program."""

    margin = 3.0

    def game(self) -> type[Game]:
        """The rules."""
        from lutetia_nim.rules import Nim

        return Nim


PACKAGE = NimPackage()
