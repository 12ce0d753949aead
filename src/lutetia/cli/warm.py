"""The first call of compiled code: it takes seconds once, and then comes from the cache."""

from __future__ import annotations

from types import ModuleType

import numpy as np

from lutetia.ai.heuristic import heuristic_of
from lutetia.ai.names import player_named
from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.compiled import JIT, compiling, is_compiled
from lutetia.kernel.contract import Game
from lutetia.kernel.specialise import specialise
from lutetia.kernel.warming import warm_rules

PLAYOUT = "lutetia.kernel.playout"
PLAYERS = "lutetia.ai.names"


def warm(game: Game) -> None:
    """Call everything that playing and checking a game calls."""
    with compiling(game.title, type(game).__module__):
        warm_rules(game)


def warm_player(game: Game, name: str) -> None:
    """Let a computer player choose once if its code is not compiled yet."""
    what = f"{game.title}, the player {name}"
    behind = (PLAYERS, type(game).__module__, type(heuristic_of(game)).__module__)
    if not JIT or name == "random" or is_compiled(what, *behind):
        return
    state = game.deal(derived_seed("warm"))
    seat = int(state.to_move)
    with compiling(what, *behind):
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
