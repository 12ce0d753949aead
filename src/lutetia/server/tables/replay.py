"""The positions of a record, for a replay. This runs outside the event loop."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadOption, BadRecord, LutetiaError
from lutetia.kernel.record import GameRecord, Ply, check_result, first_state, reopen, replay
from lutetia.kernel.types import Record, record_from
from lutetia.match.errors import Limit
from lutetia.match.shared_games import shared_game
from lutetia.match.views import shown_points
from lutetia.server.budget import Budget
from lutetia.server.tables.table_json import event_json, score_json

MOST_MOVES = 2_000
"""The longest real games have a few hundred."""
MOST_FRAMES = 600


def replay_json(
    budget: Budget,
    record: GameRecord,
    first: int,
    last: int,
    seat: int | None,
    instead: Sequence[str] = (),
) -> dict[str, Any]:
    """`Replay`. With `instead`: the positions of these moves after the first `first` moves."""
    _refuse_long(record)
    game = reopen(record, open_game)
    if seat is not None and seat >= game.seats:
        raise BadOption(f"seat: the game has {game.seats} seats")
    if first > last:
        raise BadOption("first: it must not be greater than last")
    made_moves = _line(game, record, first, instead) if instead else replay(game, record)
    last = min(last, first + MOST_FRAMES - 1)

    def look(state: Any) -> Any:
        return state if seat is None else game.view(state, seat)

    def frame(ply: int, state: Any, made: Any) -> dict[str, Any]:
        shown = look(state)
        over = game.is_over(state)
        mover = None if made is None else int(made.before.to_move)
        viewer = (mover if seat is None else seat) or 0
        return {
            "ply": ply,
            "seat": mover,
            "move": None if made is None else game.told(look(made.before), made.move, viewer),
            "to_move": None if over else int(state.to_move),
            "events": []
            if made is None
            else [event_json(e) for e in game.events(look(made.before), made.move, shown)],
            "position": game.position(shown),
            "scores": [score_json(lines) for lines in shown_points(game, shown)],
            "legal": [game.notation(move) for move in game.legal_moves(state).tolist()]
            if seat is None or seat == int(state.to_move)
            else [],
        }

    state = first_state(game, record)
    frames = [frame(0, state, None)] if first == 0 else []
    for ply, made in enumerate(made_moves, 1):
        budget()
        state = made.after
        if first <= ply <= last:
            frames.append(frame(ply, state, made))
    return {
        "game": game.id,
        "rules_version": game.rules_version,
        "components": game.components_digest,
        "own_components": None
        if game.own_components is None
        else tomllib.loads(game.own_components),
        "options": dict(game.options),
        "players": record.players,
        "seats": game.seats,
        "moves": record.moves,
        "ranks": record.result.ranks if record.result else None,
        "frames": frames,
    }


def _line(game: Game, record: GameRecord, kept: int, moves: Sequence[str]) -> Iterator[Ply]:
    """The first `kept` moves of a record, then other moves."""
    if kept > len(record.moves):
        raise BadOption(f"first: this record has {len(record.moves)} moves")
    state = first_state(game, record)
    for made in islice(replay(game, record), kept):
        yield made
        state = made.after
    for text in moves:
        move = game.read(text)
        after = game.play(state, move)
        yield Ply(state, move, after)
        state = after


def verdict_json(budget: Budget, record: GameRecord) -> dict[str, Any]:
    """`Verdict`."""
    try:
        _refuse_long(record)
        game = reopen(record, open_game)
        state = first_state(game, record)
        for ply in replay(game, record):
            budget()
            state = ply.after
        check_result(game, record, state)
    except Limit:
        raise
    except LutetiaError as error:
        return {"valid": False, "fault": str(error)}
    return {
        "valid": True,
        "fault": None,
        "scores": [score_json(lines) for lines in game.score(state)],
        "ranks": game.ranks(state),
    }


def state_at(budget: Budget, record: GameRecord, ply: int) -> bytes:
    """The state of a record after `ply` moves."""
    _refuse_long(record)
    game = reopen(record, open_game)
    if ply > len(record.moves):
        raise BadOption(f"ply: this record has {len(record.moves)} moves")
    state = first_state(game, record)
    for number, made in enumerate(replay(game, record), 1):
        if number > ply:
            break
        budget()
        state = made.after
    return bytes(state.tobytes())


def read_state(record: GameRecord, state: bytes) -> tuple[Game, Record]:
    """The game of a record, and the state that `state_at` has found."""
    game = reopen(record, shared_game)
    return game, record_from(game.state_type, state)


def _refuse_long(record: GameRecord) -> None:
    if len(record.moves) > MOST_MOVES:
        raise BadRecord(f"moves: a record may have at most {MOST_MOVES}")
