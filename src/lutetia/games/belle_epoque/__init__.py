"""Paris of the Belle Époque: everything that Lutetia knows about this game lies in this package."""

from __future__ import annotations

from lutetia.kernel.contract import Game
from lutetia.kernel.package import GamePackage


class BelleEpoquePackage(GamePackage):
    """Paris of the Belle Époque, described to the rest of the program."""

    def game(self) -> type[Game]:
        """The rules."""
        from lutetia.games.belle_epoque.rules import BelleEpoque

        return BelleEpoque


PACKAGE = BelleEpoquePackage()
