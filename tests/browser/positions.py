"""Tables that begin in the middle: a random game, and a table at one of its positions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Page

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.chance import derived_seed
from lutetia.kernel.contract import Game
from lutetia.kernel.record import GameRecord, first_state
from lutetia.kernel.types import Record

Position = dict[str, Any]
Wanted = Callable[[Position, list[str]], bool]
"""Whether a test wants this position with its legal moves."""


@cache
def chance_game(
    game: str, seed: int = 1, seats: int = 2, **options: str
) -> tuple[GameRecord, list[Position]]:
    """A whole random game, with the position before each move and the last position."""
    box = open_game(game, seats, options)
    secret = derived_seed("browser", game, seed)
    chance = random.Random(seed)
    record = GameRecord.start(box, secret, [f"Guest {n + 1}" for n in range(seats)])
    state, moves, positions = box.deal(secret), [], []
    while not box.is_over(state):
        legal = [box.notation(int(move)) for move in box.legal_moves(state)]
        positions.append({**box.position(state), "legal": legal, "seat": int(state.to_move)})
        kinds = sorted({move.split(":")[0] for move in legal} - {"buy", "sell", "decline"})
        kind = chance.choice(kinds or ["decline"])
        move = chance.choice([move for move in legal if move.split(":")[0] == kind])
        moves.append(move)
        state = box.play(state, box.parse(state, move))
    positions.append({**box.position(state), "scores": [dict(s) for s in box.score(state)]})
    record.moves = moves
    record.finish(box, state)
    return record, positions


def state_at(record: GameRecord, ply: int) -> tuple[Game, Record]:
    """The game of a record, and its state after some moves, as the engine has it."""
    game = open_game(record.game, len(record.players), record.options)
    state = first_state(game, record)
    for move in record.moves[:ply]:
        state = game.play(state, game.parse(state, move))
    return game, state


def be_one_guest(page: Page) -> None:
    """Make sure that the next request of this browser is its first one, or has its cookie.

    Two first requests at the same time would make two guests. So a browser without a cookie goes
    to the settings: a page that it leaves asks for nothing more, and the settings ask for nothing.
    """
    if not page.context.cookies(page.url) and not page.url.endswith("/settings"):
        page.goto(urljoin(page.url, "/settings"))


def table_at(page: Page, server: str, game: str, wanted: Wanted, seed: int = 1) -> int:
    """Sit down against the computer at the first wanted position; returns the number of moves."""
    record, positions = chance_game(game, seed)
    ply = next(n for n, found in enumerate(positions) if wanted(found, found.get("legal", [])))
    open_branch(page, server, record, ply, positions[ply]["seat"])
    return ply


def open_branch(
    page: Page,
    server: str,
    record: GameRecord,
    ply: int,
    seat: int,
    level: int = 1,
    other: dict[str, Any] | None = None,
    seats: list[dict[str, Any]] | None = None,
) -> str:
    """A table that continues from a position; this screen plays one seat. Returns its link.

    `other` is the player in the other seats, by default a computer of a level. `seats` names all of
    them instead.
    """
    opponent = other or {"kind": "computer", "level": level}
    chosen = seats or [
        {"kind": "me", "name": "Anna"} if n == seat else opponent
        for n in range(len(record.players))
    ]
    body = {"record": json.loads(record.dumps()), "ply": ply, "seats": chosen}
    be_one_guest(page)
    answer = page.evaluate(
        """async body => {
            const headers = {'Content-Type': 'application/json'};
            const wish = {method: 'POST', headers, body: JSON.stringify(body)};
            return await (await fetch('/api/tables/branch', wish)).json();
        }""",
        body,
    )
    assert "table" in answer, f"no table at ply {ply}: {answer}"
    link = answer["address"]["link"]
    assert link.startswith(f"{server}/"), link
    page.goto(link)
    page.wait_for_selector(".waiting" if other else ".table-page[data-your-turn=true], .curtain")
    return str(link)


def shared(page: Page, record: GameRecord) -> str:
    """Put a record on the server; returns the link to its replay from the server's answer."""
    be_one_guest(page)
    found = page.evaluate(
        """async record => {
            const headers = {'Content-Type': 'application/json'};
            const wish = {method: 'POST', headers, body: JSON.stringify({record})};
            return (await (await fetch('/api/records', wish)).json()).link;
        }""",
        json.loads(record.dumps()),
    )
    return str(found)
