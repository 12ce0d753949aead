"""Tells players who are away that it is their turn, that their time runs out, that a game ended.

A notice is stored first and sent a little later, if it is still true and the player is still away.
So nobody is told about a table that is open before them, and a crash loses no notice.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Rest
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN
from lutetia.match.keeper import Keeper
from lutetia.match.table import Table
from lutetia.server.access.identity import Identities
from lutetia.server.notify.mail import Mail
from lutetia.server.notify.push import Gone, NotSent, Push, Subscription
from lutetia.server.notify.texts import words
from lutetia.server.protocol.client_pages import address_of
from lutetia.storage.lists import Lists, Wanted
from lutetia.storage.notices import Notice, Notices

PATIENCE = 20_000
"""Milliseconds for which a player may be away, for example to load the page again."""
REMIND_BEFORE = 12 * 3_600_000
"""Milliseconds before the end of a turn of days."""
AGAIN_AFTER = 120_000
"""Milliseconds after which a notice that could not be sent is tried again."""
MOST_TRIES = 6
MOST_TABLES = 200

Online = Callable[[str], Awaitable[frozenset[str]]]
"""Who is connected to a table, in any process."""
Report = Callable[[str, str, Exception], None]


class Notifier:
    """Plans and sends notices. Each process has one; several may run at the same time."""

    def __init__(
        self,
        notices: Notices,
        lists: Lists,
        keeper: Keeper,
        identities: Identities,
        push: Push,
        mail: Mail | None,
        online: Online,
        report: Report,
    ) -> None:
        self._notices = notices
        self._lists = lists
        self._keeper = keeper
        self._identities = identities
        self.push = push
        self.mail = mail
        self._online = online
        self._report = report
        self._wanting: frozenset[str] = frozenset()

    # Planning

    def concerns(self, table: Table, stored: Sequence[Entry]) -> bool:
        """Whether new entries may be news for somebody who wants notices. This is asked for every
        move, so it must be quick."""
        return (
            bool(self._wanting)
            and any(entry.kind in _NEWS for entry in stored)
            and any(player in self._wanting for chair in table.chairs for player in chair.holders)
        )

    async def know_who_wants(self) -> None:
        """Read again who wants notices."""
        self._wanting = await self._notices.wanting()

    async def changed(self, table: Table) -> None:
        """Plan the notices of a table that has changed."""
        now, id_ = self._keeper.now(), table.header.id
        found: list[Notice] = []
        if table.phase == "playing" and table.to_move is not None:
            for player in table.chairs[table.to_move].holders:
                found.append(Notice(player, id_, "turn", table.ply, now + PATIENCE))
                deadline = table.deadline()
                if table.clock.kind == "days" and deadline is not None:
                    due = deadline - REMIND_BEFORE
                    found.append(Notice(player, id_, "reminder", table.ply, due))
        elif table.phase == "over":
            found += [
                Notice(player, id_, "over", table.ply, now + PATIENCE)
                for chair in table.chairs
                for player in chair.holders
            ]
        await self._notices.plan([notice for notice in found if notice.player in self._wanting])

    # Sending

    async def send_due(self) -> None:
        """Send all notices that are due."""
        await self.know_who_wants()
        now = self._keeper.now()
        for notice in await self._notices.take_due(now, now + AGAIN_AFTER):
            try:
                table = await self._keeper.table(notice.table_id)
            except CANNOT_OPEN:
                await self._notices.drop(notice)
                continue
            try:
                if await self._still_true(table, notice):
                    due = (table.deadline() or now) - REMIND_BEFORE
                    if notice.kind == "reminder" and due > now:
                        # A holiday has moved the end of the turn: the reminder comes later.
                        await self._notices.put_off(notice, due)
                        continue
                    await self._send(table, notice, now)
            except NotSent as error:
                self._report("notice-failed", notice.table_id, error)
                if notice.tries + 1 < MOST_TRIES:
                    continue
            await self._notices.drop(notice)

    async def _still_true(self, table: Table, notice: Notice) -> bool:
        if notice.player in await self._online(notice.table_id):
            return False
        if notice.kind == "over":
            return table.phase == "over"
        seat = table.to_move
        if seat is None or table.ply != notice.number:
            return False
        return notice.player in table.chairs[seat].holders

    async def _send(self, table: Table, notice: Notice, now: int) -> None:
        failed: NotSent | None = None
        for browser in await self._notices.pushes_of(notice.player):
            message = _message(table, notice, browser.language, browser.base, now)
            stop = words(browser.language, "stop")
            try:
                await self.push.send(
                    Subscription(browser.endpoint, browser.p256dh, browser.auth),
                    {**message, "stop": stop},
                )
            except Gone:
                await self._notices.unsubscribe(browser.id)
            except NotSent as error:
                failed = error
        mail = await self._notices.mail_of(notice.player)
        if mail is not None and mail.confirmed and self.mail is not None:
            message = _message(table, notice, mail.language, mail.base, now)
            stop_link = mail.base + address_of(
                "mail", token=self._identities.mail_token("stop", mail.player, mail.address)
            )
            text = "{}\n{}\n\n{}\n{}\n".format(
                message["text"], message["link"], words(mail.language, "stop"), stop_link
            )
            await self.mail.send(mail.address, message["title"], text, stop_link)
        if failed is not None:
            raise failed

    async def confirm(self, player: str, address: str, language: str, base: str) -> None:
        """Ask the owner of an address whether the player may use it."""
        assert self.mail is not None
        token = self._identities.mail_token("confirm", player, address)
        link = base + address_of("mail", token=token)
        text = f"{words(language, 'confirm-text')}\n{link}\n"
        await self.mail.send(address, words(language, "confirm"), text)

    # Holidays

    async def apply_holidays(self, only: str | None = None) -> None:
        """Let the clocks of days wait at all tables of players who are on holiday."""
        for player, begin, end in await self._notices.on_holiday(self._keeper.now()):
            if only is None or player == only:
                await self.rest(player, begin, end)

    async def rest(self, player: str, begin: int, end: int) -> None:
        """Write a holiday into the logs of the player's tables."""
        for table_id in await self._lists.of_player(player, MOST_TABLES, None, Wanted(over=False)):
            try:
                table = await self._keeper.table(table_id)
                if table.phase != "playing" or table.clock.kind != "days":
                    continue
                for seat in table.seats_of(player):
                    await self._keeper.act(table_id, player, Rest(seat, begin, end))
            except LutetiaError as error:
                self._report("holiday-failed", table_id, error)


_NEWS = (
    *("sit", "start", "reveal", "deal"),
    *("move", "takeback", "resign", "flag", "replace", "return", "draw"),
)
"""Entries after which somebody else may be to move, or the game over."""


def _message(table: Table, notice: Notice, language: str, base: str, now: int) -> dict[str, Any]:
    """What is told, with the link of the table."""
    others = [
        (words(language, "computer") if chair.kind == "computer" else chair.name) or "?"
        for chair in table.chairs
        if notice.player not in chair.holders
    ]
    hours = max(1, round(((table.deadline() or now) - now) / 3_600_000))
    return {
        "kind": notice.kind,
        "title": words(language, notice.kind),
        "text": words(
            language,
            f"{notice.kind}-text",
            game=table.game.title,
            names=", ".join(others),
            hours=hours,
        ),
        "link": base + address_of("table", id=table.header.id),
        "table": table.header.id,
        "at": int(time.time() * 1000),
    }
