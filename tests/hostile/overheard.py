"""What the players of a trial received, searched for secrets when it is over. Their servers run in
processes of their own, so only the database knows the secrets, and only afterwards."""

from __future__ import annotations

import re
from base64 import b64encode, urlsafe_b64encode

from lutetia.match.table import Table
from tests.hostile.result import Result

WORD = re.compile(r"[0-9A-Za-z+/_-]{32,}")
"""A text that is long enough for a secret."""


def secrets_of(table: Table) -> set[bytes]:
    """What nobody may read before the game is over: the secret of the server, the seed of the deal,
    and the shares of the seats. A share that was never revealed is its promise, which is public."""
    public = {chair.promise for chair in table.chairs}
    shares = [share for share in table.shares if share.hex() not in public]
    assert table.seed != table.header.seed
    assert len(shares) == table.header.seats
    found = (table.header.seed, table.seed, *shares)
    return {form for one in found for form in (one, one.hex().encode())}


def written(secret: bytes) -> set[str]:
    """How a secret may be written in a text."""
    codes = (b64encode(secret).decode(), urlsafe_b64encode(secret).decode())
    return {secret.hex(), secret.hex().upper(), *(code.rstrip("=") for code in codes)}


class Overheard:
    """All long words of all messages. A message that says that its game is over may tell all."""

    def __init__(self) -> None:
        self.words: set[str] = set()

    def hear(self, text: str) -> None:
        """A message, or the answer to a request."""
        if '"phase":"over"' not in text:
            self.words.update(WORD.findall(text))

    def search(self, table: Table, result: Result) -> None:
        """Count the secrets of a table that were told."""
        for secret in (one for one in secrets_of(table) if len(one) < 64):
            for form in written(secret):
                if any(form in word for word in self.words):
                    result.leak(f"{table.header.id}: {form}")
