"""The origin of a request: other sites may not act for a visitor."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from lutetia.match.errors import TableError
from lutetia.server.settings import Settings

LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}


class Forbidden(TableError):
    """The request comes from another site, or is for another one."""

    code = "forbidden"


def refuse_host(host: str, settings: Settings) -> None:
    """Refuse a request for another site: a page of that site could use the name to ask this server.

    A server without a public address may be asked by any name, because a home network has many.
    """
    if not settings.public_url and not settings.allowed_hosts:
        return
    name = host.rpartition(":")[0] if re.search(r":[0-9]+$", host) else host
    allowed = {*LOOPBACK, *settings.allowed_hosts}
    if settings.public_url:
        allowed.add(urlsplit(settings.public_url).hostname or "")
    if name.lower().rstrip(".") not in allowed:
        raise Forbidden("this server has another address")


def same_origin(headers: Mapping[str, str], public_url: str | None) -> bool:
    """Whether the page that sent a request comes from this server.

    Programs send no origin. They are allowed, because they have no cookie of a visitor.
    """
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    allowed = {headers.get("host", "")}
    if public_url:
        allowed.add(urlsplit(public_url).netloc)
    try:
        return origin != "null" and urlsplit(origin).netloc in allowed
    except ValueError:  # not an address at all
        return False
