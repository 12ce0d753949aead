"""Write positions of real games for the gallery: `python web/dev/positions.py > web/dev/positions.json`.

Each shows what a seat would get from the server: position, legal moves, scores, log and previews.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

POSTCARDS = [
    "metropolitain", "la-grande-lumiere", "le-peintre", "lampadaire",
    "moulin-rouge", "fontaine-des-mers", "le-penseur", "bouquinistes",
]  # fmt: skip


def scores(game: Game, state: Record) -> list[dict[str, Any]]:
    """Points by seat, in the form of the protocol."""
    return [{"total": sum(lines.values()), "lines": lines} for lines in game.score(state)]


def previews(game: Game, state: Record, moves: list[int]) -> list[dict[str, Any]]:
    """The score of each move."""
    return [
        {
            "move": game.notation(move),
            "before": scores(game, state),
            "after": scores(game, game.play(state, move)),
            "certain": True,
            "events": [],
        }
        for move in moves
    ]


def greedy(game: Game, state: Record, rng: np.random.Generator) -> int:
    """A move that scores at once, so that the boards look like those of people."""
    seat = int(state.to_move)
    moves = list(rng.permutation(game.legal_moves(state)))
    if len(moves) > 60:
        moves = moves[:60]

    def gain(move: int) -> int:
        totals = game.totals(game.play(state, int(move)))
        return totals[seat] - totals[1 - seat]

    if int(state.phase) == 1:
        takes = [m for m in moves if game.notation(int(m)).startswith("take")]
        return int(takes[0] if takes and rng.random() < 0.4 else moves[0])
    return int(max(moves, key=gain))


def main() -> None:
    """Play one game and keep some of its positions."""
    game = open_game("lumiere", options={"postcards": POSTCARDS})
    rng = np.random.default_rng(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
    state = game.deal(bytes(32))
    log: list[dict[str, Any]] = []
    kept: list[dict[str, Any]] = []
    while True:
        seat = int(state.to_move)
        moves = [int(m) for m in game.legal_moves(state)]
        viewer = seat if seat >= 0 else 0
        kept.append(
            {
                "seat": viewer,
                "to_move": seat if seat >= 0 else None,
                "position": game.position(game.view(state, viewer)),
                "legal": [game.notation(m) for m in moves],
                "scores": scores(game, state),
                "log": list(log),
                "previews": previews(game, state, moves) if int(state.phase) == 2 else [],
                "ranks": game.ranks(state) if seat < 0 else None,
            }
        )
        if seat < 0:
            break
        move = greedy(game, state, rng)
        after = game.play(state, move)
        log.append(
            {
                "number": len(log) + 1,
                "seat": seat,
                "move": game.notation(move),
                "events": [
                    {"kind": e.kind, "seat": e.seat, "details": dict(e.details)}
                    for e in game.events(state, move, after)
                ],
                "at": 0,
            }
        )
        state = after
    wanted = [2, 9, 18, *range(26, len(kept) - 1, 3), len(kept) - 1]
    json.dump([kept[i] for i in wanted if i < len(kept)], sys.stdout)


if __name__ == "__main__":
    main()
