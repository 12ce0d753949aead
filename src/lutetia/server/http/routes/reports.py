"""The operator's queue: lines of chat that players reported."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from lutetia.server.access.identity import Identity
from lutetia.server.access.origin import Forbidden
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, Who
from lutetia.server.logs import log
from lutetia.server.protocol.people import ChatReports, Settle
from lutetia.server.services import Services

router = APIRouter(prefix="/api/reports", tags=["reports"], responses=REFUSALS)


async def _must_be_operator(services: Services, who: Identity) -> None:
    if who.kind != "account" or not await services.operators.includes(who.player):
        raise Forbidden("only operators of this server read reports")


async def _queue(services: Services) -> dict[str, Any]:
    """`ChatReports`."""
    return {
        "reports": [
            {
                "number": report.number,
                "table": report.table_id,
                "name": report.name,
                "text": report.text,
                "at": report.at,
            }
            for report in await services.reports.queue()
        ]
    }


@router.get("", response_model=ChatReports)
async def queue(services: ServicesDep, who: Who) -> Any:
    """The open reports."""
    await _must_be_operator(services, who)
    return await _queue(services)


@router.post("/{number}/settle", response_model=ChatReports)
async def settle(
    services: ServicesDep, who: Who, number: Annotated[int, Path(ge=1, le=2**31 - 1)], wish: Settle
) -> Any:
    """Close a report. Returns the reports that are still open."""
    await _must_be_operator(services, who)
    report = await services.reports.settle(number, services.now(), wish.remove)
    log().info("settled", table=report.table_id, report=number, removed=wish.remove)
    if wish.remove:
        services.hub.renamed(report.table_id)  # everybody at the table reads the chat again
    return await _queue(services)
