"""E-mail through the server that an operator configures (`LUTETIA_SMTP_URL`)."""

from __future__ import annotations

from email.errors import MessageError
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from lutetia.kernel.errors import BadOption
from lutetia.server.notify.push import NotSent

SEND_WITHIN = 20.0
PORTS = {"smtp": 587, "smtps": 465}


class Mail:
    """Sends e-mails."""

    def __init__(self, url: str, sender: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in PORTS or not parts.hostname:
            raise BadOption("LUTETIA_SMTP_URL: write smtp://USER:PASSWORD@HOST:PORT, or smtps://…")
        self._host = parts.hostname
        self._port = parts.port or PORTS[parts.scheme]
        self._tls = parts.scheme == "smtps"
        self._user = unquote(parts.username) if parts.username else None
        self._password = unquote(parts.password) if parts.password else None
        self._sender = sender

    async def send(self, to: str, subject: str, text: str, stop: str | None = None) -> None:
        """Send one e-mail. `stop` is the link that stops all further ones."""
        try:
            await aiosmtplib.send(
                self._message(to, subject, text, stop),
                hostname=self._host,
                port=self._port,
                use_tls=self._tls,
                username=self._user,
                password=self._password,
                timeout=SEND_WITHIN,
            )
        except (aiosmtplib.SMTPException, MessageError, OSError, ValueError, IndexError) as error:
            raise NotSent(type(error).__name__) from error

    def _message(self, to: str, subject: str, text: str, stop: str | None) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = to
        message["Subject"] = subject
        message["Date"] = formatdate(localtime=False)
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].rstrip(">"))
        message["Auto-Submitted"] = "auto-generated"
        if stop is not None:
            message["List-Unsubscribe"] = f"<{stop}>"
        message.set_content(text)
        return message
