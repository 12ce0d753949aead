"""How much of a result came from the shuffle.

Equally strong computers play the same shuffle many times, on all seats. They are equal, so what a
seat wins on average is due to the shuffle and to the seat, not to the play. This average is the
luck of the seat. The rest of the real margin is what the players did better or worse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist, fmean, stdev
from typing import Any

from lutetia.ai.levels import LevelPlayer
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.record import GameRecord, first_state, verify
from lutetia.kernel.types import Record

Told = Callable[[int, int], None]
"""Called after each game with the number of finished games and of all games."""
SURE = 0.95
"""The interval holds the true luck with this probability."""


@dataclass(frozen=True)
class SeatLuck:
    """The luck of one seat. A margin is its points minus the mean of the other seats."""

    seat: str
    player: str
    margin: float
    """What it really was."""
    luck: float
    """What equal players win here on average."""
    low: float
    high: float
    """The interval of the luck."""
    adjusted: float
    """The margin without the luck."""


@dataclass(frozen=True)
class Luck:
    """How much of the result of a game came from the shuffle."""

    game: str
    level: int
    games: int
    sure: float
    seats: int
    summaries: list[SeatLuck]
    """One for each seat."""

    def as_json(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def measure_luck(
    game: Game, record: GameRecord, level: int, games: int, threads: int, told: Told
) -> Luck:
    """Play the shuffle of a finished record again, with computers of one level on all seats."""
    end = verify(game, record)
    if not game.is_over(end):
        raise BadRecord("the game has no end: the luck of an unfinished game cannot be measured")
    real = margins(_points(game, end))
    played = []
    for number in range(games):
        played.append(margins(_points(game, _playout(game, record, level, number, threads))))
        told(number + 1, games)
    summaries = []
    for seat in range(game.seats):
        luck, half = interval([found[seat] for found in played])
        summaries.append(
            SeatLuck(
                seat=game.seat_name(seat),
                player=record.players[seat],
                margin=round(real[seat], 2),
                luck=round(luck, 2),
                low=round(luck - half, 2),
                high=round(luck + half, 2),
                adjusted=round(real[seat] - luck, 2),
            )
        )
    return Luck(game.id, level, games, SURE, game.seats, summaries)


def _playout(game: Game, record: GameRecord, level: int, number: int, threads: int) -> Record:
    """The end of one game between equal players, from the shuffle of the record."""
    state = first_state(game, record)
    players = [
        LevelPlayer(level, derived_seed("luck", record.commitment, level, number, seat), threads)
        for seat in range(game.seats)
    ]
    while not game.is_over(state):
        seat = int(state.to_move)
        state = game.play(state, players[seat].choose(game, game.view(state, seat), seat))
    return state


def _points(game: Game, state: Record) -> list[int]:
    return [sum(lines.values()) for lines in game.score(state)]


def margins(points: Sequence[float]) -> list[float]:
    """For each seat: its points minus the mean of the others."""
    others = len(points) - 1
    return [own - (sum(points) - own) / others for own in points]


def interval(found: Sequence[float]) -> tuple[float, float]:
    """The mean, and half of the width of its interval (Student's t)."""
    if len(found) < 2:
        return fmean(found), math.inf
    return fmean(found), student(len(found) - 1) * stdev(found) / math.sqrt(len(found))


def student(freedom: int) -> float:
    """The quantile of Student's t distribution for `SURE`, from that of the normal distribution.

    The series has an error below one percent from five degrees of freedom on.
    """
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
