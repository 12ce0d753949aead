"""Matches between computer players in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lutetia.ai.arena.match import Box, Played
from lutetia.ai.arena.report import Report, report
from lutetia.ai.arena.results import Results
from lutetia.ai.arena.run import run
from lutetia.ai.arena.schedule import schedule
from lutetia.kernel.catalogue import open_game
from lutetia.kernel.errors import BadOption


@dataclass(frozen=True)
class MatchResult:
    """How a match between computers ended. Draws count half."""

    players: tuple[str, ...]
    games: int
    share: float
    """The share of wins of the first player against the second."""
    interval: tuple[float, float]
    """The 95% interval of this share."""
    margin: float
    """The mean lead of the first player in points."""
    report: Report
    """Everything that `lutetia arena` tells."""
    played: tuple[Played, ...]
    """Every game by itself."""

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.players[0]} – {self.players[1]}: {self.share:.1%} of {self.games} games "
            f"({low:.1%} to {high:.1%}), {self.margin:+.1f} points"
        )


def play_match(
    *players: str,
    games: int = 100,
    game: str = "lumiere",
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str = "1",
    workers: int = 1,
    told: Callable[[int, int], None] = lambda _done, _all: None,
) -> MatchResult:
    """Let computers play each other. Every shuffle is played from every seat.

    `games` is rounded up to whole rounds, so that everybody has the same shuffles and seats. With
    more than one worker, call it from a script that is protected by `if __name__ == "__main__"`.
    """
    if len(players) < 2 or len(set(players)) != len(players):
        raise BadOption("players: a match needs at least two players, all different")
    if games < 1:
        raise BadOption(f"games: {games} games cannot be played")
    rules = open_game(game, seats, options)
    box = Box(rules.id, rules.seats, rules.options)
    results = Results(Played, {})
    in_a_round = sum(1 for _ in schedule(len(players), rules.seats, 1))
    shuffles = -(-games // in_a_round)
    run(box, players, shuffles, seed, results, workers, told)
    found = report(list(players), rules.seats, shuffles, results.games)
    duel = next(d for d in found.duels if {d.one, d.other} == {players[0], players[1]})
    return MatchResult(
        players=players,
        games=len(results.games),
        share=duel.share,
        interval=(duel.low, duel.high),
        margin=duel.margin,
        report=found,
        played=tuple(results.games.values()),
    )
