"""The analysis of a game, as a Python object that notebooks show as a plot."""

from __future__ import annotations

from typing import Any

from lutetia.ai.analysis.graph import graph
from lutetia.ai.analysis.report import Analysis, Judged, Summary, analyse
from lutetia.ai.analysis.weigh import Scales
from lutetia.ai.finishing import EndProver
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord


class GameAnalysis:
    """Every move of a game, judged (docs/analysis.md)."""

    def __init__(self, found: Analysis) -> None:
        self.found = found
        """All values, typed."""

    @property
    def moves(self) -> list[Judged]:
        """Each move with its loss, its mark and the better move."""
        return self.found.moves

    @property
    def summaries(self) -> list[Summary]:
        """The play of each seat."""
        return self.found.summaries

    def as_json(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return self.found.as_json()

    def svg(self) -> str:
        """The expected margin after every move, as an SVG file."""
        return graph(self.found)

    def __repr__(self) -> str:
        losses = ", ".join(f"{one.seat} {one.mean_loss:.2f}" for one in self.summaries)
        return f"<GameAnalysis: points lost a move: {losses}>"

    def _repr_svg_(self) -> str:
        """The plot that a notebook shows."""
        return self.svg()


def analysed(
    game: Game, record: GameRecord, playouts: int, nodes: int, seed: str, threads: int
) -> GameAnalysis:
    """Judge every move of a record."""
    scales = Scales(game, playouts, seed, threads, EndProver(game, nodes, threads))
    return GameAnalysis(analyse(game, record, scales, lambda _done, _all: None))
