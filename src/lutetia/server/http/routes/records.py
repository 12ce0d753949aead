"""Records: share, verify, replay and analyse them; and score a real table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadTable, LutetiaError
from lutetia.kernel.record import GameRecord
from lutetia.kernel.types import Record as State
from lutetia.match.errors import NotFound, NotPossible
from lutetia.match.ports import ThinkingJob
from lutetia.server.http.addresses import links
from lutetia.server.http.routes.common import REFUSALS, ServicesDep, Who, address_of, heavy
from lutetia.server.protocol.base import Json
from lutetia.server.protocol.rest import (
    Analysis,
    Luck,
    NewAnalysis,
    NewLuck,
    Outlook,
    RealScore,
    RealTable,
    RecordUpload,
    Replay,
    ReplayRequest,
    SharedRecord,
    TryMove,
    Verdict,
)
from lutetia.server.protocol.table import Hint
from lutetia.server.services import Services, fresh_id
from lutetia.server.tables.opening import read_record, requested_record, stored_record
from lutetia.server.tables.replay import replay_json, verdict_json, view_at
from lutetia.server.tables.table_json import score_json
from lutetia.server.thinking.jobs import LUCK

router = APIRouter(prefix="/api", tags=["records"], responses=REFUSALS)
Heavy = Depends(heavy)
RecordId = Annotated[str, Path(pattern=r"^[a-z2-7]{16}$")]
AnalysisId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
LOOK_EVERY = 0.5
MOST_FAULTS = 20
"""More say nothing new about a table."""


@router.post("/records", response_model=SharedRecord, status_code=201, dependencies=[Heavy])
async def share(services: ServicesDep, who: Who, request: Request, sent: RecordUpload) -> Any:
    """Share a valid record by a link."""
    del who
    record = read_record(sent.record)
    services.warmup.admit(record.game)
    verdict = await asyncio.to_thread(verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records can be shared: {verdict['fault']}")
    found = await services.shared_records.share(
        fresh_id(), record.computed_digest(), record.dumps(), services.now()
    )
    return _shared(services, request, found)


def _shared(services: Services, request: Request, record_id: str) -> dict[str, str]:
    """`SharedRecord`. The link is the one in the local network, if there is one."""
    link, lan = links(request, services.settings, "replay", id=record_id)
    return {"id": record_id, "link": lan or link}


@router.get("/records/{record_id}", response_model=Json)
async def one_record(services: ServicesDep, record_id: RecordId) -> Response:
    """A shared record, or the record of a finished table."""
    record = await stored_record(services, record_id)
    return Response(record.dumps(), media_type="application/json")


@router.get("/records/{record_id}/link", response_model=SharedRecord)
async def record_link(services: ServicesDep, request: Request, record_id: RecordId) -> Any:
    """The link to the replay of a shared record or of a finished table."""
    await stored_record(services, record_id)
    return _shared(services, request, record_id)


@router.post("/records/verify", response_model=Verdict, dependencies=[Heavy])
async def verify(services: ServicesDep, sent: RecordUpload) -> Any:
    """Check a record's seed, moves and result."""
    try:
        record = read_record(sent.record)
    except LutetiaError as error:
        return {"valid": False, "fault": str(error)}
    services.warmup.admit(record.game)
    return await asyncio.to_thread(verdict_json, record)


@router.post("/records/replay", response_model=Replay, dependencies=[Heavy])
async def replay(services: ServicesDep, wish: ReplayRequest) -> Response:
    """The positions, events and score lines of a record."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    found = await asyncio.to_thread(
        replay_json, record, wish.first, wish.last, wish.seat, wish.instead
    )
    return JSONResponse(found)


@router.post("/records/hint", response_model=Hint, dependencies=[Heavy])
async def record_hint(services: ServicesDep, wish: TryMove) -> Any:
    """What the computer would play in a position of a record, from the view of the seat."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    game, state = await asyncio.to_thread(view_at, record, wish.ply)
    if game.is_over(state):
        raise NotPossible("the game is over at this move")
    seat = int(state.to_move)
    thought = await services.thinker.hint(_thinking_job(record, wish.ply, game, state))
    after = game.view(game.play(state, game.read(thought.move)), seat)
    return {
        "seat": seat,
        "move": thought.move,
        "lines": [score_json(lines) for lines in game.score(after)],
        "margin": thought.margin,
        "proved": thought.proved,
        "then": list(thought.then),
        "why": thought.why,
    }


