"""Players who connect again after every failure, and remember every confirmed move."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE

LOST = (OSError, WebSocketException, TimeoutError, EOFError)


@dataclass
class Promise:
    """A move that the server has confirmed as stored."""

    table: str
    ply: int
    """The ply after the move."""
    move: str


@dataclass
class Ledger:
    """The confirmed moves and the refusals of all players."""

    promises: list[Promise] = field(default_factory=list)
    games_over: int = 0
    reconnects: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    diary: dict[str, tuple[float, str]] = field(default_factory=dict)
    """The last action of each player, and its time."""
    hear: Callable[[str], None] = lambda _: None
    """Gets everything that the players receive."""
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def promised(self, promise: Promise) -> None:
        """Remember a confirmed move."""
        self.promises.append(promise)
        self._more.set()

    def note(self, player: str, what: str) -> None:
        """Remember what a player did last."""
        self.diary[player] = (monotonic(), what)

    def refusal(self, code: str) -> None:
        """Remember a refusal."""
        self.refusals[code] = self.refusals.get(code, 0) + 1
        self._more.set()

    def add(self, other: Ledger) -> None:
        """Add what other players were told."""
        self.promises += other.promises
        self.games_over += other.games_over
        self.reconnects += other.reconnects
        for code, number in other.refusals.items():
            self.refusals[code] = self.refusals.get(code, 0) + number

    async def refused(self, code: str) -> None:
        """Wait for one more refusal with this reason."""
        before = self.refusals.get(code, 0)
        await self._until(lambda: self.refusals.get(code, 0) > before, f"no refusal {code}")

    async def grow(self, by: int) -> None:
        """Wait for more confirmed moves."""
        before = len(self.promises)
        await self._until(
            lambda: len(self.promises) >= before + by, f"not {by} promises more than {before}"
        )

    async def _until(self, happened: Callable[[], bool], otherwise: str) -> None:
        """Wait for something. If it does not happen, show what all players did."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not happened():
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            raise AssertionError(f"{otherwise} in {PATIENCE} s; {self.story()}") from None

    def story(self) -> str:
        """The last actions of all players, and the refusals."""
        now = monotonic()
        last = [f"{who}: {what}, {now - at:.1f} s ago" for who, (at, what) in self.diary.items()]
        return "\n  ".join([f"{self.reconnects} reconnects, refusals {self.refusals}", *last])


class RetryingPlayer:
    """One player with a cookie, who connects again after every failure and continues."""

    def __init__(self, port: int, ledger: Ledger, seed: int, pause: float = 0.0) -> None:
        self._ports = [port]
        self._ledger = ledger
        self._name = f"player {seed}"
        self._chance = random.Random(seed)
        self._pause = pause
        self.cookie = ""

    def also_at(self, port: int) -> RetryingPlayer:
        """Add another process of the same server."""
        self._ports.append(port)
        self._chance.shuffle(self._ports)
        return self

    def _note(self, what: str) -> None:
        self._ledger.note(self._name, f"{what} at port {self._ports[0]}")

    def _elsewhere(self) -> None:
        """Try another process next."""
        self._ports.append(self._ports.pop(0))

    async def http(self, method: str, path: str, body: Any = None) -> Any:
        """Repeat a request until there is a response."""
        while True:
            port = self._ports[0]
            self._note(f"asks {method} {path}")
            try:
                # To load the certificates of the system would take longer than the request.
                async with httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{port}", verify=False
                ) as client:
                    answer = await client.request(
                        method, path, json=body, headers={"cookie": self.cookie}, timeout=30
                    )
            except httpx.TransportError:
                self._elsewhere()
                await asyncio.sleep(0.02)
                continue
            if answer.status_code in {429, 503}:
                self._note(f"hears {answer.status_code} on {method} {path}")
                self._ledger.refusal(answer.json()["code"])
                await asyncio.sleep(0.05)
                continue
            assert answer.status_code < 300, (answer.status_code, answer.text)
            self._ledger.hear(answer.text)
            for header in answer.headers.get_list("set-cookie"):
                self.cookie = header.partition(";")[0]
            return answer.json()

    async def open(self, game: str = "lumiere", **more: Any) -> str:
        """Open a table with an open second seat, or as wished."""
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}], **more}
        return str((await self.http("POST", "/api/tables", wish))["table"]["table"]["id"])

    async def play(self, table: str) -> None:
        """Play a game to its end."""
        while True:
            port = self._ports[0]
            self._note(f"comes to {table}")
            try:
                async with (
                    asyncio.timeout(60),
                    connect(
                        f"ws://127.0.0.1:{port}/ws/tables/{table}",
                        additional_headers={"cookie": self.cookie},
                        compression=None,
                        max_size=2**22,
                        open_timeout=30,
                        ping_interval=None,
                    ) as socket,
                ):
                    if await self._talk(table, socket):
                        return
            except LOST:
                pass
            self._ledger.reconnects += 1
            self._elsewhere()
            await asyncio.sleep(0.01 + 0.02 * self._chance.random())

    async def _talk(self, table: str, socket: ClientConnection) -> bool:
        """Play until the game is over (True) or the connection is lost (False)."""
        asked: tuple[int, str] | None = None
        number = 0
        while True:
            text = str(await asyncio.wait_for(socket.recv(), 30))
            self._ledger.hear(text)
            message = json.loads(text)
            kind = message["type"]
            self._note(_told(table, message))
            if kind == "bye":
                await asyncio.sleep((message["again_ms"] or 100) / 2000)
                return False
            if kind == "done" and asked is not None:
                self._ledger.promised(Promise(table, message["ply"], asked[1]))
                asked = None
            elif kind == "error":
                code = message["error"]["code"]
                self._ledger.refusal(code)
                asked = None
                if code == "unavailable":
                    await asyncio.sleep(0.05)
                await socket.send(json.dumps({"type": "resync", "id": 0}))
            elif kind in {"welcome", "state"}:
                state = message["state"]
                if state["phase"] == "over":
                    self._ledger.games_over += 1
                    return True
                view = state["views"][0]
                if state["to_move"] == view["seat"] and view["legal"] and asked is None:
                    if self._pause:
                        await asyncio.sleep(self._pause * self._chance.random())
                    number += 1
                    asked = (number, self._chance.choice(view["legal"]))
                    await socket.send(
                        json.dumps(
                            {
                                "type": "move",
                                "id": number,
                                "seat": view["seat"],
                                "ply": state["ply"],
                                "move": asked[1],
                            }
                        )
                    )


def _told(table: str, message: dict[str, Any]) -> str:
    """A short form of a message of the server."""
    state = message.get("state")
    if state is not None:
        eyes = [view["seat"] for view in state["views"]]
        return (
            f"hears {message['type']} of {table}: ply {state['ply']}, {state['phase']}, "
            f"seat {state['to_move']} to move, seen by {eyes}"
        )
    return f"hears of {table}: {message}"
