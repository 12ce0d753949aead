"""The file of a SQLite database: one server at a time, private, and checked before it is used."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path
from time import monotonic

from lutetia.kernel.errors import BadFile, BadOption
from lutetia.match.errors import Unavailable

FILE = "lutetia.sqlite"
LOCK = "lutetia.lock"
OURS = "lutetia"
"""The names of all files of a data folder begin so."""
CHECK_WITHIN = 2.0
"""Seconds. A start checks as much of a large file as it can read in this time."""
STEPS = 10_000
"""Instructions of SQLite between two looks at the time."""
FILLED = 1
"""The lock file remembers that the database next to it was once filled."""

RESTORE = (
    "stop the server, keep a copy of the file, and put your last backup in its place "
    "(docs/running.md, “A damaged database”)"
)


class DamagedFile(BadFile):
    """The file of the database is damaged. The sentence says how to restore it."""

    code = "unavailable"
    told = "the database of this server is damaged: its operator must restore it"
    """What visitors are told. They must not learn the names of files."""


class CannotStore(Unavailable):
    """The disk is full, or must not be written. Nothing that was stored is lost."""

    def __init__(self, message: str, told: str) -> None:
        super().__init__(message)
        self.told = f"{told}: nothing is lost, try again later"


def fault_of(error: BaseException, path: Path) -> DamagedFile | CannotStore | None:
    """The error that an error of SQLite means to an operator; None for another error."""
    if not isinstance(error, sqlite3.Error):
        return None
    name = getattr(error, "sqlite_errorname", "") or ""
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return DamagedFile(f"{path} is damaged ({error}): {RESTORE}")
    for prefix, sentence, told in (
        ("SQLITE_FULL", f"the disk of {path.parent} is full: free some space", "the disk is full"),
        ("SQLITE_READONLY", f"{path} or its folder is read-only", "the disk is read-only"),
        ("SQLITE_CANTOPEN", f"{path} or its folder may not be used", "the disk cannot be used"),
        ("SQLITE_IOERR", f"the disk of {path.parent} fails ({error})", "the disk fails"),
    ):
        if name.startswith(prefix):
            return CannotStore(f"{sentence}; nothing is lost", told)
    return None


class FileLock:
    """Says which process owns a database. The system ends the lock with the process.

    The lock is a SQLite database of its own, because SQLite can lock a file on every system.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._path = database.with_suffix(".lock")
        make_private(self._path)
        self._connection = sqlite3.connect(
            self._path, timeout=0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._connection.execute("PRAGMA journal_mode=MEMORY")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            self._connection.close()
            if "locked" in str(error):
                raise BadOption(
                    f"another server uses {database}: stop it, or name another folder with --data "
                    "(several servers for the same tables need PostgreSQL: docs/running.md)"
                ) from None
            raise fault_of(error, self._path) or BadFile(f"{self._path}: {error}") from None

    def refuse_emptied(self) -> None:
        """Refuse a file that was filled once and is empty now."""
        with contextlib.suppress(FileNotFoundError):
            if self._database.stat().st_size == 0 and self._version() == FILLED:
                raise DamagedFile(
                    f"{self._database} is empty, but it held the data of a server: {RESTORE}. "
                    "To begin anew, delete both this file and lutetia.lock"
                )

    def remember_filled(self) -> None:
        """The database has its tables now."""
        if self._version() != FILLED:
            self._connection.execute(f"PRAGMA user_version={FILLED}")
            self._connection.execute("COMMIT")
            self._connection.execute("BEGIN EXCLUSIVE")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def release(self) -> None:
        """Let another server use the database."""
        self._connection.close()


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner can read, or make the present one so. A folder that also
    has files of others keeps its rights; our files in it are private all the same."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        names = [entry.name for entry in folder.iterdir()]
        ours = OURS in folder.name or all(name.startswith(OURS) for name in names)
        if names and ours and folder.stat().st_uid == os.getuid():
            folder.chmod(0o700)
    except OSError as error:
        raise BadFile(f"{folder}: cannot be used ({error.strerror})") from None


def make_private(path: Path) -> None:
    """Make a file that only its owner can read, or make the present one so."""
    # A file that exists is not opened here: closing it would end SQLite's locks on it.
    if path.is_dir():
        raise BadFile(f"{path} is a folder, and the database must be a file")
    try:
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
            with contextlib.suppress(FileNotFoundError):
                if file.stat().st_uid == os.getuid():
                    file.chmod(0o600)
    except PermissionError as error:
        raise BadFile(f"{path} cannot be written: {error.strerror}") from None
    except OSError as error:
        reason = "the disk is full" if error.errno == 28 else error.strerror
        raise BadFile(f"{path} cannot be made: {reason}") from None


def check_file(path: Path, seconds: float | None = CHECK_WITHIN) -> None:
    """Read the whole file, or as much as the time allows. `DamagedFile` says what is damaged."""
    if path.stat().st_size == 0:
        return
    until = None if seconds is None else monotonic() + seconds
    with contextlib.closing(sqlite3.connect(path, timeout=5)) as connection:
        if until is not None:
            end = until
            connection.set_progress_handler(lambda: monotonic() > end, STEPS)
        try:
            found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_INTERRUPT":
                return
            raise fault_of(error, path) or BadFile(f"{path}: {error}") from None
    if found != ["ok"]:
        # The first line may only name the database.
        faults = [line.strip("* ") for text in found for line in text.splitlines()]
        fault = next((line for line in faults if not line.startswith("in database")), faults[0])
        raise DamagedFile(f"{path} is damaged ({fault}): {RESTORE}")
