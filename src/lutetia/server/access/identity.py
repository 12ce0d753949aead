"""Who is asking: a signed cookie for browsers, a token for programs."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from itsdangerous import BadSignature, Signer, URLSafeSerializer
from itsdangerous.encoding import base64_encode
from itsdangerous.signer import SigningAlgorithm
from pydantic_core import to_json

from lutetia.match.errors import TableError
from lutetia.storage.people import People

COOKIE = "lutetia"
COOKIE_AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie longer."""
MOST_COOKIES = 4_000
"""Cookies whose content is remembered."""
REMEMBER = 10_000
"""A stored player is cached for so many milliseconds."""


class NotSignedIn(TableError):
    """An account or a valid token is needed."""

    code: ClassVar[str] = "not-signed-in"


@dataclass(frozen=True, slots=True)
class Identity:
    """The player who sent a request."""

    player: str
    kind: Literal["guest", "account", "bot"]
    name: str
    serial: int = 0
    session: str = ""
    """The sign-in of one browser; empty for a bot, and for a cookie of version 0.1.0."""
    fresh: bool = False
    """A new guest, who needs a cookie."""


def fresh_player() -> str:
    """A new id for a player: 120 random bits."""
    return "p" + secrets.token_hex(15)


def fresh_session() -> str:
    """A new id for a session: 96 random bits."""
    return secrets.token_hex(12)


