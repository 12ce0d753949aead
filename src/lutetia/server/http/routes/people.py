"""Accounts, ratings, and the games and data of a player."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import TypeAdapter, ValidationError

from lutetia.kernel.catalogue import find_game
from lutetia.kernel.errors import BadOption, LutetiaError
from lutetia.match.errors import CANNOT_OPEN, NotFound, NotPossible
from lutetia.server.access import passwords
from lutetia.server.access.identity import Identity, NotSignedIn, fresh_session
from lutetia.server.http.routes.common import (
    REFUSALS,
    Before,
    ServicesDep,
    Who,
    address_of,
    heavy,
    set_cookie,
)
from lutetia.server.http.routes.tables import page
from lutetia.server.protocol.people import (
    AccountName,
    Export,
    Leaderboard,
    Login,
    Me,
    MyGames,
    NewAccount,
    NewPassword,
    PlayerInfo,
    Proof,
    Rename,
)
from lutetia.server.services import Services
from lutetia.server.tables import renaming
from lutetia.server.tables.opening import finished_record
from lutetia.server.tables.rating import PROVISIONAL, shown
from lutetia.storage.people import name_key

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
PAGE = 30
LEADERS = 100


async def _me(services: Services, who: Identity) -> dict[str, Any]:
    return {"kind": who.kind, "name": who.name, "ratings": await _ratings(services, who.player)}


async def _ratings(services: Services, player: str) -> list[dict[str, Any]]:
    found = await services.ratings.of([player])
    return [
        {
            "game": game,
            "rating": shown(rating),
            "games": rating.games,
            "provisional": rating.games < PROVISIONAL,
        }
        for (_, game), rating in sorted(found.items())
    ]


@router.get("/me", response_model=Me)
async def me(services: ServicesDep, who: Who) -> Any:
    """The player of this browser."""
    return await _me(services, who)


@router.patch("/me", response_model=Me)
async def rename(services: ServicesDep, who: Who, wish: Rename) -> Any:
    """Change the name of this player, everywhere at once."""
    services.limits.check("names", who.player)
    if who.kind == "bot":
        raise NotPossible("the name of a bot cannot be changed")
    if who.kind == "account":
        _check_account_name(wish.name)
    await renaming.rename(services, who, who.kind, wish.name)
    return await _me(services, replace(who, name=wish.name))


def _check_account_name(name: str) -> None:
    try:
        TypeAdapter(AccountName).validate_python(name)
    except ValidationError:
        raise BadOption(
            "name: an account has 2 to 24 letters, digits, spaces, dots, hyphens or apostrophes"
        ) from None


@router.get("/me/games", response_model=MyGames)
async def my_games(services: ServicesDep, who: Who, before: Before = None) -> Any:
    """The games of this player, the latest first."""
    ids = await services.lists.of_player(who.player, PAGE + 1, before)
    found = await page(services, who, ids, PAGE)
    return {"games": found["tables"], "unopened": found["unopened"], "more": found["more"]}


@router.get("/me/export", response_model=Export)
async def export(services: ServicesDep, who: Who, request: Request) -> Any:
    """Everything that is stored about this player."""
    heavy(request)
    stored = await services.people.find(who.player)
    games: list[dict[str, Any]] = []
    for table_id in await services.people.game_ids(who.player):
        try:
            table = await services.keeper.table(table_id)
        except CANNOT_OPEN as error:
            games.append({"table": table_id, "fault": str(error)})
            continue
        try:
            record = (await finished_record(services, table)).model_dump(mode="json")
        except NotPossible:
            record = None  # the game is not over, or the other game of its match is not
        games.append(
            {
                "table": table_id,
                "seats": [s for s, sitter in enumerate(table.sitters) if sitter == who.player],
                "phase": table.phase,
                "record": record,
            }
        )
    return {
        "kind": who.kind,
        "name": who.name,
        "created": stored.created if stored else 0,
        "ratings": await _ratings(services, who.player),
        "games": games,
        "chat": await services.people.chat_of(who.player),
        "bots": [bot.name for bot in await services.people.bots_of(who.player)],
    }


@router.post("/accounts", response_model=Me, status_code=201)
async def register(
    services: ServicesDep, who: Who, request: Request, response: Response, wish: NewAccount
) -> Any:
    """Turn the guest of this browser into an account. The account keeps the games."""
    services.limits.check("accounts", address_of(request))
    if who.kind != "guest":
        raise NotPossible("you already have an account")
    secret = await passwords.hashed(wish.password.get_secret_value())
    made = await services.people.register(who.player, wish.name, secret, services.now())
    return await _sign_in(services, request, response, made.id, made.name, made.serial)


@router.post("/session", response_model=Me)
async def sign_in(services: ServicesDep, request: Request, response: Response, wish: Login) -> Any:
    """Sign in to an account."""
    services.limits.check("passwords-address", address_of(request))
    services.limits.check("passwords", name_key(wish.name))
    found = await services.people.by_name(wish.name)
    stored = found.password if found is not None else None
    await passwords.check(stored, wish.password.get_secret_value())
    assert found is not None
    return await _sign_in(services, request, response, found.id, found.name, found.serial)


async def _sign_in(
    services: Services, request: Request, response: Response, player: str, name: str, serial: int
) -> dict[str, Any]:
    services.identities.forget(player)
    who = Identity(player, "account", name, serial, fresh_session())
    set_cookie(request, response, who)
    return await _me(services, who)


@router.delete("/session", response_model=Me)
async def sign_out(services: ServicesDep, who: Who, request: Request, response: Response) -> Any:
    """Sign out. The cookie ends, also every copy of it. The browser becomes a new guest."""
    if not who.fresh:
        await services.people.end_session(who.player, who.session, services.now())
        services.end_access(who.player, session=who.session)
    guest = services.identities.new_guest()
    set_cookie(request, response, guest)
    return await _me(services, guest)


async def _prove(services: Services, who: Identity, request: Request, proof: Proof) -> None:
    if who.kind != "account":
        raise NotSignedIn("sign in first")
    services.limits.check("passwords-address", address_of(request))
    services.limits.check("passwords", name_key(who.name))
    stored = await services.people.find(who.player)
    await passwords.check(stored.password if stored else None, proof.password.get_secret_value())


@router.put("/me/password", response_model=Me)
async def change_password(
    services: ServicesDep, who: Who, request: Request, response: Response, wish: NewPassword
) -> Any:
    """Change the password. Every other device is signed out."""
    await _prove(services, who, request, wish)
    secret = await passwords.hashed(wish.new_password.get_secret_value())
    serial = await services.people.set_password(who.player, secret)
    services.end_access(who.player)
    return await _sign_in(services, request, response, who.player, who.name, serial)


@router.post("/me/delete", status_code=204)
async def delete(services: ServicesDep, who: Who, request: Request, proof: Proof) -> Response:
    """Delete the account: name, password, ratings and chat. Games stay without the name."""
    await _prove(services, who, request, proof)
    _, bots = await services.people.erase(who.player)
    for player in (who.player, *bots):
        services.end_access(player, erased=True)
    response = Response(status_code=204)
    set_cookie(request, response, services.identities.new_guest())
    return response


@router.get("/players/{name}", response_model=PlayerInfo)
async def player(services: ServicesDep, name: Annotated[str, Path(max_length=48)]) -> Any:
    """An account or bot, as others see it."""
    found = await services.people.by_name(name)
    if found is None:
        raise NotFound("nobody has this name")
    return {
        "name": found.name,
        "ratings": await _ratings(services, found.id),
        "since": found.created,
    }


@router.get("/ratings/{game}", response_model=Leaderboard)
async def leaderboard(services: ServicesDep, game: Annotated[str, Path(max_length=40)]) -> Any:
    """The best players of a game."""
    try:
        name = find_game(game).id
    except LutetiaError:
        raise NotFound("there is no such game") from None
    best = await services.ratings.best(name, LEADERS)
    return {
        "game": name,
        "leaders": [
            {"place": place, "name": who, "rating": shown(rating), "games": rating.games}
            for place, (who, rating) in enumerate(best, 1)
        ],
    }
