"""A push service and a mail server on this machine, for tests of notifications."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiohttp import web
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from tests.storage.services import free_port


def unpadded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushReceiver:
    """A push service with one browser behind it, which alone can read the messages."""

    address: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    secret: bytes = field(default_factory=lambda: os.urandom(16))
    status: int = 201
    got: list[dict[str, Any]] = field(default_factory=list)
    """The messages as the browser reads them."""
    headers: list[dict[str, str]] = field(default_factory=list)

    def subscription(self, language: str = "en") -> dict[str, Any]:
        """What a browser hands to the page."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": unpadded(point), "auth": unpadded(self.secret)}
        return {"endpoint": f"{self.address}/push/1", "keys": keys, "language": language}

    async def receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        if self.status < 300:
            text = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret)
            self.got.append(json.loads(text))
            self.headers.append({name.lower(): value for name, value in request.headers.items()})
        return web.Response(status=self.status)

    def claims(self, number: int) -> tuple[str, dict[str, Any]]:
        """The key and the claims of a message's signature, which is checked."""
        scheme, _, rest = self.headers[number]["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        found = raw(signature)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
        r, s = int.from_bytes(found[:32]), int.from_bytes(found[32:])
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
        return parts["k"], json.loads(raw(signed.split(".")[1]))


@asynccontextmanager
async def push_receiver() -> AsyncIterator[PushReceiver]:
    """A running push service."""
    receiver = PushReceiver("")
    app = web.Application()
    app.router.add_post("/push/1", receiver.receive)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    assert site._server is not None
    port = site._server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
    receiver.address = f"http://127.0.0.1:{port}"
    try:
        yield receiver
    finally:
        await runner.cleanup()


class MailSink:
    """A mail server that keeps what it gets."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        # The controller connects to itself at the start, so it must know its port before.
        self._port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self._port)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        del server, session
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.got.append(found)
        return "250 OK"

    def __enter__(self) -> MailSink:
        self._controller.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._controller.stop()

    @property
    def url(self) -> str:
        """The address of this server."""
        return f"smtp://127.0.0.1:{self._port}"
