"""The first call of a game's rules. It compiles for some seconds once; then the cache is used."""

from __future__ import annotations

from lutetia.kernel.chance import derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record

PLIES = 3


def warm_rules(game: Game) -> None:
    """Call every function of the rules that a table calls."""
    state = game.deal(derived_seed("warm"))
    for _ in range(PLIES):
        if game.is_over(state):
            break
        _look(game, state)
        move = int(game.legal_moves(state)[0])
        after = game.play(state, move)
        game.events(state, move, after)
        game.told(state, move, 0)
        state = after
    game.ranks(state)


def _look(game: Game, state: Record) -> None:
    seat = int(state.to_move)
    view = game.view(state, seat)
    game.position(view)
    game.notation(int(game.legal_moves(view)[0]))
    game.score(view)
    game.ranks(state)
    game.imagine(view, seat, generator(derived_seed("warm")))
