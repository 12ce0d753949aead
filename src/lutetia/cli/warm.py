"""The first call of compiled code: seconds once, a moment from the cache."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from lutetia.ai.names import player_named
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import JIT, code_folder, compiling
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise

PLAYOUT = "lutetia.kernel.playout"


def warm(game: Game) -> None:
    """Call everything that playing and checking a game calls."""
    with compiling(game.title, f"lutetia.games.{game.id}"):
        state = game.deal(derived_seed("warm"))
        seat = int(state.to_move)
        view = game.view(state, seat)
        game.imagine(view, seat, generator(derived_seed("warm")))
        game.play(state, int(game.legal_moves(state)[0]))
        game.ranks(state)
        game.score(state)


def warm_player(game: Game, name: str) -> None:
    """Let a computer player choose once where its code has not been compiled yet."""
    module = f"lutetia.ai.{name.replace(':', '-')}[{game.id}]"
    if not JIT or name == "random" or (code_folder(module) / f"{module}.compiled").exists():
        return
    state = game.deal(derived_seed("warm"))
    seat = int(state.to_move)
    with compiling(f"{game.title}, the player {name}", module):
        player_named(name, derived_seed("warm")).choose(game, game.view(state, seat), seat)


def warm_playout(game: Game) -> ModuleType:
    """The loops of random games, made for this game."""
    playout = specialise(PLAYOUT, game.id, game.rules)
    with compiling(f"{game.title}, whole games", playout.__name__):
        playout.random_games(
            game.box,
            game.new_state(),
            generator(derived_seed("warm")),
            np.empty(game.move_space, dtype=np.int32),
            np.zeros((game.seats, len(game.score_lines)), dtype=np.int32),
            1,
        )
    return playout
