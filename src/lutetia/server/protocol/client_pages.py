"""The addresses of the pages of the web client. They are defined only here.

The server makes its links from this list. `typescript.py` writes the list into the code of the
client, for its router and its links. If an address is written by hand anywhere else,
`tests/tooling/test_client_pages.py` fails.
"""

from __future__ import annotations

import re
from urllib.parse import quote, unquote

PAGES = {
    "home": "/",
    "table": "/t/{id}",
    "learn": "/learn/{game}",
    "puzzles": "/puzzles/{game}",
    "puzzle": "/puzzles/{game}/{puzzle}",
    "rules": "/rules/{game}#{rule}",
    "replay": "/replay/{id}",
    "score": "/score/{game}",
    "components": "/components/{game}",
    "tableComponents": "/t/{id}/components",
    "games": "/games",
    "tables": "/tables",
    "watch": "/watch",
    "settings": "/settings",
    "account": "/account",
    "player": "/players/{name}",
    "leaders": "/leaders/{game}",
    "reports": "/reports",
    "mail": "/mail/{token}",
}
"""Name and address of each page. What follows `#` may be left out."""

FORMER = {"/table/{id}": "table"}
"""Addresses of earlier releases, and their pages now."""


def address_of(page: str, **values: str) -> str:
    """The address of a page, from the root of the server: `address_of("table", id="abc")`."""
    path, _, mark = PAGES[page].partition("#")
    if mark and mark[1:-1] in values:
        path = f"{path}#{mark}"
    return path.format_map({name: quote(value, safe="") for name, value in values.items()})


def page_at(path: str) -> str | None:
    """The name of the page at a path; None if there is none."""
    return next((page for page, address in PAGES.items() if _values(address, path)), None)


def moved_to(path: str) -> str | None:
    """The new address for the path of an earlier release."""
    for former, page in FORMER.items():
        found = _values(former, path)
        if found:
            return address_of(page, **{k: unquote(v) for k, v in found.groupdict().items()})
    return None


def _values(address: str, path: str) -> re.Match[str] | None:
    """Match a path with an address and its values. A slash at the end is ignored."""
    wanted = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", address.partition("#")[0].rstrip("/"))
    return re.fullmatch(wanted + "/*", path)
