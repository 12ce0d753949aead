"""The functions that run in a process of the process pool, one job at a time. Those with a `Budget`
are the longer work of requests (`request_work`).

These functions are called by name in other processes, so their arguments are plain data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from lutetia.kernel.catalogue import open_game, package_of
from lutetia.kernel.components import OwnFile
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, reopen
from lutetia.kernel.table_scoring import score_table
from lutetia.kernel.types import Record, record_from
from lutetia.match.shared_games import shared_game
from lutetia.match.views import previews_from
from lutetia.server.budget import Budget
from lutetia.server.tables.table_json import preview_json
from lutetia.server.thinking import warmup
from lutetia.server.thinking.players import Players

JobData = dict[str, Any]

PLAYERS = Players()
"""The computer players of this process."""

HINT_PLAYOUTS = 2_000
EFFORTS = {1: (600, 500_000), 2: (2_500, 3_000_000), 3: (15_000, 30_000_000)}
"""Playouts for each estimate and nodes for each proof, by the effort of the analysis."""

LUCK = 0
"""Stands for the effort of a job that does not judge moves but measures the luck of a shuffle."""
LUCK_LEVEL, LUCK_GAMES = 7, 24
"""Strong enough, and done within two minutes on one core."""
ANALYSE_WITHIN = {LUCK: 1800.0, 1: 1800.0, 2: 2 * 3600.0, 3: 12 * 3600.0}
"""Seconds for one analysis, by its effort. The process of a longer one is ended."""


def warm_rules(game: str) -> None:
    """Compile the rules of a game. Other processes load them from the cache on disk."""
    warmup.load_rules(game)


def warm_players(game: str) -> tuple[bool, str | None]:
    """Compile what every level, a hint and an outlook need.

    Returns whether the game has a network, and why it cannot be used here.
    """
    from lutetia.ai import warming
    from lutetia.ai.network.catalogue import has_network, why_not

    warming.warm_players(open_game(game))
    return has_network(game), why_not(game)


def warm_endings(game: str) -> None:
    """Compile the code that the best level uses near the end of a game."""
    from lutetia.ai import warming

    warming.warm_endings(open_game(game))


def think(job: JobData, threads: int) -> dict[str, Any]:
    """The move of a computer player (`match.ports.ThinkingJob`)."""
    game, view = _open(job)
    player = PLAYERS.player(job["player"], job["level"], threads)
    move = player.choose(game, view, job["seat"])
    game.check(view, move)
    return {"move": game.notation(move)}


def hint(budget: Budget, job: JobData, threads: int) -> dict[str, Any]:
    """The best move for the seat of a job, from its view, and the reason for it."""
    from lutetia.ai.analysis.hint import advise as best_moves

    game, view = _open(job)
    advice = best_moves(game, view, HINT_PLAYOUTS, job["seed"], threads, 1, budget)
    found = advice.moves[0]
    return {
        "move": found.move,
        "margin": found.margin,
        "proved": found.proved,
        "then": found.then,
        "why": asdict(advice.why),
    }


def outlook(budget: Budget, job: JobData) -> dict[str, Any]:
    """How the board may look at the end, from the view of a job. This is quick."""
    from lutetia.ai.analysis.outlook import outlook as board_outlook

    budget()
    game, view = _open(job)
    return board_outlook(game, view, package_of(game).outlook_games, job["seed"]).as_json()


def preview(budget: Budget, job: JobData, moves: list[str], then: bool) -> list[dict[str, Any]]:
    """`MovePreview` of each move or line of moves, from the view of a job."""
    game, view = _open(job)
    found = previews_from(game, view, job["seat"], moves, then, budget)
    return [preview_json(one) for one in found]


def score(budget: Budget, text: str) -> dict[str, Any]:
    """The score sheet of a real table. Its text is short, so it needs no budget."""
    del budget
    return score_table(text).sheet().model_dump()


def _open(job: JobData) -> tuple[Game, Record]:
    own = job["component_file"]
    pieces = job["components"] if own is None else OwnFile(own)
    game = shared_game(job["game"], job["seats"], job["options"], pieces, job["rules_version"])
    content = bytes.fromhex(job["view"])
    if len(content) != game.state_type.itemsize:
        raise ValueError("this view is from another version of the game")
    return game, record_from(game.state_type, content)


def analyse(
    text: str, effort: int, threads: int, progress: Callable[[float], None]
) -> dict[str, Any]:
    """Every move's loss, the better moves, and the margin over the game (docs/analysis.md).

    With the effort `LUCK`: how much of the result came from the shuffle.
    """
    from lutetia.ai.analysis.luck import measure_luck
    from lutetia.ai.analysis.report import analyse as analyse_record
    from lutetia.ai.analysis.weigh import Scales
    from lutetia.ai.finishing import EndProver

    record = GameRecord.model_validate_json(text)
    game = reopen(record, open_game)
    if effort == LUCK:
        return measure_luck(
            game, record, LUCK_LEVEL, LUCK_GAMES, threads, lambda done, of: progress(done / of)
        ).as_json()
    playouts, nodes = EFFORTS[effort]
    scales = Scales(game, playouts, record.commitment, threads, EndProver(game, nodes, threads))
    return analyse_record(game, record, scales, lambda done, of: progress(done / of)).as_json()
