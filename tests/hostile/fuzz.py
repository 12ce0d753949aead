"""Random inputs for a whole server in this process: messages of sockets, requests, and texts.

An input is a valid message that was changed a little, or nonsense. A generator of our own makes
them, because a million inputs need one that makes thousands in a second. Every byte that comes
back is searched for secrets.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from lutetia.kernel.errors import LutetiaError
from lutetia.kernel.record import loads
from lutetia.server import metrics
from lutetia.storage.archive import checked, read_line, table_text
from tests.hostile.overheard import secrets_of
from tests.hostile.result import Result
from tests.server.in_process import Closed, LocalServer, Person, Socket, living

PING_EVERY = 30
"""A valid message between the others, because a socket that sends only nonsense is closed."""
SHARES = (("socket", 0.9), ("text", 0.08), ("http", 0.02))

SCRAPS: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 8, 2**31, 2**53, 2**64, -(2**63), 1.5, 1e308, "", " ", "a",
    "0", "null", "\x00", "\ud800", "🗼", "é" * 40, "a" * 400, "' OR 1=1 --", "{{7*7}}", "../../etc",
    "%00", "<script>", [], {}, [[]], {"": {}}, ["a"] * 50, {"__proto__": 1}, float("inf"),
)  # fmt: skip
KINDS = (
    "move", "undo", "resign", "draw", "rematch", "answer", "leave", "replace", "sit", "reveal",
    "chat", "preview", "figures", "past", "hint", "ping", "resync", "nothing",
)  # fmt: skip
FIELDS = (
    "id", "seat", "ply", "move", "moves", "then", "text", "name", "ask", "yes", "absent", "level",
    "first", "share", "promise",
)  # fmt: skip
PATHS = (
    "/api/tables", "/api/me", "/api/session", "/api/accounts", "/api/me/password", "/api/bots",
    "/api/records", "/api/records/verify", "/api/score", "/api/analyses", "/api/tables/{t}",
    "/api/tables/{t}/seats/{n}", "/api/tables/{t}/seats/{n}/reveal",
    "/api/tables/{t}/record", "/api/players/{x}", "/api/ratings/{x}",
    "/api/bot/tables/{t}/moves", "/api/me/games?before={n}", "/api/catalogue/{x}/position",
    "/{x}", "/assets/{x}", "/healthz", "/api/{x}",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE")


class Mutator:
    """Makes inputs from a seed."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def scrap(self) -> Any:
        """A value that somebody might not expect."""
        chance = self.chance
        kind = chance.random()
        if kind < 0.7:
            return chance.choice(SCRAPS)
        if kind < 0.85:
            return chance.randrange(-3, 40)
        return "".join(chr(chance.randrange(0x20, 0x2FF)) for _ in range(chance.randrange(1, 24)))

    def garbled(self, text: str) -> str:
        """A text with some signs changed, lost or repeated."""
        chance = self.chance
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text) + 1)
            how = chance.randrange(4)
            if how == 0:
                text = text[:at] + chr(chance.randrange(1, 0x250)) + text[at:]
            elif how == 1:
                text = text[:at] + text[at + chance.randrange(1, 6) :]
            elif how == 2:
                text = text[:at] + text[max(0, at - 8) : at] * 2 + text[at:]
            else:
                text = text[:at] + chance.choice('{}[]",:\\\x00 0-e.') + text[at + 1 :]
        return text

    def message(self, state: dict[str, Any]) -> str:
        """A message of a socket."""
        chance = self.chance
        kind = chance.choice(KINDS)
        legal = [move for view in state.get("views", ()) for move in view["legal"]]
        message: dict[str, Any] = {
            "type": kind, "id": chance.randrange(1, 1000), "seat": chance.randrange(3),
        }  # fmt: skip
        if kind in {"move", "preview", "figures", "hint"}:
            message["ply"] = state.get("ply", 0) + chance.choice((0, 0, 0, 1, -1))
        if kind == "move":
            move = chance.choice(legal) if legal else "pass"
            # Some moves are legal, so that the game goes on.
            message["move"] = move if chance.random() < 0.4 else self.garbled(move)
        elif kind == "preview":
            message["moves"] = [self.garbled(move) for move in legal[:2]]
        elif kind == "chat":
            message["text"] = "bonjour"
        elif kind == "sit":
            message["name"] = "Ida"
        for _ in range(chance.randrange(3)):
            message[chance.choice(FIELDS)] = self.scrap()
        text = json.dumps(message)
        return self.garbled(text) if chance.random() < 0.3 else text

    def request(self, table: str) -> tuple[str, str, bytes]:
        """A method, a path and a body."""
        chance = self.chance
        odd = "".join(f"%{chance.randrange(256):02x}" for _ in range(chance.randrange(1, 8)))
        path = chance.choice(PATHS).format(
            t=table if chance.random() < 0.7 else odd, n=chance.randrange(-2, 12), x=odd
        )
        body: dict[str, Any] = {
            "game": "lumiere", "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ida",
            "password": "lampadaire 1889", "text": "game lumiere\n", "ply": 0, "move": "pass",
        }  # fmt: skip
        for key in chance.sample(sorted(body), chance.randrange(len(body))):
            del body[key]
        body[chance.choice(("record", "options", "clock", *body, "x"))] = self.scrap()
        return chance.choice(METHODS), path, json.dumps(body).encode()


