"""Connections to the database, and the error if it does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from lutetia.kernel.errors import BadOption
from lutetia.match.errors import Unavailable
from lutetia.storage.sqlite_file import (
    FILE,
    CannotStore,
    DamagedFile,
    FileLock,
    check_file,
    fault_of,
    make_folder,
    make_private,
)

ANSWER_WITHIN = 10.0
"""A database that does not answer for so many seconds counts as unavailable."""


Found = TypeVar("Found")


class _SqliteThread:
    """A connection to SQLite that is used only in its own thread."""

    def __init__(self, url: URL, begin: str, name: str) -> None:
        self._engine = create_engine(
            url,
            hide_parameters=True,
            pool_size=1,
            max_overflow=0,
            connect_args={"check_same_thread": False},
        )
        _prepare_sqlite(self._engine, begin)
        self._thread = ThreadPoolExecutor(1, name)

    async def run(self, work: Callable[[Connection], Found]) -> Found:
        """Run a whole transaction in that thread."""

        def whole() -> Found:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, whole)

    def close(self) -> None:
        """Close the connection and end the thread."""
        self._engine.dispose()
        self._thread.shutdown()


class Database:
    """A database with several readers; on SQLite it has only one writer."""

    def __init__(self, url: str) -> None:
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise BadOption("LUTETIA_DATABASE_URL: this is not the URL of a database") from None
        self.sqlite = parsed.get_backend_name() == "sqlite"
        named = self.sqlite and parsed.database not in {None, "", ":memory:"}
        self.file = Path(str(parsed.database)) if named else None
        """The file of SQLite."""
        self._lock: FileLock | None = None
        self.disk_fault: DamagedFile | CannotStore | None = None
        """What the disk refused last, until entries of a table are stored again."""
        self._turn: AbstractAsyncContextManager[Any] = nullcontext()
        """Held while something is written."""
        if self.sqlite:
            # SQLite has one writer at a time. A second one would try again and again, with pauses
            # of up to 100 ms; here it waits for its turn.
            self._turn = asyncio.Lock()
            parsed = parsed.set(drivername="sqlite+aiosqlite")
            self._reader = create_async_engine(
                parsed, hide_parameters=True, pool_size=4, max_overflow=0
            )
            self._writer = create_async_engine(
                parsed, hide_parameters=True, pool_size=1, max_overflow=0
            )
            _prepare_sqlite(self._reader.sync_engine, "BEGIN")
            _prepare_sqlite(self._writer.sync_engine, "BEGIN IMMEDIATE")
            plain = parsed.set(drivername="sqlite")
            self._direct_reader: _SqliteThread | None = _SqliteThread(
                plain, "BEGIN", "lutetia-reader"
            )
            self._direct_writer: _SqliteThread | None = _SqliteThread(
                plain, "BEGIN IMMEDIATE", "lutetia-writer"
            )
        elif parsed.get_backend_name() == "postgresql":
            parsed = parsed.set(drivername="postgresql+asyncpg")
            self._reader = create_async_engine(
                parsed,
                # What players write must not get into the log with an error.
                hide_parameters=True,
                pool_size=8,
                max_overflow=8,
                pool_timeout=ANSWER_WITHIN,
                # Replace a connection that broke when the database stopped.
                pool_pre_ping=True,
                connect_args={"timeout": ANSWER_WITHIN, "command_timeout": ANSWER_WITHIN},
            )
            self._writer = self._reader
            self._direct_reader = self._direct_writer = None
        else:
            raise BadOption("LUTETIA_DATABASE_URL: only sqlite and postgresql are supported")

    @classmethod
    def in_folder(cls, folder: Path) -> Database:
        """The SQLite file of a data folder."""
        make_folder(folder)
        return cls(f"sqlite+aiosqlite:///{folder / FILE}")

    async def open(self, alone: bool) -> None:
        """Check the file of SQLite before it is used. `alone`: no other server may use it now."""
        if self.file is None:
            return
        if alone:
            self._lock = await asyncio.to_thread(FileLock, self.file)
            self._lock.refuse_emptied()
        make_private(self.file)
        await asyncio.to_thread(check_file, self.file)

    def filled(self) -> None:
        """The database has its tables now."""
        if self._lock is not None:
            self._lock.remember_filled()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading."""
        async with self._reported(), self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction. It is committed when the block ends and rolled back if the block fails.

        On SQLite all moves wait meanwhile, and each statement waits for the event loop. So what is
        written often uses `change`.
        """
        async with self._reported(), self._turn, self._writer.begin() as connection:
            yield connection

    async def read(self, work: Callable[[Connection], Found]) -> Found:
        """Read with several statements in one call (see `change`)."""
        async with self._reported():
            if self._direct_reader is not None:
                return await self._direct_reader.run(work)
            async with self._reader.connect() as connection:
                return await connection.run_sync(work)

    async def change(self, work: Callable[[Connection], Found]) -> Found:
        """Run a transaction of several statements in one call. On SQLite it runs in its own thread:
        switching threads for each statement would take longer than the statements."""
        async with self._reported(), self._turn:
            if self._direct_writer is not None:
                return await self._direct_writer.run(work)
            async with self._writer.begin() as connection:
                return await connection.run_sync(work)

    async def run(self, work: Callable[[Connection], Found]) -> Found:
        """Store entries of tables in one call (see `change`)."""
        found = await self.change(work)
        self.disk_fault = None
        return found

    async def ping(self) -> None:
        """Raise `Unavailable` if the database does not answer."""
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        if self._direct_writer is not None and self._direct_reader is not None:
            await self._writer.dispose()
            self._direct_writer.close()
            self._direct_reader.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    @asynccontextmanager
    async def _reported(self) -> AsyncIterator[None]:
        """Raise `Unavailable` if the database does not answer, or `DamagedFile`. A wrong statement
        keeps its error."""
        try:
            yield
        except IntegrityError:
            raise
        except (SQLAlchemyError, OSError, TimeoutError) as error:
            fault = None if self.file is None else _fault(error, self.file)
            if fault is not None:
                self.disk_fault = fault
                raise fault from error
            if isinstance(error, SQLAlchemyError) and not (
                getattr(error, "connection_invalidated", False) or _is_unavailable(error)
            ):
                raise
            raise Unavailable(NO_ANSWER) from error


NO_ANSWER = "the database does not answer: try again in a moment"

_UNAVAILABLE = (
    "OperationalError", "InterfaceError", "CannotConnectNowError", "AdminShutdownError",
    "CrashShutdownError", "ConnectionDoesNotExistError", "ConnectionFailureError",
    "InternalClientError", "TooManyConnectionsError", "TimeoutError", "QueryCanceledError",
)  # fmt: skip


def _fault(error: BaseException, file: Path) -> DamagedFile | CannotStore | None:
    """What an error of the driver, or its cause, says about the file of SQLite."""
    cause: BaseException | None = error
    while cause is not None:
        found = fault_of(cause, file)
        if found is not None:
            return found
        cause = getattr(cause, "orig", None) or cause.__cause__
    return None


def _is_unavailable(error: BaseException) -> bool:
    """Whether an error, or its cause, means that the database does not answer."""
    cause: BaseException | None = error
    while cause is not None:
        names = {kind.__name__ for kind in type(cause).__mro__}
        if names & set(_UNAVAILABLE) or isinstance(cause, OSError):
            return True
        cause = cause.__cause__ or getattr(cause, "orig", None)
    return False


def _prepare_sqlite(engine: Engine, begin: str) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # The driver would begin its own transactions too late, and without the lock for writing.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",  # a confirmed move survives a power failure
            "foreign_keys=ON",
            "busy_timeout=5000",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql(begin)
