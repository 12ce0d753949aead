"""The buffers that a planner works in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from lutetia.kernel.chance import generator
from lutetia.kernel.compiled import compiled
from lutetia.kernel.scratch import borrowed
from lutetia.kernel.types import Floats, Moves, Record, Words

if TYPE_CHECKING:
    # Not a part of the machine code: a change of the contract needs no new compilation.
    from lutetia.kernel.contract import Game

LONGEST_TURN = 16
"""The most moves of a planned turn. A longer turn is planned further at the next choice."""


class BeamBuffers(NamedTuple):
    """Working space of one thread, for beams up to some width."""

    worlds: Record
    """Two rows of the beam. After them: a state to evaluate, the best end, a state to try moves."""
    moves: Moves
    looks: Floats
    """How good each position of the new row looks."""
    keys: Words
    """The hashes of those positions: another order of the same moves gives the same hash."""
    paths: Moves
    """The moves that led to each position of both rows."""
    path: Moves
    """The moves of the turn that was planned last, then NONE."""
    values: Floats
    lines: Floats
    chance: Words
    """The generator of the world that is followed."""


@compiled
def lent(beam: BeamBuffers) -> BeamBuffers:
    """The same buffers for as long as a call lasts; compiled code does not count their users."""
    return BeamBuffers(
        borrowed(beam.worlds),
        borrowed(beam.moves),
        borrowed(beam.looks),
        borrowed(beam.keys),
        borrowed(beam.paths),
        borrowed(beam.path),
        borrowed(beam.values),
        borrowed(beam.lines),
        borrowed(beam.chance),
    )


def new_beam_buffers(game: Game, width: int) -> BeamBuffers:
    """Buffers for beams of a game, up to this width."""
    return BeamBuffers(
        worlds=np.zeros(2 * width + 3, dtype=np.dtype((np.record, game.state_type))),
        moves=np.zeros(game.move_space, dtype=np.int32),
        looks=np.zeros(width),
        keys=np.zeros(width, dtype=np.uint64),
        paths=np.zeros((2 * width, LONGEST_TURN), dtype=np.int32),
        path=np.zeros(LONGEST_TURN, dtype=np.int32),
        values=np.zeros(game.seats),
        lines=np.zeros((game.seats, len(game.score_lines))),
        chance=generator(bytes(32)),
    )
