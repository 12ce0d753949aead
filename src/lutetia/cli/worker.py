"""`lutetia worker`: runs computer players for servers that share a Redis."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal

from lutetia.cli.arguments import Subparsers, add_command, whole
from lutetia.kernel.errors import BadOption


def add(subparsers: Subparsers) -> None:
    """`worker`."""
    parser = add_command(
        subparsers,
        "worker",
        run,
        "choose the moves of computer players for servers (docs/running.md)",
    )
    parser.add_argument(
        "--processes",
        type=whole(0, 256),
        default=0,
        metavar="N",
        help="the number of processes (default: 0, one for each core but one)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Work until interrupted."""
    from lutetia.server.logs import configure
    from lutetia.server.settings import from_environment
    from lutetia.server.thinking.process_pool import ProcessPool
    from lutetia.server.thinking.worker import work

    found = from_environment(os.environ)
    url = found.get("redis_url")
    if not url:
        raise BadOption("LUTETIA_REDIS_URL is not set; a worker gets its questions through Redis")
    configure(str(found.get("log_format", "auto")))

    async def until_stopped() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)

        def ready() -> None:
            print("Lutetia's worker is ready", flush=True)

        await work(str(url), ProcessPool(arguments.processes), stop, ready)

    asyncio.run(until_stopped())
    return 0
