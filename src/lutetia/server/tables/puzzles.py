"""Puzzles as JSON: the file holds moves and proofs, positions and points follow from the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from lutetia.ai.puzzles.collection import Collection, Puzzle, load, state_of
from lutetia.ai.puzzles.making import grade_of
from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadFile
from lutetia.kernel.types import Record
from lutetia.match.errors import NotFound
from lutetia.match.shared_games import shared_game
from lutetia.server.logs import log
from lutetia.server.tables.table_json import event_json, score_json

KEPT = 256
"""Puzzles kept in memory."""


@lru_cache
def collection_of(name: str) -> Collection | None:
    """The puzzles of a game; None if it has none."""
    package = GAMES.get(name)
    path = None if package is None else package.puzzles()
    return None if path is None else load(path)


def number_of_puzzles(name: str) -> int:
    """How many puzzles a game has. A file that cannot be read counts as none."""
    try:
        collection = collection_of(name)
    except BadFile as error:
        log().warning("puzzles-unreadable", game=name, fault=str(error))
        return 0
    return 0 if collection is None else len(collection.puzzles)


def _found(name: str) -> Collection:
    collection = collection_of(name)
    if collection is None:
        raise NotFound(f"there are no puzzles of {name[:40]!r}")
    return collection


def _puzzle(collection: Collection, puzzle_id: str) -> Puzzle:
    found = next((one for one in collection.puzzles if one.id == puzzle_id), None)
    if found is None:
        raise NotFound("there is no such puzzle")
    return found


def _opened(collection: Collection) -> Game:
    return shared_game(
        collection.game,
        collection.seats,
        collection.options,
        collection.components,
        collection.rules_version,
    )


@lru_cache
def list_json(name: str) -> dict[str, Any]:
    """`PuzzleList`."""
    collection = _found(name)
    game = _opened(collection)
    return {
        "game": name,
        "components": collection.components,
        "puzzles": [
            _info(puzzle, int(state_of(game, puzzle).to_move)) for puzzle in collection.puzzles
        ],
    }


def _info(puzzle: Puzzle, seat: int) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "seat": seat,
        "grade": grade_of(puzzle),
        "levels": puzzle.levels,
        "value": puzzle.value,
        "second": puzzle.second,
    }


@lru_cache(maxsize=KEPT)
def puzzle_json(name: str, puzzle_id: str) -> dict[str, Any]:
    """`PuzzleBody`."""
    collection = _found(name)
    puzzle, game = _puzzle(collection, puzzle_id), _opened(collection)
    state = state_of(game, puzzle)
    seat = int(state.to_move)
    view = game.view(state, seat)
    before = _scores(game, view)
    return {
        "info": _info(puzzle, seat),
        "components": collection.components,
        "view": {
            "seat": seat,
            "position": game.position(view),
            "legal": [game.notation(int(move)) for move in game.legal_moves(state)],
            "scores": before,
            "log_from": 0,
            "log": [],
            "may_undo": False,
        },
        "previews": [_preview(game, state, text, before) for text in puzzle.tries],
        "tries": [
            {
                "move": text,
                "margin": one.margin,
                "scores": [
                    score_json(dict(zip(game.score_lines, points, strict=True)))
                    for points in one.points
                ],
            }
            for text, one in puzzle.tries.items()
        ],
        "line": _line(game, state, puzzle.line),
    }


def refuse(name: str, puzzle_id: str, text: str) -> None:
    """Raise the error that says why a move is not legal in a puzzle, if it is not."""
    collection = _found(name)
    puzzle, game = _puzzle(collection, puzzle_id), _opened(collection)
    game.check(state_of(game, puzzle), game.read(text))


def _scores(game: Game, state: Record) -> list[dict[str, Any]]:
    return [score_json(lines) for lines in game.score(state)]


def _preview(game: Game, state: Record, text: str, before: list[dict[str, Any]]) -> dict[str, Any]:
    """`MovePreview`. Nothing is hidden where a solver can solve."""
    move = game.read(text)
    after = game.play(state, move)
    goes_on = int(after.to_move) == int(state.to_move)
    return {
        "move": text,
        "before": before,
        "after": _scores(game, after),
        "certain": True,
        "events": [event_json(event) for event in game.events(state, move, after)],
        "then": [game.notation(int(one)) for one in game.legal_moves(after)] if goes_on else [],
        "offer": game.offer(state, move, after),
    }


def _line(game: Game, state: Record, moves: list[str]) -> list[dict[str, Any]]:
    found = []
    for text in moves:
        after = game.play(state, game.read(text))
        found.append(
            {
                "seat": int(state.to_move),
                "move": text,
                "to_move": None if game.is_over(after) else int(after.to_move),
                "position": game.position(after),
                "scores": _scores(game, after),
            }
        )
        state = after
    return found
