"""HTTP bodies about notifications and holidays."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from lutetia.server.protocol.base import Milliseconds, Wire

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[A-Z]{2})?$")]
MailAddress = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        max_length=200,
        pattern=r"^[^\s@<>,;:\"]+@[^\s@<>,;:\"]+\.[^\s@<>,;:\"]+$",
    ),
]


class PushKeys(Wire):
    """The keys of a push subscription."""

    p256dh: Annotated[str, Field(min_length=80, max_length=120)]
    auth: Annotated[str, Field(min_length=20, max_length=40)]


class NewPush(Wire):
    """A push subscription of this browser."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    keys: PushKeys
    language: Language = "en"


class PushEndpoint(Wire):
    """A push subscription that is to end. Who knows its secret address may end it."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]


class NewMail(Wire):
    """An e-mail address for notices. It must be confirmed by the link that is sent there."""

    address: MailAddress
    language: Language = "en"


class MailToken(Wire):
    """The secret of a link in an e-mail."""

    token: Annotated[str, Field(min_length=1, max_length=600)]


class MailDone(Wire):
    """What a link in an e-mail did."""

    done: Annotated[str, Field(pattern="^(confirm|stop)$")]
    address: str


class NewHoliday(Wire):
    """A holiday from now on; 0 days end it."""

    days: Annotated[int, Field(ge=0, le=30)]


class Notifications(Wire):
    """How this player is told about tables."""

    push_key: str
    """The key with which a browser subscribes."""
    browsers: int
    """How many browsers of this player get messages."""
    offers_mail: bool
    """Whether this server sends e-mails."""
    mail: str | None
    """The e-mail address, if there is one."""
    confirmed: bool
    holiday: Milliseconds | None
    """When the present holiday ends."""
    holiday_left: int
    """How many days of holiday are left this year."""
