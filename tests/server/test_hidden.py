"""Nothing that is hidden shows: everything that the server sends to a seat or to a watcher stays
the same, byte for byte, when the hidden part of the position is another one.

Two things are hidden. What nobody can know from their seat (the order of piles, the tiles in the
hands of others, the faces of end-of-game tiles) is drawn anew with `imagine`. What lies behind the
screens of others (B2.2: francs and tokens) is in the log, but never in a figure of the page; it is
overwritten.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic_core import to_json

from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import WATCHER
from lutetia.match.computers import thinking_job
from lutetia.match.table import Table
from lutetia.match.views import legal, previews, view_for
from lutetia.server.access.identity import Identity
from lutetia.server.http.routes.bots import _events_of
from lutetia.server.live import actions
from lutetia.server.live.live_table import LiveTable
from lutetia.server.protocol import socket as s
from lutetia.server.tables import table_json
from tests.match.support import PLAYERS, make_header, make_keeper, play_on, sitting

NOW = 2_000_000
Chance = Any


def sent(table: Table, seat: int | None) -> Iterator[bytes]:
    """Everything that the server sends about a running game to one seat, or to a watcher."""
    player = "watcher" if seat is None else PLAYERS[seat]
    who = Identity(player, "guest", player)
    yield LiveTable(table.header.id).welcome(table, player, [], NOW, ())
    yield LiveTable(table.header.id).state(table, player, max(0, table.number - 3), NOW, ())
    yield to_json(table_json.summary_json(table, player, frozenset(PLAYERS), {}))
    past = s.PastRequest(id=1, type="past", seat=seat, first=max(0, len(table.made) - 1))
    yield to_json(actions.past(table, who, past)["positions"][-1])
    if seat is None:
        return
    figures = s.FiguresRequest(id=1, type="figures", seat=seat, ply=table.ply)
    yield to_json(actions.tell_figures(table, who, figures))
    if seat != table.to_move:
        return
    moves = legal(table, seat, view_for(table, seat))
    some = moves[:: max(1, len(moves) // 4)]
    shown = previews(table, seat, table.ply, some, with_then=True)
    yield to_json([table_json.preview_json(one) for one in shown])
    yield b"".join(event.model_dump_json().encode() for event in _events_of(table, player))


def drawn_anew(table: Table, seat: int | None, chance: Chance) -> Any:
    """Another position that this viewer cannot tell from the true one."""
    viewer = WATCHER if seat is None else seat
    return table.game.imagine(view_for(table, seat), viewer, chance)


def behind_the_screens(table: Table, seat: int | None, chance: Chance) -> Any:
    """The same position with other francs and tokens behind the screens of the others."""
    state = table.state.copy()
    if table.header.game == "belle_epoque":
        for other in range(table.header.seats):
            if other != seat:
                state.francs[other] = below(chance, 60)
                for kind in range(len(state.tokens[other])):
                    state.tokens[other][kind] = below(chance, 9)
                    state.from_tiles[other][kind] = 0
    return state


BOXES: list[tuple[str, int, dict[str, Any]]] = [
    ("lumiere", 2, {"two-tile-hand": True, "postcards": "random"}),
    ("lumiere", 2, {}),
    ("belle_epoque", 2, {}),
    ("belle_epoque", 4, {"setup": "advanced"}),
]


STEPS = {"lumiere": 9, "belle_epoque": 60}
"""At most so many moves between two compared positions. `make exhaustive` compares more."""


@pytest.mark.parametrize("games", [1, pytest.param(6, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("game", "seats", "options"), BOXES)
async def test_another_hidden_part_changes_no_byte(
    game: str, seats: int, options: dict[str, Any], games: int
) -> None:
    chance = generator(derived_seed("hidden", game, seats, games))
    changes: tuple[Callable[[Table, int | None, Chance], Any], ...] = (
        drawn_anew,
        behind_the_screens,
    )
    differed = 0
    for number in range(games):
        keeper = make_keeper()
        header = make_header(game, seats, options=options, seed=f"hidden {number}")
        table = await keeper.open(header, sitting(header))
        while table.phase == "playing":
            for seat in (None, *range(seats)):
                expected = list(sent(table, seat))
                for change in changes:
                    other = table.copy()
                    other.state = change(table, seat, chance)
                    differed += other.state.tobytes() != table.state.tobytes()
                    # The log tells what came and went in the open before this position.
                    part = without_log if change is behind_the_screens else bytes
                    for one, two in zip(
                        map(part, expected), map(part, sent(other, seat)), strict=True
                    ):
                        assert one == two, difference(one, two)
            step = STEPS[game] // (3 if games > 1 else 1)
            await play_on(keeper, table, 1 + below(chance, step), seed=number)
            await asyncio.sleep(0)
    assert differed > 4 * games


@pytest.mark.parametrize(("game", "seats", "options"), BOXES)
async def test_computers_and_hints_get_the_view_of_their_seat(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    chance = generator(derived_seed("hidden jobs", game))
    keeper = make_keeper()
    header = make_header(game, seats, options=options)
    table = await keeper.open(header, sitting(header))
    jobs = 0
    while table.to_move is not None:
        other = table.copy()
        other.state = drawn_anew(table, table.to_move, chance)
        assert thinking_job(other, table.to_move) == thinking_job(table, table.to_move)
        jobs += 1
        await play_on(keeper, table, 5)
    assert jobs > 5


def without_log(message: bytes) -> bytes:
    """A message without the moves that are told."""
    content = json.loads(message)
    if isinstance(content, dict) and "state" in content:
        for view in content["state"]["views"]:
            del view["log"]
    return json.dumps(content).encode()


def difference(one: bytes, two: bytes) -> str:
    """Where two messages differ."""
    found: list[str] = []

    def compare(path: str, a: Any, b: Any) -> None:
        if isinstance(a, dict) and isinstance(b, dict):
            for key in a.keys() | b.keys():
                compare(f"{path}.{key}", a.get(key), b.get(key))
        elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
            for index, (x, y) in enumerate(zip(a, b, strict=True)):
                compare(f"{path}[{index}]", x, y)
        elif a != b:
            found.append(f"{path}: {a!r} is not {b!r}")

    compare("", json.loads(one), json.loads(two))
    return "; ".join(found[:5])
