"""Puzzles: positions with one proved best move."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Response
from fastapi.responses import JSONResponse

from lutetia.server.http.routes.common import REFUSALS, ServicesDep, heavy
from lutetia.server.protocol.puzzles import PuzzleBody, PuzzleList, PuzzleMove
from lutetia.server.tables.puzzles import collection_of, list_json, puzzle_json, refuse

router = APIRouter(prefix="/api", tags=["puzzles"], responses=REFUSALS)
GameName = Annotated[str, Path(max_length=40)]
PuzzleId = Annotated[str, Path(pattern=r"^[a-z2-7]{8}$")]
FRESH = {"cache-control": "no-cache"}
"""The client may keep an answer for offline use, and asks again while there is a network."""


@router.get("/puzzles/{game}", response_model=PuzzleList)
async def puzzles(services: ServicesDep, game: GameName) -> Response:
    """All puzzles of a game, without their positions."""
    if collection_of(game) is not None:
        services.warmup.admit(game)
    return JSONResponse(await asyncio.to_thread(list_json, game), headers=FRESH)


@router.get("/puzzles/{game}/{puzzle_id}", response_model=PuzzleBody)
async def one_puzzle(services: ServicesDep, game: GameName, puzzle_id: PuzzleId) -> Response:
    """One puzzle with its position, the result of every move, and the solution."""
    if collection_of(game) is not None:
        services.warmup.admit(game)
    return JSONResponse(await asyncio.to_thread(puzzle_json, game, puzzle_id), headers=FRESH)


@router.post("/puzzles/{game}/{puzzle_id}/try", status_code=204, dependencies=[Depends(heavy)])
async def try_move(
    services: ServicesDep, game: GameName, puzzle_id: PuzzleId, tried: PuzzleMove
) -> None:
    """Say why a move is not legal in a puzzle. A legal move has an empty answer."""
    if collection_of(game) is not None:
        services.warmup.admit(game)
    await asyncio.to_thread(refuse, game, puzzle_id, tried.move)
