"""Refuses whom the operator has excluded. Each process reads the list every few seconds."""

from __future__ import annotations

from typing import ClassVar

from lutetia.match.errors import TableError
from lutetia.server.access.network import counted
from lutetia.storage.bans import BanKind, Bans


class Excluded(TableError):
    """The operator of the server has excluded this player or address."""

    code: ClassVar[str] = "forbidden"


class Exclusion:
    """The bans that are valid now."""

    def __init__(self, bans: Bans) -> None:
        self._bans = bans
        self._whom: dict[BanKind, frozenset[str]] = {"ban": frozenset(), "mute": frozenset()}

    async def reload(self, now: int) -> frozenset[str]:
        """Read the list again. Returns who is newly excluded."""
        before = self._whom["ban"]
        found = await self._bans.all(now)
        kinds: tuple[BanKind, ...] = ("ban", "mute")
        # A ban of an earlier release names one address of a network.
        self._whom = {
            kind: frozenset(counted(ban.whom) for ban in found if ban.kind == kind)
            for kind in kinds
        }
        return self._whom["ban"] - before

    def refuse(self, *whom: str) -> None:
        """Refuse a player or an address that is excluded from the server."""
        if not self._whom["ban"].isdisjoint(whom):
            raise Excluded("the operator of this server has excluded you")

    def refuse_chat(self, *whom: str) -> None:
        """Refuse the chat of a player or an address."""
        if not self._whom["mute"].isdisjoint(whom):
            raise Excluded("the operator of this server has excluded you from the chat")
