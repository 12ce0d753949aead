"""A player that searches with a network, and plays endings exactly if it can."""

from __future__ import annotations

from lutetia.ai.finishing import Finisher, LastTurnFinisher, SolverFinisher
from lutetia.ai.network.catalogue import session_of
from lutetia.ai.network.thinking import Considered, NetworkSearch
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

PROOF = 150_000
"""The nodes that it may use to play endings exactly: as many as level 8 of La Cité."""


class NetworkPlayer:
    """Plays the best candidate of a search that a network guides."""

    def __init__(
        self,
        name: str,
        simulations: int,
        seed: bytes,
        threads: int,
        proof: int = PROOF,
        small: bool = True,
    ) -> None:
        self.name = name
        self._simulations = simulations
        self._seed = seed
        self._threads = threads
        self._small = small
        self._finishers: list[Finisher] = (
            [SolverFinisher(proof, threads), LastTurnFinisher(proof)] if proof else []
        )
        self._search: NetworkSearch | None = None

    def choose(self, game: Game, view: Record, seat: int) -> int:
        """The best candidate. A forced move is played without a search."""
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return int(moves[0])
        for finisher in self._finishers:
            certain = finisher.best_move(game, view, seat)
            if certain is not None:
                return certain
        return self.consider(game, view, seat)[0].move

    def consider(self, game: Game, view: Record, seat: int) -> list[Considered]:
        """Every candidate, the best first."""
        if self._search is None or self._search.game is not game:
            session = session_of(game, self._threads, self._small)
            self._search = NetworkSearch(game, session, self._simulations, self._seed)
        return self._search.think(view, seat)