@router.post("/records/outlook", response_model=Outlook, dependencies=[Heavy])
async def record_outlook(services: ServicesDep, wish: TryMove) -> Any:
    """Who may hold each place at the end, and how much light may reach it."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    game, state = await asyncio.to_thread(view_at, record, wish.ply)
    return await services.analysis_runner.outlook(_thinking_job(record, wish.ply, game, state))


def _thinking_job(record: GameRecord, ply: int, game: Game, state: State) -> ThinkingJob:
    """The job for a position of a record, with the view of the seat to move."""
    seat = max(0, int(state.to_move))
    return ThinkingJob(
        game=game.id,
        seats=game.seats,
        options=game.options,
        rules_version=game.rules_version,
        components=game.components_digest,
        view=game.view(state, seat).tobytes(),
        seat=seat,
        level=1,
        player="",
        seed=f"{record.commitment}/{ply}",
    )


@router.post("/analyses", response_model=Analysis, status_code=202, dependencies=[Heavy])
async def analyse(services: ServicesDep, request: Request, wish: NewAnalysis) -> Any:
    """Start the analysis of a whole game."""
    services.limits.check("analyses", address_of(request))
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    verdict = await asyncio.to_thread(verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records can be analysed: {verdict['fault']}")
    return await _analysis(services, await services.analysis_runner.ask(record, wish.effort))


@router.get("/analyses/{analysis_id}", response_model=Analysis)
async def analysis(services: ServicesDep, analysis_id: AnalysisId) -> Any:
    """The progress of an analysis, and its result."""
    return await _analysis(services, analysis_id)


@router.get(
    "/analyses/{analysis_id}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {}}}},
)
async def analysis_events(services: ServicesDep, analysis_id: AnalysisId) -> Response:
    """The progress as server-sent events, until the analysis is done."""
    await _analysis(services, analysis_id)

    async def events() -> AsyncIterator[str]:
        last: object = None
        while not services.stopping:
            found = await _analysis(services, analysis_id)
            if found != last:
                yield f"data: {Analysis(**found).model_dump_json()}\n\n"
            last = found
            if found["state"] in {"done", "failed"}:
                return
            await asyncio.sleep(LOOK_EVERY)

    return StreamingResponse(events(), media_type="text/event-stream")


async def _analysis(services: Services, name: str, luck: bool = False) -> dict[str, Any]:
    found = await services.stored_analyses.find(name)
    if found is None or (found.effort == LUCK) != luck:
        raise NotFound("there is no such analysis")
    return {
        "id": found.id,
        "state": found.state,
        "progress": found.progress,
        "result": found.result,
        "error": found.error,
    }


@router.post("/luck", response_model=Luck, status_code=202, dependencies=[Heavy])
async def luck(services: ServicesDep, request: Request, wish: NewLuck) -> Any:
    """Start to measure how much of the result of a finished game came from the shuffle."""
    services.limits.check("analyses", address_of(request))
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    verdict = await asyncio.to_thread(verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records have a luck: {verdict['fault']}")
    if record.result is None:
        raise NotPossible("the game was not played to its end, so its luck cannot be measured")
    return await _analysis(services, await services.analysis_runner.ask(record, LUCK), luck=True)


@router.get("/luck/{analysis_id}", response_model=Luck)
async def luck_progress(services: ServicesDep, analysis_id: AnalysisId) -> Any:
    """The progress of a measurement of luck, and its result."""
    return await _analysis(services, analysis_id, luck=True)


@router.post("/score", response_model=RealScore, dependencies=[Heavy])
async def score(wish: RealTable) -> Any:
    """Score a real table, or list what is impossible about it."""
    from lutetia.kernel.faults import ImpossibleTable
    from lutetia.kernel.table_scoring import score_table

    try:
        result = await asyncio.to_thread(score_table, wish.text)
    except ImpossibleTable as error:
        return {"faults": [asdict(found) for found in error.faults[:MOST_FAULTS]]}
    except BadTable as error:
        return {"faults": [{"code": "text", "rule": "", "message": str(error), "values": {}}]}
    return result.sheet().model_dump()
