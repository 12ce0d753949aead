"""Links to pages of the client: the link, the link in the local network, and its QR code."""

from __future__ import annotations

import io
import ipaddress
import socket
from functools import lru_cache
from typing import Any

import segno
from starlette.requests import Request

from lutetia.server.protocol.client_pages import address_of
from lutetia.server.settings import Settings

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 (compared with, not bound to)


@lru_cache(maxsize=1)
def lan_address() -> str | None:
    """The address of this machine in the local network."""
    # Connecting a datagram socket sends nothing, but it shows the address that would be used.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


@lru_cache(maxsize=512)
def qr_svg(text: str) -> str:
    """A QR code as SVG without colours; the page sets them."""
    out = io.BytesIO()
    # Every mask can be read. Searching for the best one would take most of the time.
    segno.make(text, error="m", micro=False, mask=0).save(
        out, kind="svg", xmldecl=False, svgns=True, border=2, scale=4, omitsize=True
    )
    return out.getvalue().decode()


def base_url(request: Request, settings: Settings) -> str:
    """The address by which the client reaches this server."""
    if settings.public_url:
        return settings.public_url.rstrip("/")
    scope = request.scope
    root = scope.get("app_root_path", scope.get("root_path", ""))
    server = tuple(scope.get("server") or ())
    return _base_url(scope["scheme"], request.headers.get("host"), server, root)


@lru_cache(maxsize=512)
def _base_url(scheme: str, host: str | None, server: tuple[Any, ...], root: str) -> str:
    """The same without a public address. Most clients use one of a few, and a URL takes as long to
    build as a move."""
    headers = [] if host is None else [(b"host", host.encode("latin-1"))]
    scope = {
        "scheme": scheme,
        "server": server or None,
        "path": "/",
        "root_path": root,
        "headers": headers,
    }
    return str(Request({**scope, "type": "http", "query_string": b""}).base_url).rstrip("/")


def address_json(request: Request, settings: Settings, table: str) -> dict[str, Any]:
    """`Address`."""
    link, lan = links(request, settings, "table", id=table)
    return {"link": link, "lan_link": lan, "qr": f"/api/tables/{table}/qr.svg"}


def links(request: Request, settings: Settings, page: str, **values: str) -> tuple[str, str | None]:
    """Links to a page of the client: for this client, and for the local network."""
    path = address_of(page, **values)
    lan = lan_url(settings)
    return base_url(request, settings) + path, lan + path if lan else None


def lan_url(settings: Settings) -> str | None:
    """The address of this server in the local network; None if it cannot be reached there."""
    if settings.public_url is not None or settings.host not in EVERYWHERE:
        return None
    machine = lan_address()
    return f"http://{machine}:{settings.port}" if machine else None
