"""Where a request comes from: other sites may not act in a visitor's name."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit


def same_origin(headers: Mapping[str, str], public_url: str | None) -> bool:
    """Whether a browser says that its page came from this server.

    Programs send no origin; they carry no cookie of a visitor either.
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
