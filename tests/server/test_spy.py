"""A spy at every seat: whole random games through the real application, and every byte that a
seat or a watcher receives compared with what its view allows.

The expected messages are made here, apart from the server, from `Game.view` of the true state
and from what is open to all. A byte more, and the comparison fails.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from lutetia.kernel.chance import below, derived_seed, generator
from lutetia.kernel.contract import WATCHER, Game
from lutetia.kernel.draw import share_commitment
from lutetia.match.entry import Entry
from lutetia.match.ports import ChatLine
from lutetia.match.table import MadeMove, Table
from lutetia.match.views import shown_points
from tests.server.in_process import LocalServer, Person, Socket, check_protocol, living

AT_ONCE = 12


class Truth:
    """Everything that ever was true at a table, by ply."""

    def __init__(self, server: LocalServer) -> None:
        self._keeper = server.services.keeper
        self.states: dict[tuple[str, int], tuple[Any, list[MadeMove], Table]] = {}
        self._keeper.listen(self)

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        del stored
        found = self._keeper.cached(table)
        assert found is not None
        self.states[table, found.ply] = (found.state, found.made.copy(), found)

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Chat is open to all."""


def scores(game: Game, view: Any) -> list[dict[str, Any]]:
    return [{"total": sum(lines.values()), "lines": lines} for lines in shown_points(game, view)]


def expected_log(table: Table, made: list[MadeMove], viewer: int) -> list[dict[str, Any]]:
    """The log as a pair of viewer may know it: from views before and after each move."""
    game = table.game
    state = game.deal(table.seed)
    found = []
    for number, move in enumerate(made, 1):
        after = game.play(state, move.move)
        before_view, after_view = game.view(state, viewer), game.view(after, viewer)
        events = game.events(before_view, move.move, after_view)
        found.append(
            {
                "number": number,
                "seat": int(state.to_move),
                "move": game.told(before_view, move.move, viewer),
                "events": [
                    {"kind": e.kind, "seat": e.seat, "details": dict(e.details)} for e in events
                ],
                "at": move.at,
            }
        )
        state = after
    return found


class Spy:
    """Reads everything that one connection gets, and compares."""

    def __init__(self, truth: Truth, socket: Socket, table: str, seat: int | None) -> None:
        self._truth = truth
        self._socket = socket
        self._table = table
        self._seat = seat
        self._log: list[Any] = []
        self._checked: dict[int, list[Any]] = {}
        self.messages = 0
        self.bytes = 0

    def examine(self) -> None:
        """Compare all that was heard since the last look."""
        for text in self._socket.received[self.messages :]:
            self._examine(text)
            self.messages += 1
            self.bytes += len(text)

    def _examine(self, text: str) -> None:
        if self.messages % 10 == 0:
            check_protocol(text)
        message = json.loads(text)
        kind = message.pop("type")
        if kind in {"presence", "done"}:
            assert set(message) <= {"online", "watchers", "id", "ply"}
            return
        assert kind in {"welcome", "state"}, text
        got = message.pop("state")
        state, made, table = self._truth.states[self._table, got["ply"]]
        game, header = table.game, table.header
        if kind == "welcome":
            assert message["table"]["commitment"] == header.commitment
            for secret in (header.seed, table.seed, *table.shares):
                assert secret.hex() not in text
            assert message["chat"] == []
        viewer = WATCHER if self._seat is None else self._seat
        view = game.view(state, viewer)
        over = game.is_over(state)
        mine = self._seat is not None and int(state.to_move) == self._seat
        (got_view,) = got.pop("views")
        log_from, log = got_view.pop("log_from"), got_view.pop("log")
        self._log[log_from:] = log
        entries = expected_log(table, made, viewer) if kind == "welcome" or over else None
        if entries is not None:
            assert self._log == as_json(entries)
        else:
            self._check_last(table, made, viewer)
        assert got_view == (
            {
                "seat": self._seat,
                "position": game.position(view),
                "legal": [game.notation(m) for m in game.legal_moves(state).tolist()]
                if mine
                else [],
                "scores": scores(game, view),
                "may_undo": self._seat is not None
                and not over
                and any(move.seat == self._seat for move in made),
            }
        )
        for seat in got.pop("seats"):
            chair = seat.pop("seat")
            seat.pop("online")
            assert seat.pop("share") == share_commitment(table.shares[chair])
            assert seat == {
                "colour": game.seat_name(chair),
                "kind": "person",
                "name": f"Player {chair}",
                "level": None,
                "guest": True,
                "yours": chair == self._seat,
                "rating": None,
                "resigned": False,
                "may_return": False,
            }
        assert got.pop("host") == (self._seat == 0)
        got.pop("watchers")
        assert got == as_json(
            {
                "ply": len(made),
                "phase": "over" if over else "playing",
                "drawing": False,
                "to_move": None if over else int(state.to_move),
                "halted": False,
                "clock": {
                    "left": [None] * game.seats,
                    "running": None,
                    "free": 0,
                    "resting": [None] * game.seats,
                },
                "ask": None,
                "outcome": {
                    "reason": "played",
                    "ranks": game.ranks(state),
                    "scores": scores(game, state),
                }
                if over
                else None,
                "next_table": None,
                "pair": None,
            }
        )

    def _check_last(self, table: Table, made: list[MadeMove], viewer: int) -> None:
        """The newest entries against the views around them; the whole log is compared at the
        welcome and at the end."""
        assert len(self._log) == len(made)
        if not made:
            return
        before, *_ = self._truth.states[self._table, len(made) - 1]
        after, *_ = self._truth.states[self._table, len(made)]
        game, move = table.game, made[-1]
        before_view, after_view = game.view(before, viewer), game.view(after, viewer)
        got = self._log[-1]
        assert got["move"] == game.told(before_view, move.move, viewer)
        assert got["events"] == as_json(
            [
                {"kind": e.kind, "seat": e.seat, "details": dict(e.details)}
                for e in game.events(before_view, move.move, after_view)
            ]
        )


