"""The addresses of the web client's pages: the one place that knows them.

The server makes its links from this table, and `typescript.py` writes it into the client's code,
where the router and every link of a page read it. An address that is written by hand anywhere else
fails `tests/tooling/test_client_pages.py`.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

PAGES = {
    "home": "/",
    "table": "/t/{id}",
    "learn": "/learn/{game}",
    "rules": "/rules/{game}#{rule}",
    "replay": "/replay/{id}",
    "score": "/score/{game}",
    "games": "/games",
    "tables": "/tables",
    "settings": "/settings",
}
"""Name and address of each page. What follows `#` may be left out."""

FORMER = {"/table/{id}": "table"}
"""Addresses that an earlier release handed out, and the page where they lead."""


def address_of(page: str, **values: str) -> str:
    """The address of a page, from the root of the server: `address_of("table", id="abc")`."""
    path, _, mark = PAGES[page].partition("#")
    if mark and mark[1:-1] in values:
        path = f"{path}#{mark}"
    return path.format_map({name: quote(value, safe="") for name, value in values.items()})


def page_at(path: str) -> str | None:
    """The name of the page at a path, or nothing."""
    return next((page for page, address in PAGES.items() if _values(address, path)), None)


def moved_to(path: str) -> str | None:
    """The present address of a page whose path an earlier release handed out."""
    for former, page in FORMER.items():
        found = _values(former, path)
        if found:
            return address_of(page, **{k: unquote(v) for k, v in found.groupdict().items()})
    return None


def _values(address: str, path: str) -> re.Match[str] | None:
    """The parts of a path that an address leaves open; a slash at the end makes no difference."""
    wanted = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", address.partition("#")[0].rstrip("/"))
    return re.fullmatch(wanted + "/*", path)
