"""The ledger of Belle Époque: the aims of a fair and varied game, measured."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.belle_epoque.balance.accounts import COLUMNS, account
from lutetia.games.belle_epoque.balance.measures import (
    FEW_OWNERS,
    MOST_MARGIN,
    MOST_OF_A_LINE,
    MOST_OF_SINGLE_MINDED,
    OFTEN,
    OWNER_TOLERANCE,
    SEAT_TOLERANCE,
    TILES_WANTED,
    districts_wanted,
    measures,
)
from lutetia.kernel.contract import Game
from lutetia.kernel.measure import Measure
from lutetia.kernel.statistics import share_of
from lutetia.kernel.types import Integers, Record

PLACES = ("first", "second", "third", "fourth")


class BelleEpoqueLedger:
    """Counts moves, and compares the counts with the aims."""

    columns = COLUMNS

    def account(self, game: Game, state: Record, move: int, out: Integers) -> None:
        """Play a move in place, and add what it brought."""
        account(game.box, state, move, out)

    def measures(
        self,
        game: Game,
        states: NDArray[Any],
        accounts: NDArray[np.int64],
        lines: NDArray[np.int32],
        standings: NDArray[np.int64],
    ) -> list[Measure]:
        """All aims of one set-up."""
        landmarks = [landmark.name for landmark in game.components.landmarks]  # type: ignore[attr-defined]
        return aims(measures(states, accounts, lines, standings), landmarks)


LEDGER = BelleEpoqueLedger()


def aims(found: dict[str, Any], landmarks: list[str]) -> list[Measure]:
    """The measures of one set-up with their aims."""
    return [*_seats(found), *_tiles(found), *_prestige(found, landmarks), *_points(found)]


def single_minded(shares: dict[str, float], games: int) -> list[Measure]:
    """How often players with a single wish are ahead of a mixed player."""
    rows = []
    for wish, share in shares.items():
        exact = share_of(share * games, games)
        met = share <= MOST_OF_SINGLE_MINDED
        aim = f"at most {MOST_OF_SINGLE_MINDED:.0%}"
        rows.append(
            Measure(
                "ahead of a mixed player: one that wants only",
                wish,
                share,
                exact.low,
                exact.high,
                True,
                aim,
                met,
            )
        )
    return rows


def _seats(found: dict[str, Any]) -> list[Measure]:
    fair = 1 / found["players"]
    rows = []
    for name, share in zip(PLACES, found["wins_by_place"], strict=False):
        exact = share_of(share * found["games"], found["games"])
        aim = f"{fair - SEAT_TOLERANCE:.1%} to {fair + SEAT_TOLERANCE:.1%}"
        met = abs(share - fair) <= SEAT_TOLERANCE
        rows.append(
            Measure("wins", f"{name} to move", share, exact.low, exact.high, True, aim, met)
        )
    return rows


def _tiles(found: dict[str, Any]) -> list[Measure]:
    most = 1 / found["players"] + OWNER_TOLERANCE
    rows = []
    for tile, (taken, owners, wins) in enumerate(
        zip(found["taken"], found["owners"], found["owner_wins"], strict=True), 1
    ):
        known = share_of(taken * found["games"], found["games"])
        rows.append(Measure("games with tile taken", f"tile {tile}", taken, known.low, known.high))
        if owners >= FEW_OWNERS:
            exact = share_of(wins * owners, owners)
            aim = f"at most {most:.1%}"
            rows.append(
                Measure(
                    "wins of its owner",
                    f"tile {tile}",
                    wins,
                    exact.low,
                    exact.high,
                    True,
                    aim,
                    wins <= most,
                )
            )
    often = sum(taken >= OFTEN for taken in found["taken"])
    rows.append(
        Measure(
            "tiles taken in one game of twenty",
            "all tiles",
            often,
            None,
            None,
            False,
            f"at least {TILES_WANTED}",
            often >= TILES_WANTED,
        )
    )
    return rows


def _prestige(found: dict[str, Any], landmarks: list[str]) -> list[Measure]:
    rows = []
    for name, share in zip(landmarks, found["landmarks"], strict=True):
        exact = share_of(share * found["games"], found["games"])
        aim = f"at least {OFTEN:.0%}"
        rows.append(
            Measure(
                "games with landmark bought",
                name,
                share,
                exact.low,
                exact.high,
                True,
                aim,
                share >= OFTEN,
            )
        )
    sold, spent = found["medals_sold"], found["medals_spent"]
    rows.append(Measure("medals a game", "sold", sold, is_share=False))
    rows.append(
        Measure(
            "medals a game",
            "spent on landmarks",
            spent,
            None,
            None,
            False,
            "more than sold",
            spent > sold,
        )
    )
    return rows


def _points(found: dict[str, Any]) -> list[Measure]:
    wanted = districts_wanted(found["players"])
    half = 1.96 * found["districts_deviation"] / max(1.0, found["games"] ** 0.5)
    rows = [
        Measure(
            "districts scored",
            "a game",
            found["districts"],
            found["districts"] - half,
            found["districts"] + half,
            False,
            f"at least {wanted:g}",
            found["districts"] >= wanted,
        ),
        Measure(
            "margin",
            "of the winner's points",
            found["margin"],
            None,
            None,
            True,
            f"below {MOST_MARGIN:.0%}",
            found["margin"] < MOST_MARGIN,
        ),
    ]
    for line, share in found["lines"].items():
        aim = f"at most {MOST_OF_A_LINE:.0%}"
        rows.append(
            Measure(
                "share of all points", line, share, None, None, True, aim, share <= MOST_OF_A_LINE
            )
        )
    return rows
