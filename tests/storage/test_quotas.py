"""Quotas that are counted in the transaction that stores what they allow."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from lutetia.match.commands import Leave, Sit
from lutetia.match.keeper import Keeper
from lutetia.match.quotas import OpenTables, Quota, QuotaUsedUp, WaitingSeats
from lutetia.match.table import Table
from lutetia.storage.database import Database
from lutetia.storage.guest_seats import JUST_BEGUN, GuestSeats
from lutetia.storage.journal import SqlJournal
from lutetia.storage.people import People, Player
from tests.match.support import Clock, make_header, make_keeper, sitting

HERE = "a keyed hash"
HOST = "host"


@dataclass
class Processes:
    """Two processes of one server. The tables of even and of odd numbers are in their memory."""

    keepers: Sequence[Keeper]
    clock: Clock

    async def open(self, number: int, quota: Quota | None = None) -> Table:
        header = make_header("belle_epoque", 3, id=_id(number), seed=number, host=HOST)
        return await self.keepers[number % 2].open(header, sitting(header, HOST), quota)

    async def sit(self, number: int, who: str, quota: Quota, seat: int = 1) -> Table:
        down = Sit(seat, who, guest=True, share=bytes(32))
        return await self.keepers[number % 2].act(_id(number), who, down, quota)

    async def leave(self, number: int, who: str) -> None:
        await self.keepers[number % 2].act(_id(number), who, Leave(1))

    def guest(self, who: str, most: int) -> WaitingSeats:
        return WaitingSeats(who, self.clock(), 5, HERE, most)

    async def open_many(self, most: int) -> None:
        await asyncio.gather(*(self.open(number) for number in range(most)))


def _id(number: int) -> str:
    return f"t{number:015}"


@pytest.fixture
def processes(database: Database) -> Processes:
    clock = Clock()
    keepers = [make_keeper(clock=clock) for _ in range(2)]
    for keeper in keepers:
        keeper.journal = SqlJournal(database)
    return Processes(keepers, clock)


def what_became(found: Sequence[object]) -> Counter[str]:
    """How many wishes were stored, and whose quota was used up."""
    words: Counter[str] = Counter()
    for one in found:
        assert isinstance(one, Table | QuotaUsedUp), one
        words[one.by if isinstance(one, QuotaUsedUp) else "stored"] += 1
    return words


async def test_guests_who_sit_down_at_once_count_each_other(processes: Processes) -> None:
    await processes.open_many(12)
    found = await asyncio.gather(
        *(processes.sit(n, f"guest {n}", processes.guest(f"guest {n}", 3)) for n in range(12)),
        return_exceptions=True,
    )
    assert what_became(found) == {"address": 9, "stored": 3}
    # What was refused is not stored, and the table in memory is as before.
    for number, one in enumerate(found):
        keeper = processes.keepers[number % 2]
        sits = isinstance(one, Table)
        assert len(await keeper.journal.since(_id(number), 1)) == sits
        assert bool((await keeper.table(_id(number))).seats_of(f"guest {number}")) == sits


async def test_one_player_who_sits_down_at_many_tables_at_once_is_counted(
    processes: Processes,
) -> None:
    """Wherever the player is, and an account that has no quota of an address, too."""
    await processes.open_many(16)
    now = processes.clock()
    for player, whence in (("anna", "address {}"), ("bert", None)):
        quotas = [WaitingSeats(player, now, 2, whence and whence.format(n), 3) for n in range(8)]
        first = 8 if player == "bert" else 0
        found = await asyncio.gather(
            *(processes.sit(first + n, player, quotas[n]) for n in range(8)),
            return_exceptions=True,
        )
        assert what_became(found) == {"player": 6, "stored": 2}


async def test_who_opens_many_tables_at_once_gets_as_many_as_allowed(processes: Processes) -> None:
    found = await asyncio.gather(
        *(processes.open(number, OpenTables(HOST, 5)) for number in range(12)),
        return_exceptions=True,
    )
    assert what_became(found) == {"player": 7, "stored": 5}


async def test_who_asks_for_many_bots_at_once_gets_as_many_as_allowed(database: Database) -> None:
    people = People(database)
    await people.register(HOST, "Host", "hash", 1)
    bots = [Player(f"bot{n}", "bot", f"Robo {n}", 0, 2, owner=HOST) for n in range(6)]
    found = await asyncio.gather(
        *(people.add_bot(bot, f"token of {bot.id}", 2) for bot in bots), return_exceptions=True
    )
    assert sum(isinstance(one, QuotaUsedUp) for one in found) == 4
    assert len(await people.bots_of(HOST)) == found.count(None) == 2


async def test_a_table_where_the_address_counts_already_takes_no_further_place(
    processes: Processes,
) -> None:
    await processes.open_many(3)
    await processes.sit(0, "anna", processes.guest("anna", 1))
    await processes.sit(0, "bert", processes.guest("bert", 1), seat=2)
    with pytest.raises(QuotaUsedUp):
        await processes.sit(2, "cara", processes.guest("cara", 1))
    # Both at once at one table, too.
    found = await asyncio.gather(
        *(
            processes.sit(1, who, WaitingSeats(who, processes.clock(), 5, "elsewhere", 1), seat)
            for seat, who in ((1, "dora"), (2, "emil"))
        )
    )
    assert what_became(found) == {"stored": 2}


async def test_a_seat_that_was_left_is_counted_no_longer(
    processes: Processes, database: Database
) -> None:
    await processes.open_many(3)
    await processes.sit(0, "anna", processes.guest("anna", 1))
    await processes.leave(0, "anna")
    await processes.sit(1, "bert", processes.guest("bert", 1))
    with pytest.raises(QuotaUsedUp):
        await processes.sit(2, "cara", processes.guest("cara", 1))
    # The same after the rows that say nothing any more are deleted.
    await GuestSeats(database).forget(processes.clock())
    with pytest.raises(QuotaUsedUp):
        await processes.sit(2, "cara", processes.guest("cara", 1))


async def test_a_game_that_has_begun_counts_for_a_while(processes: Processes) -> None:
    await processes.open_many(2)
    for seat, who in ((1, "anna"), (2, "bert")):
        await processes.sit(0, who, processes.guest(who, 1), seat)
    assert (await processes.keepers[0].table(_id(0))).phase == "playing"
    with pytest.raises(QuotaUsedUp):
        await processes.sit(1, "cara", processes.guest("cara", 1))
    processes.clock.now += JUST_BEGUN
    await processes.sit(1, "cara", processes.guest("cara", 1))


async def test_who_leaves_takes_no_answer_of_others_along(processes: Processes) -> None:
    await processes.open_many(4)
    asked = [
        asyncio.create_task(processes.sit(n, f"guest {n}", processes.guest(f"guest {n}", 3)))
        for n in range(4)
    ]
    await asyncio.sleep(0)  # all have asked
    asked[0].cancel()
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[0], asyncio.CancelledError)
    assert what_became(found[1:]) in ({"stored": 2, "address": 1}, {"stored": 3})
