"""What a move leads to, and what the bonus tiles would bring, for the page of one seat.

Nothing here is a rule: everything is found by playing on with the rules from the seat's own view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lutetia.games.belle_epoque.rules import moves as m
from lutetia.games.belle_epoque.rules import state as s
from lutetia.games.belle_epoque.rules import terms
from lutetia.games.belle_epoque.rules.board import FIRST_LANDMARK
from lutetia.games.belle_epoque.rules.notation import way_of
from lutetia.games.belle_epoque.rules.position import members
from lutetia.games.belle_epoque.rules.scoring import FIRST_DISTRICT, FRANCS, SCORE_LINES
from lutetia.kernel.contract import Game
from lutetia.kernel.types import Record, copy_record

Json = dict[str, Any]

_BLOCKS = {
    8: (m.ANY_PRESTIGE, m.ANY_RESOURCE),
    10: (m.ANY_RESOURCE, m.FETCH),
    17: (m.FETCH, m.TWO_PRESTIGE),
    19: (m.TWO_PRESTIGE, m.TWO_RESOURCES),
    21: (m.TWO_RESOURCES, m.PRESTIGE_PAIRS),
    23: (m.PRESTIGE_PAIRS, m.RESOURCE_PAIRS),
    24: (m.RESOURCE_PAIRS, m.BACK),
    25: (m.BACK, m.USE),
}
"""The moves of the tiles that need a choice."""
_MODES = {9: m.WITH_9, 16: m.WITH_16}
_TILE_27 = 27


def offer(game: Game, before: Record, move: int, after: Record) -> Json:
    """What the move leads to. Both records are views of the seat that moves."""
    seat = int(before.to_move)
    goes_on = int(after.to_move) == seat
    taken = members(after.had[seat] & ~before.had[seat])
    moves_key = m.MOVE <= move < m.TAKE
    return {
        "walk": _walk(game, after, seat) if goes_on and after.phase == s.BONUS else None,
        "medals": _medals(game, after, seat) if goes_on and after.phase == s.PRESTIGE else None,
        "scoring": _scoring_right(game, after, seat) if goes_on else None,
        "sums": _sums(game, before, move, after) if moves_key else None,
        "left": _left(game, move, after) if moves_key else None,
        "tile": _figure(game, after, seat, taken[0] + 1) if taken else None,
    }


def tile_figures(game: Game, view: Record, seat: int) -> list[Json]:
    """What each bonus tile would bring the seat now."""
    return [_figure(game, view, seat, tile + 1) for tile in range(terms.BONUS_TILES)]


def _played(game: Game, state: Record, move: int) -> Record:
    after = copy_record(state)
    game.rules.apply(game.box, after, int(move))
    return after


def _legal(game: Game, state: Record, first: int, end: int) -> list[int]:
    return [move for move in game.legal_moves(state).tolist() if first <= move < end]


def _walk(game: Game, after: Record, seat: int) -> Json:
    price = int(game.box.meeple_price[int(after.target) % terms.SLOTS])
    return {
        "price": price,
        "can_pay": bool(after.francs[seat] >= price),
        "tiles": [int(move - m.BONUS) + 1 for move in _legal(game, after, m.BONUS, m.DISCARD)],
    }


def _medals(game: Game, after: Record, seat: int) -> Json | None:
    moves = _legal(game, after, m.DISCARD, m.SCORE)
    if not moves:
        return None
    kind = int(game.box.landmark_kind[int(after.target) - int(FIRST_LANDMARK)])
    most = moves[-1]
    return {
        "kind": terms.KINDS[kind],
        "most": int(most - m.DISCARD) + 1,
        "points": int(_played(game, after, most).points[seat] - after.points[seat]),
    }


def _scoring_right(game: Game, after: Record, seat: int) -> Json | None:
    """The scoring tile that waits, if any. What waits before it is declined here."""
    state = after
    while state.phase in (s.BONUS, s.PRESTIGE):
        state = _played(game, state, m.DECLINE)
    if state.phase != s.SCORING:
        return None
    places = [_scoring_place(game, state, move) for move in _legal(game, state, m.SCORE, m.DECLINE)]
    if not places:
        return None
    own = terms.SEATS[seat]

    def lead(place: Json) -> tuple[int, int]:
        points = dict(place["points"])
        mine = points.pop(own)
        return mine - max(points.values()), mine

    return {
        "keys": int(game.box.keys_for_scoring),
        "tiles": sorted({place["tile"] for place in places}, reverse=True),
        "best": max(places, key=lead),
    }


def _scoring_place(game: Game, state: Record, move: int) -> Json:
    tile, district = divmod(move - int(m.SCORE), s.DISTRICTS)
    scores = game.score(_played(game, state, move))
    line = SCORE_LINES[FIRST_DISTRICT + district]
    return {
        "tile": int(game.box.scoring[tile, 0]),
        "district": terms.DISTRICTS[district],
        "points": {terms.SEATS[seat]: found[line] for seat, found in enumerate(scores)},
    }


def _sums(game: Game, before: Record, move: int, after: Record) -> Json:
    """The sums in the district. Equal sums are ordered by the most valuable property (B9.2)."""
    own = terms.SEATS[int(before.to_move)]
    name = terms.DISTRICTS[way_of(move).district]
    old, new = (_worth(game.position(state)["districts"][name]) for state in (before, after))
    nothing = (0, 0)
    mine = new[own]
    return {
        "district": name,
        "before": old.get(own, nothing)[0],
        "after": mine[0],
        "place": 1 + sum(theirs > mine for theirs in new.values()),
        "rivals": [
            {
                "seat": seat,
                "sum": theirs[0],
                "overtaken": old[seat] >= old.get(own, nothing) and theirs < mine,
            }
            for seat, theirs in new.items()
            if seat != own
        ],
    }


def _worth(district: Json) -> dict[str, tuple[int, int]]:
    """For each seat with a property there: the sum of its values, and the highest of them."""
    sites = {value: space["keys"] for value, space in district["spaces"].items()}
    found: dict[str, tuple[int, int]] = {}
    for value, keys in {**sites, **district["landmarks"]}.items():
        for seat, count in keys.items():
            total, best = found.get(seat, (0, 0))
            found[seat] = total + int(value) * count, max(best, int(value))
    return found


def _left(game: Game, move: int, after: Record) -> Json | None:
    """The property that the key leaves, if no key stays on it."""
    way = way_of(move)
    if way.source < m.FROM_SITE:
        return None
    name = terms.DISTRICTS[way.district]
    value = int(game.box.values[way.source - m.FROM_SITE])
    district = game.position(after)["districts"][name]
    space = district["spaces"].get(str(value))
    keys = district["landmarks"][str(value)] if space is None else space["keys"]
    return None if keys else {"district": name, "value": value}


def _figure(game: Game, view: Record, seat: int, tile: int) -> Json:
    """What the tile would bring, found by giving it to the seat and trying its uses."""
    held = copy_record(view)
    bit = np.uint64(1 << tile - 1)
    held.had[seat] |= bit
    held.used[seat] &= ~bit
    held.to_move = seat
    held.phase = s.ACT
    if tile == _TILE_27:
        points = game.score(held)[seat][SCORE_LINES[FRANCS]]
        return {"tile": tile, "ways": 0, "points": points, "francs": 0, "sold": []}
    if tile in _MODES:
        with_it = [
            move for move in _legal(game, held, m.MOVE, m.TAKE) if way_of(move).mode == _MODES[tile]
        ]
        return {"tile": tile, "ways": len(with_it), "points": 0, "francs": 0, "sold": []}
    plain = int(m.ACTIVATE + m.PLAIN_NUMBER[tile - 1])
    uses = [
        _played(game, held, move)
        for move in _legal(game, held, *_BLOCKS.get(tile, (plain, plain + 1)))
    ]
    sold = [price for use in uses if (price := _price(game, view, use, seat))]
    return {
        "tile": tile,
        "ways": len(uses),
        "points": max((int(use.points[seat] - view.points[seat]) for use in uses), default=0),
        "francs": max((int(use.francs[seat] - view.francs[seat]) for use in uses), default=0),
        "sold": [min(sold), max(sold)] if sold else [],
    }


def _price(game: Game, view: Record, use: Record, seat: int) -> int:
    """The francs for which the tokens that a use gives can be sold at once."""
    gained = use.tokens[seat].astype(int) - view.tokens[seat]
    kinds = [move - int(m.SELL) for move in _legal(game, use, m.SELL, m.ACTIVATE)]
    return sum(int(game.box.sell[kind] * gained[kind]) for kind in kinds if gained[kind] > 0)
