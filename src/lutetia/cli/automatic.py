"""Whole games between computer players."""

from __future__ import annotations

from collections.abc import Sequence

from lutetia.ai.player import Player
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record


def play_game(game: Game, seed: bytes, players: Sequence[Player]) -> tuple[GameRecord, Record]:
    """The finished record of one game, and the state it ended in."""
    record = GameRecord.start(game, seed, [player.name for player in players])
    state = game.deal(seed)
    moves = []
    while not game.is_over(state):
        seat = int(state.to_move)
        move = players[seat].choose(game, game.view(state, seat), seat)
        moves.append(game.notation(move))
        state = game.play(state, move)
    record.moves = moves
    record.finish(game, state)
    return record, state
