"""Open, find, join and leave tables."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from lutetia.kernel.catalogue import GAMES
from lutetia.kernel.errors import LutetiaError
from lutetia.match.commands import Claim, Close, Exclude, Leave, Reveal
from lutetia.match.entry import Entry
from lutetia.match.errors import CANNOT_OPEN, Limit, NotYourSeat
from lutetia.match.header import Header
from lutetia.match.quotas import OpenTables, QuotaUsedUp
from lutetia.match.table import Table
from lutetia.server.access.identity import Identity
from lutetia.server.access.limits import MOST_OPEN_TABLES
from lutetia.server.http.addresses import address_json, links, qr_svg
from lutetia.server.http.errors import fault_json
from lutetia.server.http.routes.common import (
    REFUSALS,
    Before,
    SeatPath,
    ServicesDep,
    TableIdPath,
    Who,
    address_of,
    heavy,
)
from lutetia.server.live import actions
from lutetia.server.protocol.base import Json
from lutetia.server.protocol.rest import (
    BranchTable,
    NewTable,
    RevealBody,
    SeatKey,
    SitBody,
    TableBody,
    TableList,
)
from lutetia.server.services import Services
from lutetia.server.tables import table_json
from lutetia.server.tables.opening import branch_header, finished_record, new_header, seating

router = APIRouter(prefix="/api/tables", tags=["tables"], responses=REFUSALS)
PAGE = 30
SVG = "image/svg+xml"


async def body(services: Services, request: Request, who: Identity, table: Table) -> Json:
    """`TableBody`."""
    return {
        "table": await summary(services, who, table),
        "address": address_json(request, services.settings, table.header.id),
    }


async def summary(
    services: Services, who: Identity, table: Table, online: frozenset[str] | None = None
) -> Json:
    """`TableSummary`. `online`: who is connected, in any process."""
    holders = [h for c in table.chairs for h in c.holders] if table.header.rated else []
    ratings = await services.ratings_of(table.header.game, table.header.seats, holders)
    if online is None:
        live = services.hub.live_tables.get(table.header.id)
        online = live.presence.players if live else frozenset()
    return table_json.summary_json(table, who.player, online, ratings)


async def page(services: Services, who: Identity, ids: list[str], most: int) -> dict[str, Any]:
    """A list of tables, the tables that cannot be opened, and whether there are more."""
    tables: list[Table] = []
    faults: dict[str, LutetiaError] = {}
    for one in ids[:most]:
        try:
            tables.append(await services.keeper.table(one))
        except CANNOT_OPEN as error:
            faults[one] = error
    online = await services.hub.online_at_each([table.header.id for table in tables])
    rows = await services.lists.rows(list(faults)) if faults else {}
    return {
        "tables": [
            await summary(services, who, table, online[table.header.id]) for table in tables
        ],
        "unopened": [
            {**asdict(rows[one]), "fault": fault_json(error)} for one, error in faults.items()
        ],
        "more": len(ids) > most,
    }


@router.get("", response_model=TableList)
async def listed(
    services: ServicesDep,
    who: Who,
    game: Annotated[Literal[tuple(GAMES)] | None, Query()] = None,  # type: ignore[valid-type]
    phase: Annotated[Literal["waiting", "playing", "over"] | None, Query()] = None,
    before: Before = None,
) -> Any:
    """Public tables that wait for players or are being played."""
    ids = await services.lists.listed(PAGE + 1, game, phase, before)
    return await page(services, who, ids, PAGE)


@router.post("", response_model=TableBody, status_code=201)
async def open_table(services: ServicesDep, who: Who, request: Request, wish: NewTable) -> Any:
    """Open a table."""
    await _take_tables(services, who, request)
    header = new_header(wish, who, services.now())
    table = await _open(services, who, header, seating(wish.seats, header, who))
    return await body(services, request, who, table)


@router.post("/branch", response_model=TableBody, status_code=201)
async def open_branch(services: ServicesDep, who: Who, request: Request, wish: BranchTable) -> Any:
    """Open a table that continues from a position of a record."""
    await heavy(request)
    await _take_tables(services, who, request)
    header = await branch_header(services, wish, who, address_of(request))
    table = await _open(services, who, header, seating(wish.seats, header, who))
    return await body(services, request, who, table)


async def _take_tables(services: Services, who: Identity, request: Request) -> None:
    await services.limits.take("tables", who.player)
    await services.limits.take("tables-address", address_of(request))


async def _open(services: Services, who: Identity, header: Header, entries: list[Entry]) -> Table:
    """Open a table, unless this player has too many. A new guest has no table yet."""
    most = services.limits.most(MOST_OPEN_TABLES)
    quota = None if who.fresh else OpenTables(who.player, most)
    try:
        return await services.keeper.open(header, entries, quota)
    except QuotaUsedUp:
        raise Limit("you have too many open tables: finish or close some") from None


@router.get("/{table_id}", response_model=TableBody)
async def one(services: ServicesDep, who: Who, request: Request, table_id: TableIdPath) -> Any:
    """A table, its links, and the address of its QR code."""
    return await body(services, request, who, await services.keeper.table(table_id))


@router.get("/{table_id}/qr.svg", response_class=Response, responses={200: {"content": {SVG: {}}}})
async def qr_code(services: ServicesDep, request: Request, table_id: TableIdPath) -> Response:
    """The QR code of the link in the local network, or of the public link. It has its own route
    because drawing it takes as long as several moves."""
    table = await services.keeper.table(table_id)
    link, lan = links(request, services.settings, "table", id=table.header.id)
    return Response(qr_svg(lan or link), media_type=SVG)


@router.delete("/{table_id}", status_code=204)
async def close(services: ServicesDep, who: Who, table_id: TableIdPath) -> Response:
    """Close a table that has not begun."""
    await actions.act(services, who, table_id, Close())
    return Response(status_code=204)


@router.post("/{table_id}/seats/{seat}", response_model=TableBody)
async def sit(
    services: ServicesDep,
    who: Who,
    request: Request,
    table_id: TableIdPath,
    seat: SeatPath,
    wish: SitBody,
) -> Any:
    """Take a seat."""
    address = address_of(request)
    table = await actions.sit(
        services, who, address, table_id, seat, wish.name, wish.share, wish.promise
    )
    return await body(services, request, who, table)


@router.post("/{table_id}/seats/{seat}/reveal", response_model=TableBody)
async def reveal(
    services: ServicesDep,
    who: Who,
    request: Request,
    table_id: TableIdPath,
    seat: SeatPath,
    sent: RevealBody,
) -> Any:
    """Reveal the share of the seed that you promised. This is possible when everybody sits."""
    command = Reveal(seat, bytes.fromhex(sent.share))
    table = await actions.act(services, who, table_id, command)
    return await body(services, request, who, table)


@router.delete("/{table_id}/seats/{seat}", response_model=TableBody)
async def leave(
    services: ServicesDep, who: Who, request: Request, table_id: TableIdPath, seat: SeatPath
) -> Any:
    """Leave a seat. After the game has begun, the seat waits for you."""
    table = await actions.act(services, who, table_id, Leave(seat))
    return await body(services, request, who, table)


@router.post("/{table_id}/seats/{seat}/exclude", response_model=TableBody)
async def exclude(
    services: ServicesDep, who: Who, request: Request, table_id: TableIdPath, seat: SeatPath
) -> Any:
    """Send a player away from your table before the game. The player cannot come back."""
    table = await actions.act(services, who, table_id, Exclude(seat))
    return await body(services, request, who, table)


@router.post("/{table_id}/seats/{seat}/key", response_model=SeatKey)
async def seat_key(services: ServicesDep, who: Who, table_id: TableIdPath, seat: SeatPath) -> Any:
    """A secret key that opens your seat on another device."""
    actions.must_hold(await services.keeper.table(table_id), who, seat)
    return {"key": services.identities.seat_key(table_id, seat, who.player)}


@router.post("/{table_id}/keys", response_model=TableBody)
async def use_key(
    services: ServicesDep, who: Who, request: Request, table_id: TableIdPath, key: SeatKey
) -> Any:
    """Open a seat on this device."""
    found = services.identities.read_seat_key(key.key)
    if found is None or found[0] != table_id:
        raise NotYourSeat("this key is not for a seat of this table")
    table = await actions.act(services, who, table_id, Claim(found[1], found[2]))
    return await body(services, request, who, table)


@router.get("/{table_id}/record", response_model=Json)
async def record(services: ServicesDep, table_id: TableIdPath) -> Response:
    """The record of a finished game, with its seed."""
    table = await services.keeper.table(table_id)
    text = (await finished_record(services, table)).dumps()
    name = f"{table.header.game}-{table_id}.json"
    return Response(
        text,
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )
