"""Texts that no database can store: the sign NUL, and halves of a sign (lone surrogates)."""

from __future__ import annotations

import json
import re
from typing import Any

from lutetia.match.errors import TableError


class BadText(TableError):
    """A text contains a sign that cannot be stored."""

    code = "bad-request"


SUSPECT = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
"""Only an escape can bring such a sign into JSON."""
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def refuse_unstorable(body: bytes) -> None:
    """Refuse JSON with a text that cannot be stored. Other faults of the body are found later."""
    if SUSPECT.search(body) is None:
        return
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return
    if _contains(found):
        raise BadText("a text contains a sign that cannot be stored (NUL, or half of a sign)")


def _contains(found: Any) -> bool:
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            if UNSTORABLE.search(one):
                return True
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
    return False
