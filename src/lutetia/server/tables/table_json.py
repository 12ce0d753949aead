"""Tables as JSON for one viewer. What a viewer may know comes only from `match.views`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pydantic_core import to_json

from lutetia.kernel.contract import Event, Game
from lutetia.kernel.draw import share_commitment
from lutetia.kernel.types import Record
from lutetia.match.clock import Outages, elapsed
from lutetia.match.decide import last_move
from lutetia.match.pairs import result_of
from lutetia.match.ports import ChatLine
from lutetia.match.table import Table
from lutetia.match.views import Preview, ToldMove, legal, shown_points


def score_json(lines: Mapping[str, int]) -> dict[str, Any]:
    """`Score`."""
    return {"total": sum(lines.values()), "lines": lines}


def event_json(event: Event) -> dict[str, Any]:
    """`EventInfo`."""
    return {"kind": event.kind, "seat": event.seat, "details": event.details}


def told_move_json(entry: ToldMove) -> dict[str, Any]:
    """`LogEntry`."""
    return {
        "number": entry.number,
        "seat": entry.seat,
        "move": entry.move,
        "events": [event_json(event) for event in entry.events],
        "at": entry.at,
    }


def preview_json(preview: Preview) -> dict[str, Any]:
    """`MovePreview`."""
    return {
        "move": preview.move,
        "before": [score_json(lines) for lines in preview.before],
        "after": [score_json(lines) for lines in preview.after],
        "certain": preview.certain,
        "events": [event_json(event) for event in preview.events],
        "then": preview.then,
        "offer": preview.offer,
    }


def author_of(player: str) -> str:
    """A name for a player that does not tell the secret id."""
    return hashlib.sha256(f"author {player}".encode()).hexdigest()[:16]


def authors_of(players: Iterable[str]) -> list[str]:
    """The same for some players, in an order that says nothing about them."""
    return sorted(author_of(player) for player in players)


def chat_json(line: ChatLine) -> dict[str, Any]:
    """`ChatLine`."""
    return {
        "number": line.number,
        "seat": line.seat,
        "author": author_of(line.player),
        "name": line.name,
        "guest": line.guest,
        "text": line.text,
        "at": line.at,
    }


def view_json(table: Table, seat: int | None, view: Record) -> bytes:
    """`SeatView` without position, scores, log and closing brace."""
    content = {
        "seat": seat,
        "legal": legal(table, seat, view),
        "may_undo": table.phase == "playing"
        and seat is not None
        and last_move(table, seat) is not None,
    }
    return to_json(content)[:-1]


def position_json(game: Game, view: Record) -> bytes:
    """The position and the scores of a view, without braces."""
    scores = [score_json(lines) for lines in shown_points(game, view)]
    return to_json({"position": game.position(view), "scores": scores})[1:-1]


def past_json(game: Game, view: Record) -> dict[str, Any]:
    """`PastPosition`."""
    mover = int(view.to_move)
    return {
        "position": game.position(view),
        "scores": [score_json(lines) for lines in shown_points(game, view)],
        "to_move": mover if mover >= 0 else None,
    }


def seats_json(
    table: Table, player: str | None, online: frozenset[str], ratings: Mapping[str, int]
) -> list[dict[str, Any]]:
    """`SeatInfo` of every seat."""
    return [
        {
            "seat": seat,
            "colour": table.game.seat_name(seat),
            "kind": chair.kind,
            "name": chair.name,
            "level": chair.level,
            "guest": chair.guest,
            "online": chair.kind == "computer" or not online.isdisjoint(chair.holders),
            "yours": player is not None and player in chair.holders,
            "rating": next((ratings[who] for who in chair.holders if who in ratings), None),
            "share": chair.promise or (chair.share and share_commitment(chair.share)),
            "resigned": chair.given_up is not None,
            "may_return": player is not None and player in chair.former,
        }
        for seat, chair in enumerate(table.chairs)
    ]


def clock_json(table: Table, now: int, outages: Outages) -> dict[str, Any]:
    """`ClockState`."""
    running = table.to_move if table.header.clock.kind != "none" else None
    left = list(table.left)
    if running is not None:
        had = left[running]
        if had is not None:
            left[running] = max(0, had - table.cost(now, outages))
    free = 0
    if running is not None:
        spent = elapsed(table.turn_started, now, table.pauses(outages))
        free = table.clock.free(table.used + spent)
    return {
        "left": left,
        "running": running,
        "free": free,
        "resting": [
            max((end for begin, end in rests if begin <= now < end), default=None)
            for rests in table.rests
        ],
    }


def ask_json(table: Table) -> dict[str, Any] | None:
    """`AskState`."""
    ask = table.ask
    if ask is None:
        return None
    return {
        "id": ask.id,
        "kind": ask.kind,
        "by": ask.by,
        "about": ask.about,
        "level": ask.level,
        "waiting": ask.waiting,
    }


def outcome_json(table: Table) -> dict[str, Any] | None:
    """`Outcome`. The game is over, so all points are public."""
    if table.outcome is None:
        return None
    return {
        "reason": table.outcome.reason,
        "ranks": table.outcome.ranks,
        "scores": [score_json(lines) for lines in table.game.score(table.state)],
    }


def pair_json(table: Table) -> dict[str, Any] | None:
    """`PairState`."""
    if table.header.pair is None:
        return None
    result = result_of(table)
    return {"second": table.second, "result": asdict(result) if result else None}


def table_json(table: Table) -> dict[str, Any]:
    """`TableInfo`."""
    header = table.header
    return {
        "id": header.id,
        "game": header.game,
        "title": table.game.title,
        "rules_version": header.rules_version,
        "components": header.components,
        "own_components": header.component_file is not None,
        "options": header.options,
        "clock": header.clock.as_json(),
        "listed": header.listed,
        "rated": header.rated,
        "created": header.created,
        "commitment": header.commitment,
        "branch_of": header.branch_of,
        "first_ply": len(header.opening),
        "plays_on": header.plays_on,
        "pair": header.pair.as_json() if header.pair else None,
        "rematch_of": table.rematch_of,
    }


def summary_json(
    table: Table, player: str | None, online: frozenset[str], ratings: Mapping[str, int]
) -> dict[str, Any]:
    """`TableSummary`."""
    return {
        "table": table_json(table),
        "phase": table.phase,
        "drawing": table.drawing_since is not None,
        "seats": seats_json(table, player, online, ratings),
        "to_move": table.to_move,
        "moves": len(table.made),
        "updated": table.updated,
        "ranks": table.outcome.ranks if table.outcome else None,
        "position": None,
    }


def joined(parts: Sequence[bytes]) -> bytes:
    """Items of a JSON array."""
    return b",".join(parts)
