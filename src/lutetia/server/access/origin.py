"""The origin of a request: other sites may not act for a visitor."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


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
    return origin != "null" and urlsplit(origin).netloc in allowed