def fresh_token() -> str:
    """A new token for a bot."""
    return "lutetia_" + secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """The stored hash of a token. A token has so many random bits that it needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def guest_name(player: str) -> str:
    """The name of a guest who has not chosen one: `Guest` and four digits.

    The client knows this form and says it in the language of its reader (`personName`).
    """
    return f"Guest {int(hashlib.sha256(player.encode()).hexdigest()[:8], 16) % 9000 + 1000}"


class _OneCallHmac(SigningAlgorithm):
    """The usual HMAC of the library, computed by one call into OpenSSL."""

    def get_signature(self, key: bytes, value: bytes) -> bytes:
        return hmac.digest(key, value, "sha1")


class _Plain(URLSafeSerializer):
    """Signs without compression: a cookie is too short for it. Reads compressed cookies too."""

    def __init__(self, secret: str, salt: str) -> None:
        super().__init__(secret, salt=salt, signer_kwargs={"algorithm": _OneCallHmac()})
        self._signer = super().make_signer()

    def make_signer(self, salt: str | bytes | None = None) -> Signer:
        """The one signer of all cookies."""
        return self._signer if salt in {None, self.salt} else super().make_signer(salt)

    def dump_payload(self, obj: object) -> bytes:
        return base64_encode(to_json(obj))


class Identities:
    """Reads and writes cookies, tokens and seat keys."""

    def __init__(self, secret: str, people: People, now: Callable[[], int]) -> None:
        self._secret = secret.encode()
        self._cookies = _Plain(secret, salt="lutetia cookie 1")
        self._keys = URLSafeSerializer(secret, salt="lutetia seat key 1")
        self._mails = URLSafeSerializer(secret, salt="lutetia mail 1")
        self._people = people
        self._now = now
        self._known: dict[str, tuple[int, Identity, frozenset[str]]] = {}
        """Until when a player is remembered, the player, and the sessions that were ended."""
        self._read: dict[str, tuple[str, int, str]] = {}
        """The content of cookies that were signed or checked here. A client sends its cookie with
        every request, and the signature need not be computed each time."""
        self._forgotten = 0
        """How often somebody was dropped from the cache."""

    async def of(self, cookie: str | None, authorization: str | None) -> Identity:
        """The player of this cookie or header. Without a valid cookie it is a new guest."""
        if authorization is not None:
            return await self._of_token(authorization)
        if cookie:
            content = self._content(cookie)
            if content is not None:
                player, serial, session = content
                found, ended = await self._of_player(player)
                if found.serial == serial and session not in ended:
                    return replace(found, session=session)
        return self.new_guest()

    def signed_for(self, cookie: str | None) -> str | None:
        """The player of a cookie that this server signed, also if it is no longer valid."""
        content = self._content(cookie) if cookie else None
        return content[0] if content is not None else None

    def _content(self, cookie: str) -> tuple[str, int, str] | None:
        """The player, serial number and session of a cookie; None if it is not ours."""
        known = self._read.get(cookie)
        if known is not None:
            return known
        try:
            # A cookie of version 0.1.0 has no session.
            player, serial, session = (*self._cookies.loads(cookie), "")[:3]
        except (BadSignature, ValueError, TypeError):
            return None
        if isinstance(player, str) and isinstance(serial, int) and isinstance(session, str):
            return self._remember_cookie(cookie, (player, serial, session))
        return None

    def _remember_cookie(self, cookie: str, content: tuple[str, int, str]) -> tuple[str, int, str]:
        if len(self._read) >= MOST_COOKIES:
            self._read.clear()
        self._read[cookie] = content
        return content

    async def is_valid(self, player: str, serial: int, session: str) -> bool:
        """Whether a cookie with this content is still valid."""
        found, ended = await self._of_player(player)
        return found.serial == serial and session not in ended

    def new_guest(self) -> Identity:
        """A new guest."""
        player = fresh_player()
        made = Identity(player, "guest", guest_name(player), session=fresh_session(), fresh=True)
        # Nothing is stored about this guest yet, so the next request need not look.
        self._remember(replace(made, session="", fresh=False), frozenset())
        return made

    def _remember(self, who: Identity, ended: frozenset[str]) -> None:
        if len(self._known) > 20_000:
            self._known.clear()
        self._known[who.player] = (self._now() + REMEMBER, who, ended)

    async def of_player(self, player: str) -> Identity:
        """A player by id, with the present name."""
        return (await self._of_player(player))[0]

    async def _of_player(self, player: str) -> tuple[Identity, frozenset[str]]:
        now = self._now()
        known = self._known.get(player)
        if known is not None and known[0] > now:
            return known[1], known[2]
        forgotten = self._forgotten
        stored, ended = await self._people.find_with_sessions(player)
        if stored is None:
            identity = Identity(player, "guest", guest_name(player))
        else:
            identity = Identity(player, stored.kind, stored.name, stored.serial)
        if forgotten == self._forgotten:  # otherwise it may be out of date already
            self._remember(identity, ended)
        return identity, ended

    async def _of_token(self, authorization: str) -> Identity:
        scheme, _, token = authorization.partition(" ")
        found = None
        if scheme.lower() == "bearer" and token:
            found = await self._people.by_token(token_hash(token.strip()))
        if found is None:
            raise NotSignedIn("this token is unknown")
        return Identity(found.id, found.kind, found.name)

    def forget(self, player: str) -> None:
        """Drop a player from the cache, after a change."""
        self._forgotten += 1
        self._known.pop(player, None)

    def forget_all(self) -> None:
        """Drop all players from the cache: messages about changes may have been lost."""
        self._forgotten += 1
        self._known.clear()

    def cookie(self, who: Identity) -> str:
        """The cookie of a browser."""
        content = who.player, who.serial, who.session
        made = str(self._cookies.dumps(list(content)))
        self._remember_cookie(made, content)
        return made

    def trace_of(self, address: str) -> str:
        """A hash that tells two addresses apart. Without the secret nobody can find the address."""
        words = f"lutetia address 1\n{address}".encode()
        return hmac.new(self._secret, words, hashlib.sha256).hexdigest()

    def trace_of_browser(self, player: str) -> str:
        """The same for the browser whose cookie names a player."""
        return self.trace_of(f"browser of {player}")

    def seat_key(self, table: str, seat: int, player: str) -> str:
        """A key that opens a seat on another device, as long as this player holds the seat."""
        return self._keys.dumps([table, seat, player])

    def mail_token(self, deed: Literal["confirm", "stop"], player: str, address: str) -> str:
        """The secret of a link in an e-mail."""
        return self._mails.dumps([deed, player, address])

    def read_mail_token(self, token: str) -> tuple[str, str, str] | None:
        """What a link does, for which player and address; None if it is forged."""
        try:
            deed, player, address = self._mails.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return (deed, player, address) if deed in {"confirm", "stop"} else None

    def read_seat_key(self, key: str) -> tuple[str, int, str] | None:
        """The table, seat and player of a key; None if the key is forged."""
        try:
            table, seat, player = self._keys.loads(key)
        except (BadSignature, ValueError, TypeError):
            return None
        if isinstance(table, str) and isinstance(seat, int) and isinstance(player, str):
            return table, seat, player
        return None
