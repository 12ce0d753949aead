"""What happened in a move, found by comparing the states before and after it.

With views, it tells only what the views show: everything that happens in the open. Of an
end-of-game tile taken in secret it tells only that it was taken.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.notation import way_of
from lutetia.games.belle_epoque.rules.position import face_name, members, tile_name
from lutetia.kernel.contract import Event
from lutetia.kernel.types import Record

Details = dict[str, Any]
Telling = Callable[[Record, Record, int, Record], Details]


def events(box: Record, before: Record, move: int, after: Record) -> list[Event]:
    """The move itself first, then what followed from it."""
    seat = int(before.to_move)
    kind, tell = _telling(move)
    found = [Event(kind, seat, tell(box, before, move, after))]
    if m.MOVE <= move < m.TAKE:
        found += _gains(before, seat, after)
    if after.scoring_waits > before.scoring_waits:
        found.append(Event("four-keys", seat, {"district": _district_of_move(move)}))
    if after.stage != before.stage:
        found.append(Event(s.STAGES[int(after.stage)], seat, {}))
    if after.phase == s.OVER:
        found.append(Event("over", seat, {}))
    return found


def _telling(move: int) -> tuple[str, Telling]:
    for first, kind, tell in _BLOCKS:
        if move >= first:
            return kind, tell
    raise ValueError(f"{move} is no move")


def _draw(box: Record, before: Record, move: int, after: Record) -> Details:
    tile = members(after.turned ^ before.turned)[0]
    at_home = bool(after.tile_at[tile] == tile)
    return {
        "pile": int(move - m.DRAW) + 1,
        "tile": tile_name(box, tile),
        "type": terms.TYPES[int(box.tile_type[tile])],
        "district": terms.DISTRICTS[tile // terms.SLOTS] if at_home else None,
        "leaves_the_game": not at_home and bool(after.drawn == s.NONE),
    }


def _place(box: Record, before: Record, move: int, after: Record) -> Details:
    return {
        "tile": tile_name(box, int(before.drawn)),
        "district": terms.DISTRICTS[move - m.PLACE],
    }


def _key(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    where = "arc" if move == m.KEY else terms.DISTRICTS[move - m.KEY - 1]
    return {"where": where, "francs": _change(before.francs, after.francs, seat)}


def _move(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    way = way_of(move)
    names = {m.FROM_ARC: "arc", m.FROM_BANK: "bank"}
    resources = {
        kind: int(before.tokens[seat, index])
        + _token_gained(before, seat, after, index)
        - int(after.tokens[seat, index])
        for index, kind in enumerate(terms.KINDS[: terms.RESOURCES])
    }
    return {
        "district": _district_of_move(move),
        "from": names.get(way.source) or int(box.values[way.source - m.FROM_SITE]),
        "to": int(box.values[way.site]),
        "laid": bool((before.laid != after.laid).any()),
        "tile": {m.PLAIN: None, m.WITH_9: 9, m.WITH_16: 16}[way.mode],
        "francs": _change(before.francs, after.francs, seat),
        "resources": {kind: paid for kind, paid in resources.items() if paid},
    }


def _gains(before: Record, seat: int, after: Record) -> list[Event]:
    """The benefits that a move gives at once (B6.1, B6.2)."""
    found = [
        Event("token", seat, {"kind": kind})
        for index, kind in enumerate(terms.KINDS)
        if _token_gained(before, seat, after, index)
    ]
    points = _change(before.points, after.points, seat)
    if points:
        found.append(Event("points", seat, {"points": points}))
    return found


def _token_gained(before: Record, seat: int, after: Record, kind: int) -> int:
    """Tokens of a kind that left the board between the two states."""
    return int((before.token_at == kind).sum()) - int((after.token_at == kind).sum())


def _choose(box: Record, before: Record, move: int, after: Record) -> Details:
    # This reads the state, because other players may not read the move.
    return {"face": face_name(int(after.end_face[int(before.end_taken)]))}


def _bonus(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    return {
        "tile": int(move - m.BONUS) + 1,
        "space": int(after.meeple[seat]),
        "francs": _change(before.francs, after.francs, seat),
    }


def _discard(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    return {
        "tokens": _token_changes(before, seat, after),
        "points": _change(before.points, after.points, seat),
    }


def _score(box: Record, before: Record, move: int, after: Record) -> Details:
    tile, district = divmod(move - m.SCORE, s.DISTRICTS)
    return {
        "points": [int(points) for points in box.scoring[tile]],
        "district": terms.DISTRICTS[district],
    }


def _decline(box: Record, before: Record, move: int, after: Record) -> Details:
    return {"what": s.PHASES[int(before.phase)]}


def _trade(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    kind = move - m.BUY if move < m.SELL else move - m.SELL
    return {"kind": terms.KINDS[kind], "francs": _change(before.francs, after.francs, seat)}


def _activate(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    taken = members(after.had[seat] ^ before.had[seat])
    return {
        "tile": members(after.used[seat] ^ before.used[seat])[0] + 1,
        "francs": _change(before.francs, after.francs, seat),
        "points": _change(before.points, after.points, seat),
        "tokens": _token_changes(before, seat, after),
        "keys": _change(before.hand, after.hand, seat),
        "taken": taken[0] + 1 if taken else None,
        "space": int(after.meeple[seat]),
    }


def _use(box: Record, before: Record, move: int, after: Record) -> Details:
    seat = int(before.to_move)
    return {
        "face": face_name(int(m.FACE_OF_CHOICE[move - m.USE])),
        "francs": _change(before.francs, after.francs, seat),
        "points": _change(before.points, after.points, seat),
        "tokens": _token_changes(before, seat, after),
    }


def _nothing(box: Record, before: Record, move: int, after: Record) -> Details:
    return {}


def _change(before: Any, after: Any, seat: int) -> int:
    return int(after[seat]) - int(before[seat])


def _token_changes(before: Record, seat: int, after: Record) -> dict[str, int]:
    changes = {
        kind: int(after.tokens[seat, index]) - int(before.tokens[seat, index])
        for index, kind in enumerate(terms.KINDS)
    }
    return {kind: change for kind, change in changes.items() if change}


def _district_of_move(move: int) -> str:
    return terms.DISTRICTS[way_of(move).district]


_BLOCKS: list[tuple[int, str, Telling]] = [
    (m.END, "end", _nothing),
    (m.USE, "use", _use),
    (m.ACTIVATE, "activate", _activate),
    (m.SELL, "sell", _trade),
    (m.BUY, "buy", _trade),
    (m.DECLINE, "decline", _decline),
    (m.SCORE, "score", _score),
    (m.DISCARD, "discard", _discard),
    (m.BONUS, "bonus", _bonus),
    (m.CHOOSE, "choose", _choose),
    (m.PASS, "pass", _nothing),
    (m.TAKE, "take", _nothing),
    (m.MOVE, "move", _move),
    (m.KEY, "key", _key),
    (m.PLACE, "place", _place),
    (m.DRAW, "draw", _draw),
]
