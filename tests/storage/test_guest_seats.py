"""Seats that are reserved before they are taken."""

from __future__ import annotations

import asyncio

from lutetia.storage.database import Database
from lutetia.storage.guest_seats import RESERVED, GuestSeats, Quota

HERE = "a keyed hash"
NOW = 1_000_000


async def test_of_many_reservations_at_once_as_many_stand_as_there_are_places(
    database: Database,
) -> None:
    processes = GuestSeats(database), GuestSeats(database)
    quota = Quota(5, HERE, 3)
    asked = await asyncio.gather(
        *(processes[n % 2].reserve(f"table {n}", f"guest {n}", quota, NOW) for n in range(12))
    )
    assert sorted(asked) == ["address"] * 9 + ["reserved"] * 3
    # One player at many tables, wherever the player is.
    asked = await asyncio.gather(
        *(
            processes[n % 2].reserve(f"table {n}", "anna", Quota(2, f"address {n}", 3), NOW)
            for n in range(8)
        )
    )
    assert sorted(asked) == ["player"] * 6 + ["reserved"] * 2


async def test_a_table_where_the_address_counts_already_takes_no_further_place(
    database: Database,
) -> None:
    seats, quota = GuestSeats(database), Quota(5, HERE, 1)
    assert await seats.reserve("table", "anna", quota, NOW) == "reserved"
    assert await seats.reserve("table", "bert", quota, NOW) == "reserved"
    assert await seats.reserve("other", "cara", quota, NOW) == "address"


async def test_a_reservation_ends_with_its_answer_or_by_itself(database: Database) -> None:
    seats, quota = GuestSeats(database), Quota(5, HERE, 1)
    assert await seats.reserve("table", "anna", quota, NOW) == "reserved"
    await seats.settle("table", "anna")
    assert await seats.reserve("other", "bert", quota, NOW) == "reserved"
    assert await seats.reserve("third", "cara", quota, NOW + RESERVED - 1) == "address"
    assert await seats.reserve("third", "cara", quota, NOW + RESERVED) == "reserved"
    await seats.forget(NOW + RESERVED)
    assert await seats.reserve("other", "bert", quota, NOW + RESERVED) == "address"


async def test_who_leaves_takes_no_answer_of_others_along(database: Database) -> None:
    seats, quota = GuestSeats(database), Quota(5, HERE, 3)
    asked = [
        asyncio.create_task(seats.reserve(f"table {n}", f"guest {n}", quota, NOW)) for n in range(4)
    ]
    await asyncio.sleep(0)  # all have asked
    asked[0].cancel()
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[0], asyncio.CancelledError)
    assert found[1:] == ["reserved", "reserved", "address"]
