"""Notifications: browsers and e-mail addresses that want them, and holidays."""

from __future__ import annotations

import hashlib
from typing import Any

from fastapi import APIRouter, Request, Response

from lutetia.match.errors import Limit, NotPossible
from lutetia.server.access.identity import Identity
from lutetia.server.http.addresses import base_url
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, Who, address_of
from lutetia.server.notify.push import NotSent, Subscription
from lutetia.server.protocol.notify import (
    MailDone,
    MailToken,
    NewHoliday,
    NewMail,
    NewPush,
    Notifications,
    PushEndpoint,
)
from lutetia.server.services import Services
from lutetia.storage.notices import StoredMail, StoredPush

router = APIRouter(prefix="/api", tags=["notifications"], responses=REFUSALS)
DAY = 24 * 3_600_000
HOLIDAYS = 30
"""Days of holiday in a year."""
MOST_BROWSERS = 10


async def _present(services: Services, who: Identity) -> dict[str, Any]:
    now = services.now()
    notices, notifier = services.notices, services.notifier
    mail = await notices.mail_of(who.player)
    holiday = [end for _, end in await notices.holidays_of(who.player, now)]
    return {
        "push_key": await notifier.push.public_key(),
        "browsers": len(await notices.pushes_of(who.player)),
        "offers_mail": notifier.mail is not None,
        "mail": mail.address if mail else None,
        "confirmed": mail.confirmed if mail else False,
        "holiday": max(holiday, default=None),
        "holiday_left": await _left(services, who, now),
    }


async def _left(services: Services, who: Identity, now: int) -> int:
    year = now - 365 * DAY
    taken = sum(
        min(end, max(now, begin)) - max(begin, year) if end <= now else end - max(begin, year)
        for begin, end in await services.notices.holidays_of(who.player, year)
    )
    return max(0, HOLIDAYS - round(taken / DAY))


@router.get("/me/notifications", response_model=Notifications)
async def notifications(services: ServicesDep, who: Who) -> Any:
    """How this player is told about tables."""
    return await _present(services, who)


@router.post("/me/push", response_model=Notifications, status_code=201)
async def subscribe(services: ServicesDep, who: Who, request: Request, wish: NewPush) -> Any:
    """Send messages to this browser."""
    await services.limits.take("notify", address_of(request))
    keys = wish.keys
    await services.notifier.push.check(Subscription(wish.endpoint, keys.p256dh, keys.auth))
    if len(await services.notices.pushes_of(who.player)) >= MOST_BROWSERS:
        raise Limit(f"messages go to {MOST_BROWSERS} browsers of one player at most")
    await services.notices.subscribe(
        StoredPush(
            _id(wish.endpoint),
            who.player,
            wish.endpoint,
            keys.p256dh,
            keys.auth,
            wish.language,
            base_url(request, services.settings),
            services.now(),
        )
    )
    await services.notifier.know_who_wants()
    return await _present(services, who)


@router.post("/push/stop", status_code=204)
async def unsubscribe(services: ServicesDep, wish: PushEndpoint) -> Response:
    """Send no more messages to a browser."""
    await services.notices.unsubscribe(_id(wish.endpoint))
    return Response(status_code=204)


@router.put("/me/mail", response_model=Notifications)
async def set_mail(services: ServicesDep, who: Who, request: Request, wish: NewMail) -> Any:
    """Send notices to an e-mail address, after its owner has confirmed it."""
    await services.limits.take("notify", address_of(request))
    await services.limits.take("notify-mail", wish.address.lower())
    if services.notifier.mail is None:
        raise NotPossible("this server sends no e-mails")
    base = base_url(request, services.settings)
    try:
        await services.notifier.confirm(who.player, wish.address, wish.language, base)
    except NotSent:
        raise NotPossible("the e-mail could not be sent: check the address or try later") from None
    mail = StoredMail(who.player, wish.address, wish.language, base, confirmed=False)
    await services.notices.set_mail(who.player, mail)
    return await _present(services, who)


@router.delete("/me/mail", response_model=Notifications)
async def remove_mail(services: ServicesDep, who: Who) -> Any:
    """Forget the e-mail address."""
    await services.notices.set_mail(who.player, None)
    return await _present(services, who)


@router.post("/mail", response_model=MailDone)
async def follow_link(services: ServicesDep, wish: MailToken) -> Any:
    """Do what a link in an e-mail says: confirm the address, or stop."""
    found = services.identities.read_mail_token(wish.token)
    if found is None:
        raise NotPossible("this link is damaged: open it again from the e-mail")
    deed, player, address = found
    mail = await services.notices.mail_of(player)
    if mail is None or mail.address != address:
        if deed == "stop":
            return {"done": deed, "address": address}
        raise NotPossible("this address is no longer used: enter it again")
    if deed == "stop":
        await services.notices.set_mail(player, None)
    else:
        confirmed = StoredMail(player, address, mail.language, mail.base, confirmed=True)
        await services.notices.set_mail(player, confirmed)
        await services.notifier.know_who_wants()
    return {"done": deed, "address": address}


@router.put("/me/holiday", response_model=Notifications)
async def holiday(services: ServicesDep, who: Who, wish: NewHoliday) -> Any:
    """Begin a holiday, change its end, or end it. Clocks of days wait meanwhile."""
    now = services.now()
    present = await services.notices.holidays_of(who.player, now)
    begin = present[-1][0] if present else now
    if wish.days == 0 and not present:
        return await _present(services, who)
    end = now + wish.days * DAY
    used_before = (end - begin) // DAY
    left = await _left(services, who, now)
    if present:
        left += round((present[-1][1] - begin) / DAY)
    if used_before > left:
        raise NotPossible(f"a year has {HOLIDAYS} days of holiday")
    await services.notices.set_holiday(who.player, begin, end)
    await services.notifier.rest(who.player, begin, end)
    return await _present(services, who)


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
