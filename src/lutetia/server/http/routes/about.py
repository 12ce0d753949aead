"""About the server: its games, its health, its figures."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from lutetia import __version__
from lutetia.ai.levels import titles_of
from lutetia.kernel.catalogue import GAMES, find_game
from lutetia.kernel.errors import LutetiaError
from lutetia.match.errors import NotFound
from lutetia.match.shared_games import shared_game
from lutetia.server.http.errors import told
from lutetia.server.http.routes.common import REFUSALS, ServicesDep
from lutetia.server.metrics import REGISTRY
from lutetia.server.protocol.rest import Catalogue, Health
from lutetia.server.services import Services
from lutetia.server.tables.puzzles import number_of_puzzles

router = APIRouter(tags=["about"], responses={})


@router.get("/api/catalogue", response_model=Catalogue, responses={429: REFUSALS[429]})
async def catalogue(services: ServicesDep) -> Any:
    """Everything that can be played here."""
    return {
        "games": [_game(services, name) for name in GAMES],
        "version": __version__,
        "waits": {
            "pairing": int(1000 * services.settings.pairing_wait),
            "absent": int(1000 * services.settings.absent_after),
        },
    }


def _game(services: Services, name: str) -> dict[str, Any]:
    kind = find_game(name)
    largest = shared_game(name, max(kind.seat_counts), {})
    return {
        "id": name,
        "title": kind.title,
        "rules_version": kind.rules_versions[-1],
        "seat_counts": kind.seat_counts,
        "seat_names": [largest.seat_name(seat) for seat in range(largest.seats)],
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "choices": option.choices,
                "rule": option.rule,
                "meaning": option.meaning,
            }
            for option in kind.options_offered
        ],
        "score_lines": kind.score_lines,
        "levels": [
            {"level": level, "name": title} for level, title in titles_of(GAMES[name]).items()
        ],
        "has_client": GAMES[name].has_client,
        "puzzles": number_of_puzzles(name),
        "ready": name in services.warmup.ready,
    }


@router.get(
    "/api/catalogue/{game}/position",
    responses={404: REFUSALS[404], 429: REFUSALS[429]},
)
async def position_schema(game: str) -> dict[str, Any]:
    """The JSON Schema of a position of a game."""
    package = GAMES.get(game)
    model = None if package is None else package.position_model()
    if model is None:
        raise NotFound(f"there is no schema of positions for {game[:40]!r}")
    return model.model_json_schema()


@router.get("/healthz", response_model=Health)
async def healthz(services: ServicesDep) -> Any:
    """Whether the process is running."""
    return {"status": "stopping" if services.stopping else "ok"}


@router.get("/readyz", response_model=Health, responses={503: {"model": Health}})
async def readyz(services: ServicesDep, response: Response) -> Any:
    """Whether the server is ready: the database answers and can be written, and the rules are
    compiled."""
    details = {}
    for name, ask in (("database", services.database.ping), ("fanout", services.fanout.ping)):
        try:
            async with asyncio.timeout(3):
                await ask()
            details[name] = "ok"
        except LutetiaError as error:
            details[name] = told(error)
        except (OSError, TimeoutError) as error:
            details[name] = str(error) or "no answer"
        except Exception as error:  # noqa: BLE001 (after any error it is not ready)
            details[name] = str(error)
    if services.database.disk_fault is not None:
        details["database"] = told(services.database.disk_fault)
    if services.stopping:
        status = "stopping"
    elif any(answer != "ok" for answer in details.values()):
        status = "failing"
    else:
        status = "ok" if services.warmup.done.is_set() else "warming"
    response.status_code = 200 if status == "ok" else 503
    return {"status": status, "details": details}


@router.get("/metrics", include_in_schema=False)
async def metrics() -> Response:
    """Metrics for Prometheus."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
