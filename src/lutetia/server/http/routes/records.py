"""Records: share, verify, replay and analyse them; and score a real table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import asdict
from itertools import chain
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from lutetia.kernel.catalogue import open_game
from lutetia.kernel.contract import Game
from lutetia.kernel.errors import BadTable, LutetiaError
from lutetia.kernel.faults import ImpossibleTable
from lutetia.kernel.record import GameRecord, first_state, reopen, replay
from lutetia.kernel.types import Record as State
from lutetia.match.errors import NotFound, NotPossible
from lutetia.match.ports import ThinkingJob
from lutetia.server.access.identity import NotSignedIn
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
from lutetia.server.request_work import as_long_as_wanted
from lutetia.server.services import Services, fresh_id
from lutetia.server.tables.opening import (
    ending_json,
    read_record,
    requested_record,
    stored_record,
)
from lutetia.server.tables.replay import read_state, replay_json, state_at, verdict_json
from lutetia.server.tables.table_json import score_json
from lutetia.server.thinking import jobs
from lutetia.server.thinking.jobs import LUCK

router = APIRouter(prefix="/api", tags=["records"], responses=REFUSALS)
Heavy = Depends(heavy)
RecordId = Annotated[str, Path(pattern=r"^[a-z2-7]{16}$")]
AnalysisId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
LOOK_EVERY = 0.5
LARGEST_RECORD = 100_000
LONGEST_NAME = 80
KEPT_FOR_GUESTS = 180 * 24 * 3_600_000
"""A record that a guest shared is deleted after so many milliseconds, unless it is shared again."""
MOST_ANALYSES = {"guest": 2, "account": 4, "bot": 4}
"""Analyses that one player may have in the queue."""
MOST_FAULTS = 20
"""More say nothing new about a table."""


@router.post("/records", response_model=SharedRecord, status_code=201, dependencies=[Heavy])
async def share(services: ServicesDep, who: Who, request: Request, sent: RecordUpload) -> Any:
    """Share a valid record by a link."""
    record = read_record(sent.record)
    text = record.dumps()
    if len(text) > LARGEST_RECORD or any(len(name) > LONGEST_NAME for name in record.players):
        raise NotPossible(
            f"a shared record has at most {LARGEST_RECORD} characters, and {LONGEST_NAME} in a name"
        )
    await services.limits.take("records", address_of(request))
    await services.limits.take("record-bytes", address_of(request), len(text))
    services.warmup.admit(record.game)
    verdict = await services.requests.answer(request, verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records can be shared: {verdict['fault']}")
    found = await services.shared_records.share(
        fresh_id(),
        record.computed_digest(),
        text,
        services.now(),
        None if who.kind != "guest" else services.now() + KEPT_FOR_GUESTS,
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
async def verify(services: ServicesDep, request: Request, sent: RecordUpload) -> Any:
    """Check a record's seed, moves and result."""
    try:
        record = read_record(sent.record)
    except LutetiaError as error:
        return {"valid": False, "fault": str(error)}
    services.warmup.admit(record.game)
    return await services.requests.answer(request, verdict_json, record)


@router.post("/records/replay", response_model=Replay, dependencies=[Heavy])
async def replay_record(services: ServicesDep, request: Request, wish: ReplayRequest) -> Response:
    """The positions, events and score lines of a record."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    found = await services.requests.answer(
        request, replay_json, record, wish.first, wish.last, wish.seat, wish.instead
    )
    ending = None if wish.table is None else await ending_json(services, wish.table)
    return JSONResponse({**found, "ending": ending})


@router.post("/records/hint", response_model=Hint, dependencies=[Heavy])
async def record_hint(services: ServicesDep, request: Request, wish: TryMove) -> Any:
    """What the computer would play in a position of a record, from the view of the seat."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    found = await services.requests.answer(request, state_at, record, wish.ply)
    game, state = read_state(record, found)
    if game.is_over(state):
        raise NotPossible("the game is over at this move")
    await services.rated_positions.refuse(game, [state])
    seat = int(state.to_move)
    job = _thinking_job(record, wish.ply, game, state)
    thought = await as_long_as_wanted(request, services.thinker.hint(job))
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
async def record_outlook(services: ServicesDep, request: Request, wish: TryMove) -> Any:
    """Who may hold each place at the end, and how much light may reach it."""
    record = await requested_record(services, wish.record, wish.table)
    services.warmup.admit(record.game)
    found = await services.requests.answer(request, state_at, record, wish.ply)
    game, state = read_state(record, found)
    await services.rated_positions.refuse(game, [state])
    job = _thinking_job(record, wish.ply, game, state)
    return await as_long_as_wanted(request, services.analysis_runner.outlook(job))


