"""Who is asking: a signed cookie for browsers, a token for programs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from itsdangerous import BadSignature, URLSafeSerializer

from lutetia.match.errors import TableError
from lutetia.storage.people import People

COOKIE = "lutetia"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep none longer."""
REMEMBER = 10_000
"""Milliseconds for which an account's serial is believed without asking again."""


class NotSignedIn(TableError):
    """An account or a valid token is needed."""

    code: ClassVar[str] = "not-signed-in"


@dataclass(frozen=True, slots=True)
class Identity:
    """A player, as a request shows it."""

    player: str
    kind: Literal["guest", "account", "bot"]
    name: str
    serial: int = 0
    fresh: bool = False
    """Met for the first time: a cookie is to be set."""


def fresh_player() -> str:
    """A new player's id: 120 random bits."""
    return "p" + secrets.token_hex(15)


def fresh_token() -> str:
    """A bot's secret."""
    return "lutetia_" + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is stored of a token: it has enough bits to need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_name(player: str) -> str:
    """What a guest is called that has given no name."""
    return f"Guest {int(hashlib.sha256(player.encode()).hexdigest()[:8], 16) % 9000 + 1000}"


class Identities:
    """Reads and writes cookies, tokens and seat keys."""

    def __init__(self, secret: str, people: People, now: Callable[[], int]) -> None:
        self._cookies = URLSafeSerializer(secret, salt="lutetia cookie 1")
        self._keys = URLSafeSerializer(secret, salt="lutetia seat key 1")
        self._people = people
        self._now = now
        self._known: dict[str, tuple[int, Identity | None]] = {}

    async def of(self, cookie: str | None, authorization: str | None) -> Identity:
        """Who sends this cookie or this header; a new guest if nobody known does."""
        if authorization is not None:
            return await self._of_token(authorization)
        if cookie:
            try:
                player, serial = self._cookies.loads(cookie)
            except (BadSignature, ValueError, TypeError):
                return self.new_guest()
            if isinstance(player, str) and isinstance(serial, int):
                found = await self._of_player(player)
                if found.serial == serial:
                    return found
        return self.new_guest()

    def new_guest(self) -> Identity:
        """Somebody who was never here."""
        player = fresh_player()
        return Identity(player, "guest", guest_name(player), fresh=True)

    async def _of_player(self, player: str) -> Identity:
        now = self._now()
        known = self._known.get(player)
        if known is not None and known[0] > now and known[1] is not None:
            return known[1]
        stored = await self._people.find(player)
        if stored is None:
            identity = Identity(player, "guest", guest_name(player))
        else:
            identity = Identity(player, stored.kind, stored.name, stored.serial)
        if len(self._known) > 20_000:
            self._known.clear()
        self._known[player] = (now + REMEMBER, identity)
        return identity

    async def _of_token(self, authorization: str) -> Identity:
        scheme, _, token = authorization.partition(" ")
        found = None
        if scheme.lower() == "bearer" and token:
            found = await self._people.by_token(token_hash(token.strip()))
        if found is None:
            raise NotSignedIn("this token is unknown")
        return Identity(found.id, found.kind, found.name)

    def forget(self, player: str) -> None:
        """A player has changed: ask again."""
        self._known.pop(player, None)

    def cookie(self, player: str, serial: int) -> str:
        """The cookie of a player."""
        return self._cookies.dumps([player, serial])

    def seat_key(self, table: str, seat: int, player: str) -> str:
        """A key that opens a seat elsewhere, as long as this player sits there."""
        return self._keys.dumps([table, seat, player])

    def read_seat_key(self, key: str) -> tuple[str, int, str] | None:
        """What a key opens; None for a forged one."""
        try:
            table, seat, player = self._keys.loads(key)
        except (BadSignature, ValueError, TypeError):
            return None
        if isinstance(table, str) and isinstance(seat, int) and isinstance(player, str):
            return table, seat, player
        return None
