"""The connection to the database, and what its silence means."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from lutetia.kernel.errors import BadFile, BadOption
from lutetia.match.errors import Unavailable

FILE = "lutetia.sqlite"
ANSWER_WITHIN = 10.0
"""Seconds after which a silent database counts as gone."""


Found = TypeVar("Found")


class _Direct:
    """A connection to SQLite in a thread of its own, used from there only."""

    def __init__(self, url: URL, begin: str, name: str) -> None:
        self._engine = create_engine(
            url, pool_size=1, max_overflow=0, connect_args={"check_same_thread": False}
        )
        _prepare_sqlite(self._engine, begin)
        self._thread = ThreadPoolExecutor(1, name)

    async def run(self, work: Callable[[Connection], Found]) -> Found:
        """A whole transaction there."""

        def whole() -> Found:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, whole)

    def close(self) -> None:
        """After this it cannot be used."""
        self._engine.dispose()
        self._thread.shutdown()


class Database:
    """Readers side by side, and one writer where the database allows only one."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise BadOption("LUTETIA_DATABASE_URL: not the address of a database") from None
        self.sqlite = parsed.get_backend_name() == "sqlite"
        if self.sqlite:
            parsed = parsed.set(drivername="sqlite+aiosqlite")
            self._reader = create_async_engine(parsed, pool_size=4, max_overflow=0)
            self._writer = create_async_engine(parsed, pool_size=1, max_overflow=0)
            _prepare_sqlite(self._reader.sync_engine, "BEGIN")
            _prepare_sqlite(self._writer.sync_engine, "BEGIN IMMEDIATE")
            plain = parsed.set(drivername="sqlite")
            self._looking: _Direct | None = _Direct(plain, "BEGIN", "lutetia-reader")
            self._direct: _Direct | None = _Direct(plain, "BEGIN IMMEDIATE", "lutetia-writer")
        elif parsed.get_backend_name() == "postgresql":
            parsed = parsed.set(drivername="postgresql+asyncpg")
            self._reader = create_async_engine(
                parsed,
                pool_size=8,
                max_overflow=8,
                pool_timeout=ANSWER_WITHIN,
                # A connection that died with the database is replaced before it is used.
                pool_pre_ping=True,
                connect_args={"timeout": ANSWER_WITHIN, "command_timeout": ANSWER_WITHIN},
            )
            self._writer = self._reader
            self._looking = self._direct = None
        else:
            raise BadOption("LUTETIA_DATABASE_URL: only sqlite and postgresql are known")

    @classmethod
    def in_folder(cls, folder: Path) -> Database:
        """The SQLite file of a data folder."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadFile(f"{folder}: cannot be used ({error.strerror})") from None
        return cls(f"sqlite+aiosqlite:///{folder / FILE}")

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for looking."""
        async with _answering(), self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: committed when the block ends, undone when it fails."""
        async with _answering(), self._writer.begin() as connection:
            yield connection

    async def look(self, work: Callable[[Connection], Found]) -> Found:
        """What a few statements find, in one piece (see `run`)."""
        async with _answering():
            if self._looking is not None:
                return await self._looking.run(work)
            async with self._reader.connect() as connection:
                return await connection.run_sync(work)

    async def run(self, work: Callable[[Connection], None]) -> None:
        """A transaction of several statements, in one piece. On SQLite it runs in a thread of
        its own: a hop for each statement would cost more than the statements."""
        async with _answering():
            if self._direct is not None:
                await self._direct.run(work)
                return
            async with self._writer.begin() as connection:
                await connection.run_sync(work)

    async def ping(self) -> None:
        """Raise `Unavailable` if nobody answers."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Give all connections back."""
        await self._reader.dispose()
        if self._direct is not None and self._looking is not None:
            await self._writer.dispose()
            self._direct.close()
            self._looking.close()


@asynccontextmanager
async def _answering() -> AsyncIterator[None]:
    """A database that is gone is told as such; a wrong statement stays a bug."""
    try:
        yield
    except IntegrityError:
        raise
    except DBAPIError as error:
        if error.connection_invalidated or _is_absence(error):
            raise Unavailable(SILENT) from error
        raise
    except (SQLAlchemyError, OSError, TimeoutError) as error:
        if isinstance(error, SQLAlchemyError) and not _is_absence(error):
            raise
        raise Unavailable(SILENT) from error


SILENT = "the database does not answer: try again in a moment"

_ABSENT = (
    "OperationalError", "InterfaceError", "CannotConnectNowError", "AdminShutdownError",
    "CrashShutdownError", "ConnectionDoesNotExistError", "ConnectionFailureError",
    "InternalClientError", "TooManyConnectionsError", "TimeoutError", "QueryCanceledError",
)  # fmt: skip


def _is_absence(error: BaseException) -> bool:
    """Whether an error, or what caused it, means that the database is not there."""
    cause: BaseException | None = error
    while cause is not None:
        names = {kind.__name__ for kind in type(cause).__mro__}
        if names & set(_ABSENT) or isinstance(cause, OSError):
            return True
        cause = cause.__cause__ or getattr(cause, "orig", None)
    return False


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # The driver's own transactions begin too late for a reader and too weak for a writer.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # an acknowledged move survives a power cut, too
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)
