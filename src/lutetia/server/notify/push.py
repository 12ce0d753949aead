"""Web Push: encrypts a message for one browser, signs it, and hands it to its push service."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from http_ece import ECEException
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from lutetia.kernel.errors import BadOption

SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the browsers. A subscription with any other address is refused: a visitor
must not make the server send requests wherever the visitor likes."""
TTL = 24 * 3600
"""A push service keeps a message for so many seconds."""
SEND_WITHIN = 10.0
TOKEN_FOR = 12 * 3600


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


def new_key() -> str:
    """A new key that signs messages, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


class Push:
    """Sends messages, signed with the key of this server."""

    def __init__(self, key: str, contact: str, hosts: Collection[str] = ()) -> None:
        self._vapid = Vapid02.from_pem(key.encode())
        self._contact = contact
        self._hosts = tuple(hosts)

    @property
    def public_key(self) -> str:
        """The key that a browser subscribes with (`applicationServerKey`)."""
        raw = self._vapid.public_key.public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()

    def check(self, subscription: Subscription) -> None:
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
        try:
            self._encrypted(subscription, b"test")
        except (WebPushException, ECEException, ValueError, TypeError, IndexError):
            raise BadOption("keys: these are not the keys of a push subscription") from None

    def _encrypted(self, subscription: Subscription, data: bytes) -> bytes:
        keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
        found = WebPusher({"endpoint": subscription.endpoint, "keys": keys}).encode(data)
        return bytes(found["body"])

    async def send(self, subscription: Subscription, message: dict[str, Any]) -> None:
        """Send a message. `Gone`: the subscription is over. `NotSent`: try again."""
        body = await asyncio.to_thread(
            self._encrypted, subscription, json.dumps(message, ensure_ascii=False).encode()
        )
        address = urlsplit(subscription.endpoint)
        claims = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(time.time()) + TOKEN_FOR,
            "sub": self._contact,
        }
        headers = {
            **self._vapid.sign(claims),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(TTL),
            "urgency": "normal",
        }
        limit = aiohttp.ClientTimeout(total=SEND_WITHIN)
        try:
            # A redirect could lead to a machine of our own network.
            async with (
                aiohttp.ClientSession(timeout=limit) as session,
                session.post(
                    subscription.endpoint, data=body, headers=headers, allow_redirects=False
                ) as answer,
            ):
                status = answer.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise NotSent(type(error).__name__) from error
        if status in {404, 410}:
            raise Gone
        if status >= 300:
            raise NotSent(f"status {status}")
