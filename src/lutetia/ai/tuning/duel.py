"""Compares two ways to search: `python -m lutetia.ai.tuning.duel GAME ONE OTHER --pairs N`.

A way is a list such as `weights=FILE,playouts=500,trust=1.5`: a file of weights (the tuned one
if left out), the playouts of a move, and any of the search's parameters. Weights by their names in
the file can be set too: `sharpness of playouts=2`.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from lutetia.ai.arena.match import Played, play_with
from lutetia.ai.arena.report import Report, report
from lutetia.ai.arena.schedule import Meeting, schedule
from lutetia.ai.heuristic import guided, heuristic_of
from lutetia.ai.names import player_named
from lutetia.ai.player import Player, SearchPlayer
from lutetia.ai.search.parameters import SearchParameters
from lutetia.ai.tuning.workers import Workers
from lutetia.ai.weights import parse_weights
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Floats


@dataclass(frozen=True)
class Way:
    """One contender: a player's name, or a way to search."""

    text: str

    def player(self, game: Game, seed: bytes) -> Player:
        """The player that searches this way."""
        if "=" not in self.text:
            return player_named(self.text, seed, threads=1)
        parts = dict(part.split("=", 1) for part in self.text.split(","))
        playouts = int(parts.pop("playouts", "500"))
        weights = self._weights(game, parts)
        usual = SearchParameters()
        parameters = usual._replace(
            **{name: type(getattr(usual, name))(float(text)) for name, text in parts.items()}
        )
        return SearchPlayer(
            self.text, playouts, seed, 1, lambda opened: guided(opened, weights), parameters
        )

    @staticmethod
    def _weights(game: Game, parts: dict[str, str]) -> Floats:
        heuristic = heuristic_of(game)
        file = parts.pop("weights", None)
        weights = heuristic.knowledge(game).copy()
        if file is not None:
            text = Path(file).read_text(encoding="utf-8")
            weights = parse_weights(text, file, heuristic.sections)
        names = [name for section in heuristic.sections.values() for name in section]
        for name in [name for name in parts if name in names]:
            weights[len(names) - 1 - names[::-1].index(name)] = float(parts.pop(name))
        return weights


def one_game(game: Game, meeting: Meeting, ways: list[Way], seed: str) -> tuple[str, Played]:
    """One game between contenders."""
    players = [
        ways[number].player(game, derived_seed("duel", seed, meeting.key, seat))
        for seat, number in enumerate(meeting.seating)
    ]
    return meeting.key, play_with(game, players, derived_seed("duel", seed, meeting.shuffle))


def main() -> int:
    """Play, and say which one is better."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("way", nargs="+")
    parser.add_argument("--pairs", type=int, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    ways = [Way(text) for text in arguments.way]
    jobs = [
        (meeting, ways, arguments.seed)
        for meeting in schedule(len(ways), arguments.players, arguments.pairs)
    ]
    games: dict[str, Played] = {}
    with Workers(arguments.game, arguments.players) as workers:
        for key, played in workers.do(one_game, jobs):
            games[key] = played
            sys.stderr.write(f"{len(games)} of {len(jobs)}\n")
            _tell(report(arguments.way, arguments.players, arguments.pairs, games))
    return 0


def _tell(found: Report) -> None:
    for duel in found.duels:
        sys.stderr.write(
            f"  {duel.one} – {duel.other}: {duel.share:.1%} "
            f"({duel.low:.0%}–{duel.high:.0%}), margin {duel.margin:+.1f}, {duel.verdict}\n"
        )
    for line in found.lines:
        sys.stderr.write(f"  {line.player}: {line.seconds_a_move:.3f} s a move\n")


if __name__ == "__main__":
    sys.exit(main())
