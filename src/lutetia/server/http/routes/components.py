"""Component files: the sheet of a game's pieces, and a check of a user's own file."""

from __future__ import annotations

import asyncio
import tomllib
from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request

from lutetia.kernel.catalogue import GAMES
from lutetia.match.errors import NotFound
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, TableIdPath, heavy
from lutetia.server.protocol.components import ComponentFile, Components

router = APIRouter(prefix="/api", tags=["components"], responses=REFUSALS)


@router.get("/components/{game}", response_model=Components)
async def current(game: str) -> Any:
    """The components with which new games are played."""
    return _sheet(game, None)


@router.post("/components/{game}", response_model=Components)
async def check(request: Request, game: str, file: ComponentFile) -> Any:
    """Check a component file. Nothing is stored."""
    await heavy(request)
    return await asyncio.to_thread(_sheet, game, file.text)


@router.get("/tables/{table_id}/components", response_model=Components)
async def of_table(request: Request, services: ServicesDep, table_id: TableIdPath) -> Any:
    """The components of a table whose players use their own file."""
    await heavy(request)
    header = (await services.keeper.table(table_id)).header
    text = header.component_file
    if text is None:
        raise NotFound("this table uses components of the server")
    if GAMES[header.game].component_sheet(None) is not None:
        return await asyncio.to_thread(_sheet, header.game, text)
    # A game without a sheet has checked the file when the table was opened.
    return {
        "game": header.game,
        "text": text,
        "digest": header.components,
        "current": False,
        "content": tomllib.loads(text),
        "faults": [],
        "contradictions": [],
    }


def _sheet(game: str, text: str | None) -> dict[str, Any]:
    package = GAMES.get(game)
    current = None if package is None else package.component_sheet(None)
    if package is None or current is None:
        raise NotFound(f"there is no component sheet for {game[:40]!r}")
    sheet = current if text is None else package.component_sheet(text)
    assert sheet is not None
    return {
        "game": game,
        "text": sheet.text,
        "digest": sheet.digest,
        "current": sheet.digest == current.digest,
        "content": dict(sheet.content),
        "faults": [asdict(fault) for fault in sheet.faults],
        "contradictions": [asdict(found) for found in sheet.contradictions],
    }