def as_json(content: Any) -> Any:
    """What arrives of a content that is sent as JSON."""
    return json.loads(json.dumps(content))


async def watch_one_game(
    server: LocalServer,
    people: list[Person],
    watcher: Person,
    truth: Truth,
    box: tuple[str, int, Any],
) -> tuple[int, int]:
    """One random game with a spy on every seat and one outside."""
    game, seats, options = box
    host = people[0]
    table = await host.open(*(["me"] + ["open"] * (seats - 1)), game=game, options=options or {})
    for seat in range(1, seats):
        await people[seat].sit(table, seat)
    sockets = [await person.socket(table) for person in people[:seats]]
    outside = await watcher.socket(table)
    spies = [Spy(truth, socket, table, seat) for seat, socket in enumerate(sockets)]
    spies.append(Spy(truth, outside, table, None))
    chance = generator(derived_seed("spy", table))
    while sockets[0].state["phase"] == "playing":
        seat = sockets[0].state["to_move"]
        legal = sockets[seat].state["views"][0]["legal"]
        ply = sockets[0].state["ply"]
        answer = await sockets[seat].ask(
            "move", seat=seat, ply=ply, move=legal[below(chance, len(legal))]
        )
        assert answer["type"] == "done", answer
        for socket in (*sockets, outside):
            await socket.settled(answer["ply"])
        for spy in spies:
            spy.examine()
    for socket in (*sockets, outside):
        await socket.close()
    for key in [key for key in truth.states if key[0] == table]:
        del truth.states[key]
    server.services.keeper.forget(table)
    return sum(spy.messages for spy in spies), sum(spy.bytes for spy in spies)


BOXES: list[tuple[str, int, dict[str, Any], int]] = [
    ("lumiere", 2, {}, 10),
    ("lumiere", 2, {"two-tile-hand": True, "postcards": "random", "penseur": "own"}, 10),
    ("belle_epoque", 2, {}, 2),
    ("belle_epoque", 3, {"setup": "advanced", "placement": "any-district"}, 1),
    ("belle_epoque", 4, {"wood": "eights"}, 1),
]
"""With a number of games."""


@pytest.mark.slow
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(("game", "seats", "options", "some"), BOXES)
async def test_nobody_receives_a_byte_that_their_view_does_not_allow(
    game: str, seats: int, options: dict[str, Any], some: int, times: int, tmp_path: Path
) -> None:
    async with living(tmp_path) as server:
        truth = Truth(server)
        games = some * times
        left = iter(range(games))
        heard = [0, 0]

        async def one_after_the_other() -> None:
            people = [server.person(f"Player {seat}") for seat in range(seats)]
            watcher = server.person("Watcher")
            await people[0].ask("PATCH", "/api/me", {"name": "Player 0"})
            for _ in left:
                messages, size = await watch_one_game(
                    server, people, watcher, truth, (game, seats, options)
                )
                heard[0] += messages
                heard[1] += size

        await asyncio.gather(*(one_after_the_other() for _ in range(min(AT_ONCE, games))))
        assert heard[0] > games * 30
