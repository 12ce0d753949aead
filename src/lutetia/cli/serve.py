"""`lutetia serve`: runs a server."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from pathlib import Path
from typing import Any

from lutetia.cli.arguments import Subparsers, add_command, whole


def add(subparsers: Subparsers) -> None:
    """`serve`."""
    parser = add_command(subparsers, "serve", run, "run a server for browsers (docs/running.md)")
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="H",
        help="the address to listen at; 0.0.0.0 lets other devices join (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--port",
        type=whole(0, 65_535),
        default=8000,
        metavar="P",
        help="the port; 0 takes a free one (default: 8000)",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the folder of the server's data")
    parser.add_argument(
        "--open", action="store_true", help="open the browser when the server is ready"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from lutetia.server.http.addresses import lan_url
    from lutetia.server.serving import serve
    from lutetia.server.settings import Settings, from_environment

    chosen: dict[str, Any] = from_environment(os.environ)
    if arguments.data is not None:
        chosen["data"] = arguments.data

    def ready(settings: Settings) -> None:
        print(f"Lutetia is ready: {settings.served_url}", flush=True)
        nearby = lan_url(settings)
        if nearby:
            print(f"For other devices in this network: {nearby}", flush=True)
        if arguments.open:
            webbrowser.open(settings.served_url)

    try:
        serve(Settings(host=arguments.host, port=arguments.port, **chosen), ready)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    return 0
