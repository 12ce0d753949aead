"""Positions of a record by their ply, for several commands."""

from __future__ import annotations

import argparse

from lutetia.cli.arguments import whole
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadRecord
from lutetia.kernel.record import GameRecord, first_state, replay
from lutetia.kernel.types import Record


def add_ply(parser: argparse.ArgumentParser) -> None:
    """Add the argument that names the position."""
    parser.add_argument(
        "--ply",
        type=whole(0),
        metavar="N",
        help="the position after N moves (default: the last one)",
    )


def state_at(game: Game, record: GameRecord, ply: int | None) -> Record:
    """The state after this many moves of a record; a seat must be to move."""
    wanted = len(record.moves) if ply is None else ply
    if wanted > len(record.moves):
        raise BadRecord(f"--ply {wanted}: the record has only {len(record.moves)} moves")
    state = first_state(game, record)
    for number, step in enumerate(replay(game, record)):
        if number == wanted:
            break
        state = step.after
    if game.is_over(state):
        raise BadRecord(f"--ply {wanted}: the game is over in this position")
    return state
