"""All parts of a running server. They are started and stopped here, in order."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import gc
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import Any

from pydantic_core import to_json
from sqlalchemy.exc import DBAPIError

from lutetia.kernel.chance import fresh_seed
from lutetia.kernel.errors import BadOption, LutetiaError
from lutetia.match.clock import merged
from lutetia.match.commands import Close
from lutetia.match.computers import Computers
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Unavailable
from lutetia.match.keeper import Keeper
from lutetia.match.ports import ChatLine, Thinker
from lutetia.match.sweeper import Sweeper
from lutetia.match.table import Table
from lutetia.server import metrics
from lutetia.server.access.exclusion import Exclusion
from lutetia.server.access.identity import COOKIE_AGE, Identities
from lutetia.server.access.limits import Limits
from lutetia.server.access.open_sockets import OpenSockets
from lutetia.server.access.shared_limits import SharedBuckets
from lutetia.server.access.shared_sockets import SharedSockets
from lutetia.server.clock import PAUSE, SILENCE, Outage, ServerClock
from lutetia.server.garbage import GarbageSearch
from lutetia.server.live import fanout
from lutetia.server.live.fanout import Fanout, RedisFanout, SingleProcess
from lutetia.server.live.hub import SIGNED_OUT, Hub
from lutetia.server.logs import log
from lutetia.server.notify.mail import Mail
from lutetia.server.notify.notifier import Notifier
from lutetia.server.notify.push import Push
from lutetia.server.request_work import RequestWork
from lutetia.server.settings import Settings
from lutetia.server.tables.rated_positions import RatedPositions
from lutetia.server.tables.rating import rate_table, shown
from lutetia.server.tables.statistics import results_of
from lutetia.server.thinking.analyses import AnalysisRunner
from lutetia.server.thinking.process_pool import ProcessPool
from lutetia.server.thinking.warmup import Warmup
from lutetia.server.waiting import wait_for, wait_for_redis
from lutetia.storage import names
from lutetia.storage.analyses import Analyses
from lutetia.storage.bans import Bans
from lutetia.storage.database import Database
from lutetia.storage.guest_seats import GuestSeats
from lutetia.storage.journal import SqlJournal
from lutetia.storage.lists import Lists
from lutetia.storage.migrate import migrate
from lutetia.storage.mutes import Mutes
from lutetia.storage.notices import Notices
from lutetia.storage.operators import Operators
from lutetia.storage.people import People
from lutetia.storage.ratings import Ratings
from lutetia.storage.reports import Reports
from lutetia.storage.results import Results
from lutetia.storage.seekers import Seekers
from lutetia.storage.server_state import ServerState
from lutetia.storage.shared_records import SharedRecords
from lutetia.storage.sign_ins import SignIns
from lutetia.storage.sqlite_file import DamagedFile
from lutetia.storage.table_bans import TableBans

BEAT_EVERY = 2.0
PULSE_EVERY = 1.0
SWEEP_EVERY = 1.0
KEEP_ALIVE_EVERY = 10.0
HOUSEKEEPING_EVERY = 30.0
NOTICES_EVERY = 5.0
SEEKERS_KEPT = 600_000
"""Milliseconds after which somebody who looked for a game and went away is forgotten."""
MEASURE_EVERY = 0.5
STOP_WITHIN = 3.0
"""Seconds."""
OUTAGES_KEPT = 40 * 24 * 3_600_000
"""Milliseconds; longer than the clock of any turn."""
ABANDONED = 14 * 24 * 3_600_000
"""Milliseconds after which a table that still waits for players is closed."""

AFTER_THE_GAME = ("ask", "answer", "rematch", "claim")
"""Entries that can follow the end of a game."""


def fresh_id() -> str:
    """A new id for a table: 80 random bits. Only people with the link know it."""
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()


class Services:
    """The parts of one server process. `start` makes those that are only named here."""

    notifier: Notifier
    identities: Identities
    computers: Computers
    analysis_runner: AnalysisRunner
    fanout: Fanout

    def __init__(self, settings: Settings, pool: ProcessPool) -> None:
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
        self.results = Results(self.database)
        self._without_results: set[str] = set()
        """Finished tables that this program cannot open."""
        self.shared_records = SharedRecords(self.database)
        self.stored_analyses = Analyses(self.database)
        self.notices = Notices(self.database)
        self.mutes = Mutes(self.database)
        self.operators = Operators(self.database)
        self.reports = Reports(self.database)
        self.seekers = Seekers(self.database)
        self.guest_seats = GuestSeats(self.database)
        self.sign_ins = SignIns(self.database)
        self.table_bans = TableBans(self.database)
        self.mail = Mail(settings.smtp_url, settings.mail_from) if settings.smtp_url else None
        self.state = ServerState(self.database)
        self.warmup = Warmup()
        self.clock = ServerClock(self._noticed)
        self.now = self.clock.now
        self.keeper = Keeper(self.journal, self.now, fresh_id, fresh_seed, self.warmup.admit)
        self.keeper.listen(self)
        self.hub = Hub(self.keeper, self.ratings_of)
        self.hub.ended = self._ended
        self.hub.reconnected = self._look_for_ended
        self.exclusion = Exclusion(Bans(self.database))
        self.requests = RequestWork(pool, lambda: self.warmup.ready, settings.limit_factor)
        self.rated_positions = RatedPositions(self.lists, self.keeper, self.now)
        self.limits = Limits(time.monotonic, settings.limit_factor)
        self.sockets = OpenSockets(self.limits)
        self.pool = pool
        self.stopping = False
        self.garbage: GarbageSearch | None = None
        """If this process does nothing but serve."""
        self._stored = 0
        """How often entries were stored since the last housekeeping."""
        self._secret: str | None = None
        """Signs cookies; None until the database is open."""
        self._begun = False
        """Whether this process has stored that it is running."""
        self._stop = asyncio.Event()
        self._tasks: list[asyncio.Task[Any]] = []

    async def open(self) -> None:
        """Open the database. If it or Redis does not answer yet, wait for them."""
        if self._secret is not None:
            return
        try:
            await self.database.open(alone=True)
            self._secret = await wait_for("database", self._ready_database)
            if self.settings.redis_url:
                await wait_for_redis(self.settings.redis_url)
        except BaseException:
            await self.database.close()
            raise

    async def start(self) -> None:
        """Open the database and start the work in the background."""
        await self.open()
        secret = self._secret
        assert secret is not None
        self.identities = Identities(secret, self.people, self.now)
        self.hub.forget_player = self.identities.forget
        thinker: Thinker = self.pool
        if self.settings.redis_url:
            from lutetia.server.thinking.queue import QueueThinker

            process = secrets.token_hex(8)
            self.fanout = RedisFanout(
                self.settings.redis_url,
                process,
                self.hub.receive,
                self.hub.refresh_all,
            )
            self.limits.shared = SharedBuckets(self.settings.redis_url)
            self.sockets.shared = SharedSockets(self.settings.redis_url, process)
            self.in_background(self._repeat(self.sockets.renew, KEEP_ALIVE_EVERY))
            self.in_background(self._repeat(self._tell_cut_off, BEAT_EVERY))
            queue = QueueThinker(self.settings.redis_url)
            await queue.start()
            thinker = queue
            self.in_background(self._repeat(queue.measure, BEAT_EVERY))
        else:
            self.fanout = SingleProcess()
        self.thinker = thinker
        self.hub.fanout = self.fanout
        self.computers = Computers(self.keeper, thinker, report, self.rated_positions)
        self.notifier = Notifier(
            self.notices,
            self.lists,
            self.keeper,
            self.identities,
            self._push(),
            self.mail,
            self.hub.online_at,
            report,
        )
        self.analysis_runner = AnalysisRunner(self.stored_analyses, thinker, self.now)
        self.in_background(self._warm())
        self.in_background(self._repeat(_measure_delay, MEASURE_EVERY))
        self.in_background(self._repeat(self.read_bans, BEAT_EVERY))
        self.in_background(self._repeat(self._pulse, PULSE_EVERY))
        self.in_background(self._repeat(self._beat, BEAT_EVERY))
        self.in_background(self._repeat(self.hub.keep_alive, KEEP_ALIVE_EVERY))

    async def _ready_database(self) -> str:
        """Migrate the database and read the secret that signs cookies."""
        try:
            await migrate(self.database)
            await self._beat()
            if self.settings.secret:
                return self.settings.secret
            return await self.state.value("secret", secrets.token_hex(32))
        except DBAPIError as error:
            if self._begun:
                raise
            # The database answers and refuses: a wrong password, no right to make tables.
            reason = str(error.orig).rpartition(": ")[2]
            raise BadOption(f"LUTETIA_DATABASE_URL: the database refuses: {reason}") from None

    def _push(self) -> Push:
        """Web Push with the key of this server, which all its processes share."""
        contact = self.settings.public_url or "mailto:lutetia@localhost"
        hosts = [host.strip() for host in self.settings.push_hosts.split(",") if host.strip()]
        return Push(partial(self.state.value, "push-key"), contact, hosts)

    async def stop(self) -> None:
        """Tell all connections, finish the work in progress, and close."""
        self.stopping = True
        self._stop.set()
        bye = {
            "type": "bye",
            "reason": {
                "code": "unavailable",
                "message": "the server restarts: connect again in a moment",
                "rule": None,
            },
            "again_ms": 500,
        }
        await self.hub.close(to_json(bye))
        self.requests.stop()
        if hasattr(self, "analysis_runner"):
            # Before its processes end, or it would store that its analyses have failed.
            await self.analysis_runner.stop()
        self.pool.stop()
        if self._tasks:
            # Give tasks that use the database time to finish before they are cancelled.
            await asyncio.wait(self._tasks, timeout=STOP_WITHIN)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if hasattr(self, "computers"):
            await self.computers.stop()
            await self.fanout.stop()
            await self.limits.stop()
            await self.sockets.stop()
        await self.journal.drain()
        if self._begun:
            with contextlib.suppress(LutetiaError):
                await self._beat()  # the outage begins here
            self._begun = False
        if self.garbage is not None:
            self.garbage.end()
        if hasattr(self, "thinker") and self.thinker is not self.pool:
            await self.thinker.stop()  # type: ignore[attr-defined]
        await self.database.close()

    async def ratings_of(self, game: str, seats: int, players: list[str]) -> dict[str, int]:
        """The ratings of players in a game, as shown beside their names."""
        found = await self.ratings.of(players)
        return {
            who: shown(rating)
            for (who, which, number), rating in found.items()
            if (which, number) == (game, seats)
        }

    async def away_for(self, table: str, holders: Sequence[str]) -> int:
        """For how many milliseconds it has been known that no holder of a seat is connected, to any
        process. Nobody knows who is connected to a process that is cut off from Redis."""
        if self.fanout.shared:
            silent_for = self.now() - await self.state.last_cut_off()
            if silent_for < 1000 * fanout.UNKNOWN_FOR:
                return 0
        return await self.hub.away_for(table, holders)

    async def _tell_cut_off(self) -> None:
        """Say through the database that this process cannot tell who is connected to it. It notices
        that before the others forget its players."""
        if self.fanout.cut_off:
            await self.state.cut_off(self.now())

    # The end of the access of a player

    def end_access(self, player: str, session: str | None = None, erased: bool = False) -> None:
        """End every cookie, socket and stream of a player, or of one session, in all processes. It
        is stored already. `erased`: the name was deleted too."""
        message = {"type": "ended", "player": player, "session": session, "erased": erased}
        self._ended(message)
        self.fanout.publish(message)

    def _ended(self, message: dict[str, Any]) -> None:
        """The access of a player was ended, here or in another process."""
        self.identities.forget(message["player"])
        self.hub.disconnect(message["player"], message["session"])
        if message["erased"]:
            for table in self.keeper.names(message["player"]):
                self.hub.renamed(table)
            self.in_background(self._erase_again(message["player"]))

    async def _erase_again(self, player: str) -> None:
        """A socket may have carried out one more message before it heard of the deletion."""
        await self.hub.gone(player, STOP_WITHIN)
        try:
            tables, _ = await self.people.erase(player)
        except LutetiaError as error:
            report("erase-failed", "", error)
        else:
            for table in tables:
                self.hub.renamed(table)

    async def _look_for_ended(self) -> None:
        """Messages of other processes may have been lost: check every connected player."""
        self.identities.forget_all()
        for connection in self.hub.connections():
            cookie = connection.player, connection.serial, connection.session
            if not await self.identities.is_valid(*cookie):
                connection.close(SIGNED_OUT)

    # The services listen to the keeper: they count, log and rate

    def changed(self, table: str, stored: Sequence[Entry] | None) -> None:
        """Log and count stored entries, and rate a finished game."""
        found = self.keeper.cached(table)
        if found is None or stored is None:
            return
        self._stored += 1
        game = found.header.game
        for entry in stored:
            # The log never contains a move, because it may be a secret choice.
            if entry.kind != "move":
                log().info(entry.kind, table=table, ply=found.ply, seat=entry.seat)
            else:
                log().debug("move", table=table, ply=found.ply, seat=entry.seat)
                seat = found.chairs[entry.seat or 0]
                metrics.moves.labels(game, seat.kind).inc()
        if self.notifier.concerns(found, stored):
            self.in_background(self._plan_notices(found.copy()))
        if stored and stored[0].number == 1:
            metrics.tables.labels(game).inc()
        if found.outcome is not None and stored and stored[-1].kind not in AFTER_THE_GAME:
            metrics.finished.labels(game, found.outcome.reason).inc()
            self.in_background(self._keep_results(table))
            if found.header.rated:
                self.in_background(self._rate(table))

    def chat_added(self, table: str, line: ChatLine) -> None:
        """Chat is not logged."""

    async def _rate(self, table_id: str) -> None:
        try:
            table = await self.keeper.table(table_id)
            if await rate_table(self.ratings, table, self.now()):
                log().info("rated", table=table_id, ply=table.ply)
        except LutetiaError as error:
            report("rating-failed", table_id, error)

    async def _plan_notices(self, table: Table) -> None:
        try:
            await self.notifier.changed(table)
        except LutetiaError as error:
            report("notice-failed", table.header.id, error)

    async def _keep_results(self, table_id: str) -> None:
        try:
            await self.results.keep(results_of(await self.keeper.table(table_id)))
        except LutetiaError as error:
            if isinstance(error, CANNOT_OPEN):
                self._without_results.add(table_id)
            report("results-failed", table_id, error)

    async def read_bans(self) -> None:
        """Read whom the operator has excluded, and close their sockets."""
        excluded = await self.exclusion.reload(self.now())
        for connection in self.hub.connections() if excluded else ():
            if connection.player in excluded or connection.address in excluded:
                connection.close(SIGNED_OUT)

    # Work in the background

    def in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do some work that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.append(task)
        self._tasks = [other for other in self._tasks if not other.done()]

    async def _repeat(self, work: Callable[[], Awaitable[None]], every: float) -> None:
        """Repeat some work until the server stops."""
        while not self.stopping:
            try:
                await work()
            except LutetiaError as error:
                report("look-failed", "", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), every)

    async def _warm(self) -> None:
        await asyncio.to_thread(names.load_tables)
        try:
            await self.warmup.warm(self.pool.warm_rules)
        except Unavailable:
            return
        except Exception as error:
            report("warming-failed", "", error)
            raise
        log().info("warm", games=sorted(self.warmup.ready))
        # The loaded code stays in memory for good. The garbage collector need not search it again:
        # each search would stop every table for a moment.
        if self.garbage is not None:
            self.garbage.begin()
        else:
            gc.collect()
            gc.freeze()
            gc.set_threshold(20_000, 20, 50)
        sweeper = Sweeper(self.keeper, self.computers, report)
        self.in_background(self._repeat(sweeper.sweep, SWEEP_EVERY))
        self.in_background(self._repeat(self._housekeeping, HOUSEKEEPING_EVERY))
        self.in_background(self._repeat(self.notifier.send_due, NOTICES_EVERY))
        if self.thinker is self.pool:
            with contextlib.suppress(Unavailable):
                for game in sorted(self.warmup.ready):
                    await self.pool.warm_players(game)
                for game in sorted(self.warmup.ready):
                    await self.pool.warm_endings(game)

    # The time

    async def _beat(self) -> None:
        """Store that this server is running, and read the outages that end now."""
        now = self.now()
        sure = self.clock.troubled or not self._begun
        # A server that works alone knows that nobody could move while it did not run. Other
        # servers may run in a cluster, so there it needs a longer silence.
        silence = 0 if sure and self.database.sqlite else SILENCE
        try:
            latest, ended = await self.state.beat(now, silence)
            if ended or sure or latest - now > PAUSE:
                self.keeper.outages = merged(await self.journal.outages(now - OUTAGES_KEPT))
        except (Unavailable, DamagedFile):
            self.clock.not_stored()
            raise
        self._begun = True
        self.clock.stored(now, latest)
        if ended:
            self.hub.tell_clocks()

    async def _pulse(self) -> None:
        """Notice that the process was stopped."""
        self.now()

    def _noticed(self, outage: Outage) -> None:
        """An outage ends now. Until it is stored, this process knows it alone."""
        self.keeper.outages = merged(self.keeper.outages, [outage])

    async def _housekeeping(self) -> None:
        """Rate games that a crash left unrated, keep results, resume analyses, close abandoned
        tables."""
        if self.garbage is not None:
            self.garbage.look(quiet=self._stored == 0)
        self._stored = 0
        for table in await self.ratings.unrated():
            await self._rate(table)
        for table in await self.results.missing(besides=sorted(self._without_results)):
            await self._keep_results(table)
        await self.notifier.apply_holidays()
        await self.seekers.forget(self.now() - SEEKERS_KEPT)
        await self.guest_seats.forget(self.now())
        await self.analysis_runner.resume()
        await self.shared_records.forget_expired(self.now())
        await self.people.forget_sessions(self.now() - COOKIE_AGE * 1000)
        await self.sign_ins.forget(self.now() - COOKIE_AGE * 1000)
        for table in await self.lists.stale_waiting(self.now() - ABANDONED):
            try:
                await self.keeper.act(table, None, Close())
            except CANNOT_OPEN as error:
                report("closing-failed", table, error)


async def _measure_delay() -> None:
    """Measure how late the event loop is: every table waits as long as this."""
    due = time.monotonic() + 0.01
    await asyncio.sleep(0.01)
    metrics.loop_delay.observe(max(0.0, time.monotonic() - due))


def report(event: str, table: str, error: Exception) -> None:
    """Log and count a failure in the background."""
    metrics.failures.labels(event).inc()
    code = getattr(error, "code", type(error).__name__)
    log().warning(event, table=table or None, code=code, reason=str(error)[:300])
