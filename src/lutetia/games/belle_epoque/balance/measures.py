"""What finished games say about the balance of the game, and how far it is from the aims."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lutetia.games.belle_epoque.balance import accounts as a
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT, FRANCS

TILES_WANTED = 25
OFTEN = 0.05
"""A tile or landmark that is used in one game of twenty is part of the game."""
SEAT_TOLERANCE = 0.03
OWNER_TOLERANCE = 0.10
MOST_OF_A_LINE = 0.40
MOST_MARGIN = 0.15
MOST_OF_SINGLE_MINDED = 0.35
FEW_OWNERS = 20
"""The share of wins of fewer owners says nothing."""


def districts_wanted(players: int) -> float:
    """How many districts shall be scored on average."""
    return 4.0 if players == 2 else 5.0


def shares_of_wins(standings: NDArray[Any]) -> NDArray[np.float64]:
    """Game, seat: 1 for a win, equal parts of 1 for a shared win."""
    first = standings == standings.max(axis=1, keepdims=True)
    return first / first.sum(axis=1, keepdims=True)


def shares_of_beaten(standings: NDArray[Any]) -> NDArray[np.float64]:
    """Game, seat: the share of its rivals that a seat is ahead of; a tie is half of it."""
    mine, theirs = standings[:, :, None], standings[:, None, :]
    ahead = (mine > theirs) + 0.5 * (mine == theirs)
    # Each seat ties with itself.
    return (ahead.sum(axis=2) - 0.5) / (standings.shape[1] - 1)


def measures(
    states: NDArray[Any],
    accounts: NDArray[np.int64],
    lines: NDArray[np.int32],
    standings: NDArray[np.int64],
) -> dict[str, Any]:
    """All figures of one number of players and one set-up."""
    games, players = standings.shape
    wins = shares_of_wins(standings)
    order = (np.arange(players) + states["first"][:, None]) % players
    totals = lines.sum(axis=2)
    ranked = np.sort(totals, axis=1)
    winners = totals[np.arange(games), standings.argmax(axis=1)]
    had = (states["had"][:, :players, None] >> np.arange(30, dtype=np.uint64)) & np.uint64(1) > 0
    laid = np.bitwise_or.reduce(states["laid"], axis=1)
    bought = (laid[:, None] >> np.arange(terms.LANDMARKS, dtype=np.uint64)) & np.uint64(1) > 0
    owners = had.sum(axis=(0, 1))
    owner_wins = (had * wins[:, :, None]).sum(axis=(0, 1)) / np.maximum(1, owners)
    rounds = accounts[:, :, a.TILE_ROUND :]
    all_points = max(1.0, float(totals.sum()))
    tiles = accounts[:, :, a.FIRST_TILE : a.TILE_ROUND].sum(axis=(0, 1))
    account = accounts.sum(axis=(0, 1))
    scored = (states["scoring_tile"] >= 0).sum(axis=1)
    return {
        "players": players,
        "games": games,
        "turns": float(states["turns"].mean()) / players,
        "wins_by_place": np.take_along_axis(wins, order, axis=1).mean(axis=0).tolist(),
        "points": float(totals.mean()),
        "winner": float(winners.mean()),
        "margin": float((ranked[:, -1] - ranked[:, -2]).mean()) / max(1.0, float(winners.mean())),
        "taken": had.any(axis=1).mean(axis=0).tolist(),
        "owners": owners.tolist(),
        "owner_wins": owner_wins.tolist(),
        "tile_round": (
            rounds.sum(axis=(0, 1)) / np.maximum(1, (rounds > 0).sum(axis=(0, 1)))
        ).tolist(),
        "landmarks": bought.mean(axis=0).tolist(),
        "districts": float(scored.mean()),
        "districts_deviation": float(scored.std()),
        "medals_sold": float(account[a.MEDALS_SOLD]) / games,
        "medals_spent": float(account[a.MEDALS_SPENT]) / games,
        "resources_sold": float(account[a.RESOURCES_SOLD]) / games,
        "lines": {
            "bonus tiles": float(tiles.sum()) / all_points,
            "tile 27": float(lines[:, :, FRANCS].sum()) / all_points,
            "districts": float(lines[:, :, FIRST_DISTRICT:].sum()) / all_points,
            "prestige": float(account[a.PRESTIGE]) / all_points,
            "eights": float(account[a.EIGHTS]) / all_points,
            "end-of-game tiles": float(account[a.END_TILES]) / all_points,
        },
    }


def penalties(found: dict[str, Any]) -> dict[str, float]:
    """How far one set-up is from each aim; 0: the aim is met."""
    players = found["players"]
    fair = 1 / players
    by_place = np.array(found["wins_by_place"])
    owners = np.array(found["owners"])
    excess = np.sort(
        np.where(owners >= FEW_OWNERS, np.array(found["owner_wins"]) - fair - OWNER_TOLERANCE, 0.0)
    )
    rare = np.sort(np.maximum(0.0, OFTEN - np.array(found["taken"])))[:TILES_WANTED]
    sold = found["medals_sold"] / max(0.01, found["medals_sold"] + found["medals_spent"])
    return {
        "seats": max(0.0, float(np.abs(by_place - fair).max()) - SEAT_TOLERANCE) / 0.1,
        "owners": (max(0.0, excess[-1]) + np.maximum(0.0, excess[-4:]).mean()) / 0.2,
        "tiles": float(rare.sum()) / OFTEN / 5,
        "landmarks": float(np.maximum(0.0, OFTEN - np.array(found["landmarks"])).sum()) / OFTEN / 2,
        "prestige": max(0.0, sold - 0.5) / 0.25,
        "districts": max(0.0, districts_wanted(players) - found["districts"]),
        "lines": max(0.0, max(found["lines"].values()) - MOST_OF_A_LINE) / 0.1,
        "margin": max(0.0, found["margin"] - MOST_MARGIN) / 0.1,
    }


def single_minded_penalty(share: float) -> float:
    """How far a single-minded player's share of wins is above what it may be."""
    return max(0.0, share - MOST_OF_SINGLE_MINDED) / 0.1
