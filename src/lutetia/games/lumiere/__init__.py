"""La Cité de la Lumière: everything that Lutetia knows about this game lies in this package."""

from __future__ import annotations

from lutetia.kernel.contract import Game
from lutetia.kernel.package import GamePackage


class LumierePackage(GamePackage):
    """La Cité de la Lumière, described to the rest of the program."""

    def game(self) -> type[Game]:
        """The rules."""
        from lutetia.games.lumiere.rules import Lumiere

        return Lumiere


PACKAGE = LumierePackage()
