"""The encryption, signature and delivery of one message of Web Push (RFC 8291, RFC 8292).

The libraries of this module take half a second to load. So a server loads it when the first
browser asks for messages, in a thread.
"""

from __future__ import annotations

import base64
import time
from urllib.parse import urlsplit

import aiohttp
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from http_ece import ECEException
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

TTL = 24 * 3600
"""A push service keeps a message for so many seconds."""
SEND_WITHIN = 10.0
TOKEN_FOR = 12 * 3600
BAD_KEYS = (WebPushException, ECEException, ValueError, TypeError, IndexError)
"""The encryption fails with one of these if the keys of a subscription are unusable."""
NOT_DELIVERED = (aiohttp.ClientError, TimeoutError, OSError)


def new_key() -> str:
    """A new key that signs messages, as PEM."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def public_part(key: str) -> str:
    """The key that a browser subscribes with (`applicationServerKey`)."""
    raw = Vapid02.from_pem(key.encode()).public_key.public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def encrypted(endpoint: str, p256dh: str, auth: str, data: bytes) -> bytes:
    """The data, readable for one browser only."""
    found = WebPusher({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}).encode(data)
    return bytes(found["body"])


def signed_headers(key: str, contact: str, endpoint: str) -> dict[str, str]:
    """The headers of a message: who sends it, and how long it is worth delivering."""
    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int(time.time()) + TOKEN_FOR,
        "sub": contact,
    }
    return {
        **Vapid02.from_pem(key.encode()).sign(claims),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(TTL),
        "urgency": "normal",
    }


async def deliver(endpoint: str, body: bytes, headers: dict[str, str]) -> int:
    """Hand a message to its push service. Returns the status of the answer."""
    limit = aiohttp.ClientTimeout(total=SEND_WITHIN)
    # A redirect could lead to a machine of our own network.
    async with (
        aiohttp.ClientSession(timeout=limit) as session,
        session.post(endpoint, data=body, headers=headers, allow_redirects=False) as answer,
    ):
        return answer.status