def _thinking_job(record: GameRecord, ply: int, game: Game, state: State) -> ThinkingJob:
    """The job for a position of a record, with the view of the seat to move."""
    seat = max(0, int(state.to_move))
    return ThinkingJob(
        game=game.id,
        seats=game.seats,
        options=game.options,
        rules_version=game.rules_version,
        components=game.components_digest,
        component_file=game.own_components,
        view=game.view(state, seat).tobytes(),
        seat=seat,
        level=1,
        player="",
        seed=f"{record.commitment}/{ply}",
    )


@router.post("/analyses", response_model=Analysis, status_code=202, dependencies=[Heavy])
async def analyse(services: ServicesDep, who: Who, request: Request, wish: NewAnalysis) -> Any:
    """Start the analysis of a whole game."""
    if wish.effort > 1 and who.kind == "guest":
        raise NotSignedIn("an analysis of more effort needs an account")
    record = await requested_record(services, wish.record, wish.table)
    await _limit_new(services, request, record, wish.effort)
    services.warmup.admit(record.game)
    verdict = await services.requests.answer(request, verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records can be analysed: {verdict['fault']}")
    game = reopen(record, open_game)
    after = (ply.after for ply in replay(game, record))
    await services.rated_positions.refuse(game, chain([first_state(game, record)], after))
    # One of more effort may take hours, so it comes alone.
    most = services.limits.most(MOST_ANALYSES[who.kind] if wish.effort == 1 else 1)
    asked = await services.analysis_runner.ask(record, wish.effort, who.player, most)
    return await _analysis(services, asked)


async def _limit_new(services: Services, request: Request, record: GameRecord, effort: int) -> None:
    """Count a question that means new work. An analysis that exists costs nothing."""
    if not await services.analysis_runner.knows(record, effort):
        await services.limits.take("analyses", address_of(request))


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
        "others": await services.stored_analyses.others(name) if found.state == "queued" else 0,
        "result": found.result,
        "error": found.error,
    }


@router.post("/luck", response_model=Luck, status_code=202, dependencies=[Heavy])
async def luck(services: ServicesDep, who: Who, request: Request, wish: NewLuck) -> Any:
    """Start to measure how much of the result of a finished game came from the shuffle."""
    record = await requested_record(services, wish.record, wish.table)
    await _limit_new(services, request, record, LUCK)
    services.warmup.admit(record.game)
    verdict = await services.requests.answer(request, verdict_json, record)
    if not verdict["valid"]:
        raise NotPossible(f"only valid records have a luck: {verdict['fault']}")
    if record.result is None:
        raise NotPossible("the game was not played to its end, so its luck cannot be measured")
    most = services.limits.most(MOST_ANALYSES[who.kind])
    asked = await services.analysis_runner.ask(record, LUCK, who.player, most)
    return await _analysis(services, asked, luck=True)


@router.get("/luck/{analysis_id}", response_model=Luck)
async def luck_progress(services: ServicesDep, analysis_id: AnalysisId) -> Any:
    """The progress of a measurement of luck, and its result."""
    return await _analysis(services, analysis_id, luck=True)


@router.post("/score", response_model=RealScore, dependencies=[Heavy])
async def score(services: ServicesDep, request: Request, wish: RealTable) -> Any:
    """Score a real table, or list what is impossible about it."""
    try:
        return await services.requests.answer(request, jobs.score, wish.text)
    except ImpossibleTable as error:
        return {"faults": [asdict(found) for found in error.faults[:MOST_FAULTS]]}
    except BadTable as error:
        return {"faults": [{"code": "text", "rule": "", "message": str(error), "values": {}}]}
