"""Results of finished tables, and the statistics of a player from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from lutetia.kernel.catalogue import package_of
from lutetia.match.table import Table
from lutetia.storage.results import Result

FAVOURITES = 8
OPPONENTS = 20


def results_of(table: Table) -> list[Result]:
    """The result of every seat of a finished table."""
    assert table.outcome is not None
    header, game = table.header, table.game
    uses = package_of(game).uses(game, np.array([table.state]))
    scores = game.score(table.state)
    return [
        Result(
            header.id,
            seat,
            header.game,
            header.seats,
            None if chair.kind == "computer" and chair.given_up is None else chair.name,
            chair.level if chair.given_up is None else None,
            table.outcome.ranks[seat],
            dict(scores[seat]),
            {
                group: [thing for thing, flags in things.items() if flags[0][seat]]
                for group, things in uses.items()
            },
            table.updated,
        )
        for seat, chair in enumerate(table.chairs)
    ]


def statistics(games: Sequence[tuple[int, Sequence[Result]]]) -> list[dict[str, Any]]:
    """`GameStatistics` for each game and number of players, the most played first."""
    kinds: dict[tuple[str, int], list[tuple[int, Sequence[Result]]]] = {}
    for seat, together in games:
        kinds.setdefault((together[0].game, together[0].seats), []).append((seat, together))
    found = [_of_kind(game, seats, played) for (game, seats), played in kinds.items()]
    return sorted(found, key=lambda kind: -int(kind["games"]))


def _of_kind(
    game: str, seats: int, played: Sequence[tuple[int, Sequence[Result]]]
) -> dict[str, Any]:
    mine = [together[seat] for seat, together in played]
    places = Counter(result.rank for result in mine)
    lines = {
        line: round(sum(result.lines.get(line, 0) for result in mine) / len(mine), 1)
        for line in mine[0].lines
    }
    used: dict[str, Counter[str]] = {}
    for result in mine:
        for group, things in result.used.items():
            used.setdefault(group, Counter()).update(things)
    return {
        "game": game,
        "seats": seats,
        "games": len(mine),
        "places": [places[place] for place in range(1, seats + 1)],
        "points": round(sum(sum(result.lines.values()) for result in mine) / len(mine), 1),
        "best": max(sum(result.lines.values()) for result in mine),
        "lines": lines,
        "favourites": [
            {"group": group, "thing": thing, "games": count}
            for group, things in used.items()
            for thing, count in things.most_common(FAVOURITES)
        ],
        "opponents": _opponents(played),
    }


def _opponents(played: Sequence[tuple[int, Sequence[Result]]]) -> list[dict[str, Any]]:
    met: dict[tuple[str | None, int | None], Counter[str]] = {}
    for seat, together in played:
        for other in together:
            if other.seat == seat:
                continue
            count = met.setdefault((other.name, other.level), Counter())
            own = together[seat].rank
            how = "won" if own < other.rank else "lost" if own > other.rank else "drawn"
            count.update(("games", how))
    ordered = sorted(met.items(), key=lambda item: -item[1]["games"])[:OPPONENTS]
    return [
        {
            "name": name,
            "level": level,
            **{key: count[key] for key in ("games", "won", "drawn", "lost")},
        }
        for (name, level), count in ordered
    ]
