"""Everything that a running server consists of, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

from pydantic_core import to_json

from lutetia.kernel.chance import fresh_seed
from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Close
from lutetia.match.computers import Computers
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Unavailable
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine, Thinker
from lutetia.match.sweeper import Sweeper
from lutetia.server import metrics
from lutetia.server.access.identity import Identities
from lutetia.server.access.limits import Limits
from lutetia.server.live.fanout import Alone, Fanout, RedisFanout
from lutetia.server.live.hub import Hub
from lutetia.server.logs import log
from lutetia.server.settings import Settings
from lutetia.server.tables.rating import rate_table, shown
from lutetia.server.thinking.analyses import Analysing
from lutetia.server.thinking.pool import Pool
from lutetia.server.thinking.warmup import Warmup
from lutetia.storage.analyses import Analyses
from lutetia.storage.database import Database
from lutetia.storage.journal import SqlJournal
from lutetia.storage.lists import Lists
from lutetia.storage.migrate import migrate
from lutetia.storage.people import People
from lutetia.storage.ratings import Ratings
from lutetia.storage.server_state import ServerState
from lutetia.storage.shared_records import SharedRecords

BEAT_EVERY = 5.0
SWEEP_EVERY = 1.0
KEEP_ALIVE_EVERY = 10.0
LOOK_AFTER_EVERY = 30.0
STOP_WITHIN = 3.0
"""Seconds."""
STARTUP_PAUSES = (0.2, 0.5, 1, 2, 3, 5, 5, 5, 10, 10)
"""Seconds between the first looks for the database."""
OUTAGES_KEPT = 40 * 24 * 3_600_000
"""Milliseconds; longer than any clock runs."""
ABANDONED = 14 * 24 * 3_600_000
"""A table that nobody joined for so long is closed."""

AFTERWARDS = ("ask", "answer", "rematch")
"""What still happens at a table when the game is over."""


def now_ms() -> int:
    """The wall clock."""
    return time.time_ns() // 1_000_000


def fresh_id() -> str:
    """80 random bits in lower case: the secret part of a table's link."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Services:
    """One server process."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self.settings = settings
        self.database = (
            Database(settings.database_url)
            if settings.database_url
            else Database.in_folder(settings.data)
        )
        self.journal = SqlJournal(self.database)
        self.people = People(self.database)
        self.lists = Lists(self.database)
        self.ratings = Ratings(self.database)
        self.shared_records = SharedRecords(self.database)
        self.stored_analyses = Analyses(self.database)
        self.state = ServerState(self.database)
        self.warmup = Warmup()
        self.keeper = Keeper(self.journal, now_ms, fresh_id, fresh_seed, self.warmup.admit)
        self.keeper.listen(self)
        self.hub = Hub(self.keeper, self.ratings_of)
        self.limits = Limits(time.monotonic, settings.limit_factor)
        self.pool = pool
        self.identities: Identities
        self.computers: Computers
        self.analysing: Analysing
        self.fanout: Fanout
        self.stopping = False
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    async def start(self) -> None:
        """Open the database and everything that works beside the requests."""
        secret = await self._reach_database()
        self.identities = Identities(secret, self.people, now_ms)
        thinker: Thinker = self.pool
        if self.settings.redis_url:
            from lutetia.server.thinking.queue import QueueThinker

            self.fanout = RedisFanout(
                self.settings.redis_url,
                secrets.token_hex(8),
                now_ms,
                self.hub.hear,
                self.hub.missed,
            )
            queue = QueueThinker(self.settings.redis_url)
            await queue.start()
            thinker = queue
        else:
            self.fanout = Alone()
        self.thinker = thinker
        self.hub.fanout = self.fanout
        self.computers = Computers(self.keeper, thinker, report)
        self.analysing = Analysing(self.stored_analyses, thinker, now_ms)
        self._beside(self._warm())
        self._beside(self._again(self._beat, BEAT_EVERY))
        self._beside(self._again(self.hub.keep_alive, KEEP_ALIVE_EVERY))

    async def _reach_database(self) -> str:
        """Bring the schema up to date and read the secret that signs cookies. A database that
        comes up later than we do is waited for."""
        pauses = iter(STARTUP_PAUSES)
        while True:
            try:
                await migrate(self.database)
                await self._beat()
                if self.settings.secret:
                    return self.settings.secret
                return await self.state.value("secret", secrets.token_hex(32))
            except Unavailable as error:
                report("waiting-for-database", "", error)
                pause = next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    async def stop(self) -> None:
        """Finish what was acknowledged, tell everybody, and close."""
        self.stopping = True
        self._stop.set()
        bye = {
            "type": "bye",
            "reason": {
                "code": "unavailable",
                "message": "the server restarts: come back in a moment",
                "rule": None,
            },
            "again_ms": 500,
        }
        await self.hub.close(to_json(bye))
        self.pool.stop()
        if self._tasks:
            # What looks at the database is let finish; only what waits for nothing is cut off.
            await asyncio.wait(self._tasks, timeout=STOP_WITHIN)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if hasattr(self, "computers"):
            await self.computers.stop()
            await self.analysing.stop()
            await self.fanout.stop()
        await self.journal.drain()
        if hasattr(self, "thinker") and self.thinker is not self.pool:
            await self.thinker.stop()  # type: ignore[attr-defined]
        await self.database.close()

    async def ratings_of(self, game: str, players: list[str]) -> dict[str, int]:
        """The figures that people see beside the names."""
        found = await self.ratings.of(players)
        return {who: shown(rating) for (who, which), rating in found.items() if which == game}

    # Listener of the keeper: what is counted, logged and rated

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Log and count what was stored, and rate what is over."""
        found = self.keeper.cached(table)
        if found is None or stored is None:
            return
        game = found.header.game
        for entry in stored:
            # Without the move: what somebody chose in secret is nobody's, not even the log's.
            if entry.kind != "move":
                log().info(entry.kind, table=table, ply=found.ply, seat=entry.seat)
            else:
                log().debug("move", table=table, ply=found.ply, seat=entry.seat)
                seat = found.chairs[entry.seat or 0]
                metrics.moves.labels(game, seat.kind).inc()
        if stored and stored[0].number == 1:
            metrics.tables.labels(game).inc()
        if found.outcome is not None and stored and stored[-1].kind not in AFTERWARDS:
            metrics.finished.labels(game, found.outcome.reason).inc()
            if found.header.rated:
                self._beside(self._rate(table))

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Chat is nobody's business here."""

    async def _rate(self, table_id: str) -> None:
        try:
            table = await self.keeper.table(table_id)
            if await rate_table(self.ratings, table, now_ms()):
                log().info("rated", table=table_id, ply=table.ply)
        except LutetiaError as error:
            report("rating-failed", table_id, error)

    # Beside the requests

    def _beside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.append(task)
        self._tasks = [other for other in self._tasks if not other.done()]

    async def _again(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        """Do something again and again until the server stops."""
        while not self.stopping:
            try:
                await work()
            except LutetiaError as error:
                report("look-failed", "", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), every)

    async def _warm(self) -> None:
        try:
            await self.warmup.warm(self.pool.warm_rules)
        except Unavailable:
            return
        except Exception as error:
            report("warming-failed", "", error)
            raise
        log().info("warm", games=sorted(self.warmup.ready))
        # What is loaded now stays; looking through it for garbage again and again would stop
        # every table for a moment.
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        sweeper = Sweeper(self.keeper, self.computers, report)
        self._beside(self._again(sweeper.sweep, SWEEP_EVERY))
        self._beside(self._again(self._look_after, LOOK_AFTER_EVERY))
        if self.thinker is self.pool:
            with contextlib.suppress(Unavailable):
                for game in sorted(self.warmup.ready):
                    await self.pool.warm_players(game)
                for game in sorted(self.warmup.ready):
                    await self.pool.warm_endings(game)

    async def _beat(self) -> None:
        now = now_ms()
        if await self.state.beat(now) or not self.keeper.outages:
            self.keeper.outages = await self.journal.outages(now - OUTAGES_KEPT)

    async def _look_after(self) -> None:
        """Now and then: rate what a crash left unrated, close what nobody wants."""
        for table in await self.ratings.unrated():
            await self._rate(table)
        await self.analysing.resume()
        for table, host in await self.lists.stale_waiting(now_ms() - ABANDONED):
            try:
                await self.keeper.act(table, host, Close())
            except CANNOT_OPEN as error:
                report("closing-failed", table, error)


def report(event: str, table: str, error: Exception) -> None:
    """Log and count something that went wrong beside a request."""
    metrics.failures.labels(event).inc()
    code = getattr(error, "code", type(error).__name__)
    log().warning(event, table=table or None, code=code, reason=str(error)[:300])