class Texts:
    """Parsers that read what people send or upload. They refuse with a sentence, or accept."""

    def __init__(self, record: str, exported: str, games: list[Any]) -> None:
        self._parsers: list[tuple[Callable[[str], Any], str]] = [
            (loads, record),
            (lambda text: read_line(text, "line 1"), exported),
        ]
        for game, state in games:
            move = game.notation(int(game.legal_moves(state)[0]))
            self._parsers.append((game.read, move))

    def try_one(self, mutator: Mutator, result: Result) -> None:
        """One text for one parser."""
        # Whole records are slow, so short texts come more often.
        weights = [1, 1, *([40] * (len(self._parsers) - 2))]
        parse, sample = mutator.chance.choices(self._parsers, weights)[0]
        text = mutator.garbled(sample)
        try:
            parse(text)
        except LutetiaError:
            pass
        except Exception as error:  # noqa: BLE001 (any other error is a fault)
            result.fault(f"{type(error).__name__}: {error} on {text[:200]!r}")


class Attack:
    """One server under random inputs."""

    def __init__(self, server: LocalServer, result: Result, seed: int) -> None:
        self._server = server
        self._result = result
        self._mutator = Mutator(seed)
        self._secrets: set[bytes] = set()
        self._table = ""
        self._sockets: list[Socket] = []

    async def prepare(self) -> Texts:
        """Two people play; a third one watches and attacks too."""
        self._anna, self._bert = (self._server.person(name) for name in ("Anna", "Bert"))
        self._wim = self._server.person("Wim")
        await self._open()
        record = await self._record()
        table = await self._server.services.keeper.table(self._table)
        stored = await self._server.services.journal.load(self._table)
        assert stored is not None
        return Texts(record, table_text(*stored), [(table.game, table.state)])

    async def _record(self) -> str:
        over = await self._anna.open("me", "me")
        socket = await self._anna.socket(over)
        await socket.ask("resign", seat=0)
        await socket.close()
        return (await self._anna.http.get(f"/api/tables/{over}/record")).text

    async def _open(self) -> None:
        for socket in self._sockets:
            await socket.close()
        game = self._mutator.chance.choice(("lumiere", "belle_epoque"))
        self._table = await self._anna.open("me", "open", game=game)
        await self._bert.sit(self._table, 1)
        self._sockets = [
            await person.socket(self._table) for person in (self._anna, self._bert, self._wim)
        ]
        self._secrets = secrets_of(await self._server.services.keeper.table(self._table))

    async def run(self, count: int, texts: Texts, until: float) -> None:
        """So many inputs, or fewer if the time is over."""
        names = [name for name, _ in SHARES]
        weights = [weight for _, weight in SHARES]
        done = 0
        while done < count and monotonic() < until:
            kinds = self._mutator.chance.choices(names, weights, k=min(PING_EVERY, count - done))
            sent = await self._messages(kinds.count("socket"))
            for kind in kinds:
                if kind == "text":
                    texts.try_one(self._mutator, self._result)
                elif kind == "http":
                    await self._request()
                sent += kind != "socket"
            done += sent
            self._result.count += sent

    async def _messages(self, count: int) -> int:
        """Send so many messages. Returns how many the server has read: it may close the socket."""
        socket = self._mutator.chance.choice(self._sockets)
        try:
            for _ in range(count):
                socket.write(self._mutator.message(socket.state))
            await socket.ask("ping")
        except Closed:
            # The ping is the last of those that the server did not read.
            read = count - max(0, socket.unread() - 1)
            await self._open()
            return read
        self._look(socket)
        if socket.state.get("phase") == "over" or len(socket.logs.get(0, ())) > 60:
            await self._open()
        return count

    def _look(self, socket: Socket) -> None:
        """Everything that the socket received: secrets and faults."""
        for text in socket.received:
            content = text.encode(errors="surrogatepass")
            if '"internal"' in text:
                self._result.fault(text)
            over = '"phase":"over"' in text
            if not over and any(secret in content for secret in self._secrets):
                self._result.leak(text)
        socket.received.clear()

    async def _request(self) -> None:
        method, path, body = self._mutator.request(self._table)
        person: Person = self._mutator.chance.choice((self._bert, self._wim))
        headers = {"content-type": "application/json"}
        answer = await person.http.request(method, path, content=body, headers=headers)
        if answer.status_code >= 500:
            self._result.fault(f"{answer.status_code} {method} {path} {body!r}")
        if any(secret in answer.content for secret in self._secrets):
            # A random message may have ended the game. Then its record is public, with the seed.
            table = await self._server.services.keeper.table(self._table)
            if table.phase != "over":
                self._result.leak(f"{method} {path}")

    async def finish(self) -> None:
        """Every table that was attacked can still be replayed, and agrees with the lists."""
        for socket in self._sockets:
            await socket.close()
        async for table, fault in checked(self._server.services.database, repair=False):
            if fault is not None:
                self._result.loss(f"{table}: {fault}")


async def fuzz(count: int, seed: int, until: float = inf) -> Result:
    """Attack one server with so many inputs. `until`: a time of the monotonic clock."""
    trial = "random inputs: messages, requests, records, moves"
    result = Result(trial, "inputs", looks_for_leaks=True)
    before = _failures()
    with TemporaryDirectory(prefix="lutetia-") as folder:
        async with living(Path(folder), limit_factor=1e9) as server:
            attack = Attack(server, result, seed)
            texts = await attack.prepare()
            await attack.run(count, texts, until)
            await attack.finish()
    for kind, number in _failures().items():
        for _ in range(int(number - before.get(kind, 0))):
            result.fault(f"the server counted a failure: {kind}")
    return result


def _failures() -> dict[str, float]:
    return {
        sample.labels["kind"]: sample.value
        for metric in metrics.failures.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    }
