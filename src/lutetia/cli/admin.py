"""`lutetia admin`: maintains the data of a server."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lutetia.cli.arguments import Subparsers, whole
from lutetia.kernel.errors import BadOption

if TYPE_CHECKING:
    from lutetia.storage.database import Database


def add(subparsers: Subparsers) -> None:
    """`admin`."""
    summary = "export, import, replay and check the data of a server"
    parser = subparsers.add_parser("admin", help=summary, description=summary, allow_abbrev=False)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, dest="verb")
    for name, run, words in (
        ("export", run_export, "write tables with their whole logs, one JSON object per line"),
        ("import", run_import, "add exported tables to the data of this server"),
        ("replay", run_replay, "show what happened at a table, entry by entry"),
        ("reports", run_reports, "list the lines of chat that players reported"),
        ("settle", run_settle, "close a report"),
        ("operator", run_operator, "let an account read reports in the browser"),
        ("check", run_check, "replay every log and compare it with the lists of tables"),
        ("ban", run_ban, "exclude an account or an address from the server, or only its chat"),
        ("unban", run_unban, "let an account or an address in again"),
        ("bans", run_bans, "list who is excluded"),
    ):
        verb = verbs.add_parser(name, help=words, description=words, allow_abbrev=False)
        verb.add_argument(
            "--data", type=Path, metavar="DIR", help="the folder of the server's data"
        )
        verb.set_defaults(run=run)
        if name == "export":
            verb.add_argument(
                "tables", nargs="*", metavar="TABLE", help="the tables to export (default: all)"
            )
        elif name == "import":
            verb.add_argument(
                "file", metavar="FILE", help="exported tables; - reads standard input"
            )
        elif name == "replay":
            verb.add_argument("table", metavar="TABLE", help="the name of the table")
            verb.add_argument(
                "--record", action="store_true", help="print the record, if the game is over"
            )
        elif name == "reports":
            verb.add_argument("--all", action="store_true", help="also reports that are closed")
        elif name == "settle":
            verb.add_argument("report", type=int, metavar="NUMBER", help="the number of the report")
            verb.add_argument("--remove", action="store_true", help="delete the line of chat, too")
        elif name == "operator":
            verb.add_argument(
                "account", nargs="?", metavar="NAME", help="an account (default: list operators)"
            )
            verb.add_argument("--remove", action="store_true", help="no longer an operator")
        elif name in {"ban", "unban"}:
            verb.add_argument("whom", metavar="WHO", help="the name of an account, or an address")
            if name == "ban":
                verb.add_argument("--mute", action="store_true", help="only from the chat")
                verb.add_argument(
                    "--days",
                    type=whole(1, 3650),
                    metavar="N",
                    help="for N days, not for good",
                )
        elif name == "check":
            verb.add_argument(
                "--repair",
                action="store_true",
                help="rebuild lists that do not agree with the logs",
            )


def _with_database(
    arguments: argparse.Namespace, work: Callable[[Database], Awaitable[int]]
) -> int:
    """Open the database that the arguments or the environment name, and work on it."""
    from lutetia.server.settings import Settings, from_environment
    from lutetia.storage.database import Database
    from lutetia.storage.migrate import migrate

    chosen: dict[str, Any] = from_environment(os.environ)
    settings = Settings(**chosen)

    async def run() -> int:
        if arguments.data is not None or not settings.database_url:
            database = Database.in_folder(arguments.data or settings.data)
        else:
            database = Database(settings.database_url)
        try:
            await database.open(alone=False)
            await migrate(database)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def run_export(arguments: argparse.Namespace) -> int:
    """Write tables; the exit code is 1 if one of them cannot be read."""
    from lutetia.storage.archive import exported

    async def work(database: Database) -> int:
        damaged: list[str] = []
        async for line in exported(database, arguments.tables, lambda e: damaged.append(str(e))):
            sys.stdout.write(line + "\n")
        for fault in damaged:
            sys.stderr.write(f"lutetia: {fault}\n")
        return int(bool(damaged))

    return _with_database(arguments, work)


def run_import(arguments: argparse.Namespace) -> int:
    """Read tables."""
    from lutetia.cli.files import read_text
    from lutetia.storage.archive import imported

    text = read_text(arguments.file)

    async def work(database: Database) -> int:
        new, known = await imported(database, text.splitlines())
        print(f"{new} tables imported, {known} already existed")
        return 0

    return _with_database(arguments, work)


def run_replay(arguments: argparse.Namespace) -> int:
    """Show a table."""
    from lutetia.match.errors import NotFound
    from lutetia.match.reading import first_table, report_damage, take_checked
    from lutetia.match.records import record_of
    from lutetia.storage.archive import entry_line
    from lutetia.storage.journal import SqlJournal

    async def work(database: Database) -> int:
        stored = await SqlJournal(database).load(arguments.table)
        if stored is None:
            raise NotFound(f"there is no table {arguments.table}")
        header, entries = stored
        with report_damage(header.id):
            table = first_table(header)
            if not arguments.record:
                print(f"{header.id}  {header.game}  {header.seats} seats  {dict(header.options)}")
            for entry in entries:
                take_checked(table, entry)
                if not arguments.record:
                    print(entry_line(table, entry))
        if arguments.record:
            sys.stdout.write(record_of(table).dumps())
        else:
            print(f"{table.phase}, ply {table.ply}, points {table.game.totals(table.state)}")
        return 0

    return _with_database(arguments, work)


def run_check(arguments: argparse.Namespace) -> int:
    """Check every table; the exit code is 1 if something was wrong."""
    from lutetia.storage.archive import checked
    from lutetia.storage.sqlite_file import check_file

    async def work(database: Database) -> int:
        if database.file is not None:
            check_file(database.file, None)
        wrong = tables = 0
        async for table, fault in checked(database, repair=arguments.repair):
            tables += 1
            if fault is not None:
                wrong += 1
                print(f"{table}: {fault}")
        print(f"{tables} tables checked, {wrong} wrong")
        return int(wrong > 0)

    return _with_database(arguments, work)


def run_reports(arguments: argparse.Namespace) -> int:
    """List reports."""
    from datetime import UTC, datetime

    from lutetia.storage.reports import Reports

    async def work(database: Database) -> int:
        found = await Reports(database).queue(arguments.all)
        for report in found:
            at = datetime.fromtimestamp(report.at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
            state = "closed" if report.settled else "open"
            print(f"{report.number}  {state}  {at}  table {report.table_id}")
            print(f"    {report.name} ({report.player}): {report.text}")
        print(f"{len(found)} reports")
        return 0

    return _with_database(arguments, work)


async def _whom(database: Database, name: str) -> str:
    """The id of an account, or a network address as the server counts it."""
    from ipaddress import ip_address

    from lutetia.server.access.network import counted
    from lutetia.storage.people import People

    with contextlib.suppress(ValueError):
        return counted(str(ip_address(name)))
    found = await People(database).by_name(name)
    if found is None:
        raise BadOption(f"{name!r} is neither an account nor an address")
    return found.id


def run_ban(arguments: argparse.Namespace) -> int:
    """Exclude somebody. Running servers know it within seconds."""

    async def work(database: Database) -> int:
        from lutetia.storage.bans import Ban, Bans

        until = None
        if arguments.days is not None:
            until = int(1000 * (time.time() + arguments.days * 24 * 3600))
        whom = await _whom(database, arguments.whom)
        await Bans(database).add(Ban(whom, "mute" if arguments.mute else "ban", until))
        shown = whom if "/" in whom else arguments.whom
        print(f"{shown} is excluded{' from the chat' if arguments.mute else ''}")
        return 0

    return _with_database(arguments, work)


def run_settle(arguments: argparse.Namespace) -> int:
    """Close a report."""
    from lutetia.storage.reports import Reports

    async def work(database: Database) -> int:
        now = time.time_ns() // 1_000_000
        report = await Reports(database).settle(arguments.report, now, arguments.remove)
        deleted = ", and the line is deleted" if arguments.remove else ""
        print(f"report {report.number} is closed{deleted}")
        return 0

    return _with_database(arguments, work)


def run_operator(arguments: argparse.Namespace) -> int:
    """Make an account the account of an operator, end that, or list all."""

    async def work(database: Database) -> int:
        from lutetia.storage.operators import Operators
        from lutetia.storage.people import People

        operators = Operators(database)
        if arguments.account is not None:
            found = await People(database).by_name(arguments.account)
            if found is None or found.kind != "account":
                raise BadOption(f"{arguments.account!r} is not an account")
            await operators.change(found.id, not arguments.remove)
            state = "no longer an operator" if arguments.remove else "an operator"
            print(f"{found.name} is {state}")
            return 0
        if arguments.remove:
            raise BadOption("--remove: name an account")
        print("\n".join(await operators.names()) or "there is no operator")
        return 0

    return _with_database(arguments, work)


def run_unban(arguments: argparse.Namespace) -> int:
    """Let somebody in again."""

    async def work(database: Database) -> int:
        from ipaddress import ip_address

        from lutetia.storage.bans import Bans

        whom = [await _whom(database, arguments.whom)]
        with contextlib.suppress(ValueError):
            # A ban of an earlier release names one address of a network.
            whom.append(str(ip_address(arguments.whom)))
        if not await Bans(database).lift(*whom):
            raise BadOption(f"{arguments.whom} is not excluded")
        print(f"{arguments.whom} may come again")
        return 0

    return _with_database(arguments, work)


def run_bans(arguments: argparse.Namespace) -> int:
    """List all bans that are valid now."""

    async def work(database: Database) -> int:
        from lutetia.storage.bans import Bans
        from lutetia.storage.people import People

        for ban in await Bans(database).all(int(1000 * time.time())):
            found = await People(database).find(ban.whom)
            end = time.strftime("%Y-%m-%d", time.gmtime((ban.until or 0) / 1000))
            until = f"until {end}" if ban.until else "for good"
            print(f"{ban.kind:5} {found.name if found else ban.whom} {until}")
        return 0

    return _with_database(arguments, work)
