"""Web Push: encrypts a message for one browser, signs it, and hands it to its push service."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from lutetia.kernel.errors import BadOption

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the browsers. A subscription with any other address is refused: a visitor
must not make the server send requests wherever the visitor likes."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """One browser that wants messages."""

    endpoint: str
    p256dh: str
    auth: str


class Gone(Exception):
    """The browser wants no more messages: forget its subscription."""


class NotSent(Exception):
    """The push service did not take the message: try again later."""


class Push:
    """Sends messages, signed with the key of this server."""

    def __init__(
        self,
        stored_key: Callable[[str], Awaitable[str]],
        contact: str,
        hosts: Collection[str] = (),
    ) -> None:
        self._stored_key = stored_key
        """The key that all processes of this server share. The argument is stored if there is none
        yet."""
        self._key: str | None = None
        self._contact = contact
        self._hosts = tuple(hosts)

    async def public_key(self) -> str:
        """The key that a browser subscribes with (`applicationServerKey`)."""
        message = await _messages()
        return str(message.public_part(await self._own_key()))

    async def _own_key(self) -> str:
        if self._key is None:
            message = await _messages()
            self._key = await self._stored_key(message.new_key())
        return self._key

    async def check(self, subscription: Subscription) -> None:
        """Refuse a subscription that is not of a known push service, or has unusable keys."""
        try:
            address = urlsplit(subscription.endpoint)
            host = address.hostname or ""
        except ValueError:
            raise BadOption("endpoint: this is not an address") from None
        own = host in self._hosts
        known = address.scheme == "https" and any(
            host == service or host.endswith(f".{service}") for service in SERVICES
        )
        if not (known or own):
            raise BadOption("endpoint: this is not the address of a push service that is allowed")
        message = await _messages()
        try:
            message.encrypted(
                subscription.endpoint, subscription.p256dh, subscription.auth, b"test"
            )
        except message.BAD_KEYS:
            raise BadOption("keys: these are not the keys of a push subscription") from None

    async def send(self, subscription: Subscription, content: dict[str, Any]) -> None:
        """Send a message. `Gone`: the subscription is over. `NotSent`: try again."""
        message, key = await _messages(), await self._own_key()
        body = await asyncio.to_thread(
            message.encrypted,
            subscription.endpoint,
            subscription.p256dh,
            subscription.auth,
            json.dumps(content, ensure_ascii=False).encode(),
        )
        headers = message.signed_headers(key, self._contact, subscription.endpoint)
        try:
            status = await message.deliver(subscription.endpoint, body, headers)
        except message.NOT_DELIVERED as error:
            raise NotSent(type(error).__name__) from error
        if status in {404, 410}:
            raise Gone
        if status >= 300:
            raise NotSent(f"status {status}")


async def _messages() -> ModuleType:
    """The module `push_message`, loaded outside the event loop."""
    return await asyncio.to_thread(import_module, "lutetia.server.notify.push_message")
