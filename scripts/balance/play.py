"""Plays the games of the strongest player for docs/balance.md, many set-ups at once.

`python -m scripts.balance.play --out FOLDER SET …` keeps all cores busy until the last game. A SET
is PLAYER@PLAYERS,SETUP[,OPTION=VALUE…], for example `insight:60@2,basic,tile-27=two`. The first
games of all sets are played first, then their second games, and so on. Each set has a file in the
folder, as `lutetia balance --out` writes it. Run the same command again to go on after a stop.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lutetia.ai.arena.match import Box, warm_up
from lutetia.ai.arena.results import Results
from lutetia.ai.names import player_named
from lutetia.cli.arguments import parsed_options
from lutetia.cli.endings import PlayedGame, games_header, played_game
from lutetia.kernel.catalogue import find_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption, LutetiaError

GAME = "belle_epoque"


@dataclass(frozen=True)
class Set:
    """The games of one player at all seats of one kind of table."""

    player: str
    seats: int
    options: tuple[tuple[str, str], ...]

    @classmethod
    def read(cls, text: str) -> Set:
        """A set from a command line."""
        player, at, table = text.partition("@")
        seats, _, rest = table.partition(",")
        setup, *others = rest.split(",")
        if not at or not seats.isdecimal() or not setup:
            raise BadOption(f"{text}: must be PLAYER@PLAYERS,SETUP[,OPTION=VALUE…]")
        player_named(player, b"")
        offered = find_game(GAME).options_offered
        options = parsed_options([f"setup={setup}", *others], offered)
        return cls(player, int(seats), tuple((name, str(value)) for name, value in options.items()))

    @property
    def name(self) -> str:
        """The name of its file."""
        options = "-".join(
            value if name == "setup" else f"{name}-{value}" for name, value in self.options
        )
        return f"{self.seats}-{options}-{self.player.replace(':', '')}"

    def open(self) -> Game:
        """The game at its tables."""
        return Box(GAME, self.seats, dict(self.options)).open()


@cache
def opened(one: Set) -> Game:
    """Opened once in each process."""
    return one.open()


def play_one(one: Set, seed: str, number: int) -> tuple[PlayedGame, float]:
    """A game, and its processor time in seconds."""
    before = time.process_time()
    played = played_game(opened(one), one.player, seed, number, threads=1)
    return played, time.process_time() - before


def results_of(one: Set, seed: str, folder: Path) -> Results[PlayedGame]:
    """The games of a set that are already played."""
    return Results(
        PlayedGame, games_header(one.open(), one.player, seed), folder / f"{one.name}.jsonl"
    )


def play(
    groups: Sequence[Sequence[Set]],
    games: int,
    seed: str,
    folder: Path,
    processes: int,
    until: float,
) -> dict[Set, list[float]]:
    """Play until all games are over or no new one may begin; returns their processor times.

    The games of a group begin when those of the group before it have begun."""
    kept = {one: results_of(one, seed, folder) for group in groups for one in group}
    for player, seats in {(one.player, one.seats): one for one in kept}:
        warm_up(
            next(one for one in kept if (one.player, one.seats) == (player, seats)).open(), player
        )
    left: Iterator[tuple[Set, int]] = iter(
        [
            (one, number)
            for group in groups
            for number in range(games)
            for one in group
            if str(number) not in kept[one].games
        ]
    )
    spent: dict[Set, list[float]] = {one: [] for one in kept}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context) as pool:
        waiting: dict[Future[tuple[PlayedGame, float]], tuple[Set, int]] = {}

        def begin() -> None:
            while len(waiting) < processes and time.monotonic() < until:
                job = next(left, None)
                if job is None:
                    return
                waiting[pool.submit(play_one, job[0], seed, job[1])] = job

        begin()
        while waiting:
            ended, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for done in ended:
                one, number = waiting.pop(done)
                played, seconds = done.result()
                kept[one].add(str(number), played)
                spent[one].append(seconds)
            begin()
    return spent


def main() -> int:
    """Play, and say what a game costs."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.balance.play",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sets", nargs="+", metavar="SET")
    parser.add_argument("--then", nargs="+", default=[], metavar="SET", help="sets that come last")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="of each set")
    parser.add_argument("--seed", default="1", metavar="S", help="any word (default: 1)")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    parser.add_argument(
        "--minutes", type=float, default=1e9, metavar="M", help="after them no game begins"
    )
    given = parser.parse_args()
    until = time.monotonic() + 60 * given.minutes
    try:
        groups = [[Set.read(text) for text in part] for part in (given.sets, given.then)]
        spent = play(groups, given.games, given.seed, given.out, given.processes, until)
    except LutetiaError as error:
        print(error, file=sys.stderr)
        return 2
    for one, seconds in spent.items():
        mean = sum(seconds) / max(1, len(seconds))
        print(f"{one.name}: {len(seconds)} games, {mean:.1f} processor seconds each", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
