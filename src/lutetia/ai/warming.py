"""The first call of a game's computer players: it compiles them, so that nobody waits later."""

from __future__ import annotations

from contextlib import suppress

from lutetia.ai.analysis.hint import advise
from lutetia.ai.analysis.outlook import outlook
from lutetia.ai.levels import titles_of
from lutetia.ai.names import player_named
from lutetia.ai.network.player import NetworkPlayer
from lutetia.ai.network.session import NoNetwork
from lutetia.kernel.catalogue import package_of
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.compiled import JIT
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record


def warm_players(game: Game) -> None:
    """Let every level choose a move once, and give a hint. Plain Python needs no first call."""
    if not JIT:
        return
    state = game.deal(derived_seed("warm"))
    for level in titles_of(package_of(game)):
        _choose(game, state, level)
    advise(game, state, 16, "warm", 1, 1)
    outlook(game, state, 1, "warm")


def warm_endings(game: Game) -> None:
    """Let the best level play the end of a game. Proofs take longest to compile."""
    if not JIT:
        return
    best = max(titles_of(package_of(game)))
    _choose(game, _last_choice(game, game.deal(derived_seed("warm"))), best)


def warm_network(game: Game) -> None:
    """Let a search with a network think once, if the game has one and onnxruntime is installed."""
    if not JIT:
        return
    state = game.deal(derived_seed("warm"))
    seat = int(state.to_move)
    player = NetworkPlayer("net:2", 2, derived_seed("warm"), 1)
    with suppress(NoNetwork):
        player.consider(game, game.view(state, seat), seat)


def _choose(game: Game, state: Record, level: int) -> None:
    seat = int(state.to_move)
    player = player_named(f"level:{level}", derived_seed("warm"), 1)
    player.choose(game, game.view(state, seat), seat)


def _last_choice(game: Game, state: Record) -> Record:
    """The last state of a random game with more than one legal move."""
    chance, last = generator(derived_seed("warm")), state
    while not game.is_over(state):
        moves = game.legal_moves(state)
        if len(moves) > 1:
            last = state
        state = game.play(state, int(moves[below(chance, len(moves))]))
    return last
