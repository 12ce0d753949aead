"""What runs in a thinking process: one question or one whole analysis at a time.

These functions are called by name in other processes, so their arguments are plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, reopen
from lutetia.kernel.types import Record
from lutetia.match.boxes import shared_game
from lutetia.server.thinking.levels import LEVELS, player_of_level
from lutetia.server.thinking.warmup import exercise

Job = dict[str, Any]

HINT_PLAYOUTS = 3_000
OUTLOOK_GAMES = {"lumiere": 160, "belle_epoque": 48}
"""How many games are imagined to their end, by what one of them costs."""
EFFORTS = {1: (600, 500_000), 2: (2_500, 3_000_000), 3: (15_000, 30_000_000)}
"""Playouts for each estimate and nodes for each proof, by the effort that was asked for."""


def warm_rules(game: str) -> None:
    """Compile a game's rules, so that they lie on disk for everybody."""
    exercise(game)


def warm_players(game: str) -> None:
    """Let every level think once, and advise, so that nobody waits for a compiler later."""
    from lutetia.ai.analysis.hint import advise as best_moves
    from lutetia.ai.analysis.outlook import outlook

    box = open_game(game)
    state = box.deal(derived_seed("warm"))
    for level in LEVELS:
        _choose(box, state, level)
    best_moves(box, state, 16, "warm", 1, 1)
    outlook(box, state, 1, "warm")


def warm_endings(game: str) -> None:
    """Let the best level end a game: proofs take longest to compile, and come last in a game."""
    box = open_game(game)
    _choose(box, _last_choice(box, box.deal(derived_seed("warm"))), LEVELS[-1])


def _choose(game: Game, state: Record, level: int) -> None:
    seat = int(state.to_move)
    player_of_level(level, derived_seed("warm"), 1).choose(game, game.view(state, seat), seat)


def _last_choice(game: Game, state: Record) -> Record:
    """Where a random game could last have gone another way."""
    chance, last = generator(derived_seed("warm")), state
    while not game.is_over(state):
        moves = game.legal_moves(state)
        if len(moves) > 1:
            last = state
        state = game.play(state, int(moves[below(chance, len(moves))]))
    return last


def think(job: Job, threads: int) -> dict[str, Any]:
    """Answer a `match.ports.Question`."""
    game, view = _asked(job)
    player = player_of_level(job["level"], derived_seed("thinker", job["seed"]), threads)
    move = player.choose(game, view, job["seat"])
    game.check(view, move)
    return {"move": game.notation(move)}


def advise(job: Job, threads: int) -> dict[str, Any]:
    """The best move for the seat of a question, as far as its view tells."""
    from lutetia.ai.analysis.hint import advise as best_moves

    game, view = _asked(job)
    found = best_moves(game, view, HINT_PLAYOUTS, job["seed"], threads, 1).moves[0]
    return {"move": found.move, "margin": found.margin, "proved": found.proved}


def foresee(job: Job) -> dict[str, Any]:
    """How the board may look at the end, as far as the view of a question tells."""
    from lutetia.ai.analysis.outlook import outlook

    game, view = _asked(job)
    return outlook(game, view, OUTLOOK_GAMES[game.id], job["seed"]).as_json()


def _asked(job: Job) -> tuple[Game, Record]:
    game = shared_game(
        job["game"], job["seats"], job["options"], job["components"], job["rules_version"]
    )
    content = bytes.fromhex(job["view"])
    if len(content) != game.state_type.itemsize:
        raise ValueError("this view comes from another version of the game")
    view = np.frombuffer(content, dtype=np.dtype((np.record, game.state_type)))[0].copy()
    return game, view


def analyse(
    text: str, effort: int, threads: int, progress: Callable[[float], None]
) -> dict[str, Any]:
    """Every move's loss, the better moves, and the margin over the game (docs/analysis.md)."""
    from lutetia.ai.analysis.report import analyse as judge
    from lutetia.ai.analysis.weigh import Scales
    from lutetia.ai.proof import Prover

    record = GameRecord.model_validate_json(text)
    game = reopen(record, open_game)
    playouts, nodes = EFFORTS[effort]
    scales = Scales(game, playouts, record.commitment, threads, Prover(game, nodes, threads))
    return judge(game, record, scales, lambda done, of: progress(done / of)).as_json()
